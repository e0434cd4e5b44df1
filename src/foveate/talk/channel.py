"""The kinds of places of talk. Budgets differ by kind; the numbers stand with the rules that use them, not here."""

from __future__ import annotations

from enum import StrEnum


class ChannelKind(StrEnum):
    """Where a talk takes place."""

    DIRECT = "direct"
    MASTER = "master"
    ALL_HANDS = "all_hands"
    PROJECT = "project"
    MEETING = "meeting"

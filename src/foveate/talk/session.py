"""A session as far as its length matters: how many missions count, and whether its notice was given."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionLength:
    """The length of one session. `missions` are those that count; a new session starts at zero, without a notice."""

    session: str
    missions: int
    noticed: bool = False

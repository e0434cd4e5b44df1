"""Requests between two cuts: the messages of the last one, and what was said since. The short way to the same messages.

It says nothing about them; `compose` does, when somebody looks. Policies that change more than the end go the long way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from foveate.context.history import Standing
from foveate.context.policy import Policy
from foveate.cutting import Off, Rung
from foveate.layers import Piece, detail, unit_pieces


def only_grows(policy: Policy) -> bool:
    """Say whether requests under the policy grow at their end alone between two cuts."""
    changing = (policy.hard, policy.model_window, policy.recall, policy.cold_after)
    return not isinstance(policy.rule, Off) and not policy.strict_alternation and all(each is None for each in changing)


def keep_messages(standing: Standing, pieces: Sequence[Piece]) -> None:
    """Keep a request's messages without those of the newest unit, which may still grow."""
    talk = standing.talk
    newest = len(talk.units) - 1
    count = len(pieces)
    while count and pieces[count - 1].unit == newest:
        count -= 1
    talk.kept.sent = (talk.cut, standing.rolling, newest, [piece.raw for piece in pieces[:count]])


def grown_messages(standing: Standing) -> list[Any] | None:
    """Return the messages of the next request, None where there was none before or a cut came between."""
    talk = standing.talk
    before = talk.kept.sent
    if before is None or before[0] is not talk.cut or before[1] is not standing.rolling or talk.resent:
        return None
    _, rolling, end, raws = before
    newest = len(talk.units) - 1
    if newest < end or not talk.cut.made:
        return None  # nothing new, or nothing cut: the long way knows what a talk may not begin with
    for at in range(end, newest):
        raws += [piece.raw for piece in unit_pieces(talk, at, Rung.DETAIL)]
    talk.kept.sent = (talk.cut, rolling, newest, raws)
    return [*raws, *detail(talk.shape, talk.units[newest], last=True, thinking=True)]

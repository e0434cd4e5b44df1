"""A stretch of missions as pieces: what the recent and the current layer have in common. It folds nothing."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from foveate.budget import Chars
from foveate.cutting import Cut, Rung, Tally
from foveate.layers.ladder import brief, detail, trimmed
from foveate.layers.layer import Item, Piece
from foveate.quoting import Phrases
from foveate.talk import Unit
from foveate.wire import Shape

_KEPT_AT_MOST = 4_096  # units, and missions


class Kept:
    """What was made of units, missions and the summary, kept for the next request: most of it comes again unchanged."""

    def __init__(self) -> None:
        """Start empty."""
        self.units: dict[tuple[int, Rung, bool], tuple[Piece, ...]] = {}
        self.missions: dict[object, tuple[tuple[Piece, ...], Item]] = {}
        self.summary: tuple[object, int, Piece] | None = None
        self.sent: tuple[Cut, object, int, list[Any]] | None = None
        self.recent: tuple[Cut, int, int, list[Piece], list[Item]] | None = None

    def trim(self) -> None:
        """Let everything go when it is more than any context holds."""
        if len(self.units) >= _KEPT_AT_MOST:
            self.units.clear()
        if len(self.missions) >= _KEPT_AT_MOST:
            self.missions.clear()


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """What the layers read: the units of a talk, their totals, the cut, and how messages are written and counted.

    `kept` holds what was made before, for the next request. `resent` says that a client sent an earlier summary back,
    `thinks` that there is thinking in the talk. `firsts` are the indexes of the units' first messages, `fixed` the
    units of system and developer messages. `brief_share` is what one brief mission may take.
    """

    units: Sequence[Unit]
    firsts: Sequence[int]
    fixed: Sequence[int]
    tally: Tally
    cut: Cut
    shape: Shape
    phrases: Phrases
    media: Chars
    brief_share: int
    kept: Kept
    resent: bool
    thinks: bool


def size_of(talk: Talk, raw: object) -> Chars:
    """Return the characters of a message, media at their fixed cost."""
    message = talk.shape.read(raw)
    return Chars(message.text_chars + message.media * talk.media)


def sent_units(talk: Talk, first: int, end: int) -> list[int]:
    """Return the units of a range that are not folded out of its middle."""
    skip = talk.cut.skip
    if skip is None or skip[1] <= first or skip[0] >= end:
        return list(range(first, end))
    low, high = max(skip[0], first), min(skip[1], end)
    fixed = talk.fixed[bisect_left(talk.fixed, low) : bisect_left(talk.fixed, high)]
    return [*range(first, low), *fixed, *range(high, end)]


def mission_pieces(talk: Talk, first: int, end: int, rung: Rung) -> tuple[Piece, ...]:
    """Return the pieces of a mission's units at a resolution."""
    if rung is not Rung.BRIEF:
        return tuple(piece for unit in sent_units(talk, first, end) for piece in unit_pieces(talk, unit, rung))
    units = talk.units[first:end]
    raws = brief(talk.shape, units, share=talk.brief_share)
    pieces = [Piece(raw=raw, chars=size_of(talk, raw), index=units[0].first) for raw in raws]
    kept = (unit_pieces(talk, first + place, Rung.DETAIL) for place, unit in enumerate(units) if unit.fixed)
    return (*pieces, *(piece for each in kept for piece in each))


def unit_pieces(talk: Talk, at: int, rung: Rung) -> tuple[Piece, ...]:
    """Return the pieces of one unit, trimmed where its mission or the cut says so. Each is made once."""
    trims = talk.cut.trims
    if trims and trims[0] <= at < trims[1]:
        rung = Rung.TRIMMED
    key = (at, rung, not talk.thinks or at >= talk.cut.sharp)
    made = talk.kept.units.get(key)
    if made is None:
        last = at == len(talk.units) - 1
        made = _make(talk, at, rung, last=last)
        if not last or not talk.units[at].grows:
            talk.kept.trim()
            talk.kept.units[key] = made
    return made


def _make(talk: Talk, at: int, rung: Rung, *, last: bool) -> tuple[Piece, ...]:
    unit, shape = talk.units[at], talk.shape
    if rung is Rung.TRIMMED:
        raws = trimmed(shape, unit, talk.phrases)
    else:
        raws = detail(shape, unit, last=last, thinking=at >= talk.cut.sharp)
    whole = len(raws) == len(unit.messages)
    pieces = []
    for place, raw in enumerate(raws):
        message = unit.messages[place] if whole and raw is unit.messages[place].raw else shape.read(raw)
        pieces.append(
            Piece(
                raw=raw, chars=Chars(message.text_chars + message.media * talk.media), index=unit.first + place * whole,
                unit=at, asked=unit.opens,
                fixed=unit.fixed,
            )
        )  # fmt: skip
    return tuple(pieces)


def item(talk: Talk, first: int, end: int, reason: str, chars: int) -> Item:
    """Return the receipt's line for a range of units."""
    mission = talk.tally.mission_at(first) + 1
    return Item(
        first=talk.units[first].first, last=talk.units[end - 1].last, mission=mission, reason=reason, chars=Chars(chars)
    )

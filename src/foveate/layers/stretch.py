"""A stretch of missions as pieces: what the recent and the current layer have in common. It folds nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from foveate.budget import Chars
from foveate.cutting import Cut, Rung, Tally
from foveate.layers.ladder import brief, detail, trimmed
from foveate.layers.layer import Item, Piece
from foveate.quoting import Phrases
from foveate.talk import Unit
from foveate.wire import Shape


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """What the layers read: the units of a talk, their totals, the cut, and how messages are written and counted.

    `brief_share` is what one brief mission may take.
    """

    units: Sequence[Unit]
    tally: Tally
    cut: Cut
    shape: Shape
    phrases: Phrases
    media: Chars
    brief_share: int


def size_of(talk: Talk, raw: object) -> Chars:
    """Return the characters of a message, media at their fixed cost."""
    message = talk.shape.read(raw)
    return Chars(message.text_chars + message.media * talk.media)


def sent_units(talk: Talk, first: int, end: int) -> list[int]:
    """Return the units of a range that are not folded out of its middle."""
    skip = talk.cut.skip
    return [
        unit for unit in range(first, end) if skip is None or not skip[0] <= unit < skip[1] or talk.units[unit].fixed
    ]


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
    """Return the pieces of one unit, trimmed where its mission or the cut says so."""
    unit = talk.units[at]
    trims = talk.cut.trims
    if rung is Rung.TRIMMED or (trims and trims[0] <= at < trims[1]):
        raws = trimmed(talk.shape, unit, talk.phrases)
        return tuple(Piece(raw=raw, chars=size_of(talk, raw), index=unit.first) for raw in raws)
    thinking = at >= talk.cut.sharp
    raws = detail(talk.shape, unit, last=at == len(talk.units) - 1, thinking=thinking)
    same = len(raws) == len(unit.messages)
    sizes = [
        Chars(m.text_chars + m.media * talk.media) if same and raw is m.raw else size_of(talk, raw)
        for raw, m in zip(raws, unit.messages if same else (unit.messages[0],) * len(raws), strict=True)
    ]
    index = unit.first
    return tuple(
        Piece(raw=raw, chars=size, index=index + place if same else index, asked=unit.opens)
        for place, (raw, size) in enumerate(zip(raws, sizes, strict=True))
    )


def item(talk: Talk, first: int, end: int, reason: str, chars: int) -> Item:
    """Return the receipt's line for a range of units."""
    mission = talk.tally.mission_at(first) + 1
    return Item(
        first=talk.units[first].first, last=talk.units[end - 1].last, mission=mission, reason=reason, chars=Chars(chars)
    )

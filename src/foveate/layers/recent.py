"""The recent layer: the missions behind the cut, oldest first, each at the resolution that the cut gives it.

It never summarises and never drops: what is not here is in the summary, and the receipt says so.
"""

from __future__ import annotations

from dataclasses import replace

from foveate.budget import Chars
from foveate.cutting import Rung
from foveate.layers.layer import Item, Layer, LayerName, Piece
from foveate.layers.stretch import Talk, item, mission_pieces, sent_units, unit_pieces

_REASONS = {
    Rung.DETAIL: "recent, in detail",
    Rung.TRIMMED: "recent, trimmed: long answers and outputs keep head and tail",
    Rung.BRIEF: "recent, brief: the instruction's head and the outcome",
}


def recent_layer(talk: Talk, first: int, end: int, *, ceiling: Chars | None) -> Layer:
    """Return the units `first` to `end` as a layer, mission by mission."""
    pieces: list[Piece] = []
    included: list[Item] = []
    for start, stop, rung in _missions(talk, first, end):
        made = mission_pieces(talk, start, stop, rung) if rung is not None else _before(talk, start, stop)
        made = tuple(replace(piece, asked=False) if piece.asked else piece for piece in made)
        pieces += made
        reason = _REASONS[rung] if rung is not None else "said before the first instruction"
        included.append(item(talk, start, stop, reason, sum(piece.chars for piece in made)))
    return Layer(name=LayerName.RECENT, pieces=tuple(pieces), included=tuple(included), ceiling=ceiling)


def _missions(talk: Talk, first: int, end: int) -> list[tuple[int, int, Rung | None]]:
    """Return (first unit, end unit, resolution) of each mission in a range; None before the first instruction."""
    spans: list[tuple[int, int, Rung | None]] = []
    at = first
    while at < end:
        mission = talk.tally.mission_at(at)
        stop = min(talk.tally.mission_end(mission) if mission >= 0 else _first_opening(talk, end), end)
        spans.append((at, stop, talk.cut.rung(mission) if mission >= 0 else None))
        at = stop
    return spans


def _first_opening(talk: Talk, end: int) -> int:
    return talk.tally.openings[0] if talk.tally.openings else end


def _before(talk: Talk, first: int, end: int) -> tuple[Piece, ...]:
    return tuple(piece for unit in sent_units(talk, first, end) for piece in unit_pieces(talk, unit, Rung.DETAIL))

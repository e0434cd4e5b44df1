"""The recent layer: the missions behind the cut, oldest first, each at the resolution that the cut gives it.

It never summarises and never drops: what is not here is in the summary, and the receipt says so.
"""

from __future__ import annotations

from foveate.budget import Chars
from foveate.cutting import Rung
from foveate.layers.layer import Item, Layer, LayerName, Piece
from foveate.layers.stretch import Talk, item, mission_pieces

_REASONS = {
    Rung.DETAIL: "recent, in detail",
    Rung.TRIMMED: "recent, trimmed: long answers and outputs keep head and tail",
    Rung.BRIEF: "recent, brief: the instruction's head and the outcome",
}


def recent_layer(talk: Talk, first: int, end: int, *, ceiling: Chars | None) -> Layer:
    """Return the units `first` to `end` as a layer, mission by mission.

    Between two cuts the layer only grows at its end: what was made for the last request is taken again.
    """
    pieces, included, done = _made_before(talk, first, end)
    for span in _missions(talk, done, end):
        made, shown = _part(talk, *span)
        pieces += made
        included.append(shown)
    talk.kept.recent = (talk.cut, first, end, pieces, included)
    return Layer(name=LayerName.RECENT, pieces=tuple(pieces), included=tuple(included), ceiling=ceiling)


def _made_before(talk: Talk, first: int, end: int) -> tuple[list[Piece], list[Item], int]:
    before = talk.kept.recent
    if before is None or before[0] is not talk.cut or before[1] != first or before[2] > end:
        return [], [], first
    return before[3], before[4], before[2]


def _part(talk: Talk, start: int, stop: int, rung: Rung | None) -> tuple[tuple[Piece, ...], Item]:
    """Return a mission's pieces and its line in the receipt."""
    cut = talk.cut
    sharp = min(max(cut.sharp, start), stop) if talk.thinks else start
    gaps = tuple(span for span in (cut.skip, cut.trims) if span and start < span[1] and span[0] < stop)
    key = (start, stop, rung, sharp, gaps)
    made = talk.kept.missions.get(key)
    if made is None:
        pieces = mission_pieces(talk, start, stop, Rung.DETAIL if rung is None else rung)
        reason = _REASONS[rung] if rung is not None else "said before the first instruction"
        made = pieces, item(talk, start, stop, reason, sum(piece.chars for piece in pieces))
        talk.kept.missions[key] = made
    return made


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

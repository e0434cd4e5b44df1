"""The recent layer: the missions behind the cut, oldest first, each at the resolution that the cut gives it.

It never summarises and never drops: what is not here is in the summary, and the receipt says so.
"""

from __future__ import annotations

from itertools import chain

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
    """Return the units `first` to `end` as a layer, mission by mission. A mission is made once for many requests."""
    parts = [_part(talk, *span) for span in _missions(talk, first, end)]
    return Layer(
        name=LayerName.RECENT,
        pieces=tuple(chain.from_iterable([pieces for pieces, _ in parts])),
        included=tuple([shown for _, shown in parts]),
        ceiling=ceiling,
    )


def _part(talk: Talk, start: int, stop: int, rung: Rung | None) -> tuple[tuple[Piece, ...], Item]:
    """Return a mission's pieces and its line in the receipt."""
    cut = talk.cut
    sharp = min(max(cut.sharp, start), stop)
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

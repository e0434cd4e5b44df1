"""The current layer: what is being done now, whole. Only a long one is trimmed or folded in its middle."""

from __future__ import annotations

from foveate.budget import Chars
from foveate.cutting import Rung
from foveate.layers.layer import Layer, LayerName
from foveate.layers.stretch import Talk, item, sent_units, unit_pieces


def current_layer(talk: Talk, first: int, end: int, *, ceiling: Chars | None) -> Layer:
    """Return the units `first` to `end` as the current mission."""
    if first >= end:
        return Layer(name=LayerName.CURRENT, ceiling=ceiling)
    pieces = tuple(piece for unit in sent_units(talk, first, end) for piece in unit_pieces(talk, unit, Rung.DETAIL))
    skip, trims = talk.cut.skip, talk.cut.trims
    reason = "the current mission"
    if skip and first <= skip[0] < end:
        reason += ", its instruction pinned in front of the newest work"
    elif trims and first <= trims[0] < end:
        reason += ", older tool results trimmed"
    included = (item(talk, first, end, reason, sum(piece.chars for piece in pieces)),)
    return Layer(name=LayerName.CURRENT, pieces=pieces, included=included, ceiling=ceiling)

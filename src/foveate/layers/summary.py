"""The summary layer: one message that stands for all that is folded. Its text comes from `folding`."""

from __future__ import annotations

from dataclasses import replace

from foveate.budget import Chars
from foveate.layers.layer import Item, Layer, LayerName, Piece


def summary_layer(piece: Piece | None, *, covered: tuple[Item, ...], room: Chars, ceiling: Chars | None) -> Layer:
    """Return the summary as one message of the person's role, nothing where it is longer than what it replaces.

    `covered` is what left detail; what has no text is listed all the same. `room` is what the text may take.
    """
    if piece is None:
        return Layer(name=LayerName.SUMMARY, left_out=covered, ceiling=ceiling)
    if piece.chars > room:
        why = f"folded without text: its summary would take {piece.chars} characters for {room}"
        left = tuple(replace(item, reason=why, chars=Chars(0)) for item in covered)
        return Layer(name=LayerName.SUMMARY, left_out=left, ceiling=ceiling)
    return Layer(name=LayerName.SUMMARY, pieces=(piece,), included=covered, ceiling=ceiling)

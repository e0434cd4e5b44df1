"""The summary layer: one message that stands for all that is folded. Its text comes from `folding`."""

from __future__ import annotations

from dataclasses import replace

from foveate.budget import Chars
from foveate.layers.layer import Item, Layer, LayerName, Piece
from foveate.wire import Shape


def summary_layer(shape: Shape, text: str, *, covered: tuple[Item, ...], room: Chars, ceiling: Chars | None) -> Layer:
    """Return the summary as one message of the person's role, nothing where it is longer than what it replaces.

    `covered` is what left detail; what has no text is listed all the same. `room` is what the text may take.
    """
    if not covered or ceiling is None or not text:
        return Layer(name=LayerName.SUMMARY, left_out=covered, ceiling=ceiling)
    if len(text) > room:
        why = f"folded without text: its summary would take {len(text)} characters for {room}"
        left = tuple(replace(item, reason=why, chars=Chars(0)) for item in covered)
        return Layer(name=LayerName.SUMMARY, left_out=left, ceiling=ceiling)
    piece = Piece(raw=shape.person(text), chars=Chars(len(text)))
    return Layer(name=LayerName.SUMMARY, pieces=(piece,), included=covered, ceiling=ceiling)

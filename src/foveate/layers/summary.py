"""The summary layer: one message that stands for all that is folded. Its text comes from `folding`."""

from __future__ import annotations

from foveate.budget import Chars
from foveate.layers.layer import Item, Layer, LayerName, Piece
from foveate.wire import Shape


def summary_layer(
    shape: Shape, text: str, *, folded: Item | None, skipped: Item | None, ceiling: Chars | None
) -> Layer:
    """Return the summary as one message of the person's role, nothing where it is longer than what it replaces.

    `folded` and `skipped` are what left detail, with the characters they took; what has no text is listed all the same.
    """
    covered = tuple(item for item in (folded, skipped) if item is not None)
    replaced = sum(item.chars for item in covered)
    if not covered or ceiling is None or not text:
        return Layer(name=LayerName.SUMMARY, left_out=covered, ceiling=ceiling)
    if len(text) > replaced:
        why = f"folded without text: its summary would take {len(text)} characters for {replaced}"
        left = tuple(Item(first=i.first, last=i.last, mission=i.mission, reason=why) for i in covered)
        return Layer(name=LayerName.SUMMARY, left_out=left, ceiling=ceiling)
    piece = Piece(raw=shape.person(text), chars=Chars(len(text)))
    return Layer(name=LayerName.SUMMARY, pieces=(piece,), included=covered, ceiling=ceiling)

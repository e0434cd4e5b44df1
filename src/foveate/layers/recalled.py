"""The recalled layer: old detail that the instruction needs, word for word, as one labelled block before it.

Which messages come back is ranked elsewhere; here they are written in the order in which they were said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from foveate.budget import Chars
from foveate.layers.layer import Item, Layer, LayerName, Piece
from foveate.quoting import EXCERPTS, Phrases, block, block_overhead, escape_marks
from foveate.wire import Shape


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """One message that comes back: its index in the talk, who said it and when, the text, and why."""

    index: int
    speaker: str
    text: str
    reason: str
    when: str | None = None
    mission: int = 0


def excerpt_line(excerpt: Excerpt) -> str:
    """Return an excerpt as it stands in the block: one line that says where it is from, then the text."""
    when = f", {excerpt.when}" if excerpt.when else ""
    return f"[{excerpt.index} {excerpt.speaker}{when}] {escape_marks(excerpt.text)}"


def recalled_layer(shape: Shape, excerpts: Sequence[Excerpt], *, phrases: Phrases, ceiling: Chars) -> Layer:
    """Return the excerpts in order of the talk under one label; what is over the ceiling is left out and named."""
    if not excerpts:
        return Layer(name=LayerName.RECALLED, ceiling=ceiling)
    room = ceiling - block_overhead(EXCERPTS, phrases.excerpts)
    kept: list[Excerpt] = []
    left: list[Item] = []
    for excerpt in excerpts:
        size = len(excerpt_line(excerpt)) + 1
        if size <= room:
            room -= size
            kept.append(excerpt)
        else:
            left.append(_item(excerpt, f"over the recalled ceiling of {ceiling} characters", 0))
    if not kept:
        return Layer(name=LayerName.RECALLED, left_out=tuple(left), ceiling=ceiling)
    kept.sort(key=lambda excerpt: excerpt.index)
    text = block(EXCERPTS, phrases.excerpts, "\n".join(map(excerpt_line, kept)))
    included = tuple(_item(excerpt, excerpt.reason, len(excerpt.text)) for excerpt in kept)
    piece = Piece(raw=shape.person(text), chars=Chars(len(text)))
    return Layer(name=LayerName.RECALLED, pieces=(piece,), included=included, left_out=tuple(left), ceiling=ceiling)


def _item(excerpt: Excerpt, reason: str, chars: int) -> Item:
    return Item(first=excerpt.index, last=excerpt.index, mission=excerpt.mission, reason=reason, chars=Chars(chars))

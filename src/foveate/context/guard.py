"""The guard of the model's window: when a request would pass a hard ceiling, it gives way in a fixed order, visibly.

First the recalled excerpts, then the oldest recent messages, the summary, old texts of the current mission, and last of
all the newest instruction, in the middle. The stored talk is never touched. System text alone over the ceiling is sent.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from foveate.budget import Chars
from foveate.context.receipt import Draft, Flag
from foveate.layers import Layer, LayerName, Piece
from foveate.quoting import Phrases, middle
from foveate.wire import Leaf, Shape

_KEEP = 400  # characters that a clipped text keeps at least before the next one gives way
_LEAST = 40  # the last resort: a mark and a little around it


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """A hard ceiling in characters, and how texts are written and counted under it."""

    ceiling: int
    shape: Shape
    phrases: Phrases
    size: Callable[[object], Chars]


def guarded(layers: tuple[Layer, ...], guard: Guard, draft: Draft, *, beside: int) -> tuple[Layer, ...]:
    """Return the layers within the ceiling. `beside` is what is sent apart from messages: system text, tools."""
    over = _over(layers, guard, beside)
    if over <= 0:
        return layers
    fixed = beside + sum(layer.chars for layer in layers if layer.name is LayerName.HEAD)
    if fixed >= guard.ceiling:  # nothing that may give way would help: send it, and say so
        draft.note(Flag.OVER_BUDGET, f"system text and tools alone take {fixed} of the hard ceiling of {guard.ceiling}")
        return layers
    layers = _without(layers, LayerName.RECALLED, "over the hard ceiling")
    layers = _drop_recent(layers, _over(layers, guard, beside))
    if _over(layers, guard, beside) > 0:
        layers = _clip_summary(layers, _over(layers, guard, beside))
    for asked in (False, True):
        for least in (_KEEP, _LEAST):
            over = _over(layers, guard, beside)
            if over > 0:
                layers = _clip(layers, guard, over, asked=asked, least=least)
                draft.note(Flag.CLIPPED, f"texts clipped in the middle: over the hard ceiling by {over} characters")
    if _over(layers, guard, beside) > 0:
        draft.note(
            Flag.OVER_BUDGET, f"still over the hard ceiling of {guard.ceiling}: what is left cannot be shortened"
        )
    return layers


def _over(layers: tuple[Layer, ...], guard: Guard, beside: int) -> int:
    return sum(layer.chars for layer in layers) + beside - guard.ceiling


def _without(layers: tuple[Layer, ...], name: LayerName, reason: str) -> tuple[Layer, ...]:
    return tuple(_emptied(layer, reason) if layer.name is name else layer for layer in layers)


def _emptied(layer: Layer, reason: str) -> Layer:
    left = tuple(replace(item, reason=reason, chars=Chars(0)) for item in layer.included)
    return replace(layer, pieces=(), included=(), left_out=(*layer.left_out, *left))


def _drop_recent(layers: tuple[Layer, ...], over: int) -> tuple[Layer, ...]:
    """Leave out whole missions of the recent layer, oldest first."""
    return tuple(_shortened(layer, over) if layer.name is LayerName.RECENT else layer for layer in layers)


def _shortened(layer: Layer, over: int) -> Layer:
    pieces, included, left = list(layer.pieces), list(layer.included), list(layer.left_out)
    while over > 0 and included:
        oldest = included.pop(0)
        gone = [piece for piece in pieces if piece.index is not None and piece.index <= oldest.last]
        pieces = pieces[len(gone) :]
        over -= sum(piece.chars for piece in gone)
        left.append(replace(oldest, reason="over the hard ceiling", chars=Chars(0)))
    return replace(layer, pieces=tuple(pieces), included=tuple(included), left_out=tuple(left))


def _clip_summary(layers: tuple[Layer, ...], over: int) -> tuple[Layer, ...]:
    summary = next((layer for layer in layers if layer.name is LayerName.SUMMARY and layer.pieces), None)
    if summary is None:
        return layers
    if summary.chars > over + _KEEP and any(layer.name is LayerName.CURRENT and layer.chars for layer in layers):
        return layers  # texts of the current mission can give that much and stay readable
    return _without(layers, LayerName.SUMMARY, "over the hard ceiling")


def _clip(layers: tuple[Layer, ...], guard: Guard, over: int, *, asked: bool, least: int) -> tuple[Layer, ...]:
    """Clip texts of the current mission, the longest first: those of the instruction only when `asked`."""
    current = next(layer for layer in layers if layer.name is LayerName.CURRENT)
    pieces = list(current.pieces)
    places = [place for place, piece in enumerate(pieces) if piece.asked is asked]
    newest = len(pieces) - 1
    for place in sorted(places, key=lambda at: (at == newest, -pieces[at].chars)):
        if over <= 0:
            break
        clipped = _clip_piece(pieces[place], guard, over, least)
        over -= pieces[place].chars - clipped.chars
        pieces[place] = clipped
    new = replace(current, pieces=tuple(pieces))
    return tuple(new if layer is current else layer for layer in layers)


def _clip_piece(piece: Piece, guard: Guard, over: int, least: int) -> Piece:
    """Clip every text of a message to one length, so that the message gives what is asked, or all it can."""
    lengths: list[int] = []

    def note(text: str, leaf: Leaf) -> str:
        del leaf
        lengths.append(len(text))
        return text

    guard.shape.rewrite(piece.raw, note)
    limit = max(_level(lengths, over), least)
    raw = guard.shape.rewrite(piece.raw, lambda text, leaf: _cut(text, limit, leaf, guard.phrases))
    size = guard.size(raw)
    return replace(piece, raw=raw, chars=size, tokens=None) if size < piece.chars else piece


def _level(lengths: list[int], over: int) -> int:
    """Return the length to which the longest texts must be cut so that `over` characters go."""
    ordered = sorted(lengths, reverse=True)
    for count, length in enumerate(ordered, 1):
        below = ordered[count] if count < len(ordered) else 0
        freed = sum(ordered[:count]) - count * below
        if freed >= over:
            return (sum(ordered[:count]) - over) // count
        del length
    return 0


def _cut(text: str, limit: int, leaf: Leaf, phrases: Phrases) -> str:
    del leaf
    if len(text) <= limit:
        return text
    return middle(text, limit, phrases.omitted.format(count=len(text) - limit))

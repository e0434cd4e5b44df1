"""The guard of the model's window: when a request would pass a hard ceiling, it gives way in a fixed order, visibly.

First the recalled excerpts, then the oldest recent messages, the summary, old texts of the current mission, and last of
all the newest instruction, in the middle. The stored talk is never touched. System text alone over the ceiling is sent.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from foveate.budget import Chars
from foveate.context.receipt import Draft, Flag
from foveate.layers import Item, Layer, LayerName, Piece
from foveate.quoting import ELLIPSIS, Phrases, middle, omitted_mark
from foveate.wire import Leaf, Shape

_KEEP = 400  # characters that a clipped text keeps at least before the next one gives way
_LEAST = 60  # a mark and a little around it; below that a text is a mark alone
_WHOLE = 200  # characters of arguments that may be replaced whole when clipping their strings was not enough
_SUMMARY_PART = 4  # a summary up to this part of the ceiling stays while longer texts can give way

Layers = tuple[Layer, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """A hard ceiling in characters, and how texts are written and counted under it."""

    ceiling: int
    shape: Shape
    phrases: Phrases
    size: Callable[[object], Chars]


def guarded(layers: Layers, guard: Guard, draft: Draft, *, beside: int) -> Layers:
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
    layers = _drop_summary(layers, guard, _over(layers, guard, beside))
    for give in _STEPS:
        over = _over(layers, guard, beside)
        if over <= 0:
            break
        layers = give(layers, guard, over)
        draft.note(Flag.CLIPPED, f"shortened for the hard ceiling of {guard.ceiling}: {over} characters over")
    if _over(layers, guard, beside) > 0:
        draft.note(
            Flag.OVER_BUDGET, f"still over the hard ceiling of {guard.ceiling}: what is left cannot be shortened"
        )
    return layers


def _over(layers: Layers, guard: Guard, beside: int) -> int:
    return sum(layer.chars for layer in layers) + beside - guard.ceiling


def _without(layers: Layers, name: LayerName, reason: str) -> Layers:
    return tuple(_emptied(layer, reason) if layer.name is name else layer for layer in layers)


def _emptied(layer: Layer, reason: str) -> Layer:
    left = tuple(replace(item, reason=reason, chars=Chars(0)) for item in layer.included)
    return replace(layer, pieces=(), included=(), left_out=(*layer.left_out, *left))


def _drop_recent(layers: Layers, over: int) -> Layers:
    """Leave out whole missions of the recent layer, oldest first."""
    return tuple(_shortened(layer, over) if layer.name is LayerName.RECENT else layer for layer in layers)


def _shortened(layer: Layer, over: int) -> Layer:
    pieces, included, left = list(layer.pieces), list(layer.included), list(layer.left_out)
    while over > 0 and included:
        oldest = included.pop(0)
        gone = [piece for piece in pieces if piece.index is not None and piece.index <= oldest.last and not piece.fixed]
        pieces = [piece for piece in pieces if piece not in gone]
        over -= sum(piece.chars for piece in gone)
        left.append(replace(oldest, reason="over the hard ceiling", chars=Chars(0)))
    return replace(layer, pieces=tuple(pieces), included=tuple(included), left_out=tuple(left))


def _drop_summary(layers: Layers, guard: Guard, over: int) -> Layers:
    """Leave the summary out where that is enough, or where it is large for the ceiling."""
    summary = next(layer for layer in layers if layer.name is LayerName.SUMMARY)
    if over <= 0 or (summary.chars < over and summary.chars * _SUMMARY_PART <= guard.ceiling):
        return layers
    return _without(layers, LayerName.SUMMARY, "over the hard ceiling")


def _clip(layers: Layers, guard: Guard, over: int, *, asked: bool, least: int) -> Layers:
    """Clip texts of the current mission, the longest first: those of the instruction only when `asked`."""
    current = _current(layers)
    pieces = list(current.pieces)
    newest = len(pieces) - 1
    places = [place for place, piece in enumerate(pieces) if piece.asked is asked and not piece.fixed]
    for place in sorted(places, key=lambda at: (at == newest, -pieces[at].chars)):
        if over <= 0:
            break
        clipped = _clip_piece(pieces[place], guard, over, least)
        over -= pieces[place].chars - clipped.chars
        pieces[place] = clipped
    return _with_current(layers, replace(current, pieces=tuple(pieces)))


def _leave_out_work(layers: Layers, guard: Guard, over: int) -> Layers:
    """Leave out the oldest units of the current mission, never the instruction and never the newest unit."""
    del guard
    current = _current(layers)
    movable = [p for p in current.pieces if not p.asked and not p.fixed and p.unit != current.pieces[-1].unit]
    gone: set[int | None] = set()
    left: list[Item] = []
    for piece in movable:
        if over <= 0 and piece.unit not in gone:
            break
        over -= piece.chars
        if piece.unit not in gone and piece.index is not None:
            left.append(Item(first=piece.index, last=piece.index, reason="older work, over the hard ceiling"))
        gone.add(piece.unit)
    kept = tuple(piece for piece in current.pieces if piece.unit not in gone)
    return _with_current(layers, replace(current, pieces=kept, left_out=(*current.left_out, *left)))


def _current(layers: Layers) -> Layer:
    return next(layer for layer in layers if layer.name is LayerName.CURRENT)


def _with_current(layers: Layers, current: Layer) -> Layers:
    return tuple(current if layer.name is LayerName.CURRENT else layer for layer in layers)


def _clip_piece(piece: Piece, guard: Guard, over: int, least: int) -> Piece:
    """Clip every text of a message to one length, so that the message gives what is asked, or all it can."""
    lengths: list[int] = []
    source = piece.raw if piece.whole is None else piece.whole  # a clipped text is clipped anew, never again
    over += guard.size(source) - piece.chars

    def note(text: str, leaf: Leaf) -> str:
        if leaf is not Leaf.ARGUMENTS:
            lengths.append(len(text))
        return text

    guard.shape.rewrite(source, note)
    limit = max(_level(lengths, over), least)
    whole = least <= _LEAST

    def clip(text: str, leaf: Leaf) -> str:
        if leaf is Leaf.ARGUMENTS and not (whole and len(text) > _WHOLE):
            return text
        return _cut(text, limit, guard.phrases)

    raw = guard.shape.rewrite(source, clip)
    size = guard.size(raw)
    return replace(piece, raw=raw, chars=size, tokens=None, whole=source) if size < piece.chars else piece


def _level(lengths: list[int], over: int) -> int:
    """Return the length to which the longest texts must be cut so that `over` characters go."""
    ordered = sorted(lengths, reverse=True)
    total = 0
    for count, length in enumerate(ordered, 1):
        total += length
        below = ordered[count] if count < len(ordered) else 0
        if total - count * below >= over:
            return (total - over) // count
    return 0


def _cut(text: str, limit: int, phrases: Phrases) -> str:
    if len(text) <= limit:
        return text
    mark = omitted_mark(phrases, text, limit)
    return middle(text, limit, mark) if limit > len(mark) else ELLIPSIS


_STEPS: tuple[Callable[[Layers, Guard, int], Layers], ...] = (
    partial(_clip, asked=False, least=_KEEP),
    _leave_out_work,
    partial(_clip, asked=False, least=_LEAST),
    partial(_clip, asked=True, least=_KEEP),
    partial(_clip, asked=False, least=1),
    partial(_clip, asked=True, least=1),
)

"""The receipt of a context: what is in it and why, what is not and why, what it takes and what it costs.

It is made from the layers, never from the text again. Tokens are estimated until a provider has reported them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from typing import Any

from foveate.budget import CHARS_A_TOKEN, Chars, CountTokens, Tokens
from foveate.layers import Item, Layer, LayerName, Piece
from foveate.ports import Usage
from foveate.wire import Shape


class Flag(StrEnum):
    """What a reader of a receipt should know at once."""

    OVER_BUDGET = "over_budget"
    SUMMARY_FAILED = "summary_failed"
    PINNED = "pinned"
    CLIPPED = "clipped"
    WINDOW_ASSUMED = "window_assumed"


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerReceipt:
    """One layer's line: what it takes, its ceiling, the items in it and the items left out, with reasons."""

    name: LayerName
    messages: int
    chars: Chars
    tokens: Tokens
    ceiling: Chars | None
    included: tuple[Item, ...]
    left_out: tuple[Item, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Money:
    """What the input of one request costs, in `currency`: without a cache, and with the prefix read from it."""

    uncached: float
    cached: float
    currency: str = "USD"


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What a context holds, layer by layer.

    `before` and `after` are characters of the whole talk and of the request, what stands beside the messages included;
    `folded` counts the messages that left detail, `folds` the cuts so far.
    `tokens` is the estimate of the request, corrected by `calibration` where usage was reported; `reported` is what a
    provider counted. `money` is None where no price is known.
    """

    layers: tuple[LayerReceipt, ...]
    flags: tuple[Flag, ...]
    before: Chars
    after: Chars
    messages_before: int
    messages_after: int
    folded: int
    tokens: Tokens
    folds: int
    notes: tuple[str, ...] = ()
    calibration: float = 1.0
    reported: Usage | None = None
    money: Money | None = None

    def layer(self, name: LayerName | str) -> LayerReceipt | None:
        """Return a layer's line, None where the context has no such layer."""
        return next((layer for layer in self.layers if layer.name == name), None)

    def settled(self, usage: Usage, money: Money | None = None) -> Receipt:
        """Return the receipt with what the provider reported."""
        return replace(self, reported=usage, money=money or self.money)

    def as_dict(self) -> dict[str, Any]:
        """Return the receipt as plain values, ready for JSON."""
        return asdict(self)

    def header(self) -> str:
        """Return the receipt on one line, as the gateway's header has it."""
        flags = ",".join(self.flags)
        return f"before={self.before};after={self.after};folded={self.folded};flags={flags}"


@dataclass(frozen=True, slots=True)
class Draft:
    """Flags and notes gathered while a context is made."""

    calibration: float = 1.0
    flags: list[Flag] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def note(self, flag: Flag, text: str) -> None:
        """Raise a flag once, and say why."""
        if flag not in self.flags:
            self.flags.append(flag)
        self.notes.append(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """What a receipt says of the talk, taken when the context was made; tokens are counted when it is written."""

    before: Chars
    messages: int
    folds: int
    beside: Chars
    beside_tokens: Callable[[], Tokens]
    tokens: Callable[[Piece], Tokens]


def make_receipt(layers: tuple[Layer, ...], totals: Totals, draft: Draft) -> Receipt:
    """Write the receipt of a context's layers."""
    rows = tuple(_row(layer, totals.tokens) for layer in layers if layer.pieces or layer.left_out)
    tokens = sum(row.tokens for row in rows) + totals.beside_tokens()
    return Receipt(
        layers=rows, flags=tuple(draft.flags), notes=tuple(draft.notes), folds=totals.folds, before=totals.before,
        after=Chars(sum(row.chars for row in rows) + totals.beside), messages_before=totals.messages,
        messages_after=sum(row.messages for row in rows), folded=_folded(rows),
        tokens=Tokens(round(tokens * draft.calibration)), calibration=draft.calibration,
    )  # fmt: skip


def piece_tokens(shape: Shape, media: Chars, count: CountTokens, piece: Piece) -> Tokens:
    """Return the tokens of a piece, media at their fixed cost; counted once, for it stands in many contexts."""
    if piece.tokens is None:
        images = shape.read(piece.raw).media
        tokens = Tokens(count(shape.text(piece.raw)) + images * media // CHARS_A_TOKEN)
        object.__setattr__(piece, "tokens", tokens)
        return tokens
    return piece.tokens


def _row(layer: Layer, tokens: Callable[[Piece], Tokens]) -> LayerReceipt:
    return LayerReceipt(
        name=layer.name, messages=len(layer.pieces), chars=layer.chars, tokens=Tokens(sum(map(tokens, layer.pieces))),
        ceiling=layer.ceiling, included=layer.included, left_out=layer.left_out,
    )  # fmt: skip


def _folded(rows: Sequence[LayerReceipt]) -> int:
    summary = next((row for row in rows if row.name is LayerName.SUMMARY), None)
    return sum(item.last - item.first + 1 for item in (*summary.included, *summary.left_out)) if summary else 0

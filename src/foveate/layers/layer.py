"""What a layer is: pieces to send in order, and what is in it and what is not, each with its reason. Values only."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from foveate.budget import Chars, Tokens


class LayerName(StrEnum):
    """The layers of a context, in the order of a request."""

    HEAD = "head"
    SUMMARY = "summary"
    RECENT = "recent"
    RECALLED = "recalled"
    CURRENT = "current"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """Messages `first` to `last` of the talk (indexes from 0, both included) and why they are in a layer or left out.

    `mission` counts from 1, 0 for what stands before the first instruction. `chars` is what they take in the context.
    """

    first: int
    last: int
    reason: str
    mission: int = 0
    chars: Chars = Chars(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One message to send.

    `index` is its place in the talk, None for one that we made; `unit` is the unit it belongs to. `fixed` marks system
    text. `asked` marks the newest instruction: the guard clips it last of all. `tokens` is
    None until they are counted. `whole` is the message before it was clipped, None where it was not.
    """

    raw: object
    chars: Chars
    tokens: Tokens | None = None
    index: int | None = None
    unit: int | None = None
    asked: bool = False
    fixed: bool = False
    whole: object = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """One layer of a context."""

    name: LayerName
    pieces: tuple[Piece, ...] = ()
    included: tuple[Item, ...] = ()
    left_out: tuple[Item, ...] = ()
    ceiling: Chars | None = None
    chars: Chars = field(init=False)

    def __post_init__(self) -> None:
        """Add up the characters that the layer takes: they are asked for several times a request."""
        object.__setattr__(self, "chars", Chars(sum([piece.chars for piece in self.pieces])))

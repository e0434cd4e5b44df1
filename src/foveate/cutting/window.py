"""The rule of the window: the newest messages under two ceilings, beginning on a person's message."""

from __future__ import annotations

from dataclasses import dataclass, field

from foveate.budget import Marks
from foveate.cutting.cut import Cut
from foveate.cutting.marks import Limit, jump, walk
from foveate.cutting.price import CachePrice, walk_by_price
from foveate.cutting.tally import Meter, Tally
from foveate.errors import InvalidPolicy


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """Keep the newest messages: 40 of them or 32,000 characters, whichever comes first.

    These are the second article's ceilings; the current mission is included. None lifts a ceiling. With `price` the
    price chooses the moment of a fold and the low marks say where it goes; a ceiling on messages would choose it
    first, so it must be None then. The ceiling on characters still holds.
    """

    messages: Marks | None = field(default_factory=lambda: Marks(high=40, low=20))
    chars: Marks | None = field(default_factory=lambda: Marks(high=32_000, low=16_000))
    price: CachePrice | None = None
    _limits: tuple[Limit, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Refuse a price beside a ceiling on messages, or without a low mark to fold to."""
        pairs = ((Meter.MESSAGES, self.messages), (Meter.CHARS, self.chars))
        limits = tuple(Limit(meter=meter, marks=marks) for meter, marks in pairs if marks is not None)
        object.__setattr__(self, "_limits", limits)
        if self.price is None:
            return
        if self.messages is not None or self.chars is None:
            raise InvalidPolicy(
                what="With a price the window needs a mark on characters and none on messages",
                value=f"messages={self.messages}, chars={self.chars}",
                remedy="Give Window(messages=None, chars=Marks(high=…, low=…), price=…)",
            )

    def advance(self, cut: Cut, tally: Tally, *, since: int, end: int) -> Cut:
        """Return the cut after the talk grew from `since` to `end` units."""
        if self.price is None:
            return walk(self._limits, cut, tally, since=since, end=end)
        return walk_by_price(self._limits, self.price, cut, tally, since=since, end=end)

    def fold_now(self, cut: Cut, tally: Tally, end: int) -> Cut:
        """Return the cut folded to the low marks at once: free while the provider's cache is cold."""
        return jump(self._limits, cut, tally, end) if self._limits else cut

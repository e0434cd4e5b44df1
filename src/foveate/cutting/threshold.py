"""The rule of agents that run long: fold when the prompt reaches a share of the model's window (Hermes, Claude Code).

System text and tools count towards the mark; nothing at the head is protected, its content enters the summary.
"""

from __future__ import annotations

from dataclasses import dataclass

from foveate.budget import Marks, Tokens
from foveate.cutting.cut import Cut
from foveate.cutting.marks import Limit, jump, walk
from foveate.cutting.tally import Meter, Tally
from foveate.errors import InvalidPolicy

UNKNOWN_WINDOW = Tokens(128_000)  # a model that nobody named: what most current ones have at least
_SMALL_WINDOW = 512_000  # Hermes: below it half the window is too soon
_SHARE, _SMALL_SHARE = 0.5, 0.75  # of the window; Hermes' defaults
_KEEP_SHARE = 0.2  # of the mark: what a fold leaves in detail


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """Fold at a share of the model's window down to a fifth of that mark.

    `window` is the model's in tokens, None for an unknown model (128K, flagged). `share` None takes 50 %, 75 % for
    windows under 512K. `low` None takes 20 % of the mark.
    """

    window: Tokens | None = None
    share: float | None = None
    low: Tokens | None = None

    def __post_init__(self) -> None:
        """Refuse a window or a share that is out of range."""
        if self.window is not None and self.window <= 0:
            raise InvalidPolicy(
                what="The model's window is not above 0", value=str(self.window), remedy="Give its size in tokens"
            )
        if self.share is not None and not 0 < self.share <= 1:
            raise InvalidPolicy(
                what="The share of the window is out of range",
                value=str(self.share),
                remedy="Give one above 0, up to 1",
            )
        self.marks()

    def marks(self) -> Marks:
        """Return the two marks in tokens."""
        window = self.window or UNKNOWN_WINDOW
        share = self.share or (_SMALL_SHARE if window < _SMALL_WINDOW else _SHARE)
        high = int(window * share)
        return Marks(high=high, low=int(high * _KEEP_SHARE) if self.low is None else self.low)

    def advance(self, cut: Cut, tally: Tally, *, since: int, end: int) -> Cut:
        """Return the cut after the talk grew from `since` to `end` units."""
        return walk(self._limits(tally), cut, tally, since=since, end=end)

    def fold_now(self, cut: Cut, tally: Tally, end: int) -> Cut:
        """Return the cut folded to the low mark at once: free while the provider's cache is cold."""
        return jump(self._limits(tally), cut, tally, end)

    def _limits(self, tally: Tally) -> tuple[Limit, ...]:
        return (Limit(meter=Meter.TOKENS, marks=self.marks(), overhead=tally.overhead),)

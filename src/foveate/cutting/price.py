"""The price chooses the moment: fold when carrying stale detail has cost as much as a fold would.

Prices are multiples of the uncached input price. Nothing here knows a provider: whoever calls names the numbers.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt

from foveate.cutting.cut import Cut
from foveate.cutting.marks import Limit, jump, walk
from foveate.cutting.tally import Tally
from foveate.errors import InvalidPolicy

SUMMARY_TOKENS = 600  # the summary's ceiling of 2,400 characters, at a quarter of a token each


@dataclass(frozen=True, slots=True, kw_only=True)
class CachePrice:
    """What a provider's cache costs: to `read` and to `write` a token, in multiples of the uncached input price."""

    read: float
    write: float

    def __post_init__(self) -> None:
        """Refuse prices below zero, and a cache that costs more to read than to write."""
        if self.read < 0 or self.write < self.read:
            raise InvalidPolicy(
                what="Cache prices contradict each other",
                value=f"read={self.read}, write={self.write}",
                remedy="Give multiples of the input price with 0 <= read <= write, such as read=0.1, write=1.25",
            )


def walk_by_price(limits: Sequence[Limit], price: CachePrice, cut: Cut, tally: Tally, *, since: int, end: int) -> Cut:
    """Return the cut after the talk grew from `since` to `end` units, folding when stale tokens have cost a fold.

    The limits still hold: passing a high mark folds before its price does.
    """
    checked = since
    for place in range(bisect_right(tally.asks, since), bisect_right(tally.asks, end)):
        asked = tally.asks[place]
        cut = walk(limits, cut, tally, since=checked, end=asked)
        cut = _carry(limits, price, cut, tally, asked)
        checked = asked
    return walk(limits, cut, tally, since=checked, end=end)


def best_step(price: CachePrice, *, turn: float, kept: float, summary: float) -> float:
    """Return the cheapest number of turns between two folds: K* = sqrt(2 (w - r)(S + mL) / (r m)).

    `turn` is m, the tokens a turn adds; `kept` is L, the turns kept; `summary` is S, the tokens written beside them.
    """
    if price.read == 0:
        return float("inf")
    return sqrt(2 * (price.write - price.read) * (summary + turn * kept) / (price.read * turn))


def _carry(limits: Sequence[Limit], price: CachePrice, cut: Cut, tally: Tally, asked: int) -> Cut:
    folded = jump(limits, cut, tally, asked)
    if folded is cut:
        return cut
    stale = _tokens(tally, cut, asked) - _tokens(tally, folded, asked)
    carried = cut.carried + price.read * stale
    due = (price.write - price.read) * (SUMMARY_TOKENS + _tokens(tally, folded, asked))
    return folded if carried >= due else replace(cut, carried=carried)


def _tokens(tally: Tally, cut: Cut, end: int) -> int:
    skipped = tally.tokens[cut.skip[1]] - tally.tokens[cut.skip[0]] if cut.skip else 0
    return tally.tokens[end] - tally.tokens[cut.at] - skipped

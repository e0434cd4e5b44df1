"""What requests cost: without a cache, and with a provider's, which finds, keeps and forgets a prefix by its rule.

A simulation in one pass, linear in what is sent. It knows contents by keys and tokens only; no text is read here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import NamedTuple

from foveate.providers.catalogue import MARKS, CacheRule, Price, Rates

MILLION = 1_000_000  # prices are per million tokens


class Block(NamedTuple):
    """A piece of a request that stays whole: equal contents have equal keys."""

    key: int
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is sent at one moment. `marks` are numbers of blocks behind which a client marks the prefix for the cache.

    The end of the request is always marked. `at` is seconds from any moment that all requests share.
    """

    blocks: Sequence[Block]
    at: float
    marks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """The tokens of a request: read from the cache, written to it, and neither."""

    read: int = 0
    written: int = 0
    fresh: int = 0


class Paid(NamedTuple):
    """The input money of one request; `cached` is None where the provider has no price for a cache."""

    uncached: float
    cached: float | None


@dataclass(slots=True, kw_only=True)
class Cache:
    """What a provider's cache holds: prefixes, by a chain of their blocks' keys, and until when."""

    rule: CacheRule
    _until: dict[int, float] = field(default_factory=dict)

    def take(self, request: Request) -> Split:
        """Return how a request splits, and keep what it leaves behind."""
        chain = list(accumulate((block.key for block in request.blocks), _link, initial=0))
        sums = list(accumulate((block.tokens for block in request.blocks), initial=0))
        if self.rule.matching == "marks":
            return self._at_marks(request, chain, sums)
        return self._by_itself(request, chain, sums)

    def _at_marks(self, request: Request, chain: Sequence[int], sums: Sequence[int]) -> Split:
        """Read the longest prefix near a mark that an earlier request left at one of its own; write up to the last."""
        marks = sorted({mark for mark in request.marks if 0 < mark < len(sums)} | {len(sums) - 1})[-MARKS:]
        read = self._longest(marks, chain, request.at)
        held = [mark for mark in marks if sums[mark] >= self.rule.smallest]
        for mark in {*held, read} - {0}:
            self._until[chain[mark]] = request.at + self.rule.life
        end = max([read, *held])
        return Split(read=sums[read], written=sums[end] - sums[read], fresh=sums[-1] - sums[end])

    def _longest(self, marks: Sequence[int], chain: Sequence[int], at: float) -> int:
        for mark in reversed(marks):
            back = range(mark, max(mark - self.rule.lookback, 0), -1)
            found = next((place for place in back if self._lives(chain[place], at)), 0)
            if found:
                return found
        return 0

    def _by_itself(self, request: Request, chain: Sequence[int], sums: Sequence[int]) -> Split:
        """Read whole steps of the longest prefix that any request still kept began with; the rest is written."""
        whole = range(len(chain) - 1, 0, -1)
        place = next((place for place in whole if self._lives(chain[place], request.at)), 0)
        read = sums[place] // self.rule.step * self.rule.step
        if read < self.rule.smallest:
            read = 0
        if sums[-1] < self.rule.smallest:
            return Split(fresh=sums[-1])
        self._until.update(dict.fromkeys(chain[1:], request.at + self.rule.life))
        return Split(read=read, written=sums[-1] - read)

    def _lives(self, prefix: int, at: float) -> bool:
        return self._until.get(prefix, float("-inf")) >= at


def bill(requests: Iterable[Request], price: Price, rule: CacheRule | None) -> Iterator[Paid]:
    """Yield what each request of a talk costs, in order of time, in the price's currency."""
    cache = Cache(rule=rule) if rule else None
    for request in requests:
        tokens = sum(block.tokens for block in request.blocks)
        rates = price.at(tokens)
        cached = _money(cache.take(request), rates) if cache is not None else None
        yield Paid(tokens * rates.input / MILLION, cached)


def _money(split: Split, rates: Rates) -> float:
    """Price a split: what is written costs the input price where writing has none of its own."""
    read = rates.input if rates.read is None else rates.read
    write = rates.input if rates.write is None else rates.write
    return (split.read * read + split.written * write + split.fresh * rates.input) / MILLION


def _link(prefix: int, key: int) -> int:
    return hash((prefix, key))

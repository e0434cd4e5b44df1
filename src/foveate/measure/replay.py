"""What a rule does to a talk: sizes, money, prefix, folds and surviving facts, turn by turn, as one run.

It puts the parts together: sending makes the requests, weights weighs them, prices bills them, survive reads the last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from foveate.exports import Conversation
from foveate.measure.asking import Ask, asks, moments
from foveate.measure.counting import Counter
from foveate.measure.finding import Gap, Run, Turns
from foveate.measure.prices import Block, Paid, Request, bill
from foveate.measure.rules import Named
from foveate.measure.sending import Sent, send
from foveate.measure.survive import Kept, all_kept, kept, stated
from foveate.measure.weights import Scale, Weight
from foveate.providers.catalogue import CacheRule, Price
from foveate.wire import Shape, shape_named


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What all runs of a measurement share: the pauses, the counter, the price and the cache's rule."""

    gap: Gap
    counter: Counter
    price: Price | None = None
    cache: CacheRule | None = None


@dataclass(slots=True, kw_only=True)
class _Ledger:
    """The columns of a run as they fill, and the request before."""

    scale: Scale
    beside: Weight | None
    chars: list[int] = field(default_factory=list)
    tokens: list[int] = field(default_factory=list)
    changed: list[bool] = field(default_factory=list)
    flags: dict[str, None] = field(default_factory=dict)
    sent: Sent = field(default_factory=lambda: Sent(messages=()))
    weights: list[Weight] = field(default_factory=list)
    stood: int = 0

    def enter(self, sent: Sent, at: float) -> Request:
        """Enter a turn; return its request as the cache sees it."""
        stands = _standing(self.sent.messages, sent.messages)
        around = [self.beside] if self.beside else []
        self.stood += sum(weight.chars for weight in (*around, *self.weights[:stands])) if self.chars else 0
        self.changed.append(stands < len(self.weights))
        self.weights = self.weights[:stands] + [self.scale.weigh(raw) for raw in sent.messages[stands:]]
        row = (*around, *self.weights)
        self.chars.append(sum(weight.chars for weight in row))
        self.tokens.append(sum(weight.tokens for weight in row))
        self.flags.update(dict.fromkeys(sent.flags))
        self.sent = sent
        marks = (0, *sent.marks)
        blocks = [Block(weight.key, weight.tokens) for weight in row]
        return Request(blocks=blocks, at=at, marks=tuple(mark + len(around) for mark in marks))

    @property
    def prefix_kept(self) -> float:
        """The share of what a next request could repeat at its front, and did."""
        repeatable = sum(self.chars[:-1])
        return self.stood / repeatable if repeatable else 1.0


def replay(conversation: Conversation, rule: Named, terms: Terms, *, source: str = "") -> Run:
    """Return what a rule does to a talk with at least one request. `source` is what the talk is called."""
    shape = shape_named(conversation.shape)
    requests = asks(conversation)
    scale = Scale(shape=shape, count=terms.counter.count, media=rule.policy.media)
    ledger = _Ledger(scale=scale, beside=scale.beside(conversation.system))
    entered = _entered(conversation, rule, requests, terms, ledger)
    paid = _paid(entered, terms)
    left = _left(conversation, requests, ledger.sent, shape)
    return Run(
        source=source or conversation.source,
        policy=rule.name,
        title=rule.title,
        turns=_turns(ledger, paid),
        prefix_kept=ledger.prefix_kept,
        folds=ledger.sent.folds,
        calls=0,  # the summaries of a replay are extractive: no model is asked
        facts=left.facts,
        facts_kept=left.kept,
        lost=left.lost,
        ages=left.ages,
        flags=tuple(ledger.flags),
    )


def _entered(
    conversation: Conversation, rule: Named, requests: Sequence[Ask], terms: Terms, ledger: _Ledger
) -> Iterator[Request]:
    times = moments(conversation, requests, terms.gap)
    for at, sent in zip(times, send(conversation, rule.policy, requests, terms.counter.count), strict=True):
        yield ledger.enter(sent, at)


def _paid(requests: Iterable[Request], terms: Terms) -> list[Paid]:
    """Bill the requests; where no price is known they are walked all the same."""
    if terms.price is not None:
        return list(bill(requests, terms.price, terms.cache))
    for _ in requests:
        pass
    return []


def _turns(ledger: _Ledger, paid: Sequence[Paid]) -> Turns:
    cached = [each.cached for each in paid if each.cached is not None]
    return Turns(
        chars=tuple(ledger.chars),
        tokens=tuple(ledger.tokens),
        uncached=tuple(each.uncached for each in paid) if paid else None,
        cached=tuple(cached) if cached else None,
        prefix_changed=tuple(ledger.changed),
    )


def _left(conversation: Conversation, requests: Sequence[Ask], last: Sent, shape: Shape) -> Kept:
    said = stated([shape.read(raw) for raw in conversation.messages[: requests[-1].end]])
    return kept(said, last.context, shape) if last.context else all_kept(said)


def _standing(before: Sequence[object], now: Sequence[object]) -> int:
    """Return how many messages at the front of a request are those of the one before, equal by identity or contents."""
    both = min(len(before), len(now))
    if list(before[:both]) == list(now[:both]):  # most often, and many times faster than one by one
        return both
    return next(place for place in range(both) if before[place] != now[place])

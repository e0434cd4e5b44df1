"""A measurement: every talk through every rule, as one finding. Prices and counters are chosen here, by name.

It reads no file and no clock; the talks, the day and who is told of the progress come from outside.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Protocol

from foveate.errors import FoveateError, UnreadableSource
from foveate.exports import Conversation, Imported
from foveate.measure.asking import asks
from foveate.measure.counting import Counter, Counting, counter_of
from foveate.measure.figures import plural
from foveate.measure.finding import Finding, Gap, Pricing, Run
from foveate.measure.replay import Terms, replay
from foveate.measure.rules import COMPARED, Named, Wanted, rules_named
from foveate.providers import catalogue
from foveate.providers.catalogue import CacheRule, Price

NO_MODEL = "none"
"""In place of a model's name: sizes are measured and money is unknown."""


class Steps(Protocol):
    """Who is told how far a measurement is. Steps are runs: a talk through a rule."""

    def begin(self, *, total: int) -> None:
        """Is called once, before the first run."""
        ...

    def advance(self, *, name: str, done: int) -> None:
        """Is called when a run is through, with the talk's name."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What a person asks for: rules by name and with marks, a model, pauses and a counter."""

    policies: Sequence[str] = COMPARED
    wanted: Wanted = field(default_factory=Wanted)
    model: str = NO_MODEL
    gap: Gap = "1m"
    counting: Counting = "estimate"


def measure(
    found: Imported, order: Order, *, now: datetime, simulated: bool = False, steps: Steps | None = None
) -> Finding:
    """Return the finding.

    Raises InvalidPolicy, MissingExtra, UnreadableSource where no talk asks a model, and FoveateError for a model that
    is not known.
    """
    price = priced(order.model, at=now)
    cache = catalogue.cache_of(price) if price else None
    terms = Terms(gap=order.gap, counter=_counter(order), price=price, cache=cache)
    rules = rules_named(order.policies, replace(order.wanted, window=price.window if price else None))
    talks = [talk for talk in found.conversations if asks(talk)]
    if not talks:
        raise _nothing_asked(found.conversations)
    names = names_of(talks)
    runs = tuple(_runs(dict(zip(names, talks, strict=True)), rules, terms, steps))
    return Finding(
        made=now.date(),
        sources=names,
        conversations=len(talks),
        turns=sum(len(asks(talk)) for talk in talks),
        simulated=simulated,
        runs=runs,
        pricing=_pricing(order.model, price, cache),
        gap=order.gap,
        counter=terms.counter.name,
        skipped=tuple(_left_out(found)),
    )


def priced(model: str, *, at: datetime) -> Price | None:
    """Return a model's price, None for no model and for one that is listed without a price.

    Raises FoveateError for a name that is not listed, with names like it.
    """
    if model == NO_MODEL:
        return None
    if catalogue.is_listed(model):
        return catalogue.price_of(model, at=at)
    near = catalogue.near(model) if model.strip() else ()
    raise FoveateError(
        what="The model is not in the list of prices",
        value=model,
        remedy=f"{_one_of(near)}, or {NO_MODEL} to measure sizes without money",
    )


def names_of(talks: Sequence[Conversation]) -> tuple[str, ...]:
    """Return what each talk is called: its file, with its title where the file holds several, each name once."""
    files = Tally(talk.source for talk in talks)
    plain = [talk.source if files[talk.source] == 1 else f"{talk.source}: {talk.title}" for talk in talks]
    seen: Tally[str] = Tally()
    names: list[str] = []
    for name in plain:
        seen[name] += 1
        names.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return tuple(names)


def _counter(order: Order) -> Counter:
    return counter_of(order.counting, None if order.model == NO_MODEL else order.model)


def _one_of(near: Sequence[str]) -> str:
    return f"Use a name such as {', '.join(near)}" if near else "Use a model's full name, such as claude-sonnet-4-6"


def _nothing_asked(talks: Sequence[Conversation]) -> UnreadableSource:
    return UnreadableSource(
        what="There is nothing to measure",
        value=", ".join(dict.fromkeys(talk.source for talk in talks)),
        remedy="Give chats in which a person says something",
    )


def _runs(
    talks: Mapping[str, Conversation], rules: Sequence[Named], terms: Terms, steps: Steps | None
) -> Iterator[Run]:
    if steps is not None:
        steps.begin(total=sum(len(talk.messages) for talk in talks.values()) * len(rules))
    for name, talk in talks.items():
        for rule in rules:
            yield replay(talk, rule, terms, source=name)
            if steps is not None:
                steps.advance(name=name, done=len(talk.messages))


def _pricing(model: str, price: Price | None, cache: CacheRule | None) -> Pricing:
    rates = price.rates if price else None
    return Pricing(
        model=None if model == NO_MODEL else model,
        input=rates.input if rates else None,
        read=rates.read if rates else None,
        write=rates.write if rates else None,
        currency=price.currency if price else "USD",
        life_s=cache.life if cache else None,
        smallest_prefix=cache.smallest if cache else None,
        source=_origin(cache) if price else "",
        window=price.window if price else None,
    )


def _origin(cache: CacheRule | None) -> str:
    return catalogue.source() + (", the cache's life and smallest prefix assumed" if cache and cache.assumed else "")


def _left_out(found: Imported) -> Iterator[tuple[str, str, str]]:
    """Yield everything of the sources that is in no run, with its reason."""
    for skip in found.skipped:
        yield skip.source, skip.where, skip.reason
    for talk in found.conversations:
        if talk.branches > 1:
            others = plural(talk.branches - 1, "other branch", "other branches")
            yield talk.source, talk.title, f"{others}; the one last seen is measured"
        if not asks(talk):
            yield talk.source, talk.title, "no request to a model in it"

"""What input costs, and how providers cache it: prices from genai-prices, the cache's rules from the table below.

Nothing is fetched: both are data of the installed packages. An unknown price is None, never zero.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from difflib import get_close_matches
from functools import cache
from importlib.metadata import version
from typing import Any, Literal, NamedTuple

from foveate.budget import Tokens
from foveate.errors import MissingExtra

Matching = Literal["marks", "automatic"]
"""How a prefix is found again: at marks that the client sets, or at every step of so many tokens by itself."""

NEAR = 4  # names that are offered for one that is not known: a line in a terminal
MINUTE, HOUR = 60.0, 3600.0  # seconds


class Rates(NamedTuple):
    """What a million tokens cost: fresh, read from the cache, written to it. None where the catalogue has no price."""

    input: float
    read: float | None = None
    write: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """The input price of a model. `tiers` are (tokens, rates): requests larger than that cost these rates in all.

    `window` is the model's in tokens, None where the catalogue does not say.
    """

    model: str
    provider: str
    rates: Rates
    tiers: tuple[tuple[int, Rates], ...] = ()
    currency: str = "USD"
    window: Tokens | None = None

    def at(self, tokens: int) -> Rates:
        """Return the rates of a request of that size."""
        return next((rates for above, rates in reversed(self.tiers) if tokens > above), self.rates)


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheRule:
    """How a provider caches. `life` is seconds since the last use; `smallest` the fewest tokens of a prefix it holds.

    With `marks`, a prefix is found when it ends at most `lookback` blocks before a mark. `automatic` reads whole steps
    of `step` tokens. `assumed` says that the provider documents no such rule.
    """

    matching: Matching
    smallest: int
    life: float = 5 * MINUTE
    step: int = 1
    lookback: int = 20
    assumed: bool = False


MARKS = 4  # cache_control marks in one request (Anthropic)

# Anthropic, platform.claude.com/docs/en/build-with-claude/prompt-caching: up to four marks, a lookback of 20 blocks,
# five minutes from the last use, nothing below the model's smallest prefix. Sonnet 4.6: 1,024 in that table, as quoted
# in anthropics/anthropic-sdk-python#1194, whose author measured 2,048; docs.litellm.ai has 1,024 too.
# OpenAI, developers.openai.com/api/docs/guides/prompt-caching: automatic from 1,024 tokens, in steps of 128, kept 5 to
# 10 minutes after the last use (the shorter is taken); from GPT-5.6 on 30 minutes and a price for writing.
# Google, ai.google.dev/gemini-api/docs/caching: implicit, the smallest prefix by model; its life is not stated.
# DeepSeek, api-docs.deepseek.com/guides/kv_cache: on disk, units of 64 tokens, kept for hours.
_RULES: tuple[tuple[str, str, CacheRule], ...] = (
    ("anthropic", r"(opus|fable|mythos)-5", CacheRule(matching="marks", smallest=512)),
    ("anthropic", r"opus-4[-.]7", CacheRule(matching="marks", smallest=2_048)),
    ("anthropic", r"opus-4[-.][56]|haiku-4[-.]5", CacheRule(matching="marks", smallest=4_096)),
    ("anthropic", r"haiku", CacheRule(matching="marks", smallest=2_048)),
    ("anthropic", r"", CacheRule(matching="marks", smallest=1_024)),
    (
        "openai",
        r"gpt-(5\.([6-9]|\d\d)|[6-9])",
        CacheRule(matching="automatic", smallest=1_024, step=128, life=30 * MINUTE),
    ),
    ("openai", r"", CacheRule(matching="automatic", smallest=1_024, step=128)),
    ("google", r"gemini-2", CacheRule(matching="automatic", smallest=2_048, assumed=True)),
    ("google", r"", CacheRule(matching="automatic", smallest=4_096, assumed=True)),
    ("deepseek", r"", CacheRule(matching="automatic", smallest=64, step=64, life=2 * HOUR)),
)
_UNDOCUMENTED = CacheRule(matching="automatic", smallest=1_024, step=128, assumed=True)  # as most providers do
_MAKERS = {"claude": "anthropic", "gpt": "openai", "gemini": "google", "deepseek": "deepseek"}  # offered by others too


def price_of(model: str, *, at: datetime) -> Price | None:
    """Return what the input of a model costs at a time; None where the model or its price is not known.

    `model` is a name, or `provider/name` or `provider:name`. Raises MissingExtra without genai-prices.
    """
    found = next(_found(model), None)
    if found is None:
        return None
    provider, info = found
    prices = info.get_prices(at)
    rates = _rates(prices, above=-1)
    if rates is None:
        return None
    starts = sorted({tier.start for value in _values(prices) for tier in getattr(value, "tiers", ())})
    tiers = ((start, _rates(prices, above=start)) for start in starts)
    return Price(
        model=info.id,
        provider=provider.id,
        rates=rates,
        tiers=tuple((start, tier) for start, tier in tiers if tier is not None),
        window=Tokens(info.context_window) if info.context_window else None,
    )


def is_listed(model: str) -> bool:
    """Say whether the catalogue knows the model, with a price or without."""
    return next(_found(model), None) is not None


def near(model: str) -> tuple[str, ...]:
    """Return names in the catalogue that look like a name that is not in it, the nearest first."""
    names = _names()
    wanted = model.lower()
    close = get_close_matches(wanted, names, n=NEAR, cutoff=0.5)
    holding = (name for name in names if wanted in name)
    return tuple(dict.fromkeys([*close, *holding]))[:NEAR]


def cache_of(price: Price) -> CacheRule | None:
    """Return how the model's provider caches; None where reading from a cache has no price."""
    if price.rates.read is None:
        return None
    maker = next((maker for name, maker in _MAKERS.items() if name in price.model), price.provider)
    rules = (rule for provider, models, rule in _RULES if provider == maker and re.search(models, price.model))
    return next(rules, _UNDOCUMENTED)


def source() -> str:
    """Return where the prices come from, with its version."""
    return f"genai-prices {version('genai-prices')}"


def _found(model: str) -> Iterator[tuple[Any, Any]]:
    """Yield (provider, model) of the catalogue: by the name as it is, then by what stands before its first / or :."""
    snapshot = _snapshot()
    sign = "/" if "/" in model else ":"
    provider, _, name = model.partition(sign)
    for reference, by in ((model, None), (name, provider or None)):
        if not reference or (reference is name and by is None):
            continue
        try:
            yield snapshot.find_provider_model(reference.strip(), None, by, None)
        except LookupError:
            continue


@cache
def _names() -> tuple[str, ...]:
    makers = ("anthropic", "openai", "google", "deepseek", "mistral", "x-ai")
    providers = sorted(_snapshot().providers, key=lambda each: each.id not in makers)
    return tuple(dict.fromkeys(model.id.lower() for provider in providers for model in provider.models))


def _snapshot() -> Any:
    try:
        from genai_prices.data_snapshot import get_snapshot
    except ImportError as error:
        raise MissingExtra(
            what="The list of prices is not installed",
            value="genai-prices",
            remedy='Install it with: pip install "foveate[measure]"',
        ) from error
    return get_snapshot()


def _values(prices: Any) -> tuple[Any, ...]:
    return (prices.input_mtok, prices.cache_read_mtok, prices.cache_write_mtok)


def _rates(prices: Any, *, above: int) -> Rates | None:
    fresh, read, write = (_tier(value, above) for value in _values(prices))
    return None if fresh is None else Rates(input=fresh, read=read, write=write)


def _tier(value: Any, above: int) -> float | None:
    if value is None or isinstance(value, Decimal):
        return None if value is None else float(value)
    within = [tier.price for tier in value.tiers if tier.start <= above]
    return float(within[-1] if within else value.base)

"""What a measurement found: one run for each source and rule, the prices, and what was skipped.

Values only. The replay fills them and the report shows them; neither knows the other, and no clock is read here.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

Gap = Literal["1m", "office", "real"]
"""The pauses between turns: a minute each, those of an office day, or those that the log's own times give."""

WHOLE = "off"
"""The policy that sends the whole history; every other rule is compared with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turns:
    """One value a turn, the same length in every field.

    `chars` and `tokens` are what was sent that turn. `uncached` and `cached` are the input money of that turn alone,
    without a cache and with the provider's; None where the price is unknown.
    """

    chars: tuple[int, ...]
    tokens: tuple[int, ...]
    uncached: tuple[float, ...] | None
    cached: tuple[float, ...] | None
    prefix_changed: tuple[bool, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Age:
    """Where the facts of one age, in missions, stood at the end: shares from 0 to 1 that add up to 1."""

    label: str
    current: float
    recent: float
    recalled: float
    summary: float
    remembered: float
    gone: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One source under one rule.

    `title` names the rule for people. `prefix_kept` is a share from 0 to 1. Facts are the person's own words (numbers,
    prices, dates, names, decisions); `lost` lists those no longer present at the end.
    """

    source: str
    policy: str
    title: str
    turns: Turns
    prefix_kept: float
    folds: int
    calls: int
    facts: int
    facts_kept: int
    lost: tuple[str, ...]
    ages: tuple[Age, ...]
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pricing:
    """What a million tokens cost: fresh input, read from the cache, written to it. None is unknown, never zero.

    `life_s` is how long the cache lives, in seconds; `smallest_prefix` the fewest tokens it holds; `source` says where
    the prices come from. `window` is the most tokens that a request to the model may have, None where nobody says.
    """

    model: str | None
    input: float | None
    read: float | None
    write: float | None
    currency: str
    life_s: float | None
    smallest_prefix: int | None
    source: str
    window: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A whole measurement. Every source has a run for every rule; `skipped` holds (source, where, reason)."""

    made: date
    sources: tuple[str, ...]
    conversations: int
    turns: int
    simulated: bool
    runs: tuple[Run, ...]
    pricing: Pricing
    gap: Gap
    counter: str
    skipped: tuple[tuple[str, str, str], ...]

"""Which counter counts tokens, and its name: the estimate by script, or an exact tokenizer of the `tokens` extra.

Counts are kept, because a talk is counted again on every turn. No cut depends on them here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, get_args

from foveate.budget import RATIOS_VERSION, CountTokens, estimate_tokens
from foveate.providers.tokens import KEPT, STANDING_IN, encoding_of, exact_counter

Counting = Literal["estimate", "tokens"]
"""How tokens are counted: estimated by script, or exactly."""

COUNTINGS: tuple[Counting, ...] = get_args(Counting)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter:
    """A counter and its name, as a sentence's end."""

    count: CountTokens
    name: str


def counter_of(counting: Counting, model: str | None) -> Counter:
    """Return the counter. Raises MissingExtra for exact counts without the `tokens` extra."""
    if counting == "estimate":
        kept = lru_cache(maxsize=KEPT)(estimate_tokens)
        return Counter(count=kept, name=f"estimated by script, ratios version {RATIOS_VERSION}")
    own = encoding_of(model or "")
    said = "exact" if own else f"exact for another model, because the tokenizer of {model or 'the model'} is not public"
    encoding = own or STANDING_IN
    return Counter(count=exact_counter(encoding), name=f"{encoding}, {said}")

"""Which counter counts tokens, and its name: the estimate by script, or an exact tokenizer of the `tokens` extra.

Counts are kept, because a talk is counted again on every turn. No cut depends on them here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, get_args

from foveate.budget import RATIOS_VERSION, CountTokens, Tokens, estimate_tokens
from foveate.errors import MissingExtra

Counting = Literal["estimate", "tokens"]
"""How tokens are counted: estimated by script, or exactly."""

COUNTINGS: tuple[Counting, ...] = get_args(Counting)
KEPT = 1 << 16  # texts: a long talk and its copies
STANDING_IN = "o200k_base"  # for models whose tokenizer is not public, Claude's and Gemini's among them
# Models whose tokenizer is public, by how their name begins; the first that fits.
ENCODINGS: tuple[tuple[str, str], ...] = (
    ("gpt-oss", "o200k_harmony"),
    ("gpt-4o", "o200k_base"), ("gpt-4.", "o200k_base"), ("gpt-5", "o200k_base"), ("chatgpt-4o", "o200k_base"),
    ("o1", "o200k_base"), ("o3", "o200k_base"), ("o4", "o200k_base"),
    ("gpt-4", "cl100k_base"), ("gpt-3.5", "cl100k_base"),
    ("llama-3", "llama3"), ("llama3", "llama3"), ("meta-llama-3", "llama3"),
    ("qwen3", "qwen3"), ("qwen2", "qwen3"),
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter:
    """A counter and its name, as a sentence's end."""

    count: CountTokens
    name: str


def counter_of(counting: Counting, model: str | None) -> Counter:
    """Return the counter. Raises MissingExtra for exact counts without the `tokens` extra."""
    if counting == "estimate":
        return Counter(count=_kept(estimate_tokens), name=f"estimated by script, ratios version {RATIOS_VERSION}")
    own = _encoding_of(model or "")
    encoding = _load(own or STANDING_IN)
    said = "exact" if own else f"exact for another model, because the tokenizer of {model or 'the model'} is not public"
    return Counter(count=_kept(lambda text: _count(encoding, text)), name=f"{own or STANDING_IN}, {said}")


def _kept(count: CountTokens) -> CountTokens:
    return lru_cache(maxsize=KEPT)(count)


def _encoding_of(model: str) -> str | None:
    name = model.lower().rpartition("/")[2].rpartition(":")[2]
    return next((encoding for opening, encoding in ENCODINGS if name.startswith(opening)), None)


def _load(encoding: str) -> Any:
    try:
        import quicktok
    except ImportError as error:
        raise MissingExtra(
            what="The exact tokenizer is not installed",
            value="quicktok-v1",
            remedy='Install it with: pip install "foveate[tokens]", or count by estimate',
        ) from error
    return quicktok.get_encoding(encoding)


def _count(encoding: Any, text: str) -> Tokens:
    """Count markers such as <|im_start|> as the text they are; a lone surrogate counts as what would be sent for it."""
    return Tokens(encoding.count(text.encode(errors="replace").decode()))

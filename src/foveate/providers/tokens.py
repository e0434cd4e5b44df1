"""Exact token counts with the tokenizers of the `tokens` extra, whose vocabularies are in the package.

Which encoding a model uses stands in the table below. Nothing is fetched, and no cut depends on an exact count.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from foveate.budget import CountTokens, Tokens
from foveate.errors import FoveateError, MissingExtra

KEPT = 1 << 16  # texts: a long talk and its copies, because a talk is counted again on every turn
STANDING_IN = "o200k_base"  # for models whose tokenizer is not public, Claude's and Gemini's among them
ENCODINGS = ("o200k_base", "cl100k_base", "o200k_harmony", "llama3", "qwen3")
"""The encodings whose vocabularies come with the extra."""

# Models whose tokenizer is public, by how their name begins; the first that fits.
_MODELS: tuple[tuple[str, str], ...] = (
    ("gpt-oss", "o200k_harmony"),
    ("gpt-4o", "o200k_base"), ("gpt-4.", "o200k_base"), ("gpt-5", "o200k_base"), ("chatgpt-4o", "o200k_base"),
    ("o1", "o200k_base"), ("o3", "o200k_base"), ("o4", "o200k_base"),
    ("gpt-4", "cl100k_base"), ("gpt-3.5", "cl100k_base"),
    ("llama-3", "llama3"), ("llama3", "llama3"), ("meta-llama-3", "llama3"),
    ("qwen3", "qwen3"), ("qwen2", "qwen3"),
)  # fmt: skip


def exact_counter(encoding_or_model: str) -> CountTokens:
    """Return a function that counts exactly and keeps its counts, as `count_tokens` of `assemble` and `Chat` takes it.

    The name is an encoding's (`o200k_base`) or that of a model whose tokenizer is public (`gpt-5.2`). Raises
    MissingExtra without the `tokens` extra, and FoveateError for any other name.
    """
    encoding = encoding_or_model if encoding_or_model in ENCODINGS else encoding_of(encoding_or_model)
    if encoding is None:
        raise FoveateError(
            what="No public tokenizer is known by this name",
            value=encoding_or_model,
            remedy=f"Give one of {', '.join(ENCODINGS)}, or a model of OpenAI, Llama 3 or Qwen. "
            f"For other models {STANDING_IN} stands in, and is not exact",
        )
    tokenizer = _load(encoding)
    return lru_cache(maxsize=KEPT)(lambda text: _count(tokenizer, text))


def encoding_of(model: str) -> str | None:
    """Return the encoding of a model, `provider/name` and `provider:name` included; None where it is not public."""
    name = model.lower().rpartition("/")[2].rpartition(":")[2]
    return next((encoding for opening, encoding in _MODELS if name.startswith(opening)), None)


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


def _count(tokenizer: Any, text: str) -> Tokens:
    """Count markers such as <|im_start|> as the text they are; a lone surrogate counts as what would be sent for it."""
    return Tokens(tokenizer.count(text.encode(errors="replace").decode()))

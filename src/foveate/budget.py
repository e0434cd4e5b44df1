"""Sizes and their limits: characters, tokens, marks, and the estimate of tokens by script.

Characters are Unicode code points. The estimate is versioned and never calibrated: it may move a cut, so it must be the
same on every machine. What usage reports corrects receipts only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NewType, Protocol

from foveate.errors import InvalidPolicy
from foveate.patterns import unicode

if TYPE_CHECKING:
    import regex

Chars = NewType("Chars", int)
"""A size in Unicode code points."""

Tokens = NewType("Tokens", int)
"""A size in tokens of a model, estimated or exact."""

MEDIA = Chars(4_000)  # an image, a sound or a file part: about what a picture of 1 Mpx costs (1,000 tokens)

CHARS_A_TOKEN = 4  # of plain Latin text, for sizes that no text is at hand for

RATIOS_VERSION = 1
# Tokens a code point by script: the middle of what current tokenizers (o200k, Claude, Llama 3, Qwen) spend on prose.
_LATIN = 0.25
_DENSE_EXTRA = 0.25  # keys, hashes and base64 cost about half a token a character
_DENSE_RUN = 24
_DENSE = unicode(rf"[A-Za-z0-9+/=_-]{{{_DENSE_RUN},}}")
_RATIOS: tuple[tuple[regex.Pattern[str], float], ...] = (
    (unicode(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Bopomofo}]"), 1.0),
    (unicode(r"\p{Hangul}"), 0.9),
    (unicode(r"[\p{Cyrillic}\p{Greek}]"), 0.4),
    (unicode(r"[\p{Arabic}\p{Hebrew}]"), 0.5),
    (
        unicode(r"[\p{Devanagari}\p{Bengali}\p{Tamil}\p{Telugu}\p{Kannada}\p{Malayalam}\p{Gujarati}\p{Gurmukhi}]"),
        0.7,
    ),
    (unicode(r"[\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Ethiopic}\p{Tibetan}\p{Sinhala}]"), 0.8),
    (unicode(r"[\p{Emoji_Presentation}\p{Extended_Pictographic}\u200d\ufe0f]"), 1.2),
)
_BEYOND_LATIN = unicode(r"[^\x00-\u024f\u1e00-\u1eff\u2000-\u206f]")


class CountTokens(Protocol):
    """Counts the tokens of a text exactly or by estimate."""

    def __call__(self, text: str, /) -> Tokens:
        """Return the tokens of `text`."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """Two marks of a rule: passing `high` folds back to `low`. Equal marks fold every turn, as the articles do."""

    high: int
    low: int

    def __post_init__(self) -> None:
        """Refuse marks that are no numbers above 0, or that contradict each other."""
        for mark in (self.low, self.high):
            if not _is_count(mark):
                raise InvalidPolicy(
                    what="A mark is not a whole number above 0",
                    value=f"low={self.low!r}, high={self.high!r}",
                    remedy="Give whole numbers above 0, or None instead of the marks for no ceiling",
                )
        if self.low > self.high:
            raise InvalidPolicy(
                what="The low mark lies above the high mark",
                value=f"low={self.low}, high={self.high}",
                remedy="Give a low mark at or below the high one; equal marks fold every turn",
            )


def estimate_tokens(text: str) -> Tokens:
    """Estimate the tokens of a text by script: about a quarter a Latin character, one a CJK character.

    Runs without a space count double. Errors against exact tokenizers stay within about a third on prose.
    """
    dense = 0.0
    if max(map(len, text.split()), default=0) >= _DENSE_RUN:  # most prose has no such run; the search costs more
        dense = sum(map(len, _DENSE.findall(text))) * _DENSE_EXTRA
    if text.isascii():
        return Tokens(round(len(text) * _LATIN + dense))
    strange = _BEYOND_LATIN.findall(text)
    total = (len(text) - len(strange)) * _LATIN + dense
    rest = "".join(strange)
    for script, ratio in _RATIOS:
        if not rest:
            break
        left = script.sub("", rest)
        total += (len(rest) - len(left)) * ratio
        rest = left
    return Tokens(round(total + len(rest) * 0.5))


def _is_count(value: object) -> bool:
    """Say whether a mark, which may come from a file or a form, is a whole number above 0."""
    return isinstance(value, int) and not isinstance(value, bool) and value > 0

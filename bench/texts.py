"""Talks to measure with: every request different, the same on every machine. English words, no meaning."""

from __future__ import annotations

import random
from collections.abc import Iterator

REQUEST = 145  # characters, as in the second article
ANSWER = 666

_WORDS = (
    "the order for a blue lamp came back late and we should tell the shop that price is higher than agreed because "
    "their driver took another road so please write down what was said on monday about paper boxes glass shelves "
    "invoices before friday then compare both offers again"
).split()


def turns(count: int, *, request: int = REQUEST, answer: int = ANSWER) -> Iterator[tuple[str, str]]:
    """Yield so many pairs of request and answer, each exactly as long as asked."""
    chance = random.Random(7)  # noqa: S311  # texts, not secrets
    for number in range(1, count + 1):
        yield _text(f"Request {number}:", request, chance), _text(f"Answer {number}:", answer, chance)


def messages(count: int) -> list[dict[str, str]]:
    """Return a talk of so many messages."""
    said = [
        {"role": role, "content": text}
        for pair in turns((count + 1) // 2)
        for role, text in zip(("user", "assistant"), pair, strict=True)
    ]
    return said[:count]


def _text(head: str, length: int, chance: random.Random) -> str:
    words = chance.choices(_WORDS, k=length // 3)
    return f"{head} {' '.join(words)}"[: length - 1].ljust(length - 1, "s") + "."

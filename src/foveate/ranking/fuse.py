"""From ranked messages to those that come along: words and meaning joined, a floor under the best, a ceiling filled.

It decides which numbers are recalled. It neither reads nor renders a text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import fsum, sqrt

from foveate.ranking.words import Hit

# Measured in docs/decisions/0003-ranking.md.
BEYOND = 1.0  # standard deviations of nearness that mean nothing: half a talk is "near" to any question
MEANING = 2.0  # what each deviation beyond adds, in standard deviations of the words' scores
FLOOR = 0.25  # nats of naming words that one message must match: less is a word of four messages in five


def fuse(words: Mapping[int, float], nearness: Sequence[float]) -> dict[int, float]:
    """Return own scores to which meaning adds only what stands out of the talk: one standard deviation is free.

    `words` are `WordIndex.scores`, `nearness` is `Vectors.nearness`, both numbered alike.
    """
    middle, spread = _middle_and_spread(nearness)
    _, unit = _middle_and_spread([words.get(number, 0.0) for number in range(len(nearness))])
    fused = dict(words)
    if not spread:
        return fused
    for number, near in enumerate(nearness):
        beyond = (near - middle) / spread - BEYOND
        if beyond > 0:
            fused[number] = fused.get(number, 0.0) + MEANING * (unit or 1.0) * beyond
    return fused


def passes_floor(hits: Iterable[Hit], floor: float = FLOOR) -> bool:
    """Tell whether any message matches enough of what the question names for old detail to come back at all."""
    return any(hit.weight >= floor for hit in hits)


def select(hits: Iterable[Hit], sizes: Mapping[int, int], ceiling: int) -> tuple[int, ...]:
    """Return the numbers that fit, taken whole and best first, in the order of the talk.

    `sizes` are the characters that each hit costs with its label; what does not fit is passed over for what does.
    """
    chosen: list[int] = []
    for hit in hits:
        if sizes[hit.number] <= ceiling:
            chosen.append(hit.number)
            ceiling -= sizes[hit.number]
    return tuple(sorted(chosen))


def _middle_and_spread(values: Sequence[float]) -> tuple[float, float]:
    if not values:
        return 0.0, 0.0
    middle = fsum(values) / len(values)
    return middle, sqrt(fsum((value - middle) ** 2 for value in values) / len(values))

"""An incremental index of a talk's words that says which messages a question needs, and by which words.

It keeps no text, reads no meaning and chooses nothing: `fuse` does. Adding costs the words of the text; a question
reads a bounded number of postings, however long the talk is.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Collection, Container, Iterator, Mapping
from dataclasses import dataclass
from heapq import nlargest

from foveate.ranking.reading import keys, words
from foveate.ranking.steering import STEERING

# Every number is the middle of a plateau, checked on halves of the chats: docs/decisions/0003-ranking.md.
CROWD = 200  # words at which a message's score is halved: in a long text, words stand together by chance
NEAR = 0.4  # part of a score lent to the message before and the one after
FAR = 0.16  # part lent to the two beyond; a third on either side changes nothing
PRICE = 100  # characters added to every length: without them "Ha, classic you." beats what was asked for
DENSITY = 0.6  # power of that length which a score is divided by, for a budget is spent in characters
FAINT = 0.05  # part of the best score below which a message neither lends nor comes back
STRONG = 600  # messages that do, at most: bounds the cost in long talks and touches none shorter
POSTINGS = 6_000  # read for one question, the rarest keys first: bounds the cost where frequent words tell least
LIMIT = 256  # hits unless the caller says otherwise: 32,000 characters of messages of 100, labels counted


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One message that a question brings back.

    `words` are the question's words that stand in it, the rarest first, and none when its whole score is lent.
    `weight` is the rarity (nats) of those that name something, steering words left out: what the floor asks for.
    """

    number: int
    score: float
    words: tuple[str, ...]
    weight: float


class WordIndex:
    """The words of a talk's messages; a message's number is its place in the order they were added."""

    __slots__ = ("_clearness", "_density", "_postings")

    def __init__(self) -> None:
        self._postings: dict[str, array[int]] = {}
        self._clearness = array("d")
        self._density = array("d")

    def __len__(self) -> int:
        return len(self._density)

    def add(self, text: str, *, weight: float = 1.0) -> int:
        """Add the next message and return its number; `weight` multiplies its score as a hit, 0 lets it only lend."""
        number = len(self)
        found = words(text)
        for key in keys(found):
            postings = self._postings.get(key)
            if postings is None:
                postings = self._postings[key] = array("I")
            postings.append(number)
        self._clearness.append(1 / (1 + len(found) / CROWD))
        self._density.append(weight / (len(text) + PRICE) ** DENSITY)
        return number

    def scores(self, query: str) -> dict[int, float]:
        """Return each message's own score: the rarity of the question's words in it, nothing lent."""
        return self._own(self._read(keys(words(query))))

    def rank(
        self,
        query: str,
        *,
        limit: int = LIMIT,
        among: Container[int] | None = None,
        own: Mapping[int, float] | None = None,
    ) -> tuple[Hit, ...]:
        """Return the best messages for a question, best first, the earlier first among equals.

        `among` are the messages that may be hits: the others still lend. `own` replaces the own scores, as `fuse`
        returns them.
        """
        asked = keys(words(query))
        read = self._read(asked)
        lent = _lend(self._own(read) if own is None else own, len(self))
        density = self._density
        worth = [
            (score * density[number], -number)
            for number, score in enumerate(lent)
            if score and density[number] and (among is None or number in among)
        ]
        best = {-negative: score for score, negative in nlargest(limit, worth)}
        return tuple(self._explain(best, asked, read))

    def _read(self, asked: Collection[str]) -> dict[str, float]:
        """Return the keys that are worth reading with their rarity, the rarest first, within the bound."""
        known = sorted((len(self._postings[key]), key) for key in asked if key in self._postings)
        read: dict[str, float] = {}
        left = POSTINGS
        for holders, key in known:
            left -= holders
            if left < 0:
                break
            read[key] = self._rarity(holders)
        return read

    def _rarity(self, holders: int) -> float:
        """Return the inverse document frequency as BM25 has it, in nats."""
        return math.log(1 + (len(self) - holders + 0.5) / (holders + 0.5))

    def _own(self, read: Mapping[str, float]) -> dict[int, float]:
        totals = [0.0] * len(self)
        for key, rarity in read.items():
            for number in self._postings[key]:
                totals[number] += rarity
        clearness = self._clearness
        return {number: total * clearness[number] for number, total in enumerate(totals) if total}

    def _explain(
        self, worth: Mapping[int, float], asked: Mapping[str, str], read: Mapping[str, float]
    ) -> Iterator[Hit]:
        matched: dict[int, dict[str, float]] = {number: {} for number in worth}
        hits = set(worth)
        for key, rarity in read.items():
            word = asked[key]
            for number in hits.intersection(self._postings[key]):
                matched[number].setdefault(word, rarity)
        for number, score in worth.items():
            found = matched[number]
            weight = sum(rarity for word, rarity in found.items() if word not in STEERING)
            yield Hit(number=number, score=score, words=tuple(found), weight=weight)


def _lend(own: Mapping[int, float], count: int) -> list[float]:
    """Return every message's score with what its neighbours lend: an answer seldom repeats the words it answers."""
    lent = [0.0] * (count + 4)  # two places of margin at either end, so that no neighbour is out of range
    for number, score in _strong(own).items():
        near, far = NEAR * score, FAR * score
        lent[number] += far
        lent[number + 1] += near
        lent[number + 2] += score
        lent[number + 3] += near
        lent[number + 4] += far
    return lent[2:-2]


def _strong(own: Mapping[int, float]) -> dict[int, float]:
    faint = FAINT * max(own.values(), default=0.0)
    if len(own) > STRONG:
        faint = max(faint, sorted(own.values())[-STRONG])
    return {number: score for number, score in own.items() if score >= faint}

"""Old detail that an instruction needs back: a talk's messages indexed as they come, ranked when a mission asks.

It ranks what is not verbatim in the context. Ranked once a mission and cut, so that its place in the prompt rests.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Sequence
from dataclasses import dataclass

from foveate.budget import Chars
from foveate.cutting import Rung
from foveate.layers import Excerpt, Talk
from foveate.ports import Embedder
from foveate.ranking import Hit, Vectors, WordIndex, fuse, passes_floor
from foveate.talk import Message, Speaker
from foveate.wire import Shape

_SHORT = 100  # characters of a short message with its label: what a ceiling is divided by
_MOST = 256  # messages looked at for one instruction: 32,000 characters of 125 each
_SPEAKERS = {Speaker.PERSON: "person", Speaker.ASSISTANT: "assistant", Speaker.TOOL: "tool", Speaker.OTHER: "other"}


class Recollection:
    """The index of one talk. Adding costs the words of the message; a question does not grow with the talk."""

    def __init__(self, shape: Shape, *, ceiling: Chars, embedder: Embedder | None = None) -> None:
        """Start empty. `ceiling` bounds how many come back; with `embedder` meaning is ranked beside words."""
        self._shape = shape
        self._limit = min(max(ceiling // _SHORT, 1), _MOST)
        self._words = WordIndex()
        self._vectors = Vectors(embedder) if embedder is not None else None
        self._unread: list[str] = []
        self._asked: tuple[object, ...] = ()
        self._found: tuple[Excerpt, ...] = ()

    def excerpts(self, talk: Talk, messages: Sequence[Message], times: dict[int, str]) -> tuple[Excerpt, ...]:
        """Return the old messages that the newest instruction needs, best first; none when nothing passes the floor."""
        if not talk.tally.openings or talk.cut.cuts_nothing:
            return ()
        opening, behind = talk.tally.openings[-1], talk.tally.instruction_ends[-1]
        query = " ".join(message.words for unit in talk.units[opening:behind] for message in unit.messages)
        asked = (query, opening, talk.cut)
        if asked != self._asked:
            self._catch_up(messages, until=talk.units[opening].first)
            self._asked, self._found = asked, self._rank(query, talk, messages, times)
        return self._found

    def _catch_up(self, messages: Sequence[Message], *, until: int) -> None:
        """Index what was said before the current mission: the mission itself is in the context whole."""
        for message in messages[len(self._words) : until]:
            text = self._text(message)
            self._words.add(text, weight=1.0 if text else 0.0)
            if self._vectors is not None:
                self._unread.append(text)

    def _rank(self, query: str, talk: Talk, messages: Sequence[Message], times: dict[int, str]) -> tuple[Excerpt, ...]:
        own = None
        if self._vectors is not None:
            self._vectors.extend(self._unread)
            self._unread.clear()
            own = fuse(self._words.scores(query), self._vectors.nearness(query))
        hits = self._words.rank(query, limit=self._limit, among=_not_verbatim(talk), own=own)
        if not passes_floor(hits):
            return ()
        return tuple(self._excerpt(hit, talk, messages, times) for hit in hits)

    def _excerpt(self, hit: Hit, talk: Talk, messages: Sequence[Message], times: dict[int, str]) -> Excerpt:
        message = messages[hit.number]
        why = f"holds {', '.join(hit.words)}" if hit.words else "stands beside a message that the instruction needs"
        return Excerpt(
            index=hit.number, speaker=_SPEAKERS[message.speaker], text=self._text(message), when=times.get(hit.number),
            reason=f"recalled: {why}", mission=talk.tally.mission_at(bisect_right(talk.firsts, hit.number) - 1) + 1,
        )  # fmt: skip

    def _text(self, message: Message) -> str:
        """Return what may come back: what was said or what a tool answered; no thinking, system text or summary."""
        if message.speaker in (Speaker.SYSTEM, Speaker.SUMMARY):
            return ""
        if message.speaker is Speaker.TOOL:
            return self._shape.text(message.raw)
        return message.words or self._shape.spoken(message.raw)


def _not_verbatim(talk: Talk) -> Container[int]:
    """Return the messages that are not word for word in the context: folded, skipped, trimmed or brief ones.

    Mostly they are one stretch from the beginning, which a range tests without a call.
    """
    cut, tally, units = talk.cut, talk.tally, talk.units
    spans = [(0, cut.at)]
    lowered = [m for m in range(cut.mission, cut.mission + len(cut.rungs)) if cut.rung(m) is not Rung.DETAIL]
    spans += [(tally.openings[mission], tally.mission_end(mission)) for mission in lowered]
    spans += [span for span in (cut.skip, cut.trims) if span]
    first, *others = [(units[low].first, units[high - 1].last + 1) for low, high in spans if low < high] or [(0, 0)]
    while others and others[0][0] <= first[1]:
        first = (first[0], max(first[1], others.pop(0)[1]))
    indexes = range(*first)
    return _Stretches((indexes, *(range(*span) for span in others))) if others else indexes


@dataclass(frozen=True, slots=True)
class _Stretches(Container[int]):
    """Several ranges of messages."""

    ranges: tuple[range, ...]

    def __contains__(self, index: object) -> bool:
        return any(index in each for each in self.ranges)

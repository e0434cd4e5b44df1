"""A talk as it grows: messages in, units, totals and the cut out. Each message is read once; nothing is ever removed.

It decides nothing: the rule cuts, `folding` sums up. A talk that is read at once and one that grew give the same
standing.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from foveate.budget import CHARS_A_TOKEN, Chars, Tokens, estimate_tokens
from foveate.context.policy import Policy
from foveate.context.recollection import Recollection
from foveate.cutting import Cut, Missions, Rung, Tally, Threshold, Window
from foveate.folding import Rolling, add, carry, language, replace_by, summary_body
from foveate.layers import Excerpt, Kept, Talk, mission_pieces, outcome, unit_pieces
from foveate.ports import Embedder, FoldedMission, SummaryTask
from foveate.quoting import SUMMARY, block_overhead, find_summary, language_of, phrases
from foveate.talk import Message, Pending, Speaker, Unit
from foveate.wire import Shape

_TELLING = 20  # instructions that are asked for the talk's language; later ones do not change it
_SUMMARY_AT_LEAST = 40  # messages shorter than this hold no summary of ours; spares a look at most of them


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Where a talk stands: its units, the cut, and the summary's state for what is folded.

    `leading` counts the system and developer messages at the head.
    """

    talk: Talk
    rolling: Rolling
    leading: int
    language: str | None


class History:
    """The growing side of a talk. One rule and one shape a history; both are given once."""

    def __init__(
        self, policy: Policy, shape: Shape, *, overhead: Tokens = Tokens(0),
        embedder: Embedder | None = None,
    ) -> None:  # fmt: skip
        """Start an empty talk. `overhead` is the tokens of system text and tools; `embedder` helps recall.

        Marks in tokens use the estimate, which is the same on every machine, never an exact counter.
        """
        self.policy = policy
        self.shape = shape
        self.messages: list[Message] = []
        self.times: dict[int, str] = {}
        self.language: str | None = None
        self._units: list[Unit] = []
        self._pending: Pending | None = None
        self._grown = False
        self._firsts: list[int] = []
        self._fixed: list[int] = []
        self._kept = Kept()
        self._resent = self._thinks = False
        self._talks: tuple[Talk, tuple[str | None, bool, bool]] | None = None
        self._steered: tuple[tuple[int, int], Rolling, Rolling, int] | None = None
        self._leading = 0
        self._tally = Tally(overhead=overhead, measure=self._measure)
        self._cut, self._walked = Cut(), 0
        self._rolling, self._rolled, self._sent = Rolling(), 0, 0
        self._earlier, self._covered, self._written = Rolling(), 0, False
        self._needs_tokens = isinstance(policy.rule, Threshold) or (
            isinstance(policy.rule, Window) and policy.rule.price is not None
        )
        self._recollection = (
            Recollection(shape, ceiling=policy.recall.ceiling, embedder=embedder) if policy.recall else None
        )
        self._measured = lru_cache(maxsize=4_096)(self._render_size)

    def append(self, raw: object, *, when: str | None = None) -> None:
        """Take the next message."""
        message = _recognised(self.shape.read(raw), self.shape)
        if when:
            self.times[len(self.messages)] = when
        if self.language is None and message.opens and len(self._tally.openings) < _TELLING:
            self.language = language_of(message.words)
        self.messages.append(message)
        self._resent = self._resent or bool(message.carried)
        self._thinks = self._thinks or message.thinks
        if self._pending is not None and self._pending.takes(message):
            self._grown = True
            return
        self._close()
        index = len(self.messages) - 1
        if message.calls or message.joins:
            self._pending = Pending(index, message)
        self._add(Unit(index, (message,)), mended=bool(message.results))

    def fork(self) -> History:
        """Return a history that goes on from here by itself: what would be, if something were said now."""
        self.walk()
        other = copy(self)
        other.messages, other.times, other._units = self.messages[:], dict(self.times), self._units[:]  # noqa: SLF001
        other._firsts, other._fixed = self._firsts[:], self._fixed[:]  # noqa: SLF001
        other._tally = self._tally.fork()  # noqa: SLF001  # another of its own kind
        other._pending, other._kept, other._talks = None, Kept(), None  # noqa: SLF001  # what is open here stays open here
        return other

    @property
    def folded_through(self) -> int:
        """The index of the first message that is not folded."""
        return self._units[self._cut.at].first if self._cut.at < len(self._units) else len(self.messages)

    @property
    def unwritten(self) -> bool:
        """Whether something was folded that no written summary covers."""
        return self._rolled > self._covered

    def walk(self) -> None:
        """Bring the cut up to all that cannot grow any more."""
        self._refresh()
        self._walk(self._closed())

    def standing(self) -> Standing:
        """Return where the talk stands with all that was said so far."""
        self.walk()
        cut, end = self._cut, len(self._units)
        if self._walked < end:
            cut = self.policy.rule.advance(cut, self._tally, since=self._walked, end=end)
        self._sent = self._rolled
        rolling = self._steers(self._rolling_at(cut), cut)
        return Standing(talk=self._talk(cut), rolling=rolling, leading=self._leading, language=self.language)

    def fold_now(self) -> bool:
        """Fold to the low mark at once; say whether the cut moved. Whoever chooses this moment journals it."""
        self.walk()
        cut = self.policy.rule.fold_now(self._cut, self._tally, len(self._units))
        if cut == self._cut:
            return False
        self._move(cut)
        return True

    def excerpts(self, standing: Standing) -> Sequence[Excerpt]:
        """Return the old messages that the newest instruction needs, best first; none where recall is off."""
        if self._recollection is None:
            return ()
        return self._recollection.excerpts(standing.talk, self.messages, self.times)

    def summary_task(self, ceiling: Chars) -> SummaryTask:
        """Return what a writer of summaries needs: the earlier summary's body and the missions folded since."""
        code = language(self._rolling) or self.language
        overhead = block_overhead(SUMMARY, phrases(code).label)
        room = max(ceiling - overhead, 0)
        earlier = summary_body(self._earlier, room=room, words=phrases(code))
        missions = tuple(self._folded_mission(*span) for span in self._mission_spans(self._covered, self._rolled))
        return SummaryTask(earlier=earlier, missions=missions, language=code, ceiling=Chars(room))

    def write(self, text: str, *, at_once: bool | None = None) -> bool:
        """Take a written summary of everything folded; say whether it took effect at once.

        It does where this cut was never sent, or where `at_once` says so; otherwise from the next cut on.
        """
        self._earlier, self._covered = replace_by(self._rolling, text), self._rolled
        now = self._sent != self._rolled if at_once is None else at_once
        self._written = not now
        if now:
            self._rolling = self._earlier
        return now

    def start_from(self, body: str) -> None:
        """Begin with an earlier summary's body: a talk whose older part is not here."""
        self._rolling = self._earlier = carry(body)

    def _closed(self) -> int:
        may_grow = self._pending is not None and _may_grow(self._units[-1])
        return len(self._units) - may_grow

    def _walk(self, end: int) -> None:
        if end > self._walked:
            cut = self.policy.rule.advance(self._cut, self._tally, since=self._walked, end=end)
            self._walked = end
            self._move(cut)

    def _move(self, cut: Cut) -> None:
        if cut.at > self._rolled:
            self._rolling = self._rolling_at(cut)
            self._rolled, self._written = cut.at, False
        self._cut = cut

    def _rolling_at(self, cut: Cut) -> Rolling:
        """Return the summary's state at a cut; a summary written since the last one takes effect with it."""
        if cut.at <= self._rolled:
            return self._rolling
        return self._fold(self._earlier if self._written else self._rolling, self._rolled, cut.at)

    def _fold(self, rolling: Rolling, first: int, end: int) -> Rolling:
        for unit in self._units[first:end]:
            for message in unit.messages:
                if message.carried:
                    rolling = _taken_over(rolling, message.carried)
                if message.words:
                    rolling = add(rolling, message.words)
        return rolling

    def _mission_spans(self, first: int, end: int) -> list[tuple[int, int]]:
        openings = [opening for opening in self._tally.openings if first < opening < end]
        return list(pairwise([first, *openings, end]))

    def _folded_mission(self, first: int, end: int) -> FoldedMission:
        units = self._units[first:end]
        words = " ".join(m.words for unit in units for m in unit.messages if m.words)
        return FoldedMission(words=words, outcome=outcome(self.shape, units))

    def _steers(self, rolling: Rolling, cut: Cut) -> Rolling:
        """Add what a person said inside a folded stretch of a mission whose instruction is still sent.

        The stretch grows at its end; what was added before is kept.
        """
        if cut.skip is None:
            return rolling
        first, end = cut.skip
        key = (cut.at, first)
        known = self._steered if self._steered and self._steered[0] == key and self._steered[1] is rolling else None
        state, done = (known[2], known[3]) if known and known[3] <= end else (rolling, first)
        state = self._fold(state, done, end)
        self._steered = (key, rolling, state, end)
        return state

    def _close(self) -> None:
        """End the newest unit: what it lacks is put in when it is sent, so it counts from now on."""
        self._refresh()
        if self._pending is not None and self._pending.unit().flawed:
            self._replace(self._pending.unit(), mended=True)
        self._pending = None

    def _refresh(self) -> None:
        if self._grown and self._pending is not None:
            unit = self._pending.unit()
            self._replace(unit, mended=unit.flawed and not unit.unanswered)
        self._grown = False

    def _replace(self, unit: Unit, *, mended: bool = False) -> None:
        self._tally.take_back()
        self._units.pop()
        self._firsts.pop()
        self._add(unit, mended=mended)

    def _add(self, unit: Unit, *, mended: bool = False) -> None:
        messages = unit.messages
        if mended:
            messages = tuple(map(self.shape.read, self.shape.repair(unit, last=False)))
        fixed = unit.fixed
        if fixed:
            self._leading += self._leading == len(self._units)
            self._fixed.append(len(self._units))
        counted = messages if not self._resent else [m for m in messages if m.speaker is not Speaker.SUMMARY]
        chars = 0
        for message in counted:
            chars += message.text_chars + message.media * self.policy.media
        tokens = self._tokens(messages) if self._needs_tokens else 0
        self._units.append(unit)
        self._firsts.append(unit.first)
        self._tally.add(
            messages=len(counted), chars=chars, tokens=tokens, opens=unit.opens, fixed=fixed,
            asks=unit.opens or bool(unit.messages[-1].results),
        )  # fmt: skip

    def _tokens(self, messages: Sequence[Message]) -> int:
        media = sum(message.media for message in messages) * self.policy.media // CHARS_A_TOKEN
        return media + sum(estimate_tokens(self.shape.text(message.raw)) for message in messages)

    def _talk(self, cut: Cut) -> Talk:
        """Return what the layers read. Its lists grow with the talk: between two cuts one serves all requests."""
        seen = (self.language, self._resent, self._thinks)
        known = self._talks
        if known is not None and known[0].cut is cut and known[1] == seen:
            return known[0]
        talk = Talk(
            units=self._units, firsts=self._firsts, fixed=self._fixed, tally=self._tally, cut=cut, shape=self.shape,
            phrases=phrases(self.language), media=self.policy.media, brief_share=_brief_share(self.policy),
            kept=self._kept, resent=self._resent, thinks=self._thinks,
        )  # fmt: skip
        self._talks = (talk, seen)
        return talk

    def _measure(self, first: int, end: int, rung: Rung) -> int:
        """Return the size of units at a resolution below detail; units that may still grow are never asked about."""
        if rung is Rung.BRIEF:
            return self._measured(first, end, rung)
        return sum(self._measured(unit, unit + 1, rung) for unit in range(first, end))

    def _render_size(self, first: int, end: int, rung: Rung) -> int:
        talk = self._talk(Cut())
        pieces = mission_pieces(talk, first, end, rung) if rung is Rung.BRIEF else unit_pieces(talk, first, rung)
        return sum(piece.chars for piece in pieces)


def _recognised(message: Message, shape: Shape) -> Message:
    """Take one of our own summaries in a message apart: it is not the person's, and does not count."""
    if message.speaker is not Speaker.PERSON or message.text_chars < _SUMMARY_AT_LEAST:
        return message
    text = shape.spoken(message.raw)
    found = find_summary(text)
    if found is None:
        return message
    if not found.rest:
        return message._replace(speaker=Speaker.SUMMARY, words="", opens=False, carried=found.body)
    chars = message.text_chars - (len(text) - len(found.rest))
    return message._replace(words=found.rest, carried=found.body, text_chars=chars)


def _taken_over(rolling: Rolling, body: str) -> Rolling:
    """A client sent an earlier summary back: the state begins with it, or keeps its text where it has begun already."""
    earlier = carry(body)
    if not (rolling.requests or rolling.base):
        return earlier
    return (
        replace_by(rolling, f"{rolling.base}\n{body}".strip()) if rolling.base else earlier._replace(base=rolling.base)
    )


def _may_grow(unit: Unit) -> bool:
    return bool(unit.unanswered) or unit.messages[-1].joins


def _brief_share(policy: Policy) -> int:
    if not isinstance(policy.rule, Missions):
        return policy.media
    return max(policy.rule.chars.low // policy.rule.detail.high, 1)

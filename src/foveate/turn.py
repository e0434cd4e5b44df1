"""The flow, top to bottom: instruction -> context -> model -> reply -> what is kept, and the summary afterwards.

The library, the office and the measuring tool differ in where the instruction comes from and where the reply goes, not
in this. Nothing here knows a provider or a store.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from foveate.context import Context, History, Policy, Receipt, Standing
from foveate.errors import FoveateError
from foveate.folding import judge
from foveate.ports import Clock, Journal, Model, Reply, Summarizer, Usage
from foveate.quoting import valid

SUMMARY_TIMEOUT = 60.0  # seconds for one written summary: it runs after the answer, nobody waits for it
_BREAKER = 6  # failures in a row after which no summary is asked for again in this talk


class Conversation(Protocol):
    """What a turn needs of a talk; `Chat` is one."""

    def say(self, role: str, content: object) -> None:
        """Take what was said."""
        ...

    def context(self) -> Context:
        """Make the next request."""
        ...

    def reported(self, context: Context, usage: Usage) -> Receipt:
        """Take the usage that a provider reported."""
        ...

    async def settle(self) -> None:
        """Write a summary where one is wanted."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One request to a model and its reply, with the receipt of the context."""

    context: Context
    reply: Reply
    receipt: Receipt


@dataclass(frozen=True, slots=True, kw_only=True)
class Folded:
    """Journal event: after `said` messages all before message `through` left detail; `cold` at a cold cache."""

    said: int
    through: int
    cold: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Summarised:
    """Journal event: after `said` messages a summary was written for all before message `through`, or why it was not.

    `at_once` says that it took effect before the next cut, because this one was never sent.
    """

    said: int
    through: int
    text: str
    at_once: bool = False
    failure: str = ""


async def take_turn(talk: Conversation, model: Model, instruction: object) -> Turn:
    """Take one turn: the person's instruction in, the model's reply kept and returned."""
    talk.say("user", instruction)
    context = talk.context()
    reply = await model.complete(context.messages, system=context.system)
    talk.say("assistant", reply.text)
    receipt = talk.reported(context, reply.usage) if reply.usage else context.receipt
    await talk.settle()
    return Turn(context=context, reply=reply, receipt=receipt)


class Settling:
    """What happens around a talk's requests: folds at a cold cache, written summaries, their failures and pauses."""

    def __init__(self, *, summarizer: Summarizer | None, clock: Clock | None, journal: Journal | None) -> None:
        """Start with nothing sent and nothing failed."""
        self.summarizer = summarizer
        self.failed = ""
        self._clock = clock
        self._journal = journal
        self._failures = 0
        self._pause = 0
        self._folds = 0
        self._last_request: datetime | None = None

    def before_request(self, history: History) -> None:
        """Fold early where the provider's cache has gone cold anyway: it costs nothing then."""
        life = history.policy.cold_after
        if life is None or self._clock is None:
            return
        now = self._clock.now()
        last, self._last_request = self._last_request, now
        if last is not None and (now - last).total_seconds() > life and history.fold_now():
            self._record(Folded(said=len(history.messages), through=history.folded_through, cold=True))
            self._folds += 1

    def after_cut(self, history: History, standing: Standing) -> None:
        """Journal a fold that the rule made."""
        folds = standing.talk.cut.folds
        if folds > self._folds:
            self._folds = folds
            self._record(Folded(said=len(history.messages), through=history.folded_through))

    def take_up(self, history: History, *, said: int) -> None:
        """Do again what the journal holds for a talk of `said` messages: choices that the talk alone does not tell."""
        for event in self._journal.events() if self._journal is not None else ():
            if isinstance(event, Folded) and event.said == said:
                self._folds += 1
                if event.cold:
                    history.fold_now()
            if isinstance(event, Summarised) and event.said == said and event.text:
                history.walk()
                history.write(event.text, at_once=event.at_once)

    def due(self, history: History) -> bool:
        """Say whether a summary is to be written now; after failures the pauses double, then a breaker opens."""
        if self.summarizer is None or not history.unwritten or self._failures >= _BREAKER:
            return False
        if self._pause > 0:
            self._pause -= 1
            return False
        return True

    def written(self, history: History, text: str) -> None:
        """Keep a summary that was written."""
        self._failures, self.failed = 0, ""
        at_once = history.write(text)
        said, through = len(history.messages), history.folded_through
        self._record(Summarised(said=said, through=through, text=text, at_once=at_once))

    def lost(self, history: History, why: str) -> None:
        """Note a failure: the extractive summary stands in, the next turn tries again, later ones after a pause."""
        self._failures += 1
        self._pause = 2 ** (self._failures - 1) - 1
        self.failed = f"the summary was not written ({why}): the extractive one stands in"
        said, through = len(history.messages), history.folded_through
        self._record(Summarised(said=said, through=through, text="", failure=why))

    def _record(self, event: object) -> None:
        if self._journal is not None:
            self._journal.append(event)


async def settle(history: History, policy: Policy, settling: Settling) -> None:
    """Write the summary of what was folded since the last one. One call at most; a failure is noted, never raised."""
    history.walk()
    if settling.summarizer is None or policy.summary is None or not settling.due(history):
        return
    import asyncio  # a quarter of the library's import time, needed by those who have summaries written

    task = history.summary_task(policy.summary)
    try:
        async with asyncio.timeout(SUMMARY_TIMEOUT):
            answer: Any = await settling.summarizer.summarize(task)
    except (FoveateError, Exception) as error:  # noqa: BLE001  # whatever a provider raises is one thing here: no summary
        settling.lost(history, _named(error))
        return
    text = judge(answer, task)
    if text is None:
        settling.lost(history, "the answer was blank, an error, a skeleton, markup or longer than its source")
        return
    settling.written(history, text)


def _named(error: Exception) -> str:
    """Return an error in words; one that cannot be printed is named by its type."""
    try:
        return valid(f"{type(error).__name__}: {error}"[:200])
    except Exception:  # noqa: BLE001  # whatever its __str__ raises
        return type(error).__name__

"""The facade: `assemble` for those who hold a list of messages, `Chat` for those who hold a conversation.

Neither ever calls a model while it makes a context; a written summary is made by `settle`, afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from foveate import settings
from foveate.budget import CountTokens, estimate_tokens
from foveate.context import (
    Beside,
    Context,
    History,
    Policy,
    Receipt,
    Standing,
    compose,
    grown_messages,
    only_grows,
    policy_named,
)  # fmt: skip
from foveate.cutting import Off
from foveate.errors import InvalidPolicy
from foveate.ports import Clock, Embedder, Journal, Summarizer, Usage
from foveate.turn import Settling, settle
from foveate.wire import Shape, check, check_one, shape_named, shape_of, shape_shown
from foveate.wire.parts import compact, texts


def assemble(
    messages: Sequence[Any],
    policy: str | Policy = "window",
    *,
    shape: str | None = None,
    system: object = None,
    tools: object = None,
    previous_summary: str = "",
    embedder: Embedder | None = None,
    count_tokens: CountTokens = estimate_tokens,
) -> Context:
    """Return what the model should be sent for a list of messages, and the receipt. The list is not changed.

    `messages` are in the shape of OpenAI Chat Completions, OpenAI Responses or Anthropic Messages, told from their
    parts unless `shape` names it. `system` and `tools` go beside them and count towards thresholds and hard ceilings.
    `previous_summary` is the body of a summary of what came before the list; `embedder` lets recall rank by meaning
    too. The same list gives the same context on every machine; time grows with the list's length. Raises InvalidPolicy
    and InvalidMessages.
    """
    check(messages)
    chosen = _policy(policy)
    if settings.switched_off():
        chosen = replace(chosen, rule=Off())
    form = shape_named(shape) if shape else shape_of(messages, system=system)
    beside = _beside(system, tools)
    history = _history(chosen, form, beside, previous_summary, embedder)
    for message in messages:
        history.append(message)
    standing = history.standing()
    return compose(standing, chosen, beside=beside, excerpts=history.excerpts(standing), count=count_tokens)


class Chat:
    """A conversation that keeps running totals: a context costs the same however long the talk is.

    `say` and `append` take what is said, `context` makes the next request, `transcript` is the whole talk in order.
    """

    def __init__(  # noqa: PLR0913  # the facade: each option has a default that works
        self,
        policy: str | Policy = "window",
        *,
        messages: Sequence[Any] = (),
        shape: str | None = None,
        system: object = None,
        tools: object = None,
        summarizer: Summarizer | None = None,
        previous_summary: str = "",
        embedder: Embedder | None = None,
        clock: Clock | None = None,
        journal: Journal | None = None,
        count_tokens: CountTokens = estimate_tokens,
    ) -> None:
        """Start a chat, with what was said before in `messages`.

        `summarizer` writes summaries in `settle`; without one they are extractive. `embedder` lets recall rank by
        meaning too. `clock` is needed by `Policy.cold_after` only. `journal` gets every fold and every written summary
        as an event. Raises InvalidPolicy and InvalidMessages.
        """
        check(messages)
        self._policy = _policy(policy)
        self._shape = shape_named(shape) if shape else None
        self._beside = _beside(system, tools)
        self._count = count_tokens
        self._previous = previous_summary
        self._embedder = embedder
        self._said: list[Any] = []
        self._times: dict[int, str] = {}
        self._history: History | None = None
        self._settling = Settling(summarizer=summarizer, clock=clock, journal=journal)
        self._rate = 1.0
        self._plain = only_grows(self._policy) and summarizer is None and clock is None
        for message in messages:
            self.append(message)

    @property
    def transcript(self) -> tuple[Any, ...]:
        """Everything that was said, whole and in order, without our summary: what a person sees."""
        return tuple(self._said)

    def say(self, role: str, content: object, *, when: str | None = None) -> None:
        """Take a message of `role` ("user", "assistant", "system", …). `when` dates it where it is recalled."""
        self.append({"role": role, "content": content}, when=when)

    def append(self, message: Any, *, when: str | None = None) -> None:
        """Take a message object: tool calls, tool results, items of the Responses shape."""
        check_one(message, len(self._said))
        self._said.append(message)
        if when:
            self._times[len(self._said) - 1] = when
        if self._shape is None:
            self._decide(shape_shown(message))
        if self._history is not None:
            self._history.append(message, when=when)

    def context(self) -> Context:
        """Return what the model should be sent now, and the receipt. No model is called."""
        history = self._open()
        if settings.switched_off():
            return self._compose(history, history.standing(), off=True)
        self._settling.before_request(history)
        standing = history.standing()
        self._settling.after_cut(history, standing)
        grown = grown_messages(standing) if self._plain else None
        if grown is None:
            return self._compose(history, standing)
        return Context(
            messages=grown, system=self._beside.system, details=partial(self._again, len(self._said), self._rate)
        )

    def preview(self, message: Any) -> Context:
        """Return what the model would be sent if `message` (an object, or a person's text) were said now; it is not."""
        said = {"role": "user", "content": message} if isinstance(message, str) else message
        check_one(said, len(self._said))
        history = self._open().fork()
        history.append(said)
        return self._compose(history, history.standing(), off=settings.switched_off())

    def _compose(self, history: History, standing: Standing, *, off: bool = False) -> Context:
        policy = replace(self._policy, rule=Off()) if off else self._policy
        return compose(standing, policy, beside=self._beside, excerpts=history.excerpts(standing), count=self._count,
                       failed=self._settling.failed, calibration=self._rate)  # fmt: skip

    def _again(self, said: int, rate: float) -> Context:
        """Make the context of the first `said` messages whole: a cut is a pure function, so it comes out the same."""
        history = self._open()
        if said != len(self._said):
            history = _history(self._policy, history.shape, self._beside, self._previous, self._embedder)
            for message in self._said[:said]:
                history.append(message)
        return compose(history.standing(), self._policy, beside=self._beside, count=self._count, calibration=rate)

    def reported(self, context: Context, usage: Usage) -> Receipt:
        """Take the usage that a provider reported for a context and return its receipt.

        Later estimates are corrected by it. Cuts are never moved by it: they must be the same on every machine.
        """
        estimated = context.receipt.tokens / context.receipt.calibration
        if estimated and usage.input:
            self._rate = usage.input / estimated
        return context.receipt.settled(usage)

    async def settle(self) -> None:
        """Write a summary where one is wanted: after the mission, not before the answer.

        It takes effect at the next cut, or at once where the present one was never sent. A failure leaves the
        extractive summary in place.
        """
        if not settings.switched_off():
            await settle(self._open(), self._policy, self._settling)

    def _decide(self, shape: Shape | None) -> None:
        """Take the format that a message shows. What was read as another one is read again, once."""
        if shape is None:
            return
        self._shape = shape
        if self._history is not None and self._history.shape.name != shape.name:
            self._history = None

    def _open(self) -> History:
        if self._history is not None:
            return self._history
        form = self._shape or shape_of(self._said, system=self._beside.system)
        history = _history(self._policy, form, self._beside, self._previous, self._embedder)
        for index, message in enumerate(self._said):
            history.append(message, when=self._times.get(index))
            self._settling.take_up(history, said=index + 1)
        self._history = history
        return history


def _policy(policy: str | Policy) -> Policy:
    if isinstance(policy, str):
        return policy_named(policy)
    if isinstance(policy, Policy):
        return policy
    raise InvalidPolicy(
        what="The policy is neither a name nor a Policy",
        value=type(policy).__name__,
        remedy='Give a name such as "window", or Policy(rule=…)',
    )


def _history(policy: Policy, shape: Shape, beside: Beside, previous: str, embedder: Embedder | None) -> History:
    history = History(policy, shape, overhead=beside.tokens(estimate_tokens), embedder=embedder)
    if previous:
        history.start_from(previous)
    return history


def _beside(system: object, tools: object) -> Beside:
    """Return what is sent beside the messages, as text: system blocks part by part, tools as JSON."""
    written = "".join(texts(system)) + (compact(tools) if tools is not None else "")
    return Beside(system=system, text=written)

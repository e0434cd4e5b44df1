"""Where the requests to a model stand in a talk, and when each was sent. Tool loops are requests like any other.

It reads who speaks and when; it makes no context and counts nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, assert_never

from foveate.exports import Conversation
from foveate.measure.finding import Gap
from foveate.talk import Message, Speaker
from foveate.wire import shape_named

MINUTE = 60.0  # seconds
LOOP_PAUSE = 10.0  # seconds from a tool's result to the next request: no person is waited for
# An office day: stretches of so many instructions a minute apart, then a pause. Made up, the same on every machine.
STRETCHES = (4, 9, 3, 7, 12, 5)  # instructions
PAUSES = (45 * MINUTE, 120 * MINUTE, 20 * MINUTE, 16 * 60 * MINUTE)  # a call, lunch, coffee, the night


class Ask(NamedTuple):
    """A request: it holds the talk's first `end` messages. `person` says that a person caused it, not a tool."""

    end: int
    person: bool


def asks(conversation: Conversation) -> tuple[Ask, ...]:
    """Return the requests of a talk: one before each output of the model, and one at the end if that is unanswered."""
    shape = shape_named(conversation.shape)
    return tuple(_asks([_speaker(shape.read(message)) for message in conversation.messages]))


def moments(conversation: Conversation, requests: Sequence[Ask], gap: Gap) -> tuple[float, ...]:
    """Return when each request was sent, in seconds from any moment; they never go back."""
    match gap:
        case "1m":
            return tuple(n * MINUTE for n in range(len(requests)))
        case "office":
            return tuple(_office(requests))
        case "real":
            return tuple(_real(conversation.times, requests))
        case _:
            assert_never(gap)


def _speaker(message: Message) -> Speaker:
    """Return who speaks: a message of the person's role that only carries results is a tool's."""
    return Speaker.TOOL if message.results and not message.opens else message.speaker


def _asks(speakers: Sequence[Speaker]) -> Iterator[Ask]:
    waiting: Speaker | None = None
    for index, speaker in enumerate(speakers):
        if speaker is Speaker.ASSISTANT:
            if waiting is not None:
                yield Ask(index, waiting is not Speaker.TOOL)
            waiting = None
        elif speaker is not Speaker.SYSTEM:
            waiting = speaker
    if waiting is not None:
        yield Ask(len(speakers), waiting is not Speaker.TOOL)


def _office(requests: Sequence[Ask]) -> Iterator[float]:
    now, said, stretch = 0.0, 0, 0
    for number, ask in enumerate(requests):
        if number and not ask.person:
            now += LOOP_PAUSE
        elif number:
            said += 1
            over = said >= STRETCHES[stretch % len(STRETCHES)]
            now += PAUSES[stretch % len(PAUSES)] if over else MINUTE
            said, stretch = (0, stretch + 1) if over else (said, stretch)
        yield now


def _real(times: Sequence[float | None], requests: Sequence[Ask]) -> Iterator[float]:
    """Yield the log's times: of the request's last message, or of the reply, or a minute after the one before."""
    now: float | None = None
    for ask in requests:
        near = (times[place] for place in (ask.end - 1, ask.end) if place < len(times))
        known = next((time for time in near if time is not None), None)
        if known is None:
            known = 0.0 if now is None else now + MINUTE
        now = known if now is None else max(now, known)
        yield now

"""A talk through a rule, request by request: what would have been sent each time.

The real answers are taken, so every rule sees the same talk. The whole history needs no engine: it is the talk so far.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from foveate.budget import CountTokens
from foveate.chat import Chat
from foveate.context import Context, Policy
from foveate.cutting import Off
from foveate.exports import Conversation
from foveate.layers import LayerName
from foveate.measure.asking import Ask


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """One request. `marks` are numbers of messages behind which a part ends that stays: head, summary, recent.

    `context` is None where the whole history was sent.
    """

    messages: Sequence[object]
    marks: tuple[int, ...] = ()
    context: Context | None = None

    @property
    def folds(self) -> int:
        """How often the rule has cut so far."""
        return self.context.receipt.folds if self.context else 0

    @property
    def flags(self) -> tuple[str, ...]:
        """What the receipt wants a reader to know at once."""
        return tuple(map(str, self.context.receipt.flags)) if self.context else ()


def send(conversation: Conversation, policy: Policy, requests: Sequence[Ask], count: CountTokens) -> Iterator[Sent]:
    """Yield what a policy sends at each request of a talk."""
    messages = conversation.messages
    if isinstance(policy.rule, Off):
        yield from (Sent(messages=messages[: ask.end]) for ask in requests)
        return
    chat = Chat(policy, shape=conversation.shape, system=conversation.system, count_tokens=count)
    said = 0
    for ask in requests:
        for message in messages[said : ask.end]:
            chat.append(message)
        said = ask.end
        context = chat.context()
        yield Sent(messages=context.messages, marks=_marks(context), context=context)


def _marks(context: Context) -> tuple[int, ...]:
    """Return where head, summary and recent end: what is behind them may change from one request to the next."""
    rows = [context.receipt.layer(name) for name in (LayerName.HEAD, LayerName.SUMMARY, LayerName.RECENT)]
    return tuple(accumulate(row.messages if row else 0 for row in rows))

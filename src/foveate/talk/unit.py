"""Units: messages that must stay together, kept or folded whole. A tool call and all its results are one unit.

Calls and results are matched inside the unit only, because providers repeat ids. Whole talks are grouped elsewhere.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from foveate.talk.message import Message, Speaker


class Unit(NamedTuple):
    """Messages that stay together. `first` is the index of the first one in the talk."""

    first: int
    messages: tuple[Message, ...]

    @property
    def last(self) -> int:
        """The index of the unit's last message in the talk."""
        return self.first + len(self.messages) - 1

    @property
    def opens(self) -> bool:
        """Whether a person's instruction stands here."""
        return self.messages[0].opens

    @property
    def fixed(self) -> bool:
        """Whether it is a system or developer message: never folded, never counted."""
        return self.messages[0].speaker is Speaker.SYSTEM

    @property
    def unanswered(self) -> tuple[str, ...]:
        """The ids of calls that no result in this unit answers, in order."""
        left = Counter(answer for message in self.messages for answer in message.results)
        missing = []
        for call in (call for message in self.messages for call in message.calls):
            if left[call] > 0:
                left[call] -= 1
            else:
                missing.append(call)
        return tuple(missing)

    @property
    def grows(self) -> bool:
        """Whether more may come: results of open calls, or more of the model's output."""
        last = self.messages[-1]
        return last.joins or bool(last.calls or last.results)

    @property
    def flawed(self) -> bool:
        """Whether a call has no result here or a result no call: what is sent of it is not what came in."""
        calls = Counter(call for message in self.messages for call in message.calls)
        calls.subtract(answer for message in self.messages for answer in message.results)
        return any(calls.values())


class Pending:
    """The newest unit of a talk while it may still grow. Taking a message costs the same however long the unit is."""

    def __init__(self, first: int, message: Message) -> None:
        """Start at the talk's index `first` with `message`."""
        self.first = first
        self._messages = [message]
        self._open = Counter(message.calls)
        self._answered = False

    def takes(self, message: Message) -> bool:
        """Take the message if it belongs here; say whether it was taken.

        While calls are open every result belongs here, a repeated or foreign one too: it does not end the unit.
        """
        if not self._belongs(message):
            return False
        self._messages.append(message)
        self._open.update(message.calls)
        self._open.subtract(message.results)
        self._answered = self._answered or bool(message.results)
        return True

    def unit(self) -> Unit:
        """Return the unit as it is now."""
        return Unit(self.first, tuple(self._messages))

    def _belongs(self, message: Message) -> bool:
        if message.results:
            return any(count > 0 for count in self._open.values())
        return message.joins and self._messages[-1].joins and not self._answered

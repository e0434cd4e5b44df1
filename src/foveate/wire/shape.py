"""What the engine asks of a provider's format: read a message, write one, and change a copy of one. Lossless.

A shape never changes what it is given; what it returns shares everything that was not changed.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Protocol

from foveate.talk import Message, Unit

NO_RESULT = "[no result was recorded]"
"""Stands for the result of a call that was never answered, so that what is sent stays valid."""


class Leaf(StrEnum):
    """What a piece of text inside a message is."""

    TEXT = "text"
    RESULT = "result"
    ARGUMENT = "argument"
    ARGUMENTS = "arguments"


Change = Callable[[str, Leaf], str]


class Shape(Protocol):
    """A provider's message format."""

    name: str

    def read(self, raw: object) -> Message:
        """Read one message; unknown roles, fields and parts are carried in `raw` untouched."""
        ...

    def text(self, raw: object) -> str:
        """Return all that can be read in a message, parts joined by line breaks; media have none."""
        ...

    def spoken(self, raw: object) -> str:
        """Return what is said in a message: no thinking, tool call, tool result or media."""
        ...

    def person(self, text: str) -> object:
        """Write a message in the person's role."""
        ...

    def assistant(self, text: str) -> object:
        """Write a message in the assistant's role."""
        ...

    def prepend(self, raw: object, text: str) -> object:
        """Return a copy of a person's message with `text` before its own, an empty line between."""
        ...

    def rewrite(self, raw: object, change: Change) -> object:
        """Return a copy in which `change` was applied to each text; `raw` itself where nothing changed.

        Arguments of tool calls stay a JSON object: `change` sees the strings inside, then all of it as JSON; when it
        returns something else for the whole, that stands in an object of its own. Thinking is never changed.
        """
        ...

    def without_thinking(self, raw: object) -> object | None:
        """Return the message without its thinking, None when nothing else is in it."""
        ...

    def repair(self, unit: Unit, *, last: bool) -> tuple[object, ...]:
        """Return the unit's messages so that every call has its results and no result lacks its call.

        `last` says that the unit ends the talk: a call there may stand open.
        """
        ...

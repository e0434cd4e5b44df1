"""A context as it is handed out: messages, system text, and what is said about them once somebody looks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from foveate.budget import Chars, CountTokens, Tokens
from foveate.context.receipt import Receipt


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryPlace:
    """The summary in a context: its text, its message's index, whether it was merged into a person's message."""

    text: str
    index: int
    merged: bool


class Context:
    """What is sent to the model: `messages` in the shape they came in, `system` as it was given, and the receipt.

    Messages that were not changed are the objects that came in; a changed one is a copy. What is said about them is
    worked out when it is first looked at.
    """

    __slots__ = ("_details", "messages", "system")

    def __init__(
        self,
        *,
        messages: list[Any],
        system: Any = None,
        details: Details | Callable[[], Context],
    ) -> None:
        """Take the messages, and what is said about them or a function that makes the same context whole."""
        self.messages = messages
        self.system = system
        self._details = details

    @property
    def receipt(self) -> Receipt:
        """What is in the context and why, what is not and why, and what it takes."""
        receipt = self._known().receipt
        return receipt if isinstance(receipt, Receipt) else self._settle(receipt())

    @property
    def summary(self) -> SummaryPlace | None:
        """The summary and where it stands, None where there is none."""
        return self._known().summary

    @property
    def stable(self) -> int:
        """How many messages at the front the next request begins with too, unless a cut comes.

        A cache mark belongs on the last of them.
        """
        return self._known().stable

    def with_receipt(self, receipt: Receipt) -> Context:
        """Return the context with another receipt: one that knows what was reported or paid."""
        return Context(messages=self.messages, system=self.system, details=replace(self._known(), receipt=receipt))

    def __eq__(self, other: object) -> bool:
        """Contexts are equal when they send the same and say the same of it."""
        if not isinstance(other, Context):
            return NotImplemented
        return (self.messages, self.system, self.summary, self.receipt) == (
            other.messages, other.system, other.summary, other.receipt,
        )  # fmt: skip

    __hash__ = None  # type: ignore[assignment]  # its messages are open objects

    def __repr__(self) -> str:
        """Say how large it is: the messages themselves are for whoever looks at them."""
        return f"Context({len(self.messages)} messages, {self.receipt.header()})"

    def _known(self) -> Details:
        if not isinstance(self._details, Details):
            self._details = self._details()._known()  # noqa: SLF001  # of its own kind
        return self._details

    def _settle(self, receipt: Receipt) -> Receipt:
        self._details = replace(self._known(), receipt=receipt)
        return receipt


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """What is said about a context: its receipt (or how to write it), its summary, and its stable part."""

    receipt: Receipt | Callable[[], Receipt]
    summary: SummaryPlace | None = None
    stable: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """What is sent beside the messages: `system` as it was given, and all of it with the tools as text."""

    system: Any = None
    text: str = ""

    @property
    def chars(self) -> Chars:
        """The characters that it takes."""
        return Chars(len(self.text))

    def tokens(self, count: CountTokens) -> Tokens:
        """The tokens that it takes."""
        return count(self.text)

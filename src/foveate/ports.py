"""What the engine needs from outside, as Protocols: a model, a writer of summaries, an encoder, a journal, a clock.

Adapters live in `providers`, `storage` and `testing`. These and `turn` are the only places that wait for anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from foveate.budget import Chars, Tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens that a provider reported for one request; `cached` of the input were read from its cache."""

    input: Tokens
    output: Tokens
    cached: Tokens = Tokens(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a model answered."""

    text: str
    usage: Usage | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldedMission:
    """A mission that left detail: the person's words, and the last thing that was answered."""

    words: str
    outcome: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryTask:
    """What a writer of summaries gets: the earlier summary's body, the newly folded missions, language and ceiling."""

    earlier: str
    missions: tuple[FoldedMission, ...]
    language: str | None
    ceiling: Chars


class Model(Protocol):
    """A language model that answers a list of messages."""

    async def complete(self, messages: Sequence[object], *, system: object = None) -> Reply:
        """Answer the messages. Raises whatever the provider's failure is."""
        ...


class Summarizer(Protocol):
    """Writes the rolling summary."""

    async def summarize(self, task: SummaryTask) -> str:
        """Return a new summary that holds the earlier one and the newly folded missions."""
        ...


class Embedder(Protocol):
    """Turns texts into vectors of one length."""

    def embed(self, texts: Sequence[str], /) -> Sequence[Sequence[float]]:
        """Return a vector a text, in order."""
        ...


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """Return the time, with its zone."""
        ...


class Journal(Protocol):
    """The append-only record of what happened in a talk."""

    def append(self, event: object) -> None:
        """Append an event; it is never changed."""
        ...

    def events(self) -> Sequence[object]:
        """Return the events in order."""
        ...

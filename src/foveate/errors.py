"""What can go wrong, said once: what happened, with which value, and what to do about it.

One base class, not frozen (Python writes an exception's traceback), so that an edge (the CLI, a server) can print the
sentence and stop. Nothing here knows who raises it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(kw_only=True, eq=False)
class FoveateError(Exception):
    """The base of every error that a person may see.

    `what` says what happened, `value` is the offending value as text, `remedy` is the next step.
    """

    what: str
    value: str = ""
    remedy: str = ""

    def __str__(self) -> str:
        shown = f" ({self.value})" if self.value else ""
        return f"{self.what}{shown}. {self.remedy}".strip()


@dataclass(kw_only=True, eq=False)
class InvalidPolicy(FoveateError):
    """A policy that contradicts itself: low above high, a negative ceiling, an unknown name."""


@dataclass(kw_only=True, eq=False)
class InvalidMessages(FoveateError):
    """Messages of no shape that is known: not a list, an element that is no object."""


@dataclass(kw_only=True, eq=False)
class UnreadableSource(FoveateError):
    """A file or folder from which no chat could be read."""


@dataclass(kw_only=True, eq=False)
class MissingExtra(FoveateError):
    """A feature whose optional dependency is not installed."""

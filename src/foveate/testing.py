"""Fakes for tests, ours and those of other programs: a scripted model, a clock that is set, a journal."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from foveate.providers.scripted import ScriptedModel
from foveate.storage import MemoryJournal

__all__ = ["MemoryJournal", "ScriptedModel", "SetClock"]

_START = datetime(2030, 1, 1, tzinfo=UTC)


class SetClock:
    """A clock that stands still until it is moved."""

    def __init__(self, start: datetime = _START) -> None:
        """Start at a moment with its zone."""
        self._now = start

    def now(self) -> datetime:
        """Return the moment it is set to."""
        return self._now

    def pass_seconds(self, seconds: float) -> None:
        """Move on."""
        self._now += timedelta(seconds=seconds)

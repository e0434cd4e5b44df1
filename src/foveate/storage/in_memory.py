"""A journal in memory: append-only, gone with the program."""

from __future__ import annotations

from collections.abc import Sequence


class MemoryJournal:
    """Keeps events in order."""

    def __init__(self) -> None:
        """Start empty."""
        self._events: list[object] = []

    def append(self, event: object) -> None:
        """Append an event."""
        self._events.append(event)

    def events(self) -> Sequence[object]:
        """Return the events in order."""
        return tuple(self._events)

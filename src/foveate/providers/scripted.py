"""A model that says what it was told to say: shipped, so that programs and tests run without a key or a network."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from foveate.ports import Reply


class ScriptedModel:
    """Answers with the given replies in order, then with the last one again; an exception in the script is raised.

    `requests` holds the messages of every request, as they came.
    """

    def __init__(self, replies: Iterable[str | Reply | Exception]) -> None:
        """Take the script; it must hold at least one reply by the time it is asked."""
        self._replies: Iterator[str | Reply | Exception] = iter(replies)
        self._last: str | Reply | Exception = ""
        self.requests: list[list[object]] = []

    async def complete(self, messages: Sequence[object], *, system: object = None) -> Reply:
        """Return the next reply of the script."""
        del system
        self.requests.append(list(messages))
        self._last = next(self._replies, self._last)
        if isinstance(self._last, Exception):
            raise self._last
        return self._last if isinstance(self._last, Reply) else Reply(text=self._last)

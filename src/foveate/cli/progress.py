"""A bar on standard error for work that takes long: nothing shows in the first second, nor where no person looks."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager
from typing import Any

from foveate.errors import MissingExtra

PATIENCE = 1.0  # seconds before a bar appears


class Bar(AbstractContextManager["Bar"]):
    """A bar with a word for what is done; it is told of steps and draws itself once patience has run out."""

    def __init__(self, doing: str) -> None:
        """Name the work; nothing is drawn yet."""
        self._doing = doing
        self._total = self._done = 0
        self._patience = PATIENCE
        self._drawn: Any = None
        self._began = time.monotonic()

    def begin(self, *, total: int) -> None:
        """Take the size of the work."""
        self._total = total

    def advance(self, *, name: str, done: int) -> None:
        """Take a step, with what it was about."""
        self._done += done
        if self._drawn is None and time.monotonic() - self._began > self._patience:
            self._drawn = _start(self._doing, self._total)
            self._patience = float("inf")  # asked once: without rich there is no bar, and no error for it
        if self._drawn is not None:
            self._drawn.update(self._drawn.task_ids[0], completed=self._done, name=name)

    def __exit__(self, *_: object) -> None:
        """Take the bar away."""
        if self._drawn is not None:
            self._drawn.stop()


def rich_console(*, error: bool = False) -> Any:
    """Return a console. Raises MissingExtra without rich."""
    try:
        from rich.console import Console
    except ImportError as missing:
        raise MissingExtra(
            what="The library that draws tables is not installed",
            value="rich",
            remedy='Install it with: pip install "foveate[measure]", or use --json',
        ) from missing
    return Console(stderr=error, highlight=False, soft_wrap=False)


def _start(doing: str, total: int) -> Any:
    try:
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
    except ImportError:
        return None
    console = rich_console(error=True)
    columns = (
        TextColumn(doing), BarColumn(bar_width=24), TaskProgressColumn(), TimeRemainingColumn(),
        TextColumn("{task.fields[name]}", markup=False),
    )  # fmt: skip
    progress = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    progress.add_task(doing, total=total or None, name="")
    progress.start()
    return progress

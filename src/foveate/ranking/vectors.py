"""The meaning of a talk's messages as vectors, kept incrementally, and how near each is to a question.

Meaning alone ranks worse than words do; `fuse` joins the two. numpy is imported inside the functions, so that the core
starts without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any, TypeAlias

from foveate.errors import MissingExtra
from foveate.ports import Embedder

Rows: TypeAlias = Any
"""A numpy array of float32, one row a message; numpy's own type would be an import."""

HEAD = 500  # characters of a message that are encoded: what it is about stands there, and the cost grows with length
ROOM = 64  # rows that the first messages get; doubled when full, so that adding stays linear


class Vectors:
    """One vector a message, numbered as in the `WordIndex` beside it. Raises MissingExtra without numpy."""

    __slots__ = ("_count", "_embedder", "_rows")

    def __init__(self, embedder: Embedder) -> None:
        _numpy()
        self._embedder = embedder
        self._rows: Rows | None = None
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def extend(self, texts: Sequence[str]) -> None:
        """Add the next messages; several at once cost less than one by one."""
        if not texts:
            return
        added = _unit_rows(self._embedder.embed([text[:HEAD] for text in texts]))
        self._rows = _with_room(self._rows, self._count, added)
        self._rows[self._count : self._count + len(added)] = added
        self._count += len(added)

    def nearness(self, query: str) -> list[float]:
        """Return the cosine of every message to the question, -1 to 1, in the order of the talk."""
        if self._rows is None:
            return []
        asked = _unit_rows(self._embedder.embed([query[:HEAD]]))[0]
        near: list[float] = (self._rows[: self._count] @ asked).tolist()
        return near


def _unit_rows(vectors: Sequence[Sequence[float]]) -> Rows:
    """Return the vectors as rows of length 1; a vector of zeros stays one."""
    numpy = _numpy()
    rows: Rows = numpy.asarray(vectors, dtype=numpy.float32)
    lengths = numpy.linalg.norm(rows, axis=1, keepdims=True)
    unit: Rows = rows / numpy.where(lengths > 0, lengths, 1)
    return unit


def _with_room(rows: Rows | None, count: int, added: Rows) -> Rows:
    needed = count + len(added)
    if rows is not None and needed <= len(rows):
        return rows
    numpy = _numpy()
    grown: Rows = numpy.zeros((max(ROOM, 2 * needed), added.shape[1]), dtype=numpy.float32)
    if rows is not None:
        grown[:count] = rows[:count]
    return grown


def _numpy() -> ModuleType:
    try:
        import numpy as np
    except ImportError as error:
        raise MissingExtra(
            what="Recall by meaning needs numpy, which is not installed",
            value="numpy",
            remedy='Install it with: pip install "foveate[recall]"',
        ) from error
    return np

"""Running totals of a talk: what a rule needs to find its cut without reading anything twice.

Append-only, but for the newest unit while it may still grow.
Unit `i` takes `chars[i + 1] - chars[i]`; a range of units costs one subtraction, finding a mark one bisection.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from copy import copy
from enum import StrEnum

from foveate.budget import Chars, Tokens
from foveate.cutting.cut import Rung

MeasureRung = Callable[[int, int, Rung], int]
"""(first unit, end unit, rung) -> characters of these units at that resolution."""


class Meter(StrEnum):
    """What a limit counts."""

    MESSAGES = "messages"
    CHARS = "chars"
    TOKENS = "tokens"


class Tally:
    """Prefix sums over units, and where missions open. Units of system and developer messages count nothing."""

    def __init__(self, *, overhead: Tokens = Tokens(0), measure: MeasureRung | None = None) -> None:
        """Start empty. `overhead` is the tokens of system text and tools; `measure` gives sizes below full detail."""
        self.messages = [0]
        self.chars = [0]
        self.tokens = [0]
        self.openings: list[int] = []
        self.instruction_ends: list[int] = []
        self.persons: list[int] = []
        self.asks: list[int] = []
        self.overhead = overhead
        self.fixed_chars = 0
        self._measure = measure
        self._in_instruction = False

    @property
    def units(self) -> int:
        """How many units there are."""
        return len(self.messages) - 1

    def add(self, *, messages: int, chars: int, tokens: int, opens: bool, fixed: bool, asks: bool) -> None:
        """Append a unit. `asks` says that a model is asked after it: a person spoke or a tool answered."""
        unit = self.units
        self.fixed_chars += chars if fixed else 0
        self.messages.append(self.messages[-1] + (0 if fixed else messages))
        self.chars.append(self.chars[-1] + (0 if fixed else chars))
        self.tokens.append(self.tokens[-1] + (0 if fixed else tokens))
        if asks:
            self.asks.append(unit + 1)
        if opens:
            self._add_person(unit)
        elif not fixed:
            self._in_instruction = False

    def fork(self) -> Tally:
        """Return totals that go on from here by themselves."""
        other = copy(self)
        for name in ("messages", "chars", "tokens", "openings", "instruction_ends", "persons", "asks"):
            setattr(other, name, getattr(self, name)[:])
        return other

    def take_back(self) -> None:
        """Take the newest unit back: it may still grow. It is never one that a person opens."""
        for sums in (self.messages, self.chars, self.tokens):
            sums.pop()
        if self.asks and self.asks[-1] > self.units:
            self.asks.pop()

    def sums(self, meter: Meter) -> list[int]:
        """Return the prefix sums of a meter."""
        if meter is Meter.MESSAGES:
            return self.messages
        return self.chars if meter is Meter.CHARS else self.tokens

    def size(self, first: int, end: int, rung: Rung = Rung.DETAIL) -> Chars:
        """Return the characters of units `first` to `end` (exclusive) at a resolution."""
        if rung is Rung.DETAIL or self._measure is None or first >= end:
            return Chars(self.chars[end] - self.chars[first])
        return Chars(self._measure(first, end, rung))

    def mission_at(self, unit: int) -> int:
        """Return the mission that a unit belongs to, -1 for what stands before the first instruction."""
        return bisect_right(self.openings, unit) - 1

    def mission_end(self, mission: int) -> int:
        """Return the unit behind a mission's last one."""
        return self.openings[mission + 1] if mission + 1 < len(self.openings) else self.units

    def _add_person(self, unit: int) -> None:
        self.persons.append(unit)
        if self._in_instruction:
            self.instruction_ends[-1] = unit + 1
        else:
            self.openings.append(unit)
            self.instruction_ends.append(unit + 1)
        self._in_instruction = True

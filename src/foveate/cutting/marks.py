"""Cutting in steps: when a high mark is passed, the cut jumps back to the low mark and rests until the next time.

The preferred cut is a person's message. Where none lies within the low mark, the cut falls between units and the
instruction is pinned in front. Pure: the same totals give the same cut, however they were walked.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from foveate.budget import Marks
from foveate.cutting.cut import Cut
from foveate.cutting.tally import Meter, Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """Marks on one meter. `overhead` enters against the high mark only: what is sent beside the talk."""

    meter: Meter
    marks: Marks
    overhead: int = 0

    @property
    def high(self) -> int:
        """What the talk may take before it is cut: what the overhead leaves.

        It is never less than two low marks, so that an overhead near the mark or over it does not cut on every turn.
        """
        if not self.overhead:
            return self.marks.high
        return max(self.marks.high - self.overhead, min(2 * self.marks.low, self.marks.high))


def walk(limits: Sequence[Limit], cut: Cut, tally: Tally, *, since: int, end: int) -> Cut:
    """Return the cut after the talk grew from `since` to `end` units; time grows with the jumps, not with the units."""
    checked = since
    while checked < end:
        passed = min((_first_over(limit, cut, tally, checked + 1, end) for limit in limits), default=end + 1)
        if passed > end:
            return cut
        cut = jump(limits, cut, tally, passed)
        checked = passed
    return cut


def jump(limits: Sequence[Limit], cut: Cut, tally: Tally, end: int) -> Cut:
    """Return the cut that brings the first `end` units within the low marks; the given one where it cannot move."""
    within = max(_first_within(limit, tally, end, room=limit.marks.low) for limit in limits)
    place, skip = _place(limits, cut, tally, end, within)
    if place < cut.at or (place == cut.at and skip == cut.skip):
        return cut
    current = tally.openings[tally.mission_at(end - 1)] if tally.mission_at(end - 1) >= 0 else place
    return replace(
        cut, at=place, skip=skip, made=end, sharp=max(place, min(current, end)), folds=cut.folds + 1, carried=0.0
    )


def _place(
    limits: Sequence[Limit], cut: Cut, tally: Tally, end: int, within: int
) -> tuple[int, tuple[int, int] | None]:
    opening = bisect_left(tally.openings, within)
    if opening < len(tally.openings) and tally.openings[opening] < end:
        return tally.openings[opening], None
    person = bisect_left(tally.persons, within)
    if person < len(tally.persons) and tally.persons[person] < end:
        return tally.persons[person], None  # a long run of a person's messages: one of them is a start too
    return _pinned(limits, cut, tally, end, within)


def _pinned(
    limits: Sequence[Limit], cut: Cut, tally: Tally, end: int, within: int
) -> tuple[int, tuple[int, int] | None]:
    """Pin the newest instruction and cut between the units behind it."""
    newest = bisect_left(tally.persons, end) - 1
    if newest < 0:
        return min(within, end - 1), None  # nobody has asked anything: a cut between units is all there is
    mission = tally.mission_at(tally.persons[newest])
    pin, behind = tally.openings[mission], min(tally.instruction_ends[mission], end)
    if pin < cut.at or any(_span(limit, tally, pin, behind) * 2 > limit.marks.low for limit in limits):
        pin = tally.persons[newest]  # a long run, or one cut before: its newest message stands for it
        behind = pin + 1
    place = max(_first_within(limit, tally, end, room=_beside(limit, tally, pin, behind)) for limit in limits)
    place = min(max(place, behind), max(end - 1, behind))
    return pin, (behind, place) if place > behind else None


def _beside(limit: Limit, tally: Tally, pin: int, behind: int) -> int:
    """Return the room beside a pinned instruction: the low mark's, or its share of what is left below the high one.

    An instruction near the high mark would otherwise leave nothing, and the cut would slide on every unit.
    """
    pinned = _span(limit, tally, pin, behind)
    high, low = limit.high, limit.marks.low
    if pinned * 2 <= low:
        return low - pinned
    return max(high - pinned, 0) * low // high if high else 0


def _span(limit: Limit, tally: Tally, first: int, end: int) -> int:
    sums = tally.sums(limit.meter)
    return sums[end] - sums[first]


def _first_within(limit: Limit, tally: Tally, end: int, *, room: int) -> int:
    """Return the first unit from which all up to `end` fits into `room`."""
    sums = tally.sums(limit.meter)
    return bisect_left(sums, sums[end] - room, 0, end + 1)


def _first_over(limit: Limit, cut: Cut, tally: Tally, first: int, end: int) -> int:
    """Return the first number of units in `first` … `end` whose size passes the high mark, `end + 1` for none."""
    sums = tally.sums(limit.meter)
    ceiling = limit.high + _unsent(sums, cut)
    return bisect_right(sums, ceiling, first, end + 1)


def _unsent(sums: Sequence[int], cut: Cut) -> int:
    skipped = sums[cut.skip[1]] - sums[cut.skip[0]] if cut.skip else 0
    return sums[cut.at] + skipped

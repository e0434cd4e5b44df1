"""The rule of the last missions: eight in detail, older ones folded, resolution falling under a budget.

Finished missions count as a person opens the next one. The ladder lowers resolution oldest first and never folds one
for being big. A long current mission keeps its instruction and its newest work; its older tool results are trimmed in
steps.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field, replace

from foveate.budget import Chars, Marks
from foveate.cutting.cut import Cut, Rung
from foveate.cutting.marks import Limit, jump
from foveate.cutting.tally import Meter, Tally
from foveate.talk import ChannelKind

# What recent missions may take, by kind of channel. The first two are the first article's; the others are ours.
RECENT_CHARS: dict[ChannelKind, Chars] = {
    ChannelKind.DIRECT: Chars(20_000),
    ChannelKind.MASTER: Chars(16_000),  # many topics: detail pollutes
    ChannelKind.PROJECT: Chars(20_000),
    ChannelKind.MEETING: Chars(16_000),
    ChannelKind.ALL_HANDS: Chars(12_000),  # many voices, short memory
}
_LOW_SHARE = 0.7  # the ladder lowers 20,000 to 14,000: room for about three missions until the next step
_STEP_MISSIONS = 3  # 8 to 11 in detail: a cut every fourth mission


@dataclass(frozen=True, slots=True, kw_only=True)
class Missions:
    """Keep the last missions in detail.

    `detail` counts finished missions, `chars` is the budget of the recent layer, `current` that of the current mission.
    Equal marks of `detail` fold at every mission, as the first article does.
    """

    detail: Marks = field(default_factory=lambda: Marks(high=8 + _STEP_MISSIONS, low=8))
    chars: Marks = field(default_factory=lambda: _ladder(RECENT_CHARS[ChannelKind.DIRECT]))
    current: Marks = field(default_factory=lambda: Marks(high=32_000, low=16_000))

    @classmethod
    def for_channel(cls, kind: ChannelKind) -> Missions:
        """Return the rule with the budget of a kind of channel."""
        return cls(chars=_ladder(RECENT_CHARS[kind]))

    def advance(self, cut: Cut, tally: Tally, *, since: int, end: int) -> Cut:
        """Return the cut after the talk grew from `since` to `end` units."""
        checked = since
        for opening in tally.openings[bisect_left(tally.openings, since) :]:
            if opening >= end:
                break
            cut = self._work_on(cut, tally, checked, opening)
            cut = self._open(cut, tally, opening)
            checked = opening + 1
        return self._work_on(cut, tally, checked, end)

    def fold_now(self, cut: Cut, tally: Tally, end: int) -> Cut:
        """Return the cut folded to the low mark at once: free while the provider's cache is cold."""
        mission = tally.mission_at(end - 1)
        first = max(cut.mission, mission - self.detail.low)
        if mission < 0 or first == cut.mission:
            return cut
        return self._settle(cut, tally, first, mission)

    def _open(self, cut: Cut, tally: Tally, opening: int) -> Cut:
        """A mission opens: the ones before it are finished."""
        mission = tally.mission_at(opening)
        if mission - cut.mission > self.detail.high:
            return self._settle(cut, tally, mission - self.detail.low, mission)
        if _recent_size(cut, tally, mission) > self.chars.high:
            return self._settle(cut, tally, cut.mission, mission)
        return cut

    def _settle(self, cut: Cut, tally: Tally, first: int, mission: int) -> Cut:
        """Make a cut with missions `first` to `mission` (exclusive) recent, at the resolution that fits."""
        rungs = [cut.rung(each) for each in range(first, mission)]
        patched = tally.mission_at(cut.skip[0]) if cut.skip else -1
        trimmed = tally.mission_at(cut.trims[0]) if cut.trims else -1
        for place, each in enumerate(range(first, mission)):
            if each <= patched:
                rungs[place] = Rung.BRIEF  # it has a gap: head and outcome are all that is whole
            elif each <= trimmed:
                rungs[place] = min(rungs[place], Rung.TRIMMED)
        opening = tally.openings[mission]
        made = opening + 1
        settled = replace(
            cut, at=max(tally.openings[first], cut.at), mission=first, rungs=tuple(rungs), made=made, sharp=opening,
            folds=cut.folds + 1, skip=_later(cut.skip, opening), trims=_later(cut.trims, opening),
        )  # fmt: skip
        return self._lower(settled, tally, mission)

    def _lower(self, cut: Cut, tally: Tally, mission: int) -> Cut:
        """Lower resolution oldest first until the recent layer fits its low mark: trim all, then shorten all."""
        if _recent_size(cut, tally, mission) <= self.chars.high:
            return cut
        sizes = [_size(cut, tally, each) for each in range(cut.mission, mission)]
        rungs = list(cut.rungs)
        for rung in (Rung.TRIMMED, Rung.BRIEF):
            for place in range(len(rungs)):
                if sum(sizes) <= self.chars.low:
                    break
                if rungs[place] > rung:
                    rungs[place] = rung
                    sizes[place] = _span_size(tally, cut.mission + place, rung)
        return replace(cut, rungs=tuple(rungs))

    def _work_on(self, cut: Cut, tally: Tally, since: int, end: int) -> Cut:
        """The current mission grows: trim its older tool results in steps, then fold its oldest work."""
        mission = tally.mission_at(end - 1) if end else -1
        if mission < 0:
            return cut
        for unit in range(max(since, tally.openings[mission]), end):
            if _current_size(cut, tally, mission, unit + 1) > self.current.high:
                cut = self._shorten(cut, tally, mission, unit + 1)
        return cut

    def _shorten(self, cut: Cut, tally: Tally, mission: int, end: int) -> Cut:
        opening, behind = tally.openings[mission], tally.instruction_ends[mission]
        if cut.skip and cut.skip[0] >= opening:
            behind = cut.skip[1]
        start = max(tally.openings[cut.mission], cut.at)  # what stands before the first instruction goes at any cut
        step = replace(cut, at=start, made=end, folds=cut.folds + 1, sharp=opening)
        until = bisect_left(
            range(behind, end),
            -self.current.low,
            key=lambda unit: -_current_size(replace(step, trims=(behind, unit)), tally, mission, end),
        )
        if behind + until < end:
            return replace(step, trims=(behind, behind + until))
        limits = (Limit(meter=Meter.CHARS, marks=self.current),)
        jumped = jump(limits, replace(cut, at=opening, skip=None, trims=None), tally, end)
        if jumped.at > opening:  # one instruction of very many messages: its newest ones are all there is room for
            return replace(jumped, folds=cut.folds + 1, mission=mission, rungs=())
        if jumped.skip is None:
            return cut
        return replace(self._without_older_gap(step, tally, mission), skip=jumped.skip, trims=None)

    def _without_older_gap(self, cut: Cut, tally: Tally, mission: int) -> Cut:
        """Only one gap is kept: an earlier mission that has one is shortened, and those before it with it."""
        patched = tally.mission_at(cut.skip[0]) if cut.skip else mission
        if patched == mission:
            return cut
        rungs = [cut.rung(each) for each in range(cut.mission, mission)]
        rungs[: patched - cut.mission + 1] = [Rung.BRIEF] * (patched - cut.mission + 1)
        return replace(cut, rungs=tuple(rungs))


def _ladder(high: Chars) -> Marks:
    return Marks(high=high, low=round(high * _LOW_SHARE))


def _later(span: tuple[int, int] | None, opening: int) -> tuple[int, int] | None:
    return span if span and span[0] > opening else None


def _recent_size(cut: Cut, tally: Tally, mission: int) -> int:
    return sum(_size(cut, tally, each) for each in range(cut.mission, mission))


def _size(cut: Cut, tally: Tally, mission: int) -> int:
    rung = cut.rung(mission)
    first, end = _bounds(tally, mission)
    if rung is Rung.DETAIL:
        return _patched_size(cut, tally, first, end)
    return tally.size(first, end, rung)


def _span_size(tally: Tally, mission: int, rung: Rung) -> int:
    first, end = _bounds(tally, mission)
    return tally.size(first, end, rung)


def _bounds(tally: Tally, mission: int) -> tuple[int, int]:
    return tally.openings[mission], tally.mission_end(mission)


def _current_size(cut: Cut, tally: Tally, mission: int, end: int) -> int:
    return _patched_size(cut, tally, tally.openings[mission], end)


def _patched_size(cut: Cut, tally: Tally, first: int, end: int) -> int:
    """Return the size of units in detail, less a gap and with a trimmed stretch among them."""
    size = int(tally.size(first, end))
    if cut.skip and first <= cut.skip[0] < end:
        size -= tally.size(cut.skip[0], min(cut.skip[1], end))
    if cut.trims and first <= cut.trims[0] < end:
        low, high = cut.trims[0], min(cut.trims[1], end)
        size += tally.size(low, high, Rung.TRIMMED) - tally.size(low, high)
    return size

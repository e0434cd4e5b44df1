"""Where things go in a plot: ticks at round numbers, fewer points than pixels, labels that never touch.

Pure geometry; what is drawn with it lives in plots.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10

ROUND = (1, 2, 4, 5, 10)
INTERVALS = (3, 4, 5)  # of the value axis: enough to read by, few enough to stay quiet
SLACK = 1e-9  # share: what a division may leave behind
TURN_ROUND = (1, 2, 5, 10)
TURN_TICKS = 5  # intervals of the turn axis at most


def ticks(top: float) -> tuple[float, ...]:
    """Round values from zero to just above `top`; zero alone where there is nothing to show."""
    if top <= 0:
        return (0.0,)
    heights = [(_round_up(top / count, ROUND) * count, count) for count in INTERVALS]
    height, count = min(heights)
    return tuple(height * index / count for index in range(count + 1))


def turn_ticks(last: int) -> tuple[int, ...]:
    """Round turn numbers from 0, and the last turn itself; the one before it gives way when it stands too near."""
    if last <= 1:
        return (last,)
    step = max(1, ceil(_round_up(last / TURN_TICKS, TURN_ROUND)))
    steps = [turn for turn in range(0, last, step) if last - turn > step / 3]
    return (*steps, last)


def thin(values: Sequence[float], columns: int) -> list[tuple[int, float]]:
    """At most two points a column, its lowest and its highest, so that no peak is lost; the ends stay."""
    points = list(enumerate(values))
    if len(points) <= 2 * columns:
        return points
    kept = [points[0]]
    for column in range(columns):
        start, stop = column * len(points) // columns, (column + 1) * len(points) // columns
        part = points[start:stop]
        kept += sorted({min(part, key=_height), max(part, key=_height)})
    kept.append(points[-1])
    return list(dict.fromkeys(kept))


def bands(values: Sequence[float], columns: int) -> list[tuple[float, float, float, float]]:
    """What a line that swings within a pixel shows instead: (middle turn, lowest, mean, highest) of each column."""
    found = []
    for column in range(columns):
        start, stop = column * len(values) // columns, (column + 1) * len(values) // columns
        part = values[start:stop]
        found.append(((start + stop + 1) / 2, min(part), sum(part) / len(part), max(part)))
    return found


def spread(wanted: Sequence[float], heights: Sequence[float], room: float) -> list[float]:
    """Middles for labels of these heights, from top to bottom, each as near as can be to where it is wanted.

    None overlap and none leaves 0 to `room`, as long as they fit at all. The sum of squared moves is least.
    """
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    offsets: list[float] = []
    reach = 0.0
    for index in order:
        offsets.append(reach + heights[index] / 2)
        reach += heights[index]
    level = _rising([wanted[index] - offset for index, offset in zip(order, offsets, strict=True)])
    spare = max(0.0, room - reach)
    placed = [0.0] * len(wanted)
    for index, offset, value in zip(order, offsets, level, strict=True):
        placed[index] = min(max(value, 0.0), spare) + offset
    return placed


def _rising(values: Sequence[float]) -> list[float]:
    """The nearest sequence that never falls: neighbours that would cross share their mean."""
    pools: list[tuple[float, int]] = []
    for value in values:
        pools.append((value, 1))
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (low, few), (high, many) = pools.pop(), pools.pop()
            pools.append(((low * few + high * many) / (few + many), few + many))
    return [mean for mean, count in pools for _ in range(count)]


def _round_up(value: float, steps: Sequence[float]) -> float:
    scale = 10.0 ** floor(log10(value))
    return next(step * scale for step in steps if step * scale >= value * (1 - SLACK))


def _height(point: tuple[int, float]) -> float:
    return point[1]

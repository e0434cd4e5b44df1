"""The report's pictures: lines turn by turn and bars by age, as HTML and SVG that stretch with the page.

Only the lines are SVG, stretched without thickening; ticks and labels are text, so they keep their size at every
width. No picture stands alone: each has a description, and the tables hold its numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from foveate.measure.finding import Age
from foveate.measure.markup import NOTHING, Markup, element, foreign, join, text
from foveate.measure.scales import bands, spread, thin, ticks, turn_ticks

WIDE, HIGH = 2000, 1000  # units of the drawing: fine enough that a whole number is under half a pixel
COLUMNS = 640  # about as many as the widest plot has pixels
DENSE = 600  # turns: from here on a saw-tooth is a block of colour, so its range and mean are drawn
PER_BAND, BANDS = 20, 150  # turns in a column of such a range, about two cuts of a window; the most columns
LETTERS = 14  # of a name in a line of the label column on a phone
NAME_LINE, GAP = 1.0, 0.1875  # rem: a line of a label, and the air between two labels
LAYERS = ("current", "recent", "recalled", "summary", "remembered", "gone")
GRAINS = {"remembered": "memory", "gone": "none"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line: its name at the end, the value there as text, a value a turn, and how it is stroked."""

    name: str
    shown: str
    values: tuple[float, ...]
    stroke: str
    best: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A plot of lines: what it shows in words, its height in rem, and how a tick is written."""

    described: str
    height: float
    lines: tuple[Line, ...]
    tick: Callable[[float, float], str]


def draw_lines(picture: Picture) -> Markup:
    """The plot. Lines that are equal are drawn once, under their joined name."""
    lines = _together(picture.lines)
    levels = ticks(max((max(line.values, default=0.0) for line in lines), default=0.0))
    top = levels[-1] or 1.0
    last = max((len(line.values) for line in lines), default=0)
    heights = [_label_height(line) for line in lines]
    room = max(picture.height, sum(heights))
    ends = [room * (1 - (line.values[-1] if line.values else 0.0) / top) for line in lines]
    places = spread(ends, heights, room)
    marks = [picture.tick(level, levels[-1] / max(1, len(levels) - 1)) for level in levels]
    return element(
        "div",
        _value_axis(levels, marks, top),
        _field(lines, levels, top),
        _leaders(ends, places, room),
        element("div", *(_end(line, place) for line, place in zip(lines, places, strict=True)), class_="ends"),
        _turn_axis(last),
        element("span", text("turn" if last == 1 else "turns"), class_="unit"),
        class_="plot",
        style=f"--h:{room:.4g}rem;--y:{max(len(mark) for mark in marks) + 1}ch",
        role="img",
        aria_label=picture.described,
    )


def draw_sample(stroke: str, *, best: bool) -> Markup:
    """A short stretch of a line, for the legend."""
    lines = _stroked(Markup("M2 8H34"), stroke, best=best)
    return element("svg", *lines, viewBox="0 0 36 16", class_="sample", aria_hidden="true")


def draw_ages(ages: Sequence[Age], described: str) -> Markup:
    """Where facts stood, a bar for each age: standing on a wide page, lying on a phone."""
    scale = element("div", *(element("span", text(mark)) for mark in ("100 %", "50 %", "0 %")), class_="scale")
    bars = element("div", *(_bar(age) for age in ages), class_="bars")
    return element(
        "div",
        scale,
        bars,
        element("span", text("missions ago"), class_="unit"),
        class_="ages",
        role="img",
        aria_label=described,
    )


def swings(values: Sequence[float]) -> bool:
    """Whether a line rises and falls too often for its turns to be told apart."""
    return len(values) >= DENSE and any(later < earlier for earlier, later in pairwise(values))


def grain(layer: str) -> str:
    """The class that fills a layer with its colour and grain."""
    return f"g-{GRAINS.get(layer, layer)}"


def _together(lines: Sequence[Line]) -> list[Line]:
    groups: dict[tuple[float, ...], list[Line]] = {}
    for line in lines:
        groups.setdefault(line.values, []).append(line)
    return sorted((_joined(group, len(lines)) for group in groups.values()), key=lambda line: line.best)


def _joined(group: Sequence[Line], of: int) -> Line:
    first = next((line for line in group if line.best), group[0])
    if len(group) == 1:
        return first
    everyone = "Both rules" if of == 2 else "All rules"
    name = everyone if len(group) == of else ", ".join(line.name for line in group)
    return Line(name=name, shown=first.shown, values=first.values, stroke=first.stroke, best=first.best)


def _label_height(line: Line) -> float:
    return (_wrapped(line.name) + 1) * NAME_LINE + GAP


def _wrapped(name: str) -> int:
    """How many lines a name takes in the label column, broken at spaces, long words cut."""
    rows, left = 1, LETTERS
    for part in name.split():
        if len(part) > left and left < LETTERS:
            rows, left = rows + 1, LETTERS
        rows += max(0, len(part) - 1) // LETTERS if len(part) > left else 0
        left -= len(part) % LETTERS + 1
    return rows


def _value_axis(levels: Sequence[float], marks: Sequence[str], top: float) -> Markup:
    spans = (
        element("span", text(mark), style=f"bottom:{level / top:.2%}")
        for level, mark in zip(levels, marks, strict=True)
    )
    return element("div", *spans, class_="y")


def _turn_axis(last: int) -> Markup:
    turns = turn_ticks(last)
    spans = (
        element(
            "span",
            text(f"{turn:,}"),
            style=f"left:{turn / max(1, last):.2%}",
            class_="between" if index % 2 and turn != last else None,
        )
        for index, turn in enumerate(turns)
    )
    return element("div", *spans, class_="x")


def _field(lines: Sequence[Line], levels: Sequence[float], top: float) -> Markup:
    grid = (element("path", class_="gr", d=f"M0 {_down(level, top)}H{WIDE}") for level in levels)
    shades = (_range(line, top) for line in lines if swings(line.values))
    strokes = (part for line in lines for part in _shape(line, top))
    box = f"0 0 {WIDE} {HIGH}"
    return element("svg", *grid, *shades, *strokes, class_="field", viewBox=box, preserveAspectRatio="none")


def _range(line: Line, top: float) -> Markup:
    """A shade from the lowest to the highest of each stretch of turns."""
    columns = _columns(line.values)
    lows = [f"{place} {_down(low, top)}" for place, low, _, _ in columns]
    highs = [f"{place} {_down(high, top)}" for place, _, _, high in columns]
    outline = "L".join([*highs, *lows[::-1]])
    return element("path", class_=f"range {line.stroke}{' best' if line.best else ''}", d=f"M{outline}Z")


def _shape(line: Line, top: float) -> tuple[Markup, ...]:
    if swings(line.values):
        means = "L".join(f"{place} {_down(mean, top)}" for place, _, mean, _ in _columns(line.values))
        return _stroked(Markup(f"M{means}"), line.stroke, best=line.best)
    kind = f"{line.stroke} dot" if len(line.values) == 1 else line.stroke
    return _stroked(_path(line.values, top), kind, best=line.best)


def _columns(values: Sequence[float]) -> list[tuple[int, float, float, float]]:
    """(place, lowest, mean, highest) of each stretch of turns, the first and last at the ends of the line."""
    last = len(values)
    found = bands(values, min(BANDS, last // PER_BAND))
    places = [1.0, *(turn for turn, *_ in found[1:-1]), float(last)]
    return [
        (round(WIDE * place / last), low, mean, high) for place, (_, low, mean, high) in zip(places, found, strict=True)
    ]


def _path(values: Sequence[float], top: float) -> Markup:
    last = len(values)
    points = [f"{round(WIDE * (index + 1) / last)} {_down(value, top)}" for index, value in thin(values, COLUMNS)]
    # One turn has no length: the shortest of strokes, with round ends, is a dot.
    return Markup("M" + "L".join(points) + ("h-1" if last == 1 else "")) if points else NOTHING


def _down(value: float, top: float) -> int:
    return round(HIGH * (1 - value / top))


def _stroked(path: Markup, stroke: str, *, best: bool) -> tuple[Markup, ...]:
    over = element("path", class_=f"ln {stroke}{' best' if best else ''}", d=path)
    return (element("path", class_=f"ln {stroke} under", d=path), over) if best else (over,)


def _leaders(ends: Sequence[float], places: Sequence[float], room: float) -> Markup:
    """Thin lines from where a line ends to its label."""
    paths = (
        element("path", d=f"M0 {round(HIGH * end / room)}L10 {round(HIGH * place / room)}")
        for end, place in zip(ends, places, strict=True)
    )
    return element("svg", *paths, class_="leads", viewBox=f"0 0 10 {HIGH}", preserveAspectRatio="none")


def _end(line: Line, place: float) -> Markup:
    value = element("span", text(line.shown))
    return element("p", element("b", foreign(line.name)), value, style=f"top:{place:.4g}rem")


def _bar(age: Age) -> Markup:
    parts = (
        element("i", class_=grain(layer), style=f"flex-grow:{getattr(age, layer):.4f}")
        for layer in LAYERS
        if getattr(age, layer) > 0
    )
    stack = join([*parts]) or element("em", text("none said"))
    return element("div", element("div", stack, class_="stack"), element("span", foreign(age.label)), class_="age")

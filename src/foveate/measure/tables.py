"""The report's tables: every number that a picture shows, and those that no picture can.

A table scrolls inside its own box, never the page. Cells take markup, so nothing gets in unescaped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from foveate.measure.figures import money, share, size
from foveate.measure.finding import Age, Finding, Run
from foveate.measure.markup import Markup, element, foreign, join, text
from foveate.measure.names import words
from foveate.measure.plots import LAYERS
from foveate.measure.totals import LEVEL, Basis, Total, amount, basis_of, best, by_source, largest, whole_history

NONE = text("–")
SOURCES_SHOWN = 20  # rows before the rest is folded away: about a screen
SAMPLED = 12  # turns in the table behind a picture
LAYER_NAMES = ("Current", "Recent", "Recalled", "Summary", "Remembered", "Not in")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row: its head, its cells, and whether it is the one to look at."""

    head: Markup
    cells: tuple[Markup, ...]
    best: bool = False


def draw_table(caption: str, heads: Sequence[str], rows: Iterable[Row], kind: str = "") -> Markup:
    """A table in a box that scrolls sideways and can be reached by keyboard."""
    head = element("tr", *(element("th", text(name), scope="col") for name in heads))
    table = element(
        "table",
        element("caption", text(caption), class_="vh"),
        element("thead", head),
        element("tbody", join(_row(row) for row in rows)),
    )
    return element(
        "div",
        table,
        class_=f"tw {kind}".strip(),
        tabindex="0",
        role="region",
        aria_label=f"{caption}, scrolls sideways",
    )


def draw_rules(rules: Sequence[Total], currency: str) -> Markup:
    """A row for each rule, the best one marked, costs above the whole history with a triangle."""
    chosen, whole = best(rules), whole_history(rules)
    calls = any(rule.calls for rule in rules)
    heads = ["Rule", "Characters sent", "Longest turn", "Tokens", "Prefix changed", "Prefix kept", "Folds"]
    heads += ["Calls"] if calls else []
    heads += ["No cache", "With cache", "Facts kept"]
    scale = largest(rules)

    def paid(value: float | None, base: float | None) -> Markup:
        return _compared(money(value, currency, scale), value, base)

    def cells(rule: Total) -> tuple[Markup, ...]:
        return (
            text(size(rule.chars, 2)),
            text(size(rule.longest)),
            text(size(rule.tokens, 2)),
            text(f"{rule.changed:,}"),
            text(share(rule.prefix_kept)),
            text(f"{rule.folds:,}"),
            *((text(f"{rule.calls:,}"),) if calls else ()),
            paid(rule.uncached, whole.uncached if whole else None),
            paid(rule.cached, whole.cached if whole else None),
            text(share(rule.kept)) if rule.facts else NONE,
        )

    rows = (Row(head=foreign(rule.title), cells=cells(rule), best=rule is chosen) for rule in rules)
    return draw_table("The rules side by side", heads, rows, "rules")


def draw_sources(finding: Finding, names: dict[str, str]) -> Markup:
    """A row for each source, dearest first, a column for each rule; the rest folded away after a screen."""
    groups = by_source(finding)
    basis = basis_of([rule for rules in groups.values() for rule in rules])
    first = next(iter(groups.values()))
    heads = ["Source", "Turns", *(words(rule.policy, rule.title).short for rule in first)]
    ordered = sorted(groups.items(), key=lambda item: -max(amount(rule, basis) for rule in item[1]))
    scale = max((amount(rule, basis) for rules in groups.values() for rule in rules), default=0.0)
    shown = _shown_amount(basis, finding.pricing.currency, scale)
    rows = [_source_row(names[source], rules, basis, shown) for source, rules in ordered]
    rest = rows[SOURCES_SHOWN:]
    if not rest:
        return draw_table("Source by source", heads, rows, "sources")
    more = draw_table("The other sources", heads, rest, "sources")
    summary = element("summary", text(f"and {len(rest):,} more, each smaller than these"))
    return join(
        [
            draw_table("Source by source", heads, rows[:SOURCES_SHOWN], "sources"),
            element("details", summary, more),
        ]
    )


def draw_turns(columns: Sequence[tuple[str, Sequence[float]]], shown: Callable[[float], str], caption: str) -> Markup:
    """A column for each line, at a dozen turns from the first to the last."""
    last = max((len(values) for _, values in columns), default=0)
    turns = sorted({round(1 + step * (last - 1) / (SAMPLED - 1)) for step in range(SAMPLED)}) if last else []
    rows = (
        Row(head=text(f"{turn:,}"), cells=tuple(_at(values, turn, shown) for _, values in columns)) for turn in turns
    )
    return draw_table(caption, ["Turn", *(name for name, _ in columns)], rows, "turns")


def behind(*parts: Markup) -> Markup:
    """The numbers behind a picture, folded away."""
    return element("details", element("summary", text("The numbers behind this picture")), *parts)


def draw_age_table(ages: Sequence[Age]) -> Markup:
    """The shares behind the bars; a layer in which nothing stands has no column."""
    found = [
        (layer, name)
        for layer, name in zip(LAYERS, LAYER_NAMES, strict=True)
        if any(getattr(age, layer) for age in ages)
    ]
    rows = (
        Row(head=foreign(age.label), cells=tuple(_share(getattr(age, layer)) for layer, _ in found)) for age in ages
    )
    return draw_table("Where a fact is found, by age", ["Missions ago", *(name for _, name in found)], rows, "by-age")


def draw_kept_by_age(runs: Sequence[Run], chosen: str) -> Markup:
    """For each rule, the share of facts of each age that is still in the context in some form."""
    labels = list(dict.fromkeys(age.label for run in runs for age in run.ages))
    rows = (Row(head=foreign(run.title), cells=_kept_cells(run, labels), best=run.policy == chosen) for run in runs)
    return draw_table("Still in the context, by missions ago", ["Rule", *labels], rows, "by-age")


def _row(row: Row) -> Markup:
    head = element("th", row.head, scope="row")
    return element("tr", head, *(element("td", cell) for cell in row.cells), class_="best" if row.best else None)


def _source_row(name: str, rules: Sequence[Total], basis: Basis, shown: Callable[[float], str]) -> Row:
    whole, chosen = whole_history(rules), best(rules)
    base = amount(whole, basis) if whole else None
    low = amount(chosen, basis) if chosen and len({amount(rule, basis) for rule in rules}) > 1 else None
    values = [amount(rule, basis) for rule in rules]
    cells = [_compared(shown(value), value, base, lowest=value == low) for value in values]
    return Row(head=foreign(name), cells=(text(f"{rules[0].turns:,}"), *cells))


def _compared(shown: str, value: float | None, base: float | None, *, lowest: bool = False) -> Markup:
    if lowest:
        return element("strong", text(shown), element("span", text(", the lowest"), class_="vh"))
    if value is None or base is None or value <= base * (1 + LEVEL):
        return text(shown)
    mark = element("span", text("▲"), aria_hidden="true")
    said = element("span", text(", above the whole history"), class_="vh")
    return element("span", text(shown), mark, said, class_="low")


def _shown_amount(basis: Basis, currency: str, scale: float) -> Callable[[float], str]:
    if basis == "chars":
        return size
    return lambda value: money(value, currency, scale)


def _at(values: Sequence[float], turn: int, shown: Callable[[float], str]) -> Markup:
    return text(shown(values[turn - 1])) if turn <= len(values) else NONE


def _share(value: float) -> Markup:
    return text(share(value)) if value > 0 else NONE


def _kept_cells(run: Run, labels: Sequence[str]) -> tuple[Markup, ...]:
    ages = {age.label: age for age in run.ages}
    return tuple(_kept(ages.get(label)) for label in labels)


def _kept(age: Age | None) -> Markup:
    if age is None:
        return NONE
    inside = sum(getattr(age, layer) for layer in LAYERS if layer != "gone")
    return text(share(min(1.0, inside))) if inside or age.gone else NONE

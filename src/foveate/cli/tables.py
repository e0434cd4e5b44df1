"""A finding in the terminal: the headline, the rules side by side, source by source, and what a reader may doubt.

Everything shown is text, never markup: a chat's title cannot colour or steer the terminal. Fits 80 columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from foveate.measure.figures import money, plural, price, share, size, span
from foveate.measure.finding import Finding
from foveate.measure.headline import headline
from foveate.measure.names import shown_sources, without_paths, words
from foveate.measure.notes import refusals
from foveate.measure.survival import Row
from foveate.measure.totals import (
    LEVEL,
    Total,
    amount,
    basis_of,
    best,
    by_source,
    largest,
    subject,
    totals,
    whole_history,
)

WIDE = 110  # columns: from here on titles are whole and tokens have room
LEAST_NAME = 12  # columns of a chat's name at least
EDGES, GAP = 2, 2  # columns that a table's edges take, and the space between two of its columns
EACH = 3  # sources that get a table of their own; more are added up and then listed
SOURCES_SHOWN = 20  # rows
SKIPPED_SHOWN = 5  # lines
GONE_SHOWN = 12  # facts: a taste; the report and --json have them all
ABOVE = "▲"
ALL_THERE = 3  # the column that a survival measurement is about
PAUSES = {"1m": "A minute apart", "office": "With an office day's pauses", "real": "At the log's own times"}


def show(finding: Finding, screen: Any) -> None:
    """Print a finding to a rich console."""
    screen.print()
    screen.print(_text(headline(finding).title, "bold"))
    groups = by_source(finding)
    names = shown_sources(finding.sources)
    if len(groups) <= EACH:
        for source, rules in groups.items():
            lasts = {run.policy: run.turns.chars[-1] for run in finding.runs if run.source == source}
            _show_rules(screen, rules, finding.pricing.currency, f"{names[source]} · {_size(rules)}", lasts)
    else:
        rules = totals(finding)
        _show_rules(screen, rules, finding.pricing.currency, f"{len(groups):,} chats together · {_size(rules)}")
        _show_sources(screen, groups, finding.pricing.currency, names)
    for line in _notes(finding):
        screen.print(_text(line, "dim"))


def show_survival(rows: Sequence[Row], heading: str, screen: Any) -> None:
    """Print the rows of a survival measurement under a heading to a rich console."""
    heads = ("By", "Budget", "Questions", "All\nthere", "Random", "Shortest", "Wrong\nquestion", "Margin", "CPU\nms")
    table = _table(heads)
    for row in rows:
        cells = (
            row.method, f"{row.budget:,}", f"{row.questions:,}", share(row.all), share(row.random), share(row.shortest),
            share(row.wrong_question), f"{row.margin * 100:+.0f}", f"{row.ms:.1f}",
        )  # fmt: skip
        table.add_row(*(_text(cell, "bold" if place == ALL_THERE else "") for place, cell in enumerate(cells)))
    screen.print()
    screen.print(_text(heading, "bold"))
    screen.print(table)


def _size(rules: Sequence[Total]) -> str:
    return plural(rules[0].turns, "turn")


def _show_rules(
    screen: Any, rules: Sequence[Total], currency: str, heading: str, lasts: Mapping[str, int] | None = None
) -> None:
    """Print a row for each rule, the best one bold, costs above the whole history with a triangle.

    `lasts` holds the characters of each policy's last turn; for several talks together the longest turn stands there.
    """
    wide = screen.width >= WIDE
    heads = [
        "Policy",
        "Sent",
        "Last\nturn" if lasts else "Longest\nturn",
        *(["Tokens"] if wide else []),
        "Prefix\nkept",
        "Folds",
    ]
    table = _table([*heads, "No\ncache ", "With\ncache ", "Facts\nkept"])
    chosen, whole = best(rules), whole_history(rules)
    scale = largest(rules)
    for rule in rules:
        style = "bold" if rule is chosen else ""
        last = lasts[rule.policy] if lasts else rule.longest
        facts = f"{rule.facts_kept:,} of {rule.facts:,}" if wide else share(rule.kept)
        cells = [
            size(rule.chars, 2),
            size(last),
            *([size(rule.tokens, 2)] if wide else []),
            share(rule.prefix_kept),
            f"{rule.folds:,}",
            _paid(rule.uncached, whole.uncached if whole else None, currency, scale),
            _paid(rule.cached, whole.cached if whole else None, currency, scale),
            facts if rule.facts else "–",
        ]
        name = rule.title if wide else words(rule.policy, rule.title).short
        table.add_row(_text(name, style), *(_text(cell, _style(cell, style)) for cell in cells))
    screen.print()
    screen.print(_text(heading, ""))
    screen.print(table)


def _show_sources(screen: Any, groups: dict[str, tuple[Total, ...]], currency: str, names: dict[str, str]) -> None:
    """Print a row for each source, dearest first, a column for each rule."""
    basis = basis_of([rule for rules in groups.values() for rule in rules])
    first = next(iter(groups.values()))
    heads = ["Turns", *(words(rule.policy, rule.title).short.replace(" ", "\n", 1) for rule in first)]
    rows: list[tuple[str, list[Any]]] = []
    ordered = sorted(groups.items(), key=lambda item: -max(amount(rule, basis) for rule in item[1]))
    scale = max((amount(rule, basis) for rules in groups.values() for rule in rules), default=0.0)
    for source, rules in ordered[:SOURCES_SHOWN]:
        chosen, whole = best(rules), whole_history(rules)
        cells = [_text(f"{rules[0].turns:,}", "")]
        for rule in rules:
            value, base = amount(rule, basis), amount(whole, basis) if whole else None
            shown = size(value) if basis == "chars" else _paid(value, base, currency, scale)
            cells.append(_text(shown, _style(shown, "bold" if rule is chosen else "")))
        rows.append((names[source], cells))
    table = _table(["Chat", *heads])
    room = screen.width - EDGES - sum(_width(head, [row[place] for _, row in rows]) for place, head in enumerate(heads))
    for source, cells in rows:
        table.add_row(_name(source, max(room, LEAST_NAME)), *cells)
    what = {
        "cached": "Input money with the cache",
        "uncached": "Input money without a cache",
        "chars": "Characters sent",
    }
    screen.print()
    screen.print(_text(f"{what[basis]}, chat by chat", ""))
    screen.print(table)
    if len(ordered) > SOURCES_SHOWN:
        screen.print(_text(f"and {len(ordered) - SOURCES_SHOWN:,} more; --json and the report have them all", "dim"))


def _notes(finding: Finding) -> Iterable[str]:
    """Yield where the numbers come from, what is gone, and what was left out."""
    yield ""
    yield _prices(finding)
    pauses = PAUSES.get(finding.gap, finding.gap)
    yield f"{pauses}. Tokens: {finding.counter}. {ABOVE} costs more than the whole history."
    if refused := refusals(finding):
        yield refused
    yield from _gone(finding)
    if finding.skipped:
        names = shown_sources(tuple(source for source, _, _ in finding.skipped))
        yield f"{plural(len(finding.skipped), 'thing was', 'things were')} left out:"
        for source, where, reason in finding.skipped[:SKIPPED_SHOWN]:
            place = ", ".join(part for part in (names[source], without_paths(where)) if part)
            yield f"  {place}: {without_paths(reason)}"
        if len(finding.skipped) > SKIPPED_SHOWN:
            yield f"  and {len(finding.skipped) - SKIPPED_SHOWN:,} more; --json and the report have them all"


def _prices(finding: Finding) -> str:
    pricing = finding.pricing
    if pricing.input is None:
        return "No price is known, so money is unknown." if pricing.model else "No model was named: money is unknown."
    rates = [f"{price(pricing.input, pricing.currency)} a million input tokens"]
    rates += [f"{price(pricing.read, pricing.currency)} read from the cache"] if pricing.read is not None else []
    rates += [f"{price(pricing.write, pricing.currency)} written to it"] if pricing.write is not None else []
    cache = f" The cache lives {span(pricing.life_s)}" if pricing.life_s is not None else " It has no price for a cache"
    least = f" and holds {pricing.smallest_prefix:,} tokens or more" if pricing.smallest_prefix else ""
    return f"{pricing.model}: {', '.join(rates)} ({pricing.source}).{cache}{least}."


def _gone(finding: Finding) -> Iterable[str]:
    rule = subject(totals(finding))
    if rule is None or rule.facts == rule.facts_kept:
        return
    lost = list(dict.fromkeys(fact for run in finding.runs if run.policy == rule.policy for fact in run.lost))
    shown = ", ".join(" ".join(fact.split()) for fact in lost[:GONE_SHOWN])
    more = rule.facts - rule.facts_kept - min(len(lost), GONE_SHOWN)
    rest = f" and {more:,} more; --json and the report have them all" if more > 0 else ""
    yield f"Gone {words(rule.policy, rule.title).manner}: {shown}{rest}."


def _paid(value: float | None, base: float | None, currency: str, scale: float) -> str:
    shown = money(value, currency, scale)
    above = value is not None and base is not None and value > base * (1 + LEVEL)
    return f"{shown}{ABOVE}" if above else f"{shown} "  # the space keeps the figures in line


def _name(source: str, width: int) -> Any:
    """Return a chat's name in one line: its title where its file holds several, or the end of the file's path."""
    path, _, title = source.partition(": ")
    if not title and len(path) > width:
        path = f"…{path[1 - width :]}"
    name = _text(title or path, "")
    name.truncate(width, overflow="ellipsis")
    return name


def _width(head: str, cells: Sequence[Any]) -> int:
    """Return how many columns of the terminal a column of figures takes, with the gap beside it."""
    widths: list[int] = [len(line) for line in head.splitlines()] + [cell.cell_len for cell in cells]
    return max(widths) + GAP


def _style(cell: str, style: str) -> str:
    return f"{style} yellow".strip() if cell.endswith(ABOVE) else style


def _table(heads: Sequence[str]) -> Any:
    """Return an empty table: a first column of names that gives way, and columns of numbers that do not."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    for place, head in enumerate(heads):
        name = place == 0
        table.add_column(
            head, justify="left" if name else "right", no_wrap=not name, overflow="fold", vertical="bottom"
        )
    return table


def _text(value: str, style: str) -> Any:
    from rich.text import Text

    return Text(value, style=style)

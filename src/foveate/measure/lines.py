"""The two sections with lines: characters turn by turn, and money so far.

Each says only what holds for this data. With several sources the sizes are those of the longest one, and money is
added up over all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from foveate.measure.figures import money, plural, size, tick_money, tick_size
from foveate.measure.finding import WHOLE, Finding, Run
from foveate.measure.markup import NOTHING, Markup, element, foreign, join, text
from foveate.measure.names import shown_sources, words
from foveate.measure.plots import Line, Picture, draw_lines, draw_sample, swings
from foveate.measure.tables import behind, draw_turns
from foveate.measure.totals import (
    LEVEL,
    Total,
    acted,
    best,
    by_source,
    longest_source,
    running,
    runs_of,
    subject,
    totals,
    unchanged,
    whole_history,
)

Paid = Literal["uncached", "cached"]
BASES: tuple[Paid, Paid] = ("uncached", "cached")
STROKES = {
    "off": "off",
    "window": "steps",
    "window-per-turn": "slide",
    "window+recall": "steps-recall",
    "missions": "missions",
    "threshold": "threshold",
}
OTHER_STROKES = ("other-1", "other-2", "other-3")
CLOSER = 0.5  # of the tallest line: what stays below it is drawn again, closer
TALL, LOW, PAIRED = 17.5, 12.5, 14.0  # rem: the first plot, the closer one, the two of money


def show_sizes(finding: Finding) -> Markup:
    """Characters turn by turn, and the low lines again, closer."""
    source = longest_source(finding)
    runs = [run for run in finding.runs if run.source == source]
    lines = _size_lines(finding, runs)
    columns = [(words(run.policy, run.title).short, run.turns.chars) for run in runs]
    return element(
        "section",
        join(
            [
                element("h2", text("Characters sent, turn by turn")),
                element("p", text(_size_words(finding)), *_drawn(finding, source)),
                element("figure", draw_lines(_picture("Characters sent each turn", lines, TALL))),
                _closer(runs, lines),
                _legend(finding),
                _shaded(lines),
                behind(draw_turns(columns, size, "Characters sent, turn by turn")),
            ]
        ),
    )


def show_money(finding: Finding) -> Markup:
    """Money so far, without a cache and with the provider's; a sentence where no price is known."""
    plots = [plot for basis in BASES if (plot := _money_plot(finding, basis))]
    title = element("h2", text("Money so far"))
    if not plots:
        model = finding.pricing.model
        why = f"The price of {model} is unknown" if model else "No model was named"
        return element(
            "section", title, element("p", text(f"{why}, so no money is shown. A model with a known price adds it."))
        )
    return element(
        "section",
        join(
            [
                title,
                element("p", text(_money_words(finding))),
                element("div", *plots, class_="two"),
                _money_numbers(finding),
            ]
        ),
    )


def _size_lines(finding: Finding, runs: Sequence[Run]) -> tuple[Line, ...]:
    chosen = best(totals(finding))
    return tuple(
        Line(
            name=words(run.policy, run.title).short,
            shown=size(run.turns.chars[-1] if run.turns.chars else 0),
            values=tuple(map(float, run.turns.chars)),
            stroke=_stroke(finding, run.policy),
            best=chosen is not None and run.policy == chosen.policy,
        )
        for run in runs
    )


def _picture(what: str, lines: tuple[Line, ...], height: float) -> Picture:
    ends = "; ".join(
        f"{line.name} {line.shown} in the last turn, {size(max(line.values, default=0))} at most" for line in lines
    )
    return Picture(described=f"{what}. {ends}.", height=height, lines=lines, tick=tick_size)


def _size_words(finding: Finding) -> str:
    rules = totals(finding)
    whole, rule = whole_history(rules), subject(rules)
    if rule is None:
        return ""
    if whole is None or rule is whole:
        return f"The longest turn carries {size(rule.longest)} characters."
    if whole.longest == rule.longest:
        return f"The longest turn carries {size(whole.longest)} characters under both {whole.title} and {rule.title}."
    return (
        f"The longest turn carries {size(whole.longest)} characters with the whole history and "
        f"{size(rule.longest)} {words(rule.policy, rule.title).manner}."
    )


def _drawn(finding: Finding, source: str | None) -> tuple[Markup, ...]:
    """Which source the picture shows, and that chats follow one another in it."""
    count = len({run.source for run in finding.runs})
    if count > 1 and source is not None:
        name = shown_sources(finding.sources).get(source, source)
        return (text(" Drawn here: "), foreign(name), text(f", the longest of {count:,} sources."))
    if finding.conversations > 1:
        return (
            text(f" The {finding.conversations:,} chats follow one another, so a line falls back where one begins."),
        )
    return ()


def _closer(runs: Sequence[Run], lines: tuple[Line, ...]) -> Markup:
    top = max(max(line.values, default=0.0) for line in lines)
    low = tuple(line for line in lines if max(line.values, default=0.0) <= CLOSER * top)
    if not low or not top:
        return NOTHING
    title = element("h3", text("The same line, closer" if len(low) == 1 else "The lower lines, closer"))
    caption = element("figcaption", text(_steps_words(runs))) if _steps_words(runs) else NOTHING
    return element("figure", title, draw_lines(_picture("The lower lines, closer", low, LOW)), caption)


def _shaded(lines: Sequence[Line]) -> Markup:
    if not any(swings(line.values) for line in lines):
        return NOTHING
    said = "The shade reaches from the smallest to the largest of each stretch of turns; the line is their mean."
    return element("p", text(said), class_="more")


def _steps_words(runs: Sequence[Run]) -> str:
    """What steps are for, where this data shows it: the prefix changed at folds only."""
    steps = next((run for run in runs if run.policy == "window" and run.folds), None)
    if steps is None or sum(steps.turns.prefix_changed) > steps.folds:
        return ""
    return "Between two cuts of the stepped window not one byte of the prefix changes. That is what the cache pays for."


def _legend(finding: Finding) -> Markup:
    """What each stroke means; rules that did nothing share the whole history's. One line alone needs none."""
    rules = totals(finding)
    if unchanged(rules):
        return NOTHING
    chosen, own = best(rules), acted(rules)
    idle = [rule.title for rule in rules if rule not in own and rule.policy != WHOLE]
    items = []
    for rule in rules:
        if rule.title in idle:
            continue
        same = f"; the same under {_listed(idle)}" if idle and rule.policy == WHOLE else ""
        tag = element("span", text("comes out lowest"), class_="tag") if rule is chosen else NOTHING
        sample = draw_sample(_stroke(finding, rule.policy), best=rule is chosen)
        items.append(element("li", sample, element("span", foreign(rule.title), text(same)), tag))
    return element("ul", *items, class_="legend")


def _money_plot(finding: Finding, basis: Paid) -> Markup:
    known = _money_series(finding, basis)
    chosen, currency, scale = best([rule for rule, _ in known]), finding.pricing.currency, _scale(known)
    lines = tuple(
        Line(
            name=words(rule.policy, rule.title).short,
            shown=money(values[-1], currency, scale),
            values=values,
            stroke=_stroke(finding, rule.policy),
            best=rule is chosen,
        )
        for rule, values in known
    )
    if not lines:
        return NOTHING
    title = _money_title(finding, basis)
    said = f"Money so far, {title}. " + "; ".join(f"{line.name} {line.shown}" for line in lines) + "."
    picture = Picture(
        described=said, height=PAIRED, lines=lines, tick=lambda value, step: tick_money(value, step, currency)
    )
    return element("figure", element("h3", text(title)), draw_lines(picture))


def _money_title(finding: Finding, basis: Paid) -> str:
    if basis == "uncached":
        return "No cache"
    pricing = finding.pricing
    if not pricing.input or pricing.read is None or pricing.write is None:
        return "With the provider’s cache"
    return f"With cache, read {pricing.read / pricing.input:.3g}, write {pricing.write / pricing.input:.3g}"


def _money_words(finding: Finding) -> str:
    rules = totals(finding)
    many = len(by_source(finding)) > 1
    added = " All sources are added up turn by turn; one that has ended stays at its sum." if many else ""
    return f"{_dearest_words(rules)}{added}"


def _dearest_words(rules: Sequence[Total]) -> str:
    whole = whole_history(rules)
    slide = next((rule for rule in rules if rule.policy == "window-per-turn"), None)
    if whole and slide and slide.changed and (slide.cached or 0) > (whole.cached or 0) * (1 + LEVEL):
        return (
            "With a cache, a window that slides is dearer than the whole history: it changes its beginning on "
            f"{slide.changed:,} of {plural(slide.turns, 'turn')} and pays to write it again."
        )
    above = [rule.title for rule in rules if whole and (rule.cached or 0) > (whole.cached or 0) * (1 + LEVEL)]
    if above:
        come = "comes" if len(above) == 1 else "come"
        return f"With the cache, {_listed(above)} {come} out dearer than the whole history."
    return "What the input has cost after each turn. Output is the same under every rule."


def _listed(titles: Sequence[str]) -> str:
    return titles[0] if len(titles) == 1 else f"{', '.join(titles[:-1])} and {titles[-1]}"


def _money_numbers(finding: Finding) -> Markup:
    parts = (part for basis in BASES for part in _money_table(finding, basis))
    return behind(*parts)


def _money_table(finding: Finding, basis: Paid) -> tuple[Markup, ...]:
    known = _money_series(finding, basis)
    if not known:
        return ()
    currency, scale = finding.pricing.currency, _scale(known)
    columns = [(words(rule.policy, rule.title).short, values) for rule, values in known]
    title = _money_title(finding, basis)
    table = draw_turns(columns, lambda value: money(value, currency, scale), f"Money so far, {title}")
    return (element("h3", text(title), class_="apart"), table)


def _money_series(finding: Finding, basis: Paid) -> list[tuple[Total, tuple[float, ...]]]:
    series = ((rule, running(runs_of(finding, rule.policy), basis)) for rule in totals(finding))
    return [(rule, values) for rule, values in series if values]


def _scale(known: Sequence[tuple[Total, tuple[float, ...]]]) -> float:
    return max((values[-1] for _, values in known), default=0.0)


def _stroke(finding: Finding, policy: str) -> str:
    if policy in STROKES:
        return STROKES[policy]
    others = [name for name in dict.fromkeys(run.policy for run in finding.runs) if name not in STROKES]
    return OTHER_STROKES[others.index(policy) % len(OTHER_STROKES)]

"""The two sections about what a person said: where it stands at the end, by age, and what is gone.

Facts are the person's own words; they are shown as they were found and never judged here.
"""

from __future__ import annotations

from foveate.measure.figures import plural, share
from foveate.measure.finding import Age, Finding, Run
from foveate.measure.markup import NOTHING, Markup, element, foreign, join, text
from foveate.measure.names import shown_sources, words
from foveate.measure.plots import LAYERS, draw_ages, grain
from foveate.measure.tables import draw_age_table, draw_kept_by_age
from foveate.measure.totals import Total, best, longest_source, runs_of, subject, totals

GONE_SHOWN = 60  # facts a rule: a list that is read, not searched
LEGEND = {
    "current": "current",
    "recent": "recent, in detail",
    "recalled": "recalled, word for word",
    "summary": "summary",
    "remembered": "remembered",
    "gone": "not in the context",
}


def show_survival(finding: Finding) -> Markup:
    """Bars by age for the rule the report speaks of, their numbers, and every rule beside it."""
    rule = subject(totals(finding))
    source = longest_source(finding)
    runs = [run for run in finding.runs if run.source == source and run.ages]
    run = next((run for run in runs if rule and run.policy == rule.policy), None)
    if run is None:
        return NOTHING
    layers = [layer for layer in LAYERS if any(getattr(age, layer) > 0 for age in run.ages)]
    legend = (element("li", element("i", class_=grain(layer)), text(LEGEND[layer])) for layer in layers)
    chosen = best(totals(finding))
    beside = (
        element("h3", text("Still in the context, rule by rule, by missions ago"), class_="apart"),
        draw_kept_by_age(runs, chosen.policy if chosen else ""),
    )
    return element(
        "section",
        join(
            [
                element("h2", text("What survives")),
                element("p", *_survival_words(finding, run)),
                element("figure", draw_ages(run.ages, _described(run.ages)), element("ul", *legend, class_="legend")),
                draw_age_table(run.ages),
                *(beside if len(runs) > 1 else ()),
            ]
        ),
    )


def show_gone(finding: Finding) -> Markup:
    """The facts that are no longer there, a closed list for each rule."""
    rules = [rule for rule in totals(finding) if rule.facts]
    if not rules:
        return NOTHING
    intro = (
        "Numbers, prices, dates, names and decisions in the person’s own words that are nowhere in the last request."
    )
    lists = [_gone(finding, rule) for rule in rules]
    return element("section", join([element("h2", text("What is gone")), element("p", text(intro)), *lists]))


def _survival_words(finding: Finding, run: Run) -> tuple[Markup, ...]:
    manner = words(run.policy, run.title).manner
    said = text(f"Where the facts stand at the end, {manner}, by how many missions ago they were said.")
    sources = {run.source for run in finding.runs}
    if len(sources) < 2:
        return (said,)
    name = shown_sources(finding.sources).get(run.source, run.source)
    return (said, text(" Drawn here: "), foreign(name), text(f", the longest of {len(sources):,} sources."))


def _described(ages: tuple[Age, ...]) -> str:
    bars = (f"{age.label}: {_layers_of(age) or 'no fact'}" for age in ages)
    return "Where facts stand, by missions ago. " + "; ".join(bars) + "."


def _layers_of(age: Age) -> str:
    return ", ".join(
        f"{share(getattr(age, layer))} {LEGEND[layer].split(',')[0]}" for layer in LAYERS if getattr(age, layer) > 0
    )


def _gone(finding: Finding, rule: Total) -> Markup:
    missing = rule.facts - rule.facts_kept
    if missing <= 0:
        return element(
            "p", foreign(rule.title), text(f": all {plural(rule.facts, 'fact')} are still there."), class_="whole"
        )
    runs = runs_of(finding, rule.policy)
    names = shown_sources(finding.sources)
    lost = [(run.source, fact) for run in runs for fact in run.lost]
    items = [_fact(fact, names.get(source, source) if len(runs) > 1 else "") for source, fact in lost[:GONE_SHOWN]]
    more = max(missing, len(lost)) - len(items)
    rest = element("p", text(f"and {more:,} more"), class_="more") if more > 0 else NOTHING
    count = element("span", text(f"{missing:,} of {plural(rule.facts, 'fact')} gone"))
    summary = element("summary", element("b", foreign(rule.title)), text(": "), count)
    return element("details", summary, element("ul", join(items), class_="lost"), rest)


def _fact(fact: str, source: str) -> Markup:
    where = element("small", foreign(source)) if source else NOTHING
    return element("li", foreign(fact), where)

"""The report of a measurement: one HTML file with its style and pictures, without network or script.

It puts the page together; words come from headline, pictures from plots, rows from tables. Everything it says is
computed from the finding.
"""

from __future__ import annotations

from importlib.resources import files
from urllib.parse import quote

from foveate.measure.facts import show_gone, show_survival
from foveate.measure.figures import day, plural, word
from foveate.measure.finding import Finding
from foveate.measure.headline import Headline, headline
from foveate.measure.lines import show_money, show_sizes
from foveate.measure.markup import NOTHING, Markup, element, foreign, join, text
from foveate.measure.names import shown_sources, without_paths
from foveate.measure.notes import show_notes
from foveate.measure.tables import Row, draw_rules, draw_sources, draw_table
from foveate.measure.totals import basis_of, totals

LONG_TITLE = 70  # letters: more takes three lines in the large size
SKIPPED_SHOWN = 200  # rows: more is a sign of a wrong folder, not something to read
# Nothing may be fetched and nothing may run, whatever a file's name says.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
MARK = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" aria-hidden="true" class="mark">'
    '<circle cx="16" cy="16" r="14" fill="none" stroke="currentColor" stroke-width="2.6" '
    'stroke-dasharray=".01 7.33" stroke-linecap="round"/>'
    '<circle cx="16" cy="16" r="9.3" fill="none" stroke="currentColor" stroke-width="2.4" '
    'stroke-dasharray="1.9 .535"/>'
    '<circle cx="16" cy="16" r="5" fill="#F7CA45" stroke="currentColor" stroke-width="1.5"/></svg>'
)


def render(finding: Finding) -> str:
    """The whole report as one HTML document."""
    said = headline(finding)
    body = element("main", _top(finding, said), *_sections(finding), class_="wrap")
    return f"<!doctype html>\n{element('html', _head(said.title), element('body', body), lang='en')}\n"


def _head(title: str) -> Markup:
    return element(
        "head",
        join(
            [
                element("meta", charset="utf-8"),
                element("meta", name="viewport", content="width=device-width, initial-scale=1"),
                element("meta", http_equiv="Content-Security-Policy", content=POLICY),
                element("meta", name="color-scheme", content="light dark"),
                element("link", rel="icon", href=f"data:image/svg+xml,{quote(MARK)}"),
                element("title", text(f"{title} · Foveate report")),
                element("style", _style()),
            ]
        ),
    )


def _style() -> Markup:
    look = files("foveate.measure").joinpath("look")
    return Markup("\n".join(look.joinpath(name).read_text("utf-8") for name in ("tokens.css", "report.css")))


def _top(finding: Finding, said: Headline) -> Markup:
    bar = element(
        "p", Markup(MARK), element("span", text("Foveate report")), element("small", _origin(finding)), class_="bar"
    )
    figures = (
        element("div", element("dt", text(figure.label)), element("dd", text(figure.value))) for figure in said.facts
    )
    return element(
        "header",
        bar,
        element("h1", text(said.title), class_="long" if len(said.title) > LONG_TITLE else None),
        element("p", text(said.lede), class_="lede"),
        element("dl", *figures, class_="facts"),
    )


def _origin(finding: Finding) -> Markup:
    names = shown_sources(finding.sources)
    source = foreign(names[finding.sources[0]]) if len(names) == 1 else text(plural(len(finding.sources), "source"))
    simulated = " · simulated" if finding.simulated else ""
    return join([source, text(f" · {day(finding.made)}{simulated}")])


def _sections(finding: Finding) -> tuple[Markup, ...]:
    if not finding.turns or not finding.runs:
        return (_skipped(finding), show_notes(finding))
    return (
        show_sizes(finding),
        show_money(finding),
        show_survival(finding),
        _rules(finding),
        _sources(finding),
        show_gone(finding),
        _skipped(finding),
        show_notes(finding),
    )


def _rules(finding: Finding) -> Markup:
    rules = totals(finding)
    one = len(rules) == 1
    together = f", {len(finding.sources):,} sources together" if len(finding.sources) > 1 else ""
    title = f"The {'rule' if one else word(len(rules)) + ' rules'}{together}"
    return element("section", element("h2", text(title)), draw_rules(rules, finding.pricing.currency))


def _sources(finding: Finding) -> Markup:
    if len({run.source for run in finding.runs}) < 2:
        return NOTHING
    basis = basis_of(totals(finding))
    what = {
        "cached": "Input money with the cache",
        "uncached": "Input money without a cache",
        "chars": "Characters sent",
    }
    intro = f"{what[basis]}. Bold is the lowest of a row, ▲ is above the whole history."
    table = draw_sources(finding, shown_sources(finding.sources))
    return element("section", element("h2", text("Source by source")), element("p", text(intro)), table)


def _skipped(finding: Finding) -> Markup:
    if not finding.skipped:
        return NOTHING
    names = shown_sources(tuple(source for source, _, _ in finding.skipped))
    rows = [
        Row(head=foreign(names[source]), cells=(foreign(without_paths(where)), foreign(without_paths(reason))))
        for source, where, reason in finding.skipped[:SKIPPED_SHOWN]
    ]
    more = len(finding.skipped) - len(rows)
    rest = element("p", text(f"and {more:,} more"), class_="more") if more else NOTHING
    table = draw_table("What was skipped, and why", ["Source", "Where", "Why"], rows, "words")
    summary = element("summary", text(f"{plural(len(finding.skipped), 'thing was', 'things were')} not read"))
    return element("section", element("h2", text("What was skipped")), element("details", summary, table, rest))

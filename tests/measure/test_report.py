"""The report is one file that asks for nothing, hides nothing, and shows any text as text."""

import re
from html import unescape
from html.parser import HTMLParser
from importlib.resources import files

import pytest

from foveate.measure.facts import GONE_SHOWN
from foveate.measure.figures import money, price, share, size, span
from foveate.measure.headline import headline
from foveate.measure.names import shown_sources, without_paths
from foveate.measure.report import SKIPPED_SHOWN, render
from foveate.measure.tables import SOURCES_SHOWN, draw_rules
from foveate.measure.totals import totals
from tests.measure.made import UNPRICED, finding, run

BIG, SMALL = (1_000, 5_000, 10_000), (1_000, 2_000, 1_000)
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</style><b>",
    "' onmouseover='x",
    "\N{RIGHT-TO-LEFT OVERRIDE}txt.exe",
    "nul\x00bell\x07",
    "\ud800",
    "&amp; & <",
)
LEAST_CONTRAST = 4.5  # WCAG AA, text of any size
LEAST_REM = 0.75  # 12 px
INKS = [
    *(("surface", ink) for ink in ("ink", "ink-2", "ink-3", "fault", "iris")),
    *(("lutea-soft", ink) for ink in ("ink", "fault", "lutea-ink")),
]


class Nesting(HTMLParser):
    """Reads a page and remembers what does not close, and what is said where."""

    VOID = frozenset({"meta", "link"})

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.classes, self.faults = [], set(), set(), []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.classes |= set((dict(attrs).get("class") or "").split())
        self.faults += [name for name, _ in attrs if name.startswith("on")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}>")


def page(html):
    read = Nesting()
    read.feed(html)
    return read


def usual(**changes):
    return finding(
        run("off", BIG, cached=1.39, uncached=12.49),
        run("window", SMALL, cached=0.52, uncached=2.39, lost=["$1,240.50"], changed=(False, True, False)),
        run("window-per-turn", SMALL, cached=3.19, uncached=2.94, changed=(False, True, True)),
        **changes,
    )


def hostile():
    runs = [run(policy, BIG, source=HOSTILE[1], lost=HOSTILE) for policy in ("off", "window")]
    return finding(*runs, skipped=tuple((text, text, text) for text in HOSTILE))


def many(count):
    runs = []
    for number in range(count):
        name = f"/home/marta/chats/{number:03}/chat.json"
        runs += [run("off", BIG, source=name, cached=1 + number, uncached=2 + number)]
        runs += [run("window", SMALL, source=name, cached=0.5 + number, uncached=1)]
    return finding(*runs)


def rows(html):
    body = re.findall(r"<tr[^>]*>(.*?)</tr>", html, re.DOTALL)
    return [[re.sub(r"<[^>]+>", "", cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)] for row in body]


def row(html, head, width):
    """The one row with that head and that many cells."""
    found = [each for each in rows(html) if each[0] == head and len(each) == width]
    assert len(found) == 1
    return [cell.replace("\N{NO-BREAK SPACE}", " ") for cell in found[0][1:]]


@pytest.mark.parametrize("make", [usual, hostile, lambda: many(40), finding], ids=["usual", "hostile", "many", "none"])
def test_every_element_closes_and_nothing_runs(make):
    read = page(render(make()))
    assert read.faults == []
    assert read.open == []
    assert not read.tags & {"script", "img", "iframe", "object", "form", "base"}


def test_it_asks_for_nothing():
    html = render(usual())
    assert "default-src 'none'" in unescape(html)
    assert not re.search(r"(?:src|action|poster)=|url\(|@import|href=\"(?!data:)", html)


def test_it_can_always_be_written():
    render(hostile()).encode("utf-8")


def test_foreign_text_stands_there_as_text():
    html = render(hostile())
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "<bdi>\N{RIGHT-TO-LEFT OVERRIDE}txt.exe</bdi>" in html
    assert "&amp;amp; &amp; &lt;" in html
    assert not re.search(r"[\x00-\x08\x0b-\x1f]", html)


def test_no_path_of_the_machine_shows():
    skipped = (("file:///home/marta/a.json", "/home/marta/a.json", "cannot read /home/marta/a.json: empty"),)
    html = render(usual(skipped=skipped)) + render(many(3))
    assert "/home" not in html
    assert "cannot read a.json: empty" in html
    assert "002/chat.json" in html


def test_the_same_finding_gives_the_same_file():
    assert render(usual()) == render(usual())


def test_the_rules_stand_side_by_side():
    html = render(usual())
    assert row(html, "Whole history", 10) == [
        "16.0K", "10.0K", "4.0K", "0", "100 %", "0", "$12.49", "$1.39", "100 %"
    ]  # fmt: skip
    assert row(html, "Window in steps, 40 to 20", 10)[-3:] == ["$2.39", "$0.52", "90 %"]


def test_a_cost_above_the_whole_history_is_marked_and_said():
    html = render(usual())
    assert row(html, "Window, slides each turn", 10)[-2] == "$3.19▲, above the whole history"
    assert "▲ marks a cost above the whole history." in html


def test_the_best_rule_is_marked():
    html = render(usual())
    assert re.search(r'<tr class="best"><th scope="row"><bdi>Window in steps', html)
    assert html.count("comes out lowest") == 1


def test_where_nothing_differs_nothing_is_marked():
    same = [run(policy, BIG, cached=1, uncached=1, folds=0) for policy in ("off", "window")]
    html = render(finding(*same))
    assert 'class="best"' not in html
    assert "comes out lowest" not in html


def test_an_unknown_price_shows_no_amount():
    html = render(finding(run("off", BIG), run("window", SMALL), pricing=UNPRICED))
    assert "$" not in re.sub(r"<style>.*?</style>", "", html, flags=re.DOTALL)
    assert row(html, "Whole history", 10)[-3:-1] == ["unknown", "unknown"]
    assert "The price of my-model is unknown" in html


def test_a_long_list_of_lost_facts_is_capped():
    lost = [f"fact {number}" for number in range(GONE_SHOWN + 25)]
    html = render(finding(run("off", BIG, facts=200), run("window", SMALL, facts=200, lost=lost)))
    assert f"fact {GONE_SHOWN - 1}<" in html
    assert f"fact {GONE_SHOWN}<" not in html
    assert "and 25 more" in html
    assert "85 of 200 facts gone" in html
    assert "all 200 facts are still there" in html


def test_a_hundred_sources_come_after_their_totals_and_fold_away():
    html = render(many(100))
    assert html.index("The two rules, 100 sources together") < html.index("Source by source")
    assert f"and {100 - SOURCES_SHOWN} more, each smaller than these" in html
    shown = [each[0] for each in rows(html) if each[0].endswith("/chat.json")]
    assert shown[0] == "099/chat.json"  # dearest first
    assert len(shown) == 100


def test_one_source_has_no_table_of_sources():
    assert "Source by source" not in render(usual())


def test_skipped_things_are_named_with_reasons_and_capped():
    skipped = tuple(("log.jsonl", f"line {number}", "not JSON") for number in range(SKIPPED_SHOWN + 7))
    html = render(usual(skipped=skipped))
    assert f"{SKIPPED_SHOWN + 7} things were not read" in html
    assert "<bdi>line 3</bdi>" in html
    assert "and 7 more" in html


def test_nothing_measured_still_says_what_was_skipped():
    html = render(finding(sources=("a.png",), skipped=(("a.png", "the file", "binary"),)))
    assert "There was nothing to measure." in html
    assert "<bdi>binary</bdi>" in html


def test_what_a_picture_shows_stands_in_a_table():
    html = render(usual())
    assert ["3", "10.0K", "1.0K", "1.0K"] in rows(html)
    assert ["3", "$12.49", "$2.39", "$2.94"] in rows(html)
    assert row(html, "9–20", 7) == ["–", "27 %", "40 %", "20 %", "5 %", "8 %"]
    assert row(html, "Missions ago", 7)[-1] == "Not in"


def test_every_picture_has_a_description():
    html = render(usual())
    pictures = re.findall(r'<div [^>]*role="img"[^>]*>', html)
    assert len(pictures) == 5
    assert all(re.search(r'aria-label="[^"]{20,}"', picture) for picture in pictures)


def test_prices_and_assumptions_are_told():
    html = render(usual())
    assert "$3.00 a million input tokens, $0.30 read from the cache, $3.75 written to it" in html
    assert "lives 5 minutes and holds no prefix under 1,024 tokens" in html
    assert "estimated by script" in html
    assert "30 November 2026" in html
    assert "office day" in render(usual(gap="office"))
    assert "The pauses are the log’s own; where it has none, a minute is taken." in render(usual(gap="real"))


def test_several_chats_in_one_source_are_told_apart():
    assert "The 4 chats follow one another" in render(usual(conversations=4))


def css():
    look = files("foveate.measure").joinpath("look")
    return "\n".join(look.joinpath(name).read_text("utf-8") for name in ("tokens.css", "report.css"))


def test_every_token_and_class_that_is_used_exists():
    style, html = css(), render(usual()) + render(many(2)) + render(hostile())
    defined = set(re.findall(r"(--[\w-]+):", style)) | set(re.findall(r"(--[\w-]+):", html))
    assert set(re.findall(r"var\((--[\w-]+)", style)) <= defined
    assert page(html).classes <= set(re.findall(r"\.([a-z][\w-]*)", style))


def test_no_text_is_smaller_than_twelve_pixels():
    sizes = re.findall(r"(?:font-size:|--t-\d+:)\s*(?:clamp\()?([\d.]+)rem", css())
    assert sizes
    assert all(float(found) >= LEAST_REM for found in sizes)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("ground, ink", INKS)
def test_text_stands_out_from_its_ground(ink, ground, theme):
    light, dark = sorted((luminance(colour(ink, theme)), luminance(colour(ground, theme))), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= LEAST_CONTRAST


def colour(token, theme):
    [both] = re.findall(rf"--{token}:\s*light-dark\(#(\w+), #(\w+)\)", css())
    return both[theme]


def luminance(hexed):
    """Relative luminance as WCAG defines it."""
    shares = [int(hexed[start : start + 2], 16) / 255 for start in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(
    "value, shown",
    [(0, "0"), (999, "999"), (161_500, "161.5K"), (999_960, "1.0 M"), (16_170_000, "16.2 M"), (4e12, "4.0 T")],
)
def test_sizes(value, shown):
    assert size(value).replace("\N{NO-BREAK SPACE}", " ") == shown


@pytest.mark.parametrize(
    "value, scale, shown",
    [
        (None, None, "unknown"),
        (0, None, "$0.00"),
        (0.004, None, "<$0.01"),
        (0.52, None, "$0.52"),
        (0.0042, 0.0061, "$0.0042"),
        (0.00001, 0.0061, "<$0.0001"),
        (12_490, None, "$12,490"),
        (2_500_000, None, "$2.5 M"),
    ],
)
def test_money(value, scale, shown):
    assert money(value, "USD", scale).replace("\N{NO-BREAK SPACE}", " ") == shown


def test_other_currencies_and_prices():
    assert money(2, "CHF") == "CHF\N{NO-BREAK SPACE}2.00"
    assert money(2, "€") == "€2.00"
    assert price(0.075, "USD") == "$0.075"
    assert price(3, "USD") == "$3.00"
    assert span(3600) == "1 hour"
    assert span(300) == "5 minutes"


@pytest.mark.parametrize("value, shown", [(0, "0"), (0.001, "<1"), (0.62, "62"), (0.999, ">99"), (1, "100")])
def test_shares_never_round_to_nothing_or_all(value, shown):
    assert share(value) == f"{shown}\N{NO-BREAK SPACE}%"


def test_names_of_sources():
    assert shown_sources(["/a/b/x.json", "/a/c/x.json"]) == {"/a/b/x.json": "b/x.json", "/a/c/x.json": "c/x.json"}
    assert shown_sources(["C:\\me\\x.json"]) == {"C:\\me\\x.json": "x.json"}
    assert shown_sources(["trip to Rome / Paris"]) == {"trip to Rome / Paris": "trip to Rome / Paris"}
    assert without_paths("and/or, 3/4, /api and ~/chats/x.json") == "and/or, 3/4, /api and x.json"


def test_the_headline_and_the_table_show_the_same_money():
    rules = [run("off", BIG, cached=0.474, uncached=2.45), run("window", SMALL, cached=0.487, uncached=1.64)]
    said = headline(finding(*rules)).facts[1]
    assert (said.value, said.label) == ("$0.49", "of input with the cache, $0.47 with the whole history")
    assert all(amount in draw_rules(totals(finding(*rules)), "USD") for amount in ("$0.49", "$0.47"))

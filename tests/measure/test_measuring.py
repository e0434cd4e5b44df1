"""A measurement as a whole: names of talks, prices by name, what is left out, and the rows of it."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from foveate.budget import Marks, Tokens
from foveate.cutting import Threshold, Window
from foveate.errors import FoveateError, InvalidPolicy, UnreadableSource
from foveate.exports import Imported, Skipped
from foveate.measure.measuring import Order, measure, names_of
from foveate.measure.notes import refusals
from foveate.measure.report import render
from foveate.measure.rows import as_values
from foveate.measure.rules import Wanted, rule_named
from foveate.measure.simulate import simulated
from foveate.measure.totals import refused

NOW = datetime(2026, 11, 30, tzinfo=UTC)
FIELDS = [
    "source", "turns", "policy", "chars_total", "chars_last", "tokens_total", "tokens_last", "prefix_kept", "folds",
    "calls", "cost_uncached", "cost_cached", "currency", "facts", "facts_kept", "flags",
]  # fmt: skip
SILENT = replace(simulated(1), messages=({"role": "system", "content": "Be kind."},), times=(None,), title="silent")


def measured(*talks, skipped=(), **order):
    return measure(Imported(conversations=talks, skipped=skipped), Order(**order), now=NOW, simulated=True)


def test_a_row_stands_for_each_talk_and_policy() -> None:
    values = as_values(measured(simulated(5), simulated(30), policies=("off", "window"), model="claude-sonnet-4-6"))
    assert [(row["source"], row["policy"], row["turns"]) for row in values["rows"]] == [
        ("simulated 5", "off", 5),
        ("simulated 5", "window", 5),
        ("simulated 30", "off", 30),
        ("simulated 30", "window", 30),
    ]
    assert all(list(row) == FIELDS for row in values["rows"])
    assert all(row["cost_cached"] <= row["cost_uncached"] for row in values["rows"][2:])


def test_an_unknown_price_is_no_number() -> None:
    row = as_values(measured(simulated(2), policies=("off",)))["rows"][0]
    assert row["cost_uncached"] is row["cost_cached"] is None
    assert row["chars_total"] == 1_101


def test_what_is_gone_is_listed() -> None:
    values = as_values(measured(simulated(60), policies=("off", "window")))
    off, window = values["rows"]
    assert off["facts_kept"] == off["facts"]
    assert [(gone["policy"], len(gone["facts"])) for gone in values["gone"]] == [
        ("window", window["facts"] - window["facts_kept"])
    ]


def test_an_unknown_model_is_refused_with_names_like_it() -> None:
    with pytest.raises(FoveateError) as caught:
        measured(simulated(1), model="claude-sonet-4-6")
    assert caught.value.value == "claude-sonet-4-6"
    assert "claude-sonnet-4-6" in caught.value.remedy


def test_talks_of_one_file_are_called_by_their_titles() -> None:
    one = replace(simulated(1), source="a.json", title="Plans")
    assert names_of([one, one, replace(one, title="Ads"), replace(one, source="b.json")]) == (
        "a.json: Plans", "a.json: Plans (2)", "a.json: Ads", "b.json",
    )  # fmt: skip


def test_branches_and_talks_without_a_request_are_named_as_left_out() -> None:
    lost = Skipped(source="x.json", where="line 3", reason="no valid JSON")
    finding = measured(replace(simulated(2), branches=3), SILENT, skipped=(lost,), policies=("off",))
    assert finding.conversations == 1
    assert [reason for _, _, reason in finding.skipped] == [
        "no valid JSON", "2 other branches; the one last seen is measured", "no request to a model in it",
    ]  # fmt: skip


def test_nothing_to_measure_is_an_error() -> None:
    with pytest.raises(UnreadableSource, match="nothing to measure"):
        measured(SILENT)


def test_the_threshold_knows_the_models_window():
    rule = rule_named("threshold", Wanted(window=Tokens(1_000_000))).policy.rule
    assert isinstance(rule, Threshold)
    assert rule.marks().high == 500_000
    run = measured(simulated(2), policies=("threshold",), model="claude-sonnet-4-6").runs[0]
    assert run.flags == ()
    assert measured(simulated(2), policies=("threshold",)).runs[0].flags == ("window_assumed",)


def test_marks_change_the_window_in_steps_and_its_title_only():
    wanted = Wanted(messages=(60, 30), chars=(0, 0))
    steps, sliding = rule_named("window+recall", wanted), rule_named("window-per-turn", wanted)
    assert steps.title == "Window in steps, 60 to 30 + recall"
    assert steps.policy.rule == Window(messages=Marks(high=60, low=30), chars=None)
    assert sliding == rule_named("window-per-turn", Wanted())


@pytest.mark.parametrize(
    "wanted",
    [
        Wanted(messages=(20, 40)),
        Wanted(chars=(-1, -2)),
        Wanted(summary=-1),
        Wanted(messages=(0, 0), chars=(0, 0)),
    ],
)
def test_marks_and_ceilings_that_contradict_themselves_are_refused(wanted: Wanted) -> None:
    with pytest.raises(InvalidPolicy) as caught:
        rule_named("window", wanted)
    assert caught.value.value
    assert caught.value.remedy


@pytest.mark.parametrize("policy", ["off", "window", "window-per-turn", "missions", "threshold", "within-20000"])
def test_every_policy_has_a_title_of_its_own(policy: str) -> None:
    assert rule_named(policy, Wanted()).title != policy


def test_the_report_takes_the_finding() -> None:
    finding = measured(simulated(60), policies=("off", "window"), model="claude-sonnet-4-6", gap="office")
    page = render(finding)
    assert "<!doctype html>" in page
    assert "office day" in page


def test_progress_counts_every_message_once_a_rule() -> None:
    told = []

    class Steps:
        def begin(self, *, total: int) -> None:
            told.append(total)

        def advance(self, *, name: str, done: int) -> None:
            told.append(-done)
            assert name

    talks = Imported(conversations=(simulated(3), simulated(4)))
    measure(talks, Order(policies=("off", "window")), now=NOW, steps=Steps())
    assert told[0] == 28
    assert sum(told) == 0


def test_requests_beyond_the_models_window_are_said() -> None:
    long = "word " * 250_000
    said: list[dict[str, object]] = [{"role": "user", "content": long}, {"role": "assistant", "content": "ok"}] * 5
    talk = replace(simulated(5), messages=tuple(said), times=(None,) * 10)
    order = Order(policies=("off", "window"), model="claude-sonnet-4-6")
    finding = measure(Imported(conversations=(talk,)), order, now=NOW)
    assert finding.pricing.window == 1_000_000
    assert refused(finding) == (("Whole history", 2),)
    assert "window of 1,000,000 tokens: 2 requests of Whole history. A model refuses" in render(finding)
    alone = replace(talk, messages=({"role": "user", "content": long * 4},), times=(None,))
    assert "1 request of every rule" in refusals(measure(Imported(conversations=(alone,)), order, now=NOW))
    assert refusals(measured(simulated(5), policies=("off",), model="claude-sonnet-4-6")) == ""

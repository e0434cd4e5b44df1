"""The headline says what came out, also when folding does not pay, and never more than the data."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foveate.measure.headline import headline, judge
from foveate.measure.totals import totals
from tests.measure.made import PRICED, UNPRICED, finding, run

BIG, SMALL = (1_000, 5_000, 10_000), (1_000, 2_000, 1_000)


def whole(cached=1.0, uncached=10.0, **rest):
    return run("off", BIG, cached=cached, uncached=uncached, **rest)


def steps(cached=0.5, uncached=5.0, **rest):
    return run("window", SMALL, cached=cached, uncached=uncached, **rest)


def plain(text):
    return text.replace("\N{NO-BREAK SPACE}", " ")


def test_a_saving_is_the_headline():
    said = headline(finding(whole(cached=1.39), steps(cached=0.52, lost=["a", "b"])))
    assert plain(said.title) == "Cut in steps, the input of this chat costs 63 % less."
    assert [plain(figure.value) for figure in said.facts] == ["4.0K characters", "$0.52", "80 %"]
    assert said.facts[1].label == "of input with the cache, $1.39 with the whole history"


def test_dearer_with_the_cache_cheaper_without():
    said = headline(finding(whole(), steps(cached=1.36)))
    assert said.title == "With the provider’s cache, sending everything is cheapest here."
    assert "Folding pays only without a cache" in said.lede
    assert "1.36 times the whole history" in said.lede


def test_dearer_either_way():
    said = headline(finding(whole(), steps(cached=1.2, uncached=11.0)))
    assert said.title == "Folding does not pay here: the whole history is cheapest."
    assert "What is left is a shorter request" in said.lede


def test_dearer_and_no_shorter_claims_no_reason_left():
    said = headline(finding(whole(), run("window", (1_000, 9_000, 11_000), cached=1.2, uncached=11.0)))
    assert "What is left" not in said.lede


def test_a_saving_that_rounds_to_nothing_is_not_claimed():
    said = headline(finding(whole(), steps(cached=0.998)))
    assert plain(said.title) == "Folding changes the input cost of this chat by less than 1 %."


def test_chats_too_short_to_fold():
    same = [run(policy, BIG, cached=1, uncached=1, folds=0) for policy in ("off", "window", "missions")]
    assert headline(finding(*same)).title == "Nothing changes: no rule finds anything to fold in this chat."
    assert (
        headline(finding(*same, conversations=3)).title
        == "Nothing changes: no rule finds anything to fold in these chats."
    )
    assert headline(finding(*same)).facts[1].label == "of input with the cache, under every rule"


def test_an_unknown_price_is_unknown_and_characters_speak():
    said = headline(finding(run("off", BIG), run("window", SMALL), pricing=UNPRICED))
    assert plain(said.title) == "Cut in steps, this chat sends 75 % fewer characters."
    assert "The price of my-model is unknown" in said.lede
    assert said.facts[1].value == "unknown"


def test_no_model_was_named():
    said = headline(finding(run("off", BIG), run("window", SMALL), pricing=replace(UNPRICED, model=None)))
    assert "No model was named" in said.lede


def test_a_model_that_costs_nothing_is_compared_by_characters():
    said = headline(finding(whole(cached=0, uncached=0), steps(cached=0, uncached=0)))
    assert plain(said.title) == "Cut in steps, this chat sends 75 % fewer characters."
    assert "Input costs nothing at these prices" in said.lede
    assert said.facts[1].value == "$0.00"


def test_a_price_without_a_cache_price_is_compared_without_a_cache():
    said = headline(finding(whole(cached=None), steps(cached=None, uncached=4.0)))
    assert plain(said.title) == "Cut in steps, the input of this chat costs 60 % less."
    assert said.facts[1].label == "of input without a cache, $10.00 with the whole history"
    assert "provider’s cache" not in said.lede


def test_sources_that_disagree_with_a_saving():
    said = headline(
        finding(
            whole(source="a", cached=5),
            steps(source="a", cached=1),
            whole(source="b"),
            steps(source="b", cached=1.3),
        )
    )
    assert plain(said.title) == (
        "Cut in steps, the input of these chats costs 62 % less in all, but 1 of 2 sources costs more."
    )


def test_sources_that_disagree_with_a_loss():
    said = headline(
        finding(
            whole(source="a", cached=5),
            steps(source="a", cached=9),
            whole(source="b"),
            steps(source="b", cached=0.5),
        )
    )
    assert said.title.endswith("cheapest here, though 1 of 2 sources comes out lower when folded.")


def test_sources_that_agree_say_no_more():
    pairs = [(whole(source=name), steps(source=name)) for name in "abc"]
    said = headline(finding(*(each for pair in pairs for each in pair)))
    assert plain(said.title) == "Cut in steps, the input of these chats costs 50 % less."


def test_a_rule_that_never_acted_is_not_the_one_that_pays():
    idle = run("threshold", BIG, cached=1.0, uncached=10.0, folds=0)
    assert judge(totals(finding(whole(), idle, steps(cached=1.2)))) == "without_cache"
    assert "Threshold" not in headline(finding(whole(), idle, steps(cached=1.2))).lede


def test_without_the_whole_history_nothing_is_compared():
    said = headline(finding(steps(), run("missions", SMALL, cached=0.4, uncached=4.0)))
    assert said.title == "Missions: $0.40 of input, the least of two rules."


def test_the_whole_history_alone():
    said = headline(finding(whole()))
    assert said.title == "Whole history: $1.00 of input."
    assert "through one rule and counted what it would have sent" in said.lede


def test_nothing_to_measure():
    said = headline(finding(sources=("empty.json",), skipped=(("empty.json", "the file", "empty"),)))
    assert said.title == "There was nothing to measure."
    assert "1 thing was skipped" in said.lede


def test_no_facts_are_no_share():
    assert headline(finding(whole(facts=0), steps(facts=0))).facts[2].value == "No facts"


def test_a_summariser_that_was_called_is_not_denied():
    assert "Nothing left this machine." in headline(finding(whole(), steps())).lede
    assert "Nothing left this machine." not in headline(finding(whole(), steps(calls=2))).lede


def test_a_simulated_talk_is_not_called_a_chat():
    said = headline(finding(whole(), steps(), simulated=True))
    assert "this talk" in said.title
    assert "a simulated talk" in said.lede


def test_a_rule_of_ones_own_goes_by_its_title():
    said = headline(finding(whole(), run("mine", SMALL, cached=0.5, uncached=5)))
    assert said.title.startswith("With “mine”, the input")


@pytest.mark.parametrize("pricing", [PRICED, UNPRICED])
@given(
    sent=st.lists(st.integers(0, 10**9), min_size=1, max_size=5),
    less=st.lists(st.integers(0, 10**9), min_size=1, max_size=5),
    paid=st.floats(1e-6, 1e6),
    other=st.floats(1e-6, 1e6),
)
def test_a_share_in_the_title_is_the_share_of_the_data(pricing, sent, less, paid, other):
    known = pricing is PRICED
    runs = [
        run("off", sent, cached=paid if known else None, uncached=paid if known else None),
        run("window", less, cached=other if known else None, uncached=other if known else None),
    ]
    title = plain(headline(finding(*runs, pricing=pricing)).title)
    claimed = re.search(r"(\d+) % (less|fewer)", title)
    if not claimed or "less than" in title:
        return
    base, value = (paid, other) if claimed[2] == "less" else (sum(sent), sum(less))
    exact = (1 - value / base) * 100
    assert exact > 99 if ">99" in title else exact == pytest.approx(int(claimed[1]), abs=0.501)

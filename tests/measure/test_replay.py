"""A talk through a rule: the second article's figures, sizes as in the receipts, and what the cache makes of them."""

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from foveate import Chat
from foveate.exports import Imported
from foveate.exports.conversation import JsonObject
from foveate.measure.asking import asks
from foveate.measure.counting import counter_of
from foveate.measure.measuring import Order, measure
from foveate.measure.replay import Terms, replay
from foveate.measure.rules import Wanted, rule_named
from foveate.measure.sending import send
from foveate.measure.simulate import simulated

NOW = datetime(2026, 11, 30, tzinfo=UTC)
MODEL = "claude-sonnet-4-6"  # reads at .1, writes at 1.25, holds 1,024 tokens or more
CALL: JsonObject = {
    "role": "assistant",
    "content": None,
    "tool_calls": [{"id": "c", "type": "function", "function": {"name": "find", "arguments": "{}"}}],
}
RESULT: JsonObject = {"role": "tool", "tool_call_id": "c", "content": "y" * 1_500}
TERMS = Terms(gap="1m", counter=counter_of("estimate", None))


def runs_of(turns, *policies, model=MODEL):
    finding = measure(Imported(conversations=(simulated(turns),)), Order(policies=policies, model=model), now=NOW)
    return {run.policy: run for run in finding.runs}


def run_of(talk, policy="window"):
    return replay(talk, rule_named(policy, Wanted()), TERMS)


def sent(talk, policy):
    return list(send(talk, rule_named(policy, Wanted()).policy, asks(talk), TERMS.counter.count))


@pytest.fixture(scope="module")
def long_talk():
    return runs_of(200, "off", "window", "window-per-turn")


@pytest.mark.parametrize(
    "turns, chars, shown", [(20, 156_990, "157.0K"), (60, 1_444_170, "1.44M"), (200, 16_167_900, "16.17M")]
)
def test_the_whole_history_takes_the_articles_characters(turns: int, chars: int, shown: str) -> None:
    run = runs_of(turns, "off")["off"]
    assert sum(run.turns.chars) == chars
    assert shown == (f"{chars / 1e3:.1f}K" if chars < 1e6 else f"{chars / 1e6:.2f}M")


def test_the_last_of_two_hundred_turns_takes_161_thousand(long_talk) -> None:
    assert long_talk["off"].turns.chars[-1] == 161_534


def test_a_short_talk_is_sent_byte_for_byte_under_the_sliding_window() -> None:
    whole, sliding = (sent(simulated(20), policy) for policy in ("off", "window-per-turn"))
    assert [json.dumps(list(each.messages)) for each in whole] == [json.dumps(list(each.messages)) for each in sliding]


def test_the_sliding_window_gives_the_articles_long_talk(long_talk) -> None:
    chars = long_talk["window-per-turn"].turns.chars
    assert sum(chars) == pytest.approx(3_400_000, rel=0.02)
    assert chars[-1] == pytest.approx(18_000, rel=0.03)


def test_steps_send_less_than_sliding(long_talk) -> None:
    assert sum(long_talk["window"].turns.chars) <= 0.85 * sum(long_talk["window-per-turn"].turns.chars)


def test_steps_cost_a_fraction_of_either_with_the_cache(long_talk) -> None:
    money = {policy: sum(run.turns.cached) for policy, run in long_talk.items()}
    assert money["window"] <= 0.40 * money["off"]
    assert money["window"] <= 0.17 * money["window-per-turn"]
    assert money["window-per-turn"] > money["off"]  # why the steps are there


def test_between_two_cuts_the_prefix_stands(long_talk) -> None:
    window = long_talk["window"]
    assert sum(window.turns.prefix_changed) == window.folds == 17
    assert not any(long_talk["off"].turns.prefix_changed)
    assert long_talk["off"].prefix_kept == 1.0
    assert window.prefix_kept > 0.8
    assert long_talk["window-per-turn"].prefix_kept < 0.1


def test_no_price_leaves_money_unknown() -> None:
    run = runs_of(3, "off", model="none")["off"]
    assert run.turns.uncached is None
    assert run.turns.cached is None


@pytest.mark.parametrize("policy", ["window", "window-per-turn", "window+recall", "missions", "threshold"])
def test_sizes_are_those_of_the_receipts(policy: str) -> None:
    talk = simulated(60)
    run = run_of(talk, policy)
    receipts = [each.context.receipt for each in sent(talk, policy) if each.context]
    assert run.turns.chars == tuple(receipt.after for receipt in receipts)
    assert run.turns.tokens == tuple(receipt.tokens for receipt in receipts)


def test_the_whole_history_is_what_the_policy_off_sends() -> None:
    talk = simulated(12)
    chat = Chat("off", messages=talk.messages[:-1])
    assert list(sent(talk, "off")[-1].messages) == chat.context().messages


def test_system_text_beside_the_messages_counts_and_stands_first() -> None:
    talk = simulated(3)
    beside = replace(talk, shape="anthropic", system="x" * 400)
    plain = run_of(talk, "off").turns
    assert run_of(beside, "off").turns.chars == tuple(size + 400 for size in plain.chars)
    assert run_of(beside).turns.chars == tuple(size + 400 for size in plain.chars)
    assert run_of(beside).prefix_kept == 1.0


def test_tool_loops_are_turns_and_stay_whole():
    asked: JsonObject = {"role": "user", "content": "Find the $29 plan"}
    done: JsonObject = {"role": "assistant", "content": "Done"}
    messages = (asked, *(CALL, RESULT) * 40, done)
    talk = replace(simulated(1), messages=messages, times=(None,) * len(messages))
    run = run_of(talk)
    assert len(run.turns.chars) == 41
    assert run.folds > 0
    assert run.flags == ("pinned",)
    assert run.facts_kept == run.facts == 1


def test_two_replays_are_the_same() -> None:
    assert run_of(simulated(60)) == run_of(simulated(60))

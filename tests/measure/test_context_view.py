"""One request of a talk, to look at: exactly what goes out, as values and as text."""

import json
from dataclasses import replace

import pytest

from foveate import Chat
from foveate.context import Money
from foveate.errors import FoveateError
from foveate.exports.conversation import JsonObject
from foveate.measure.context_view import as_text, as_values, look, with_money
from foveate.measure.counting import counter_of
from foveate.measure.rules import Wanted, rule_named
from foveate.measure.simulate import simulated

COUNTER = counter_of("estimate", None)
CALL: JsonObject = {
    "role": "assistant",
    "content": None,
    "tool_calls": [{"id": "c7", "type": "function", "function": {"name": "find", "arguments": "{}"}}],
}
RESULT: JsonObject = {"role": "tool", "tool_call_id": "c7", "content": "42"}


def seen(turns=60, policy="window", turn=None, talk=None):
    return look(talk or simulated(turns), rule_named(policy, Wanted()), COUNTER, turn=turn)


@pytest.mark.parametrize("policy", ["off", "window", "window+recall", "missions"])
def test_the_messages_are_those_that_a_chat_would_send(policy: str) -> None:
    said = simulated(60).messages[:-1]
    values = as_values(seen(policy=policy))
    assert values["messages"] == Chat(policy, messages=said).context().messages
    assert (values["turn"], values["turns"]) == (60, 60)
    json.dumps(values)


def test_an_earlier_turn_knows_nothing_of_later_ones() -> None:
    assert as_values(seen(turn=1))["messages"] == list(simulated(60).messages[:1])


@pytest.mark.parametrize("turn", [0, -1, 61])
def test_a_turn_that_is_not_there_is_refused(turn: int) -> None:
    with pytest.raises(FoveateError, match="no such turn") as caught:
        seen(turn=turn)
    assert caught.value.remedy == "Give one from 1 to 60"


def test_the_text_holds_every_word_its_layer_and_the_receipt() -> None:
    view = seen(policy="window+recall")
    text = as_text(view)
    for message in view.context.messages:
        assert message["content"] in text
    for layer in ("summary", "recent", "recalled", "current"):
        assert f" · {layer} ──" in text
    assert f"{view.context.receipt.after:,}" in text
    assert "Cuts so far: 4." in text


def test_what_is_no_plain_text_shows_as_its_json():
    talk = replace(simulated(1), messages=({"role": "user", "content": "Find"}, CALL, RESULT), times=(None,) * 3)
    assert '"id": "c7"' in as_text(seen(talk=talk))
    assert '"tool_call_id": "c7"' in as_text(seen(talk=talk))


def test_a_chat_cannot_steer_the_terminal() -> None:
    talk = replace(
        simulated(1), messages=({"role": "user", "content": "red \x1b[31m\x07 \x9b1m\nline"},), times=(None,)
    )
    text = as_text(seen(talk=talk))
    assert not {"\x1b", "\x07", "\x9b"} & set(text)
    assert "red ␛[31m␇ �1m\nline" in text


def test_system_messages_keep_their_place_in_the_text() -> None:
    said = list(simulated(60).messages)
    said.insert(0, {"role": "system", "content": "Be kind."})
    said.insert(20, {"role": "system", "content": "Now be brief."})
    text = as_text(seen(talk=replace(simulated(60), messages=tuple(said), times=(None,) * len(said))))
    head, summary, later = (text.index(mark) for mark in ("Be kind.", "<summary", "Now be brief."))
    assert head < summary < later
    assert "── 3 · system · head ─" in text


def test_money_shows_where_it_is_known() -> None:
    assert "costs" not in as_text(seen())
    paid = with_money(seen(), Money(uncached=0.02, cached=0.003))
    assert "Its input costs $0.0200 without a cache, $0.0030 with the provider's." in as_text(paid)
    assert as_values(paid)["receipt"]["money"]["cached"] == 0.003

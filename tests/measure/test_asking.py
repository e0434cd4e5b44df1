"""Where requests stand in a talk of each format, and when they are sent."""

from itertools import pairwise
from typing import get_args

import pytest

from foveate.exports import Conversation
from foveate.measure.asking import LOOP_PAUSE, MINUTE, PAUSES, STRETCHES, Ask, asks, moments
from foveate.measure.finding import Gap


def talk(messages, *, shape="openai_chat", times=None):
    times = tuple(times or [None] * len(messages))
    return Conversation(id="t", title="t", source="t", format="t", shape=shape, messages=tuple(messages), times=times)


def said(*roles):
    return [{"role": role, "content": f"{n} {role}"} for n, role in enumerate(roles)]


CALL = {"role": "assistant", "content": None, "tool_calls": [{"id": "c", "function": {"name": "f", "arguments": "{}"}}]}
RESULT = {"role": "tool", "tool_call_id": "c", "content": "42"}


def test_a_request_stands_before_each_output_of_the_model() -> None:
    assert asks(talk(said("system", "user", "assistant", "user", "assistant"))) == (
        Ask(2, person=True),
        Ask(4, person=True),
    )


def test_an_unanswered_message_is_a_request_too() -> None:
    assert asks(talk(said("user", "assistant", "user"))) == (Ask(1, person=True), Ask(3, person=True))


def test_several_messages_of_a_person_are_one_request() -> None:
    assert asks(talk(said("user", "user", "assistant"))) == (Ask(2, person=True),)


def test_a_greeting_of_the_assistant_was_not_asked_for() -> None:
    assert asks(talk(said("assistant", "user", "assistant"))) == (Ask(2, person=True),)
    assert asks(talk(said("system"))) == asks(talk(said("assistant"))) == ()


def test_a_tool_loop_is_a_request_for_each_round() -> None:
    messages = [*said("user"), CALL, RESULT, CALL, RESULT, *said("assistant")]
    assert asks(talk(messages)) == (Ask(1, person=True), Ask(3, person=False), Ask(5, person=False))


def test_results_in_a_persons_role_are_a_tools() -> None:
    call = {"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "f", "input": {}}]}
    result = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c", "content": "42"}]}
    messages = [*said("user"), call, result, *said("assistant")]
    assert asks(talk(messages, shape="anthropic")) == (Ask(1, person=True), Ask(3, person=False))


def test_items_of_one_output_are_one_request() -> None:
    messages = [
        *said("user"),
        {"type": "reasoning", "summary": []},
        {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c", "output": "42"},
        *said("assistant"),
    ]
    assert asks(talk(messages, shape="openai_responses")) == (Ask(1, person=True), Ask(4, person=False))


def test_a_minute_apart() -> None:
    chat = talk(said("user", "assistant") * 3)
    assert moments(chat, asks(chat), "1m") == (0, MINUTE, 2 * MINUTE)


def test_an_office_day_pauses_after_a_stretch_and_not_for_tools() -> None:
    chat = talk(said("user", "assistant") * (STRETCHES[0] + 1))
    times = moments(chat, asks(chat), "office")
    gaps = [after - before for before, after in pairwise(times)]
    assert gaps == [MINUTE] * (STRETCHES[0] - 1) + [PAUSES[0]]
    loop = talk([*said("user"), CALL, RESULT, *said("assistant")])
    assert moments(loop, asks(loop), "office") == (0, LOOP_PAUSE)


def test_real_times_are_the_logs_and_never_go_back() -> None:
    chat = talk(said("user", "assistant") * 4, times=[100, 110, 90, 95, None, None, 500, None])
    assert moments(chat, asks(chat), "real") == (100, 100, 160, 500)


@pytest.mark.parametrize("gap", get_args(Gap))
def test_times_are_the_same_each_time(gap: Gap) -> None:
    chat = talk(said("user", "assistant") * 50)
    assert moments(chat, asks(chat), gap) == moments(chat, asks(chat), gap)

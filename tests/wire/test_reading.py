"""Each format is read for what it is: sizes, calls, results, who speaks, and what is the person's own."""

import json

import pytest
from hypothesis import given

from foveate import Policy, Window, assemble
from foveate.budget import Marks
from foveate.talk import Speaker
from foveate.wire import SHAPES, shape_of
from tests import making as m

CHAT, RESPONSES, CLAUDE = (SHAPES[name] for name in m.SHAPES)


@m.some
@given(m.talks(flawed=True))
def test_sizes_calls_and_results_are_those_that_a_reader_finds(talk):
    shape = SHAPES[talk.shape]
    for message in talk.messages:
        read = shape.read(message)
        assert read.raw is message
        assert read.text_chars == len(m.text_of(message))
        assert read.media == m.media(message)
        assert list(read.calls) == m.calls(message)
        assert list(read.results) == m.results(message)


@m.some
@given(m.talks(flawed=True, most=20))
def test_a_format_is_recognised_where_it_shows(talk):
    shown = json.dumps(talk.messages)
    if talk.shape == "openai_chat" and ('"tool_calls": [' in shown or '"role": "tool"' in shown):
        assert shape_of(talk.messages).name == talk.shape
    if talk.shape == "openai_responses" and '"type": "function_call"' in shown:
        assert shape_of(talk.messages).name == talk.shape
    if talk.shape == "anthropic" and ('"tool_use"' in shown or '"signature"' in shown):
        assert shape_of(talk.messages).name == talk.shape


@m.some
@given(m.talks(flawed=True))
def test_a_rewrite_that_changes_nothing_returns_the_message_itself(talk):
    shape = SHAPES[talk.shape]
    for message in talk.messages:
        assert shape.rewrite(message, lambda text, _: text) is message


@m.some
@given(m.talks(flawed=True))
def test_a_rewrite_never_touches_what_came_in_nor_thinking_nor_unknown_parts(talk):
    shape = SHAPES[talk.shape]
    before = json.dumps(talk.messages)
    for message in talk.messages:
        new = shape.rewrite(message, lambda *_: "~")
        assert m.calls(new) == m.calls(message)
        assert m.results(new) == m.results(message)
        kinds = ("thinking", "redacted_thinking", "x_poll", "image")
        assert [p for p in m.parts(new) if p.get("type") in kinds] == [
            p for p in m.parts(message) if p.get("type") in kinds
        ]
    assert json.dumps(talk.messages) == before


@pytest.mark.parametrize(
    "message, chars, media",
    [
        ({"role": "user", "content": "日本語👍🏽"}, 5, 0),
        (
            {
                "role": "user",
                "content": [{"type": "image_url", "image_url": {"url": "data:image/png;base64," + "A" * 999}}],
            },
            0,
            1,
        ),
        (
            {"role": "user", "content": [{"type": "input_audio", "input_audio": {"data": "A" * 999, "format": "wav"}}]},
            0,
            1,
        ),
        (
            {
                "role": "user",
                "content": [{"type": "file", "file": {"file_data": "A" * 999}}, {"type": "text", "text": "ab"}],
            },
            2,
            1,
        ),
        ({"role": "assistant", "content": None, "refusal": "no"}, 2, 0),
        (
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [{"id": "a", "type": "function", "function": {"name": "go", "arguments": '{"a": 1}'}}],
            },
            10,
            0,
        ),
        (
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [{"id": "a", "type": "function", "function": {"name": "go", "arguments": ""}}],
            },
            2,
            0,
        ),
        (
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [{"id": "a", "type": "function", "function": {"name": "go", "arguments": None}}],
            },
            2,
            0,
        ),
        (
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [{"id": "a", "type": "function", "function": {"name": "go"}}],
            },
            2,
            0,
        ),
        ({"role": "user", "name": "ada-lovelace", "content": "hi"}, 2, 0),
        ({"role": "tool", "tool_call_id": "a", "content": [{"type": "text", "text": "xy"}]}, 2, 0),
        ({"role": "function", "name": "go", "content": "xyz"}, 3, 0),
        ({"role": "assistant", "content": None, "audio": {"id": "audio_1", "data": "A" * 999}}, 0, 1),
    ],
)
def test_chat_completions_sizes(message, chars, media):
    read = CHAT.read(message)
    assert (read.text_chars, read.media) == (chars, media)


@pytest.mark.parametrize(
    "message, chars, media",
    [
        (
            {
                "role": "user",
                "content": [
                    {
                        "type": "tool_result",
                        "tool_use_id": "a",
                        "content": [
                            {"type": "text", "text": "xy"},
                            m.image("anthropic"),
                            {"type": "document", "source": {"data": "A" * 99}},
                        ],
                    }
                ],
            },
            2,
            2,
        ),
        (
            {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "go", "input": {"é": "日"}}]},
            11,
            0,
        ),
        ({"role": "assistant", "content": [{"type": "thinking", "thinking": "hmm", "signature": "s" * 99}]}, 3, 0),
        ({"role": "assistant", "content": [{"type": "redacted_thinking", "data": "abcd"}]}, 4, 0),
        ({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": None}]}, 0, 0),
        ({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a"}]}, 0, 0),
    ],
)
def test_anthropic_sizes(message, chars, media):
    read = CLAUDE.read(message)
    assert (read.text_chars, read.media) == (chars, media)


@pytest.mark.parametrize(
    "item, chars, media",
    [
        ({"role": "user", "content": [{"type": "input_text", "text": "abc"}, m.image("openai_responses")]}, 3, 1),
        ({"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "abc"}]}, 3, 0),
        ({"type": "function_call", "call_id": "a", "name": "go", "arguments": '{"a":1}'}, 9, 0),
        ({"type": "function_call_output", "call_id": "a", "output": "xyz"}, 3, 0),
        ({"type": "function_call_output", "call_id": "a", "output": [m.image("openai_responses")]}, 0, 1),
        (
            {
                "type": "computer_call_output",
                "call_id": "a",
                "output": {"type": "computer_screenshot", "image_url": "data:image/png;base64," + "A" * 9_999},
            },
            0,
            1,
        ),
        ({"type": "image_generation_call", "id": "i", "result": "A" * 9_999}, 0, 1),
        ({"type": "custom_tool_call", "call_id": "a", "name": "go", "input": "xyz"}, 5, 0),
        (
            {"type": "reasoning", "summary": [{"type": "summary_text", "text": "abc"}], "encrypted_content": "A" * 99},
            3,
            0,
        ),
    ],
)
def test_responses_sizes(item, chars, media):
    read = RESPONSES.read(item)
    assert (read.text_chars, read.media) == (chars, media)


@pytest.mark.parametrize(
    "shape, message, words, opens",
    [
        (CHAT, {"role": "user", "content": "do it"}, "do it", True),
        (CHAT, {"role": "user", "content": "<system-reminder>x</system-reminder>do it"}, "do it", True),
        (CHAT, {"role": "user", "content": "<system-reminder>x\ny</system-reminder>"}, "", False),
        (CHAT, {"role": "user", "content": [m.image("openai_chat")]}, "", True),
        (CHAT, {"role": "assistant", "content": "do it"}, "", False),
        (CHAT, {"role": "tool", "tool_call_id": "a", "content": "do it"}, "", False),
        (CLAUDE, m.answered("anthropic", ["a"], "out")[0], "", False),
        (CLAUDE, m.answered("anthropic", ["a"], "out", steer="and this")[0], "and this", False),
        (RESPONSES, {"role": "user", "content": [{"type": "input_text", "text": "do it"}]}, "do it", True),
        (RESPONSES, {"type": "message", "role": "developer", "content": "do it"}, "", False),
    ],
)
def test_who_opens_a_mission_and_with_which_words(shape, message, words, opens):
    read = shape.read(message)
    assert (read.words, read.opens) == (words, opens)


def test_system_and_developer_are_fixed_in_every_format():
    for shape in (CHAT, RESPONSES):
        for role in m.SYSTEM_ROLES:
            assert shape.read({"role": role, "content": "x"}).speaker is Speaker.SYSTEM


# --- mending --------------------------------------------------------------------------------------------------------
def mended(talk, shape):
    return assemble(talk, "window", shape=shape).messages


@pytest.mark.parametrize("shape", m.SHAPES)
@pytest.mark.parametrize("how", ["unanswered", "partial", "duplicate", "orphan", "swapped", "between", "foreign"])
def test_an_invalid_history_is_mended_and_no_result_that_fits_is_lost(shape, how):
    talk = [*m.person(shape, 0, (0, 1)), *m.flaw(shape, 1, (4, 1), how), *m.person(shape, 2, (0, 1))]
    sent = mended(talk, shape)
    assert m.pairs_hold(sent)
    assert sent[0] == talk[0]
    assert sent[-1] == talk[-1]
    answered = {"unanswered": 0, "partial": 1, "duplicate": 2, "orphan": 0, "swapped": 2, "between": 1, "foreign": 2}[
        how
    ]
    assert json.dumps(sent, ensure_ascii=False).count("FLAW-1") == answered


@pytest.mark.parametrize("shape", m.SHAPES)
def test_an_open_call_may_end_the_talk(shape):
    talk = [*m.person(shape, 0, (0, 1)), *m.called(shape, ["a", "b"], "x")]
    assert mended(talk, shape) == talk


def test_calls_of_the_old_kind_keep_their_role():
    call = {"role": "assistant", "content": None, "function_call": {"name": "go", "arguments": "{}"}}
    result = {"role": "function", "name": "go", "content": "done"}
    valid = [{"role": "user", "content": "x"}, call, result, {"role": "user", "content": "y"}]
    assert mended(valid, "openai_chat") == valid
    sent = mended([valid[0], call, valid[3]], "openai_chat")
    assert sent[2]["role"] == "function"
    assert sent[2]["name"] == "go"


@pytest.mark.parametrize("missing", [{}, {"id": None}, {"id": ""}])
def test_calls_without_an_id_are_left_as_they_are(missing):
    call = {
        "role": "assistant",
        "content": None,
        "tool_calls": [{**missing, "function": {"name": "go", "arguments": "{}"}}],
    }
    result = {"role": "tool", "content": "done", **({"tool_call_id": missing["id"]} if missing else {})}
    talk = [{"role": "user", "content": "x"}, call, result, {"role": "user", "content": "y"}]
    assert mended(talk, "openai_chat") == talk


def test_a_client_reminder_in_front_is_not_lost_in_anthropics_format():
    talk = [
        {"role": "user", "content": "<system-reminder>Today is Monday.</system-reminder>"},
        {"role": "assistant", "content": "Noted."},
        {"role": "user", "content": "hello"},
    ]
    assert mended(talk, "anthropic") == talk


def test_a_summary_that_was_sent_back_is_not_lost_in_anthropics_format():
    policy = Policy(rule=Window(messages=Marks(high=6, low=2)))
    once = assemble([*m.uniform(8), {"role": "user", "content": "now"}], policy, shape="anthropic")
    assert once.summary
    assert assemble(once.messages, policy, shape="anthropic").messages == once.messages


def test_an_anthropic_talk_that_opens_with_the_assistant_begins_with_the_person():
    talk = [{"role": "assistant", "content": "Welcome!"}, {"role": "user", "content": "hi"}]
    assert mended(talk, "anthropic") == talk[1:]
    assert mended(talk, "openai_chat") == talk


@pytest.mark.parametrize("shape", m.SHAPES)
def test_lone_surrogates_are_replaced_at_any_depth_and_the_rest_stays(shape):
    talk = [*m.person(shape, 0, (0, 1)), *m.called(shape, ["a"], "\ud800"), *m.answered(shape, ["a"], "x\udfff👍")]
    sent = mended(talk, shape)
    assert m.encodable(sent)
    assert "👍" in json.dumps(sent, ensure_ascii=False)


def test_thinking_is_exact_or_dropped_whole():
    steps = [
        ("ask", (0, 1), "text"),
        ("loop", [(1, (0, 2), "thinking")] * 3, False),
        ("answer", (0, 2), "thinking"),
    ] * 8
    talk = m.write("anthropic", steps)
    given_ = [part for each in talk for part in m.parts(each) if part.get("type") in ("thinking", "redacted_thinking")]
    for policy in ("window", "missions", Policy(rule=Window(messages=Marks(high=9, low=4)))):
        for each in assemble(talk, policy, shape="anthropic").messages:
            thoughts = [part for part in m.parts(each) if part.get("type") in ("thinking", "redacted_thinking")]
            assert all(part in given_ for part in thoughts)
            assert each["content"] != []

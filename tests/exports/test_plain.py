"""Lists of messages in JSON and JSONL: kept as they are, told apart by what they hold."""

import json

import pytest

from foveate.exports import read_bytes

HELLO = {"role": "user", "content": "hello"}
TEXT = {"role": "assistant", "content": [{"type": "text", "text": "hi", "cache_control": {"type": "ephemeral"}}]}
CALL = {"role": "assistant", "content": None, "tool_calls": [{"id": "a", "function": {"name": "f", "arguments": "{}"}}]}
TOOL_USE = {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "f", "input": {}}]}
INPUT = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hello"}]}
FUNCTION_CALL = {"type": "function_call", "call_id": "a", "name": "f", "arguments": "{}"}


def imported(*values):
    return read_bytes("chat.json", "\n".join(json.dumps(value) for value in values).encode())


def only(*values):
    found = imported(*values)
    assert len(found.conversations) == 1
    return found.conversations[0]


@pytest.mark.parametrize(
    "value, shape",
    [
        ([HELLO, TEXT], "openai_chat"),
        ({"messages": [HELLO, CALL]}, "openai_chat"),
        ({"messages": [{"role": "system", "content": "s"}, HELLO]}, "openai_chat"),
        ({"messages": [HELLO, TOOL_USE]}, "anthropic"),
        ({"system": "s", "messages": [HELLO]}, "anthropic"),
        ({"input": [HELLO]}, "openai_responses"),
        ([INPUT], "openai_responses"),
        ([INPUT, FUNCTION_CALL], "openai_responses"),
        ({"custom_id": "x", "body": {"messages": [HELLO]}}, "openai_chat"),
    ],
)
def test_the_shape_is_told_and_the_messages_are_untouched(value, shape):
    record = value if isinstance(value, dict) else {"messages": value}
    given = record.get("body", record)
    conversation = only(value)
    assert conversation.shape == shape
    assert list(conversation.messages) == (given.get("messages") or given.get("input"))
    assert conversation.branches == 1


def test_anthropic_s_system_stands_beside_the_messages_and_openai_s_before_them():
    assert only({"system": [{"type": "text", "text": "s"}], "messages": [HELLO]}).system == [
        {"type": "text", "text": "s"}
    ]
    mixed = only({"system": "s", "messages": [HELLO, CALL]})
    assert (mixed.system, mixed.messages[0]) == (None, {"role": "system", "content": "s"})


def test_the_instructions_of_a_response_are_its_system():
    assert only({"instructions": "s", "input": "hello", "model": "m"}).system == "s"
    assert only({"instructions": "s", "input": "hello", "model": "m"}).messages == (
        {"role": "user", "content": "hello"},
    )


def test_a_list_of_chats_is_as_many_conversations():
    assert len(imported([{"messages": [HELLO]}, {"messages": [TEXT]}]).conversations) == 2
    assert len(imported([[HELLO], [TEXT]]).conversations) == 2
    assert len(imported({"conversations": [{"messages": [HELLO]}, {"messages": [TEXT]}]}).conversations) == 2


def test_a_chat_a_line_and_a_list_a_line():
    found = imported({"messages": [HELLO]}, [TEXT], {"id": "x", "messages": [HELLO, TEXT]})
    assert [len(chat.messages) for chat in found.conversations] == [1, 1, 2]
    assert {chat.format for chat in found.conversations} == {"jsonl"}
    assert found.conversations[2].id == "x"


def test_a_message_a_line_is_one_conversation_unless_the_lines_name_several():
    assert only(HELLO, TEXT).messages == (HELLO, TEXT)
    one, two = {**HELLO, "conversation_id": "1"}, {**TEXT, "conversation_id": "2"}
    assert [chat.id for chat in imported(one, two, one).conversations] == ["1", "2"]


def test_a_line_ends_at_a_newline_and_nowhere_else():
    text = "a\u2028b\u2029c\u0085d\x0be"
    data = json.dumps({"role": "user", "content": text}, ensure_ascii=False).encode()
    raw = b'{"role": "user", "content": "x\ry"}'
    found = read_bytes("chat.jsonl", data + b"\r\n" + raw + b"\n\n  \n" + data)
    assert [m["content"] for m in found.conversations[0].messages] == [text, "x\ry", text]
    assert not found.skipped


def test_one_bad_line_is_named_and_the_others_are_read():
    found = read_bytes(
        "chat.jsonl", b'{"role": "user", "content": "a"}\n{"role": "us\n{"role": "user", "content": "b"}\n[1]\n7\n'
    )
    assert [m["content"] for m in found.conversations[0].messages] == ["a", "b"]
    assert any(skip.where == "line 2" and "no valid JSON" in skip.reason for skip in found.skipped)
    assert any("no chat or message that is known (2 times, first at line 4)" in skip.reason for skip in found.skipped)


def test_a_bad_first_line_does_not_hide_the_rest():
    found = read_bytes("chat.jsonl", b'BROKEN\n{"role": "user", "content": "a"}\n')
    assert [m["content"] for m in found.conversations[0].messages] == ["a"]


def test_what_is_no_message_is_named():
    found = imported({"messages": [HELLO, None, "text", {"role": 7}, TEXT]})
    assert found.conversations[0].messages == (HELLO, TEXT)
    assert found.skipped[0].reason == "not a message (3 times, first at message 2)"


def test_times_are_read_and_never_sort():
    messages = [{**HELLO, "timestamp": "2030-01-01T00:00:00Z"}, {**TEXT, "created_at": 1_800_000_000_000}, HELLO]
    assert only(messages).times == (1893456000.0, 1800000000.0, None)


def test_a_chat_without_a_title_is_called_by_its_first_words_on_one_printable_line():
    assert only([{"role": "user", "content": "one\n\x1b[31mtwo\ud800  three"}]).title == "one [31mtwo three"
    assert len(only([{"role": "user", "content": "x" * 500}]).title) == 80
    assert only([TEXT]).title == "untitled"

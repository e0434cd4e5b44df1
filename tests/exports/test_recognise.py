"""Bytes of any kind: told by what they hold, named when they hold nothing, never a crash."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foveate.exports import read_bytes

DATA = Path(__file__).parent / "data"
HELLO = {"role": "user", "content": "hello"}


@pytest.mark.parametrize(
    "file, form",
    [
        ("chatgpt.json", "chatgpt"),
        ("claude.json", "claude"),
        ("open_webui.json", "open_webui"),
        ("claude_code.jsonl", "claude_code"),
        ("codex.jsonl", "codex"),
        ("beam/chat.json", "beam"),
        ("examined.json", "openai_json"),
    ],
)
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf", b"\n \t"])
def test_the_content_tells_the_format_whatever_the_name(file, form, mark):
    found = read_bytes("download (3).txt", mark + (DATA / file).read_bytes())
    assert [chat.format for chat in found.conversations] == [form]
    assert found.conversations[0].source == "download (3).txt"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-8-sig"])
def test_a_byte_order_mark_tells_the_encoding(encoding):
    data = json.dumps([{**HELLO, "content": "né"}], ensure_ascii=False).encode(encoding)
    assert read_bytes("c.json", data).conversations[0].messages[0]["content"] == "né"


@pytest.mark.parametrize(
    "data, reason",
    [
        (b"", "an empty file"),
        (b" \n\t ", "an empty file"),
        (b"\xef\xbb\xbf", "an empty file"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0\0\0\1\0", "binary"),
        (b"Dear diary", "neither JSON nor JSON lines"),
        (b"{", "no valid JSON"),
        (b'{"messages": [{"role": "user", "content": "a', "no valid JSON"),
        (b"[]", "an empty list"),
        (b"{}", "no chat that is known in it"),
        (b'{"email": "a@b.example"}', "no chat that is known in it"),
        (b'[{"id": "x", "rating": "thumbs_up"}]', "no chat that is known in it"),
        (b"[1, 2", "cut off"),
        (b"[" * 100_000, "nested too deep"),
        (b"[" + b"9" * 10_000 + b"]", "no valid JSON"),
    ],
)
def test_what_holds_no_chat_is_named_with_the_reason(data, reason):
    found = read_bytes("f.json", data)
    assert not found.conversations
    assert any(reason in skip.reason for skip in found.skipped), found.skipped


def test_the_whole_chats_of_a_cut_off_array_are_read():
    data = json.dumps([{"messages": [HELLO]}, {"messages": [HELLO, HELLO]}, {"messages": [HELLO]}]).encode()
    found = read_bytes("c.json", data[:-20])
    assert [len(chat.messages) for chat in found.conversations] == [1, 2]
    assert any("cut off or damaged" in skip.reason for skip in found.skipped)


def test_values_written_one_behind_the_other_are_read():
    found = read_bytes("c.json", json.dumps({"messages": [HELLO]}, indent=1).encode() * 2)
    assert len(found.conversations) == 2


def test_nan_and_infinity_become_null():
    found = read_bytes("c.json", b'[{"role": "user", "content": "a", "score": NaN, "max": -Infinity}]')
    assert found.conversations[0].messages[0] == {"role": "user", "content": "a", "score": None, "max": None}


def test_bytes_that_are_no_utf8_cost_those_characters_and_are_said():
    found = read_bytes("c.json", b'[{"role": "user", "content": "caf\xe9"}]')
    assert found.conversations[0].messages[0]["content"] == "caf\ufffd"
    assert "not UTF-8" in found.skipped[0].reason


def test_a_bad_chat_among_good_ones_of_several_formats():
    chats = [json.loads((DATA / name).read_text())[0] for name in ("chatgpt.json", "claude.json", "open_webui.json")]
    found = read_bytes("mixed.json", json.dumps([chats[0], None, chats[1], 7, chats[2]]).encode())
    assert [chat.format for chat in found.conversations] == ["chatgpt", "claude", "open_webui"]
    assert any("no chat that is known (2 times)" in skip.reason for skip in found.skipped)


TREES = ["mapping", "current_node", "parent", "children", "history", "currentId", "parentId", "chat_messages", "chat"]
MESSAGES = ["message", "messages", "author", "role", "content", "parts", "sender", "type", "text", "input", "files"]
LOGS = ["payload", "session_meta", "response_item", "event_msg", "num_turns", "isSidechain", "parentUuid", "subtype"]
OTHERS = ["uuid", "id", "tool_use", "tool_result", "tool_use_id", "turns", "usage", "questions", "evidence"]
KEYS = st.sampled_from([*TREES, *MESSAGES, *LOGS, *OTHERS])
WORDS = st.sampled_from(["user", "assistant", "tool", "a", "b", "", "text", "function_call_output"])
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), WORDS)
VALUES = st.recursive(SCALARS, lambda inner: st.one_of(st.lists(inner), st.dictionaries(st.one_of(KEYS, WORDS), inner)))


@given(st.lists(VALUES, min_size=1, max_size=4), st.booleans())
def test_any_json_is_read_or_named(values, lines):
    text = "\n".join(json.dumps(value) for value in values) if lines else json.dumps(values)
    found = read_bytes("any.json", text.encode())
    assert found.conversations or found.skipped
    for chat in found.conversations:
        assert len(chat.messages) == len(chat.times) > 0


@given(st.binary(max_size=200))
def test_any_bytes_are_named(data):
    found = read_bytes("any", data)
    assert found.conversations or found.skipped


@given(st.data(), st.sampled_from(sorted(str(path) for path in DATA.rglob("*.json*"))))
def test_a_file_cut_off_anywhere_is_read_or_named(data, file):
    whole = Path(file).read_bytes()
    found = read_bytes("cut", whole[: data.draw(st.integers(0, len(whole) - 1))])
    assert found.conversations or found.skipped


def places(value):
    """Every place in a JSON value, as the container and the key in it."""
    found, waiting = [], [value]
    while waiting:
        inner = waiting.pop()
        pairs = inner.items() if isinstance(inner, dict) else enumerate(inner) if isinstance(inner, list) else ()
        for key, item in pairs:
            found.append((inner, key))
            waiting.append(item)
    return found


@given(st.data(), st.sampled_from(sorted(str(path) for path in DATA.rglob("*.json*"))))
def test_a_real_export_with_wrong_values_in_it_is_read_or_named(data, file):
    text = Path(file).read_text()
    values = [json.loads(line) for line in text.splitlines()] if file.endswith("l") else json.loads(text)
    for _ in range(data.draw(st.integers(1, 3))):
        at = places(values)
        inner, key = at[data.draw(st.integers(0, len(at) - 1))]
        inner[key] = data.draw(VALUES)
    lines = file.endswith("l")
    found = read_bytes("wrong", ("\n".join(map(json.dumps, values)) if lines else json.dumps(values)).encode())
    assert found.conversations or found.skipped
    for chat in found.conversations:
        assert len(chat.messages) == len(chat.times) > 0


def test_files_put_behind_one_another_keep_their_marks():
    found = read_bytes("c.jsonl", b"\n".join(b"\xef\xbb\xbf" + json.dumps(HELLO).encode() for _ in range(2)))
    assert (len(found.conversations[0].messages), found.skipped) == (2, ())


def test_half_a_chat_is_no_chat():
    found = read_bytes("c.json", json.dumps([HELLO] * 3).encode()[:-10])
    assert found.conversations == ()
    assert "only a part of a chat" in found.skipped[0].reason
    whole = read_bytes("c.json", json.dumps([{"messages": [HELLO]}] * 3).encode()[:-10])
    assert len(whole.conversations) == 2
    assert "cut off or damaged" in whole.skipped[-1].reason

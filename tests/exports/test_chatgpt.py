"""ChatGPT's export: the branch, the parts, the tools, and files that are broken."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foveate.exports import chatgpt, read_bytes

DATA = Path(__file__).parent / "data"


def node(parent, text="", role="user", **more):
    message = {"author": {"role": role}, "content": {"content_type": "text", "parts": [text]}, **more}
    return {"parent": parent, "message": message}


def chat(mapping, **more):
    return chatgpt.read([{"mapping": mapping, **more}], source="conversations.json")


def told(imported, n=0):
    return [(message["role"], message["content"]) for message in imported.conversations[n].messages]


def reasons(imported):
    return " | ".join(f"{one.where}: {one.reason}" for one in imported.skipped)


def test_the_fixture_becomes_a_valid_sequence_of_the_current_branch():
    imported = read_bytes("conversations-000.json", (DATA / "chatgpt.json").read_bytes())
    conversation = imported.conversations[0]
    assert (conversation.id, conversation.title, conversation.format) == ("c-tea", "Tin of tea", "chatgpt")
    assert (conversation.shape, conversation.branches, conversation.source) == (
        "openai_chat",
        2,
        "conversations-000.json",
    )
    assert conversation.messages == (
        {"role": "user", "content": "[image]\nHow many tins are in the picture?\n[file: prices.csv]"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {
                    "id": "call_call",
                    "type": "function",
                    "function": {"name": "python", "arguments": '{"input":"print(\\"4\\")"}'},
                }
            ],
        },
        {"role": "tool", "tool_call_id": "call_call", "content": "4"},
        {"role": "assistant", "content": "Four tins."},
        {"role": "user", "content": "And how much is one"},
        {"role": "assistant", "content": "[browser]\nA tin is 7 euros\nTea prices\nhttps://tea.example"},
        {"role": "assistant", "content": "Seven euros."},
    )
    assert conversation.times == (1800000001, 1800000003, 1800000004, 1800000005, 1700000000, None, None)
    assert "standing instructions" in reasons(imported)


def test_order_is_the_tree_s_and_never_the_clock_s():
    mapping = {"a": node(None, "first", create_time=9.0), "b": node("a", "second", create_time=1.0)}
    assert told(chat(mapping, current_node="b")) == [("user", "first"), ("user", "second")]


def test_a_hidden_system_node_is_left_out_and_named_only_if_it_says_something():
    hidden = {"is_visually_hidden_from_conversation": True}
    mapping = {
        "s": node(None, "", "system", metadata=hidden),
        "t": node("s", "secret rules", "system", metadata=hidden),
        "u": node("t", "hello"),
    }
    imported = chat(mapping, current_node="u")
    assert told(imported) == [("user", "hello")]
    assert reasons(imported) == "conversation 1, node t: left out: hidden from the conversation"


@pytest.mark.parametrize("current", [None, "gone", 7])
def test_without_a_current_node_the_longest_branch_is_taken_and_said(current):
    mapping = {"a": node(None, "q"), "b": node("a", "long"), "c": node("b", "longer"), "d": node("a", "short")}
    imported = chat(mapping, current_node=current)
    assert told(imported)[-1] == ("user", "longer")
    assert imported.conversations[0].branches == 2
    assert "no current node is named" in reasons(imported)


def test_parent_links_in_a_circle_end_and_are_said():
    imported = chat({"a": node("b", "x"), "b": node("a", "y")}, current_node="a")
    assert told(imported) == [("user", "y"), ("user", "x")]
    assert "circle" in reasons(imported)


def test_a_node_that_is_its_own_parent_ends_and_is_said():
    imported = chat({"a": node("a", "x")}, current_node="a")
    assert told(imported) == [("user", "x")]
    assert "circle" in reasons(imported)


def test_a_missing_parent_is_said_and_what_can_be_told_is_told():
    imported = chat({"a": node(None, "lost"), "b": node("gone", "kept")}, current_node="b")
    assert told(imported) == [("user", "kept")]
    assert "gone is not in the file" in reasons(imported)


def test_a_missing_parent_link_is_found_again_in_the_list_of_children():
    mapping = {"a": {**node(None, "first"), "children": ["b"]}, "b": node("gone", "second")}
    imported = chat(mapping, current_node="b")
    assert told(imported) == [("user", "first"), ("user", "second")]
    assert not imported.skipped


def test_surplus_calls_and_results_never_stand_without_a_partner():
    mapping = {
        "u": node(None, "go"),
        "c1": node("u", '{"q":1}', "assistant", recipient="web.run"),
        "c2": node("c1", '{"q":2}', "assistant", recipient="web.run"),
        "r1": node("c2", "one", "tool"),
        "a": node("r1", "so", "assistant"),
        "c3": node("a", '{"q":3}', "assistant", recipient="web.run"),
        "r2": node("c3", "two", "tool"),
        "r3": node("r2", "three", "tool"),
    }
    messages = chat(mapping, current_node="r3").conversations[0].messages
    assert messages[1] == {"role": "assistant", "content": '{"q":1}'}
    assert [m["tool_call_id"] for m in messages if m["role"] == "tool"] == ["call_c2", "call_c3"]
    assert [call["function"] for m in messages for call in m.get("tool_calls", [])] == [
        {"name": "web_run", "arguments": '{"q":2}'},
        {"name": "web_run", "arguments": '{"q":3}'},
    ]
    assert messages[-1]["content"] == "two\nthree"


@pytest.mark.parametrize(
    "content",
    [None, 3, {}, {"content_type": "text"}, {"content_type": "text", "parts": None}, {"parts": [None, 1, {}, []]}],
)
def test_odd_content_costs_one_message_and_not_the_archive(content):
    odd = {"parent": "a", "message": {"author": {"role": "assistant"}, "content": content}}
    imported = chat({"a": node(None, "before"), "b": odd, "c": node("b", "after")}, current_node="c")
    assert told(imported)[0] == ("user", "before")
    assert told(imported)[-1] == ("user", "after")


def test_an_unknown_kind_of_content_becomes_a_mark():
    content = {"content_type": "super_widget", "payload": {}}
    message = {"author": {"role": "assistant"}, "content": content}
    assert told(chat({"a": {"parent": None, "message": message}})) == [("assistant", "[super_widget]")]


def test_a_bad_conversation_does_not_end_the_archive():
    good = {"mapping": {"a": node(None, "hello")}, "current_node": "a"}
    data = json.dumps([good, {"mapping": {}}, {"mapping": {"x": None}}, None, {**good, "id": "2"}]).encode()
    imported = read_bytes("conversations.json", data)
    assert len(imported.conversations) == 2
    assert len(imported.skipped) == 3


@st.composite
def trees(draw):
    """A tree of any form: parents[n] is the place of node n's parent, -1 for a root."""
    size = draw(st.integers(1, 30))
    return [draw(st.integers(-1, n - 1)) if n else -1 for n in range(size)]


@given(trees(), st.data())
def test_any_tree_gives_the_path_to_its_current_node_and_counts_its_leaves(parents, data):
    current = data.draw(st.integers(0, len(parents) - 1))
    mapping = {f"n{n}": node(None if p < 0 else f"n{p}", f"line {n}") for n, p in enumerate(parents)}
    path: list[tuple[str, str]] = []
    at = current
    while at >= 0:
        path.insert(0, ("user", f"line {at}"))
        at = parents[at]
    imported = chat(mapping, current_node=f"n{current}")
    assert told(imported) == path
    assert imported.conversations[0].branches == len(set(range(len(parents))) - set(parents))
    assert not imported.skipped


@given(st.dictionaries(st.sampled_from("abcdef"), st.sampled_from("abcdefg"), min_size=1), st.sampled_from("abcdefg"))
def test_any_links_end(links, current):
    imported = chat({key: node(parent, key) for key, parent in links.items()}, current_node=current)
    assert len(imported.conversations) == 1

"""Claude's export: branches, blocks, tools, attachments."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from foveate.exports import claude, read_bytes

DATA = Path(__file__).parent / "data"


def chat(messages, **more):
    return claude.read([{"uuid": "c", "chat_messages": messages, **more}], source="conversations.json")


def human(text, **more):
    return {"sender": "human", "text": text, **more}


def reasons(imported):
    return " | ".join(one.reason for one in imported.skipped)


def test_the_fixture_becomes_the_current_branch_in_anthropic_s_shape():
    imported = read_bytes("conversations.json", (DATA / "claude.json").read_bytes())
    conversation = imported.conversations[0]
    assert (conversation.id, conversation.title, conversation.shape) == ("c-boat", "Is the boat sound?", "anthropic")
    assert (conversation.branches, conversation.times[0]) == (2, 1893456001.0)
    assert conversation.messages == (
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "Is the boat sound?"},
                {"type": "text", "text": "[file: survey.txt]\nHull: 4 mm"},
                {"type": "text", "text": "[image: deck.jpg]"},
            ],
        },
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "I look it up."},
                {"type": "tool_use", "id": "toolu_m3_1", "name": "web_search", "input": {"query": "hull 4 mm"}},
            ],
        },
        {
            "role": "user",
            "content": [
                {
                    "type": "tool_result",
                    "tool_use_id": "toolu_m3_1",
                    "content": [{"type": "text", "text": "Hulls\nhttps://hull.example"}],
                }
            ],
        },
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "4 mm is thin but sound."},
                {"type": "text", "text": "[call of artifacts]"},
            ],
        },
        {"role": "user", "content": "And the deck?"},
        {"role": "assistant", "content": "Dry."},
    )
    assert "thinking without its signature" in reasons(imported)


def test_an_older_export_is_a_plain_list():
    imported = chat([human("one"), {"sender": "assistant", "text": "two"}])
    assert [m["content"] for m in imported.conversations[0].messages] == ["one", "two"]
    assert imported.conversations[0].branches == 1
    assert not imported.skipped


def test_without_a_current_leaf_the_branch_of_the_last_message_is_taken_and_said():
    messages = [
        human("q", uuid="a", parent_message_uuid=claude.ROOT),
        human("old", uuid="b", parent_message_uuid="a"),
        human("new", uuid="c", parent_message_uuid="a"),
    ]
    imported = chat(messages)
    assert [m["content"] for m in imported.conversations[0].messages] == ["q", "new"]
    assert imported.conversations[0].branches == 2
    assert "the one of the last message was taken" in reasons(imported)


def test_one_id_with_two_texts_keeps_both_and_the_same_message_twice_once():
    imported = chat([human("one", uuid="d"), human("two", uuid="d"), human("one", uuid="d")])
    assert [m["content"] for m in imported.conversations[0].messages] == ["one", "two"]
    assert "both are kept" in reasons(imported)
    assert "a second time" in reasons(imported)


def test_a_result_without_its_call_is_said_as_text():
    block = {"type": "tool_result", "tool_use_id": "toolu_gone", "name": "repl", "content": "42"}
    imported = chat([human("go"), {"sender": "assistant", "content": [block]}])
    assert imported.conversations[0].messages[1] == {"role": "assistant", "content": "[repl]\n42"}


blocks = st.lists(
    st.one_of(
        st.fixed_dictionaries({"type": st.just("text"), "text": st.text(max_size=3)}),
        st.fixed_dictionaries({"type": st.just("tool_use"), "id": st.sampled_from([None, "a", "b"])}),
        st.fixed_dictionaries({"type": st.just("tool_result"), "tool_use_id": st.sampled_from([None, "a", "b"])}),
    ),
    max_size=12,
)


@given(blocks)
def test_every_call_has_its_result_behind_it_and_every_result_its_call(content):
    messages = [m for c in chat([{"sender": "assistant", "content": content}]).conversations for m in c.messages]
    waiting: set[object] = set()
    for message in messages:
        parts = message["content"] if isinstance(message["content"], list) else []
        if message["role"] == "user":
            assert {part["tool_use_id"] for part in parts} == waiting
            waiting = set()
            continue
        assert not waiting
        waiting = {part["id"] for part in parts if part["type"] == "tool_use"}
    assert not waiting


def node(uuid, parent, text="x", **more):
    return {"uuid": uuid, "parent_message_uuid": parent, **human(text), **more}


def words(imported):
    return [message["content"] for message in imported.conversations[0].messages]


def test_a_link_that_leads_nowhere_loses_no_message() -> None:
    imported = chat([node("a", claude.ROOT, "1"), node("b", "gone", "2"), node("c", "b", "3")])
    assert (words(imported), imported.conversations[0].branches) == (["1", "2", "3"], 1)
    assert reasons(imported) == "its parent is not in the file; the message before it was taken"
    assert "cannot be told" in reasons(chat([node("a", "gone", "1")]))


def test_without_a_current_branch_the_last_leaf_is_taken() -> None:
    imported = chat([node("c", "a", "2"), node("b", "a", "other"), node("a", claude.ROOT, "1")])
    assert (words(imported), imported.conversations[0].branches) == (["1", "other"], 2)


def test_indexes_of_the_server_are_the_order_where_every_message_has_one() -> None:
    assert words(chat([human("2", uuid="b", index=1), human("1", uuid="a", index=0)])) == ["1", "2"]
    assert words(chat([human("2", uuid="b", index=1), human("1", uuid="a", index=1)])) == ["2", "1"]
    assert words(chat([human("2", uuid="b", index=1), human("1", uuid="a")])) == ["2", "1"]

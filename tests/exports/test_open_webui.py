"""Open WebUI's export: walked by parents, with a plain list to fall back on."""

from pathlib import Path

from foveate.exports import open_webui, read_bytes

DATA = Path(__file__).parent / "data"


def said(role, content, parent=None):
    return {"role": role, "content": content, "parentId": parent}


def test_the_fixture_becomes_the_current_branch():
    imported = read_bytes("chats.json", (DATA / "open_webui.json").read_bytes())
    conversation = imported.conversations[0]
    assert (conversation.id, conversation.format, conversation.branches) == ("o-bread", "open_webui", 2)
    assert conversation.messages == (
        {"role": "system", "content": "You bake."},
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "What flour?\n[file: recipe.pdf]"},
                {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}},
            ],
        },
        {"role": "assistant", "content": "Wheat."},
        {"role": "user", "content": "How much?"},
    )
    assert conversation.times == (None, 1800000001, 1800000003, 1800000004)


def test_without_a_history_the_plain_list_is_read():
    imported = read_bytes("c.json", b'{"chat": {"messages": [{"role": "user", "content": "hello"}, null]}}')
    assert [m["content"] for m in imported.conversations[0].messages] == ["hello"]
    assert [one.reason for one in imported.skipped] == ["not a message"]


def test_a_missing_current_message_is_said():
    history = {"currentId": None, "messages": {"a": said("user", "q"), "b": said("assistant", "r", "a")}}
    imported = open_webui.read([{"chat": {"history": history}}], source="c.json")
    assert [m["content"] for m in imported.conversations[0].messages] == ["q", "r"]
    assert "no current message is named" in imported.skipped[0].reason


def test_links_in_a_circle_end():
    history = {"currentId": "a", "messages": {"a": said("user", "q", "b"), "b": said("assistant", "r", "a")}}
    imported = open_webui.read([{"chat": {"history": history}}], source="c.json")
    assert len(imported.conversations[0].messages) == 2
    assert "circle" in imported.skipped[0].reason


def test_reasoning_that_never_closes_stays():
    assert open_webui.without_reasoning('<details type="reasoning">open') == '<details type="reasoning">open'


def test_a_list_of_children_helps_where_a_message_names_no_parent_there_is():
    messages = {
        "a": {"role": "user", "content": "q", "childrenIds": ["b"]},
        "b": {"role": "assistant", "content": "r", "childrenIds": ["c"]},
        "c": said("user", "more", "gone"),
    }
    imported = open_webui.read([{"chat": {"history": {"currentId": "c", "messages": messages}}}], source="c.json")
    assert [m["content"] for m in imported.conversations[0].messages] == ["q", "r", "more"]
    assert imported.skipped == ()

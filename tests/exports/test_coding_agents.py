"""Session logs of Claude Code and Codex: what is the talk, what stands apart, what is counted once."""

import json
from pathlib import Path

from foveate.exports import Usage, read_bytes
from foveate.exports.coding_agents import read

DATA = Path(__file__).parent / "data"


def log(*lines):
    return read("\n".join(json.dumps(line) for line in lines), source="s.jsonl")


def line(kind, uuid, parent, content, **more):
    message = {"role": kind, "content": content, **more.pop("message", {})}
    return {"type": kind, "uuid": uuid, "parentUuid": parent, "message": message, **more}


def result(call_id, text="done"):
    return [{"type": "tool_result", "tool_use_id": call_id, "content": text}]


def call(call_id):
    return [{"type": "tool_use", "id": call_id, "name": "Read", "input": {}}]


def told(imported):
    return [(message["role"], message["content"]) for message in imported.conversations[0].messages]


def reasons(imported):
    return " | ".join(f"{one.where}: {one.reason}" for one in imported.skipped)


def test_claude_code_s_blocks_forks_retries_and_compaction_become_one_talk():
    imported = read_bytes("s.jsonl", (DATA / "claude_code.jsonl").read_bytes())
    conversation = imported.conversations[0]
    assert (conversation.id, conversation.format, conversation.shape) == ("s-pump", "claude_code", "anthropic")
    assert told(imported) == [
        ("user", "Read both pumps"),
        (
            "assistant",
            [
                {"type": "thinking", "thinking": "both", "signature": "sig=="},
                {"type": "tool_use", "id": "t1", "name": "Read", "input": {"file": "north"}},
                {"type": "tool_use", "id": "t2", "name": "Read", "input": {"file": "south"}},
            ],
        ),
        ("user", [*result("t1", "north 3 bar"), *result("t2", "south 5 bar")]),
        ("assistant", [{"type": "text", "text": "North 3, south 5."}]),
        ("user", "Raise north to 5"),
        ("assistant", [{"type": "text", "text": "Raised."}]),
    ]
    assert conversation.usage == Usage(input_tokens=45, output_tokens=18)
    assert conversation.branches == 2
    assert len(conversation.times) == len(conversation.messages)
    for reason in ("a sub-agent's line", "the summary of a compaction", "wrote for itself", "file-history-snapshot"):
        assert reason in reasons(imported)


def test_a_lost_line_does_not_cut_the_talk_before_it_off():
    imported = log(line("user", "a", None, "first"), line("user", "c", "lost", "second"))
    assert told(imported) == [("user", "first"), ("user", "second")]
    assert "its parent is not in the file" in reasons(imported)


def test_a_result_whose_call_is_lost_is_left_out_and_said():
    imported = log(line("user", "a", None, "go"), line("user", "c", "b", result("t1")), line("user", "d", "c", "and?"))
    assert told(imported) == [("user", "go"), ("user", "and?")]
    assert "result without its call" in reasons(imported)


def test_a_message_id_that_returns_after_a_person_spoke_is_another_message():
    imported = log(
        line("user", "a", None, "one"),
        line("assistant", "b", "a", "x", message={"id": "m"}),
        line("user", "c", "b", "two"),
        line("assistant", "d", "c", "y", message={"id": "m"}),
    )
    assert told(imported) == [("user", "one"), ("assistant", "x"), ("user", "two"), ("assistant", "y")]


def test_a_line_copied_by_a_resume_counts_once_and_another_text_under_its_id_stays():
    first = line("user", "a", None, "one")
    imported = log(first, first, line("user", "a", "a", "two"))
    assert told(imported) == [("user", "one"), ("user", "two")]
    assert "a second time" in reasons(imported)
    assert "both are kept" in reasons(imported)


def test_lines_without_links_are_read_in_their_order():
    imported = log(*({"type": "user", "message": {"role": "user", "content": text}} for text in "abc"))
    assert [text for _, text in told(imported)] == ["a", "b", "c"]


def test_a_log_of_a_sub_agent_alone_is_no_talk():
    imported = log(line("user", "a", None, "x", isSidechain=True), line("assistant", "b", "a", "y", isSidechain=True))
    assert not imported.conversations
    assert "a sub-agent's line, which is no part of this talk (2 times" in reasons(imported)


def test_an_edited_prompt_is_a_branch_that_is_not_mixed_in():
    imported = log(
        line("user", "a", None, "old"),
        line("assistant", "b", "a", call("t1")),
        line("user", "c", "b", result("t1")),
        line("assistant", "d", "c", "dead"),
        line("user", "e", None, "new"),
    )
    assert told(imported) == [("user", "new")]
    assert imported.conversations[0].branches == 2


def test_codex_s_items_are_kept_as_they_are_and_taken_back_turns_are_gone():
    imported = read_bytes("rollout.jsonl", (DATA / "codex.jsonl").read_bytes())
    conversation = imported.conversations[0]
    lines = [json.loads(raw) for raw in (DATA / "codex.jsonl").read_text().splitlines()]
    items = [one["payload"] for one in lines if one["type"] == "response_item"]
    assert conversation.messages == (*items[:5], items[6], items[9])
    assert (conversation.id, conversation.shape, conversation.title) == (
        "s-lamp",
        "openai_responses",
        "Why is the lamp dark?",
    )
    assert (conversation.branches, conversation.system) == (2, "You fix lamps.")
    assert conversation.usage == Usage(input_tokens=250, output_tokens=30)
    assert "result without its call" in reasons(imported)
    assert "the summary of a compaction" in reasons(imported)


def test_codex_s_first_form_has_bare_items_under_a_header():
    item = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hello"}]}
    header = {"id": "old", "timestamp": "2030-01-01T00:00:00Z", "instructions": None}
    imported = log(header, {"record_type": "state"}, item)
    assert imported.conversations[0].messages == (item,)
    assert (imported.conversations[0].id, imported.conversations[0].format) == ("old", "codex")
    assert not imported.skipped


def test_a_line_without_content_is_said() -> None:
    imported = log(line("user", "1", None, None), line("user", "2", "1", "hello"))
    assert told(imported) == [("user", "hello")]
    assert reasons(imported) == "line 1: a message without content"


def test_an_old_rollout_s_header_needs_no_instructions() -> None:
    said = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Fix it"}]}
    imported = log({"id": "s-old", "timestamp": "2025-05-01T00:00:00Z"}, {"record_type": "state"}, said)
    assert (imported.conversations[0].id, imported.skipped) == ("s-old", ())

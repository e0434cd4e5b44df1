"""Talks that broke a rule once, each as small as it became: they stay, so that the break does not come back."""

import pytest
import regex

from foveate import Chars, Chat, Marks, Missions, Policy, Window, assemble
from foveate.quoting import head
from tests import making as m


def user(text):
    return {"role": "user", "content": text}


def said(text):
    return {"role": "assistant", "content": text}


def test_r3_a_later_system_message_is_not_clipped_under_a_hard_ceiling():
    rule = {"role": "system", "content": "Always answer in verse. " * 4}
    context = assemble([user("hello " * 60), rule], Policy(hard=Chars(200)))
    assert rule in context.messages


def test_r3_a_system_message_among_recent_missions_outlives_a_hard_ceiling():
    rule = {"role": "developer", "content": "Always answer in verse."}
    talk = [user("one"), rule, said("fine " * 100), user("two")]
    context = assemble(talk, Policy(hard=Chars(200)))
    assert rule in context.messages


def test_r4_the_instruction_is_not_clipped_while_a_summary_stands_whole():
    policy = Policy(rule=Window(messages=Marks(high=4, low=2)), hard=Chars(1_000))
    talk = [*m.uniform(9, asked=200, answered=200), user("What is asked now. " * 12)]
    context = assemble(talk, policy)
    assert context.messages[-1] == talk[-1]
    assert "over_budget" not in context.receipt.flags


def test_r6_a_cut_inside_a_run_of_requests_is_not_the_last_one():
    """The run's first message is folded; later the newest one is to be pinned behind the cut: it must still move."""
    call = m.called("openai_chat", ["c"], "x")
    talk = [user("aaa"), user("bbb"), *call]
    talk += [{"role": "tool", "tool_call_id": "c", "content": "r" * (256 - m.size(call[0], 0))}]
    talk += [said("z" * 60), said("y" * 60)]
    chat = Chat(Policy(rule=Window(messages=None, chars=Marks(high=260, low=260))))
    for message in talk:
        chat.append(message)
        sent = m.without_summary(chat.context())
        assert sum(m.size(each, 0) for each in sent) <= 260 or not m.movable(sent, "openai_chat")


def test_r6_a_placeholder_for_a_missing_result_counts():
    talk = [user("a"), said("b"), user("c"), *m.called("openai_chat", ["x", "y"], "d"), said("e"), user("f")]
    for high in (4, 5, 6, 7):
        context = assemble(talk, Policy(rule=Window(messages=Marks(high=high, low=high), chars=None)))
        assert len(m.without_summary(context)) <= high


def test_r2_a_ladder_step_does_not_leave_the_assistant_in_front():
    talk = [said("Welcome!"), user("one"), said("x" * 900), user("two")]
    policy = Policy(rule=Missions(detail=Marks(high=4, low=2), chars=Marks(high=300, low=200)))
    context = assemble(talk, policy)
    assert context.receipt.folds
    assert context.messages[0]["role"] == "user"


def test_a_gap_in_the_current_mission_is_not_saved_twice():
    """What is folded out of a mission must not count again as trimmed: the ceiling of the mission would not hold."""
    rounds = []
    for number, size in enumerate([2_000, 20, 20, 20, 90, 90, 90]):
        rounds += m.called("openai_chat", [f"c{number}"], "x")
        rounds.append({"role": "tool", "tool_call_id": f"c{number}", "content": "r" * size})
    rounds.insert(2, said("step"))
    chat = Chat(Policy(rule=Missions(current=Marks(high=300, low=200))), messages=[user("go")])
    for message in rounds:
        chat.append(message)
        sent = m.without_summary(chat.context())
        if m.results(message):
            assert sum(m.size(each, 0) for each in sent) <= 300 or not m.movable(sent, "openai_chat")


def test_a_brief_mission_can_be_encoded():
    talk = [user("broken \ud83d here"), said("fine \udc00 " * 400), user("two")]
    policy = Policy(rule=Missions(detail=Marks(high=4, low=2), chars=Marks(high=300, low=200)))
    context = assemble(talk, policy)
    assert context.receipt.folds
    assert m.encodable(context.messages)


def test_an_old_summary_and_a_new_one_say_each_request_once():
    policy = Policy(rule=Window(messages=Marks(high=6, low=3)))
    held = []
    for turn in range(1, 30):
        held.append(user(f"Request {turn}: do T{turn} please, with all the care of the world"))
        context = assemble(held, policy)
        held = [*context.messages, said("done " * 30)]
        if context.summary:
            for old in range(1, turn):
                assert context.summary.text.count(f"Request {old}:") <= 1


@pytest.mark.parametrize("strict", [False, True])
def test_a_summary_sent_back_in_parts_is_known_too(strict):
    policy = Policy(rule=Window(messages=Marks(high=6, low=3)), strict_alternation=strict)
    once = assemble([*m.uniform(10), user("now")], policy)
    assert once.summary
    held = [
        {**each, "content": [{"type": "text", "text": each["content"]}]} if each["role"] == "user" else each
        for each in once.messages
    ]
    again = assemble([*held, *m.uniform(8, first=11), user("and now")], policy)
    opening = '<summary by="foveate">'
    assert sum(m.text_of(each).count(opening) for each in again.messages) == 1
    assert again.summary
    assert "Request 1:" in again.summary.text


@pytest.mark.parametrize("extra", [{}, {"strict_alternation": True}])
def test_a_summary_taken_out_of_a_persons_message_leaves_its_words(extra):
    policy = Policy(rule=Window(messages=Marks(high=6, low=3)), **extra)
    once = assemble([*m.uniform(10), user("The words of the person")], policy)
    again = assemble([*once.messages, said("yes"), user("next"), said("ok"), user("and next")], policy)
    text = "\n".join(m.text_of(each) for each in again.messages)
    assert text.count("The words of the person") == 1


@pytest.mark.parametrize("shape", m.SHAPES)
def test_a_repeated_result_does_not_make_the_cut_depend_on_when_it_was_asked_for(shape):
    talk = m.write(shape, [("ask", (0, 0), "text"), ("answer", (0, 0), "text")] * 3)
    talk += m.flaw(shape, 6, (0, 0), "duplicate")
    talk += m.write(shape, [("ask", (0, 0), "text"), ("answer", (0, 0), "text")] * 4)
    for high in range(4, 14):
        policy = Policy(rule=Window(messages=Marks(high=high, low=high), chars=None))
        chat = Chat(policy, shape=shape)
        for message in talk:
            chat.append(message)
            chat.context()
        whole = assemble(talk, policy, shape=shape)
        assert chat.context().messages == whole.messages
        assert chat.context().receipt.folds == whole.receipt.folds


def test_a_text_clipped_in_two_steps_bears_one_mark_with_the_true_count():
    text = m.PHRASES[6] * 20
    for hard in range(300, 460):
        [message] = assemble([user(text)], Policy(hard=Chars(hard))).messages
        found = regex.findall(r"\[… (\d+) [^\]…]*…\]", message["content"])
        assert len(found) == 1
        assert message["content"].count("]") == 1
        mark = regex.search(r"\[…[^\]]*…\]", message["content"])
        assert mark
        assert abs(int(found[0]) - (len(text) - len(message["content"]) + len(mark[0]))) <= len(mark[0])


def test_closing_marks_of_direction_count_towards_the_limit():
    for limit in range(1, 80):
        assert len(head("\u2067" * 50 + "abc def ghi " * 20, limit)) <= limit


def test_the_cut_never_moves_back():
    """A run of requests was cut inside; its mission is not brought back from the summary afterwards."""
    rule = Missions(detail=Marks(high=3, low=3), chars=Marks(high=200, low=200), current=Marks(high=200, low=200))
    talk = [
        user("a" * 322),
        user("b"),
        said("c"),
        user("d"),
        said("e"),
        user("f"),
        *m.called("openai_chat", ["x"], "y"),
    ]
    talk += [{"role": "tool", "tool_call_id": "x", "content": "r" * 220}, said("g")]
    chat, folded = Chat(Policy(rule=rule)), 0
    for message in talk:
        chat.append(message)
        context = chat.context()
        assert context.messages == assemble(list(chat.transcript), Policy(rule=rule)).messages
        rows = [row for layer in context.receipt.layers if layer.name != "summary" for row in layer.included]
        first = min(row.first for row in rows)
        assert first >= folded
        folded = first


def test_a_steer_beside_a_trimmed_result_stays_whole():
    """The person's words are trimmed on no rung but the lowest."""
    steer = "Mind this: " + "be careful " * 90
    talk = [user("one"), *m.called("anthropic", ["x"], "y"), *m.answered("anthropic", ["x"], "r" * 3_000, steer=steer)]
    talk += [said("z" * 500), user("two")]
    rule = Missions(detail=Marks(high=4, low=2), chars=Marks(high=3_500, low=3_000))
    context = assemble(talk, Policy(rule=rule), shape="anthropic")
    assert context.receipt.folds
    assert any(steer == part.get("text") for each in context.messages for part in m.parts(each))


@pytest.mark.parametrize(
    "message",
    [
        {"role": "assistant", "content": None, "refusal": "no " * 1_000},
        {
            "role": "assistant",
            "content": None,
            "function_call": {"name": "go", "arguments": '{"a": "' + "x" * 3_000 + '"}'},
        },
        {"role": "assistant", "content": "ok", "reasoning_content": "hm " * 1_000},
    ],
    ids=["refusal", "function_call", "reasoning_content"],
)
def test_texts_outside_the_content_are_clipped_too(message):
    context = assemble([user("go"), message], Policy(hard=Chars(600)))
    assert context.receipt.after <= 600


def test_a_carried_summary_keeps_its_language():
    body = "First request: AA\n- Requests 2–4 (3) about 배송 일정표를 정리해서 알려, 주문 목록을 알려\n- done"
    context = assemble([*m.uniform(30), user("now")], Policy(), previous_summary=body)
    assert context.summary
    assert m.LABEL in context.summary.text

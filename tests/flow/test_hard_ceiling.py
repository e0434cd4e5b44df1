"""R7: under a hard ceiling a request gives way in the middle, visibly, at graphemes; nothing is refused or loops."""

import json

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from foveate import Chars, Marks, Missions, Policy, Tokens, Window, assemble
from tests import making as m

MARK = regex.compile(r"\[… \d+ characters left out …\]")
WIDE = Window(messages=Marks(high=40, low=40), chars=Marks(high=32_000, low=32_000))


def weight(messages, cost=4_000):
    return sum(m.size(each, cost) for each in messages)


def cannot_shrink(talk, context, cost):
    """System text, tools, media, thinking, names: what no clipping reaches; with 60 characters for each text left."""
    beside = len(m.text_of({"content": talk.system})) if talk.system else 0
    beside += len(json.dumps(talk.tools, separators=(",", ":"))) if talk.tools else 0
    fixed = sum(m.size(each, cost) for each in context.messages if m.is_system(each))
    pieces = 0
    for each in context.messages:
        fixed += m.media(each) * cost
        pieces += 0 if m.is_system(each) else 120 * max(1, len(m.parts(each)) + len(m.calls(each)))
        fixed += sum(len(part.get("thinking") or part.get("data") or "") for part in m.parts(each))
    return fixed + beside + pieces


@m.some
@given(m.talks(flawed=True), m.policies(hard=True))
def test_the_ceiling_holds_or_it_is_said_why_not(talk, policy):
    context = assemble(talk.messages, policy, **talk.beside)
    beside = context.receipt.after - sum(layer.chars for layer in context.receipt.layers)
    total = weight(context.messages, policy.media) + beside
    if "over_budget" in context.receipt.flags:
        assert cannot_shrink(talk, context, policy.media) >= policy.hard
    else:
        assert total <= policy.hard


@m.some
@given(m.talks(flawed=True), m.policies(hard=True))
def test_system_messages_survive_a_hard_ceiling(talk, policy):
    context = assemble(talk.messages, policy, **talk.beside)
    assert [each for each in context.messages if m.is_system(each)] == [
        each for each in talk.messages if m.is_system(each)
    ]


@m.some
@given(m.talks(flawed=True), m.policies(hard=True))
def test_pairs_and_the_start_survive_a_hard_ceiling(talk, policy):
    context = assemble(talk.messages, policy, **talk.beside)
    assert m.pairs_hold(context.messages)
    for each in context.messages:
        for call in each.get("tool_calls") or []:
            assert isinstance(json.loads(call["function"]["arguments"]), dict)
        if each.get("type") == "function_call":
            assert isinstance(json.loads(each["arguments"]), dict)


@m.some
@given(st.sampled_from(m.PHRASES), st.integers(1, 60), st.integers(300, 3_000))
def test_one_huge_message_keeps_head_and_tail_at_graphemes(phrase, times, hard):
    text = (phrase + " ") * times * 20
    [message] = assemble([{"role": "user", "content": text}], Policy(rule=WIDE, hard=Chars(hard))).messages
    if len(text) <= hard:
        assert message["content"] == text
        return
    assert len(message["content"]) <= hard
    mark = regex.search(r"[\[［]…[^…]*…[\]］]", message["content"])
    assert mark
    first, last = message["content"][: mark.start()], message["content"][mark.end() :]
    assert text.startswith(first)
    assert text.endswith(last)
    assert len(first) > hard / 3
    assert len(last) > 20
    graphemes = {found.start() for found in regex.finditer(r"\X", text)} | {len(text)}
    assert len(first) in graphemes
    assert len(text) - len(last) in graphemes


def test_the_newest_instruction_gives_way_last():
    talk = [
        {"role": "user", "content": "old " * 500},
        {"role": "assistant", "content": "older answer " * 500},
        {"role": "user", "content": "What is asked now. " * 20},
        *m.called("openai_chat", ["a"], "x"),
        {"role": "tool", "tool_call_id": "a", "content": "output " * 5_000},
    ]
    context = assemble(talk, Policy(rule=WIDE, hard=Chars(3_000)))
    assert weight(context.messages) <= 3_000
    assert talk[2] in context.messages
    assert MARK.search(context.messages[-1]["content"])
    assert "clipped" in context.receipt.flags
    assert len(talk[-1]["content"]) == 35_000


@pytest.mark.parametrize("strict", [False, True])
def test_the_ceiling_counts_a_merged_summary_too(strict):
    policy = Policy(rule=Window(messages=Marks(high=4, low=2)), hard=Chars(900), strict_alternation=strict)
    for turns in range(3, 12):
        talk = [*m.uniform(turns, asked=200, answered=200), {"role": "user", "content": "now " * 60}]
        context = assemble(talk, policy)
        assert weight(context.messages) <= 900


def test_a_fixed_overhead_alone_over_the_ceiling_is_sent_and_said():
    talk = [{"role": "system", "content": "s" * 5_000}, {"role": "user", "content": "hello"}]
    context = assemble(talk, Policy(hard=Chars(1_000)))
    assert context.messages == talk
    assert "over_budget" in context.receipt.flags


def test_many_small_texts_of_one_mission_fit_too():
    talk = m.write("openai_chat", [("ask", (0, 1), "text"), ("loop", [(1, (0, 4), "text")] * 100, True)])
    context = assemble(
        talk, Policy(rule=Window(messages=None, chars=Marks(high=90_000, low=90_000)), hard=Chars(6_000))
    )
    assert weight(context.messages) <= 6_000
    assert "over_budget" not in context.receipt.flags


def test_a_message_of_many_parts_fits_too():
    content = [{"type": "text", "text": f"part {number} " * 3} for number in range(300)]
    context = assemble([{"role": "user", "content": content}], Policy(rule=WIDE, hard=Chars(3_000)))
    assert weight(context.messages) <= 3_000


@pytest.mark.parametrize(
    "arguments",
    [
        {"text": "x" * 9_000},
        {"rows": ["cell"] * 3_000},
        {f"key{number}": "v" for number in range(1_500)},
        {"deep": {"er": [{"est": "y" * 9_000}]}},
    ],
    ids=["one string", "many strings", "many keys", "deep"],
)
def test_huge_arguments_stay_an_object_under_the_ceiling(arguments):
    call = {"id": "a", "type": "function", "function": {"name": "write", "arguments": json.dumps(arguments)}}
    talk = [
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "a", "content": "ok"},
    ]
    context = assemble(talk, Policy(rule=WIDE, hard=Chars(2_000)))
    assert isinstance(json.loads(context.messages[1]["tool_calls"][0]["function"]["arguments"]), dict)
    assert weight(context.messages) <= 2_000


@pytest.mark.parametrize("rule", [WIDE, Missions()], ids=["window", "missions"])
def test_pictures_do_not_widen_the_models_window(rule):
    """The window in tokens becomes characters by the rate of the text, not of the pictures beside it."""
    picture = m.image("openai_chat")
    talk = [{"role": "user", "content": [picture] * 4 + [{"type": "text", "text": "look at this " * 4_000}]}]
    context = assemble(talk, Policy(rule=rule, model_window=Tokens(8_000)))
    assert context.receipt.tokens <= 8_000 * 1.05  # the pictures count 1,000 each

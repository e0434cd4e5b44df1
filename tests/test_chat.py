"""The facade: what people may give, what they get back, how it fails, what it costs."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foveate import (
    CachePrice,
    ChannelKind,
    Chars,
    Chat,
    Marks,
    Missions,
    Off,
    Policy,
    Recall,
    Threshold,
    Tokens,
    Window,
    assemble,
)
from foveate.context import names, policy_named
from foveate.errors import FoveateError, InvalidMessages, InvalidPolicy
from tests import making as m


# --- switched off ---------------------------------------------------------------------------------------------------
@m.some
@given(m.talks(flawed=True, most=20), m.policies(hard=True), st.sampled_from(["0", "off", "FALSE", " no "]))
def test_foveate_0_is_the_identity(talk, policy, value):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FOVEATE", value)
        context = assemble(talk.messages, policy, **talk.beside)
        chat = Chat(policy, messages=talk.messages, **talk.beside).context()
    assert context.messages == chat.messages == talk.messages
    assert all(a is b for a, b in zip(context.messages, talk.messages, strict=True))
    assert context.system == talk.system
    assert context.summary is None
    assert context.receipt.folds == 0


@m.some
@given(m.talks(flawed=True, most=20))
def test_off_is_the_identity(talk):
    for policy in ("off", Policy(rule=Off()), Policy(rule=Off(), hard=Chars(10), summary=None)):
        assert assemble(talk.messages, policy, **talk.beside).messages == talk.messages


def test_the_switch_works_in_a_running_program():
    chat = Chat(Policy(rule=Window(messages=Marks(high=4, low=2))), messages=m.uniform(20))
    folded = chat.context().messages
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FOVEATE", "0")
        assert chat.context().messages == list(chat.transcript)
        patch.setenv("FOVEATE", "1")
        assert chat.context().messages == folded


# --- talks at the edge ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "messages",
    [
        [],
        [{"role": "system", "content": "only rules"}] * 3,
        [{"role": "assistant", "content": "hello"}] * 60,
        [{"role": "user", "content": "hello"}] * 60,
        [{"role": "tool", "tool_call_id": "x", "content": "alone"}],
        [{"role": "user", "content": None}],
        [{"role": "user", "content": []}],
        [{"role": "user"}],
        [{"role": None, "content": "x"}],
        [{"role": "critic", "content": {"odd": True}}],
        [{"role": "user", "content": [None, 1, "text", {"type": None}, {}]}],
        [{"role": "assistant", "content": None, "tool_calls": None, "function_call": None}],
        [{"role": "assistant", "content": None, "tool_calls": []}],
        [{"role": "assistant", "tool_calls": [{"id": "a", "function": None}]}],
        [{"role": "user", "content": "hi"}, {"role": "assistant", "tool_calls": [{"id": "a", "function": {}}]}],
        [{"type": "item_reference", "id": "msg_1"}],
        [{"id": "msg_1"}],
        [{"type": "reasoning", "summary": None}],
        [{"role": ["user"], "content": "x"}],
        [{"role": "user", "content": [{"type": ["text"], "text": "x"}]}],
        [{"role": "user", "content": [{"type": "text", "text": None}]}],
        [{"role": "assistant", "content": [{"type": "tool_use"}]}],
        [{"role": {}, "content": []}],
    ],
    ids=repr,
)
def test_odd_talks_neither_crash_nor_vanish(messages):
    for policy in (*names(), "window+recall", "missions+recall", "within-20000"):
        context = assemble(messages, policy)
        chat = Chat(policy)
        for message in messages:
            chat.append(message)
        assert chat.context().messages == context.messages
        json.dumps(context.receipt.as_dict())
        if len(messages) == 1 and messages[0].get("role") != "tool":
            assert context.messages == messages


NESTED = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=5)
    | st.sampled_from(["text", "tool_use", "tool_result"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "text", "content", "id", "tool_use_id", "input", "source", "name", "x"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=8,
)
KEYS = [
    "role",
    "type",
    "content",
    "tool_calls",
    "tool_call_id",
    "function_call",
    "call_id",
    "output",
    "name",
    "summary",
]


@m.some
@given(
    st.lists(
        st.dictionaries(st.sampled_from(KEYS), NESTED, max_size=4).map(lambda got: {"role": "user", **got}), max_size=6
    ),
    st.sampled_from([None, *m.SHAPES]),
    st.sampled_from(["window", "missions", "threshold", "off"]),
)
def test_any_json_object_with_a_role_is_read(messages, shape, policy):
    """Providers add fields every month: what the house does not know must pass, whatever stands in it."""
    context = assemble(messages, policy, shape=shape)
    assert len(context.messages) >= 0


@m.some
@given(m.talks(flawed=True))
def test_small_marks_and_any_json_never_crash_under_a_hard_ceiling(talk):
    for hard in (1, 50, 100):
        context = assemble(talk.messages, Policy(hard=Chars(hard)), **talk.beside)
        assert m.pairs_hold(context.messages)


# --- what is refused, in one sentence -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "make, value",
    [
        (lambda: Marks(high=10, low=20), "20"),
        (lambda: Marks(high=-1, low=-1), "-1"),
        (lambda: Marks(high=10, low=0), "0"),
        (lambda: Marks(high=10, low=-3), "-3"),
        (lambda: Policy(summary=Chars(-5)), "-5"),
        (lambda: Policy(hard=Chars(0)), "0"),
        (lambda: Policy(media=Chars(-1)), "-1"),
        (lambda: Policy(total=Chars(0)), "0"),
        (lambda: Policy(model_window=Tokens(-9)), "-9"),
        (lambda: Policy(cold_after=-1), "-1"),
        (lambda: Recall(ceiling=Chars(-1)), "-1"),
        (lambda: Threshold(window=Tokens(0)), "0"),
        (lambda: Threshold(window=Tokens(-4)), "-4"),
        (lambda: Threshold(share=1.5), "1.5"),
        (lambda: Threshold(share=0), "0"),
        (lambda: Threshold(window=Tokens(1_000), low=Tokens(2_000)), "2000"),
        (lambda: CachePrice(read=-0.1, write=1), "-0.1"),
        (lambda: CachePrice(read=2, write=1), "2"),
        (lambda: Window(price=CachePrice(read=0.1, write=1.25)), "40"),
        (lambda: policy_named("windows"), "windows"),
        (lambda: policy_named(""), ""),
        (lambda: policy_named("within-0"), "0"),
        (lambda: policy_named("within-²"), "²"),
        (lambda: policy_named("within-5"), "5"),
        (lambda: policy_named("within-20000+nonsense"), "nonsense"),
        (lambda: assemble([], "no-such-policy"), "no-such-policy"),
        (lambda: assemble([], Window()), "Window"),  # type: ignore[arg-type]
        (lambda: assemble([], None), "None"),  # type: ignore[arg-type]
        (lambda: Chat(Missions()), "Missions"),  # type: ignore[arg-type]
        (lambda: Policy(rule="window"), "window"),  # type: ignore[arg-type]
        (lambda: Marks(high="40", low=20), "40"),  # type: ignore[arg-type]
        (lambda: Policy(summary="many"), "many"),  # type: ignore[arg-type]
    ],
)
def test_a_contradiction_is_refused_with_value_and_remedy(make, value):
    with pytest.raises(InvalidPolicy) as refused:
        make()
    sentence = str(refused.value)
    assert value in sentence
    assert refused.value.remedy
    assert "\n" not in sentence


@pytest.mark.parametrize(
    "given_, value",
    [
        ("hello", "str"),
        ({"role": "user"}, "dict"),
        (None, "NoneType"),
        (b"[]", "bytes"),
        ([None], "None"),
        (["hello"], "hello"),
        ([{}], "{}"),
        ([[]], "[]"),
        ([{"content": "no role"}], "no role"),
    ],
)
def test_what_is_no_list_of_messages_is_refused(given_, value):
    for make in (assemble, lambda messages: Chat(messages=messages)):
        with pytest.raises(InvalidMessages) as refused:
            make(given_)
        assert value in str(refused.value)
        assert refused.value.remedy


def test_an_unknown_format_is_refused():
    with pytest.raises(FoveateError, match="gemini"):
        assemble([], shape="gemini")


def test_marks_of_nothing_never_mean_keep_nothing():
    """Zero brings back the old behaviour: it must not silently fold everything, every turn."""
    talk = [*m.uniform(30), {"role": "user", "content": "now"}]
    try:
        policy = Policy(rule=Window(messages=Marks(high=0, low=0), chars=None))
    except InvalidPolicy:
        return
    assert assemble(talk, policy).messages == talk


# --- names and budgets ----------------------------------------------------------------------------------------------
def test_every_name_is_a_policy():
    for name in names():
        assert policy_named(name).recall is None
        assert policy_named(f"{name}+recall").recall == Recall()


@pytest.mark.parametrize("kind", list(ChannelKind))
def test_every_kind_of_channel_has_a_budget(kind):
    expected = {"direct": 20_000, "master": 16_000, "project": 20_000, "meeting": 16_000, "all_hands": 12_000}
    rule = Missions.for_channel(kind)
    assert rule.chars.high == expected[kind]
    assert rule.detail.low == 8


@pytest.mark.parametrize("total", [4_000, 8_000, 16_000, 20_000, 32_000])
def test_one_budget_for_all_but_the_current_mission_is_kept(total):
    talk = [*m.uniform(150), {"role": "user", "content": "What was Request 17 about, and ANSWER-31?"}]
    context = assemble(talk, f"within-{total}")
    assert sum(m.size(each, 0) for each in context.messages[:-1]) <= total


# --- cost -----------------------------------------------------------------------------------------------------------
def _seconds(work, repeat=5):
    best = float("inf")
    for _ in range(repeat):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return best


def _plain(count):
    return m.uniform(count // 2, asked=40, answered=60)


def _agent(count):
    return m.write("openai_chat", [("ask", (0, 1), "text"), ("loop", [(1, (0, 1), "text")] * (count // 2), True)])


def _ruled(count):
    return [each for pair in _plain(count // 2) for each in (pair, {"role": "developer", "content": "r"})]


def _runs(count):
    return [{"role": "user", "content": f"note {number}"} for number in range(count)]


def _orphans(count):
    return [{"role": "tool", "tool_call_id": "x", "content": "?"} for _ in range(count)]


@pytest.mark.parametrize("policy", ["window", "window-per-turn", "missions", "threshold"])
@pytest.mark.parametrize("talk", [_plain, _agent, _runs, _orphans, _ruled], ids=lambda each: each.__name__)
def test_r21_a_list_four_times_as_long_takes_about_four_times_as_long(policy, talk):
    few, many = talk(1_000), talk(4_000)
    ratio = _seconds(lambda: assemble(many, policy), 2) / _seconds(lambda: assemble(few, policy), 2)
    assert ratio <= 12  # four times as long; a square would be sixteen


@pytest.mark.parametrize(
    "policy", [Policy(), Policy(rule=Missions()), Policy(rule=Threshold(window=Tokens(8_000)))], ids=repr
)
@pytest.mark.parametrize("talk", [_plain, _agent, _runs], ids=lambda each: each.__name__)
def test_a_context_costs_the_same_however_long_the_talk_is(policy, talk):
    few, many = Chat(policy, messages=talk(1_200)), Chat(policy, messages=talk(9_600))
    few.context()
    many.context()
    assert _seconds(many.context, 9) / _seconds(few.context, 9) <= 2.5

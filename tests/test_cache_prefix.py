"""Between two cuts not one byte of the prefix changes: a provider bills a repeated prefix at a tenth, or a fiftieth.

A request is compared with the one before it whenever a model would be asked: a person spoke or a tool answered.
"""

import json

import pytest
from hypothesis import given

from foveate import Chat, Marks, Missions, Policy, Recall, Threshold, Tokens, Window
from foveate.cutting import Rule
from tests import making as m

RULES: list[Rule] = [
    Window(),
    Window(messages=Marks(high=8, low=4)),
    Window(messages=Marks(high=8, low=8)),
    Window(messages=None, chars=Marks(high=2_000, low=700)),
    Missions(),
    Missions(detail=Marks(high=3, low=1), chars=Marks(high=900, low=600), current=Marks(high=900, low=500)),
    Threshold(window=Tokens(1_200)),
]


def requests(messages, policy, **beside):
    """(bytes of the request's messages, folds) at each request to a model."""
    chat = Chat(policy, **beside)
    for at, message in enumerate(messages):
        chat.append(message)
        following = messages[at + 1] if at + 1 < len(messages) else {}
        if (message.get("role") == "user" or m.results(message)) and not m.results(following):
            context = chat.context()
            yield [json.dumps(each, ensure_ascii=False) for each in context.messages], context.receipt.folds


def assert_prefix_kept(messages, policy, **beside):
    folds, sent = 0, list[str]()
    for now, cuts in requests(messages, policy, **beside):
        if cuts == folds:
            assert now[: len(sent)] == sent, "the prefix changed without a cut"
        folds, sent = cuts, now


@m.some
@given(m.talks(opens=True), m.policies())
def test_the_prefix_rests_between_two_cuts(talk, policy):
    assert_prefix_kept(talk.messages, policy, **talk.beside)


@m.some
@given(m.talks(opens=True, most=25, shapes=("openai_chat", "anthropic")), m.policies(m.windows))
def test_the_prefix_rests_in_a_longer_talk(talk, policy):
    assert_prefix_kept(talk.messages, policy, **talk.beside)


@pytest.mark.parametrize("rule", RULES, ids=repr)
@pytest.mark.parametrize("strict", [False, True], ids=["own message", "merged"])
def test_a_plain_talk_keeps_its_prefix(rule, strict):
    assert_prefix_kept(m.uniform(70), Policy(rule=rule, strict_alternation=strict))


@pytest.mark.parametrize("rule", RULES, ids=repr)
@pytest.mark.parametrize("shape", m.SHAPES)
def test_an_agents_talk_keeps_its_prefix(rule, shape):
    round_ = (2, (0, 2), "thinking")
    steps = []
    for _ in range(8):
        steps += [("ask", (0, 1), "text"), ("loop", [round_] * 9, True), ("answer", (1, 2), "thinking")]
    assert_prefix_kept(m.write(shape, steps), Policy(rule=rule), shape=shape)


@pytest.mark.parametrize("shape", m.SHAPES)
def test_one_instruction_and_two_hundred_rounds_keep_their_prefix(shape):
    steps = [("ask", (0, 1), "text"), ("loop", [(1, (0, 3), "thinking")] * 200, True)]
    for rule in RULES:
        assert_prefix_kept(m.write(shape, steps), Policy(rule=rule), shape=shape)


@pytest.mark.parametrize("rule", [Window(), Missions(), Threshold(window=Tokens(4_000))], ids=repr)
def test_the_cut_moves_seldom(rule):
    """R22: after the window is full it jumps, it does not slide: at most one request in four begins anew."""
    for shape in m.SHAPES:
        steps = [("ask", (0, 2), "text"), ("loop", [(1, (0, 20), "text")] * 150, True)]
        folds = [cuts for _, cuts in requests(m.write(shape, steps), Policy(rule=rule), shape=shape)]
        assert folds[-1] <= len(folds) / 4
    folds = [cuts for _, cuts in requests(m.uniform(200), Policy(rule=rule))]
    assert folds[-1] <= len(folds) / 4


def test_recalled_excerpts_stand_behind_what_rests():
    """They change from mission to mission: what stands before them must not."""
    policy = Policy(rule=Window(messages=Marks(high=8, low=4)), recall=Recall())
    sent, folds = list[object](), 0
    chat = Chat(policy)
    for message in m.uniform(60):
        chat.append(message)
        if message["role"] == "user":
            context = chat.context()
            now = [each for each in context.messages if not each["content"].startswith("<excerpts")]
            if context.receipt.folds == folds:
                assert now[: len(sent)] == sent
            sent, folds = now, context.receipt.folds

"""What the articles say, number by number; and the ladder, the marks and the price that the house put on top."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foveate import CachePrice, Chat, Marks, Missions, Policy, Threshold, Tokens, Window, assemble, estimate_tokens
from foveate.cutting import best_step
from tests import making as m

PER_TURN = Missions(detail=Marks(high=8, low=8))
ORDER = {"brief": 0, "trimmed": 1, "in detail": 2}


def talk_of(missions, **sizes):
    """`missions` finished ones, and one more that was just opened."""
    return [*m.uniform(missions, **sizes), {"role": "user", "content": f"Request {missions + 1}: now"}]


def layers(context):
    """(missions of the summary, of the recent layer, of the current one), counted from 1."""
    found = {}
    for name in ("summary", "recent", "current"):
        layer = context.receipt.layer(name)
        rows = (*layer.included, *layer.left_out) if layer else ()
        found[name] = [mission for row in rows for mission in range(row.mission, _last(row) + 1)]
    return found["summary"], found["recent"], found["current"]


def _last(row):
    return row.last // 2 + 1  # two messages a mission in these talks


def rungs(context):
    layer = context.receipt.layer("recent")
    return [ORDER[row.reason.split(", ")[1].split(":")[0]] for row in layer.included] if layer else []


@pytest.mark.parametrize("missions, first", [(20, 13), (21, 14), (22, 15), (9, 2), (40, 33)])
def test_each_turn_keeps_the_last_eight_as_the_first_article_draws_it(missions, first):
    summary, recent, current = layers(assemble(talk_of(missions), Policy(rule=PER_TURN)))
    assert recent == list(range(first, missions + 1))
    assert summary == list(range(1, first))
    assert current == [missions + 1]


def test_after_twenty_missions_the_default_marks_stand_where_the_article_draws_them():
    summary, recent, current = layers(assemble(talk_of(20), "missions"))
    assert summary == list(range(1, 13))
    assert recent == list(range(13, 21))
    assert current == [21]


def test_the_default_marks_keep_eight_to_eleven_in_detail():
    for missions in range(1, 80):
        _, recent, _ = layers(assemble(talk_of(missions), "missions"))
        assert len(recent) == missions if missions <= 11 else 8 <= len(recent) <= 11


@pytest.mark.parametrize("answered", [666, 3_000, 9_000, 40_000])
def test_a_mark_on_characters_never_folds_below_eight(answered):
    chat, before, folds = Chat("missions"), dict[int, int](), 0
    for turn in range(30):
        chat.append({"role": "user", "content": f"Request {turn + 1}: " + "word " * 20})
        context = chat.context()
        _, recent, _ = layers(context)
        assert len(recent) == turn if turn <= 8 else len(recent) >= 8
        steps = rungs(context)
        assert steps == sorted(steps), "an older mission is never sharper than a newer one"
        layer = context.receipt.layer("recent")
        assert layer is None or layer.chars <= 20_000
        now = dict(zip(recent, steps, strict=True))
        if context.receipt.folds == folds:
            assert all(now.get(mission, 2) == rung for mission, rung in before.items())
        assert all(now[mission] <= rung for mission, rung in before.items() if mission in now), (
            "it never sharpens again"
        )
        before, folds = now, context.receipt.folds
        chat.append({"role": "assistant", "content": f"ANSWER-{turn + 1} " + "z" * answered})


@m.some
@given(m.talks(opens=True, most=20), m.policies(m.missions))
def test_resolution_falls_with_age_and_the_ladder_holds_its_ceiling(talk, policy):
    chat = Chat(policy, **talk.beside)
    for message in talk.messages:
        chat.append(message)
        context = chat.context()
        layer = context.receipt.layer("recent")
        if layer is None:
            continue
        steps = [ORDER[row.reason.split(", ")[1].split(":")[0]] for row in layer.included if row.mission]
        assert steps == sorted(steps)
        brief = all(step == 0 for step in steps)
        fixed = sum(m.size(each, 0) for each in talk.messages if m.is_system(each))
        assert brief or layer.chars <= policy.rule.chars.high + fixed


@m.some
@given(m.talks(opens=True, most=20), m.policies(m.missions))
def test_a_long_current_mission_stays_within_its_ceiling(talk, policy):
    chat = Chat(policy, **talk.beside)
    for message in talk.messages:
        chat.append(message)
        if not m.pairs_hold(chat.transcript):
            continue  # some of its results are still to come
        layer = chat.context().receipt.layer("current")
        high = policy.rule.current.high
        fixed = sum(m.size(each, 0) for each in talk.messages if m.is_system(each))
        if layer and layer.chars > high + fixed:
            sent = m.without_summary(chat.context())
            opening = max((at for at, each in enumerate(sent) if m.is_person(each)), default=0)
            while opening and m.is_person(sent[opening - 1]):
                opening -= 1
            assert not m.movable(sent[opening:], talk.shape)


@pytest.mark.parametrize("shape", m.SHAPES)
def test_a_mission_of_six_hundred_rounds_stays_within_its_ceiling(shape):
    steps = [("ask", (0, 3), "text"), ("loop", [(1, (0, 10), "text")] * 600, True)]
    chat = Chat("missions", shape=shape)
    for message in m.write(shape, steps):
        chat.append(message)
        if m.results(message):
            layer = chat.context().receipt.layer("current")
            assert layer
            assert layer.chars <= 32_000


def test_a_run_of_a_persons_messages_stays_within_the_ceiling_too():
    chat = Chat("missions")
    for number in range(60):
        chat.say("user", f"note {number} " + "word " * 200)
        assert sum(m.size(each, 0) for each in m.without_summary(chat.context())) <= 32_000


# --- window ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("turns", [19, 20, 21, 60, 200])
def test_each_turn_keeps_forty_messages_as_the_second_article_does(turns):
    talk = talk_of(turns)
    context = assemble(talk, "window-per-turn")
    sent = m.without_summary(context)
    expected = talk if len(talk) <= 40 else talk[-39:]
    assert sent == expected
    assert sent[0]["role"] == "user"


def test_twenty_turns_are_sent_byte_for_byte():
    chat = Chat("window-per-turn")
    for message in m.uniform(20):
        chat.append(message)
        assert chat.context().messages == list(chat.transcript)


def test_thirty_two_thousand_characters_come_first_where_messages_are_long():
    context = assemble(talk_of(30, asked=500, answered=4_000), "window-per-turn")
    size = sum(m.size(each, 0) for each in m.without_summary(context))
    assert 27_000 < size <= 32_000


@m.some
@given(m.marks(2, 30), st.integers(1, 60))
def test_between_the_marks_the_window_breathes(marks, turns):
    chat = Chat(Policy(rule=Window(messages=marks, chars=None)))
    folds = 0
    for message in talk_of(turns):
        chat.append(message)
        context = chat.context()
        sent = len(m.without_summary(context))
        assert sent <= marks.high
        if context.receipt.folds > folds and marks.low >= 2:
            assert sent <= marks.low
        folds = context.receipt.folds


# --- threshold ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "window, high", [(None, 96_000), (128_000, 96_000), (511_999, 383_999), (512_000, 256_000), (1_000_000, 500_000)]
)
def test_the_threshold_is_half_the_window_and_three_quarters_of_a_small_one(window, high):
    marks = Threshold(window=window).marks()
    assert marks.high == high
    assert marks.low == int(high * 0.2)


def test_an_unknown_window_is_said_in_the_receipt():
    assert "window_assumed" in assemble(m.uniform(1), "threshold").receipt.flags
    assert "window_assumed" not in assemble(m.uniform(1), Policy(rule=Threshold(window=Tokens(200_000)))).receipt.flags


@pytest.mark.parametrize("overhead", [0, 2_000])
def test_system_text_and_tools_count_towards_the_threshold(overhead):
    rule = Threshold(window=Tokens(8_000))
    chat = Chat(Policy(rule=rule), system="s " * (overhead * 2) or None, shape="anthropic")
    for message in m.uniform(80):
        chat.append(message)
        if message["role"] == "user":
            context = chat.context()
            tokens = sum(estimate_tokens(m.text_of(each)) for each in m.without_summary(context))
            assert tokens + overhead <= rule.marks().high
            if context.receipt.folds == 0:
                assert context.messages == list(chat.transcript)


def test_an_overhead_over_the_mark_is_said_and_does_not_begin_anew_at_each_turn():
    chat = Chat(Policy(rule=Threshold(window=Tokens(4_000))), system="s " * 12_000, shape="anthropic")
    folds = []
    for message in m.uniform(60):
        chat.append(message)
        if message["role"] == "user":
            folds.append(chat.context().receipt.folds)
    assert chat.context().messages
    assert folds[-1] <= len(folds) / 2


# --- price ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("read, write", [(0.1, 1.25), (0.05, 1.25), (0.1, 1.0), (0.033, 1.0)])
@pytest.mark.parametrize("low", [4_000, 8_000, 16_000])
def test_the_price_folds_as_often_as_the_formula_says(read, write, low):
    price = CachePrice(read=read, write=write)
    rule = Window(messages=None, chars=Marks(high=10**9, low=low), price=price)
    chat = Chat(Policy(rule=rule))
    folded = []
    for message in m.uniform(400):
        chat.append(message)
        if message["role"] == "user":
            folded.append(chat.context().receipt.folds)
    steps = [at for at in range(1, len(folded)) if folded[at] > folded[at - 1]]
    gaps = [b - a for a, b in itertools.pairwise(steps)]
    turn = sum(estimate_tokens(each["content"]) for each in m.uniform(1))
    expected = best_step(price, turn=turn, kept=(low - 145) // 811, summary=600)
    assert gaps
    assert abs(sum(gaps) / len(gaps) - expected) <= 2, (gaps, expected)


def test_a_free_cache_is_never_left():
    assert best_step(CachePrice(read=0, write=1), turn=200, kept=10, summary=600) == float("inf")


def test_the_ceiling_holds_beside_the_price():
    rule = Window(messages=None, chars=Marks(high=9_000, low=4_000), price=CachePrice(read=0, write=1))
    chat = Chat(Policy(rule=rule))
    for message in m.uniform(60):
        chat.append(message)
        assert sum(m.size(each, 0) for each in m.without_summary(chat.context())) <= 9_000

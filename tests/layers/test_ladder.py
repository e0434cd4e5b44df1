"""What a mission looks like on each rung, in each format."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foveate.layers.ladder import brief, detail, outcome, trimmed
from foveate.quoting import phrases
from foveate.talk import Pending
from foveate.wire import SHAPES
from tests import making as m


def units(shape, messages):
    """The units of a talk, grouped as the engine groups them."""
    found, pending = [], None
    for at, raw in enumerate(messages):
        read = SHAPES[shape].read(raw)
        if pending is None or not pending.takes(read):
            if pending is not None:
                found.append(pending.unit())
            pending = Pending(at, read)
    return [*found, pending.unit()] if pending else found


@m.some
@given(m.talks(flawed=True))
def test_units_cover_the_talk_and_hold_calls_with_their_results(talk):
    made = units(talk.shape, talk.messages)
    assert [message.raw for unit in made for message in unit.messages] == talk.messages
    for unit in made:
        assert unit.last - unit.first + 1 == len(unit.messages)
        if unit.opens or unit.fixed:
            assert len(unit.messages) == 1


@m.some
@given(m.talks(flawed=True))
def test_a_unit_in_detail_is_valid_alone(talk):
    shape = SHAPES[talk.shape]
    for unit in units(talk.shape, talk.messages):
        assert m.pairs_hold(list(detail(shape, unit, last=False, thinking=True)))


@m.some
@given(m.talks(flawed=True))
def test_a_trimmed_unit_is_valid_smaller_and_keeps_the_persons_words(talk):
    shape = SHAPES[talk.shape]
    for unit in units(talk.shape, talk.messages):
        made = trimmed(shape, unit, phrases("en"))
        whole = detail(shape, unit, last=False, thinking=False)
        assert m.pairs_hold(list(made))
        assert len(made) == len(whole)
        assert sum(m.size(each, 0) for each in made) <= sum(m.size(each, 0) for each in whole) + 4
        if unit.opens or unit.fixed:
            assert made == whole
        steers = [part for message in unit.messages for part in m.parts(message.raw) if "STEER" in part.get("text", "")]
        assert [part for each in made for part in m.parts(each) if "STEER" in part.get("text", "")] == steers


@m.some
@given(m.talks(flawed=True, opens=True), st.integers(2, 700))
def test_a_brief_mission_is_two_messages_within_its_share(talk, share):
    shape = SHAPES[talk.shape]
    made = brief(shape, units(talk.shape, talk.messages), share=share)
    assert [SHAPES[talk.shape].read(each).speaker for each in made] == ["person", "assistant"]
    assert sum(m.size(each, 0) for each in made) <= max(share, 6)
    assert m.encodable(list(made))


@pytest.mark.parametrize("shape", m.SHAPES)
def test_the_outcome_is_the_last_thing_said(shape):
    steps = [("ask", (0, 1), "text"), ("loop", [(1, (0, 1), "text")], False), ("answer", (0, 1), "parts")]
    said = outcome(SHAPES[shape], units(shape, m.write(shape, steps)))
    assert said.startswith("ANSWER-2")


@pytest.mark.parametrize("shape", m.SHAPES)
def test_a_long_output_is_trimmed_in_the_middle_with_a_mark(shape):
    talk = [*m.called(shape, ["a"], "x"), *m.answered(shape, ["a"], "HEAD " + "z" * 5_000 + " TAIL")]
    [unit] = units(shape, talk)
    text = "".join(map(m.text_of, trimmed(SHAPES[shape], unit, phrases("en"))))
    assert "HEAD" in text
    assert "TAIL" in text
    assert "characters left out" in text
    assert len(text) < 1_200

"""Calls and results stay together and are matched inside the unit only: ids repeat."""

from hypothesis import given
from hypothesis import strategies as st

from foveate.talk import Message, Pending, Speaker

ids = st.lists(st.sampled_from("aabc"), max_size=4).map(tuple)


def call(*names):
    return Message(Speaker.ASSISTANT, None, calls=names)


def result(*names):
    return Message(Speaker.TOOL, None, results=names)


def test_results_in_any_order_belong_to_the_unit_until_all_are_there():
    unit = Pending(3, call("a", "b"))
    assert unit.takes(result("b"))
    assert unit.takes(result("a"))
    assert not unit.takes(Message(Speaker.ASSISTANT, None))
    assert unit.unit().unanswered == ()
    assert (unit.unit().first, unit.unit().last) == (3, 5)


def test_the_same_id_twice_wants_two_results():
    unit = Pending(0, call("a", "a"))
    assert unit.takes(result("a"))
    assert unit.unit().unanswered == ("a",)
    assert unit.takes(result("a"))
    assert unit.unit().unanswered == ()


@given(ids.filter(bool), st.lists(ids, max_size=4))
def test_unanswered_are_the_calls_without_a_result_in_order(calls, answers):
    unit = Pending(0, call(*calls))
    for each in answers:
        unit.takes(result(*each))
    made = unit.unit()
    left = list(calls)
    for message in made.messages[1:]:
        for answer in message.results:
            if answer in left:
                left.remove(answer)
    assert sorted(made.unanswered) == sorted(left)

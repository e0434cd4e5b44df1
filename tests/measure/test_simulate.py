"""The second article's conversation: its sizes to the character, and no request like another."""

import pytest

from foveate.errors import FoveateError
from foveate.measure.simulate import simulated


def test_every_request_and_answer_has_its_size() -> None:
    messages = simulated(60).messages
    assert {len(str(message["content"])) for message in messages[0::2]} == {145}
    assert {len(str(message["content"])) for message in messages[1::2]} == {666}


def test_every_request_and_every_answer_is_different() -> None:
    contents = [message["content"] for message in simulated(500).messages]
    assert len(set(contents)) == len(contents) == 1000


def test_a_longer_talk_goes_on_from_the_shorter() -> None:
    assert simulated(60).messages[:40] == simulated(20).messages


@pytest.mark.parametrize("turns", [0, -3, 10**9])
def test_a_number_of_turns_that_is_none_is_refused_with_the_value(turns: int) -> None:
    with pytest.raises(FoveateError) as caught:
        simulated(turns)
    assert f"{turns:,}" in str(caught.value)
    assert caught.value.remedy

"""Joining words and meaning, the floor, and filling a ceiling."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foveate.ranking import Hit, WordIndex, fuse, passes_floor, select

TALK = (
    "My sister Ines moved to Bergen in May.",
    "How lovely! Is she settling in?",
    "She works at the aquarium now, Tuesdays to Saturdays.",
    "Thanks, that is great. Please go on.",
    "Gracias, perfecto. Vale, sigue.",
)


def hit(number: int, score: float = 1.0, weight: float = 1.0) -> Hit:
    return Hit(number=number, score=score, words=(), weight=weight)


def asked(question: str) -> tuple[Hit, ...]:
    index = WordIndex()
    for text in TALK:
        index.add(text)
    return index.rank(question)


def test_meaning_adds_only_what_stands_out():
    words = {0: 4.0, 1: 2.0}
    fused = fuse(words, [0.2, 0.2, 0.2, 0.2, 0.9])
    assert fused[0] == 4.0
    assert fused[1] == 2.0
    assert fused[4] > 0
    assert 2 not in fused


def test_level_meaning_changes_nothing():
    assert fuse({0: 4.0}, [0.5, 0.5, 0.5]) == {0: 4.0}
    assert fuse({0: 4.0}, []) == {0: 4.0}


def test_meaning_works_where_no_word_matches():
    assert list(fuse({}, [0.1, 0.1, 0.1, 0.8])) == [3]


@given(
    st.lists(st.floats(-1, 1, allow_nan=False), max_size=20), st.dictionaries(st.integers(0, 19), st.floats(0.1, 50))
)
def test_meaning_never_takes_away(nearness, words):
    fused = fuse(words, nearness)
    assert all(fused[number] >= score for number, score in words.items())


@pytest.mark.parametrize("question", ["Where does Ines live?", "¿Qué hace en Bergen?", "aquarium"])
def test_a_question_that_names_something_passes_the_floor(question):
    assert passes_floor(asked(question))


@pytest.mark.parametrize(
    "phrase", ["thanks!", "Great, please go on", "ok", "gracias", "vale, perfecto", "What do you mean?", "42", ""]
)
def test_a_phrase_that_names_nothing_recalls_nothing(phrase):
    assert not passes_floor(asked(phrase))


def test_the_floor_is_a_number_of_nats():
    assert passes_floor([hit(1, weight=3.0)], floor=3.0)
    assert not passes_floor([hit(1, weight=2.9)], floor=3.0)
    assert not passes_floor([])


def test_what_is_chosen_stands_in_the_order_of_the_talk():
    assert select([hit(7), hit(2), hit(5)], {7: 10, 2: 10, 5: 10}, 25) == (2, 7)


def test_what_does_not_fit_is_passed_over_for_what_does():
    assert select([hit(1), hit(2), hit(3)], {1: 50, 2: 60, 3: 40}, 90) == (1, 3)


@given(st.dictionaries(st.integers(0, 50), st.integers(0, 300)), st.integers(0, 1_000))
def test_the_ceiling_holds_and_each_is_chosen_once(sizes, ceiling):
    chosen = select([hit(number) for number in sizes], sizes, ceiling)
    assert sum(sizes[number] for number in chosen) <= ceiling
    assert list(chosen) == sorted(set(chosen))

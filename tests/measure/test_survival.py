"""Which evidence survives: the figures, their controls, and what is measured once and what each time."""

import json
from dataclasses import fields

import pytest

from foveate.measure.simulate import simulated
from foveate.measure.sources import examine
from foveate.measure.survival import Row, ask, run

TALK = [dict(message) for message in simulated(60).messages]
SECRETS = {4: "The oolong from Nantou costs $19.", 30: "Priya refunds up to $75 without asking."}
QUESTIONS = [
    {"question": "What does the oolong from Nantou cost?", "evidence": [4]},
    {"question": "Up to how much does Priya refund?", "evidence": [30]},
    {"question": "What does the oolong cost, and what does Priya refund?", "evidence": [4, 30]},
]


class Letters:
    """An encoder by letters, which remembers what it was given."""

    def __init__(self) -> None:
        self.encoded: list[str] = []

    def embed(self, texts, /):
        self.encoded += texts
        return [[float(text.lower().count(letter)) + 0.1 for letter in "aeiou"] for text in texts]


class Steps:
    """Is told of steps."""

    def __init__(self) -> None:
        self.total = self.done = 0

    def begin(self, *, total):
        self.total += total

    def advance(self, *, name, done):
        assert name
        self.done += done


@pytest.fixture
def asked(tmp_path):
    path = tmp_path / "asked.json"
    messages = [{**message, "content": SECRETS.get(place, message["content"])} for place, message in enumerate(TALK)]
    path.write_text(json.dumps({"messages": messages, "questions": QUESTIONS}))
    return path


def test_evidence_that_is_asked_for_comes_back_and_a_random_old_message_does_not(asked) -> None:
    (row,) = run([asked], budgets=(4_000,)).rows
    assert (row.budget, row.method, row.questions, row.all) == (4_000, "words", 3, 1.0)
    assert row.random < 1
    assert row.margin == row.all - max(row.random, row.shortest, row.wrong_question)
    assert row.ms > 0


def test_the_fields_of_a_row_are_those_that_a_reader_was_promised(asked) -> None:
    names = ["budget", "method", "questions", "all", "random", "shortest", "wrong_question", "ms"]
    assert [field.name for field in fields(Row)] == names
    assert list(run([asked], budgets=(8_000,)).as_dict()["rows"][0]) == names


def test_a_message_is_encoded_once_whatever_the_budgets(asked) -> None:
    letters = Letters()
    found = run([asked], budgets=(2_000, 4_000, 8_000), embedder=letters)
    assert [(row.method, row.budget) for row in found.rows] == [
        (method, budget) for method in ("words", "words and meaning") for budget in (2_000, 4_000, 8_000)
    ]
    questions = {question["question"] for question in QUESTIONS}
    said = [text for text in letters.encoded if text not in questions]
    assert len(said) == len(set(said)) > 60


def test_a_question_is_ranked_anew_when_its_cost_is_taken(asked) -> None:
    letters = Letters()
    run([asked], budgets=(4_000,), embedder=letters)
    for question in QUESTIONS:  # once as the wrong question, once as its own
        assert letters.encoded.count(str(question["question"])) >= 2


def test_the_bar_is_told_of_every_question_of_every_method(asked) -> None:
    steps = Steps()
    ask(examine([asked]), budgets=(4_000, 8_000), embedder=Letters(), progress=steps)
    assert steps.total == steps.done == 6

"""Vectors of messages, with an encoder that can be read in three lines."""

import subprocess
import sys

import pytest

from foveate.ranking import Vectors, WordIndex, fuse

pytest.importorskip("numpy", reason="vectors need the recall extra")


class Letters:
    """Counts a, b and c, and remembers what it was asked to embed."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def embed(self, texts, /):
        self.seen.extend(texts)
        return [[float(text.count(letter)) for letter in "abc"] for text in texts]


def test_nearness_is_the_cosine_to_every_message():
    vectors = Vectors(Letters())
    vectors.extend(["aaa", "ab", "c", ""])
    assert vectors.nearness("a") == pytest.approx([1.0, 0.5**0.5, 0.0, 0.0])


def test_every_message_is_embedded_once_and_only_its_head():
    letters = Letters()
    vectors = Vectors(letters)
    for start in range(0, 200, 50):
        vectors.extend(["a" * 2_000] * 50)
        assert len(vectors) == start + 50
    assert len(letters.seen) == 200
    assert max(map(len, letters.seen)) == 500


def test_rows_survive_growth():
    vectors = Vectors(Letters())
    vectors.extend(["a"])
    vectors.extend(["b"] * 500)
    assert vectors.nearness("a")[:2] == pytest.approx([1.0, 0.0])


def test_an_empty_talk_is_near_nothing():
    vectors = Vectors(Letters())
    vectors.extend([])
    assert vectors.nearness("a") == []


def test_meaning_brings_back_what_no_word_finds():
    texts = ["x", "y", "z", "w", "bbb", "v", "u", "t"]
    index, vectors = WordIndex(), Vectors(Letters())
    for text in texts:
        index.add(text)
    vectors.extend(texts)
    question = "b?"
    assert index.rank(question) == ()
    own = fuse(index.scores(question), vectors.nearness(question))
    assert index.rank(question, own=own)[0].number == 4


def test_without_numpy_the_room_opens_and_says_what_to_install():
    script = (
        "import sys; sys.modules['numpy'] = None\n"
        "from foveate.errors import MissingExtra\n"
        "from foveate.ranking import Vectors\n"
        "try:\n    Vectors(None)\nexcept MissingExtra as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "foveate[recall]" in done.stdout

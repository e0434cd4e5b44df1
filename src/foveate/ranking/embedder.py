"""The port of a sentence encoder: texts in, vectors out. Adapters are in `foveate.providers`; nothing here computes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Embedder(Protocol):
    """Turns texts into vectors of one length, near each other when the texts mean alike."""

    def embed(self, texts: Sequence[str], /) -> Sequence[Sequence[float]]:
        """Return one vector for each text, in order."""
        ...

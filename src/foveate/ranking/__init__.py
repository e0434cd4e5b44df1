"""Which old messages a new instruction needs: ranked by words, optionally by meaning, chosen under a ceiling.

It deals in numbers of messages; the recalled layer turns them into text.
"""

from foveate.ranking.fuse import fuse, passes_floor, select
from foveate.ranking.vectors import Vectors
from foveate.ranking.words import Hit, WordIndex

__all__ = ["Hit", "Vectors", "WordIndex", "fuse", "passes_floor", "select"]

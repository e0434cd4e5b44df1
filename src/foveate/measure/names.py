"""What people call a rule or a source: short for a line's end, whole for a sentence, never a machine's path.

Titles come from the finding; this adds the forms that a sentence needs and shortens what would betray a folder.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """A rule's name: at a line's end, opening a sentence, and saying how something was sent."""

    short: str
    opening: str
    manner: str


KNOWN = {
    "off": Words(short="Whole history", opening="With the whole history", manner="with the whole history"),
    "window": Words(short="In steps", opening="Cut in steps", manner="in steps"),
    "window-per-turn": Words(short="Sliding", opening="With a window that slides", manner="with a window that slides"),
    "window+recall": Words(short="Steps + recall", opening="Cut in steps, with recall", manner="in steps, with recall"),
    "missions": Words(short="Missions", opening="Folded by missions", manner="folded by missions"),
    "threshold": Words(short="Threshold", opening="Folded at the threshold", manner="folded at the threshold"),
}

ROOTED = re.compile(r"^(?:file:|~[^/\\]*[/\\]|[/\\]|[A-Za-z]:[/\\])")
# A path inside a sentence: begins at a root and has at least two parts.
WITHIN = re.compile(r"(?<![\w./\\])(?:file:/*|~/|[A-Za-z]:[/\\]|/)(?:[^\s/\\:'\"<>|]+[/\\])+([^\s/\\:'\"<>|]*)")


def words(policy: str, title: str) -> Words:
    """The forms of a rule's name; a rule that is not known goes by its title."""
    return KNOWN.get(policy) or Words(short=title, opening=f"With “{title}”", manner=f"with “{title}”")


def shown_sources(sources: Sequence[str]) -> dict[str, str]:
    """Each source's name to show: a rooted path keeps only the parts at its end that tell it from the others."""
    ends = Counter(end for source in dict.fromkeys(sources) for end in _ends(source))
    return {source: _shortest(source, ends) for source in sources}


def without_paths(sentence: str) -> str:
    """A sentence whose rooted paths are cut to their last part."""
    return WITHIN.sub(lambda found: found[1] or "a folder", sentence)


def _shortest(source: str, ends: Counter[str]) -> str:
    if not ROOTED.match(source):
        return source
    own = _ends(source)
    return next((end for end in own[:-1] if ends[end] == 1), own[0] if own else "a source")


def _ends(source: str) -> list[str]:
    """The last part of a path, the last two, and so on to the whole."""
    parts = [part for part in re.split(r"[/\\]+", source.removeprefix("file:")) if part]
    return ["/".join(parts[-count:]) for count in range(1, len(parts) + 1)]

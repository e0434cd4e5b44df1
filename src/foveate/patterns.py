"""Regular expressions that are compiled when they are first used: many programs import the library and never fold.

With `regex` itself that is half of what an import would cost. Nothing here knows what is searched for.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    import regex


def late(pattern: str, flags: int = 0) -> Callable[[], re.Pattern[str]]:
    """Return a function that compiles the pattern at its first call and returns it ever after."""

    @cache
    def compiled() -> re.Pattern[str]:
        return re.compile(pattern, flags)

    return compiled


def unicode(pattern: str) -> regex.Pattern[str]:
    """Return a pattern of the `regex` package (scripts, graphemes), compiled when a method of it is first used."""
    return cast("regex.Pattern[str]", _Late(pattern))


class _Late:
    """Stands for a compiled pattern; each of its methods is looked up once."""

    def __init__(self, pattern: str) -> None:
        self._source = pattern

    def __getattr__(self, name: str) -> Any:
        import regex

        found = getattr(regex.compile(self._source), name)
        setattr(self, name, found)
        return found

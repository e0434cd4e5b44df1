"""Regular expressions that are compiled when they are first used: many programs import the library and never fold."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache


def late(pattern: str, flags: int = 0) -> Callable[[], re.Pattern[str]]:
    """Return a function that compiles the pattern at its first call and returns it ever after."""

    @cache
    def compiled() -> re.Pattern[str]:
        return re.compile(pattern, flags)

    return compiled

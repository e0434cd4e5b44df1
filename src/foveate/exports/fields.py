"""Reading values of files that nobody vouches for: each function takes any JSON value and never raises.

It knows no format; what is of the wrong type becomes empty, and the caller says so.
"""

from __future__ import annotations

import math
from datetime import UTC, datetime

from foveate.exports.conversation import JsonObject

MILLISECONDS_FROM = 1e11
"""An epoch above this is in milliseconds: in seconds it would be the year 5138."""


def as_object(value: object) -> JsonObject:
    """Is the value if it is a JSON object, else an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: object) -> list[object]:
    """Is the value if it is a JSON array, else an empty one."""
    return value if isinstance(value, list) else []


def as_text(value: object) -> str:
    """Is the value if it is a string, else an empty one."""
    return value if isinstance(value, str) else ""


def objects(value: object) -> list[JsonObject]:
    """Is the list of the objects in a JSON array; elements of other types are left out."""
    return [item for item in as_list(value) if isinstance(item, dict)]


def count(value: object) -> int:
    """Is the value if it is a number of things, else 0."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def seconds(value: object) -> float | None:
    """Is a moment in seconds since the epoch, from a number (seconds or milliseconds) or an ISO 8601 text."""
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return _from_number(value)
    return _from_iso(value) if isinstance(value, str) else None


def _from_number(value: float) -> float | None:
    try:
        moment = float(value)
    except OverflowError:
        return None
    if not math.isfinite(moment):
        return None
    return moment / 1000 if abs(moment) >= MILLISECONDS_FROM else moment


def _from_iso(value: str) -> float | None:
    try:
        moment = datetime.fromisoformat(value)
        aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return aware.timestamp()
    except (ValueError, OverflowError):
        return None

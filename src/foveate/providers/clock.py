"""The machine's clock. Everything else is given the time."""

from __future__ import annotations

from datetime import UTC, datetime


class SystemClock:
    """Tells the machine's time."""

    def now(self) -> datetime:
        """Return the time, in UTC."""
        return datetime.now(UTC)  # noqa: TID251  # the one place that asks the machine

"""The only reader of the environment. Values come out; nothing is kept and nothing happens at import."""

from __future__ import annotations

import os
from collections.abc import Mapping

SWITCH = "FOVEATE"
"""The variable that switches folding off: 0 brings back the whole history, without a deployment."""

_OFF = frozenset({"0", "off", "false", "no"})


def switched_off(env: Mapping[str, str] | None = None) -> bool:
    """Say whether `FOVEATE=0` is set. Read at every call, so that a running program can be switched."""
    return (os.environ if env is None else env).get(SWITCH, "").strip().lower() in _OFF

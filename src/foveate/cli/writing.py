"""Text to the screen and to files: standard output, notes on standard error, and a file that is whole or not there."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from foveate.errors import FoveateError


def put(text: str) -> None:
    """Write text and a line break to standard output."""
    sys.stdout.write(f"{text}\n")


def put_json(values: dict[str, Any]) -> None:
    """Write one JSON object to standard output, as one line of ASCII.

    Whatever a terminal can show and whatever a reader takes for the end of a line (U+2028), it stays valid JSON.
    """
    put(json.dumps(values, default=repr))


def note(text: str) -> None:
    """Write a line for the person to standard error."""
    sys.stderr.write(f"{text}\n")


def check_writable(path: Path) -> None:
    """Raise FoveateError where no file can be written there: said before the work, not after it."""
    if path.exists() and not path.is_file():
        raise FoveateError(what="The report's place is no file", value=str(path), remedy="Give the name of a file")
    folder = path.absolute().parent
    if not folder.is_dir():
        raise FoveateError(
            what="The report's folder does not exist", value=str(folder), remedy="Make it, or give another place"
        )
    if not os.access(folder, os.W_OK):
        raise FoveateError(
            what="The report's folder cannot be written to", value=str(folder), remedy="Give another place"
        )


def write_whole(path: Path, text: str) -> None:
    """Write a file in one step: beside its place, then over it. Raises FoveateError, and leaves nothing half."""
    beside = ""
    folder = path.absolute().parent
    try:
        with tempfile.NamedTemporaryFile("wb", dir=folder, prefix=".", suffix=".part", delete=False) as file:
            beside = file.name
            file.write(text.encode(errors="backslashreplace"))
        Path(beside).chmod(0o644)
        Path(beside).replace(path)
    except OSError as error:
        raise FoveateError(
            what="The report could not be written", value=f"{path}: {error.strerror}", remedy="Give another place"
        ) from error
    finally:
        if beside:
            Path(beside).unlink(missing_ok=True)

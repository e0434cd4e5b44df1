"""One JSON value that is one chat: told by what it holds, and given to the reader of its format.

It does not know files or lines, and never goes by a name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from foveate.exports import beam, chatgpt, claude, open_webui, plain
from foveate.exports.conversation import Imported, nothing
from foveate.exports.fields import as_list, as_object


class ReadOne(Protocol):
    """The reader of one conversation of a format."""

    def __call__(self, value: object, *, source: str, where: str) -> Imported:
        """Reads the value; what it cannot read is in `skipped`."""
        ...


def reader_of(value: object) -> ReadOne | None:
    """Is the reader for a value that is one chat, or None if it is none."""
    if isinstance(value, list):
        return plain.read_one if any(plain.is_message(item) for item in value) else None
    chat = as_object(value)
    inner = as_object(chat.get("chat"))
    if isinstance(chat.get("mapping"), dict):
        return chatgpt.read_one
    if isinstance(chat.get("chat_messages"), list):
        return claude.read_one
    if isinstance(chat.get("history"), dict) or "history" in inner or "messages" in inner:
        return open_webui.read_one
    if isinstance(chat.get("turns"), list):
        return beam.read_one
    return plain.read_one if plain.body_of(chat) else None


def read_chat(value: object, *, source: str, where: str) -> Imported | None:
    """Reads a value that is one chat; None if it is none."""
    reader = reader_of(value)
    if reader is None:
        return None
    try:
        return reader(value, source=source, where=where)
    except RecursionError:  # a value nested as deep as the parser just bears
        return nothing(source, where, "nested too deep to be a chat")


def read_chats(values: Sequence[object], *, source: str) -> list[Imported]:
    """Reads the elements of an array, each a chat of any format; those that are none are counted together."""
    parts: list[Imported] = []
    strange: list[int] = []
    for n, value in enumerate(values, start=1):
        read = read_chat(value, source=source, where=f"conversation {n}")
        if read is None:
            strange.append(n)
        else:
            parts.append(read)
    if strange:
        times = f" ({len(strange)} times)" if len(strange) > 1 else ""
        parts.append(nothing(source, f"element {strange[0]}", f"no chat that is known{times}"))
    return parts


def is_batches(values: Sequence[object]) -> bool:
    """Tells the array of a BEAM chat, whose batches or plans make one conversation."""
    return bool(values) and all(beam.is_batch(value) for value in values)


def inside(value: object) -> list[object]:
    """Is the array of chats that an object wraps under a common name; empty if it wraps none."""
    record = as_object(value)
    lists = (as_list(record.get(name)) for name in ("conversations", "chats", "data", "items"))
    return next((values for values in lists if values), [])

"""The bytes of a file to its conversations: the format is told by what the file holds, never by its name alone.

It reads no file itself. What cannot be read comes back in `skipped` with the reason; nothing raises.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from foveate.exports import beam, chats, coding_agents, jsonl, parsing, plain
from foveate.exports.conversation import Imported, Skipped, gathered, nothing
from foveate.exports.merging import merge

__all__ = ["merge", "read_bytes", "read_text", "read_value"]

_NO_CHAT = "no chat that is known in it"
_OPENS_JSON = ("{", "[")
_TRIED_LINES = 100
"""How many lines of a file that does not begin as JSON are tried: a log with its first line damaged is still read."""


def read_bytes(name: str, data: bytes) -> Imported:
    """Reads a file; `name` is what the conversations call their source."""
    if not data:
        return nothing(name, "", "an empty file")
    text, note = parsing.decode(data)
    if text is None:
        return nothing(name, "", note)
    try:
        imported = read_text(text, source=name)
    except RecursionError:  # a value nested as deep as the parser just bears
        return nothing(name, "", "nested too deep to be a chat")
    if not note:
        return imported
    return replace(imported, skipped=(*imported.skipped, Skipped(source=name, where="", reason=note)))


def read_text(text: str, *, source: str) -> Imported:
    """Reads a file's text: one JSON value, lines of JSON, or what is whole of a damaged file."""
    if not text.strip():
        return nothing(source, "", "an empty file")
    if not text.lstrip().startswith(_OPENS_JSON) and not _any_line(text):
        return nothing(source, "", "neither JSON nor JSON lines")
    try:
        value = parsing.parse(text)
    except parsing.Unparsable as error:
        return _read_broken(text, error, source)
    return read_value(value, source=source)


def read_value(value: object, *, source: str) -> Imported:
    """Reads the JSON value of a whole file."""
    if isinstance(value, list):
        return _read_array(value, source)
    if coding_agents.is_session([value]):
        return coding_agents.read_lines([parsing.Line(number=1, value=value)], source=source)
    read = chats.read_chat(value, source=source, where="")
    if read is not None:
        return read
    if beam.is_questions(value):
        return nothing(source, "", "questions about a chat, not a chat")
    wrapped = chats.inside(value)
    return _read_array(wrapped, source) if wrapped else nothing(source, "", _NO_CHAT)


def _read_array(values: Sequence[object], source: str) -> Imported:
    if not values:
        return nothing(source, "", "an empty list")
    if chats.is_batches(values):
        return beam.read(values, source=source)
    if coding_agents.is_session(values):
        lines = [parsing.Line(number=n, value=value) for n, value in enumerate(values, start=1)]
        return coding_agents.read_lines(lines, source=source)
    messages = chats.read_chat(values, source=source, where="")
    if messages is not None:
        return messages
    read = gathered(chats.read_chats(values, source=source))
    return read if read.conversations or len(read.skipped) > 1 else nothing(source, "", _why_none(read))


def _why_none(read: Imported) -> str:
    reason = read.skipped[0].reason if read.skipped else ""
    return reason if reason and "no chat that is known" not in reason else _NO_CHAT


def _read_broken(text: str, error: parsing.Unparsable, source: str) -> Imported:
    lines = tuple(parsing.parse_lines(text))
    good = sum(1 for line in lines if isinstance(line.value, (dict, list)) and line.value)
    array = text.lstrip().startswith("[") and not error.extra
    if good > (1 if array else 0):
        return jsonl.read_lines(lines, source=source)
    rescued = parsing.rescue(text)
    if not rescued.values:
        return nothing(source, "", error.reason)
    if any(plain.is_message(value) for value in rescued.values):  # half a chat would be measured as if it were whole
        return nothing(source, "", f"{error.reason}; only a part of a chat is there")
    read = _read_array(rescued.values, source)
    broken = Skipped(source=source, where=f"after value {len(rescued.values)}", reason=rescued.reason or error.reason)
    return replace(read, skipped=(*read.skipped, broken))


def _any_line(text: str) -> bool:
    """Tells lines of JSON of which the first is damaged."""
    head = text.split("\n", _TRIED_LINES)[:_TRIED_LINES]
    return any(line.lstrip().startswith("{") and line.rstrip().endswith("}") for line in head)

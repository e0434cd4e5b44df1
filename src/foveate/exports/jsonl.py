r"""JSON lines: a chat a line, a message a line, or a coding agent's session log. A line ends at \\n and nowhere else.

A bad line is named and skipped; it never ends the import.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from foveate.exports import chats, coding_agents, parsing, plain
from foveate.exports.conversation import Imported, JsonObject, gathered, skips
from foveate.exports.fields import as_object

_TALKS = ("conversation_id", "session_id", "thread_id", "chat_id")


def read(text: str, *, source: str) -> Imported:
    """Reads a whole file of lines."""
    return read_lines(tuple(parsing.parse_lines(text)), source=source)


def read_lines(lines: Sequence[parsing.Line], *, source: str) -> Imported:
    """Reads lines that are parsed already."""
    bad = Imported(skipped=skips(source, "", [(line.reason, line.where) for line in lines if line.reason]))
    good = [line for line in lines if not line.reason]
    if coding_agents.is_session([line.value for line in good]):
        return gathered([coding_agents.read_lines(good, source=source), bad])
    parts: list[Imported] = []
    talks: dict[str, list[JsonObject]] = {}
    strange: list[tuple[str, str]] = []
    for line in good:
        if plain.is_message(line.value):
            message = as_object(line.value)
            talks.setdefault(_talk(message), []).append(message)
            continue
        read_ = chats.read_chat(line.value, source=source, where=line.where)
        parts += [_as_jsonl(read_)] if read_ else []
        strange += [] if read_ else [("no chat or message that is known", line.where)]
    parts += [_one_a_line(talk, messages, source) for talk, messages in talks.items()]
    return gathered([*parts, Imported(skipped=skips(source, "", strange)), bad])


def _one_a_line(talk: str, messages: Sequence[JsonObject], source: str) -> Imported:
    where = f"conversation {talk}" if talk else "the messages, one a line"
    return plain.read_list(messages, source=source, where=where, form="jsonl", record={"id": talk} if talk else None)


def _talk(message: JsonObject) -> str:
    named = (message[name] for name in _TALKS if message.get(name))
    return next((str(name) for name in named if isinstance(name, (str, int))), "")


def _as_jsonl(imported: Imported) -> Imported:
    plain_forms = ("openai_json", "anthropic_json")
    renamed = (replace(chat, format="jsonl") if chat.format in plain_forms else chat for chat in imported.conversations)
    return replace(imported, conversations=tuple(renamed))

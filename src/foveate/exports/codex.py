"""Codex's rollout files: items of the Responses API, each on a line of its own, between lines about the session.

The events repeat what the items say and are ignored, but for two: tokens used, and turns taken back. A compaction's
summary is left out: the talk before it is in the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from foveate.exports import plain
from foveate.exports.conversation import (
    OPENAI_RESPONSES,
    Conversation,
    Imported,
    JsonObject,
    Skipped,
    Usage,
    entitle,
    first_words,
    identify,
    skips,
)
from foveate.exports.fields import as_object, as_text, count, seconds
from foveate.exports.parsing import Line

_LINE_TYPES = frozenset({"session_meta", "response_item", "event_msg", "turn_context", "compacted"})
_NOT_SENT = frozenset({"ghost_snapshot", "other"})
_OUTPUT = "_output"
_CONTEXT = ("<environment_context>", "<user_instructions>", "# AGENTS.md instructions", "<turn_aborted>", "<skill>")
"""How messages begin that the client writes in the person's role: they open no turn."""


class _Item(NamedTuple):
    value: JsonObject
    time: float | None
    where: str


def is_line(value: object) -> bool:
    """Tells a line of a rollout, of today's form or of the first one (bare items under a header)."""
    line = as_object(value)
    if as_text(line.get("type")) in _LINE_TYPES and isinstance(line.get("payload"), dict):
        return True
    return "record_type" in line or (_is_header(line) and "instructions" in line)


def read_lines(lines: Sequence[Line], *, source: str) -> Imported:
    """Reads the lines of one rollout."""
    items: list[_Item] = []
    found: list[tuple[str, str]] = []
    branches = 1
    for line in lines:
        value = as_object(line.value)
        taken_back = _turns_taken_back(value)
        if taken_back:
            kept = _without_last_turns(items, taken_back)
            branches += 1 if len(kept) < len(items) else 0
            items = kept
            continue
        item = _item(value)
        if item:
            items.append(_Item(item, seconds(value.get("timestamp")), line.where))
        elif why := _why_skipped(value):
            found.append((why, line.where))
    items, orphans = _with_their_calls(items)
    found += orphans
    if not items:
        empty = Skipped(source=source, where="", reason="a session without messages")
        return Imported(skipped=(*skips(source, "", found), empty))
    meta = _meta(lines)
    messages = tuple(item.value for item in items)
    conversation = Conversation(
        id=identify(meta.get("id"), messages),
        title=_title(messages),
        source=source,
        format="codex",
        shape=OPENAI_RESPONSES,
        messages=messages,
        times=tuple(item.time for item in items),
        branches=branches,
        usage=_usage(lines),
        system=_instructions(meta),
    )
    return Imported(conversations=(conversation,), skipped=skips(source, "", found))


def _item(line: JsonObject) -> JsonObject | None:
    wrapped = line.get("type") == "response_item"
    item = as_object(line.get("payload")) if wrapped else line
    return item if plain.is_message(item) and as_text(item.get("type")) not in _NOT_SENT else None


def _why_skipped(line: JsonObject) -> str:
    kind = as_text(line.get("type"))
    if kind in ("session_meta", "turn_context", "event_msg") or "record_type" in line or _is_header(line):
        return ""
    if kind == "compacted":
        return "the summary of a compaction left out; the talk before it is kept whole"
    if kind == "response_item":
        inner = as_text(as_object(line.get("payload")).get("type"))
        return "" if inner in _NOT_SENT else f"an item of the unknown type {inner or 'none'!r}"
    return f"a line of the unknown type {kind or 'none'!r}"


def _turns_taken_back(line: JsonObject) -> int:
    payload = as_object(line.get("payload"))
    event = line.get("type") == "event_msg" and payload.get("type") == "thread_rolled_back"
    return count(payload.get("num_turns")) if event else 0


def _without_last_turns(items: Sequence[_Item], turns: int) -> list[_Item]:
    starts = [n for n, item in enumerate(items) if item.value.get("role") == "user" and not _is_context(item.value)]
    cut = starts[-turns:][0] if starts else len(items)
    return list(items[:cut])


def _is_context(message: JsonObject) -> bool:
    return first_words(message).lstrip().startswith(_CONTEXT)


def _with_their_calls(items: Sequence[_Item]) -> tuple[list[_Item], list[tuple[str, str]]]:
    """Leaves out results whose call is not before them: an API refuses the request they stand in."""
    called: set[str] = set()
    kept: list[_Item] = []
    found: list[tuple[str, str]] = []
    for item in items:
        call_id = as_text(item.value.get("call_id"))
        if as_text(item.value.get("type")).endswith(_OUTPUT) and call_id and call_id not in called:
            found.append(("a tool's result without its call left out", item.where))
            continue
        called.add(call_id)
        kept.append(item)
    return kept, found


def _meta(lines: Sequence[Line]) -> JsonObject:
    """Is the first description of the session: a fork copies that of its origin behind its own."""
    for line in lines:
        value = as_object(line.value)
        if value.get("type") == "session_meta":
            return as_object(value.get("payload"))
        if _is_header(value):
            return value
    return {}


def _instructions(meta: JsonObject) -> str | None:
    return as_text(as_object(meta.get("base_instructions")).get("text")) or as_text(meta.get("instructions")) or None


def _is_header(line: JsonObject) -> bool:
    return "id" in line and "timestamp" in line and not line.keys() & {"type", "role", "record_type"}


def _title(messages: Sequence[JsonObject]) -> str:
    return entitle(None, [message for message in messages if not _is_context(message)])


def _usage(lines: Sequence[Line]) -> Usage | None:
    """Is the running total of the last count: each line repeats all the tokens before it."""
    for line in reversed(lines):
        value = as_object(line.value)
        payload = as_object(value.get("payload"))
        total = as_object(as_object(payload.get("info")).get("total_token_usage"))
        if value.get("type") == "event_msg" and payload.get("type") == "token_count" and total:
            return Usage(input_tokens=count(total.get("input_tokens")), output_tokens=count(total.get("output_tokens")))
    return None

"""From the lines of a Claude Code session to messages of Anthropic's shape.

A reply's blocks stand on several lines under one message id: they are one message, and its usage counts once. Results
of tools that follow it are one message too. A result without its call is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from foveate.exports.conversation import JsonObject, Usage
from foveate.exports.fields import as_object, as_text, count, objects

ORPHAN = "a tool's result without its call left out"


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One line's message, when it was written, where in the file, and its key."""

    message: JsonObject
    time: float | None
    where: str
    key: str


@dataclass(slots=True, kw_only=True)
class _Open:
    """The message being assembled last, and the reply whose further blocks may still come."""

    messages: list[JsonObject]
    times: list[float | None]
    reply: int = -1
    reply_id: str = ""


def assemble(said: Sequence[Said]) -> tuple[tuple[JsonObject, ...], tuple[float | None, ...], list[tuple[str, str]]]:
    """Is the messages, their times, and what was left out."""
    open_ = _Open(messages=[], times=[])
    found: list[tuple[str, str]] = []
    for one in said:
        if one.message.get("role") == "assistant":
            _say(open_, one)
            continue
        content = one.message.get("content")
        if isinstance(content, list):
            known = call_ids(open_.messages[open_.reply]) if open_.reply >= 0 else ()
            content = [block for block in content if not _is_orphan(block, known)]
            found += [(ORPHAN, one.where)] * (len(objects(one.message.get("content"))) - len(objects(content)))
        if content or isinstance(content, str):
            _hear(open_, {"role": "user", "content": content}, one.time)
    return tuple(open_.messages), tuple(open_.times), found


def usage_of(said: Sequence[Said]) -> Usage | None:
    """Sums the usage of the replies, each once, as its last line has it."""
    last: dict[str, JsonObject] = {}
    for one in said:
        usage = as_object(one.message.get("usage"))
        if usage and one.message.get("role") == "assistant":
            last[as_text(one.message.get("id")) or one.key] = usage
    if not last:
        return None
    given = sum(count(usage.get("input_tokens")) for usage in last.values())
    made = sum(count(usage.get("output_tokens")) for usage in last.values())
    return Usage(input_tokens=given, output_tokens=made)


def call_ids(message: JsonObject) -> tuple[str, ...]:
    """Is the ids of the tool calls in a message."""
    blocks = objects(message.get("content"))
    return tuple(as_text(block.get("id")) for block in blocks if block.get("type") == "tool_use")


def result_ids(message: JsonObject) -> tuple[str, ...]:
    """Is the ids of the calls that a message answers."""
    blocks = objects(message.get("content"))
    return tuple(as_text(block.get("tool_use_id")) for block in blocks if block.get("type") == "tool_result")


def is_carrier(message: JsonObject) -> bool:
    """Tells a message in the person's role that only brings results of tools."""
    blocks = objects(message.get("content"))
    return bool(blocks) and all(block.get("type") == "tool_result" for block in blocks)


def _say(open_: _Open, one: Said) -> None:
    content = one.message.get("content")
    own = as_text(one.message.get("id"))
    if own and own == open_.reply_id:
        reply = open_.messages[open_.reply]
        open_.messages[open_.reply] = {**reply, "content": _joined(_blocks(reply.get("content")), _blocks(content))}
        return
    open_.messages.append({"role": "assistant", "content": content})
    open_.times.append(one.time)
    open_.reply, open_.reply_id = len(open_.messages) - 1, own


def _hear(open_: _Open, message: JsonObject, time: float | None) -> None:
    carrier = is_carrier(message)
    if carrier and open_.messages and is_carrier(open_.messages[-1]):
        before = open_.messages[-1]
        open_.messages[-1] = {"role": "user", "content": [*_blocks(before["content"]), *_blocks(message["content"])]}
        return
    open_.messages.append(message)
    open_.times.append(time)
    if not carrier:
        open_.reply, open_.reply_id = -1, ""  # a person spoke: a further line with this id is another reply


def _joined(held: list[object], more: list[object]) -> list[object]:
    if more[: len(held)] == held:  # the line repeats what came before it
        return more
    calls = {as_text(block.get("id")) for block in objects(held) if block.get("type") == "tool_use"}
    known = [block.get("type") == "tool_use" and as_text(block.get("id")) in calls for block in map(as_object, more)]
    return held + [block for block, again in zip(more, known, strict=True) if not again]


def _blocks(content: object) -> list[object]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return list(content) if isinstance(content, list) else []


def _is_orphan(block: object, known: Sequence[str]) -> bool:
    record = as_object(block)
    return record.get("type") == "tool_result" and as_text(record.get("tool_use_id")) not in known

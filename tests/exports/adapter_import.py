"""Runs a case of kind import: its text or data through the importers, as often as it says, to what the checks see."""

from __future__ import annotations

import json
from collections.abc import Mapping

from foveate.exports import Conversation, Imported, merge, read_bytes
from foveate.exports.fields import as_list, as_object, as_text, objects


def run_import(case: Mapping[str, object]) -> dict[str, object]:
    """Is the conversations with [{role, text}] messages, their branches and usage, and the warnings."""
    given = as_object(case["input"])
    text = given.get("text")
    data = (text if isinstance(text, str) else json.dumps(given.get("data"))).encode("utf-8", "surrogatepass")
    times = given.get("times")
    name = as_text(given.get("name")) or "case.json"
    imported = merge(read_bytes(name, data) for _ in range(times if isinstance(times, int) else 1))
    return {
        "conversations": [_told(chat) for chat in imported.conversations],
        "warnings": _warnings(imported),
    }


def text_of(message: Mapping[str, object]) -> str:
    """Is the words of a message in any shape: text, thinking, tool calls with their arguments, results of tools."""
    content = message.get("content", message.get("output"))
    said = [content] if isinstance(content, str) else [_part(part) for part in as_list(content)]
    for call in objects(message.get("tool_calls")):
        function = as_object(call.get("function"))
        said += [as_text(function.get("name")), _arguments(as_text(function.get("arguments")))]
    if message.get("type") in ("function_call", "custom_tool_call"):
        said += [as_text(message.get("name")), _arguments(as_text(message.get("arguments") or message.get("input")))]
    if message.get("type") == "reasoning":
        said += [as_text(part.get("text")) for part in objects(message.get("summary"))]
    return "".join(said)


def _told(chat: Conversation) -> dict[str, object]:
    told: dict[str, object] = {
        "messages": [{"role": _role(message), "text": text_of(message)} for message in chat.messages],
        "branches": chat.branches,
    }
    if chat.usage:
        told["usage"] = {"input_tokens": chat.usage.input_tokens, "output_tokens": chat.usage.output_tokens}
    return told


def _warnings(imported: Imported) -> list[str]:
    return [": ".join(part for part in (one.source, one.where, one.reason) if part) for one in imported.skipped]


def _role(message: Mapping[str, object]) -> str:
    given = as_text(message.get("role"))
    if given:
        return given
    return "tool" if as_text(message.get("type")).endswith("_output") else "assistant"


def _part(part: object) -> str:
    if isinstance(part, str):
        return part
    block = as_object(part)
    if block.get("type") == "tool_result":
        inner = block.get("content")
        return inner if isinstance(inner, str) else "".join(as_text(one.get("text")) for one in objects(inner))
    if block.get("type") == "tool_use":
        return as_text(block.get("name")) + json.dumps(block.get("input"), ensure_ascii=False, separators=(",", ":"))
    return as_text(block.get("text")) or as_text(block.get("thinking"))


def _arguments(raw: str) -> str:
    """Is the arguments as a person would read them: a made-up {"input": …} is its text."""
    try:
        given = json.loads(raw)
    except ValueError:
        return raw
    return as_text(given.get("input")) if isinstance(given, dict) and list(given) == ["input"] else raw

"""Runs a case of kind import: its text or data through the importers, as often as it says, to what the checks see."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from foveate.exports import Conversation, Imported, merge, read_bytes
from foveate.exports.fields import as_list, as_object, as_text, objects
from foveate.wire import shape_named


def run_import(case: Mapping[str, object]) -> dict[str, object]:
    """Is the conversations with [{role, text}] messages, their branches and usage, and the warnings.

    The importer that a case names is not looked at: a format is told by what a file holds.
    """
    given = as_object(case["input"])
    times = given.get("times")
    files = list(_files(given)) * (times if isinstance(times, int) else 1)
    imported = merge(read_bytes(name, data) for name, data in files)
    return {
        "conversations": [_told(chat) for chat in imported.conversations],
        "warnings": _warnings(imported),
    }


def _files(given: Mapping[str, object]) -> Iterator[tuple[str, bytes]]:
    """Yields the names and bytes of the files of a case: one, or those under their names in `files`."""
    for name, value in (as_object(given.get("files")) or {as_text(given.get("name")) or "case.json": given}).items():
        file = as_object(value) if {"text", "data"} & as_object(value).keys() else {"data": value}
        text = value if isinstance(value, str) else file.get("text")
        yield name, (text if isinstance(text, str) else json.dumps(file.get("data"))).encode("utf-8", "surrogatepass")


def text_of(message: Mapping[str, object]) -> str:
    """Is the words of a message in any shape: text, thinking, tool calls with their arguments, results of tools."""
    content = message.get("content", message.get("output"))
    said = [content] if isinstance(content, str) else [_part(part) for part in as_list(content)]
    for call in objects(message.get("tool_calls")):
        function = as_object(call.get("function"))
        said += [as_text(function.get("name")), _arguments(as_text(function.get("arguments")))]
    if message.get("type") in ("function_call", "custom_tool_call"):
        said += [as_text(message.get("name")), _arguments(as_text(message.get("arguments") or message.get("input")))]
    if "action" in message:
        said.append(json.dumps(message["action"], ensure_ascii=False, separators=(",", ":")))
    if message.get("type") == "reasoning":
        said += [as_text(part.get("text")) for part in objects(message.get("summary"))]
    return "".join(said)


def _told(chat: Conversation) -> dict[str, object]:
    shown = [message for message in chat.messages if not _is_clients(message, chat.shape)]
    told: dict[str, object] = {
        "messages": [{"role": _role(message), "text": text_of(message)} for message in shown],
        "branches": chat.branches,
    }
    if chat.usage:
        told["usage"] = {"input_tokens": chat.usage.input_tokens, "output_tokens": chat.usage.output_tokens}
    return told


def _is_clients(message: Mapping[str, object], shape: str) -> bool:
    """Tells what a client wrote in the person's role, and nothing else: an environment, a reminder."""
    read = shape_named(shape).read(dict(message))
    return bool(message.get("role") == "user" and text_of(message).strip() and not read.opens and not read.results)


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

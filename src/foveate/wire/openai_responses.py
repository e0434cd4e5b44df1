"""OpenAI's Responses items, read and written without loss: reasoning, its run of calls and their outputs stay together.

`previous_response_id` and server-side conversations are not talk that can be folded; whoever holds the request decides.
"""

from __future__ import annotations

from typing import Any

from foveate.talk import Message, Speaker, Unit
from foveate.wire import openai_chat, parts
from foveate.wire.shape import NO_RESULT, Change, Leaf

_ANSWERED = frozenset(
    {"function_call", "custom_tool_call", "computer_call", "local_shell_call", "shell_call", "apply_patch_call"}
)  # calls that the client answers with an item of their own; hosted tools answer inside theirs
_OUTPUT = "_output"
_ROLES = {"user": Speaker.PERSON, "assistant": Speaker.ASSISTANT, "system": Speaker.SYSTEM, "developer": Speaker.SYSTEM}


class OpenAIResponses(openai_chat.OpenAIChat):
    """The shape of Responses input items: what a role says is written as in Chat Completions, items are their own."""

    name = "openai_responses"

    def read(self, raw: object) -> Message:
        """Read an item; items of unknown types count as the model's output and pass."""
        item: dict[str, Any] = raw  # type: ignore[assignment]
        kind = _kind(item)
        if kind == "message":
            return _read_message(raw, item)
        chars = sum(map(len, _texts(item)))
        if kind.endswith(_OUTPUT):
            answers = (str(item.get("call_id") or ""),)
            return Message(Speaker.TOOL, raw, chars, parts.media_in(_listed(item.get("output"))), "", (), answers)
        calls = (str(item.get("call_id") or ""),) if kind in _ANSWERED else ()
        media = int(kind == "image_generation_call" and item.get("result") is not None)
        return Message(Speaker.ASSISTANT, raw, chars, media, "", calls, joins=True, thinks=kind == "reasoning")

    def text(self, raw: object) -> str:
        """Return all readable text of an item."""
        return "\n".join(text for text in _texts(raw) if text)  # type: ignore[arg-type]

    def prepend(self, raw: object, text: str) -> object:
        """Return a copy of a user message with `text` in front."""
        return openai_chat.prepend(raw, text, {"type": "input_text"})

    def rewrite(self, raw: object, change: Change) -> object:
        """Return a copy with `change` applied to content, outputs and arguments; reasoning is never changed."""
        item: dict[str, Any] = raw  # type: ignore[assignment]
        kind = _kind(item)
        if kind == "message":
            return parts.changed(item, "content", parts.rewrite_content(item.get("content"), change))
        if kind.endswith(_OUTPUT):
            return parts.changed(item, "output", parts.rewrite_content(item.get("output"), change, Leaf.RESULT))
        if kind in ("function_call", "mcp_call"):
            return parts.changed(item, "arguments", parts.rewrite_arguments(item.get("arguments"), change))
        return raw

    def without_thinking(self, raw: object) -> object | None:
        """Return the item as it is: a call is refused without the reasoning that made it."""
        return raw

    def repair(self, unit: Unit, *, last: bool) -> tuple[object, ...]:
        """Give unanswered calls a placeholder output; drop outputs without a call."""
        if unit.messages[0].results:
            return ()
        raws = tuple(message.raw for message in openai_chat.answers_only(unit))
        missing = unit.unanswered
        if not missing or (last and not any(message.results for message in unit.messages)):
            return raws
        kinds = {m.calls[0]: _kind(m.raw) for m in unit.messages if m.calls}  # type: ignore[arg-type]
        return (*raws, *({"type": kinds[c] + _OUTPUT, "call_id": c, "output": NO_RESULT} for c in missing))


def _kind(item: dict[str, Any]) -> str:
    kind = item.get("type")
    if isinstance(kind, str):
        return kind
    return "message" if "role" in item else "item_reference"


def _listed(output: object) -> object:
    return [output] if isinstance(output, dict) else output


def _read_message(raw: object, item: dict[str, Any]) -> Message:
    role = item.get("role")
    speaker = _ROLES.get(role, Speaker.OTHER) if isinstance(role, str) else Speaker.OTHER
    content = item.get("content")
    if speaker is Speaker.PERSON:
        return openai_chat.read_person(raw, content)
    chars = sum(map(len, parts.texts(content)))
    return Message(speaker, raw, chars, parts.media_in(content), joins=speaker is Speaker.ASSISTANT)


def _texts(item: dict[str, Any]) -> list[str]:
    found = [
        *parts.texts(item.get("content")),
        *parts.texts(item.get("summary")),
        *parts.texts(_listed(item.get("output"))),
    ]
    for key in ("name", "arguments", "input", "action"):
        value = item.get(key)
        if value is not None:
            found.append(value if isinstance(value, str) else parts.compact(value))
    return found

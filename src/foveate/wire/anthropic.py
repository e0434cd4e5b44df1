"""Anthropic's Messages, read and written without loss. The `system` text is no message: the caller holds it.

Tool results come in a user-role carrier; text beside them is a steer, not an instruction.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from foveate.talk import Unit
from foveate.wire import openai_chat, parts
from foveate.wire.shape import NO_RESULT


class Anthropic(openai_chat.OpenAIChat):
    """The shape of Anthropic Messages: content parts are read as in Chat Completions, pairing differs."""

    name = "anthropic"

    def repair(self, unit: Unit, *, last: bool) -> tuple[object, ...]:
        """Put placeholder results in front of the carrier; take result parts without a call out of it."""
        raws = tuple(message.raw for message in unit.messages)
        open_calls = Counter(call for message in unit.messages for call in message.calls)
        missing = unit.unanswered
        surplus = any(message.results for message in unit.messages) and _surplus(unit)
        if not surplus and (not missing or (last and len(unit.messages) == 1)):
            return raws
        kept = tuple(raw for raw in (_only_answers(raw, open_calls) for raw in raws) if raw is not None)
        if not missing:
            return kept
        block = [
            {"type": "tool_result", "tool_use_id": call, "content": NO_RESULT, "is_error": True} for call in missing
        ]
        if len(kept) == 1:
            return (*kept, {"role": "user", "content": block})
        carrier: dict[str, Any] = kept[1]  # type: ignore[assignment]
        return (kept[0], {**carrier, "content": [*block, *carrier["content"]]}, *kept[2:])


def _surplus(unit: Unit) -> bool:
    calls = Counter(call for message in unit.messages for call in message.calls)
    answers = Counter(answer for message in unit.messages for answer in message.results)
    return bool(answers - calls)


def _only_answers(raw: object, open_calls: Counter[str]) -> object | None:
    """Return a carrier without the results that answer no open call; a carrier left empty is dropped."""
    message: dict[str, Any] = raw  # type: ignore[assignment]
    content = message.get("content")
    if not isinstance(content, list):
        return raw
    kept = [part for part in content if _answers(part, open_calls)]
    if len(kept) == len(content):
        return raw
    return {**message, "content": kept} if kept else None


def _answers(part: object, open_calls: Counter[str]) -> bool:
    if not isinstance(part, dict) or not parts.is_result(part):
        return True
    call = str(part.get("tool_use_id") or "")
    open_calls[call] -= 1
    return open_calls[call] >= 0

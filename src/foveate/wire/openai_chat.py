"""OpenAI's Chat Completions messages, read and written without loss. Unknown roles and fields pass."""

from __future__ import annotations

from collections import Counter
from typing import Any

from foveate.talk import Message, Speaker, Unit
from foveate.wire import parts
from foveate.wire.shape import NO_RESULT, Change, Leaf

_SPEAKERS = {
    "user": Speaker.PERSON,
    "assistant": Speaker.ASSISTANT,
    "system": Speaker.SYSTEM,
    "developer": Speaker.SYSTEM,
    "tool": Speaker.TOOL,
    "function": Speaker.TOOL,
}
_SPOKEN_FIELDS = ("refusal", "reasoning_content", "reasoning")


class OpenAIChat:
    """The shape of Chat Completions."""

    name = "openai_chat"

    def read(self, raw: object) -> Message:
        """Read a message: a person's plain text by the short way, everything else part by part."""
        message: dict[str, Any] = raw  # type: ignore[assignment]  # checked by recognise.check
        speaker = _speaker(message)
        content = message.get("content")
        if speaker is Speaker.PERSON:
            return read_person(raw, content)
        calls = _calls(message) + parts.calls_in(content)
        return Message(
            speaker,
            raw,
            len(content) if isinstance(content, str) and len(message) == 2 else sum(map(len, _texts(message))),
            parts.media_in(content) + isinstance(message.get("audio"), dict),
            "",
            calls,
            _results(message, speaker),
            thinks=isinstance(content, list) and any(map(parts.is_thinking, content)),
        )

    def text(self, raw: object) -> str:
        """Return all readable text of a message."""
        content = raw.get("content")  # type: ignore[attr-defined]
        if isinstance(content, str) and len(raw) == 2:  # type: ignore[arg-type]
            return content
        return "\n".join(text for text in _texts(raw) if text)  # type: ignore[arg-type]

    def spoken(self, raw: object) -> str:
        """Return the text parts alone."""
        return parts.spoken(raw.get("content"))  # type: ignore[attr-defined]

    def person(self, text: str) -> object:
        """Write a user message."""
        return {"role": "user", "content": text}

    def assistant(self, text: str) -> object:
        """Write an assistant message."""
        return {"role": "assistant", "content": text}

    def prepend(self, raw: object, text: str) -> object:
        """Return a copy of a user message with `text` in front."""
        return prepend(raw, text, {"type": "text"})

    def rewrite(self, raw: object, change: Change) -> object:
        """Return a copy with `change` applied to content and tool arguments."""
        message: dict[str, Any] = raw  # type: ignore[assignment]
        leaf = Leaf.RESULT if _speaker(message) is Speaker.TOOL else Leaf.TEXT
        message = parts.changed(message, "content", parts.rewrite_content(message.get("content"), change, leaf))
        for field in _SPOKEN_FIELDS:
            if isinstance(message.get(field), str):
                message = parts.changed(message, field, change(message[field], leaf))
        single = message.get("function_call")
        if isinstance(single, dict):
            message = parts.changed(message, "function_call", _rewrite_arguments(single, change))
        calls = message.get("tool_calls")
        if isinstance(calls, list):
            new = [_rewrite_call(call, change) for call in calls]
            if any(a is not b for a, b in zip(new, calls, strict=True)):
                message = {**message, "tool_calls": new}
        return raw if message == raw else message

    def without_thinking(self, raw: object) -> object | None:
        """Return the message without thinking parts."""
        return without_thinking(raw)

    def repair(self, unit: Unit, *, last: bool) -> tuple[object, ...]:
        """Give unanswered calls a placeholder result; drop results without a call."""
        head = unit.messages[0]
        if not head.calls:
            return () if head.results else tuple(message.raw for message in unit.messages)
        raws = tuple(message.raw for message in answers_only(unit))
        missing = unit.unanswered
        if not missing or (last and len(unit.messages) == 1):
            return raws
        legacy = isinstance(head.raw, dict) and "function_call" in head.raw and not head.raw.get("tool_calls")
        return (*raws, *(_no_result(call, legacy=legacy) for call in missing))


def answers_only(unit: Unit) -> tuple[Message, ...]:
    """Return the unit's messages without results that answer no call, or one that was answered before."""
    left = Counter(call for message in unit.messages for call in message.calls)
    kept = []
    for message in unit.messages:
        if message.results and left[message.results[0]] <= 0:
            continue
        left.subtract(message.results)
        kept.append(message)
    return tuple(kept)


def read_person(raw: object, content: object) -> Message:
    """Read a message in the user's role, which may carry tool results (Anthropic)."""
    if isinstance(content, str):
        words = parts.own_words(content)
        return Message(Speaker.PERSON, raw, len(content), 0, words, opens=bool(words) or not content)
    results = parts.results_in(content)
    said = parts.spoken(content)
    words = parts.own_words(said)
    return Message(
        Speaker.TOOL if results else Speaker.PERSON,
        raw,
        sum(map(len, parts.texts(content))),
        parts.media_in(content),
        words,
        (),
        results,
        opens=not results and (bool(words) or not said),
    )


def prepend(raw: object, text: str, part: dict[str, str]) -> object:
    """Return a copy of a user message with `text` before its own; `part` is the format's empty text part."""
    message: dict[str, Any] = raw  # type: ignore[assignment]
    content = message.get("content")
    if isinstance(content, list):
        return {**message, "content": [{**part, "text": text}, *content]}
    return {**message, "content": f"{text}\n\n{content or ''}"}


def without_thinking(raw: object) -> object | None:
    """Return a message without its thinking parts, None when nothing is left."""
    message: dict[str, Any] = raw  # type: ignore[assignment]
    content = message.get("content")
    if not isinstance(content, list):
        return raw
    kept = [part for part in content if not parts.is_thinking(part)]
    if len(kept) == len(content):
        return raw
    return {**message, "content": kept} if kept else None


def _no_result(call: str, *, legacy: bool) -> dict[str, str]:
    if legacy:
        return {"role": "function", "name": call, "content": NO_RESULT}
    return {"role": "tool", "tool_call_id": call, "content": NO_RESULT}


def _speaker(message: dict[str, Any]) -> Speaker:
    role = message.get("role")
    return _SPEAKERS.get(role, Speaker.OTHER) if isinstance(role, str) else Speaker.OTHER


def _texts(message: dict[str, Any]) -> list[str]:
    found = list(parts.texts(message.get("content")))
    for call in _tool_calls(message):
        arguments = call.get("arguments", call.get("input"))
        found += [str(call.get("name") or ""), arguments if isinstance(arguments, str) else parts.compact(arguments)]
    return found + [message[field] for field in _SPOKEN_FIELDS if isinstance(message.get(field), str)]


def _tool_calls(message: dict[str, Any]) -> list[dict[str, Any]]:
    calls = message.get("tool_calls")
    listed = calls if isinstance(calls, list) else []
    single = message.get("function_call")
    found = [call.get("function") or call.get("custom") for call in listed if isinstance(call, dict)]
    return [call for call in (*found, single) if isinstance(call, dict)]


def _calls(message: dict[str, Any]) -> tuple[str, ...]:
    calls = message.get("tool_calls")
    ids = [str(call.get("id") or "") for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []
    single = message.get("function_call")
    return tuple(ids + ([str(single.get("name") or "")] if isinstance(single, dict) else []))


def _results(message: dict[str, Any], speaker: Speaker) -> tuple[str, ...]:
    if speaker is not Speaker.TOOL:
        return ()
    return (str(message.get("tool_call_id") or message.get("name") or ""),)


def _rewrite_call(call: object, change: Change) -> object:
    if not isinstance(call, dict):
        return call
    custom = call.get("custom")
    if isinstance(custom, dict) and isinstance(custom.get("input"), str):
        return parts.changed(call, "custom", parts.changed(custom, "input", change(custom["input"], Leaf.ARGUMENT)))
    function = call.get("function")
    if not isinstance(function, dict):
        return call
    return parts.changed(call, "function", _rewrite_arguments(function, change))


def _rewrite_arguments(function: dict[str, Any], change: Change) -> dict[str, Any]:
    return parts.changed(function, "arguments", parts.rewrite_arguments(function.get("arguments"), change))

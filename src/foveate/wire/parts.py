"""What stands inside a message's content: text, tool calls and results, media, thinking. Shared by the three formats.

Media cost a fixed amount at any depth, base64 is never counted as text. Nothing here knows roles or units.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from foveate.patterns import unicode
from foveate.wire.shape import Change, Leaf

MEDIA_TYPES = frozenset(
    {"image", "image_url", "input_image", "output_image", "input_audio", "audio", "document", "file", "input_file",
     "video", "input_video", "video_url", "container_upload", "computer_screenshot"}
)  # fmt: skip
_THINKING_TYPES = frozenset({"thinking", "redacted_thinking"})
_CALL_TYPES = frozenset({"tool_use"})
_TEXT_KEYS = ("text", "refusal", "thinking", "data", "input_text", "output_text")
_DEPTH = 8  # content inside results inside content: deeper nesting is nobody's talk

_SURROGATE = unicode("[\ud800-\udfff]")
# Blocks that client programs put inside a person's message; they are not the person's words.
_REMINDERS = unicode(
    r"(?s)<(system-reminder|environment_context|user_instructions|local-command-stdout|local-command-caveat)>.*?</\1>",
)


def own_words(text: str) -> str:
    """Return a person's text without the reminders that a client program put into it."""
    return _REMINDERS.sub("", text).strip() if "<" in text else text


def compact(value: object) -> str:
    """Return the JSON that a size is taken of: compact, not ASCII-escaped; "" for nothing and for what is no JSON."""
    if value is None:
        return ""
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError):
        return ""


def kind_of(part: object) -> str:
    """Return a part's type, "" for what has none: providers add parts, and anything may stand in one."""
    kind = part.get("type") if isinstance(part, dict) else None
    return kind if isinstance(kind, str) else ""


def is_thinking(part: object) -> bool:
    """Say whether a content part is thinking, signed or redacted."""
    return kind_of(part) in _THINKING_TYPES


def is_media(part: object) -> bool:
    """Say whether a content part is an image, a sound or a file."""
    return kind_of(part) in MEDIA_TYPES


def is_result(part: object) -> bool:
    """Say whether a content part answers a tool call of an earlier message."""
    return kind_of(part) == "tool_result"


def calls_in(content: object) -> tuple[str, ...]:
    """Return the ids of the tool calls among the parts, in order."""
    if not isinstance(content, list):
        return ()
    return tuple(str(p.get("id") or "") for p in content if isinstance(p, dict) and kind_of(p) in _CALL_TYPES)


def results_in(content: object) -> tuple[str, ...]:
    """Return the ids of the calls answered among the parts, in order."""
    if not isinstance(content, list):
        return ()
    return tuple(str(p.get("tool_use_id") or "") for p in content if is_result(p))


def texts(content: object, depth: int = 0) -> Iterator[str]:
    """Yield every text in the content: what counts as characters, tool names and arguments included."""
    if isinstance(content, str):
        yield content
        return
    if not isinstance(content, list) or depth > _DEPTH:
        return
    for part in content:
        if isinstance(part, str):
            yield part
        elif isinstance(part, dict):
            yield from _texts_of_part(part, depth)


def media_in(content: object, depth: int = 0) -> int:
    """Count the media parts at any depth."""
    if not isinstance(content, list) or depth > _DEPTH:
        return 0
    return sum(is_media(p) + media_in(p.get("content"), depth + 1) for p in content if isinstance(p, dict))


def spoken(content: object) -> str:
    """Return the text parts alone, joined by line breaks: no thinking, tool call, tool result or media."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    found = (p if isinstance(p, str) else _spoken_part(p) for p in content)
    return "\n".join(text for text in found if text)


def rewrite_content(content: object, change: Change, leaf: Leaf = Leaf.TEXT) -> object:
    """Return the content with `change` applied to its texts, the same object where nothing changed."""
    if isinstance(content, str):
        return change(content, leaf)
    if not isinstance(content, list):
        return content
    new = [_rewrite_part(part, change, leaf) for part in content]
    return content if all(a is b for a, b in zip(new, content, strict=True)) else new


def rewrite_arguments(arguments: object, change: Change) -> object:
    """Return tool arguments with `change` applied to the strings inside, then to the whole; they stay an object.

    Arguments that are JSON text stay JSON text. Text that is no JSON is replaced whole or not at all.
    """
    if not isinstance(arguments, str):
        new = _rewrite_strings(arguments, change)
        return _rewrite_whole(new, compact(new), change)
    try:
        parsed = json.loads(arguments)
    except (ValueError, RecursionError):
        parsed = None
    new = _rewrite_strings(parsed, change)
    text = arguments if new is parsed else json.dumps(new, ensure_ascii=False)
    whole = _rewrite_whole(text, text, change)
    return whole if isinstance(whole, str) else json.dumps(whole, ensure_ascii=False)


def _rewrite_whole(arguments: object, text: str, change: Change) -> object:
    note = change(text, Leaf.ARGUMENTS)
    return arguments if note == text else {"left_out": note}


def valid_utf8(raw: object) -> object:
    """Return a message that can be encoded: lone surrogates become U+FFFD; the same object where there are none."""
    if isinstance(raw, dict) and len(raw) == 2 and isinstance(raw.get("content"), str) and raw["content"].isascii():
        return raw  # the commonest message there is
    try:
        compact(raw).encode()
    except UnicodeEncodeError:
        return _scrub(raw)
    return raw


def changed(original: dict[str, Any], key: str, value: object) -> dict[str, Any]:
    """Return a copy with one value replaced, the original where it is the same object."""
    return original if original.get(key) is value else {**original, key: value}


def _texts_of_part(part: dict[str, Any], depth: int) -> Iterator[str]:
    kind = kind_of(part)
    if kind == "tool_result":
        yield from texts(part.get("content"), depth + 1)
    elif kind in _CALL_TYPES or kind == "server_tool_use":
        yield str(part.get("name") or "")
        yield compact(part.get("input"))
    elif kind not in MEDIA_TYPES:
        yield from _first_text(part)


def _first_text(part: dict[str, Any]) -> Iterator[str]:
    for key in _TEXT_KEYS:
        value = part.get(key)
        if isinstance(value, str) and value:
            yield value
            return


def _spoken_part(part: object) -> str:
    if not isinstance(part, dict) or is_thinking(part) or is_media(part) or is_result(part):
        return ""
    value = part.get("text") or part.get("refusal")
    return value if isinstance(value, str) else ""


def _rewrite_part(part: object, change: Change, leaf: Leaf) -> object:
    if isinstance(part, str):
        return change(part, leaf)
    if not isinstance(part, dict) or is_thinking(part) or is_media(part):
        return part
    if is_result(part):
        return changed(part, "content", rewrite_content(part.get("content"), change, Leaf.RESULT))
    if kind_of(part) in _CALL_TYPES:
        return changed(part, "input", rewrite_arguments(part.get("input"), change))
    if isinstance(part.get("text"), str):
        return changed(part, "text", _same(part["text"], change(part["text"], leaf)))
    return part


def _same(old: str, new: str) -> str:
    return old if old == new else new


def _rewrite_strings(value: object, change: Change, depth: int = 0) -> object:
    if isinstance(value, str):
        return _same(value, change(value, Leaf.ARGUMENT))
    if depth > _DEPTH:
        return value
    if isinstance(value, dict):
        new = {key: _rewrite_strings(item, change, depth + 1) for key, item in value.items()}
        return value if all(new[key] is value[key] for key in value) else new
    if isinstance(value, list):
        items = [_rewrite_strings(item, change, depth + 1) for item in value]
        return value if all(a is b for a, b in zip(items, value, strict=True)) else items
    return value


def _scrub(value: object, depth: int = 0) -> object:
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value)
    if isinstance(value, dict) and depth <= _DEPTH * 2:
        return {_scrub(key): _scrub(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list) and depth <= _DEPTH * 2:
        return [_scrub(item, depth + 1) for item in value]
    return value

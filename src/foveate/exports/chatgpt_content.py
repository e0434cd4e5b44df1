"""What one node of a ChatGPT export says: its kind, its speaker and its text.

Pictures, sounds and files become a short mark such as [image]; nothing is fetched. Which nodes count is decided
elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from foveate.exports.conversation import JsonObject
from foveate.exports.fields import as_list, as_object, as_text, objects, seconds

Kind = Literal["text", "call", "result", "left_out", "empty"]

THINKING = "thinking, which a model is not sent again"
HIDDEN = "hidden from the conversation"
NO_CONTENT = "a message without readable content"

_THINKING_TYPES = ("thoughts", "reasoning_recap")
_CONTEXT_TYPES = ("user_editable_context", "model_editable_context")
_ROLES = ("user", "assistant", "system", "developer", "tool")
_TEXT_FIELDS = ("text", "result", "title", "url", "summary", "content")

_MARKS = (
    ("image", "[image]"),
    ("video", "[video]"),
    ("audio", "[audio]"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """One node, read. `name` is the tool that a call is for or a result comes from; `why` tells a node left out."""

    kind: Kind
    role: str = ""
    text: str = ""
    name: str = ""
    why: str = ""
    time: float | None = None


def spoken(message: JsonObject) -> Spoken:
    """Reads one message of the mapping."""
    author = as_object(message.get("author"))
    role = as_text(author.get("role"))
    content = message.get("content")
    if not isinstance(content, dict):
        return Spoken(kind="left_out", why=NO_CONTENT)
    if role not in _ROLES:
        return Spoken(kind="left_out", why=f"the unknown role {role or 'none'!r}")
    text = text_of(content, as_object(message.get("metadata")))
    if not text.strip():
        return Spoken(kind="empty")
    why = _why_left_out(message, role, as_text(content.get("content_type")))
    if why:
        return Spoken(kind="left_out", why=why)
    time = seconds(message.get("create_time"))
    if role == "tool":
        return Spoken(kind="result", role=role, text=text, name=as_text(author.get("name")), time=time)
    recipient = as_text(message.get("recipient")) or "all"
    if role == "assistant" and recipient != "all":
        return Spoken(kind="call", role=role, text=text, name=recipient, time=time)
    return Spoken(kind="text", role=role, text=text, time=time)


def text_of(content: JsonObject, metadata: JsonObject) -> str:
    """Is the text of a content object of any type, its parts in order, each on its own line."""
    kind = as_text(content.get("content_type"))
    if kind == "thoughts":
        lines = [as_text(thought.get("content")) for thought in objects(content.get("thoughts"))]
    elif kind in _CONTEXT_TYPES:
        lines = [value for key, value in content.items() if key != "content_type" and isinstance(value, str)]
    elif isinstance(content.get("parts"), list):
        lines = _parts(as_list(content.get("parts")))
    else:
        lines = _fields(content)
        lines = lines if lines or not kind or kind in ("text", "code", "execution_output") else [f"[{kind}]"]
    return "\n".join(line for line in [*lines, *_files(metadata)] if line)


def _why_left_out(message: JsonObject, role: str, kind: str) -> str:
    if kind in _THINKING_TYPES:
        return THINKING
    if kind in _CONTEXT_TYPES:
        return "standing instructions and memory of the account"
    hidden = as_object(message.get("metadata")).get("is_visually_hidden_from_conversation")
    return HIDDEN if hidden is True and role not in ("assistant", "tool") else ""  # those two a model did see


def _parts(parts: list[object]) -> list[str]:
    transcribed = any(part.get("content_type") == "audio_transcription" for part in objects(parts))
    lines = [_part(part) for part in parts]
    return [line for line in lines if not (transcribed and line in ("[audio]", "[video]"))]


def _part(part: object) -> str:
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        return "" if part is None else "[part]"
    text = "\n".join(_fields(part))
    if text:
        return text
    kind = as_text(part.get("content_type")) or as_text(part.get("type"))
    return next((mark for word, mark in _MARKS if word in kind), f"[{kind or 'part'}]")


def _fields(content: JsonObject) -> list[str]:
    return [text for key in _TEXT_FIELDS if (text := as_text(content.get(key)))]


def _files(metadata: JsonObject) -> list[str]:
    files = [file for file in objects(metadata.get("attachments")) if as_text(file.get("name"))]
    kinds = [as_text(file.get("mime_type")) or as_text(file.get("mimeType")) for file in files]
    pairs = zip(files, kinds, strict=True)
    return [f"[file: {file['name']}]" for file, kind in pairs if not kind.startswith("image/")]

"""Which format a list of messages is in, told from the parts that only one has; callers may say it instead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from foveate.errors import InvalidMessages
from foveate.wire.anthropic import Anthropic
from foveate.wire.openai_chat import OpenAIChat
from foveate.wire.openai_responses import OpenAIResponses
from foveate.wire.parts import kind_of
from foveate.wire.shape import Shape

SHAPES: dict[str, Shape] = {shape.name: shape for shape in (OpenAIChat(), OpenAIResponses(), Anthropic())}
_ANTHROPIC_PARTS = frozenset(
    {"tool_use", "tool_result", "thinking", "redacted_thinking", "server_tool_use", "document"}
)
_RESPONSES_PARTS = frozenset({"input_text", "output_text", "input_image", "input_file"})


def shape_named(name: str) -> Shape:
    """Return a shape by name. Raises InvalidMessages for a name that is unknown."""
    if name not in SHAPES:
        raise InvalidMessages(
            what="The message format is unknown", value=repr(name), remedy=f"Use one of {', '.join(SHAPES)}"
        )
    return SHAPES[name]


def shape_of(messages: Iterable[object], *, system: object = None) -> Shape:
    """Return the format of the messages: the first that shows a part only one format has.

    Plain text is the same in all: Anthropic's where a `system` text stands beside it, else Chat Completions.
    """
    found = (shape_shown(message) for message in messages)
    return next((shape for shape in found if shape), SHAPES["anthropic" if system is not None else "openai_chat"])


def shape_shown(message: object) -> Shape | None:
    """Return the format that a message shows, None for one that every format has."""
    name = _shown_by(message)
    return SHAPES[name] if name else None


def check(messages: Sequence[object]) -> None:
    """Raise InvalidMessages where an element is no object with a role or a type."""
    if isinstance(messages, (str, bytes, dict)) or not isinstance(messages, Sequence):
        raise InvalidMessages(
            what="Messages must be a list", value=type(messages).__name__, remedy="Give a list of message objects"
        )
    for index, message in enumerate(messages):
        check_one(message, index)


def check_one(message: object, index: int) -> None:
    """Raise InvalidMessages where a message is no object with a role or a type."""
    if not isinstance(message, dict) or not ("role" in message or "type" in message or "id" in message):
        raise InvalidMessages(
            what=f"Message {index} is no message object",
            value=repr(message)[:80],
            remedy='Give objects such as {"role": "user", "content": "…"}',
        )


def _shown_by(message: object) -> str | None:
    if not isinstance(message, dict) or (len(message) == 2 and isinstance(message.get("content"), str)):
        return None  # plain text is the same in all
    if isinstance(message.get("type"), str) and ("role" not in message or message["type"] == "message"):
        return "openai_responses"
    if "tool_calls" in message or message.get("role") == "tool":
        return "openai_chat"
    content = message.get("content")
    if not isinstance(content, list):
        return None
    kinds = {kind_of(part) for part in content}
    if kinds & _ANTHROPIC_PARTS or any(isinstance(p, dict) and "source" in p for p in content):
        return "anthropic"
    return "openai_responses" if kinds & _RESPONSES_PARTS else None

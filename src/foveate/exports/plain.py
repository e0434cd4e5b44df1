"""Messages that are already those of a model API: a list, a request body, a record of either. None is changed.

The shape is told by what the messages hold: OpenAI Chat Completions, OpenAI Responses or Anthropic.
"""

from __future__ import annotations

from collections.abc import Sequence

from foveate.exports.conversation import (
    ANTHROPIC,
    OPENAI_CHAT,
    OPENAI_RESPONSES,
    Conversation,
    Imported,
    JsonObject,
    Usage,
    entitle,
    identify,
    nothing,
    skips,
    without_messages,
)
from foveate.exports.fields import as_list, as_object, as_text, count, objects, seconds

ITEM_TYPES = frozenset(
    {
        "reasoning",
        "function_call",
        "function_call_output",
        "custom_tool_call",
        "custom_tool_call_output",
        "local_shell_call",
        "local_shell_call_output",
        "web_search_call",
        "file_search_call",
        "image_generation_call",
        "code_interpreter_call",
        "computer_call",
        "computer_call_output",
        "tool_search_call",
        "tool_search_output",
        "mcp_call",
        "mcp_list_tools",
        "mcp_approval_request",
        "mcp_approval_response",
        "compaction",
        "item_reference",
    }
)
"""Items of the Responses API that have a type in place of a role."""

_RESPONSES_PARTS = frozenset({"input_text", "output_text", "input_image", "input_file"})
_ANTHROPIC_BLOCKS = frozenset(
    {"tool_use", "tool_result", "thinking", "redacted_thinking", "server_tool_use", "document"}
)
_CHAT_ROLES = ("tool", "function", "system", "developer")
_TIMES = ("timestamp", "created_at", "create_time", "created", "time")
_LISTS = ("messages", "input")
_ENVELOPES = ("body", "request", "kwargs")  # a batch line, a proxy's log, a tracer's record


def is_message(value: object) -> bool:
    """Tells a message of an API, or an item of the Responses API, from other objects."""
    if not isinstance(value, dict):
        return False
    if as_text(value.get("type")) in ITEM_TYPES:
        return True
    says = any(name in value for name in ("content", "tool_calls", "function_call"))
    return bool(as_text(value.get("role"))) and says


def body_of(value: object) -> JsonObject:
    """Is the object that holds the list of messages: the value, or the request inside it; empty if there is none."""
    record = as_object(value)
    places = (record, *(as_object(record.get(name)) for name in _ENVELOPES))
    holding = (body for body in places if any(_holds_messages(body.get(name)) for name in _LISTS) or _is_prompt(body))
    return next(holding, {})


def read_one(value: object, *, source: str, where: str, form: str = "") -> Imported:
    """Reads a bare list of messages, or an object with `messages` or `input`."""
    if isinstance(value, list):
        return read_list(value, source=source, where=where, form=form)
    record = as_object(value)
    body = body_of(record)
    if not body:
        return nothing(source, where, "no list of messages in it")
    chat = _holds_messages(body.get("messages"))
    values = as_list(body.get("messages" if chat else "input")) or [{"role": "user", "content": body.get("input")}]
    beside = {**record, **body}
    return read_list(values, source=source, where=where, form=form, record=beside, responses=not chat)


def read_list(
    values: Sequence[object],
    *,
    source: str,
    where: str,
    form: str = "",
    record: JsonObject | None = None,
    responses: bool = False,
) -> Imported:
    """Reads the messages of one conversation; `record` is what stands beside them: id, title, system, usage."""
    beside = record or {}
    messages = [value for value in values if isinstance(value, dict) and is_message(value)]
    found = [("not a message", f"message {n}") for n, value in enumerate(values, start=1) if not is_message(value)]
    if not messages:
        return Imported(skipped=(*skips(source, where, found), without_messages(source, where)))
    shape = OPENAI_RESPONSES if responses else shape_of(messages, has_system="system" in beside)
    system = beside.get("instructions") if shape == OPENAI_RESPONSES else beside.get("system")
    if shape == OPENAI_CHAT and system:
        messages, system = [{"role": "system", "content": system}, *messages], None
    found += _shared_ids(messages)
    conversation = Conversation(
        id=identify(_given_id(beside), messages),
        title=entitle(beside.get("title") or beside.get("name"), messages),
        source=source,
        format=form or ("anthropic_json" if shape == ANTHROPIC else "openai_json"),
        shape=shape,
        messages=tuple(messages),
        times=tuple(_time(message) for message in messages),
        usage=_usage(as_object(beside.get("usage"))),
        system=system or None,
    )
    return Imported(conversations=(conversation,), skipped=skips(source, where, found))


def shape_of(messages: Sequence[JsonObject], *, has_system: bool = False) -> str:
    """Tells the API that a list of messages is for."""
    if any(as_text(message.get("type")) in ITEM_TYPES for message in messages):
        return OPENAI_RESPONSES
    if any("tool_calls" in message or message.get("role") in _CHAT_ROLES for message in messages):
        return OPENAI_CHAT
    parts = [part for message in messages for part in objects(message.get("content"))]
    kinds = {as_text(part.get("type")) for part in parts}
    if kinds & _RESPONSES_PARTS:
        return OPENAI_RESPONSES
    blocks = kinds & _ANTHROPIC_BLOCKS or any("source" in part for part in parts if part.get("type") == "image")
    return ANTHROPIC if has_system or blocks else OPENAI_CHAT


def _holds_messages(value: object) -> bool:
    return isinstance(value, list) and any(is_message(item) for item in value)


def _is_prompt(body: JsonObject) -> bool:
    return bool(as_text(body.get("model"))) and bool(as_text(body.get("input")).strip())


def _given_id(record: JsonObject) -> object:
    names = ("id", "conversation_id", "session_id", "thread_id", "chat_id", "custom_id", "uuid")
    return next((record[name] for name in names if record.get(name)), None)


def _time(message: JsonObject) -> float | None:
    return next((moment for name in _TIMES if (moment := seconds(message.get(name))) is not None), None)


def _usage(usage: JsonObject) -> Usage | None:
    given = count(usage.get("input_tokens")) or count(usage.get("prompt_tokens"))
    made = count(usage.get("output_tokens")) or count(usage.get("completion_tokens"))
    return Usage(input_tokens=given, output_tokens=made) if given or made else None


def _shared_ids(messages: Sequence[JsonObject]) -> list[tuple[str, str]]:
    """Names the messages whose id another message has too: both stay, for an id alone is no identity."""
    first: dict[str, JsonObject] = {}
    found: list[tuple[str, str]] = []
    for n, message in enumerate(messages, start=1):
        given = as_text(message.get("id"))
        if given and first.setdefault(given, message) is not message and first[given] != message:
            found.append(("an id that another message has too; both are kept", f"message {n}"))
    return found

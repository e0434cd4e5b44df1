"""Claude's data export: `chat_messages`, a plain list in older files and a tree of parent links in newer ones.

The messages come out in Anthropic's shape: a tool's result goes into a message of its own behind the call. Thinking
without its signature is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from foveate.exports import tree
from foveate.exports.claude_content import said_by_assistant, said_by_person
from foveate.exports.conversation import (
    ANTHROPIC,
    Conversation,
    Imported,
    JsonObject,
    entitle,
    gathered,
    identify,
    skips,
    without_messages,
)
from foveate.exports.fields import as_list, as_object, as_text, count, seconds

ROOT = "00000000-0000-4000-8000-000000000000"
"""The parent that the export names for a first message; no message has this id."""


class _Branch(NamedTuple):
    keys: Sequence[str]
    leaves: int
    found: list[tuple[str, str]]


def read(data: object, *, source: str) -> Imported:
    """Reads a whole `conversations.json`, or one conversation of it."""
    chats = data if isinstance(data, list) else [data]
    return gathered(read_one(chat, source=source, where=f"conversation {n}") for n, chat in enumerate(chats, start=1))


def read_one(value: object, *, source: str, where: str) -> Imported:
    """Reads one conversation with its `chat_messages`."""
    chat = as_object(value)
    messages, found = _keyed(as_list(chat.get("chat_messages")))
    if not messages:
        return Imported(skipped=(*skips(source, where, found), without_messages(source, where)))
    branch = _branch(messages, chat.get("current_leaf_message_uuid"))
    found += branch.found
    said: list[tuple[JsonObject, float | None]] = []
    for key in branch.keys:
        shaped, why = _shape(messages[key], key)
        said += [(one, seconds(messages[key].get("created_at"))) for one in shaped]
        found += [(reason, f"message {key}") for reason in why]
    shaped_messages = tuple(message for message, _ in said)
    if not shaped_messages:
        return Imported(skipped=(*skips(source, where, found), without_messages(source, where)))
    conversation = Conversation(
        id=identify(chat.get("uuid"), shaped_messages),
        title=entitle(chat.get("name"), shaped_messages),
        source=source,
        format="claude",
        shape=ANTHROPIC,
        messages=shaped_messages,
        times=tuple(time for _, time in said),
        branches=branch.leaves,
    )
    return Imported(conversations=(conversation,), skipped=skips(source, where, found))


def _keyed(values: Sequence[object]) -> tuple[dict[str, JsonObject], list[tuple[str, str]]]:
    """Gives each message a key of its own: two different messages with one id are both kept."""
    messages: dict[str, JsonObject] = {}
    found: list[tuple[str, str]] = []
    for n, value in enumerate(values, start=1):
        if not isinstance(value, dict):
            found.append(("not a message", f"message {n}"))
            continue
        key = as_text(value.get("uuid")) or f"#{n}"
        if key in messages and messages[key] == value:
            found.append(("the same message a second time", f"message {key}"))
            continue
        if key in messages:
            found.append(("an id that another message has too; both are kept", f"message {key}"))
            key = f"{key}#{n}"
        messages[key] = value
    return messages, found


def _branch(messages: Mapping[str, JsonObject], current: object) -> _Branch:
    if not any(as_text(message.get("parent_message_uuid")) for message in messages.values()):
        return _Branch(keys=_in_order(messages), leaves=1, found=[])
    parents, found = _parents(messages)
    ends = tree.leaves(parents)
    if isinstance(current, str) and current in messages:
        leaf = current
    else:
        leaf = (ends or tuple(messages))[-1]
        why = "no current branch is named; the one of the last message was taken"
        found += [(why, f"message {leaf}")] if len(ends) > 1 else []
    walked = tree.trace(parents, leaf)
    found += [(walked.fault, f"message {walked.path[0]}")] if walked.fault else []
    return _Branch(keys=walked.path, leaves=max(1, len(ends)), found=found)


def _in_order(messages: Mapping[str, JsonObject]) -> tuple[str, ...]:
    """Is the messages in the order of the indexes that the server gave them, or of the file where it gave none."""
    indexes = {key: message["index"] for key, message in messages.items() if isinstance(message.get("index"), int)}
    whole = len(indexes) == len(messages) == len(set(indexes.values()))
    return tuple(sorted(messages, key=lambda key: count(indexes[key]))) if whole else tuple(messages)


def _parents(messages: Mapping[str, JsonObject]) -> tuple[dict[str, str | None], list[tuple[str, str]]]:
    """Is each message's parent. Where a link leads nowhere the message before it is the parent, which is said."""
    parents: dict[str, str | None] = {}
    found: list[tuple[str, str]] = []
    before: str | None = None
    for key, message in messages.items():
        named = as_text(message.get("parent_message_uuid"))
        if named in ("", ROOT):
            parents[key] = None
        elif named in messages:
            parents[key] = named
        else:
            instead = "the message before it was taken" if before else "the talk before it cannot be told"
            found.append((f"its parent is not in the file; {instead}", f"message {key}"))
            parents[key] = before
        before = key
    return parents, found


def _shape(message: JsonObject, key: str) -> tuple[list[JsonObject], list[str]]:
    sender = as_text(message.get("sender")) or as_text(message.get("role"))
    if sender in ("human", "user"):
        return said_by_person(message)
    if sender == "assistant":
        return said_by_assistant(message, key)
    return [], [f"the unknown sender {sender or 'none'!r}"]

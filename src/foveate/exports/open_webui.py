"""Open WebUI's chat export: `history.messages`, walked up by `parentId` from `currentId`.

The lists of children are not trusted: they are often empty. A chat without a history falls back to its plain list of
messages.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from foveate.exports import tree
from foveate.exports.conversation import (
    OPENAI_CHAT,
    Conversation,
    Imported,
    JsonObject,
    entitle,
    gathered,
    identify,
    skips,
    without_messages,
)
from foveate.exports.fields import as_list, as_object, as_text, objects, seconds

_REASONING_OPENS = '<details type="reasoning"'
_DETAILS_CLOSE = "</details>"
_ROLES = ("user", "assistant", "system", "developer")


def read(data: object, *, source: str) -> Imported:
    """Reads an export of all chats, or one chat of it."""
    chats = data if isinstance(data, list) else [data]
    return gathered(read_one(chat, source=source, where=f"conversation {n}") for n, chat in enumerate(chats, start=1))


def read_one(value: object, *, source: str, where: str) -> Imported:
    """Reads one chat, with or without the record of the database around it."""
    record = as_object(value)
    chat = as_object(record.get("chat")) or record
    nodes, keys, leaves, found = _branch(record, chat)
    said: list[tuple[JsonObject, float | None]] = []
    for key in keys:
        message, why = _shape(nodes[key])
        found += [(why, f"message {key}")] if why else []
        said += [(message, seconds(nodes[key].get("timestamp")))] if message else []
    if not said:
        return Imported(skipped=(*skips(source, where, found), without_messages(source, where)))
    system = as_text(chat.get("system")) or as_text(as_object(chat.get("params")).get("system"))
    if system.strip() and said[0][0]["role"] != "system":
        said.insert(0, ({"role": "system", "content": system}, None))
    messages = tuple(message for message, _ in said)
    conversation = Conversation(
        id=identify(record.get("id") or chat.get("id"), messages),
        title=entitle(record.get("title") or chat.get("title"), messages),
        source=source,
        format="open_webui",
        shape=OPENAI_CHAT,
        messages=messages,
        times=tuple(time for _, time in said),
        branches=leaves,
    )
    return Imported(conversations=(conversation,), skipped=skips(source, where, found))


class _Branch(NamedTuple):
    nodes: Mapping[str, JsonObject]
    keys: tuple[str, ...]
    leaves: int
    found: list[tuple[str, str]]


def _branch(record: JsonObject, chat: JsonObject) -> _Branch:
    history = as_object(chat.get("history")) or as_object(record.get("history"))
    stored = history.get("messages")
    named = as_object(stored) or {as_text(one.get("id")) or f"#{n}": one for n, one in enumerate(objects(stored))}
    nodes = {key: node for key, node in named.items() if isinstance(node, dict)}
    found = [("not a message", f"message {key}") for key in named if key not in nodes]
    if not nodes:
        values = as_list(chat.get("messages")) or as_list(record.get("messages"))
        plain = {f"{n}": one for n, one in enumerate(values, start=1) if isinstance(one, dict)}
        strange = [n for n, one in enumerate(values, start=1) if not isinstance(one, dict)]
        found += [("not a message", f"message {n}") for n in strange]
        return _Branch(nodes=plain, keys=tuple(plain), leaves=1, found=found)
    parents = _parents(nodes)
    ends = tree.leaves(parents)
    current = history.get("currentId")
    leaf = current if isinstance(current, str) and current in nodes else None
    if leaf is None:
        leaf = tree.deepest(parents, ends) or next(reversed(tuple(nodes)))
        found.append(("no current message is named; the longest branch was taken", f"message {leaf}"))
    walked = tree.trace(parents, leaf)
    found += [(walked.fault, f"message {walked.path[0]}")] if walked.fault else []
    return _Branch(nodes=nodes, keys=walked.path, leaves=max(1, len(ends)), found=found)


def _parents(nodes: Mapping[str, JsonObject]) -> dict[str, str | None]:
    """Is each message's parent: the one it names, or the one that lists it as a child where it names none there is."""
    pairs = ((child, key) for key, node in nodes.items() for child in as_list(node.get("childrenIds")))
    listed = {child: key for child, key in pairs if isinstance(child, str) and child != key}
    parents: dict[str, str | None] = {}
    for key, node in nodes.items():
        named = as_text(node.get("parentId")) or None
        lost = "parentId" not in node if named is None else named not in nodes
        parents[key] = listed.get(key, named) if lost else named
    return parents


def _shape(node: JsonObject) -> tuple[JsonObject, str]:
    role = as_text(node.get("role"))
    if role not in _ROLES:
        return {}, f"left out: the unknown role {role or 'none'!r}"
    content = node.get("content")
    if isinstance(content, list) and content:
        return {"role": role, "content": content}, ""
    text = without_reasoning(as_text(content)) if role == "assistant" else as_text(content)
    marks, images = _files(node)
    text = "\n".join(line for line in (text, *marks) if line)
    if images:
        return {"role": role, "content": [{"type": "text", "text": text}, *images] if text else images}, ""
    return ({"role": role, "content": text}, "") if text.strip() else ({}, "left out: an empty message")


def without_reasoning(text: str) -> str:
    """Is an answer without the reasoning that Open WebUI folds into it: a model is not sent it again."""
    kept: list[str] = []
    at = 0
    while (start := text.find(_REASONING_OPENS, at)) >= 0 and (end := text.find(_DETAILS_CLOSE, start)) >= 0:
        kept.append(text[at:start])
        at = end + len(_DETAILS_CLOSE)
    return "".join([*kept, text[at:].lstrip("\n") if kept else text[at:]])


def _files(node: JsonObject) -> tuple[list[str], list[JsonObject]]:
    marks: list[str] = []
    images: list[JsonObject] = []
    for file in objects(node.get("files")):
        url = as_text(file.get("url"))
        if as_text(file.get("type")) == "image" and url.startswith(("data:", "http://", "https://")):
            images.append({"type": "image_url", "image_url": {"url": url}})
            continue
        name = as_text(file.get("name"))
        kind = "image" if as_text(file.get("type")) == "image" else "file"
        marks.append(f"[{kind}: {name}]" if name else f"[{kind}]")
    return marks, images

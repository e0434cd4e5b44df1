"""ChatGPT's data export (`conversations.json`, whole or split): a tree of nodes to the branch that the person last saw.

Other branches are counted. A tool's node becomes a call with its result, or plain text where the file holds no call
for it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from foveate.exports import tree
from foveate.exports.chatgpt_content import Spoken, spoken
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
from foveate.exports.fields import as_list, as_object, as_text

TOOL_NAME_CHARS = 64
"""The longest name of a function that the Chat Completions API takes."""


class _Timed(NamedTuple):
    message: JsonObject
    time: float | None


def read(data: object, *, source: str) -> Imported:
    """Reads a whole `conversations.json`, or one conversation of it."""
    chats = data if isinstance(data, list) else [data]
    return gathered(read_one(chat, source=source, where=f"conversation {n}") for n, chat in enumerate(chats, start=1))


def read_one(value: object, *, source: str, where: str) -> Imported:
    """Reads one conversation with its `mapping`."""
    chat = as_object(value)
    mapping = as_object(chat.get("mapping"))
    nodes = {key: node for key, node in mapping.items() if isinstance(node, dict)}
    if not nodes:
        return Imported(skipped=(without_messages(source, where),))
    found = [("not an object", f"node {key}") for key in mapping if key not in nodes]
    parents = parents_of(nodes)
    ends = [leaf for leaf in tree.leaves(parents) if _message(nodes[leaf])]
    leaf, why = _current(chat.get("current_node"), parents, ends)
    found += [(why, f"node {leaf}")] if why else []
    walked = tree.trace(parents, leaf)
    found += [(walked.fault, f"node {walked.path[0]}")] if walked.fault else []
    said = [(key, spoken(message)) for key in walked.path if (message := _message(nodes[key]))]
    found += [(f"left out: {one.why}", f"node {key}") for key, one in said if one.kind == "left_out"]
    timed = list(_compose([(key, one) for key, one in said if one.kind not in ("left_out", "empty")]))
    skipped = skips(source, where, found)
    if not timed:
        return Imported(skipped=(*skipped, without_messages(source, where)))
    messages = tuple(one.message for one in timed)
    conversation = Conversation(
        id=identify(chat.get("conversation_id") or chat.get("id"), messages),
        title=entitle(chat.get("title"), messages),
        source=source,
        format="chatgpt",
        shape=OPENAI_CHAT,
        messages=messages,
        times=tuple(one.time for one in timed),
        branches=max(1, len(ends)),
    )
    return Imported(conversations=(conversation,), skipped=skipped)


def parents_of(nodes: Mapping[str, JsonObject]) -> dict[str, str | None]:
    """Is each node's parent: the one it names, or the one that lists it as a child where its own link leads nowhere."""
    pairs = ((child, key) for key, node in nodes.items() for child in as_list(node.get("children")))
    listed = {child: key for child, key in pairs if isinstance(child, str)}
    parents: dict[str, str | None] = {}
    for key, node in nodes.items():
        named = as_text(node.get("parent")) or None
        by_list = listed.get(key)
        parents[key] = by_list if by_list is not None and by_list != key and named not in nodes else named
    return parents


def _message(node: JsonObject) -> JsonObject:
    return as_object(node.get("message"))


def _current(named: object, parents: Mapping[str, str | None], ends: Sequence[str]) -> tuple[str, str]:
    if isinstance(named, str) and named in parents:
        return named, ""
    chosen = tree.deepest(parents, ends) or next(reversed(tuple(parents)))
    return chosen, "no current node is named; the longest branch was taken"


def _compose(said: Sequence[tuple[str, Spoken]]) -> Iterator[_Timed]:
    at = 0
    while at < len(said):
        calls = _run(said, at, "call")
        results = _run(said, at + len(calls), "result")
        if calls or results:
            yield from _exchange(calls, results)
            at += len(calls) + len(results)
            continue
        _, one = said[at]
        yield _Timed({"role": one.role, "content": one.text}, one.time)
        at += 1


def _run(said: Sequence[tuple[str, Spoken]], start: int, kind: str) -> Sequence[tuple[str, Spoken]]:
    end = start
    while end < len(said) and said[end][1].kind == kind:
        end += 1
    return said[start:end]


def _exchange(calls: Sequence[tuple[str, Spoken]], results: Sequence[tuple[str, Spoken]]) -> Iterator[_Timed]:
    """Pairs calls with results in order; surplus results join the last one, what has no partner is said as text."""
    paired = min(len(calls), len(results))
    for _, one in calls[: len(calls) - paired]:
        yield _Timed({"role": "assistant", "content": one.text}, one.time)
    answered = calls[len(calls) - paired :]
    if not answered:
        for _, one in results:
            yield _Timed({"role": "assistant", "content": f"[{one.name or 'tool'}]\n{one.text}"}, one.time)
        return
    tool_calls = [_tool_call(key, one) for key, one in answered]
    yield _Timed({"role": "assistant", "content": None, "tool_calls": tool_calls}, answered[0][1].time)
    for n, (key, _) in enumerate(answered):
        own = results[n : n + 1] if n + 1 < paired else results[n:]
        text = "\n".join(one.text for _, one in own)
        yield _Timed({"role": "tool", "tool_call_id": _call_id(key), "content": text}, own[0][1].time)


def _tool_call(key: str, call: Spoken) -> JsonObject:
    name = re.sub(r"[^A-Za-z0-9_-]", "_", call.name)[:TOOL_NAME_CHARS]
    return {"id": _call_id(key), "type": "function", "function": {"name": name, "arguments": _arguments(call.text)}}


def _call_id(key: str) -> str:
    return f"call_{key}"


def _arguments(text: str) -> str:
    try:
        given = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        given = None
    return text if isinstance(given, dict) else json.dumps({"input": text}, ensure_ascii=False, separators=(",", ":"))


def _refuse(constant: str) -> None:
    raise ValueError(constant)  # NaN and Infinity are no JSON: such arguments are text

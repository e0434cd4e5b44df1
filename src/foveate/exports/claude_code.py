"""Claude Code's session logs: which lines are the talk, and in what order; assembling the messages is done elsewhere.

Lines are linked by parentUuid, but the links alone lose answers: parallel calls fork the chain, a retry orphans the
reply, a lost line breaks it. Sub-agents, the client's own lines and compaction summaries stand apart and are counted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from foveate.exports import tree
from foveate.exports.claude_code_messages import Said, assemble, call_ids, is_carrier, result_ids, usage_of
from foveate.exports.conversation import (
    ANTHROPIC,
    Conversation,
    Imported,
    JsonObject,
    Skipped,
    entitle,
    identify,
    skips,
)
from foveate.exports.fields import as_object, as_text, seconds
from foveate.exports.parsing import Line

_SPEAKERS = ("user", "assistant")
_TITLES = (("custom-title", "customTitle"), ("ai-title", "aiTitle"), ("summary", "summary"))

SIDECHAIN = "a sub-agent's line, which is no part of this talk"
META = "a line the client wrote for itself"
COMPACTED = "the summary of a compaction left out; the talk before it is kept whole"
API_ERROR = "an error message of the client left out"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Node:
    """One line of the main chain. `said` is False for lines that only link others."""

    key: str
    line: JsonObject
    where: str
    said: bool

    @property
    def message(self) -> JsonObject:
        return as_object(self.line.get("message"))


def is_line(value: object) -> bool:
    """Tells a line of a Claude Code log that holds a message, or a summary of one."""
    line = as_object(value)
    kind = as_text(line.get("type"))
    if kind in _SPEAKERS and isinstance(line.get("message"), dict):
        return True
    return kind == "summary" and "leafUuid" in line


def read_lines(lines: Sequence[Line], *, source: str) -> Imported:
    """Reads the lines of one log."""
    nodes, found = _nodes(lines)
    talk = [node for node in nodes.values() if node.said]
    if not talk:
        empty = Skipped(source=source, where="", reason="a session without messages of its own")
        return Imported(skipped=(*skips(source, "", found), empty))
    parents, lost = _parents(nodes)
    walked = tree.trace(parents, talk[-1].key)
    lost += [(walked.fault, nodes[walked.path[0]].where)] if walked.fault else []
    kept = _kept(walked.path, nodes, parents)
    said = [_said(node) for node in kept]
    messages, times, orphans = assemble(said)
    found += [*lost, *orphans]
    if not messages:
        empty = Skipped(source=source, where="", reason="a session without messages of its own")
        return Imported(skipped=(*skips(source, "", found), empty))
    conversation = Conversation(
        id=identify(next((node.line.get("sessionId") for node in talk if node.line.get("sessionId")), None), messages),
        title=entitle(_title(lines), messages),
        source=source,
        format="claude_code",
        shape=ANTHROPIC,
        messages=messages,
        times=times,
        branches=_branches(nodes, parents, {node.key for node in kept}),
        usage=usage_of(said),
    )
    return Imported(conversations=(conversation,), skipped=skips(source, "", found))


def _said(node: _Node) -> Said:
    return Said(message=node.message, time=seconds(node.line.get("timestamp")), where=node.where, key=node.key)


def _nodes(lines: Sequence[Line]) -> tuple[dict[str, _Node], list[tuple[str, str]]]:
    """Gives each line of the main chain a key of its own, and says what is no part of it."""
    nodes: dict[str, _Node] = {}
    found: list[tuple[str, str]] = []
    for line in lines:
        value = as_object(line.value)
        if value.get("isSidechain") is True:
            found.append((SIDECHAIN, line.where))
            continue
        why = _why_apart(value)
        found += [(why, line.where)] if why else []
        said = not why and value.get("type") in _SPEAKERS
        key = as_text(value.get("uuid")) or (line.where if said else "")
        if not key:
            continue
        if key in nodes:
            if nodes[key].line.get("message") == value.get("message"):
                found.append(("the same line a second time", line.where))
                continue
            found.append(("an id that another line has too; both are kept", line.where))
            key = f"{key}#{line.number}"
        nodes[key] = _Node(key=key, line=value, where=line.where, said=said)
    return nodes, found


def _why_apart(line: JsonObject) -> str:
    kind = as_text(line.get("type"))
    if kind == "system" and line.get("subtype") == "compact_boundary":
        return ""
    if kind == "summary":
        return "a title the client made of an earlier session"
    if kind not in _SPEAKERS:
        return f"a bookkeeping line ({kind or 'no type'})" if not as_text(line.get("uuid")) else ""
    if line.get("isCompactSummary") is True:
        return COMPACTED
    if line.get("isMeta") is True:
        return META
    message = as_object(line.get("message"))
    if line.get("isApiErrorMessage") is True or message.get("model") == "<synthetic>":
        return API_ERROR
    return "" if message.get("content") is not None else "a message without content"


def _parents(nodes: Mapping[str, _Node]) -> tuple[dict[str, str | None], list[tuple[str, str]]]:
    """Is each line's parent. Where a link leads nowhere the line before it is the parent, which is said."""
    parents: dict[str, str | None] = {}
    lost: list[tuple[str, str]] = []
    before: str | None = None
    for key, node in nodes.items():
        line = node.line
        named = as_text(line.get("parentUuid")) or None
        boundary = line.get("subtype") == "compact_boundary" or (line.get("isCompactSummary") is True and named is None)
        if boundary and named not in nodes:
            logical = as_text(line.get("logicalParentUuid"))
            named = logical if logical in nodes and logical != key else before
        elif named is not None and named not in nodes:
            lost.append(("its parent is not in the file; the line before it was taken", node.where))
            named = before
        elif "parentUuid" not in line:
            named = before
        parents[key] = named
        before = key
    return parents, lost


def _kept(path: Sequence[str], nodes: Mapping[str, _Node], parents: Mapping[str, str | None]) -> list[_Node]:
    """Is the talk on the path, with what belongs to it but forked off: each stands behind the place it forked from."""
    place = {key: n for n, key in enumerate(path)}
    ids = {as_text(nodes[key].message.get("id")) for key in path if nodes[key].said} - {""}
    calls = {call for key in path if nodes[key].said for call in call_ids(nodes[key].message)}
    answered = {result for key in path if nodes[key].said for result in result_ids(nodes[key].message)}
    retried = {parents[key] for key in path if nodes[key].line.get("subtype") == "api_error"} - {None}
    order: list[tuple[int, int, int, _Node]] = []
    for n, (key, node) in enumerate(nodes.items()):
        parent = parents[key]
        if key in place:
            order += [(place[key], 0, n, node)] if node.said else []
            continue
        if parent not in place:
            continue
        if not node.said:
            place[key] = place[parent]
            continue
        own = as_text(node.message.get("id"))
        if node.line.get("type") == "assistant" and (own in ids or parent in retried):
            calls |= set(call_ids(node.message))
        elif not (is_carrier(node.message) and set(result_ids(node.message)) <= calls - answered):
            continue
        retried |= {key} if parent in retried else set()
        answered |= set(result_ids(node.message))
        ids |= {own} - {""}
        place[key] = place[parent]
        order.append((place[key], 1, n, node))
    return [node for *_, node in sorted(order, key=lambda entry: entry[:3])]


def _branches(nodes: Mapping[str, _Node], parents: Mapping[str, str | None], kept: set[str]) -> int:
    """Counts the ends of the talk; a forked result of a tool is no end of its own."""
    speaker: dict[str, str | None] = {}
    inner: set[str | None] = set()
    for key, node in nodes.items():
        parent = parents[key]
        above = None if parent is None else (parent if nodes[parent].said else speaker.get(parent))
        speaker[key] = above
        if node.said:
            inner.add(above)
    ends = [key for key, node in nodes.items() if node.said and key not in inner]
    others = [key for key in ends if key not in kept and not is_carrier(nodes[key].message)]
    return 1 + len(others)


def _title(lines: Sequence[Line]) -> str | None:
    values = [as_object(line.value) for line in lines]
    for kind, name in _TITLES:
        given = [title for value in values if value.get("type") == kind and (title := as_text(value.get(name)))]
        if given:
            return given[-1]
    return None

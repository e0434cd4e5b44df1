"""One message of a Claude export as messages of Anthropic's shape: blocks, tool calls with their results, attachments.

Every call has its result right behind it and every result its call: what the export holds only half of is said as text.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from foveate.exports.conversation import JsonObject
from foveate.exports.fields import as_list, as_object, as_text, objects

THINKING = "thinking without its signature left out: a model does not take it back"
_SILENT = ("token_budget", "flag")
_TEXT_FIELDS = ("text", "title", "url")


@dataclass(slots=True, kw_only=True)
class _Exchange:
    """Blocks of the assistant gathered so far, and the results that came behind them."""

    key: str
    said: list[JsonObject] = field(default_factory=list)
    results: list[JsonObject] = field(default_factory=list)
    calls: int = 0


def said_by_person(message: JsonObject) -> tuple[list[JsonObject], list[str]]:
    """Is the person's message with the text of its attachments behind their words, and what was left out."""
    blocks = [_block(block) for block in objects(message.get("content"))]
    texts = [block for block in blocks if block and as_text(block.get("text")).strip()]
    texts = texts or _plain(message)
    texts += [_text(text) for text in _attachments(message)]
    return ([_message("user", texts)], []) if texts else ([], ["an empty message"])


def said_by_assistant(message: JsonObject, key: str) -> tuple[list[JsonObject], list[str]]:
    """Is the assistant's message, cut behind each run of tool results, and what was left out."""
    out: list[JsonObject] = []
    why: list[str] = []
    open_ = _Exchange(key=key)
    for block in objects(message.get("content")):
        kind = as_text(block.get("type"))
        if kind in ("thinking", "redacted_thinking"):
            why.append(THINKING)
            continue
        if kind == "tool_result":
            _answer(open_, block)
            continue
        if open_.results:
            out += _closed(open_)
        if kind == "tool_use":
            open_.calls += 1
            open_.said.append(_call(block, f"toolu_{key}_{open_.calls}"))
        elif said := _block(block):
            open_.said.append(said)
    out += _closed(open_)
    if not out and (plain := _plain(message)):
        out = [_message("assistant", plain)]
    files = [_text(text) for text in _attachments(message)]
    out += [_message("assistant", files)] if files else []
    return out, why if out or why else ["an empty message"]


def _answer(open_: _Exchange, block: JsonObject) -> None:
    answered = {result["tool_use_id"] for result in open_.results}
    waiting = [call["id"] for call in open_.said if call.get("type") == "tool_use" and call["id"] not in answered]
    named = block.get("tool_use_id")
    chosen = named if named in waiting else (None if as_text(named) or not waiting else waiting[0])
    content = [_block(part) for part in objects(block.get("content"))]
    shown = [part for part in content if part] or [_text(as_text(block.get("content")))]
    if chosen is None:  # the call is not in the file, so the result may not stand as one
        if open_.results:
            open_.results[-1]["content"] = [*as_list(open_.results[-1]["content"]), *shown]
            return
        text = "\n".join(as_text(part.get("text")) for part in shown)
        open_.said.append(_text(f"[{as_text(block.get('name')) or 'tool'}]\n{text}"))
        return
    result: JsonObject = {"type": "tool_result", "tool_use_id": chosen, "content": shown}
    if block.get("is_error") is True:
        result["is_error"] = True
    open_.results.append(result)


def _closed(open_: _Exchange) -> list[JsonObject]:
    answered = {result["tool_use_id"] for result in open_.results}
    lone = [block.get("type") == "tool_use" and block["id"] not in answered for block in open_.said]
    said = [_unanswered(block) if alone else block for block, alone in zip(open_.said, lone, strict=True)]
    out = [_message("assistant", said)] if said else []
    out += [{"role": "user", "content": open_.results}] if open_.results else []
    open_.said, open_.results = [], []
    return out


def _call(block: JsonObject, made_up: str) -> JsonObject:
    return {
        "type": "tool_use",
        "id": as_text(block.get("id")) or made_up,
        "name": as_text(block.get("name")) or "tool",
        "input": as_object(block.get("input")),
    }


def _unanswered(call: JsonObject) -> JsonObject:
    return _text(f"[call of {call['name']}]")


def _block(block: JsonObject) -> JsonObject | None:
    kind = as_text(block.get("type")) or "text"
    if kind in _SILENT:
        return None
    text = "\n".join(text for name in _TEXT_FIELDS if (text := as_text(block.get(name))))
    if text.strip():
        return _text(text)
    return None if kind == "text" else _text(f"[{kind}]")


def _plain(message: JsonObject) -> list[JsonObject]:
    text = as_text(message.get("text"))
    return [_text(text)] if text.strip() else []


def _attachments(message: JsonObject) -> list[str]:
    attached = objects(message.get("attachments"))
    texts = [f"{_file(file)}\n{as_text(file.get('extracted_content'))}".rstrip() for file in attached]
    known = {as_text(file.get("file_name")) for file in attached}
    files = [file for file in objects(message.get("files")) if as_text(file.get("file_name")) not in known]
    return texts + [_file(file) for file in files]


def _file(file: JsonObject) -> str:
    kind = "image" if "image" in as_text(file.get("file_kind")) or "image" in as_text(file.get("file_type")) else "file"
    name = as_text(file.get("file_name"))
    return f"[{kind}: {name}]" if name else f"[{kind}]"


def _message(role: str, blocks: list[JsonObject]) -> JsonObject:
    alone = blocks[0] if len(blocks) == 1 else {}
    return {"role": role, "content": alone["text"] if alone.get("type") == "text" else blocks}


def _text(text: str) -> JsonObject:
    return {"type": "text", "text": text}

"""BEAM's chats and their probing questions: batches of turns, or plans of batches, and the ids that a question cites.

The text of the messages is not touched. Evidence is what the person said; that an answer is cited too is only noted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from foveate.exports.conversation import (
    OPENAI_CHAT,
    Conversation,
    Imported,
    JsonObject,
    entitle,
    identify,
    skips,
    without_messages,
)
from foveate.exports.fields import as_list, as_object, as_text, objects
from foveate.exports.questions import Examined, Question

_PLAN = "plan-"


def is_batch(value: object) -> bool:
    """Tells a batch of turns, or an object of plans that hold batches."""
    record = as_object(value)
    return isinstance(record.get("turns"), list) or (bool(record) and all(name.startswith(_PLAN) for name in record))


def is_questions(value: object) -> bool:
    """Tells the file of probing questions: categories, each with a list of objects that hold a question."""
    record = as_object(value)
    lists = [items for items in record.values() if isinstance(items, list)]
    asked = all(as_text(as_object(item).get("question")) for items in lists for item in items)
    return bool(record) and len(lists) == len(record) and asked


def read(data: object, *, source: str) -> Imported:
    """Reads a `chat.json`: all its batches are one conversation."""
    return read_one(data, source=source, where="")


def read_one(value: object, *, source: str, where: str) -> Imported:
    """Reads the batches of one chat, or a single batch."""
    told = _told(value)
    found = [("not a message", f"turn element {n}") for n, one in enumerate(told, start=1) if not _is_said(one)]
    said = [as_object(one) for one in told if _is_said(one)]
    if not said:
        return Imported(skipped=(without_messages(source, where),))
    messages = tuple({"role": one["role"], "content": one["content"]} for one in said)
    conversation = Conversation(
        id=identify(None, messages),
        title=entitle(None, messages),
        source=source,
        format="beam",
        shape=OPENAI_CHAT,
        messages=messages,
        times=(None,) * len(messages),  # its anchors are days of the story, not moments of the messages
    )
    return Imported(conversations=(conversation,), skipped=skips(source, where, found))


def read_questions(data: object, chat: object) -> tuple[Question, ...]:
    """Is every question about a chat that has evidence in it; `chat` is the value of its `chat.json`."""
    return _questions(data, chat)[0]


def read_examined(chat: object, questions: object, *, source: str) -> Examined | None:
    """Joins a chat and its questions; None if there is no message in the chat."""
    imported = read(chat, source=source)
    if not imported.conversations:
        return None
    kept, found = _questions(questions, chat)
    return Examined(
        conversation=imported.conversations[0],
        questions=kept,
        left_out=len(found),
        skipped=(*imported.skipped, *skips(source, "", found)),
    )


def _questions(data: object, chat: object) -> tuple[tuple[Question, ...], list[tuple[str, str]]]:
    said = [as_object(one) for one in _told(chat) if _is_said(one)]
    places: dict[int, list[int]] = {}
    for index, one in enumerate(said):
        if isinstance(one.get("id"), int):
            places.setdefault(_whole(one["id"]), []).append(index)
    kept: list[Question] = []
    found: list[tuple[str, str]] = []
    for category, items in as_object(data).items():
        for n, item in enumerate(objects(items), start=1):
            question, why = _question(item, category, places, said)
            kept += [question] if question else []
            found += [] if question else [(why, f"{category} {n}")]
    return tuple(kept), found


def _question(
    item: JsonObject, category: str, places: Mapping[int, Sequence[int]], said: Sequence[JsonObject]
) -> tuple[Question | None, str]:
    text = as_text(item.get("question"))
    cited = ids_in(item.get("source_chat_ids"))
    if not cited or not text.strip():
        return None, "a question without evidence"
    if any(len(places.get(one, ())) > 1 for one in cited):
        return None, "evidence cited by an id that several messages have"
    if any(one not in places for one in cited):
        return None, "evidence cited by an id that no message has"
    indexes = sorted({places[one][0] for one in cited})
    evidence = tuple(index for index in indexes if said[index].get("role") == "user")
    if not evidence:
        return None, "a question that cites no message of the person"
    cites = len(evidence) < len(indexes)
    return Question(question=text, evidence=evidence, cites_assistant=cites, category=category), ""


def ids_in(value: object) -> tuple[int, ...]:
    """Is every id in a list of ids, a list of lists, or an object of either, at any depth."""
    found: list[int] = []
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            waiting.extend(reversed(list(one.values())))
        elif isinstance(one, list):
            waiting.extend(reversed(one))
        elif isinstance(one, int) and not isinstance(one, bool):
            found.append(one)
        elif isinstance(one, str) and one.strip().isdecimal():
            found.append(_whole(one))
    return tuple(found)


def _told(value: object) -> list[object]:
    """Is every message in order: plans hold batches, batches turns, and a turn is messages or one message."""
    told: list[object] = []
    for batch in _batches(value):
        for turn in as_list(batch.get("turns")):
            told += turn if isinstance(turn, list) else [turn]
    return told


def _batches(value: object) -> list[JsonObject]:
    batches: list[JsonObject] = []
    for record in objects(value) if isinstance(value, list) else [as_object(value)]:
        if "turns" in record:
            batches.append(record)
            continue
        for name, plan in record.items():
            batches += objects(plan) if name.startswith(_PLAN) else []
    return batches


def _is_said(value: object) -> bool:
    record = as_object(value)
    return record.get("role") in ("user", "assistant", "system") and isinstance(record.get("content"), str)


def _whole(value: object) -> int:
    try:
        return int(value) if isinstance(value, (int, str)) else -1
    except ValueError:  # more digits than an integer may have
        return -1

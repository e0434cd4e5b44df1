"""A chat with questions about it, and the messages that hold their evidence. Nothing here asks or answers anything.

It reads the neutral form, `{"messages": [...], "questions": [{"question": "...", "evidence": [message index, ...]}]}`;
BEAM's own is read in beam.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from foveate.exports import plain
from foveate.exports.conversation import Conversation, JsonObject, Skipped, skips
from foveate.exports.fields import as_list, as_object, as_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question. `evidence` holds indexes into the conversation's messages, each once, in order."""

    question: str
    evidence: tuple[int, ...]
    cites_assistant: bool
    category: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """A conversation and the questions that will be put to it; `left_out` counts those without usable evidence."""

    conversation: Conversation
    questions: tuple[Question, ...]
    left_out: int = 0
    skipped: tuple[Skipped, ...] = ()


def is_examined(value: object) -> bool:
    """Tells an object that holds messages and questions about them."""
    record = as_object(value)
    return isinstance(record.get("questions"), list) and isinstance(record.get("messages"), list)


def read_examined(value: object, *, source: str, where: str) -> Examined | None:
    """Reads the neutral form; None if it holds no messages."""
    record = as_object(value)
    imported = plain.read_one(record, source=source, where=where)
    if not imported.conversations:
        return None
    conversation = imported.conversations[0]
    places = _places(as_list(record.get("messages")), conversation.messages)
    questions: list[Question] = []
    found: list[tuple[str, str]] = []
    for n, item in enumerate(as_list(record.get("questions")), start=1):
        question, why = _question(as_object(item), places, conversation.messages)
        questions += [question] if question else []
        found += [] if question else [(why, f"question {n}")]
    return Examined(
        conversation=conversation,
        questions=tuple(questions),
        left_out=len(found),
        skipped=(*imported.skipped, *skips(source, where, found)),
    )


def _places(given: Sequence[object], kept: Sequence[JsonObject]) -> dict[int, int]:
    """Maps the place of a message in the file to its place in the conversation, where elements were skipped."""
    lead = len(kept) - sum(1 for value in given if plain.is_message(value))
    places: dict[int, int] = {}
    for index, value in enumerate(given):
        if plain.is_message(value):
            places[index] = lead + len(places)
    return places


def _question(
    item: JsonObject, places: Mapping[int, int], messages: Sequence[JsonObject]
) -> tuple[Question | None, str]:
    text = as_text(item.get("question"))
    cited = as_list(item.get("evidence"))
    if not text.strip():
        return None, "no question in it"
    if not cited:
        return None, "a question without evidence"
    indexes = [index for index in cited if isinstance(index, int) and not isinstance(index, bool) and index in places]
    if len(indexes) < len(cited):
        return None, "evidence that is no index of a message"
    evidence = tuple(sorted({places[index] for index in indexes}))
    cites = any(messages[index].get("role") == "assistant" for index in evidence)
    category = as_text(item.get("category"))
    return Question(question=text, evidence=evidence, cites_assistant=cites, category=category), ""

"""What an import yields: conversations, and what was left out of them and why. Values only.

A conversation holds the branch that the person last saw, as messages that a model API of its shape takes.
Their order is that of the source's own links or lines, never that of a clock.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

OPENAI_CHAT = "openai_chat"
OPENAI_RESPONSES = "openai_responses"
ANTHROPIC = "anthropic"

TITLE_CHARS = 80
"""A title is a line in a table: 80 characters fit a terminal."""

ID_DIGITS = 16
"""Hexadecimal digits of a made-up id: 64 bits, no two chats of one person collide."""

JsonObject = dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens as the log itself reports them, counted once a model message."""

    input_tokens: int
    output_tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """One chat: its current branch, in order.

    `source` is a file's name, or `archive.zip:member`. `shape` says what `messages` are: openai_chat,
    openai_responses or anthropic. `times` holds seconds since the epoch, one a message, None where unknown.
    `branches` is the number of leaves of the source's tree, 1 for a plain list. `system` is the text that stands
    beside the messages (Anthropic's `system`, the Responses API's `instructions`).
    """

    id: str
    title: str
    source: str
    format: str
    shape: str
    messages: tuple[JsonObject, ...]
    times: tuple[float | None, ...]
    branches: int = 1
    usage: Usage | None = None
    system: object | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """Something that was not imported as it stands: in which source, where in it, and why."""

    source: str
    where: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What one source, or several together, gave."""

    conversations: tuple[Conversation, ...] = ()
    skipped: tuple[Skipped, ...] = ()


def gathered(parts: Iterable[Imported]) -> Imported:
    """Puts several imports behind one another, as they are."""
    kept = tuple(parts)
    return Imported(
        conversations=tuple(chat for part in kept for chat in part.conversations),
        skipped=tuple(skip for part in kept for skip in part.skipped),
    )


def nothing(source: str, where: str, reason: str) -> Imported:
    """Is the import of something that gave no conversation, for one reason."""
    return Imported(skipped=(Skipped(source=source, where=where, reason=reason),))


def without_messages(source: str, where: str) -> Skipped:
    """Says of a conversation that there is no message in it."""
    return Skipped(source=source, where=where, reason="a conversation without messages")


def skips(source: str, where: str, found: Iterable[tuple[str, str]]) -> tuple[Skipped, ...]:
    """Joins (reason, place) pairs into one line a reason, with the place, or with the first and how many."""
    places: dict[str, list[str]] = {}
    for reason, place in found:
        places.setdefault(reason, []).append(place)
    return tuple(_skip(source, where, reason, at) for reason, at in places.items())


def identify(given: object, messages: Sequence[JsonObject]) -> str:
    """Is the id that the source gives, or one made from the messages: the same chat has the same id each time."""
    if isinstance(given, str) and given.strip():
        return given
    if isinstance(given, int) and not isinstance(given, bool):
        return str(given)
    canonical = json.dumps(list(messages), sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()[:ID_DIGITS]


def entitle(given: object, messages: Sequence[JsonObject]) -> str:
    """Is the given title, or the first words of the first message with text, on one printable line."""
    texts = [given] if isinstance(given, str) else []
    texts += [words for message in messages if (words := first_words(message))]
    lines = (
        " ".join("".join(c if c.isprintable() else " " for c in text[: 4 * TITLE_CHARS]).split()) for text in texts
    )
    line = next((line for line in lines if line), "untitled")
    return line if len(line) <= TITLE_CHARS else line[: TITLE_CHARS - 1].rstrip() + "…"


def first_words(message: JsonObject) -> str:
    """Is the first text of a person's message, in any of the shapes; empty for any other message."""
    if message.get("role") != "user":
        return ""
    content = message.get("content")
    if isinstance(content, str):
        return content
    for part in content if isinstance(content, list) else ():
        text = part.get("text") if isinstance(part, dict) else part
        if isinstance(text, str) and text.strip():
            return text
    return ""


def _skip(source: str, where: str, reason: str, places: Sequence[str]) -> Skipped:
    if len(places) == 1:
        exact = ", ".join(part for part in (where, places[0]) if part)
        return Skipped(source=source, where=exact, reason=reason)
    return Skipped(source=source, where=where, reason=f"{reason} ({len(places)} times, first at {places[0]})")

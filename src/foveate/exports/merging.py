"""Several imports into one: what was imported already adds nothing.

A chat is known again by its id and its messages, never by the id alone. An older export of a chat that went on gives
way to the longer.
"""

from __future__ import annotations

from collections.abc import Iterable

from foveate.exports.conversation import Conversation, Imported, Skipped


def merge(imports: Iterable[Imported]) -> Imported:
    """Joins imports in order; a chat seen before is dropped, and said if it came from another place."""
    kept: list[Conversation] = []
    skipped: dict[Skipped, None] = {}  # in order, each once: the same file twice says the same twice
    places: dict[tuple[str, str], list[int]] = {}
    for imported in imports:
        skipped.update(dict.fromkeys(imported.skipped))
        own: set[int] = set()
        for chat in imported.conversations:
            known = places.setdefault((chat.format, chat.id), [])
            place, note = _place(chat, kept, known)
            if place == len(kept):
                kept.append(chat)
                known.append(place)
            elif len(chat.messages) > len(kept[place].messages):
                kept[place] = chat
            elif kept[place].source == chat.source and place not in own:
                note = None  # the same file once more
            own.add(place)
            skipped.update({note: None} if note else {})
    return Imported(conversations=tuple(kept), skipped=tuple(skipped))


def _place(chat: Conversation, kept: list[Conversation], known: list[int]) -> tuple[int, Skipped | None]:
    for place in known:
        other = kept[place]
        short, long = sorted((chat, other), key=lambda one: len(one.messages))
        if long.messages[: len(short.messages)] == short.messages and short.system == long.system:
            same = len(short.messages) == len(long.messages)
            reason = "the same chat was imported already" if same else "an older state of a chat that goes on elsewhere"
            return place, Skipped(source=short.source, where=f"conversation {chat.id}", reason=reason)
    if not known:
        return len(kept), None
    reason = "another chat has the same id; both are kept"
    return len(kept), Skipped(source=chat.source, where=f"conversation {chat.id}", reason=reason)

"""Reads chats from the disk: files, folders and zip archives, in a fixed order, each told by what it holds.

It opens files and nothing else: no format is known here. Nothing is unpacked to the disk; sizes are bounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Protocol

from foveate.errors import UnreadableSource
from foveate.exports import beam, chats, parsing, questions
from foveate.exports.conversation import Imported, Skipped
from foveate.exports.questions import Examined
from foveate.exports.recognise import merge, read_bytes
from foveate.measure.files import MAX_FILE_BYTES, Found, Unread, contents, find

_KINDS = (
    "OpenAI-style JSON or JSONL, a ChatGPT, Claude or Open WebUI export, a Claude Code or Codex log, or a BEAM folder"
)
_EXAMINED_KINDS = 'a BEAM folder, or JSON with "messages" and "questions"'
_QUESTIONS = ("probing_questions.json", "probing_questions/probing_questions.json")
_SHORTENED = "chat_trunecated.json"  # BEAM's own spelling: the text that its questions were checked against
REASONS = 3
"""How many reasons an error names before it only counts: one sentence is to stay one."""


class Progress(Protocol):
    """Who is told how far the reading is. `total` and `done` are bytes on the disk."""

    def begin(self, *, total: int) -> None:
        """Is called once, before the first file."""
        ...

    def advance(self, *, name: str, done: int) -> None:
        """Is called when a file is through, with its name and its size."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Examination:
    """Every chat with questions that was found, and what was left out."""

    examined: tuple[Examined, ...]
    skipped: tuple[Skipped, ...]


def gather(paths: Sequence[Path], *, progress: Progress | None = None, max_bytes: int = MAX_FILE_BYTES) -> Imported:
    """Reads every chat in the files, folders and archives. Raises UnreadableSource if there is none at all."""
    merged = merge(_imports(find(paths), progress, max_bytes))
    if not merged.conversations:
        raise _unreadable(paths, merged.skipped, _KINDS)
    return merged


def gather_examined(paths: Sequence[Path], *, progress: Progress | None = None) -> tuple[Examined, ...]:
    """Is the chats with questions; `examine` tells also what was left out. Raises UnreadableSource if there is none."""
    return examine(paths, progress=progress).examined


def examine(paths: Sequence[Path], *, progress: Progress | None = None, max_bytes: int = MAX_FILE_BYTES) -> Examination:
    """Reads every chat that comes with questions. Raises UnreadableSource if there is none at all."""
    values: dict[str, object] = {}
    skipped: list[Skipped] = []
    for name, data in _each(find(paths, beside=_QUESTIONS), progress, max_bytes):
        if isinstance(data, Unread):
            skipped.append(_skip(name, data))
            continue
        value, why = _value(data)
        values.update({} if why else {name: value})
        skipped += [Skipped(source=name, where="", reason=why)] if why else []
    examined = tuple(_examined(values, skipped))
    kept = tuple(one for one in examined if one.questions)
    skipped += [skip for one in examined for skip in one.skipped]
    if not kept:
        raise _unreadable(paths, skipped, _EXAMINED_KINDS)
    return Examination(examined=kept, skipped=tuple(skipped))


def _imports(found: Sequence[Found], progress: Progress | None, max_bytes: int) -> Iterator[Imported]:
    for name, data in _each(found, progress, max_bytes):
        yield Imported(skipped=(_skip(name, data),)) if isinstance(data, Unread) else read_bytes(name, data)


def _each(found: Sequence[Found], progress: Progress | None, max_bytes: int) -> Iterator[tuple[str, bytes | Unread]]:
    if progress is not None:
        progress.begin(total=sum(file.size for file in found))
    for file in found:
        yield from contents(file, max_bytes)
        if progress is not None:
            progress.advance(name=file.name, done=file.size)


def _skip(name: str, unread: Unread) -> Skipped:
    return Skipped(source=name, where="", reason=unread.reason)


def _value(data: bytes) -> tuple[object, str]:
    text, note = parsing.decode(data)
    if text is None or not text.strip():
        return None, note or "an empty file"
    try:
        return parsing.parse(text), ""
    except parsing.Unparsable as error:
        lines = [line.value for line in parsing.parse_lines(text) if questions.is_examined(line.value)]
        return (lines, "") if lines else (None, error.reason)


def _examined(values: Mapping[str, object], skipped: list[Skipped]) -> Iterator[Examined]:
    for name, value in values.items():
        neutral = [one for one in (value if isinstance(value, list) else [value]) if questions.is_examined(one)]
        for n, one in enumerate(neutral, start=1):
            where = f"conversation {n}" if len(neutral) > 1 else ""
            examined = questions.read_examined(one, source=name, where=where)
            skipped += [] if examined else [Skipped(source=name, where=where, reason="a conversation without messages")]
            yield from [examined] if examined else []
        if neutral or beam.is_questions(value):
            continue
        asked = _asked(name, values)
        if not (isinstance(value, list) and chats.is_batches(value)) or asked is None:
            skipped.append(Skipped(source=name, where="", reason="no questions with it"))
        elif _beside(name, _SHORTENED) in values and not name.endswith(_SHORTENED):
            skipped.append(Skipped(source=name, where="", reason=f"{_SHORTENED} stands for it"))
        else:
            examined = beam.read_examined(value, asked, source=name)
            yield from [examined] if examined else []


def _asked(name: str, values: Mapping[str, object]) -> object | None:
    """Is the questions that stand beside a chat, in its folder or in the folder of questions there."""
    places = (values.get(_beside(name, place)) for place in _QUESTIONS)
    return next((value for value in places if beam.is_questions(value)), None)


def _beside(name: str, other: str) -> str:
    archive, colon, inner = name.rpartition(":")
    return f"{archive}{colon}{PurePosixPath(inner).parent / other}"


def _unreadable(paths: Sequence[Path], skipped: Sequence[Skipped], kinds: str) -> UnreadableSource:
    shown = [f"{skip.source}: {skip.reason}" if skip.source else skip.reason for skip in skipped[:REASONS]]
    more = len(skipped) - len(shown)
    reasons = "; ".join(shown) + (f"; and {more} more" if more > 0 else "")
    value = reasons or ", ".join(str(path) for path in paths) or "no file or folder was given"
    return UnreadableSource(
        what="No chat could be read", value=value, remedy=f"Give a file or folder that holds {kinds}"
    )

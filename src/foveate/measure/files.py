"""Finds files under the given paths and opens them, archives included: bytes, or the reason why there are none.

A folder's hidden entries are passed over, links that lead in a circle are followed once, and nothing larger than the
limit is taken into memory, whatever an archive claims about its members.
"""

from __future__ import annotations

import os
import stat
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

MAX_FILE_BYTES = 1 << 30
"""1 GiB: parsed, it takes some 8 GiB of memory; ChatGPT splits its exports long before."""

MAX_MEMBERS = 100_000
"""Files in one archive: an export has one a picture, and nobody has so many."""

SNIFFED_BYTES = 64
"""Enough to see past a byte order mark and blanks whether a file opens as JSON."""

_ZIP_MAGIC = b"PK\x03\x04"
_NAMED = (".json", ".jsonl", ".ndjson")
_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
_UNZIPPABLE = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, NotImplementedError, ValueError)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """Why there are no bytes."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A file to read: its path, the name it is called by, its size; `reason` if it is none that can be read."""

    path: Path
    name: str
    size: int = 0
    reason: str = ""


@dataclass(slots=True, kw_only=True)
class _Walk:
    """What a walk through a folder has found so far; other files are counted, not named one by one."""

    root: Path
    files: list[Found] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    seen: set[tuple[int, int]] = field(default_factory=set)


def find(paths: Sequence[Path], *, beside: Sequence[str] = ()) -> tuple[Found, ...]:
    """Is every file under the paths, each once, in order; `beside` names files that come along with a single file."""
    found: dict[str, Found] = {}
    for path in paths:
        fresh = {_identity(file): file for file in _under(path, beside)}
        fresh = {identity: file for identity, file in fresh.items() if identity not in found}
        taken = {file.name for file in found.values()}
        if any(file.name in taken for file in fresh.values()):  # chat.json of another folder: say the folder too
            place = path.absolute().parent.as_posix().rstrip("/")
            fresh = {identity: replace(file, name=f"{place}/{file.name}") for identity, file in fresh.items()}
        found.update(fresh)
    return tuple(found.values())


def contents(file: Found, max_bytes: int) -> Iterator[tuple[str, bytes | Unread]]:
    """Yields the name and the bytes of a file, or of each member if it is an archive."""
    if file.reason:
        yield file.name, Unread(reason=file.reason)
        return
    if file.size > max_bytes:
        yield file.name, Unread(reason=f"larger than {max_bytes:,} bytes; split it")
        return
    try:
        with file.path.open("rb") as stream:
            archive = stream.read(len(_ZIP_MAGIC)) == _ZIP_MAGIC
            stream.seek(0)
            data = b"" if archive else stream.read(max_bytes + 1)
    except OSError as error:
        yield file.name, Unread(reason=_why(error))
        return
    if archive:
        yield from _members(file, max_bytes)
    elif len(data) > max_bytes:  # it grew while it was read
        yield file.name, Unread(reason=f"larger than {max_bytes:,} bytes; split it")
    else:
        yield file.name, data


def _under(path: Path, beside: Sequence[str]) -> list[Found]:
    name = _printable(path.name or str(path))
    try:
        mode = path.stat()
    except (OSError, ValueError) as error:
        reason = "it does not exist" if isinstance(error, FileNotFoundError) else _why(error)
        return [Found(path=path, name=_printable(str(path)), reason=reason)]
    if stat.S_ISDIR(mode.st_mode):
        return _folder(path)
    if not stat.S_ISREG(mode.st_mode):
        return [Found(path=path, name=name, reason="neither a file nor a folder")]
    company = [(path.parent / other, other) for other in beside if path.parent / other != path]
    extra = [Found(path=one, name=other, size=one.stat().st_size) for one, other in company if one.is_file()]
    return [Found(path=path, name=name, size=mode.st_size), *extra]


def _folder(root: Path) -> list[Found]:
    walk = _Walk(root=root)
    waiting = [root]
    while waiting:
        folder = waiting.pop()
        try:
            status = folder.stat()
            if (status.st_dev, status.st_ino) in walk.seen:
                continue
            walk.seen.add((status.st_dev, status.st_ino))
            entries = sorted(entry for entry in folder.iterdir() if not entry.name.startswith("."))
        except OSError as error:
            walk.files.append(Found(path=folder, name=_called(folder, root), reason=_why(error)))
            continue
        waiting += [entry for entry in reversed(entries) if entry.is_dir()]
        for entry in entries:
            _take(walk, entry)
    if walk.others:
        first = walk.others[0]
        more = f" ({len(walk.others)} files, first {first})" if len(walk.others) > 1 else ""
        name = _called(root, root) if more else first
        walk.files.append(Found(path=root, name=name, reason=f"no chat: neither JSON nor an archive{more}"))
    if not walk.files:
        walk.files.append(Found(path=root, name=_printable(str(root)), reason="a folder without files"))
    return walk.files


def _take(walk: _Walk, entry: Path) -> None:
    name = _called(entry, walk.root)
    try:
        status = entry.stat()
        if not stat.S_ISREG(status.st_mode):
            return
        if entry.suffix.lower() in _NAMED or _opens_as_chat(entry):
            walk.files.append(Found(path=entry, name=name, size=status.st_size))
        else:
            walk.others.append(name)
    except OSError as error:
        walk.files.append(Found(path=entry, name=name, reason=_why(error)))


def _opens_as_chat(path: Path) -> bool:
    with path.open("rb") as stream:
        head = stream.read(SNIFFED_BYTES)
    body = next((head[len(mark) :] for mark in _MARKS if head.startswith(mark)), head)
    return head.startswith(_ZIP_MAGIC) or body.lstrip(b" \t\r\n\0").startswith((b"{", b"["))


def _members(file: Found, max_bytes: int) -> Iterator[tuple[str, bytes | Unread]]:
    try:
        with zipfile.ZipFile(file.path) as archive:
            yield from _each_member(file, archive, max_bytes)
    except _UNZIPPABLE as error:
        yield file.name, Unread(reason=f"an archive that cannot be opened: {_why(error)}")


def _each_member(file: Found, archive: zipfile.ZipFile, max_bytes: int) -> Iterator[tuple[str, bytes | Unread]]:
    others: list[str] = []
    taken = 0
    infos = [info for info in archive.infolist() if not info.is_dir()]
    if len(infos) > MAX_MEMBERS:
        yield file.name, Unread(reason=f"an archive of more than {MAX_MEMBERS:,} files")
        return
    for info in sorted(infos, key=lambda one: one.filename):
        name = f"{file.name}:{_printable(info.filename)}"
        if _is_hidden(info.filename):
            continue
        data = _unpacked(archive, info, max_bytes - taken)
        if isinstance(data, Unread):
            yield name, data
        elif data is None:
            others.append(info.filename)
        else:
            taken += len(data)
            yield name, data
    if others:
        more = f" ({len(others)} files, first {others[0]})" if len(others) > 1 else ""
        name = file.name if more else f"{file.name}:{others[0]}"
        yield name, Unread(reason=f"no chat: not JSON{more}")


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo, room: int) -> bytes | Unread | None:
    """Is a member's bytes, None if it does not look like a chat. Never more than there is room for is unpacked."""
    try:
        with archive.open(info) as stream:
            head = stream.read(SNIFFED_BYTES)
            body = next((head[len(mark) :] for mark in _MARKS if head.startswith(mark)), head)
            opens = body.lstrip(b" \t\r\n\0").startswith((b"{", b"["))
            if not opens and not info.filename.lower().endswith(_NAMED):
                return None
            data = head + stream.read(max(0, room - len(head)) + 1)
    except _UNZIPPABLE as error:
        return Unread(reason=f"a file of the archive that cannot be read: {_why(error)}")
    return data if len(data) <= room else Unread(reason="too large when unpacked; unpack and split it")


def _is_hidden(member: str) -> bool:
    """Tells a hidden file, and what a Mac adds to an archive."""
    parts = [part for part in member.split("/") if part not in (".", "..")]
    return any(part.startswith(".") or part == "__MACOSX" for part in parts)


def _identity(file: Found) -> str:
    return file.reason + str(file.path) if file.reason else os.path.realpath(file.path)


def _called(path: Path, root: Path) -> str:
    name = (PurePosixPath(root.name or root.resolve().name) / path.relative_to(root).as_posix()).as_posix()
    return _printable(name)


def _printable(name: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in name)


def _why(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else str(error)) or type(error).__name__

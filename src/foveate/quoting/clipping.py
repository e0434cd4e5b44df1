"""Cutting text where a reader would: between graphemes, at a word's end where one is near, with a visible mark.

It never looks at meaning, and it never cuts JSON: whoever holds arguments clips the strings inside.
"""

from __future__ import annotations

from foveate.patterns import unicode

ELLIPSIS = "…"
_GRAPHEME = unicode(r"\X")
_LOOK_BACK = 2_000  # code points to go back for a safe start: longer runs without one are no text a person wrote
_WORD_SHARE = 0.75  # a word's end is taken when it costs at most a quarter of the room
_HEAD_SHARE = 0.7  # of a clipped middle: the head says what is asked, the tail how it ends
_OPENERS = {"\u202a": "\u202c", "\u202b": "\u202c", "\u202d": "\u202c", "\u202e": "\u202c",
            "\u2066": "\u2069", "\u2067": "\u2069", "\u2068": "\u2069"}  # fmt: skip
_SURROGATE = unicode("[\ud800-\udfff]")
_BIDI = unicode("[\u202a-\u202e\u2066-\u2069]")


def boundary(text: str, index: int) -> int:
    """Return the last grapheme boundary at or before `index`."""
    if index <= 0:
        return 0
    if index >= len(text):
        return len(text)
    if _plain(text[index - 1]) and _plain(text[index]):
        return index
    start = _safe_start(text, index)
    for match in _GRAPHEME.finditer(text, start):
        if match.end() > index:
            return match.start()
        if match.end() == index:
            return index
    return index


def head(text: str, limit: int) -> str:
    """Return a text's beginning in at most `limit` code points, with an ellipsis where something is left out."""
    if len(text) <= limit:
        return text
    if limit <= len(ELLIPSIS):
        return ""
    end = boundary(text, limit - len(ELLIPSIS))
    space = max(text.rfind(" ", 0, end), text.rfind("\n", 0, end))
    if not text[end].isspace() and space >= end * _WORD_SHARE:
        end = space
    if not end:
        return ""
    shown = balanced(text[:end].rstrip())
    if len(shown) >= limit:  # the closings of the directions do not fit: the text goes without them
        shown = _BIDI.sub("", text[:end]).rstrip()
    return shown + ELLIPSIS


def middle(text: str, limit: int, mark: str) -> str:
    """Return head and tail of a text around a visible mark, in at most `limit` code points or the mark alone."""
    if len(text) <= limit:
        return text
    room = max(limit - len(mark), 0)
    first = boundary(text, int(room * _HEAD_SHARE))
    rest = len(text) - (room - first)
    second = boundary(text, rest)
    while second < rest:
        second = _next_boundary(text, second)
    return text[:first] + mark + text[second:]


def balanced(text: str) -> str:
    """Return the text with every bidirectional opening closed and no closing without its opening."""
    if text.isascii() or not _BIDI.search(text):
        return text
    out: list[str] = []
    open_marks: list[str] = []
    for char in text:
        if char in _OPENERS:
            open_marks.append(_OPENERS[char])
        elif _BIDI.match(char):
            if not open_marks or open_marks[-1] != char:
                continue
            open_marks.pop()
        out.append(char)
    return "".join(out) + "".join(reversed(open_marks))


def valid(text: str) -> str:
    """Return the text with lone surrogates replaced; the same text where there are none."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def _plain(char: str) -> bool:
    return char.isascii() and char not in "\r\n"


def _safe_start(text: str, index: int) -> int:
    floor = max(index - _LOOK_BACK, 0)
    start = index - 1
    while start > floor and not (_plain(text[start - 1]) and _plain(text[start])):
        start -= 1
    return start


def _next_boundary(text: str, index: int) -> int:
    match = _GRAPHEME.match(text, index)
    return match.end() if match else len(text)

r"""Bytes to text to JSON values, of files that may be cut off, mixed or damaged.

Lines end at \\n only: U+2028 and \\r are characters of a text. NaN and Infinity, which JSON does not have, become null.
It knows no format.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from dataclasses import dataclass

SAMPLE_BYTES = 8192
"""How much of a file is looked at to tell text from binary."""

BINARY_SHARE = 0.1
"""Text with more than a tenth of characters that no text has is a binary file."""

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16: its mark begins with theirs
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

_MARK = "\ufeff"

# strict=False: a raw control character inside a string (a \r, a tab) is the text's own business.
_DECODER = json.JSONDecoder(strict=False, parse_constant=lambda _name: None)


@dataclass(kw_only=True, eq=False)
class Unparsable(Exception):
    """A text that is no JSON: why, and whether a whole value stands at its beginning."""

    reason: str
    extra: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of a JSONL file: its number from 1, and its value or the reason that it has none."""

    number: int
    value: object = None
    reason: str = ""

    @property
    def where(self) -> str:
        """Names the line as a person would look for it."""
        return f"line {self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rescued:
    """The whole values of a damaged text; `reason` says where it breaks, empty if it does not."""

    values: tuple[object, ...]
    reason: str = ""


def decode(data: bytes) -> tuple[str | None, str]:
    """Is the text of a file and what had to be done for it, or None and why it is no text."""
    body, encoding = _without_bom(data)
    if _is_binary(body, encoding):
        return None, "a binary file, no text"
    try:
        return body.decode(encoding), ""
    except UnicodeDecodeError as error:
        text = body.decode(encoding, errors="replace")
        return text, f"byte {error.start} is not {encoding.upper()}; such bytes were replaced"


def parse(text: str) -> object:
    """Is the one JSON value of a text. Raises Unparsable."""
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}" if "\n" in text else f"column {error.colno}"
        reason = f"no valid JSON: {error.msg} at {place}"
        raise Unparsable(reason=reason, extra=error.msg == "Extra data") from None
    except RecursionError:
        raise Unparsable(reason="nested too deep to be a chat") from None
    except ValueError as error:  # an integer of thousands of digits
        raise Unparsable(reason=f"no valid JSON: {error}") from None


def parse_lines(text: str) -> Iterator[Line]:
    """Yields each line that is not blank, parsed or with the reason why not."""
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.removeprefix(_MARK)  # files that were put behind one another keep their marks
        if not line.strip():
            continue
        try:
            yield Line(number=number, value=parse(line))
        except Unparsable as error:
            yield Line(number=number, reason=error.reason)


def rescue(text: str) -> Rescued:
    """Takes the whole values from the beginning of a cut-off array, or of values written one behind the other."""
    at = _skip(text, 0)
    array = text.startswith("[", at)
    at = _skip(text, at + 1) if array else at
    values: list[object] = []
    while at < len(text) and not (array and text[at] == "]"):
        try:
            value, at = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            reason = f"cut off or damaged at character {at}; what follows was not read"
            return Rescued(values=tuple(values), reason=reason)
        values.append(value)
        at = _skip(text, at)
    return Rescued(values=tuple(values), reason="" if at < len(text) or not array else "cut off at its end")


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n,":
        at += 1
    return at


def _without_bom(data: bytes) -> tuple[bytes, str]:
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return data[len(mark) :], encoding
    return data, "utf-8"


def _is_binary(body: bytes, encoding: str) -> bool:
    sample = body[:SAMPLE_BYTES].decode(encoding, errors="replace")
    strange = sum(1 for char in sample if char == "\ufffd" or (char < " " and char not in "\t\n\r"))
    return strange > BINARY_SHARE * len(sample)

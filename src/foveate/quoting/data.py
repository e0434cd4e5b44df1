"""What goes to the model as data and not as words of the person: its delimiters, and the escaping of what is inside.

A summary is one block: an opening mark, a label in the person's language, the body, a closing mark.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

SUMMARY = "summary"
EXCERPTS = "excerpts"
_BY = 'by="foveate"'
_OPENING, _CLOSING = f"<{SUMMARY} {_BY}>\n", f"\n</{SUMMARY}>"
_OURS = "summary|conversation_summary|excerpts|excerpt|facts|remembered|earlier|folded"
_MARK = re.compile(rf"<(?=\s*/?\s*(?:{_OURS})\b)|<(?=\|)", re.IGNORECASE)
_ROLE = re.compile(r"^(\s*)(system|user|assistant|tool|developer|human|function)(\s*):", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """One of our own summary blocks found in a message: its `body` without label, and the `rest` of the message."""

    body: str
    rest: str


def escape(text: str) -> str:
    """Return text that cannot close our blocks, pass for a role's header or for a chat template's mark."""
    text = escape_marks(text)
    return _ROLE.sub(r"\1\2\3 -", text) if ":" in text else text


def escape_marks(text: str) -> str:
    """Return text that cannot close our blocks or pass for a chat template's mark, word for word otherwise."""
    return _MARK.sub("‹", text) if "<" in text else text


def one_line(text: str) -> str:
    """Return the text on one line, white space folded."""
    return " ".join(text.split())


def block(kind: str, label: str, body: str) -> str:
    """Return a delimited block of data; `body` must be escaped."""
    return f"<{kind} {_BY}>\n{label}\n{body}\n</{kind}>"


def block_overhead(kind: str, label: str) -> int:
    """Return the characters of a block around its body."""
    return len(block(kind, label, ""))


def find_summary(text: str) -> Carried | None:
    """Return our own summary block at the beginning of a text, None where there is none."""
    if not text.startswith(_OPENING):
        return None
    end = text.find(_CLOSING)
    if end < 0:
        return None
    _, _, body = text[len(_OPENING) : end].partition("\n")
    return Carried(body=body, rest=text[end + len(_CLOSING) :].strip())

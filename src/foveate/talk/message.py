"""One message as the engine sees it: who speaks, how large it is, what it calls and answers.

It knows no provider's format: `wire` reads formats into it. `raw` is never changed; what is sent is `raw` or a copy.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Speaker(StrEnum):
    """Who a message is from."""

    PERSON = "person"
    ASSISTANT = "assistant"
    TOOL = "tool"
    SYSTEM = "system"
    SUMMARY = "summary"
    OTHER = "other"


class Message(NamedTuple):
    """One message of a talk.

    `text_chars` are code points of text, tool names and arguments; `media` counts images, audio and files. `words` are
    the person's own words, empty for everyone else (a tool result's carrier may hold a steer). `calls` and `results`
    are the ids of tool calls made and answered, in order, repeated ids repeated. `opens` says that a person opens or
    continues an instruction with it. `joins` says that it continues the model's output directly before it (Responses
    items). `thinks` says that it holds thinking. `carried` is the body of one of our own summaries that a client sent
    back in it. A named tuple and not a dataclass: a talk of 100,000 messages is read in one go, and this is built
    three times faster.
    """

    speaker: Speaker
    raw: object
    text_chars: int = 0
    media: int = 0
    words: str = ""
    calls: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    opens: bool = False
    joins: bool = False
    thinks: bool = False
    carried: str = ""

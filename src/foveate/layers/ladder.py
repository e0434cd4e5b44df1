"""The resolutions of a mission: in detail, trimmed, brief. What a message looks like on each rung, and nothing else.

The person's words are trimmed on no rung but the lowest. Which rung a mission stands on is decided in `cutting`.
"""

from __future__ import annotations

from collections.abc import Sequence

from foveate.quoting import Phrases, head, middle, omitted_mark, valid
from foveate.talk import Message, Speaker, Unit
from foveate.wire import Change, Leaf, Shape, valid_utf8

TRIMMED = 800  # characters left of a long answer or tool output: head 70 %, tail 30 %
BRIEF_WORDS, BRIEF_OUTCOME = 300, 300  # characters of a brief mission: the instruction's head and the outcome
NO_OUTCOME = "[…]"  # a brief mission without a spoken answer keeps its turn


def detail(shape: Shape, unit: Unit, *, last: bool, thinking: bool) -> tuple[object, ...]:
    """Return a unit's messages verbatim, made valid where they are not; `thinking` False drops it whole."""
    raws = shape.repair(unit, last=last)
    if not thinking and any(message.thinks for message in unit.messages):
        raws = tuple(raw for raw in map(shape.without_thinking, raws) if raw is not None)
    return tuple(valid_utf8(raw) for raw in raws)


def trimmed(shape: Shape, unit: Unit, phrases: Phrases) -> tuple[object, ...]:
    """Return a unit's messages with long answers, outputs and arguments cut in the middle, without thinking."""
    raws = detail(shape, unit, last=False, thinking=False)
    if unit.opens or unit.fixed:
        return raws
    return tuple(shape.rewrite(raw, _trimming(shape.read(raw), phrases)) for raw in raws)


def brief(shape: Shape, units: Sequence[Unit], *, share: int) -> tuple[object, ...]:
    """Return a mission as two messages: the head of the instruction and the outcome, `share` characters at most."""
    part = min(share // 2, BRIEF_WORDS)
    words = " ".join(message.words for unit in units for message in unit.messages if message.opens)
    said = outcome(shape, units)
    asked, answered = head(valid(words), part), head(valid(said), min(part, BRIEF_OUTCOME))
    return shape.person(asked or NO_OUTCOME), shape.assistant(answered or NO_OUTCOME)


def outcome(shape: Shape, units: Sequence[Unit]) -> str:
    """Return the first paragraph of the last thing the assistant said in a mission, "" where it said nothing."""
    spoken = (
        shape.spoken(message.raw).strip()
        for unit in reversed(units)
        for message in reversed(unit.messages)
        if message.speaker is Speaker.ASSISTANT and not message.calls and message.text_chars
    )
    return next((text.split("\n\n", 1)[0] for text in spoken if text), "")


def _trimming(message: Message, phrases: Phrases) -> Change:
    """Return what trims a message's texts: all alike, but for the words that a person put beside a tool's result."""

    def trim(text: str, leaf: Leaf) -> str:
        untouched = leaf is Leaf.ARGUMENTS or (leaf is Leaf.TEXT and bool(message.words))
        if untouched or len(text) <= TRIMMED:
            return text
        return middle(text, TRIMMED, omitted_mark(phrases, text, TRIMMED))

    return trim

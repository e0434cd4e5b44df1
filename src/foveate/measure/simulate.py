"""The second article's conversation: requests of 145 characters, answers of 666, every one different.

Made up and the same on every machine; there is no chance in it. Sent whole, 200 turns take 16.17M characters.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice

from foveate.errors import FoveateError
from foveate.exports.conversation import OPENAI_CHAT, Conversation, JsonObject

REQUEST_CHARS = 145  # the article's two sizes
ANSWER_CHARS = 666
MOST_TURNS = 100_000  # a bound against a slip of the keyboard: the whole history of so many is 4 TB

_SOURCE = "simulated"
_WISHES = ("Draft", "Rewrite", "Check", "Shorten", "Plan", "Compare", "Translate", "Outline", "Price", "Review")
_THINGS = (
    "the caption for the spring post", "the reply to the supplier", "the offer for new clients",
    "the landing page intro",
    "the newsletter's opening", "the shop's return policy", "the invitation to the demo", "the job post for support",
    "the brief for the photographer", "the plan for the launch week", "the notes for the investors",
)  # fmt: skip
_TERMS = (
    "keep it friendly and under two paragraphs", "use the tone of our last campaign",
    "mention delivery and the discount",
    "leave out anything technical", "it goes out on Friday morning", "our partner reads it first",
    "no exclamation marks",
)  # fmt: skip
_SENTENCES = (
    "Here is a version that opens with what the reader gains and only then says how it works",
    "The first line carries the number, because that is what people look for when they skim",
    "I kept the second paragraph short and moved the conditions to the end, where they are expected",
    "If the date moves, change the subject as well, or the two will contradict each other",
    "The call to action stands alone, so it can be tested against a softer one next week",
    "For the picture, a plain background works better than the busy one you used before",
    "I would not promise a delivery time here; the supplier has missed two of the last five",
    "Let me know which of the two endings you prefer and I will bring the rest in line with it",
    "The wording follows your own earlier text, so it reads as one voice across all channels",
)


def simulated(turns: int) -> Conversation:
    """Return the conversation with that many turns. Raises FoveateError where that is no number of turns."""
    if not 0 < turns <= MOST_TURNS:
        raise FoveateError(
            what="A talk cannot be simulated with that many turns",
            value=f"{turns:,}",
            remedy=f"Give whole numbers from 1 to {MOST_TURNS:,}",
        )
    messages = tuple(message for turn in range(1, turns + 1) for message in _turn(turn))
    return Conversation(
        id=f"{_SOURCE}-{turns}",
        title=f"Simulated talk, {turns:,} turns",
        source=f"{_SOURCE} {turns}",
        format=_SOURCE,
        shape=OPENAI_CHAT,
        messages=messages,
        times=(None,) * len(messages),
    )


def _turn(turn: int) -> Iterator[JsonObject]:
    thing = _THINGS[turn % len(_THINGS)]
    amount = 20 + turn * 7 % 480
    wish = f"{_WISHES[turn % len(_WISHES)]} {thing} for order {1000 + turn}"
    terms = islice(cycle(_TERMS), turn % len(_TERMS), None)
    yield {"role": "user", "content": _filled(f"{wish}, budget ${amount}: ", terms, REQUEST_CHARS)}
    sentences = islice(cycle(_SENTENCES), turn % len(_SENTENCES), None)
    yield {"role": "assistant", "content": _filled(f"On {thing}, order {1000 + turn}: ", sentences, ANSWER_CHARS)}


def _filled(opening: str, clauses: Iterator[str], size: int) -> str:
    """Return text of exactly that size: the opening, clauses until it is full, and a full stop."""
    text = opening
    while len(text) < size:
        text += next(clauses) + "; "
    return text[: size - 1] + "."

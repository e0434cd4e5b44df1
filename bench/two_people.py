"""Survival in talks between two people, where both sides' words matter alike: short messages, much small talk.

The talks are generated, the same on every machine: they compare ways of recalling and claim nothing about real ones.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rounds import Result, Table, run
from survival import tabled

from foveate.errors import MissingExtra
from foveate.measure import survival
from foveate.ports import Embedder
from foveate.providers.embedding import SentenceEncoder

TALKS, MESSAGES, EVENTS = 3, 600, 60  # in each talk: messages, and events that are asked about
BUDGETS = (8_000, 20_000)  # characters
ROLES = ("user", "assistant")

# An event: what is said, by one and the other in turn; the question; which of the messages hold its evidence.
KINDS: tuple[tuple[tuple[str, ...], str, tuple[int, ...]], ...] = (
    (("I booked the {thing} for {name}, {number} euros in all.",), "How much was the {thing} for {name}?", (0,)),
    (("Which room is the {thing} class in?", "Number {number}, upstairs."), "Where is the {thing} class?", (1,)),
    (
        ("{name} is moving to {place} in spring.", "Oh! And {name}'s flat there is right by the {spot}."),
        "Where will {name} live, and what is close to it?", (0, 1),
    ),
    (
        ("We meet {name} at the {spot} on the {number}th.", "No, {name} wrote: not the {spot}, but {place}."),
        "Where do we meet {name} in the end, and where was it first?", (0, 1),
    ),
    (("Poor {name} twisted an ankle hiking near {place}.",), "What injury happened on the trip to {place}?", (0,)),
    (("Did {name} like the {thing}?", "No, gave it to the neighbour."), "What did {name} do with the {thing}?", (1,)),
    (("{name}'s grandmother sold {thing}s at the {spot}.",), "Whose grandma had a stall with {thing}s?", (0,)),
    (("{name} got the job! In {place}, {number} hours a week.",), "Who found work in {place}?", (0,)),
)  # fmt: skip
SLOTS = {
    "name": "Ana Bruno Chen Dalia Emre Farah Goran Hana Ivo Jun Kofi Lena".split(),
    "place": "Lisbon Kyoto Tartu Oaxaca Ghent Izmir Bergen Cusco Trieste Dakar".split(),
    "spot": "harbour|old bridge|covered market|library|botanical garden|tram depot|bakery|swimming pool".split("|"),
    "thing": "guitar|pottery|camera|kayak|lamp|cello|tent|bicycle|watercolour|telescope|chess|drum".split("|"),
}
# Small talk names the same people and places: a name alone finds nothing.
SMALL_TALK = (
    "Ha, so true.", "No way, really?", "I am so tired today, the week was long.", "What are you having for dinner?",
    "It rained all afternoon here and I forgot the umbrella.", "Same here!", "Tell me more when you have time.",
    "I watched that series you told me about, the second season is slow.", "Good night, talk tomorrow!",
    "{name} says hello, by the way, and asks when you will come over.", "Is {place} still so windy?",
    "I walked by the {spot} yesterday and thought of {name}.", "{name} and I laughed so much about it.",
    "One day we should all go to {place} together.", "I should really sort the photos of last summer.",
    "My old {thing} is still in the cellar somewhere.", "Did you see what {name} posted this morning? I love it.",
    "Sorry, I was on the train to {place}, bad connection.", "That made my day, thank you.",
)  # fmt: skip


def measure() -> Result:
    """Measure how much of the evidence survives in generated talks between two people."""
    with TemporaryDirectory() as folder:
        for seed in range(TALKS):
            Path(folder, f"talk-{seed}.json").write_text(json.dumps(talk(seed)), encoding="utf-8")
        found = survival.run([Path(folder)], budgets=BUDGETS, embedder=_encoder())
    return {"talks": TALKS, "messages": MESSAGES, "rows": _together(found.as_dict())}


def shown(result: Result) -> list[Table]:
    title = f"{result['talks']} generated talks of about {result['messages']} messages: all evidence stands verbatim"
    return [tabled(title, result["rows"])]


def talk(seed: int) -> dict[str, Any]:
    """Return a generated talk in the neutral form: messages of two sides in turn, and questions with their evidence."""
    chance = random.Random(seed)  # noqa: S311  # talks, no secrets
    said: list[str] = []
    questions: list[dict[str, Any]] = []
    orders = [{slot: chance.sample(values, len(values)) for slot, values in SLOTS.items()} for _ in KINDS]
    for number in range(EVENTS):
        again, kind = divmod(number, len(KINDS))  # no two events of a kind share a name
        lines, question, evidence = KINDS[kind]
        slots = {slot: values[again % len(values)] for slot, values in orders[kind].items()}
        slots["number"] = str(100 + 7 * number + seed)
        first = len(said)
        said += [_in_small_talk(line.format(**slots), chance) for line in lines]
        questions.append({"question": question.format(**slots), "evidence": [first + place for place in evidence]})
        fillers = chance.randint(1, 2 * (MESSAGES // EVENTS - len(lines)))
        said += [" ".join(_sentences(chance, chance.randint(1, 4))) for _ in range(fillers)]
    messages = [{"role": ROLES[place % 2], "content": text} for place, text in enumerate(said)]
    return {"messages": messages, "questions": questions}


def _in_small_talk(line: str, chance: random.Random) -> str:
    """Put a line among other sentences, so that its message is as long as any."""
    sentences = _sentences(chance, chance.randint(0, 3))
    sentences.insert(chance.randint(0, len(sentences)), line)
    return " ".join(sentences)


def _sentences(chance: random.Random, count: int) -> list[str]:
    slots = {slot: chance.choice(values) for slot, values in SLOTS.items()}
    return [sentence.format(**slots) for sentence in chance.sample(SMALL_TALK, count)]


def _encoder() -> Embedder | None:
    try:
        return SentenceEncoder()
    except MissingExtra:
        return None


def _together(found: dict[str, Any]) -> list[dict[str, Any]]:
    """Both sides count alike: join the questions about the person's words with those that cite the other side's."""
    groups: dict[tuple[str, int], list[dict[str, Any]]] = defaultdict(list)
    for row in (*found["rows"], *found["citing_answers"]):
        groups[row["method"], row["budget"]].append(row)
    return [_weighed(rows) for rows in groups.values()]


def _weighed(rows: list[dict[str, Any]]) -> dict[str, Any]:
    count = sum(row["questions"] for row in rows)
    shares = ("all", "random", "shortest", "wrong_question", "ms")
    means = {name: round(sum(row[name] * row["questions"] for row in rows) / count, 4) for name in shares}
    return {"budget": rows[0]["budget"], "method": rows[0]["method"], "questions": count, **means}


if __name__ == "__main__":
    run(measure, shown)

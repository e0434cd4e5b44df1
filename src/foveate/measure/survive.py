"""Which facts of the person's own words still stand in a request, in which layer, and of which age.

A fact stands where its words do, white space and case aside; "12" does not stand in "120". Judging meaning is not done.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from foveate.context import Context
from foveate.folding import facts
from foveate.folding.facts import LOOK_AT
from foveate.layers import LayerName
from foveate.measure.finding import Age
from foveate.talk import Message
from foveate.wire import Shape

AGES = (
    (0, "this one"),
    (8, "1–8 back"),
    (20, "9–20"),
    (50, "21–50"),
)  # missions ago, the last of each; older: one more
OLDER = "51 and more"
# Where a fact is looked for, the sharpest first. System text stands apart from the talk, as remembered facts do.
_ORDER = (LayerName.CURRENT, LayerName.RECENT, LayerName.RECALLED, LayerName.SUMMARY, LayerName.HEAD)
_FIELDS = {LayerName.HEAD: "remembered"}
GONE = "gone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """A fact, and how many missions ago the person last said it."""

    text: str
    missions_ago: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What survived: how many facts there were and are, those that are gone in the order they were said, and by age."""

    facts: int
    kept: int
    lost: tuple[str, ...]
    ages: tuple[Age, ...]


def stated(messages: Sequence[Message]) -> tuple[Stated, ...]:
    """Return the facts of the person's words, each once, in the order in which they were last said."""
    mission, was_person = -1, False
    found: dict[str, tuple[str, int]] = {}
    for message in messages:
        mission += message.opens and not was_person
        was_person = message.opens
        for fact in facts(message.words) if message.words else ():
            if fact.start + len(fact.text) >= LOOK_AT:
                continue  # cut off where the search for facts ends: half a word is no fact
            key = plain(fact.text)
            found.pop(key, None)
            found[key] = (fact.text, mission)
    return tuple(Stated(text=text, missions_ago=max(mission - said, 0)) for text, said in found.values())


def kept(said: Sequence[Stated], context: Context, shape: Shape) -> Kept:
    """Return which facts stand in a request that folding made."""
    texts = {name: plain("\n".join(map(shape.text, raws))) for name, raws in layer_messages(context).items()}
    return _counted(said, [_place(plain(fact.text), texts) for fact in said])


def all_kept(said: Sequence[Stated]) -> Kept:
    """Return that every fact stands, as it does in the whole history."""
    return _counted(said, [str(LayerName.RECENT if fact.missions_ago else LayerName.CURRENT) for fact in said])


def layer_messages(context: Context) -> Mapping[LayerName, Sequence[object]]:
    """Return the messages of each layer, told by their number and order: head, summary, recent, recalled, current."""
    rest = list(context.messages)
    layers: dict[LayerName, Sequence[object]] = {}
    for name in (LayerName.CURRENT, LayerName.RECALLED, LayerName.RECENT):
        row = context.receipt.layer(name)
        count = row.messages if row else 0
        layers[name] = rest[len(rest) - count :]
        rest = rest[: len(rest) - count]
    at = context.summary.index if context.summary else None
    layers[LayerName.SUMMARY] = [message for index, message in enumerate(rest) if index == at]
    layers[LayerName.HEAD] = [message for index, message in enumerate(rest) if index != at]
    return layers


def plain(text: str) -> str:
    """Return a text with its white space folded and its case aside."""
    return " ".join(text.casefold().split())


def _place(fact: str, texts: Mapping[LayerName, str]) -> str:
    layer = next((name for name in _ORDER if _stands(fact, texts[name])), None)
    return GONE if layer is None else _FIELDS.get(layer, str(layer))


def _stands(fact: str, text: str) -> bool:
    """Say whether a fact's words are in a text, not as a part of a longer word or number."""
    start = text.find(fact)
    while start >= 0:
        end = start + len(fact)
        if not (_joined(text[max(start - 2, 0) : start + 1][::-1]) or _joined(text[end - 1 : end + 2])):
            return True
        start = text.find(fact, start + 1)
    return False


def _joined(edge: str) -> bool:
    """Say whether a character goes on in the one or two beyond it: letters in letters, digits in digits or marks."""
    own, beyond, after = tuple(edge.ljust(3)[:3])
    if own.isdigit():
        return beyond.isdigit() or (beyond in ".," and after.isdigit())
    return own.isalpha() and own.isascii() and beyond.isalpha() and beyond.isascii()


def _counted(said: Sequence[Stated], places: Sequence[str]) -> Kept:
    lost = tuple(fact.text for fact, place in zip(said, places, strict=True) if place == GONE)
    ages = [_age_label(fact.missions_ago) for fact in said]
    rows = (
        _age(label, [place for place, age in zip(places, ages, strict=True) if age == label])
        for label in (*(label for _, label in AGES), OLDER)
    )
    return Kept(facts=len(said), kept=len(said) - len(lost), lost=lost, ages=tuple(row for row in rows if row))


def _age_label(missions_ago: int) -> str:
    return next((label for last, label in AGES if missions_ago <= last), OLDER)


def _age(label: str, places: Sequence[str]) -> Age | None:
    if not places:
        return None
    return Age(label=label, **{layer: _share(layer, places) for layer in _LAYERS})


def _share(layer: str, places: Iterable[str]) -> float:
    every = list(places)
    return every.count(layer) / len(every)


_LAYERS = ("current", "recent", "recalled", "summary", "remembered", GONE)

"""The facts in a person's words: prices, dates, numbers, names, decisions. Deterministic, by form and not by meaning.

They are the last to leave a summary, and the measuring tool counts which of them are still in a context.
"""

from __future__ import annotations

import re
from enum import IntEnum
from operator import attrgetter
from typing import NamedTuple

from foveate.patterns import late

LOOK_AT = 4_000  # characters of one message: a pasted log's numbers are not what a person stated


class FactKind(IntEnum):
    """What a fact is; lower ones stay longer."""

    DECISION = 0
    PRICE = 1
    DATE = 2
    NAME = 3
    NUMBER = 4


class StatedFact(NamedTuple):
    """A fact and where it begins in the text."""

    kind: FactKind
    text: str
    start: int


_MONTHS = (
    "january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|"
    "sept?|oct|nov|dec|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|janeiro|"
    "fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro|janvier|février|mars|avril|mai|juin|juillet|août|"
    "septembre|octobre|novembre|décembre|januar|februar|märz|juni|juli|oktober|dezember|gennaio|febbraio|aprile|maggio|"
    "giugno|luglio|settembre|ottobre|dicembre"
)
_AMOUNT = r"\d(?:[\d.,]*\d)?"
_MONEY = "USD|EUR|GBP|BRL|MXN|ARS|dollars?|euros?|d[óo]lares|reais|pesos|percent|por ciento|por cento"
_PRICE = late(
    rf"(?:US\$|R\$|MX\$|[$€£¥₹₩])\s?{_AMOUNT}(?:\s?(?:k|m|million|mil)\b)?|{_AMOUNT}\s?(?:[€£¥₹₩%]|(?:{_MONEY})\b)",
    re.IGNORECASE,
)
_DATE = late(
    r"\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[/.]\d{1,2}[/.]\d{2,4}\b|\b\d{1,2}:\d{2}\b(?:\s?[ap]\.?m\b)?|\b\d{1,2}\s?[ap]m\b|\d+月\d+日",
    re.IGNORECASE,
)
_DAY = late(
    rf"\b(?:{_MONTHS})\.?[ -]\d{{1,2}}(?:st|nd|rd|th)?\b(?:,?[ -]\d{{4}})?"
    rf"|\b\d{{1,2}}(?:st|nd|rd|th|º)?(?: de| of)? (?:{_MONTHS})\b(?:,?(?: de| of)? \d{{4}})?",
    re.IGNORECASE,
)
_NUMBER = late(r"(?<![\w.])\d[\d.,]*\d(?:\s?(?:ms|s|kb|mb|gb|tb|km|kg|cm|mm|h|min)\b)?(?!\w)", re.IGNORECASE)
_CAPITAL = r"[A-ZÀ-ÖØ-ÞА-ЯΑ-Ω]"
_NAME = late(rf"{_CAPITAL}[\w’'-]+(?: (?:de |da |do |del |van |von |of )?{_CAPITAL}[\w’'-]+){{0,3}}")
_BEFORE_NAME = frozenset(",;)'’\"")  # with letters and digits: a capital behind another mark only opens a sentence
_CODE_NAME = late(r"\b[A-Za-z]+[a-z][A-Z]\w*|\b[A-Z]{2,}[\w-]*\b")
# A pattern runs only where the text holds what it cannot do without: most requests hold few of them.
_DIGITS = re.compile(r"\d+")
_SIGN_BEFORE = re.compile(r"(?:US\$|R\$|MX\$|[$€£¥₹₩])\s?$", re.IGNORECASE)
_SIGN_CHARS = 4  # a sign with its country and a space
_SIGNS = frozenset("$€£¥₹₩")
_MAY_GO_ON = frozenset(" .,:/-%€£¥₹₩月apkm")  # what may stand behind a run of digits in a price or a date
_SPACE_CAPITAL = re.compile(rf" {_CAPITAL}")
_HAS_CODE = re.compile(r"\B[A-Z]")
_MONTH_WORDS = frozenset(_MONTHS.replace("sept?", "sep|sept").split("|"))
_START = attrgetter("start")
_AROUND = 24  # characters beside a number in which its month stands
_DECIDED = late(
    r"\b(?:decided|go with|we chose|i chose|have chosen|we've chosen|agreed|settled on|decidimos|hemos decidido|decidí|"
    r"elegimos|optamos por|quedamos en|acordamos|vamos con|decidi|resolvemos|escolhemos|ficou decidido|combinamos|"
    r"vamos de|avons décidé|entschieden|abbiamo deciso)\b"
)
_MAY_DECIDE = (
    "deci", "déci", "chose", "agreed", "settled on", "go with", "amos", "elegimos", "lvemos", "lhemos", "entschied",
)  # fmt: skip
_CLAUSE_END = re.compile(r"[.!?](?=\s|$)|\n|$")
_NOT_NAMES = frozenset("I I'm I'll I've I'd OK Ok The A An And But If It We You He She They This That".split())
_DECISION_CHARS = 160  # one clause; a longer one is prose


def facts(text: str) -> tuple[StatedFact, ...]:
    """Return the facts of a text in order, each span once: a decision may hold others, a price is no number again."""
    text = text[:LOOK_AT]
    lowered = text.lower()
    found: list[StatedFact] = []
    taken = _find_numbers(text, lowered, found)
    if lowered != text:
        _find_names(text, found, taken)
    _find_decisions(text, lowered, found)
    return tuple(sorted([fact for fact in found if fact.text], key=_START))


def _find_numbers(text: str, lowered: str, found: list[StatedFact]) -> list[tuple[int, int]]:
    """Add a price, a date or a plain number for each run of digits; return the spans that were taken.

    Each pattern is tried where digits stand and nowhere else: searching for them cost ten times as much.
    """
    taken: list[tuple[int, int]] = []
    behind = 0
    for digits in _DIGITS.finditer(text):
        first = digits.start()
        if first < behind:
            continue
        kind, match = _number_at(text, lowered, first, digits.end())
        if match is not None and match.end() > first:
            behind = match.end()
            taken.append(match.span())
            found.append(StatedFact(kind, match[0].strip(" .,;"), match.start()))
    return taken


def _number_at(text: str, lowered: str, first: int, end: int) -> tuple[FactKind, re.Match[str] | None]:
    """Return what begins at a run of digits; what stands beside it says which patterns are worth a try."""
    before, after = text[max(first - 2, 0) : first], lowered[end : end + 2]
    if not _SIGNS.isdisjoint(before):
        sign = _SIGN_BEFORE.search(text, max(first - _SIGN_CHARS, 0), first)
        price = _PRICE().match(text, sign.start() if sign else first)
        if price:
            return FactKind.PRICE, price
    if after[:1] in _MAY_GO_ON:
        price = _PRICE().match(text, first)
        if price:
            return FactKind.PRICE, price
        date = _DATE().match(text, first)
        if date:
            return FactKind.DATE, date
    date = _day_at(text, lowered, first, end)
    return (FactKind.DATE, date) if date else (FactKind.NUMBER, _NUMBER().match(text, first))


def _day_at(text: str, lowered: str, first: int, end: int) -> re.Match[str] | None:
    """Return the day around a number whose month stands before or behind it."""
    before = lowered[max(first - _AROUND, 0) : first].replace("-", " ").rstrip(". ").rpartition(" ")[2]
    if before in _MONTH_WORDS:
        return _DAY().match(text, lowered.rfind(before, 0, first))
    if end - first > 2:  # a day has one digit or two
        return None
    for word in lowered[end : end + _AROUND].replace("-", " ").split(None, 3)[:3]:
        if word.strip(".,;:!?)") in _MONTH_WORDS:
            return _DAY().match(text, first)
    return None


def _find_names(text: str, found: list[StatedFact], taken: list[tuple[int, int]]) -> None:
    """Add words with a capital that no sentence begins with, and words in capitals or of code."""
    behind = 0
    before_names = tuple(taken)
    for match in _SPACE_CAPITAL.finditer(text):
        start = match.start() + 1
        before = text[start - 2 : start - 1]
        if start < behind or not (before.isalnum() or before in _BEFORE_NAME):
            continue
        name = _NAME().match(text, start)
        if name and name[0] not in _NOT_NAMES and not _overlaps(name.span(), before_names):
            behind = name.end()
            taken.append(name.span())
            found.append(StatedFact(FactKind.NAME, name[0].strip(" .,;"), start))
    if _HAS_CODE.search(text):
        _collect(text, FactKind.NAME, _CODE_NAME(), found, taken)


def _find_decisions(text: str, lowered: str, found: list[StatedFact]) -> None:
    """Add the clause around each word of decision, once."""
    if not [sign for sign in _MAY_DECIDE if sign in lowered]:
        return
    behind = -1
    for match in _DECIDED().finditer(lowered):
        if match.start() < behind:
            continue
        clause = _clause(text, match.start())
        behind = clause.start + len(clause.text)
        found.append(clause)


def _clause(text: str, place: int) -> StatedFact:
    """Return the clause around a word of decision, empty where it is too long to be one."""
    floor = max(place - _DECISION_CHARS, 0)  # a clause that begins before it is too long
    first = max([text.rfind(mark, floor, place) for mark in (". ", "! ", "? ", "\n")]) + 1
    if first == 0 and floor:
        return StatedFact(FactKind.DECISION, "", place)
    end = _CLAUSE_END.search(text, place)
    clause = text[first : end.start() if end else len(text)].strip(" ,;:-")
    return StatedFact(FactKind.DECISION, clause if len(clause) <= _DECISION_CHARS else "", first)


def _collect(
    text: str, kind: FactKind, pattern: re.Pattern[str], found: list[StatedFact], taken: list[tuple[int, int]]
) -> None:
    before = tuple(taken)  # matches of one pattern do not overlap each other
    for match in pattern.finditer(text):
        if not _overlaps(match.span(), before):
            taken.append(match.span())
            found.append(StatedFact(kind, match[0].strip(" .,;"), match.start()))


def _overlaps(span: tuple[int, int], taken: tuple[tuple[int, int], ...]) -> bool:
    return bool(taken) and any(span[0] < high and low < span[1] for low, high in taken)

"""The facts in a person's words: prices, dates, numbers, names, decisions. Deterministic, by form and not by meaning.

They are the last to leave a summary, and the measuring tool counts which of them are still in a context.
"""

from __future__ import annotations

import re
from enum import IntEnum
from typing import NamedTuple

from foveate.quoting.patterns import late

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
_NAME = late(
    rf"(?<=[\w,;)'’\"] )(?:{_CAPITAL}[\w’'-]+)(?: (?:de |da |do |del |van |von |of )?{_CAPITAL}[\w’'-]+){{0,3}}"
)
_CODE_NAME = late(r"\b[A-Za-z]+[a-z][A-Z]\w*|\b[A-Z]{2,}[\w-]*\b")
_DECIDED = late(
    r"\b(?:decided|go with|(?:we|i) chose|have chosen|we've chosen|agreed|settled on|decidimos|hemos decidido|decidí|"
    r"elegimos|optamos por|quedamos en|acordamos|vamos con|decidi|resolvemos|escolhemos|ficou decidido|combinamos|"
    r"vamos de|avons décidé|entschieden|abbiamo deciso)\b",
    re.IGNORECASE,
)
# A pattern runs only where the text holds what it cannot do without: most requests hold few of them.
_HAS_DIGIT = re.compile(r"\d")
_HAS_MONEY = re.compile(r"[$€£¥₹₩%]")
_MONEY_WORDS = tuple("usd eur gbp brl mxn ars dollar dólar dolar reais pesos percent por ciento por cento".split())
_HAS_TIME = re.compile(r"\d[-/.:月]\d|\d\s?[ap]m", re.IGNORECASE)
_HAS_CAPITAL = re.compile(rf" {_CAPITAL}")
_HAS_CODE = re.compile(r"[a-z][A-Z]|[A-Z]{2}")
_MONTH_WORDS = tuple(_MONTHS.replace("sept?", "sep").split("|"))
_DECISION_WORDS = tuple(
    "decid go chose agreed settled elegimos optamos quedamos acordamos vamos resolvemos escolhemos combinamos "
    "entschieden deciso".split()
)
_CLAUSE_END = re.compile(r"[.!?](?=\s|$)|\n|$")
_NOT_NAMES = frozenset("I I'm I'll I've I'd OK Ok The A An And But If It We You He She They This That".split())
_DECISION_CHARS = 160  # one clause; a longer one is prose


def facts(text: str) -> tuple[StatedFact, ...]:
    """Return the facts of a text in order, each span once: a decision may hold others, a price is no number again."""
    text = text[:LOOK_AT]
    lowered = text.lower()
    found: list[StatedFact] = []
    taken: list[tuple[int, int]] = []
    if _HAS_DIGIT.search(text):
        if _HAS_MONEY.search(text) or any(word in lowered for word in _MONEY_WORDS):
            _collect(text, FactKind.PRICE, _PRICE(), found, taken)
        if _HAS_TIME.search(text):
            _collect(text, FactKind.DATE, _DATE(), found, taken)
        if any(word in lowered for word in _MONTH_WORDS):
            _collect(text, FactKind.DATE, _DAY(), found, taken)
        _collect(text, FactKind.NUMBER, _NUMBER(), found, taken)
    if _HAS_CAPITAL.search(text):
        _collect(text, FactKind.NAME, _NAME(), found, taken)
    if _HAS_CODE.search(text):
        _collect(text, FactKind.NAME, _CODE_NAME(), found, taken)
    if any(word in lowered for word in _DECISION_WORDS):
        found += (_clause(text, match.start()) for match in _DECIDED().finditer(text))
    return tuple(sorted((fact for fact in found if fact.text), key=lambda fact: fact.start))


def _clause(text: str, place: int) -> StatedFact:
    """Return the clause around a word of decision, empty where it is too long to be one."""
    first = max(text.rfind(mark, 0, place) for mark in (". ", "! ", "? ", "\n")) + 1
    end = _CLAUSE_END.search(text, place)
    clause = text[first : end.start() if end else len(text)].strip(" ,;:-")
    return StatedFact(FactKind.DECISION, clause if len(clause) <= _DECISION_CHARS else "", first)


def _collect(
    text: str, kind: FactKind, pattern: re.Pattern[str], found: list[StatedFact], taken: list[tuple[int, int]]
) -> None:
    before = tuple(taken)  # matches of one pattern do not overlap each other
    for match in pattern.finditer(text):
        first, end = match.span()
        if match[0] in _NOT_NAMES or (before and any(first < high and low < end for low, high in before)):
            continue
        taken.append((first, end))
        found.append(StatedFact(kind, match[0].strip(" .,;"), first))

"""How coarse each line of a summary is shown, so that all of it fits its ceiling: the older, the coarser.

Numbers, names, prices and dates are the last to go. Pure: the same state and ceiling give the same text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from foveate.folding.facts import FactKind, StatedFact
from foveate.folding.rolling import FULL, Group, Request, Rolling, group, language, merge
from foveate.quoting import PHRASES, SUMMARY, Phrases, block, block_overhead, head, phrases

CEILING = 2_400  # characters of the whole block: at most an eighth of the recent layer's 20,000
_HALF, _SHORT = 120, 64  # characters of a line that has lost detail once and twice
_FULL_LINES, _HALF_LINES = 3, 6  # the newest lines stay this long the longest
_FIRST_SHARE = 3  # the first request takes at most a third of the body
_SALIENT = 90  # characters of facts behind a clipped line
_TOPICS_SHOWN = 4
LABELLED = max(block_overhead(SUMMARY, words.label) for words in PHRASES.values())  # characters around the body
_BULLET = "- "


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rows:
    """What is shown: the groups, and the single requests with the length and the text of each."""

    groups: tuple[Group, ...]
    singles: tuple[Request, ...]
    lengths: tuple[int, ...]
    lines: tuple[str, ...]
    words: Phrases

    def rendered(self) -> list[str]:
        return [*(_group_line(each, self.words) for each in self.groups), *self.lines]

    def size(self) -> int:
        return sum(len(row) + len(_BULLET) + 1 for row in self.rendered())

    def without_oldest(self, count: int, groups: tuple[Group, ...]) -> _Rows:
        return replace(
            self, groups=groups, singles=self.singles[count:], lengths=self.lengths[count:], lines=self.lines[count:]
        )


@lru_cache(maxsize=64)  # between two cuts every request asks for the same text
def summary_block(state: Rolling, *, ceiling: int = CEILING) -> str:
    """Return the summary as one delimited, labelled block of at most `ceiling` characters, "" where nothing fits."""
    words = phrases(language(state))
    text = summary_body(state, room=ceiling - block_overhead(SUMMARY, words.label), words=words)
    return block(SUMMARY, words.label, text) if text else ""


def summary_body(state: Rolling, *, room: int, words: Phrases) -> str:
    """Return the lines of a summary in at most `room` characters, without label and delimiters."""
    if (state.requests == 0 and not state.base) or room <= 0:
        return ""
    opening = f"{words.first} {state.opening}" if state.opening else ""
    top = head(opening, max(room // _FIRST_SHARE, 0)) if state.singles else head(opening, room)
    lines = tuple(_line(each, FULL) for each in state.singles)
    rows = _Rows(groups=state.groups, singles=state.singles, lengths=(FULL,) * len(lines), lines=lines, words=words)
    fixed = sum(len(part) + 1 for part in (state.base, top) if part)
    shown = _fit(rows, room - fixed)
    base = state.base
    if base and fixed > room - shown.size():
        base = head(base, max(room - shown.size() - len(top) - 2, room // 2))
        shown = _fit(rows, room - len(base) - len(top) - 2)
    return head("\n".join([part for part in (base, top) if part] + [_BULLET + row for row in shown.rendered()]), room)


def _fit(rows: _Rows, room: int) -> _Rows:
    """Take from the oldest lines first until the rows fit; a step is repeated before the next one begins."""
    for step in (_shortening(_HALF, _FULL_LINES), _shortening(_SHORT, _HALF_LINES), _joining(_HALF_LINES),
                 _shortening(_HALF, 0), _shortening(_SHORT, 0), _joining(1), _dropping):  # fmt: skip
        while rows.size() > room:
            coarser = step(rows)
            if coarser is None:
                break
            rows = coarser
    return rows


def _shortening(length: int, spared: int) -> Callable[[_Rows], _Rows | None]:
    def shorten(rows: _Rows) -> _Rows | None:
        places = range(max(len(rows.lengths) - spared, 0))
        place = next((at for at in places if rows.lengths[at] > length), None)
        if place is None:
            return None
        line = _line(rows.singles[place], length)
        return replace(
            rows,
            lengths=(*rows.lengths[:place], length, *rows.lengths[place + 1 :]),
            lines=(*rows.lines[:place], line, *rows.lines[place + 1 :]),
        )

    return shorten


def _joining(spared: int) -> Callable[[_Rows], _Rows | None]:
    """Join the oldest single requests: into a group that this text alone has, then one by one into it."""

    def join(rows: _Rows) -> _Rows | None:
        if len(rows.singles) - spared < 2:
            return None
        own = rows.groups and rows.groups[-1].last == rows.singles[0].number - 1
        if own and len(rows.groups) > 1:
            grown = merge(rows.groups[-1], group(rows.singles[:1]))
            return rows.without_oldest(1, (*rows.groups[:-1], grown))
        return rows.without_oldest(2, (*rows.groups, group(rows.singles[:2])))

    return join


def _dropping(rows: _Rows) -> _Rows | None:
    """The last resort under a tiny ceiling: groups become one, then the oldest rows go."""
    if len(rows.groups) > 1:
        return replace(rows, groups=(merge(rows.groups[0], rows.groups[1]), *rows.groups[2:]))
    if rows.groups:
        return replace(rows, groups=())
    if rows.singles:
        return rows.without_oldest(1, ())
    return None


def _line(request: Request, length: int) -> str:
    times = f" (×{request.times})" if request.times > 1 else ""
    if len(request.text) <= length and not request.text.endswith("…"):
        return request.text + times
    behind = _behind(request.text[:length], request.salient, min(_SALIENT, length // 2))
    text = head(request.text, length - len(behind))
    return text + _behind(text, request.salient, len(behind)) + times


def _group_line(each: Group, words: Phrases) -> str:
    title = words.joined.format(first=each.first, last=each.last, count=each.last - each.first + 1)
    topics = ", ".join(word for word, _ in each.topics[:_TOPICS_SHOWN])
    facts = "; ".join(fact.text for fact in each.salient)
    return title + (f" {words.about} {topics}" if topics else "") + (f" · {facts}" if facts else "")


def _behind(text: str, salient: tuple[StatedFact, ...], room: int) -> str:
    """Return the facts that `text` lacks in at most `room` characters; the weightiest get in first, order is kept."""
    room -= len(" · ")
    missing: list[StatedFact] = []
    for fact in sorted(salient, key=lambda fact: fact.kind):
        if fact.kind is FactKind.DECISION or fact.text in text:  # a decision is a clause: its line begins with it
            continue
        room -= len(fact.text) + len("; ")
        if room < 0:
            break
        missing.append(fact)
    shown = "; ".join(fact.text for fact in sorted(missing, key=lambda fact: fact.start))
    return f" · {shown}" if shown else ""

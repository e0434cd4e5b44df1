"""How coarse each line of a summary is shown, so that all of it fits its ceiling: the older, the coarser.

Numbers, names, prices and dates are the last to go. Pure: the same state and ceiling give the same text.
"""

from __future__ import annotations

from functools import lru_cache

from foveate.folding.facts import FactKind, StatedFact
from foveate.folding.rolling import FULL, Group, Request, Rolling, joined_group, language, merge
from foveate.quoting import PHRASES, SUMMARY, Phrases, block, block_overhead, head, phrases

CEILING = 2_400  # characters of the whole block: at most an eighth of the recent layer's 20,000
_HALF, _SHORT = 120, 64  # characters of a line that has lost detail once and twice
_FULL_LINES, _HALF_LINES = 3, 6  # the newest lines stay this long the longest
_FIRST_SHARE = 3  # the first request takes at most a third of the body
_SALIENT = 90  # characters of facts behind a clipped line
_TOPICS_SHOWN = 4
LABELLED = max(block_overhead(SUMMARY, words.label) for words in PHRASES.values())  # characters around the body
_BULLET = "- "
_AROUND = len(_BULLET) + 1  # characters around a line: the bullet and the line's end


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
    fixed = sum(len(part) + 1 for part in (state.base, top) if part)
    rows = _Rows(state, words, room - fixed)
    _fit(rows, room - fixed)
    base = state.base
    if base and fixed > room - rows.size:
        base = head(base, max(room - rows.size - len(top) - 2, room // 2))
        _fit(rows, room - len(base) - len(top) - 2)
    shown = [_BULLET + row for row in (*rows.group_lines, *rows.lines)]
    return head("\n".join([part for part in (base, top) if part] + shown), room)


class _Rows:
    """What is being fitted: groups and single requests with their lines, and the characters of all lines together."""

    def __init__(self, state: Rolling, words: Phrases, room: int) -> None:
        """Start with lines as long as they can be, or as coarse as age makes them where that will not fit anyway."""
        self.words = words
        self.groups = list(state.groups)
        self.group_lines = [_group_line(each, words) for each in self.groups]
        self.singles = list(state.singles)
        groups = sum(map(len, self.group_lines)) + _AROUND * len(self.group_lines)
        self._set(_by_age(len(self.singles)), groups)
        if self.size <= room:
            self._set([FULL] * len(self.singles), groups)

    def _set(self, lengths: list[int], groups: int) -> None:
        self.lengths = lengths
        self.lines = [_line(each, length) for each, length in zip(self.singles, lengths, strict=True)]
        self.size = groups + sum(map(len, self.lines)) + _AROUND * len(self.lines)

    def shorten(self, length: int, spared: int, room: int) -> None:
        """Shorten single lines to `length`, the oldest first, until all fits or only the newest `spared` are left."""
        for place in range(len(self.lines) - spared):
            if self.size <= room:
                return
            if self.lengths[place] > length:
                line = _line(self.singles[place], length)
                self.size += len(line) - len(self.lines[place])
                self.lines[place], self.lengths[place] = line, length

    def join(self, spared: int, room: int) -> None:
        """Join the oldest single requests into the newest group, as many as must go, until all fits."""
        while self.size > room and len(self.singles) > spared:
            freed = count = 0
            while count < len(self.singles) - spared and (count < 2 or self.size - freed > room):  # a group
                freed += len(self.lines[count]) + _AROUND
                count += 1
            joined = joined_group(tuple(self.singles[:count]))
            if len(self.groups) > 1 and self.groups[-1].last == joined.first - 1:
                joined = merge(self.groups.pop(), joined)
                freed += len(self.group_lines.pop()) + _AROUND
            line = _group_line(joined, self.words)
            self.groups.append(joined)
            self.group_lines.append(line)
            self.size += len(line) + _AROUND - freed
            del self.singles[:count], self.lengths[:count], self.lines[:count]

    def drop(self, room: int) -> None:
        """The last resort under a tiny ceiling: groups become one, then the oldest lines go."""
        while self.size > room and len(self.groups) > 1:
            self.groups[:2] = [merge(self.groups[0], self.groups[1])]
            gone = self.group_lines[:2]
            self.group_lines[:2] = [_group_line(self.groups[0], self.words)]
            self.size += len(self.group_lines[0]) - sum(map(len, gone)) - _AROUND
        while self.size > room and (self.group_lines or self.lines):
            rows = self.group_lines or self.lines
            self.size -= len(rows.pop(0)) + _AROUND


def _by_age(count: int) -> list[int]:
    """Return the lengths of lines, oldest first, when none older may be longer."""
    newest = [_HALF] * (_HALF_LINES - _FULL_LINES) + [FULL] * _FULL_LINES
    return [_SHORT] * (count - _HALF_LINES) + newest[max(_HALF_LINES - count, 0) :]


def _fit(rows: _Rows, room: int) -> None:
    """Take from the oldest lines first until the rows fit; a step is repeated before the next one begins."""
    rows.shorten(_HALF, _FULL_LINES, room)
    rows.shorten(_SHORT, _HALF_LINES, room)
    rows.join(_HALF_LINES, room)
    rows.shorten(_HALF, 0, room)
    rows.shorten(_SHORT, 0, room)
    rows.join(1, room)
    rows.drop(room)


@lru_cache(maxsize=1_024)  # a line stands in many summaries
def _line(request: Request, length: int) -> str:
    times = f" (×{request.times})" if request.times > 1 else ""
    if len(request.text) <= length and not request.text.endswith("…"):
        return request.text + times
    salient = request.salient
    behind = _behind(request.text[:length], salient, min(_SALIENT, length // 2)) if salient else ""
    text = head(request.text, length - len(behind))
    return text + (_behind(text, salient, len(behind)) if behind else "") + times


@lru_cache(maxsize=256)
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

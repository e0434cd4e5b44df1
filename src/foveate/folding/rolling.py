"""The rolling summary's state: a left fold over the person's requests, bounded, never a re-reading of the talk.

The newest requests are kept one by one, older ones in groups of what they were about. Groups form by count alone, so
the same requests give the same state, one at a time or all at once. How coarse a line is shown is decided in `lines`.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import chain
from typing import NamedTuple

from foveate.folding.facts import LOOK_AT, FactKind, StatedFact, facts
from foveate.patterns import unicode
from foveate.quoting import (
    PHRASES,
    balanced,
    escape,
    escape_marks,
    find_summary,
    head,
    language_of,
    mask,
    one_line,
    valid,
)

FULL = 240  # characters kept of a request: its beginning
_SINGLES = 48  # requests kept one by one; more than the ceiling ever shows
_GROUPED = 16  # of the oldest become a group at once: grouping costs little a request
_GROUPS = 4  # groups kept; beyond, the two smallest neighbours become one
_GROUP_FACTS, _GROUP_CHARS = 6, 110  # kept of a group: facts, and their characters together
_GROUP_NUMBERS = 3  # of them plain numbers
_ABOUT = 120  # characters of a request that say what it is about
_TOPICS = 12  # commonest words kept of a group
_VOTES = 20  # requests that decide the language
_WORD = unicode(r"[\p{Latin}\p{Cyrillic}\p{Greek}\p{Arabic}\p{Hebrew}\p{Devanagari}]{4,}|\p{Hangul}{2,}")
_ASCII_WORD = re.compile(r"[a-z]{4,}")
_COMMON = frozenset(
    "that this with from have what when where which your about there their them then than will would could should "
    "please into just like want need make does also some more most much very been were they because these those para "
    "como este esta esto esse essa isso pero mais mas más sobre entre cuando quando donde onde porque también também "
    "algo solo cada todo toda todos todas puede pode quiero quero hacer fazer tengo tenho está estão avec pour dans "
    "cette nicht eine".split()
)


class Request(NamedTuple):
    """One request: its number, its beginning on one line, how often it was repeated in a row.

    `whole` are the facts of a long one, also those that its beginning has lost; a short one's are read when needed.
    """

    number: int
    text: str
    whole: tuple[StatedFact, ...] | None = None
    times: int = 1

    @property
    def last(self) -> int:
        """The number of its last repetition."""
        return self.number + self.times - 1

    @property
    def salient(self) -> tuple[StatedFact, ...]:
        """The facts in it, in order."""
        return _read(self.text) if self.whole is None else self.whole


@dataclass(frozen=True, slots=True)
class Group:
    """Requests `first` to `last`: their commonest words with counts, and the facts that weigh most."""

    first: int
    last: int
    topics: tuple[tuple[str, int], ...]
    salient: tuple[StatedFact, ...]


class Rolling(NamedTuple):
    """The state of the fold. `requests` of them were added; `base` is an earlier summary's body, carried as it is.

    `carried` are the characters of the earlier summaries that were taken over. `opening` is the first request; `votes`
    counts the languages of the first requests.
    """

    requests: int = 0
    opening: str = ""
    groups: tuple[Group, ...] = ()
    singles: tuple[Request, ...] = ()
    base: str = ""
    carried: int = 0
    votes: tuple[tuple[str, int], ...] = ()


def add(state: Rolling, words: str) -> Rolling:
    """Return the state with one more request. Blank words change nothing."""
    text = balanced(one_line(escape_marks(mask(valid(words[:LOOK_AT])))))  # one line behind a bullet is no role header
    if not text:
        return state
    number = state.requests + 1
    votes = _vote(state.votes, text) if state.requests < _VOTES else state.votes
    if not (state.opening or state.base or state.singles):
        return state._replace(requests=number, opening=head(text, FULL), votes=votes)
    newest = state.singles[-1] if state.singles else None
    request = _request(number, text)
    if newest and newest.text == request.text and newest.last == state.requests:
        singles = (*state.singles[:-1], newest._replace(times=newest.times + 1))
    else:
        singles = (*state.singles, request)
    groups = state.groups
    if len(singles) > _SINGLES:
        groups, singles = _keep((*groups, _stretch(singles[:_GROUPED]))), singles[_GROUPED:]
    return Rolling(number, state.opening, groups, singles, state.base, state.carried, votes)


def carry(body: str) -> Rolling:
    """Return a state that begins with an earlier summary's body: our own lines again, other text as it is."""
    found = find_summary(body)
    body = balanced(valid(found.body if found else body))
    rows = [row.strip() for row in body.split("\n") if row.strip()]
    spoken, opening = _opening_of(rows[0]) if rows else (None, "")
    language = spoken or language_of(body)
    votes = ((language, 1),) if language else ()
    lines = rows[1:] if opening else rows
    if not all(row.startswith("- ") for row in lines):
        return Rolling(base=escape(mask(body.strip())), carried=len(body), votes=votes)
    state = Rolling(requests=1 if opening else 0, opening=opening, carried=len(body), votes=votes)
    singles = tuple(Request(number, row[2:]) for number, row in enumerate(lines, state.requests + 1))
    return state._replace(requests=state.requests + len(singles), singles=singles[-_SINGLES:])


def _request(number: int, text: str) -> Request:
    return Request(number, text) if len(text) <= FULL else Request(number, head(text, FULL), facts(text))


def replace_by(state: Rolling, text: str) -> Rolling:
    """Return the state with everything added so far put into the words of a written summary."""
    return Rolling(requests=state.requests, base=text, carried=state.carried, votes=state.votes)


def language(state: Rolling) -> str | None:
    """Return the language of the first requests, None where they do not tell."""
    return max(state.votes, key=lambda vote: vote[1])[0] if state.votes else None


def group(requests: tuple[Request, ...]) -> Group:
    """Return one group for neighbouring requests."""
    text = "\n".join([each.text for each in requests if each.whole is None])  # one reading costs less than sixteen
    topics = Counter(chain.from_iterable([_kept_words(each.text) for each in requests]))
    salient = choose((*(fact for each in requests for fact in each.whole or ()), *facts(text)))
    return Group(requests[0].number, requests[-1].last, tuple(topics.most_common(_TOPICS)), salient)


def joined_group(requests: tuple[Request, ...]) -> Group:
    """Return one group for any number of neighbouring requests, for one summary's text.

    Whole stretches are read once for all summaries that hold them, and each request of the rest once.
    """
    whole = len(requests) // _GROUPED * _GROUPED
    made = [_stretch(requests[at : at + _GROUPED]) for at in range(0, whole, _GROUPED)]
    rest = requests[whole:]
    if rest:
        topics = Counter(chain.from_iterable([_kept_words(each.text) for each in rest]))
        salient = choose(tuple(fact for each in rest for fact in each.salient))
        made.append(Group(rest[0].number, rest[-1].last, tuple(topics.most_common(_TOPICS)), salient))
    return reduce(merge, made)


def _words(text: str) -> list[str]:
    """Return the words that a request's beginning is about."""
    text = text[:_ABOUT].lower()
    found = (_ASCII_WORD if text.isascii() else _WORD).findall(text)
    return [word for word in found if word not in _COMMON]


_stretch = lru_cache(maxsize=64)(group)
_kept_words = lru_cache(maxsize=256)(_words)
_read = lru_cache(maxsize=256)(facts)


@lru_cache(maxsize=256)
def merge(older: Group, newer: Group) -> Group:
    """Return one group for two neighbouring ones."""
    topics = Counter(dict(older.topics))
    topics.update(dict(newer.topics))
    salient = choose((*older.salient, *newer.salient))
    return Group(older.first, newer.last, tuple(topics.most_common(_TOPICS)), salient)


def choose(found: tuple[StatedFact, ...]) -> tuple[StatedFact, ...]:
    """Keep the facts that weigh most, newer before older among equals, in their order."""
    numbered = list(enumerate({fact.text: fact for fact in found}.values()))
    kept: list[tuple[int, StatedFact]] = []
    room, numbers = _GROUP_CHARS, _GROUP_NUMBERS
    for place, fact in sorted(numbered, key=lambda pair: (pair[1].kind, -pair[0])):
        numbers -= fact.kind is FactKind.NUMBER
        room -= len(fact.text) + 2
        if room < 0 or numbers < 0 or len(kept) >= _GROUP_FACTS:
            break
        kept.append((place, fact))
    return tuple(fact for _, fact in sorted(kept, key=lambda pair: pair[0]))


def _keep(groups: tuple[Group, ...]) -> tuple[Group, ...]:
    if len(groups) <= _GROUPS:
        return groups
    place = min(range(len(groups) - 1), key=lambda at: groups[at + 1].last - groups[at].first)
    return (*groups[:place], merge(groups[place], groups[place + 1]), *groups[place + 2 :])


def _vote(votes: tuple[tuple[str, int], ...], words: str) -> tuple[tuple[str, int], ...]:
    code = language_of(words)
    if code is None:
        return votes
    counted = dict(votes)
    counted[code] = counted.get(code, 0) + 1
    return tuple(counted.items())


def _opening_of(row: str) -> tuple[str | None, str]:
    """Return the language whose fixed words open a row, and the first request behind them."""
    for code, words in PHRASES.items():
        if row.startswith(words.first):
            return code, row[len(words.first) :].strip()
    return None, ""

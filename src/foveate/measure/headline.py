"""The report's headline: the finding in a sentence, true for this data, also when folding does not pay.

It judges first, then words the verdict; it knows no HTML. With no price it speaks of characters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, assert_never

from foveate.measure.figures import SPACE, money, plural, share, size, times, word
from foveate.measure.finding import WHOLE, Finding
from foveate.measure.names import words
from foveate.measure.totals import (
    LEVEL,
    Basis,
    Total,
    amount,
    basis_of,
    largest,
    split,
    subject,
    totals,
    unchanged,
    whole_history,
)

Verdict = Literal["unmeasured", "unchanged", "alone", "saves", "level", "without_cache", "dearer"]
"""What came out: the last four compare the lowest rule that folds with the whole history."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyFigure:
    """A number that carries the finding, and what it is."""

    value: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Headline:
    """The first screen: a sentence, what was done, and three figures."""

    title: str
    lede: str
    facts: tuple[KeyFigure, KeyFigure, KeyFigure]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    """What every sentence below draws on: `rule` is the one spoken of, `whole` what it is compared with."""

    finding: Finding
    rules: tuple[Total, ...]
    rule: Total
    whole: Total | None
    basis: Basis

    @property
    def ratio(self) -> float:
        """The rule's amount over the whole history's; 1 where there is none."""
        base = amount(self.whole, self.basis) if self.whole else 0.0
        return amount(self.rule, self.basis) / base if base else 1.0


def headline(finding: Finding) -> Headline:
    """The finding in words."""
    rules = totals(finding)
    rule = subject(rules)
    if rule is None or not rule.turns:
        return _unmeasured(finding)
    case = _Case(finding=finding, rules=rules, rule=rule, whole=whole_history(rules), basis=basis_of(rules))
    verdict = judge(rules)
    return Headline(
        title=_title(case, verdict),
        lede=" ".join(sentence for sentence in (_done(case), *_why(case, verdict), _private(rules)) if sentence),
        facts=(_sent(case), _paid(case), _kept(case)),
    )


def judge(rules: Sequence[Total]) -> Verdict:
    """What came out, all sources together."""
    rule, whole = subject(rules), whole_history(rules)
    if rule is None or not rule.turns:
        return "unmeasured"
    if unchanged(rules):
        return "unchanged"
    if whole is None or rule.policy == WHOLE:
        return "alone"
    basis = basis_of(rules)
    ratio = amount(rule, basis) / amount(whole, basis) if amount(whole, basis) else 1.0
    if abs(1 - ratio) < LEVEL:
        return "level"
    if ratio < 1:
        return "saves"
    return "without_cache" if basis == "cached" and _cheaper_uncached(rules, whole) else "dearer"


def _title(case: _Case, verdict: Verdict) -> str:
    chats, named = _chats(case.finding), words(case.rule.policy, case.rule.title)
    match verdict:
        case "unmeasured" | "alone":
            return f"{case.rule.title}: {_amount(case, case.rule)}{_of_several(case)}."
        case "unchanged":
            return f"Nothing changes: no rule finds anything to fold in {chats}."
        case "saves" if case.basis == "chars":
            return (
                f"{named.opening}, {chats} {_send(case.finding)} {share(1 - case.ratio)} fewer characters{_but(case)}."
            )
        case "saves":
            return f"{named.opening}, the input of {chats} costs {share(1 - case.ratio)} less{_but(case)}."
        case "level":
            what = "characters" if case.basis == "chars" else "input cost"
            return f"Folding changes the {what} of {chats} by less than 1{SPACE}%."
        case "without_cache":
            return f"With the provider’s cache, sending everything is cheapest here{_though(case)}."
        case "dearer" if case.basis == "chars":
            return f"Folding does not pay here: the whole history sends fewest characters{_though(case)}."
        case "dearer":
            return f"Folding does not pay here: the whole history is cheapest{_though(case)}."
        case _:
            assert_never(verdict)


def _but(case: _Case) -> str:
    """What a saving in all must not hide."""
    parted = split(case.finding, case.rule.policy, case.basis)
    if not parted.more:
        return ""
    return f" in all, but {parted.more} of {plural(parted.sources, 'source')} {_cost_more(parted.more, case)}"


def _though(case: _Case) -> str:
    """What a loss in all must not hide."""
    parted = split(case.finding, case.rule.policy, case.basis)
    if not parted.less:
        return ""
    verb = "comes" if parted.less == 1 else "come"
    return f", though {parted.less} of {plural(parted.sources, 'source')} {verb} out lower when folded"


def _cost_more(number: int, case: _Case) -> str:
    verb = "send" if case.basis == "chars" else "cost"
    return f"{verb}{'s' if number == 1 else ''} more"


def _why(case: _Case, verdict: Verdict) -> tuple[str, ...]:
    """The sentences that the title has no room for."""
    match verdict:
        case "without_cache":
            return (_without_cache(case), _reasons_left(case), *_unpriced(case))
        case "dearer":
            return (_dearer(case), _reasons_left(case), *_unpriced(case))
        case "unchanged":
            return (f"{_all(case.rules)} send exactly the same.", *_unpriced(case))
        case "saves" | "level" | "alone" | "unmeasured":
            return _unpriced(case)
        case _:
            assert_never(verdict)


def _without_cache(case: _Case) -> str:
    whole = case.whole
    if whole is None:
        return ""
    lowest = min((rule for rule in case.rules if rule.policy != WHOLE), key=lambda rule: rule.uncached or 0.0)
    saved = 1 - (lowest.uncached or 0.0) / (whole.uncached or 1.0)
    manner = words(lowest.policy, lowest.title).manner
    return (
        f"Folding pays only without a cache: there the input costs {share(saved)} less {manner}. "
        f"With the cache, the cheapest rule that folds, {case.rule.title}, costs {times(case.ratio)} the whole history."
    )


def _dearer(case: _Case) -> str:
    what = "sends" if case.basis == "chars" else "costs"
    return f"The lowest rule that folds, {case.rule.title}, {what} {times(case.ratio)} the whole history."


def _reasons_left(case: _Case) -> str:
    if case.whole is None or case.rule.longest >= case.whole.longest:
        return ""
    return (
        f"What is left is a shorter request, {size(case.rule.longest)} characters at most instead of "
        f"{size(case.whole.longest)}: it answers sooner and leaves more of the model’s window."
    )


def _unpriced(case: _Case) -> tuple[str, ...]:
    pricing = case.finding.pricing
    if case.basis != "chars":
        return ()
    if all(rule.uncached is not None for rule in case.rules):
        return ("Input costs nothing at these prices, so the rules are compared by characters.",)
    if pricing.model is None:
        return ("No model was named, so what it costs is unknown and the rules are compared by characters.",)
    return (f"The price of {pricing.model} is unknown, so the rules are compared by characters.",)


def _done(case: _Case) -> str:
    finding, count = case.finding, len(case.rules)
    cache = ", with and without the provider’s cache" if case.basis == "cached" else ""
    rules = "one rule" if count == 1 else f"{word(count)} rules"
    each = "it" if count == 1 else "each"
    return f"We ran {_what(finding)} through {rules} and counted what {each} would have sent{cache}."


def _what(finding: Finding) -> str:
    turns = plural(finding.turns, "turn")
    if finding.simulated:
        talks = "a simulated talk" if finding.conversations == 1 else f"{finding.conversations:,} simulated talks"
        return f"{turns} of {talks}"
    chats = "one chat" if finding.conversations == 1 else f"{finding.conversations:,} chats"
    places = len(finding.sources)
    return f"{turns} of {chats}" + (
        f" from {places:,} sources" if places > 1 and places != finding.conversations else ""
    )


def _private(rules: Sequence[Total]) -> str:
    return "" if any(rule.calls for rule in rules) else "Nothing left this machine."


def _sent(case: _Case) -> KeyFigure:
    value = f"{size(case.rule.chars, 2)} characters"  # as exact as the table, so that the two agree
    if not _compared(case):
        return KeyFigure(value=value, label=_alone_label(case, "sent"))
    whole = size(case.whole.chars, 2) if case.whole else ""
    return KeyFigure(value=value, label=f"sent {_manner(case)}, {whole} with the whole history")


def _paid(case: _Case) -> KeyFigure:
    basis: Basis = case.basis
    if basis == "chars":
        basis = "cached" if case.rule.cached is not None else "uncached"
    amounts = [rule.cached if basis == "cached" else rule.uncached for rule in (case.rule, case.whole) if rule]
    if None in amounts:
        model = case.finding.pricing.model
        return KeyFigure(
            value="unknown", label=f"what the input costs{f' with {model}' if model else ': no model was named'}"
        )
    shown = [money(value, case.finding.pricing.currency, largest(case.rules)) for value in amounts]
    cache = "with the cache" if basis == "cached" else "without a cache"
    if not _compared(case):
        return KeyFigure(value=shown[0], label=_alone_label(case, f"of input {cache}"))
    return KeyFigure(value=shown[0], label=f"of input {cache}, {shown[1]} with the whole history")


def _kept(case: _Case) -> KeyFigure:
    if not case.rule.facts:
        return KeyFigure(value="No facts", label="numbers, prices, dates, names or decisions, were found to follow")
    stated = "the one fact stated survives" if case.rule.facts == 1 else f"the {case.rule.facts:,} facts stated survive"
    how = _manner(case) if _compared(case) else "to the end"
    return KeyFigure(value=share(case.rule.kept), label=f"of {stated} {how}")


def _compared(case: _Case) -> bool:
    return case.whole is not None and case.rule.policy != WHOLE and not unchanged(case.rules)


def _alone_label(case: _Case, what: str) -> str:
    if unchanged(case.rules):
        return f"{what}, under every rule"
    return f"{what} {_manner(case)}"


def _manner(case: _Case) -> str:
    return words(case.rule.policy, case.rule.title).manner


def _amount(case: _Case, rule: Total) -> str:
    if case.basis == "chars":
        return f"{size(rule.chars, 2)} characters"
    return f"{money(amount(rule, case.basis), case.finding.pricing.currency, largest(case.rules))} of input"


def _of_several(case: _Case) -> str:
    if len(case.rules) < 2:
        return ""
    return f", the {'fewest' if case.basis == 'chars' else 'least'} of {word(len(case.rules))} rules"


def _all(rules: Sequence[Total]) -> str:
    return "Both rules" if len(rules) == 2 else f"All {word(len(rules))} rules"


def _chats(finding: Finding) -> str:
    noun = "talk" if finding.simulated else "chat"
    return f"this {noun}" if finding.conversations == 1 else f"these {noun}s"


def _send(finding: Finding) -> str:
    return "sends" if finding.conversations == 1 else "send"


def _cheaper_uncached(rules: Sequence[Total], whole: Total) -> bool:
    if whole.uncached is None:
        return False
    return any(rule.uncached is not None and rule.uncached < whole.uncached * (1 - LEVEL) for rule in rules)


def _unmeasured(finding: Finding) -> Headline:
    skipped = (
        f" {plural(len(finding.skipped), 'thing was', 'things were')} skipped; the reasons are below."
        if finding.skipped
        else ""
    )
    return Headline(
        title="There was nothing to measure.",
        lede=f"No turn was found in {plural(len(finding.sources), 'source')}.{skipped}",
        facts=(
            KeyFigure(value="0 characters", label="sent"),
            KeyFigure(value="unknown", label="what the input costs"),
            KeyFigure(value="No facts", label="to follow"),
        ),
    )

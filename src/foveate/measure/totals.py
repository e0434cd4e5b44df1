"""Runs added up rule by rule, and the questions the report asks of them: which is best, which is dearer.

Pure arithmetic over a finding; it words nothing and draws nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

from foveate.measure.finding import WHOLE, Finding, Run

Basis = Literal["cached", "uncached", "chars"]
"""What rules are compared by: input money with the cache, without it, or characters where no price is known."""

LEVEL = 0.005  # share: a difference that rounds to 0 % is none


@dataclass(frozen=True, slots=True, kw_only=True)
class Total:
    """One rule over all its sources. Money is None where any source has none."""

    policy: str
    title: str
    turns: int
    chars: int
    tokens: int
    longest: int
    changed: int
    prefix_kept: float
    folds: int
    calls: int
    uncached: float | None
    cached: float | None
    facts: int
    facts_kept: int
    flags: tuple[str, ...]

    @property
    def kept(self) -> float:
        """The share of facts still present; all of them where there were none."""
        return self.facts_kept / self.facts if self.facts else 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """In how many sources a rule comes out below the whole history, above it, or level with it."""

    less: int
    more: int
    level: int

    @property
    def sources(self) -> int:
        """How many sources there are."""
        return self.less + self.more + self.level


def totals(finding: Finding) -> tuple[Total, ...]:
    """One total for each rule, in the order in which the rules first appear."""
    return tuple(total_of(runs) for runs in _by(finding.runs, "policy").values())


def by_source(finding: Finding) -> dict[str, tuple[Total, ...]]:
    """The totals of each source, rule by rule."""
    groups = _by(finding.runs, "source")
    return {source: tuple(total_of([run]) for run in runs) for source, runs in groups.items()}


def total_of(runs: Sequence[Run]) -> Total:
    """Runs of one rule as one total; the share of the prefix kept is weighted by what was sent."""
    chars = sum(sum(run.turns.chars) for run in runs)
    kept = sum(run.prefix_kept * sum(run.turns.chars) for run in runs)
    return Total(
        policy=runs[0].policy,
        title=runs[0].title,
        turns=sum(len(run.turns.chars) for run in runs),
        chars=chars,
        tokens=sum(sum(run.turns.tokens) for run in runs),
        longest=max((max(run.turns.chars, default=0) for run in runs), default=0),
        changed=sum(sum(run.turns.prefix_changed) for run in runs),
        prefix_kept=kept / chars if chars else 1.0,
        folds=sum(run.folds for run in runs),
        calls=sum(run.calls for run in runs),
        uncached=_added(run.turns.uncached for run in runs),
        cached=_added(run.turns.cached for run in runs),
        facts=sum(run.facts for run in runs),
        facts_kept=sum(run.facts_kept for run in runs),
        flags=tuple(dict.fromkeys(flag for run in runs for flag in run.flags)),
    )


def basis_of(rules: Sequence[Total]) -> Basis:
    """By what these rules can be compared: a price that is unknown, or nothing at all, compares nothing."""
    if all(rule.cached is not None for rule in rules) and any(rule.cached for rule in rules):
        return "cached"
    if all(rule.uncached is not None for rule in rules) and any(rule.uncached for rule in rules):
        return "uncached"
    return "chars"


def amount(rule: Total, basis: Basis) -> float:
    """What a rule comes to on that basis."""
    if basis == "cached":
        return rule.cached or 0.0
    if basis == "uncached":
        return rule.uncached or 0.0
    return float(rule.chars)


def largest(rules: Sequence[Total]) -> float:
    """The largest amount of money of these rules, which sets the decimals wherever they are shown together."""
    return max((value for rule in rules for value in (rule.uncached, rule.cached) if value is not None), default=0.0)


def whole_history(rules: Sequence[Total]) -> Total | None:
    """The rule that sends everything, if it was measured."""
    return next((rule for rule in rules if rule.policy == WHOLE), None)


def unchanged(rules: Sequence[Total]) -> bool:
    """Whether no rule did anything: none folded, and all sent the same."""
    return len(rules) > 1 and not any(rule.folds for rule in rules) and len({rule.chars for rule in rules}) == 1


def best(rules: Sequence[Total]) -> Total | None:
    """The rule that comes out lowest, among equals the one that keeps most facts; None where nothing was to choose."""
    basis = basis_of(rules)
    if unchanged(rules) or len({amount(rule, basis) for rule in rules}) < 2:
        return None
    return _lowest(rules)


def subject(rules: Sequence[Total]) -> Total | None:
    """The rule the report speaks of: the lowest that did something, or else the whole history."""
    acting = [] if unchanged(rules) else acted(rules)
    if not acting:
        return whole_history(rules) or (rules[0] if rules else None)
    return _lowest(acting)


def acted(rules: Sequence[Total]) -> list[Total]:
    """The rules that folded, or sent something else than the whole history: the others are no choice of their own."""
    whole = whole_history(rules)
    return [
        rule for rule in rules if rule.policy != WHOLE and (rule.folds or whole is None or rule.chars != whole.chars)
    ]


def refused(finding: Finding) -> tuple[tuple[str, int], ...]:
    """The rules with requests that are larger than the model's window, by title, and how many such requests."""
    window = finding.pricing.window
    if window is None:
        return ()
    found: dict[str, int] = {}
    for run in finding.runs:
        found[run.title] = found.get(run.title, 0) + sum(tokens > window for tokens in run.turns.tokens)
    return tuple((title, number) for title, number in found.items() if number)


def split(finding: Finding, policy: str, basis: Basis) -> Split:
    """How the sources divide between that rule and the whole history."""
    ratios = [_ratio(rules, policy, basis) for rules in by_source(finding).values()]
    less = sum(ratio < 1 - LEVEL for ratio in ratios)
    more = sum(ratio > 1 + LEVEL for ratio in ratios)
    return Split(less=less, more=more, level=len(ratios) - less - more)


def longest_source(finding: Finding) -> str | None:
    """The source with the most turns, the first among equals."""
    groups = _by(finding.runs, "source")
    return max(groups, key=lambda source: len(groups[source][0].turns.chars), default=None)


def running(runs: Sequence[Run], basis: Literal["uncached", "cached"]) -> tuple[float, ...] | None:
    """Money so far after each turn, all sources together; a source that has ended stays at its sum."""
    series = [getattr(run.turns, basis) for run in runs]
    if not series or any(values is None for values in series):
        return None
    sums: list[float] = []
    so_far = 0.0
    for amounts in zip_longest(*series, fillvalue=0.0):
        so_far += sum(amounts)
        sums.append(so_far)
    return tuple(sums)


def runs_of(finding: Finding, policy: str) -> tuple[Run, ...]:
    """That rule's runs, a source each."""
    return tuple(run for run in finding.runs if run.policy == policy)


def _lowest(rules: Sequence[Total]) -> Total:
    basis = basis_of(rules)
    return min(rules, key=lambda rule: (amount(rule, basis), -rule.kept))


def _ratio(rules: Sequence[Total], policy: str, basis: Basis) -> float:
    whole = whole_history(rules)
    rule = next((rule for rule in rules if rule.policy == policy), None)
    if whole is None or rule is None or not amount(whole, basis):
        return 1.0
    return amount(rule, basis) / amount(whole, basis)


def _added(series: Iterable[tuple[float, ...] | None]) -> float | None:
    total = 0.0
    for values in series:
        if values is None:
            return None
        total += sum(values)
    return total


def _by(runs: Iterable[Run], field: Literal["policy", "source"]) -> dict[str, list[Run]]:
    groups: dict[str, list[Run]] = {}
    for run in runs:
        groups.setdefault(getattr(run, field), []).append(run)
    return groups

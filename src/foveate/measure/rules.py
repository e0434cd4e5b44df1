"""The rules that are compared: policies by name, with the marks a person gave and the title that people read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from foveate.budget import Chars, Marks, Tokens
from foveate.context import Policy, policy_named
from foveate.cutting import Missions, Off, Rule, Threshold, Window
from foveate.errors import InvalidPolicy

COMPARED = ("off", "window", "window-per-turn", "window+recall", "missions", "threshold")


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A policy, its name, and its title."""

    name: str
    title: str
    policy: Policy


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a person gave beside a policy's name. None leaves a value as it is; 0 switches a ceiling off.

    `messages` and `chars` are the window's marks, `summary` the summary's ceiling in characters, `window` the model's
    in tokens, for the threshold.
    """

    messages: tuple[int, int] | None = None
    chars: tuple[int, int] | None = None
    summary: int | None = None
    window: Tokens | None = None


def rules_named(names: Sequence[str], wanted: Wanted) -> tuple[Named, ...]:
    """Return the policies of these names, each once. Raises InvalidPolicy for unknown names and contradictory marks."""
    return tuple(rule_named(name, wanted) for name in dict.fromkeys(names))


def rule_named(name: str, wanted: Wanted) -> Named:
    """Return the policy of a name with what a person gave. Raises InvalidPolicy."""
    policy = policy_named(name)
    policy = replace(policy, rule=_fitted(policy.rule, wanted))
    if wanted.summary is not None:
        policy = replace(policy, summary=_ceiling(wanted.summary))
    return Named(name=name, title=title_of(policy), policy=policy)


def title_of(policy: Policy) -> str:
    """Return what people call a policy."""
    recalled = " + recall" if policy.recall is not None and policy.total is None else ""
    if policy.total is not None:
        return f"Within {policy.total:,} characters"
    return f"{_title(policy.rule)}{recalled}"


def _fitted(rule: Rule, wanted: Wanted) -> Rule:
    if isinstance(rule, Threshold) and wanted.window is not None:
        return replace(rule, window=wanted.window)
    if not isinstance(rule, Window) or not _in_steps(rule):
        return rule
    messages = rule.messages if wanted.messages is None else _marks(wanted.messages)
    chars = rule.chars if wanted.chars is None else _marks(wanted.chars)
    if messages is None and chars is None:
        raise InvalidPolicy(
            what="A window without any ceiling is no window",
            value="messages 0, chars 0",
            remedy="Give one of them, or use the policy off",
        )
    return replace(rule, messages=messages, chars=chars)


def _in_steps(rule: Window) -> bool:
    return any(marks is not None and marks.low < marks.high for marks in (rule.messages, rule.chars))


def _marks(pair: tuple[int, int]) -> Marks | None:
    high, low = pair
    return None if high == low == 0 else Marks(high=high, low=low)


def _ceiling(chars: int) -> Chars | None:
    return Chars(chars) if chars else None


def _title(rule: Rule) -> str:
    match rule:
        case Off():
            return "Whole history"
        case Window():
            return _window_title(rule)
        case Missions():
            slides = rule.detail.high == rule.detail.low
            return "Missions, folds at each" if slides else "Missions"
        case Threshold():
            return "Threshold"
        case _:
            assert_never(rule)


def _window_title(rule: Window) -> str:
    if not _in_steps(rule):
        return "Window, slides each turn"
    if rule.messages is not None:
        return f"Window in steps, {rule.messages.high} to {rule.messages.low}"
    chars = rule.chars
    return f"Window in steps, {chars.high:,} to {chars.low:,} characters" if chars else "Window in steps"

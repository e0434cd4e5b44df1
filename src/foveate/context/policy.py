"""What a context may take: the rule that cuts, the ceilings of the layers, and the guard of the whole. Values only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from foveate.budget import MEDIA, Chars, Marks, Tokens
from foveate.cutting import Missions, Off, Rule, Threshold, Window
from foveate.errors import InvalidPolicy
from foveate.folding import SUMMARY_CEILING

RECALL = Chars(6_000)  # recalled excerpts, beside 20,000 of recent detail
_WITHIN = "within-"
_LEAST = 1_000  # characters of a total budget: less holds no summary and nothing recalled
_TOTAL_SHARE = 0.12  # of a total budget for the summary, and the same for the recent layer; recall takes the rest


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """Bring old detail back for the instruction that needs it, under `ceiling` characters, labels included."""

    ceiling: Chars = RECALL

    def __post_init__(self) -> None:
        """Refuse a ceiling that is not above 0."""
        _check("ceiling", self.ceiling)


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """How a talk becomes a context. Every number has a default; 0 at an edge means off and arrives here as None.

    `summary` is the ceiling of the summary block, None for no summary. `recall` is off when None. `hard` is a ceiling
    on the whole request in characters, `model_window` one in tokens: the guard clips, the newest instruction last of
    all. `total` is one budget for everything but the current mission; recall then fills what the other layers leave.
    `media` is what an image, a sound or a file counts. `strict_alternation` merges our blocks into a person's message,
    for providers that refuse two neighbours of one role. `cold_after` is the life of the provider's cache in seconds:
    a longer pause folds at once, where folds are journaled (`Chat`).
    """

    rule: Rule = field(default_factory=Window)
    summary: Chars | None = Chars(SUMMARY_CEILING)
    recall: Recall | None = None
    hard: Chars | None = None
    model_window: Tokens | None = None
    total: Chars | None = None
    media: Chars = MEDIA
    strict_alternation: bool = False
    cold_after: float | None = None

    def __post_init__(self) -> None:
        """Refuse ceilings that are no numbers above 0, and what is no rule."""
        if not isinstance(self.rule, Rule):
            raise InvalidPolicy(
                what="The rule is none", value=repr(self.rule), remedy="Give Window(), Missions(), Threshold() or Off()"
            )
        for name in ("summary", "hard", "model_window", "total", "media", "cold_after"):
            if getattr(self, name) is not None:
                _check(name, getattr(self, name))

    @classmethod
    def within(cls, total: Chars, *, rule: Rule | None = None) -> Policy:
        """Return the policy that spends one budget of characters on everything but the current mission.

        An eighth each goes to the summary and to recent missions, the rest to what the instruction needs back.
        """
        part = Chars(int(total * _TOTAL_SHARE))
        recent = rule or Missions(chars=Marks(high=part, low=part))
        return cls(rule=recent, summary=part, recall=Recall(ceiling=total), total=total)


def policy_named(name: str) -> Policy:
    """Return a policy by name: off, window, missions, threshold, with `-per-turn` and `+recall`, or `within-20000`.

    Raises InvalidPolicy for a name that is unknown.
    """
    base, _, extra = name.partition("+")
    digits = base.removeprefix(_WITHIN)
    if base.startswith(_WITHIN) and digits.isascii() and digits.isdecimal() and int(digits) >= _LEAST and not extra:
        return Policy.within(Chars(int(digits)))
    if base not in _NAMED or extra not in ("", "recall"):
        raise InvalidPolicy(
            what="The policy is unknown",
            value=name,
            remedy=f"Use one of {', '.join(_NAMED)}, each also with +recall, or {_WITHIN}N with N from {_LEAST:,}",
        )
    return Policy(rule=_NAMED[base](), recall=Recall() if extra else None)


def names() -> tuple[str, ...]:
    """Return the names that `policy_named` knows, without `+recall`."""
    return tuple(_NAMED)


def _per_turn_missions() -> Missions:
    low = Missions().detail.low
    return Missions(detail=Marks(high=low, low=low))


def _per_turn_window() -> Window:
    return Window(messages=Marks(high=40, low=40), chars=Marks(high=32_000, low=32_000))


_NAMED: dict[str, Callable[[], Rule]] = {
    "off": Off,
    "window": Window,
    "window-per-turn": _per_turn_window,
    "missions": Missions,
    "missions-per-turn": _per_turn_missions,
    "threshold": Threshold,
}


def _check(name: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or value <= 0:
        raise InvalidPolicy(
            what=f"The ceiling `{name}` is not a number above 0",
            value=repr(value),
            remedy="Give a number above 0, or None for none",
        )

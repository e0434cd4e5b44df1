"""The second article's talk under every rule: what is sent, how much of its front stays, what it costs.

Costs are thousands of uncached-token equivalents unless a model is named. No model is called; nothing here is random.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import accumulate
from typing import Any

from rounds import Result, Table, run

from foveate import CachePrice, Chat, Marks, Policy, Window
from foveate.budget import estimate_tokens
from foveate.context import policy_named
from foveate.cutting.price import SUMMARY_TOKENS, best_step
from foveate.exports import Imported
from foveate.measure.measuring import Order
from foveate.measure.measuring import measure as replay_all
from foveate.measure.prices import Block, Request, bill
from foveate.measure.simulate import ANSWER_CHARS, REQUEST_CHARS, simulated
from foveate.providers.catalogue import CacheRule, Price, Rates

LENGTHS = (20, 60, 200)  # turns
POLICIES = ("off", "window", "window-per-turn", "missions", "missions-per-turn", "threshold")
WHOLE, PER_TURN = "off", "window-per-turn"
MODEL = "claude-sonnet-4-6"
PRICED = datetime(2026, 11, 1, tzinfo=UTC)  # the day whose price is taken: the bench says the same on every day
SYSTEM_TOKENS = 500
SMALLEST = 1_024  # tokens: the smallest prefix that most providers hold, so the system text alone is never held
MINUTE = 60.0  # seconds between two turns
CACHES = ((None, None), (0.1, 1.25), (0.05, 1.25), (0.1, 1.0), (0.033, 1.0))  # read and write, of the input price
USUAL = (0.1, 1.25)
LOW = 20  # messages: where the window's cut goes
HIGHS = range(LOW, 91, 2)  # messages: every step from one turn to thirty-five
THOUSANDS = 1_000  # the price of a million tokens, so that costs come in thousands of tokens

Sent = Sequence[Request]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ways:
    """The requests of the longest talk, by how it is folded."""

    whole: Sent
    slides: Sent
    steps: Sent
    missions: Sent
    swept: dict[int, Sent]


def measure() -> Result:
    """Measure the simulated talk under every rule, without a cache and with those that providers have."""
    ways = _ways(LENGTHS[-1])
    caches = [_cache_row(ways, *cache) for cache in CACHES]
    return {"model": MODEL, "policies": _policy_rows(), "caches": caches, **_dearer(ways)}


def shown(result: Result) -> list[Table]:
    return [_policies(result), _caches(result), _where_dearer(result)]


def _policy_rows() -> list[dict[str, Any]]:
    """Replay the talks as `foveate measure --simulate` does: no system text, the model's own price and cache."""
    talks = Imported(conversations=tuple(map(simulated, LENGTHS)))
    runs = replay_all(talks, Order(policies=POLICIES, model=MODEL), now=PRICED).runs
    money = {(each.source, each.policy): sum(each.turns.cached or ()) for each in runs}
    return [
        {
            "turns": len(each.turns.chars),
            "policy": each.policy,
            "chars_total": sum(each.turns.chars),
            "chars_last": each.turns.chars[-1],
            "prefix_kept": round(each.prefix_kept, 4),
            "folds": each.folds,
            "cached_over_whole": _over(money[each.source, each.policy], money[each.source, WHOLE]),
            "cached_over_per_turn": _over(money[each.source, each.policy], money[each.source, PER_TURN]),
        }
        for each in runs
    ]


def _ways(turns: int) -> Ways:
    return Ways(
        whole=_requests(policy_named(WHOLE), turns),
        slides=_requests(policy_named(PER_TURN), turns),
        steps=_requests(policy_named("window"), turns),
        missions=_requests(policy_named("missions"), turns),
        swept={high: _requests(_window(high), turns) for high in HIGHS},
    )


def _window(high: int) -> Policy:
    return Policy(rule=Window(messages=Marks(high=high, low=LOW), chars=None))


def _requests(policy: Policy, turns: int) -> Sent:
    """Return what is sent turn by turn, as blocks: the system text, then a block a message."""
    chat = Chat(policy)
    sent: list[Request] = []
    for message in simulated(turns).messages:
        chat.append(message)
        if message["role"] == "user":
            blocks = [_block(each["content"]) for each in chat.context().messages]
            system = Block(key=0, tokens=SYSTEM_TOKENS)
            sent.append(Request(blocks=[system, *blocks], at=len(sent) * MINUTE))
    return sent


def _block(text: str) -> Block:
    return Block(key=hash(text), tokens=estimate_tokens(text))


def _cost(sent: Sent, read: float | None, write: float | None) -> list[float]:
    """Return the cost of each request in thousands of tokens of uncached input, without or with a cache."""
    price = Price(model="", provider="", rates=Rates(THOUSANDS, _times(read), _times(write)))
    paid = bill(sent, price, CacheRule(matching="automatic", smallest=SMALLEST) if read is not None else None)
    return [each.uncached if each.cached is None else each.cached for each in paid]


def _times(multiple: float | None) -> float | None:
    return None if multiple is None else multiple * THOUSANDS


def _cache_row(ways: Ways, read: float | None, write: float | None) -> dict[str, Any]:
    def thousands(sent: Sent) -> float:
        return round(sum(_cost(sent, read, write)), 1)

    swept = {high: thousands(sent) for high, sent in ways.swept.items()}
    best = min(swept, key=lambda high: swept[high])
    turn = (REQUEST_CHARS + ANSWER_CHARS) / 4
    price = CachePrice(read=read, write=write) if read is not None and write is not None else None
    formula = best_step(price, turn=turn, kept=LOW / 2, summary=SUMMARY_TOKENS + SYSTEM_TOKENS) if price else None
    return {
        "read": read,
        "write": write,
        "whole": thousands(ways.whole),
        "slides": thousands(ways.slides),
        "steps": thousands(ways.steps),
        "best": swept[best],
        "best_step_turns": max((best - LOW) // 2, 1),
        "best_step_by_formula": round(formula, 1) if formula else None,
    }


def _dearer(ways: Ways) -> Result:
    """Return where folding costs more than sending everything, all turns up to there together, with the usual cache."""
    whole = list(accumulate(_cost(ways.whole, *USUAL)))
    window = [ours / all_ for ours, all_ in zip(accumulate(_cost(ways.steps, *USUAL)), whole, strict=True)]
    missions = [ours / all_ for ours, all_ in zip(accumulate(_cost(ways.missions, *USUAL)), whole, strict=True)]
    return {"window_dearer": _stretch(window), "missions_dearer": _stretch(missions)}


def _stretch(ratios: list[float]) -> dict[str, Any]:
    dear = [turn for turn, ratio in enumerate(ratios, 1) if ratio > 1.0005]  # dearer by less is rounding
    most = max(range(len(ratios)), key=lambda at: ratios[at])
    return {
        "from": min(dear, default=None),
        "to": max(dear, default=None),
        "most": round(ratios[most], 3),
        "most_at": most + 1,
        **{f"at_{turns}": round(ratios[turns - 1], 3) for turns in LENGTHS},
    }


def _policies(result: Result) -> Table:
    rows = [
        [
            str(row["turns"]), row["policy"], f"{row['chars_total']:,}", f"{row['chars_last']:,}",
            f"{row['prefix_kept']:.1%}", str(row["folds"]), _number(row["cached_over_whole"]),
            _number(row["cached_over_per_turn"]),
        ]
        for row in result["policies"]
    ]  # fmt: skip
    return Table(
        title=f"Sent over the whole talk, and its input money with {result['model']}'s cache",
        headers=[
            "turns",
            "policy",
            "characters in all",
            "last turn",
            "prefix kept",
            "folds",
            "money over off",
            "over per turn",
        ],
        rows=rows,
        notes=["No system text, a minute between turns, tokens estimated by script."],
    )


def _caches(result: Result) -> Table:
    rows = [
        [
            "no cache" if row["read"] is None else f"{row['read']:g} / {row['write']:g}",
            *(f"{row[way]:,.0f}" for way in ("whole", "slides", "steps", "best")),
            str(row["best_step_turns"]), _number(row["best_step_by_formula"]),
        ]
        for row in result["caches"]
    ]  # fmt: skip
    return Table(
        title=f"Input cost of {LENGTHS[-1]} turns, thousands of uncached-token equivalents",
        headers=["read / write", "whole history", "slides each turn", "cut 40 -> 20", "best step", "its turns", "K*"],
        rows=rows,
        notes=[
            f"{SYSTEM_TOKENS} tokens of system text, a minute between turns.",
            f"The cache lives five minutes and holds prefixes of {SMALLEST:,} tokens or more.",
            f"Best step: the cheapest high mark above {LOW} messages; K*: the turns that the price's formula gives.",
        ],
    )


def _where_dearer(result: Result) -> Table:
    names = {"window": "window_dearer", "missions": "missions_dearer"}
    rows = [
        [
            name, *(_number(result[key][f"at_{turns}"]) for turns in LENGTHS),
            f"{result[key]['most']:.2f} at turn {result[key]['most_at']}", _between(result[key]),
        ]
        for name, key in names.items()
    ]  # fmt: skip
    read, write = USUAL
    return Table(
        title=f"Folding over sending everything, up to a turn, with a warm {read:g} / {write:g} cache",
        headers=["policy", *(f"at {turns} turns" for turns in LENGTHS), "most", "dearer between turns"],
        rows=rows,
        notes=["Above 1 folding is dearer than sending the whole history."],
    )


def _between(found: dict[str, Any]) -> str:
    return "nowhere" if found["from"] is None else f"{found['from']} and {found['to']}"


def _over(ours: float, theirs: float) -> float | None:
    return round(ours / theirs, 3) if theirs else None


def _number(value: float | None) -> str:
    return "—" if value is None else f"{value:.2f}"


if __name__ == "__main__":
    run(measure, shown)

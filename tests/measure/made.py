"""Findings made for tests: a few turns, round numbers, everything else as plain as can be."""

from dataclasses import replace
from datetime import date

from foveate.measure.finding import Age, Finding, Pricing, Run, Turns

TITLES = {
    "off": "Whole history",
    "window": "Window in steps, 40 to 20",
    "window-per-turn": "Window, slides each turn",
    "window+recall": "Window in steps + recall",
    "missions": "Missions",
    "threshold": "Threshold",
}
PRICED = Pricing(
    model="claude-sonnet-4-6",
    input=3.0,
    read=0.3,
    write=3.75,
    currency="USD",
    life_s=300,
    smallest_prefix=1024,
    source="genai-prices 0.2.3",
)
UNPRICED = replace(PRICED, model="my-model", input=None, read=None, write=None, life_s=None, source="unknown")
AGES = (
    Age(label="this one", current=1, recent=0, recalled=0, summary=0, remembered=0, gone=0),
    Age(label="1–8 back", current=0, recent=1, recalled=0, summary=0, remembered=0, gone=0),
    Age(label="9–20", current=0, recent=0.27, recalled=0.4, summary=0.2, remembered=0.05, gone=0.08),
)


def run(
    policy,
    chars=(100, 200, 300),
    *,
    cached=None,
    uncached=None,
    source="chat.json",
    folds=None,
    facts=10,
    lost=(),
    calls=0,
    changed=(),
):
    """A run; money of one number is spread evenly over the turns, None is unknown."""
    turns = len(chars)
    return Run(
        source=source,
        policy=policy,
        title=TITLES.get(policy, policy),
        turns=Turns(
            chars=tuple(chars),
            tokens=tuple(size // 4 for size in chars),
            uncached=_even(uncached, turns),
            cached=_even(cached, turns),
            prefix_changed=changed or (False,) * turns,
        ),
        prefix_kept=1.0,
        folds=int(policy != "off") if folds is None else folds,
        calls=calls,
        facts=facts,
        facts_kept=facts - len(lost),
        lost=tuple(lost),
        ages=AGES,
        flags=(),
    )


def finding(*runs, pricing=PRICED, conversations=None, **changes):
    """A finding of these runs; counts follow from them."""
    sources = tuple(dict.fromkeys(each.source for each in runs))
    turns = {each.source: len(each.turns.chars) for each in runs}
    whole = Finding(
        made=date(2026, 11, 30),
        sources=sources,
        conversations=len(sources) if conversations is None else conversations,
        turns=sum(turns.values()),
        simulated=False,
        runs=runs,
        pricing=pricing,
        gap="1m",
        counter="estimated by script",
        skipped=(),
    )
    return replace(whole, **changes)


def _even(total, turns):
    return None if total is None else (total / turns,) * turns if turns else ()

"""The notes at the end of the report: where each number comes from, so that a reader can doubt it well."""

from __future__ import annotations

from typing import assert_never

from foveate.measure.figures import plural, price, span
from foveate.measure.finding import Finding, Gap
from foveate.measure.markup import Markup, element, text
from foveate.measure.totals import LEVEL, refused, totals, whole_history

FLAGS = {
    "over_budget": "a request was larger than its ceiling, because the newest instruction alone is",
    "summary_failed": "a written summary failed and the extracted one stood in",
    "pinned": "an instruction was pinned in front of a long run of tool calls",
    "clipped": "a message was clipped in the middle to stay under a hard ceiling",
}


def show_notes(finding: Finding) -> Markup:
    """Prices, pauses, counting, facts, marks and flags, a sentence or two each."""
    notes = [_prices(finding), _pauses(finding.gap), _counting(finding), _facts(), *_marks(finding), *_flags(finding)]
    notes.append(refusals(finding))
    items = (element("li", text(note)) for note in notes if note)
    return element("section", element("h2", text("How this was counted")), element("ul", *items, class_="notes"))


def refusals(finding: Finding) -> str:
    """Say which requests are larger than the model's window, so that it would refuse them; empty for none."""
    found = refused(finding)
    if not found:
        return ""
    numbers = {number for _, number in found}
    if len(numbers) == 1 and len(found) == len(totals(finding)) > 1:
        each = f"{plural(found[0][1], 'request')} of every rule"
    else:
        each = ", ".join(f"{plural(number, 'request')} of {title}" for title, number in found)
    return (
        f"Larger than the model’s window of {finding.pricing.window:,} tokens: {each}. "
        "A model refuses such a request; its price is counted all the same."
    )


def _prices(finding: Finding) -> str:
    pricing = finding.pricing
    if pricing.input is None:
        what = f"The price of {pricing.model} is unknown" if pricing.model else "No model was named"
        return f"{what}, so money is unknown. It is never taken as zero."
    fresh = f"Prices: {price(pricing.input, pricing.currency)} a million input tokens"
    cache = ""
    if pricing.read is not None:
        cache = f", {price(pricing.read, pricing.currency)} read from the cache"
    if pricing.write is not None:
        cache += f", {price(pricing.write, pricing.currency)} written to it"
    origin = ", ".join(part for part in (pricing.model, pricing.source) if part)
    return f"{fresh}{cache} ({origin}). {_cache_rules(finding)}Output is the same under every rule and is not counted."


def _cache_rules(finding: Finding) -> str:
    pricing = finding.pricing
    lives = f"lives {span(pricing.life_s)}" if pricing.life_s is not None else ""
    holds = f"holds no prefix under {pricing.smallest_prefix:,} tokens" if pricing.smallest_prefix else ""
    both = " and ".join(part for part in (lives, holds) if part)
    return f"The cache {both}. " if both else ""


def _pauses(gap: Gap) -> str:
    match gap:
        case "1m":
            return "Turns are taken to be a minute apart, so a cache that lives longer stays warm."
        case "office":
            return "The pauses between turns are those of an office day; one that outlasts the cache lets it go cold."
        case "real":
            return "The pauses are the log’s own; where it has none, a minute is taken."
        case _:
            assert_never(gap)


def _counting(finding: Finding) -> str:
    return f"Characters are Unicode code points of text, tool names and arguments. Tokens: {finding.counter}."


def _facts() -> str:
    return (
        "Facts are numbers, prices, dates, names and decisions in the person’s own words. "
        "One is kept when its words stand somewhere in the last request, in whatever layer."
    )


def _marks(finding: Finding) -> tuple[str, ...]:
    rules = totals(finding)
    whole = whole_history(rules)
    if whole is None:
        return ()
    pairs = [(rule.cached, whole.cached) for rule in rules] + [(rule.uncached, whole.uncached) for rule in rules]
    if not any(own is not None and base is not None and own > base * (1 + LEVEL) for own, base in pairs):
        return ()
    return ("▲ marks a cost above the whole history.",)


def _flags(finding: Finding) -> tuple[str, ...]:
    return tuple(
        f"{rule.title}: {'; '.join(FLAGS.get(flag, flag) for flag in rule.flags)}."
        for rule in totals(finding)
        if rule.flags
    )

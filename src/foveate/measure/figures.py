"""Numbers as people read them: 16.2 M, 161.5K, $0.52, <$0.01, 82 %.

Pure functions of a number; no locale is read, so the same finding gives the same report everywhere.
"""

from __future__ import annotations

from datetime import date
from math import floor, log10

SPACE = "\N{NO-BREAK SPACE}"
UNITS = ((1.0, ""), (1e3, "K"), (1e6, f"{SPACE}M"), (1e9, f"{SPACE}B"), (1e12, f"{SPACE}T"))
SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£"}
FINE = ((1.0, 2), (0.1, 3), (0.0, 4))  # from this scale on, so many decimals tell amounts apart
MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
MINUTE, HOUR = 60, 3600  # seconds


def size(value: float, places: int = 1) -> str:
    """A count of characters or tokens; `places` are the decimals from a million on."""
    for unit, suffix in UNITS:
        decimals = {"": 0, "K": 1}.get(suffix, places)
        scaled = round(value / unit, decimals)
        if scaled < 1000 or suffix == UNITS[-1][1]:
            break
    return f"{scaled:,.{decimals}f}{suffix}"


def tick_size(value: float, _step: float) -> str:
    """The same at an axis, with up to two decimals and no idle zeros."""
    for unit, suffix in reversed(UNITS):
        if value >= unit:
            return f"{value / unit:,.2f}".rstrip("0").rstrip(".") + suffix
    return f"{value:g}"


def share(value: float) -> str:
    """A share from 0 to 1 as a percentage that never rounds something to nothing, or almost all to all."""
    if 0 < value < 0.005:
        return f"<1{SPACE}%"
    if 0.995 < value < 1:
        return f">99{SPACE}%"
    return f"{value * 100:.0f}{SPACE}%"


def money(value: float | None, currency: str, scale: float | None = None) -> str:
    """An amount; None is "unknown". `scale` is the largest amount beside it, which sets the decimals."""
    if value is None:
        return "unknown"
    symbol = _symbol(currency)
    if value >= 1e6:
        return f"{symbol}{size(value)}"
    if value >= 1e4:
        return f"{symbol}{value:,.0f}"
    places = 2 if scale is None or not value else next(places for least, places in FINE if scale >= least)
    if 0 < value < 0.5 * 10**-places:
        return f"<{symbol}{10**-places:.{places}f}"
    return f"{symbol}{value:,.{places}f}"


def price(value: float | None, currency: str) -> str:
    """A price of a million tokens, with as many decimals as it needs and two at least."""
    if value is None:
        return "unknown"
    text = f"{value:.6f}".rstrip("0")
    whole, _, decimals = text.partition(".")
    return f"{_symbol(currency)}{int(whole):,}.{decimals.ljust(2, '0')}"


def tick_money(value: float, step: float, currency: str) -> str:
    """An amount at an axis, with the decimals that its step needs."""
    if value >= 1e4:
        return f"{_symbol(currency)}{tick_size(value, step)}"
    decimals = max(0, -floor(log10(step))) if step > 0 else 0
    if decimals == 1:
        decimals = 2
    return f"{_symbol(currency)}{value:,.{decimals if value else 0}f}"


def times(ratio: float) -> str:
    """How many times as much: 1.36 times."""
    return f"{ratio:,.2f} times" if ratio < 10 else f"{ratio:,.0f} times"


def word(number: int) -> str:
    """Small numbers in words, as a sentence wants them."""
    return WORDS[number] if 0 <= number < len(WORDS) else f"{number:,}"


def plural(number: int, one: str, many: str = "") -> str:
    """A number with its noun: 1 turn, 3,000 turns."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def day(when: date) -> str:
    """30 November 2026, in English wherever it runs."""
    return f"{when.day} {MONTHS[when.month - 1]} {when.year}"


def span(seconds: float) -> str:
    """How long a cache lives, in the largest unit that fits."""
    for unit, name in ((HOUR, "hour"), (MINUTE, "minute")):
        if seconds >= unit:
            return f"{seconds / unit:g} {name}{'' if seconds == unit else 's'}"
    return f"{seconds:g} seconds"


def _symbol(currency: str) -> str:
    return SYMBOLS.get(currency, currency if len(currency) == 1 else f"{currency}{SPACE}")

"""One request of a talk, to look at: exactly what the model would be sent, and the receipt, as values or as text.

As values the messages are what goes out; as text a plain message shows its words and any other its JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from foveate.chat import Chat
from foveate.context import Context, Money, Receipt
from foveate.errors import FoveateError
from foveate.exports import Conversation
from foveate.layers import Item
from foveate.measure.asking import asks
from foveate.measure.counting import Counter
from foveate.measure.figures import money, plural
from foveate.measure.rules import Named
from foveate.measure.survive import layer_messages

WIDTH = 80  # of the lines between messages: the narrowest terminal
SHOWN = 4  # items of a layer that are named one by one; the rest is counted
# Control characters of a chat must not steer a terminal: they show as their pictures. Line breaks and tabs stay.
_PICTURES = {code: 0x2400 + code for code in range(0x20) if code not in (0x09, 0x0A)}
_CONTROLS = _PICTURES | {0x7F: 0x2421} | dict.fromkeys(range(0x80, 0xA0), 0xFFFD)


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """A request of a talk under a rule: its place among the talk's requests, and the context that was made for it."""

    talk: Conversation
    rule: Named
    turn: int
    turns: int
    context: Context
    counter: str


def look(talk: Conversation, rule: Named, counter: Counter, *, turn: int | None = None) -> Look:
    """Return what would be sent at a turn, counted from 1; the last one where none is given.

    Raises FoveateError where the talk has no such turn.
    """
    requests = asks(talk)
    if not requests:
        raise FoveateError(
            what="The chat asks a model nothing", value=talk.title, remedy="Give one in which a person says something"
        )
    wanted = len(requests) if turn is None else turn
    if not 0 < wanted <= len(requests):
        raise FoveateError(
            what="The chat has no such turn", value=f"{wanted:,}", remedy=f"Give one from 1 to {len(requests):,}"
        )
    messages = talk.messages[: requests[wanted - 1].end]
    chat = Chat(rule.policy, messages=messages, shape=talk.shape, system=talk.system, count_tokens=counter.count)
    return Look(
        talk=talk, rule=rule, turn=wanted, turns=len(requests), context=chat.context(), counter=counter.name
    )  # fmt: skip


def with_money(seen: Look, paid: Money | None) -> Look:
    """Return the look with what the input of that request costs in its receipt."""
    return replace(seen, context=seen.context.with_receipt(replace(seen.context.receipt, money=paid)))


def as_values(seen: Look) -> dict[str, Any]:
    """Return the request and its receipt, ready for JSON."""
    return {
        "source": seen.talk.source,
        "conversation": seen.talk.id,
        "title": seen.talk.title,
        "policy": seen.rule.name,
        "turn": seen.turn,
        "turns": seen.turns,
        "shape": seen.talk.shape,
        "system": seen.context.system,
        "messages": seen.context.messages,
        "receipt": asdict(seen.context.receipt),
        "counter": seen.counter,
    }


def as_text(seen: Look) -> str:
    """Return the request message by message, each under a line that says whose and in which layer, and the receipt."""
    return "\n".join([*_request(seen), *_receipt(seen)]).translate(_CONTROLS)


def _request(seen: Look) -> Iterator[str]:
    title = f"{seen.talk.title}: turn {seen.turn:,} of {seen.turns:,}, {seen.rule.title}"
    yield title
    if seen.context.system is not None:
        yield _line("beside the messages · system")
        yield _shown_text(seen.context.system)
    places = [str(name) for name, messages in _ordered(seen.context) for _ in messages]
    for number, (message, layer) in enumerate(zip(seen.context.messages, places, strict=True), start=1):
        yield _line(f"{number} · {_whose(message)} · {layer}")
        yield _shown(message)


def _ordered(context: Context) -> list[tuple[str, Sequence[object]]]:
    """Return the layers' messages in the order of the request; the folded part's system messages follow the summary."""
    layers = {str(name): messages for name, messages in layer_messages(context).items()}
    before = context.summary.index if context.summary else len(layers["head"])
    head = layers.pop("head")
    order = ("summary", "recent", "recalled", "current")
    rest = [(name, layers[name]) for name in order]
    return [("head", head[:before]), rest[0], ("head", head[before:]), *rest[1:]]


def _receipt(seen: Look) -> Iterator[str]:
    receipt = seen.context.receipt
    yield _line("receipt")
    yield f"{'layer':<10}{'messages':>9}{'characters':>12}{'tokens':>9}{'ceiling':>10}"
    for row in receipt.layers:
        ceiling = f"{row.ceiling:,}" if row.ceiling else "–"
        yield f"{row.name:<10}{row.messages:>9,}{row.chars:>12,}{row.tokens:>9,}{ceiling:>10}"
    yield f"{'in all':<10}{receipt.messages_after:>9,}{receipt.after:>12,}{receipt.tokens:>9,}"
    yield ""
    yield f"Sent whole it would be {plural(receipt.messages_before, 'message')} and {receipt.before:,} characters."
    yield f"Tokens: {seen.counter}. Cuts so far: {receipt.folds:,}."
    yield from _money(receipt)
    yield from (f"{flag}: {note}." for flag, note in zip(receipt.flags, receipt.notes, strict=False))
    for row in receipt.layers:
        yield from _items(f"In {row.name}", row.included)
        yield from _items(f"Left out of {row.name}", row.left_out)


def _money(receipt: Receipt) -> Iterator[str]:
    paid = receipt.money
    if paid is None:
        return
    scale = max(paid.uncached, paid.cached)
    cached = money(paid.cached, paid.currency, scale)
    yield f"Its input costs {money(paid.uncached, paid.currency, scale)} without a cache, {cached} with the provider's."


def _items(heading: str, items: Sequence[Item]) -> Iterator[str]:
    if items:
        yield f"{heading}:"
    for item in items[:SHOWN]:
        yield f"  {_places(item)}: {item.reason}"
    if len(items) > SHOWN:
        yield f"  and {len(items) - SHOWN:,} more"


def _places(item: Item) -> str:
    first, last = item.first + 1, item.last + 1
    return f"message {first:,}" if first == last else f"messages {first:,} to {last:,}"


def _line(text: str) -> str:
    return f"── {text} ".ljust(WIDTH, "─")


def _whose(message: object) -> str:
    fields = message if isinstance(message, dict) else {}
    return str(fields.get("role") or fields.get("type") or "message")


def _shown(message: object) -> str:
    content = message.get("content") if isinstance(message, dict) else None
    plain = isinstance(message, dict) and isinstance(content, str) and set(message) <= {"role", "content"}
    return str(content) if plain else json.dumps(message, ensure_ascii=False, indent=2, default=repr)


def _shown_text(system: object) -> str:
    return system if isinstance(system, str) else json.dumps(system, ensure_ascii=False, indent=2, default=repr)

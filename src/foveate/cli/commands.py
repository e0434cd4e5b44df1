"""The commands: each takes what was asked, calls the measuring, and has the result printed."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from datetime import datetime
from importlib.resources import as_file, files
from importlib.util import find_spec

from foveate import settings
from foveate.cli import tables, writing
from foveate.cli.progress import Bar, rich_console
from foveate.context import Money
from foveate.errors import FoveateError, UnreadableSource
from foveate.exports import Conversation, Imported
from foveate.exports.conversation import gathered
from foveate.measure import context_view, rows
from foveate.measure.asking import asks
from foveate.measure.counting import counter_of
from foveate.measure.measuring import NO_MODEL, Order, measure, priced
from foveate.measure.replay import Terms, replay
from foveate.measure.report import render
from foveate.measure.rules import Named, Wanted, rule_named
from foveate.measure.simulate import simulated
from foveate.measure.sources import examine, gather
from foveate.measure.survival import ask
from foveate.ports import Clock
from foveate.providers import catalogue

EXAMPLE = "founder-and-marketing.json"
CHATS_NAMED = 5  # of a file with several: more is not a hint but a list


def run(asked: argparse.Namespace, clock: Clock) -> None:
    """Run the command that was asked for. Raises FoveateError."""
    match asked.command:
        case "measure":
            run_measure(asked, now=clock.now())
        case "context":
            run_context(asked, now=clock.now())
        case "survival":
            run_survival(asked)
        case _:
            writing.put(welcome(measuring=find_spec("rich") is not None and find_spec("genai_prices") is not None))


def run_measure(asked: argparse.Namespace, *, now: datetime) -> None:
    """Measure chats; print the table or JSON, and write the report where one is wanted."""
    if asked.report:
        writing.check_writable(asked.report)
    screen = None if asked.json else rich_console()  # what is missing is said before the work, as the report's place is
    _say_switched_off()
    order = Order(policies=asked.policy, wanted=_wanted(asked), model=asked.model, gap=asked.gap, counting=asked.count)
    priced(asked.model, at=now)  # a model that is not known is said before the chats are read
    found = _talks(asked)
    with Bar("measuring") as bar:
        finding = measure(found, order, now=now, simulated=not asked.paths and not asked.example, steps=bar)
    if screen is None:
        writing.put_json(rows.as_values(finding))
    else:
        tables.show(finding, screen)
    if asked.report:
        writing.write_whole(asked.report, render(finding))
        writing.note(f"The report is in {asked.report}")


def run_context(asked: argparse.Namespace, *, now: datetime) -> None:
    """Print what a model would be sent for one chat at one turn, and the receipt."""
    _say_switched_off()
    price = priced(asked.model, at=now)
    wanted = _wanted(asked, window=price)
    rule = rule_named(asked.policy, wanted)
    counter = counter_of(asked.count, None if asked.model == NO_MODEL else asked.model)
    talk = _chosen(gather([asked.path]).conversations, asked.conversation)
    seen = context_view.look(talk, rule, counter, turn=asked.turn)
    if price is not None:
        terms = Terms(gap=asked.gap, counter=counter, price=price, cache=catalogue.cache_of(price))
        seen = context_view.with_money(seen, _money(talk, rule, terms, seen.turn))
    if asked.json:
        writing.put_json(context_view.as_values(seen))
    else:
        writing.put(context_view.as_text(seen))


def run_survival(asked: argparse.Namespace) -> None:
    """Measure which evidence survives; print the table or JSON."""
    screen = None if asked.json else rich_console()
    embedder = None
    if asked.recall == "meaning":
        from foveate.providers.embedding import SentenceEncoder

        embedder = SentenceEncoder()
    with Bar("reading") as bar:
        talks = examine(asked.paths, progress=bar)
    with Bar("asking") as bar:
        found = ask(talks, budgets=asked.budget, embedder=embedder, progress=bar)
    if screen is None:
        writing.put_json(found.as_dict())
        return
    tables.show_survival(found.rows, "Evidence in the person's words, all of it there", screen)
    if found.citing:
        tables.show_survival(found.citing, "Questions that cite an answer of the assistant", screen)


def welcome(*, measuring: bool) -> str:
    """Return what there is to do next."""
    first = "" if measuring else '  First, for the tables and prices:\n    pip install "foveate[measure]"\n\n'
    return f"""Foveate gives a language model a context shaped like sight: what is done now is
whole, what is older is coarser, and nothing is deleted.

{first}  See it on a chat that comes along:
    foveate measure --example --report report.html

  See it on your own, with nothing leaving this machine (exports of ChatGPT,
  Claude and Open WebUI, logs of Claude Code and Codex, JSON and JSONL):
    foveate measure PATH --report report.html

  See exactly what a model would be sent, and why:
    foveate context FILE --policy window

  Every command has --help. In code: from foveate import assemble, Chat"""


def _talks(asked: argparse.Namespace) -> Imported:
    """Return all talks that were asked for: read, simulated, and the example."""
    if not (asked.paths or asked.simulate or asked.example):
        raise UnreadableSource(
            what="No chat was given", remedy="Give a file or folder, --example, or --simulate 20,60,200"
        )
    parts = [Imported(conversations=tuple(simulated(turns) for turns in dict.fromkeys(asked.simulate)))]
    if asked.example:
        with as_file(files("foveate").joinpath("examples", EXAMPLE)) as path:
            parts.append(gather([path]))
    if asked.paths:
        with Bar("reading") as bar:
            parts.append(gather(asked.paths, progress=bar))
    return gathered(parts)


def _wanted(asked: argparse.Namespace, window: catalogue.Price | None = None) -> Wanted:
    return Wanted(
        messages=asked.messages, chars=asked.chars, summary=asked.summary, window=window.window if window else None
    )


def _chosen(talks: Sequence[Conversation], wanted: str | None) -> Conversation:
    """Return the chat by its number or id; the first where none is named, and then say that there are others."""
    if wanted is None:
        if len(talks) > 1:
            writing.note(
                f"{len(talks):,} chats in there; this is the first. Choose with --conversation: {_listed(talks)}"
            )
        return talks[0]
    by_id = next((talk for talk in talks if talk.id == wanted), None)
    number = int(wanted) if wanted.isdecimal() else 0
    found = by_id or (talks[number - 1] if 0 < number <= len(talks) else None)
    if found is None:
        raise FoveateError(what="There is no such chat", value=wanted, remedy=f"Give one of: {_listed(talks)}")
    return found


def _listed(talks: Sequence[Conversation]) -> str:
    shown = "; ".join(f"{number} {talk.title}" for number, talk in enumerate(talks[:CHATS_NAMED], start=1))
    more = len(talks) - CHATS_NAMED
    return f"{shown}; and {more:,} more" if more > 0 else shown


def _money(talk: Conversation, rule: Named, terms: Terms, turn: int) -> Money | None:
    """Return what the input of that request costs, with everything before it having been sent too."""
    end = asks(talk)[turn - 1].end
    before = Conversation(
        id=talk.id, title=talk.title, source=talk.source, format=talk.format, shape=talk.shape,
        messages=talk.messages[:end], times=talk.times[:end], system=talk.system,
    )  # fmt: skip
    turns = replay(before, rule, terms).turns
    if turns.uncached is None or terms.price is None:
        return None
    cached = turns.cached[-1] if turns.cached else turns.uncached[-1]
    return Money(uncached=turns.uncached[-1], cached=cached, currency=terms.price.currency)


def _say_switched_off() -> None:
    if settings.switched_off():
        writing.note(f"{settings.SWITCH}=0 is set: every policy sends the whole history")

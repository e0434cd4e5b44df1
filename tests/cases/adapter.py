"""Runs one case through the product and returns what its checks look at. It holds no expectations: `check.py` does.

A case names its ceilings in the neutral words of data/README.md; here they become a policy.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from typing import Any

from foveate import Chat, Policy, Window, estimate_tokens
from foveate.budget import Chars, Marks
from foveate.context import Context
from foveate.cutting import Off, Rule
from foveate.ports import SummaryTask
from foveate.quoting import phrases
from tests.cases.data.check import replay_turns
from tests.exports.adapter_import import run_import

Case = dict[str, Any]
Out = dict[str, Any]

_SHAPES = {"openai": "openai_chat", "anthropic": "anthropic", "responses": "openai_responses"}
_FLAGS = ("over_budget", "summary_failed")


class StubSummarizer:
    """Returns what a case scripted, in order, and raises where it says so."""

    def __init__(self, answers: list[Any]) -> None:
        self._answers = iter(answers)
        self.calls = 0

    async def summarize(self, task: SummaryTask) -> str:
        del task
        self.calls += 1
        answer = next(self._answers, "$timeout")
        if answer == "$timeout":
            raise TimeoutError
        return answer


def run(case: Case) -> Out:
    """Return what a case's checks look at, `elapsed_s` included; `crash` alone when anything was raised.

    Seconds are CPU time of the product, so that a busy machine does not count, nor what the adapter itself looks up.
    """
    started = time.process_time()
    try:
        out = _RUNNERS[case["kind"]](case)
    except Exception as error:  # noqa: BLE001  # a crash is a result here
        return {"crash": f"{type(error).__name__}: {error}"}
    return {"elapsed_s": time.process_time() - started, **out}


def run_window(case: Case) -> Out:
    """Make one request from a stored talk, a written summary settled before it."""
    given, settings = case["input"], case["settings"]
    before = json.dumps(given["messages"])
    summarizer = StubSummarizer(settings["stub"]) if settings.get("summarizer") == "llm_stub" else None
    started = time.process_time()
    chat = Chat(
        _policy(settings, steps=False),
        messages=given["messages"],
        shape=_SHAPES.get(given.get("format", "")),
        system=given.get("system"),
        tools=given.get("tools"),
        previous_summary=given.get("previous_summary", ""),
        summarizer=summarizer,
    )
    asyncio.run(chat.settle())
    context = chat.context()
    return {
        "elapsed_s": time.process_time() - started,
        **_shown(context),
        "flags": {name: name in context.receipt.flags for name in _FLAGS},
        "summarizer_calls": summarizer.calls if summarizer else 0,
        "transcript": list(chat.transcript),
        "input_not_mutated": json.dumps(given["messages"]) == before,
    }


def run_replay(case: Case) -> Out:
    """Replay a talk turn by turn, the default steps under the case's ceilings."""
    given = case["input"]
    policy = _policy(case["settings"], steps=True)
    if "turns_pair" in given:
        few, many = given["turns_pair"]
        return {"time_ratio": _seconds_a_turn(given, policy, many) / _seconds_a_turn(given, policy, few)}
    return {"turns": list(_turns(given, policy)), "label": phrases("en").label}


def run_count(case: Case) -> Out:
    """Estimate tokens."""
    return {"tokens": [estimate_tokens(text) for text in case["input"]["strings"]]}


def _policy(settings: dict[str, Any], *, steps: bool) -> Policy:
    return Policy(
        rule=_rule(settings, steps=steps),
        summary=_ceiling(settings.get("summary_max_chars")),
        hard=_ceiling(settings.get("hard_max_chars")),
        media=Chars(settings.get("media_cost_chars") or Policy().media),
        strict_alternation=bool(settings.get("strict_alternation")),
    )


def _rule(settings: dict[str, Any], *, steps: bool) -> Rule:
    marks = [settings.get("max_messages") or 0, settings.get("max_chars") or 0]
    if not any(marks):
        return Off()
    messages, chars = (Marks(high=n, low=n // 2 if steps else n) if n else None for n in marks)
    return Window(messages=messages, chars=chars)


def _ceiling(value: int | None) -> Chars | None:
    return Chars(value) if value else None


def _shown(context: Context) -> Out:
    summary = context.summary
    return {
        "messages": context.messages,
        "system": context.system,
        "summary_text": summary.text if summary else "",
        "summary_index": summary.index if summary else None,
        "summary_merged": summary.merged if summary else False,
    }


def _turns(given: dict[str, Any], policy: Policy) -> Iterator[Out]:
    chat = Chat(policy)
    earlier: list[Any] = []
    for asked, answered in replay_turns(given):
        chat.say("user", asked)
        context = chat.context()
        own = {context.summary.index} if context.summary else set()
        talk = [message for at, message in enumerate(context.messages) if at not in own]
        yield {
            "messages": len(talk),
            "chars": sum(len(message["content"]) for message in talk),
            "summary_text": context.summary.text if context.summary else "",
            "prefix_changed": context.messages[: len(earlier)] != earlier,
        }
        earlier = context.messages
        chat.say("assistant", answered)


def _seconds_a_turn(given: dict[str, Any], policy: Policy, turns: int) -> float:
    started = time.process_time()
    for _ in _turns({**given, "turns": turns}, policy):
        pass
    return (time.process_time() - started) / turns


_RUNNERS: dict[str, Callable[[Case], Out]] = {
    "window": run_window,
    "replay": run_replay,
    "count": run_count,
    "import": run_import,
}

"""How the cost of a turn grows with the talk: `Chat.context()` must not, `assemble` may only in proportion.

All sizes are measured in one run, in turn; a round is one whole step of the window, from one cut to the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from statistics import median

from rounds import Result, Table, cpu_seconds, middle, run, verdict
from texts import messages, turns

from foveate import Chat, assemble

SIZES = (100, 1_000, 10_000, 100_000)  # messages said before the first turn that is measured
ROUNDS = 9
STEP = 10  # turns from one cut to the next: the window folds 40 messages to 20
READS = 3  # times that a whole list is read
FLAT, LINEAR = 1.5, 1.5  # what must hold

Pairs = Iterator[tuple[str, str]]


def measure() -> Result:
    """Measure what a turn costs in talks of different length."""
    talks = {size: messages(size) for size in SIZES}
    chats, building = {}, {}
    for size, talk in talks.items():
        chats[size] = Chat()
        building[size] = cpu_seconds(lambda: _say_all(chats[size], talk))  # noqa: B023  # called at once
    pairs = cycle(list(turns(100)))
    rounds = [{size: _turn_ms(chat, pairs) for size, chat in chats.items()} for _ in range(ROUNDS)]
    context = {size: median(each[size] for each in rounds) for size in SIZES}
    reads = {size: middle(lambda: cpu_seconds(lambda: assemble(talks[size])), READS) / size for size in SIZES[2:]}  # noqa: B023
    return {
        "context_ms": {str(size): round(ms, 4) for size, ms in context.items()},
        "append_us": {str(size): round(seconds / size * 1e6, 2) for size, seconds in building.items()},
        "assemble_us_a_message": {str(size): round(seconds * 1e6, 2) for size, seconds in reads.items()},
        "ratio_100k_over_100": round(context[SIZES[-1]] / context[SIZES[0]], 3),
        "linear_ratio": round(reads[SIZES[-1]] / reads[SIZES[-2]], 3),
    }


def shown(result: Result) -> list[Table]:
    ratio, linear = result["ratio_100k_over_100"], result["linear_ratio"]
    rows = [
        [
            f"{size:,}",
            f"{result['context_ms'][str(size)]:.3f}",
            f"{result['append_us'][str(size)]:.1f}",
            _or_dash(result["assemble_us_a_message"].get(str(size))),
        ]
        for size in SIZES
    ]
    return [
        Table(
            title="What a turn costs, by the length of the talk (CPU)",
            headers=["messages said", "context(), ms", "appended and read, µs a message", "assemble, µs a message"],
            rows=rows,
            notes=[
                f"context() at 100,000 messages over at 100: {ratio} (at most {FLAT}: {verdict(ratio <= FLAT)})",
                f"assemble a message, at 100,000 over at 10,000: {linear} (linear: {verdict(linear <= LINEAR)})",
            ],
        )
    ]


def _say_all(chat: Chat, talk: list[dict[str, str]]) -> None:
    for message in talk:
        chat.append(message)
    chat.context()  # a chat reads what was appended when it is first asked


def _turn_ms(chat: Chat, pairs: Pairs) -> float:
    spent = 0.0
    for _ in range(STEP):
        request, answer = next(pairs)
        chat.say("user", request)
        spent += cpu_seconds(chat.context)
        chat.say("assistant", answer)
    return spent / STEP * 1_000


def _or_dash(value: float | None) -> str:
    return "—" if value is None else f"{value:.1f}"


if __name__ == "__main__":
    run(measure, shown)

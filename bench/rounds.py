"""What every bench shares: CPU time in rounds, medians, and one way to print. It measures nothing by itself.

Figures are ratios taken in one run, or medians of several rounds: a busy machine must not decide them.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table as Grid

Result = dict[str, Any]
WIDTH = 132  # columns of a printed table where the output is no terminal


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One table of figures, as the terminal and the generated page both show it."""

    title: str
    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = ()


def run(measure: Callable[..., Result], shown: Callable[[Result], list[Table]], **takes: str) -> None:
    """Measure, then print tables, or one line of JSON with `--json`. `takes` are arguments: name = what it is."""
    parser = argparse.ArgumentParser(description=(measure.__doc__ or "").strip() or None)
    parser.add_argument("--json", action="store_true", help="print one JSON object as the last line")
    for name, what in takes.items():
        parser.add_argument(name, help=what)
    given = vars(parser.parse_args())
    as_json = given.pop("json")
    result = measure(**given)
    if as_json:
        print(json.dumps(result))
        return
    for table in shown(result):
        show(table)


def show(table: Table) -> None:
    console = Console()
    grid = Grid(*table.headers, title=table.title, title_justify="left")
    for column in grid.columns[1:]:
        column.justify = "right"
    for row in table.rows:
        grid.add_row(*row)
    if not console.is_terminal:
        console.width = WIDTH
    console.print(grid)
    for note in table.notes:
        console.print(note, highlight=False)


def cpu_seconds(work: Callable[[], object]) -> float:
    """Return the CPU time of this process that `work` takes, whatever else the machine does."""
    start = time.process_time()
    work()
    return time.process_time() - start


def middle(work: Callable[[], float], rounds: int) -> float:
    """Return the median of what `work` returns in so many rounds."""
    return median(work() for _ in range(rounds))


def verdict(holds: bool) -> str:  # noqa: FBT001  # a yes or no to be written out
    return "holds" if holds else "DOES NOT HOLD"

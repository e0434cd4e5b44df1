"""What `import foveate` adds to the start of Python itself, and which modules of third parties it brings.

Fresh interpreters that take nothing from the environment; the fastest of many starts, since a busy machine only adds.
"""

from __future__ import annotations

import json
import subprocess
import sys

from rounds import Result, Table, run, verdict

STARTS = 15
LIMIT_MS = 100
ALLOWED = ["regex"]

SAY = "import time; print(time.process_time())"
NAME = """
import sys
before = {name.partition(".")[0] for name in sys.modules}
import foveate, json
after = {name.partition(".")[0] for name in sys.modules} - before
print(json.dumps(sorted(after - set(sys.stdlib_module_names) - {"foveate"})))
"""


def measure() -> Result:
    """Measure the import of the core."""
    pairs = [(float(_start(SAY)), float(_start(f"import foveate; {SAY}"))) for _ in range(STARTS)]
    python, ours = (min(column) * 1_000 for column in zip(*pairs, strict=True))
    return {
        "python_ms": round(python, 1),
        "with_foveate_ms": round(ours, 1),
        "added_ms": round(ours - python, 1),
        "added_over_python": round((ours - python) / python, 2),
        "third_party": json.loads(_start(NAME)),
    }


def shown(result: Result) -> list[Table]:
    brought, added = result["third_party"], result["added_ms"]
    return [
        Table(
            title=f"Importing the core (CPU, fastest of {STARTS} starts)",
            headers=["", "ms"],
            rows=[
                ["Python itself", f"{result['python_ms']:.1f}"],
                ["with `import foveate`", f"{result['with_foveate_ms']:.1f}"],
                ["added", f"{added:.1f}"],
            ],
            notes=[
                f"added: at most {LIMIT_MS} ms: {verdict(added < LIMIT_MS)}",
                (
                    f"third parties brought: {', '.join(brought) or 'none'}; at most regex: "
                    f"{verdict(set(brought) <= set(ALLOWED))}"
                ),
            ],
        )
    ]


def _start(code: str) -> str:
    return subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    run(measure, shown)

"""The cases from public bug reports: every case of a kind that the product serves passes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cases.adapter import run
from tests.cases.data.check import check, expand

SERVED = frozenset({"window", "replay", "count", "import"})
FILES = sorted((Path(__file__).parent / "data").glob("*.json"))
CASES = [json.loads(path.read_text(encoding="utf-8")) for path in FILES]


@pytest.mark.parametrize("case", [c for c in CASES if c["kind"] in SERVED], ids=lambda case: case["slug"])
def test_case_holds(case: dict[str, Any]) -> None:
    expanded = {**case, "input": expand(case["input"])}
    assert check(expanded, run(expanded)) == []

"""The benches and the page that they write: its shape, never its figures. No bench measures here."""

import importlib
import re
from pathlib import Path
from typing import Any

import pytest

from tests.house import ROOT

BENCH = ROOT / "bench"
PAGE = ROOT / "docs" / "explanation" / "measurements.md"
PARTS = {"rounds.py", "texts.py", "measurements.py"}  # what benches share, and the one that runs the others
NAMES = sorted({path.stem for path in BENCH.glob("*.py") if path.name not in PARTS} | {"peers"})


@pytest.fixture(autouse=True)
def among_the_benches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCH))  # a bench is a script: its folder is where Python looks first


def bench(name: str) -> Any:
    return importlib.import_module(name)


def measured_peers() -> dict[str, Any]:
    done = {"ms": 1.0, "version": "1", "turns": 2_000, "messages": 40, "missing": None}
    lost = {"ms": None, "version": None, "turns": 0, "messages": None, "missing": "no such version"}
    engines = dict.fromkeys(bench("peers.comparison").ENGINES, done) | {"trim_messages": lost}
    over = {"trim_messages_over_ours": None, "fastest_peer_over_ours": 1.0}
    return {"turns": 2_000, "engines": engines, "fastest_peer": "Memory", **over}


def test_the_page_runs_every_bench() -> None:
    assert sorted(section.bench for section in bench("measurements").SECTIONS) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_command_on_the_page_starts_a_bench(name: str) -> None:
    assert (BENCH / f"{name}.py").exists() or (BENCH / name / "__main__.py").exists()


def test_the_page_has_the_shape_of_its_generator() -> None:
    measurements, text = bench("measurements"), PAGE.read_text(encoding="utf-8")
    assert text.startswith(measurements.HEAD)
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == [section.title for section in measurements.SECTIONS]
    commands = re.findall(r"^`(just bench [^`]+)`$", text, re.MULTILINE)
    assert commands == [section.command for section in measurements.SECTIONS]


def test_the_page_names_no_place_on_a_machine() -> None:
    assert re.findall(r"(?<![\w.])/(?:home|root|tmp|usr|work|Users)\b", PAGE.read_text(encoding="utf-8")) == []


def test_a_bench_without_a_result_says_so_on_the_page() -> None:
    text = bench("measurements").page({})
    assert text.count("**Not measured here**") == len(NAMES)


def test_a_table_becomes_markdown() -> None:
    table = bench("rounds").Table(title="Sizes", headers=["what", "chars"], rows=[["a|b", "12"]], notes=["one note"])
    grid = "| what | chars |\n| :--- | ---: |\n| a/b | 12 |"
    assert bench("measurements").markdown(table) == f"**Sizes**\n\n{grid}\n\n- one note"


def test_a_peer_that_is_missing_is_said_loudly() -> None:
    (table,) = bench("peers.comparison").shown(measured_peers())
    assert ["trim_messages", "langchain-core", "NOT INSTALLED", "—", "—", "—"] in table.rows
    assert "NOT MEASURED: trim_messages could not be installed: no such version" in table.notes


def test_the_peers_are_pinned_without_an_address() -> None:
    lines = (BENCH / "peers" / "requirements.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert [pin for pin in pins if not re.fullmatch(r"[\w.-]+==[\w.+!-]+", pin)] == []
    assert set(bench("peers.environment").PACKAGES) <= {pin.partition("==")[0] for pin in pins}


@pytest.mark.parametrize("turns, request_chars, answer_chars", [(1, 145, 666), (30, 300, 1_300)])
def test_texts_are_as_long_as_asked_and_all_different(turns: int, request_chars: int, answer_chars: int) -> None:
    pairs = list(bench("texts").turns(turns, request=request_chars, answer=answer_chars))
    assert {(len(request), len(answer)) for request, answer in pairs} == {(request_chars, answer_chars)}
    assert len({text for pair in pairs for text in pair}) == 2 * turns


def test_talks_between_two_people_hold_the_evidence_that_they_cite() -> None:
    two_people = bench("two_people")
    talk = two_people.talk(1)
    assert talk == two_people.talk(1)
    assert len({item["question"] for item in talk["questions"]}) == two_people.EVENTS
    assert all(0 <= place < len(talk["messages"]) for item in talk["questions"] for place in item["evidence"])


def test_benches_are_told_apart_from_what_they_share() -> None:
    shared = {path.stem for path in map(Path, PARTS)} - {"measurements"}
    assert not shared & set(NAMES)

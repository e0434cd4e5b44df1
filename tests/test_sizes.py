"""How large a piece may be. Small pieces are what keeps the house readable, so the limits are tests, not advice."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house import PACKAGE, ROOT

MODULE_LINES = 400
FUNCTION_LINES = 60  # the median is meant to be 5 to 10
NESTING = 3  # blocks inside one another in a function; `elif` and `case` do not go deeper

FILES = [*sorted(PACKAGE.rglob("*.py")), *sorted((ROOT / "bench").rglob("*.py"))]
BLOCKS = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Try, ast.TryStar, ast.Match)
Function = ast.FunctionDef | ast.AsyncFunctionDef


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def functions(path: Path) -> Iterator[Function]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, Function):
            yield node


def length(function: Function) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


def nesting(node: ast.AST) -> int:
    """How many blocks stand inside one another below a node. A function inside it has a depth of its own."""
    return max((depth(node, child) for child in ast.iter_child_nodes(node)), default=0)


def depth(parent: ast.AST, child: ast.AST) -> int:
    if isinstance(child, Function | ast.Lambda):
        return 0
    return nesting(child) + (isinstance(child, BLOCKS) and not is_elif(parent, child))


def is_elif(parent: ast.AST, child: ast.AST) -> bool:
    if not (isinstance(parent, ast.If) and isinstance(child, ast.If)):
        return False
    return parent.orelse == [child] and parent.col_offset == child.col_offset


@pytest.mark.parametrize("path", FILES, ids=shown)
def test_a_module_fits_in_one_reading(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MODULE_LINES


@pytest.mark.parametrize("path", FILES, ids=shown)
def test_a_function_fits_on_one_screen(path: Path) -> None:
    sizes = {f"{each.name} (line {each.lineno})": length(each) for each in functions(path)}
    assert {name: size for name, size in sizes.items() if size > FUNCTION_LINES} == {}


@pytest.mark.parametrize("path", FILES, ids=shown)
def test_a_function_is_not_deeply_nested(path: Path) -> None:
    depths = {f"{each.name} (line {each.lineno})": nesting(each) for each in functions(path)}
    assert {name: deep for name, deep in depths.items() if deep > NESTING} == {}


@pytest.mark.parametrize(
    "body, expected",
    [
        ("pass", 0),
        ("if a:\n  b\n elif c:\n  d\n else:\n  e", 1),
        ("if a:\n  b\n else:\n  if c:\n   d", 2),
        ("for a in b:\n  with c:\n   while d:\n    try:\n     e\n    finally:\n     f", 4),
        ("match a:\n  case 1:\n   if b:\n    c", 2),
        ("if a:\n  def inner():\n   if b:\n    c", 1),
    ],
    ids=["flat", "elif", "else-if", "four", "match", "inner function"],
)
def test_nesting_counts_blocks_inside_blocks(body: str, expected: int) -> None:
    function = ast.parse(f"def f():\n {body}").body[0]
    assert nesting(function) == expected

"""Where the house stands and what its plan says, for the tests that check the house as a whole.

The plan is the layers contract in pyproject.toml: nothing here repeats a room's name.
"""

import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "foveate"
CORE_FROM = "turn"  # the top floor of the core; every room below it belongs to the core


def contract(name: str) -> dict[str, Any]:
    """The import contract of that id, as pyproject.toml has it."""
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    found: dict[str, Any] = next(each for each in linter["contracts"] if each["id"] == name)
    return found


def core_rooms() -> list[str]:
    """The rooms of the core that exist today, top to bottom."""
    floors = [[room.strip(" ()") for room in floor.split("|")] for floor in contract("house")["layers"]]
    top = next(index for index, floor in enumerate(floors) if CORE_FROM in floor)
    return [room for floor in floors[top:] for room in floor if files_of(room)]


def files_of(room: str) -> list[Path]:
    """The Python files of a room: one module, or all of a package. None when the room is not built yet."""
    module = PACKAGE / f"{room}.py"
    return [module] if module.exists() else sorted((PACKAGE / room).rglob("*.py"))


def module_name(path: Path) -> str:
    """The dotted name under which a file of the package is imported."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

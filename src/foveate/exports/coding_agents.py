"""Session logs of coding agents, one JSON object a line: tells Claude Code's from Codex's and hands them on.

What is common to both stands here: the shape of a line that is told by its type.
"""

from __future__ import annotations

from collections.abc import Sequence

from foveate.exports import claude_code, codex
from foveate.exports.conversation import Imported, nothing, skips
from foveate.exports.parsing import Line, parse_lines


def is_session(values: Sequence[object]) -> bool:
    """Tells the lines of an agent's session log from other lines."""
    return any(claude_code.is_line(value) for value in values) or any(codex.is_line(value) for value in values)


def read(text: str, *, source: str) -> Imported:
    """Reads a whole log."""
    lines = tuple(parse_lines(text))
    imported = read_lines([line for line in lines if not line.reason], source=source)
    bad = skips(source, "", [(line.reason, line.where) for line in lines if line.reason])
    return Imported(conversations=imported.conversations, skipped=(*imported.skipped, *bad))


def read_lines(lines: Sequence[Line], *, source: str) -> Imported:
    """Reads the lines of a log that are valid JSON."""
    try:
        if any(claude_code.is_line(line.value) for line in lines):
            return claude_code.read_lines(lines, source=source)
        return codex.read_lines(lines, source=source)
    except RecursionError:
        return nothing(source, "", "nested too deep to be a session log")

"""What can be asked on the command line, and the reading of values: lists, marks, numbers. Nothing is looked up here.

Each mistake is a FoveateError with the value and the remedy, instead of argparse's usage text.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import NoReturn, get_args

from foveate.errors import FoveateError
from foveate.measure.counting import COUNTINGS
from foveate.measure.finding import Gap
from foveate.measure.measuring import NO_MODEL
from foveate.measure.rules import COMPARED
from foveate.measure.survival import BUDGETS

MODEL = "claude-sonnet-4-6"
GAPS: tuple[str, ...] = get_args(Gap)
_NEGATIVE = re.compile(r"-\d")
_SHOWN = 60  # characters of a value in an error: it stays one line


class Parser(argparse.ArgumentParser):
    """A parser whose mistakes are errors of ours."""

    def error(self, message: str) -> NoReturn:
        """Raise FoveateError with what argparse found wrong."""
        what = message[:1].upper() + message[1:]
        raise FoveateError(what=what, remedy=f"See {self.prog} --help")


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Return the command and its values. Raises FoveateError; --help and --version end with SystemExit."""
    parser = Parser(prog="foveate", description="A context shaped like sight, and the tool that measures it.")
    parser.add_argument("--version", action="version", version=f"foveate {version('foveate')}")
    parser.set_defaults(command="")
    commands = parser.add_subparsers(metavar="COMMAND")
    _add_measure(commands)
    _add_context(commands)
    _add_survival(commands)
    return parser.parse_args(_with_values(arguments))


def _with_values(arguments: Sequence[str]) -> list[str]:
    """Tie a negative value to its option, which argparse would take for another option: `--chars -5,3`."""
    tied: list[str] = []
    for argument in arguments:
        if tied and _NEGATIVE.match(argument) and tied[-1].startswith("--") and "=" not in tied[-1]:
            tied[-1] += f"={argument}"
        else:
            tied.append(argument)
    return tied


def names(text: str) -> tuple[str, ...]:
    """Read names with commas between them."""
    found = tuple(part.strip() for part in text.split(",") if part.strip())
    if not found:
        raise FoveateError(what="A list is empty", value=text, remedy="Give names with commas between them")
    return found


def place(text: str) -> Path:
    """Read a path; a blank one is a variable that is not set, and not the folder that one stands in."""
    if not text.strip():
        raise FoveateError(what="A path is empty", value=repr(text), remedy="Give a file or a folder")
    return Path(text)


def numbers(text: str) -> tuple[int, ...]:
    """Read whole numbers above 0 with commas between them."""
    return tuple(_above_zero(part) for part in names(text))


def number(text: str) -> int:
    """Read a whole number of 0 or more."""
    value = _whole(text)
    if value < 0:
        raise FoveateError(what="A ceiling is negative", value=text, remedy="Give a number above 0, or 0 for none")
    return value


def marks(text: str) -> tuple[int, int]:
    """Read a high mark and a low one."""
    parts = names(text)
    if len(parts) == 1 and _whole(parts[0]) == 0:
        return 0, 0
    if len(parts) != 2:
        raise FoveateError(
            what="Marks are two numbers", value=text, remedy="Give HIGH,LOW such as 40,20, or 0 for none"
        )
    return _whole(parts[0]), _whole(parts[1])


def _whole(text: str) -> int:
    try:
        return int(text.replace("_", ""))
    except ValueError as error:
        raise FoveateError(
            what="This is no whole number", value=text[:_SHOWN], remedy="Give digits only, such as 20000"
        ) from error


def _above_zero(text: str) -> int:
    value = _whole(text)
    if value <= 0:
        raise FoveateError(what="This number is not above 0", value=text, remedy="Give whole numbers above 0")
    return value


def _add_measure(commands: argparse._SubParsersAction[Parser]) -> None:
    parser = commands.add_parser(
        "measure",
        help="what chats send, cost and lose under each policy",
        description="Replays chats through policies side by side: what is sent, what it costs, what is lost. "
        "Reads OpenAI-style JSON and JSONL, exports of ChatGPT, Claude and Open WebUI, logs of Claude Code and Codex, "
        "and BEAM folders; files, folders and zip archives.",
    )
    parser.set_defaults(command="measure")
    parser.add_argument("paths", metavar="PATH", nargs="*", type=place, help="files, folders or archives with chats")
    parser.add_argument("--example", action="store_true", help="measure the chat that comes with foveate")
    parser.add_argument("--simulate", metavar="TURNS", type=numbers, default=(), help="simulated talks: 20,60,200")
    parser.add_argument(
        "--policy", metavar="NAMES", type=names, default=COMPARED, help=f"default: {','.join(COMPARED)}"
    )
    _add_marks(parser)
    _add_model(parser, MODEL, f"whose prices; default: {MODEL}; {NO_MODEL} measures sizes only")
    parser.add_argument("--gap", choices=GAPS, default="1m", help="pauses between turns; default: 1m")
    parser.add_argument("--report", metavar="FILE", type=place, help="write the report, one HTML file")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")


def _add_context(commands: argparse._SubParsersAction[Parser]) -> None:
    parser = commands.add_parser(
        "context",
        help="exactly what a model would be sent, and the receipt",
        description="Prints exactly what a model would be sent for a chat, and the receipt of it.",
    )
    parser.set_defaults(command="context")
    parser.add_argument("path", metavar="FILE", type=place, help="a file with chats")
    parser.add_argument("--policy", metavar="NAME", default="window", help="default: window")
    parser.add_argument("--turn", metavar="N", type=_whole, help="the request, counted from 1; default: the last")
    parser.add_argument("--conversation", metavar="N|ID", help="which chat of the file; default: the first")
    _add_marks(parser)
    _add_model(parser, NO_MODEL, "whose prices; default: none")
    parser.add_argument("--gap", choices=GAPS, default="1m", help="pauses between turns, for the cache; default: 1m")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")


def _add_survival(commands: argparse._SubParsersAction[Parser]) -> None:
    parser = commands.add_parser(
        "survival",
        help="whether what later questions need is still there",
        description="For chats with questions and their evidence: is the evidence in the context, word for word, when "
        "the question is asked after the whole talk? Takes BEAM folders and JSON with messages and questions.",
    )
    parser.set_defaults(command="survival")
    parser.add_argument(
        "paths", metavar="PATH", nargs="+", type=place, help="files or folders with chats and questions"
    )
    parser.add_argument(
        "--budget", metavar="CHARS", type=numbers, default=tuple(BUDGETS),
        help=f"characters of the context; default: {','.join(map(str, BUDGETS))}",
    )  # fmt: skip
    parser.add_argument(
        "--recall", choices=("words", "meaning"), default="words",
        help="rank old messages by words, or by words and beside it by meaning (extra: recall); default: words",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")


def _add_marks(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--messages", metavar="HIGH,LOW", type=marks, help="the window's marks in messages; 40,20")
    parser.add_argument("--chars", metavar="HIGH,LOW", type=marks, help="its marks in characters; 32000,16000")
    parser.add_argument("--summary", metavar="CHARS", type=number, help="the summary's ceiling; 0 for no summary")
    parser.add_argument(
        "--count", choices=COUNTINGS, default="estimate", help="tokens by estimate, or exactly (extra: tokens)"
    )


def _add_model(parser: argparse.ArgumentParser, default: str, said: str) -> None:
    parser.add_argument("--model", metavar="NAME", default=default, help=said)

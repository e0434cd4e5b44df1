"""The command line: parse, call, print. What is computed is computed elsewhere; here is how it is asked for and shown.

An error that a person may see is one line with the value and the remedy, and exit code 2. No traceback reaches anyone.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence

from foveate.cli import commands
from foveate.cli.parsing import parse
from foveate.errors import FoveateError
from foveate.ports import Clock
from foveate.providers.clock import SystemClock

DONE, FAULT, BAD_INPUT, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 130, 141  # the last two as a shell counts signals 2 and 13


def main(arguments: Sequence[str] | None = None, *, clock: Clock | None = None) -> int:
    """Run a command and return the exit code: 0, 2 for bad input, 130 when interrupted."""
    _write_anything()
    try:
        commands.run(parse(sys.argv[1:] if arguments is None else arguments), clock or SystemClock())
        sys.stdout.flush()
    except FoveateError as error:
        return _say(str(error), BAD_INPUT)
    except KeyboardInterrupt:
        return _say("interrupted", INTERRUPTED)
    except BrokenPipeError:
        return _close_quietly()
    except SystemExit as wanted:  # argparse, after --help and --version
        return DONE if wanted.code is None else int(wanted.code)
    except Exception as error:  # noqa: BLE001  # the last resort: a person sees a line, never a traceback
        return _say(_fault(error), FAULT)
    return DONE


def _write_anything() -> None:
    """Let a chat's characters pass a terminal that cannot show them all, and lone surrogates any terminal."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _say(sentence: str, code: int) -> int:
    line = " ".join(sentence.split())
    sys.stderr.write(f"foveate: {line}\n")
    return code


def _close_quietly() -> int:
    """The reader has gone, as `head` does: nothing more is written, and Python's own flush at the end finds nothing."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return PIPE_CLOSED


def _fault(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {frames[-1].filename.rpartition('/')[2]}:{frames[-1].lineno}" if frames else ""
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"a fault of foveate, not yours ({what}{place}). Please report it with the command"

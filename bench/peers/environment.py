"""The peers' environment: made once in `.foveate/peers`, made anew when a pin changes. Nothing of it enters our own.

A peer that cannot be installed is left out, loudly: the others are still measured.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PINS = Path(__file__).with_name("requirements.txt")
ROOM = ROOT / ".foveate" / "peers"
STAMP = ROOM / "pins.txt"  # the pins that it was made from; missing while a peer is not there
PACKAGES = ("langchain-core", "langchain", "langmem", "llama-index-core")
REASON = 300  # characters of pip's last words that are passed on


def ready() -> tuple[Path, dict[str, str]]:
    """Return the environment's Python, and the packages that could not be installed, each with pip's reason."""
    python = ROOM / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    if STAMP.exists() and STAMP.read_bytes() == PINS.read_bytes():
        return python, {}
    print(f"Making the peers' environment in {ROOM.relative_to(ROOT)} …", file=sys.stderr)
    shutil.rmtree(ROOM, ignore_errors=True)
    venv.create(ROOM, with_pip=True)
    failed = _install_peers(python)
    if wrong := _pip(python, "-e", str(ROOT)):
        sys.exit(f"foveate itself could not be installed beside its peers: {wrong}")
    if not failed:
        STAMP.write_bytes(PINS.read_bytes())
    return python, failed


def _install_peers(python: Path) -> dict[str, str]:
    if not _pip(python, "-r", str(PINS)):
        return {}
    tried = {package: _pip(python, "-c", str(PINS), package) for package in PACKAGES}
    return {package: wrong for package, wrong in tried.items() if wrong}


def _pip(python: Path, *arguments: str) -> str:
    """Return the end of what pip had to say where it failed, nothing where it did not."""
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stderr.strip()[-REASON:] or f"pip ended with {done.returncode}"

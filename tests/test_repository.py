"""What is committed works on anyone's machine: no address of a package registry, no lock file that records one."""

import subprocess
from pathlib import Path

import pytest

from tests.house import ROOT

# Joined here, so that this file does not name what it looks for.
HOSTS = [".".join(parts) for parts in [("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("yarnpkg", "com")]]
OPTIONS = ["--" + option for option in ("index-url", "extra-index-url", "find-links", "trusted-host")]
LOCKS = {"uv.lock", "poetry.lock", "pdm.lock", "package-lock.json", "yarn.lock", "pnpm-lock.yaml"}


def tracked() -> list[Path]:
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout: nothing is tracked here")
    command = ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def test_no_lock_file_is_tracked() -> None:
    assert [path.name for path in tracked() if path.name in LOCKS] == []


def test_no_file_names_a_package_registry() -> None:
    marks = [mark.encode() for mark in (*HOSTS, *OPTIONS)]
    assert [path.name for path in tracked() if any(mark in path.read_bytes() for mark in marks)] == []


def test_every_installed_version_is_pinned() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not line.startswith("#") and line.count("==") != 1] == []


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_ci_runs_the_test_command_that_people_are_told(page: str) -> None:
    command = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()[-1]
    assert command in (ROOT / page).read_text(encoding="utf-8").splitlines()

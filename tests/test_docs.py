"""What the README and docs show is true: every Python example runs, every link between files leads somewhere.

The examples of one page share their names, top to bottom, and run in an empty folder.
"""

import re
from pathlib import Path

import pytest
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser, SkipParser

from tests.house import ROOT

DOCS = ROOT / "docs"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md"))]
READER = Sybil(parsers=[PythonCodeBlockParser(), SkipParser()])
LINK = re.compile(r"!?\[[^\]]*\]\((?!\w+:|#)([^)#\s]+)[^)]*\)")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=shown)
def test_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for example in READER.parse(page).examples():
        example.evaluate()


@pytest.mark.parametrize("page", PAGES, ids=shown)
def test_links_lead_somewhere(page: Path) -> None:
    targets = LINK.findall(CODE.sub("", page.read_text(encoding="utf-8")))
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_the_index_names_every_page() -> None:
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    pages = [path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md") if path.name != "README.md"]
    assert [page for page in sorted(pages) if f"({page})" not in index] == []

"""The reference pages name what there is: every field with its default, every flag, layer, reason, error and option.

A page is read as text. What it says about a name is checked where the code can say it too; the prose is not.
"""

import json
import re
from dataclasses import MISSING, Field, fields
from inspect import getmembers, isclass
from typing import Any

import pytest

from foveate import (
    CachePrice,
    Chars,
    Context,
    Flag,
    Marks,
    Missions,
    Off,
    Policy,
    Recall,
    Receipt,
    Threshold,
    Tokens,
    Window,
)
from foveate import errors as known_errors
from foveate.cli import main
from foveate.cli.parsing import MODEL, parse
from foveate.context import LayerReceipt, Money, names, policy_named
from foveate.cutting import RECENT_CHARS
from foveate.errors import FoveateError
from foveate.layers import Item, LayerName
from foveate.measure.rules import COMPARED
from foveate.measure.survival import BUDGETS, Row
from foveate.ports import Usage
from foveate.wire import SHAPES
from tests.house import ROOT

REFERENCE = ROOT / "docs" / "reference"
SECTION = re.compile(r"^## (.+?)\n(.*?)(?=^## |\Z)", re.DOTALL | re.MULTILINE)
ROW = re.compile(r"^\| `([^`]+)` \| ([^|]*?) \|", re.MULTILINE)
SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "src").rglob("*.py")))


def page(name: str) -> str:
    return (REFERENCE / name).read_text(encoding="utf-8")


def section(name: str, heading: str) -> str:
    sections: dict[str, str] = dict(SECTION.findall(page(name)))
    return sections[heading]


def rows(name: str, heading: str) -> dict[str, str]:
    return dict(ROW.findall(section(name, heading)))


def shown(value: object) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{value:,}"
        case Marks():
            return f"{value.high:,} → {value.low:,}"
        case _:
            return f"`{type(value).__name__}()`"


def default_of(field: Field[Any]) -> str:
    if field.default is not MISSING:
        return shown(field.default)
    return shown(field.default_factory()) if field.default_factory is not MISSING else "required"


@pytest.mark.parametrize("kind", [Policy, Recall, Marks, Window, CachePrice, Missions, Threshold])
def test_every_option_stands_with_its_default(kind: type) -> None:
    assert rows("policies.md", kind.__name__) == {field.name: default_of(field) for field in fields(kind) if field.init}


def test_off_has_no_option() -> None:
    assert fields(Off) == ()


def test_every_name_of_a_policy_stands() -> None:
    assert set(rows("policies.md", "Names")) == {*names(), "within-20000"}
    assert policy_named("within-20000") == Policy.within(Chars(20_000))


def test_the_budget_of_every_kind_of_channel_stands() -> None:
    listed = rows("policies.md", "Channels")
    assert {name: text for name, text in listed.items() if name != "ChannelKind"} == {
        str(kind): shown(Missions.for_channel(kind).chars) for kind in RECENT_CHARS
    }


def test_the_marks_of_the_threshold_stand() -> None:
    for window in (None, Tokens(200_000), Tokens(1_000_000)):
        marks = Threshold(window=window).marks()
        assert f"| {marks.high:,} | {marks.low:,} |" in page("policies.md")


@pytest.mark.parametrize("kind", [Receipt, LayerReceipt, Item, Usage, Money])
def test_every_field_of_a_receipt_stands(kind: type) -> None:
    assert list(rows("receipt.md", kind.__name__)) == [field.name for field in fields(kind)]


def test_every_property_of_a_context_stands() -> None:
    shown_ones = {name for name in dir(Context) if not name.startswith("_")} - {"with_receipt"}
    assert set(rows("receipt.md", "Context")) == shown_ones


def test_every_flag_and_layer_stands() -> None:
    assert list(rows("receipt.md", "Flags")) == list(Flag)
    assert list(rows("receipt.md", "The layers")) == list(LayerName)


def test_every_reason_that_stands_is_given() -> None:
    reasons = re.findall(r"^\| `\w+` \| `(?:recalled: )?([^`]+)` \|", section("receipt.md", "Reasons"), re.MULTILINE)
    assert len(set(reasons)) > len(LayerName)
    assert [reason for reason in reasons if reason not in SOURCE] == []


def test_every_error_stands() -> None:
    found = [name for name, kind in getmembers(known_errors, isclass) if issubclass(kind, FoveateError)]
    listed = re.findall(r"^\| `(\w+)` \|", page("errors.md"), re.MULTILINE)
    assert sorted(listed) == sorted(found)


@pytest.mark.parametrize("command", ["measure", "context", "survival"])
def test_every_option_of_a_command_stands(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse([command, "--help"])
    helped = re.findall(r"^  (--[\w-]+(?: \S+)?)", capsys.readouterr().out, re.MULTILINE)
    listed = re.findall(r"^\| `(--[^`]+)` \|", section("command-line.md", f"foveate {command}"), re.MULTILINE)
    assert [option.replace("\\|", "|") for option in listed] == [option for option in helped if option != "--help"]


def test_what_is_taken_without_an_option_stands() -> None:
    for taken in (",".join(COMPARED), ",".join(map(str, BUDGETS)), MODEL):
        assert f"`{taken}`" in page("command-line.md")


def test_every_key_of_the_json_stands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["measure", "--simulate", "2", "--policy", "off", "--model", "none", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    keys = [*printed, *printed["rows"][0], *(field.name for field in fields(Row))]
    assert [key for key in keys if f"`{key}`" not in page("command-line.md")] == []


@pytest.mark.parametrize("shape", SHAPES)
def test_every_format_of_messages_stands(shape: str) -> None:
    assert f"| `{shape}` |" in page("formats.md")

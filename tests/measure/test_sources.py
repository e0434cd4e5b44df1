"""Files, folders and archives on the disk: found in order, bounded, and named when nothing is in them."""

import io
import json
import shutil
import zipfile
from pathlib import Path

import pytest

from foveate.errors import UnreadableSource
from foveate.measure import files
from foveate.measure.sources import examine, gather, gather_examined

DATA = Path(__file__).parent.parent / "exports" / "data"
CHAT = json.dumps([{"role": "user", "content": "hello"}])


def numbered(n):
    return json.dumps({"id": str(n), "messages": [{"role": "user", "content": f"chat {n}"}]})


def archive(path, members):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        for name, data in members.items():
            out.writestr(name, data)
    return path


class Told:
    def __init__(self):
        self.total, self.done = 0, []

    def begin(self, *, total):
        self.total = total

    def advance(self, *, name, done):
        self.done.append((name, done))


def test_a_folder_is_walked_in_order_without_its_hidden_files(tmp_path):
    for name in ("b.json", "a/z.jsonl", "a/c.json", ".hidden/d.json", ".e.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(numbered(name))
    found = gather([tmp_path])
    assert [chat.source.split("/", 1)[1] for chat in found.conversations] == ["b.json", "a/c.json", "a/z.jsonl"]


def test_links_in_a_circle_and_the_same_file_twice_are_read_once(tmp_path):
    (tmp_path / "c.json").write_text(CHAT)
    (tmp_path / "loop").symlink_to(tmp_path, target_is_directory=True)
    assert len(gather([tmp_path, tmp_path / "c.json", tmp_path]).conversations) == 1


def test_a_file_without_a_telling_name_is_known_by_its_content(tmp_path):
    (tmp_path / "download").write_text(CHAT)
    (tmp_path / "notes.txt").write_text("Dear diary")
    (tmp_path / "cat.png").write_bytes(b"\x89PNG")
    found = gather([tmp_path])
    assert len(found.conversations) == 1
    assert [skip.reason for skip in found.skipped if "2 files" in skip.reason]


def test_an_archive_is_read_by_member_and_its_split_parts_are_all_read(tmp_path):
    members = {f"conversations-00{n}.json": f"[{numbered(n)}]" for n in (1, 0)}
    path = archive(
        tmp_path / "export.dat", {**members, "user.json": '{"email": "x"}', "chat.html": "<html>", "a.png": b"\x89PNG"}
    )
    found = gather([path])
    assert [chat.source for chat in found.conversations] == [
        "export.dat:conversations-000.json",
        "export.dat:conversations-001.json",
    ]
    assert {(skip.source, skip.reason.split(" (")[0]) for skip in found.skipped} == {
        ("export.dat:user.json", "no chat that is known in it"),
        ("export.dat", "no chat: not JSON"),
    }


def test_an_archive_that_unpacks_to_too_much_is_not_unpacked(tmp_path):
    path = archive(tmp_path / "bomb.zip", {"a.json": CHAT, "b.json": "[" + " " * 10_000_000})
    found = gather([path], max_bytes=100_000)
    assert len(found.conversations) == 1
    assert found.skipped[0].reason == "too large when unpacked; unpack and split it"


def test_a_damaged_archive_loses_only_what_is_damaged(tmp_path):
    path = archive(tmp_path / "x.zip", {"a.json": CHAT, "b.json": numbered(1)})
    whole = path.read_bytes()
    at = whole.index(b"b.json") + len("b.json")
    path.write_bytes(whole[:at] + b"\xff" * 8 + whole[at + 8 :])
    found = gather([path])
    assert len(found.conversations) == 1
    assert "cannot be read" in found.skipped[0].reason


def test_progress_is_told_the_bytes_of_every_file(tmp_path):
    (tmp_path / "a.json").write_text(CHAT)
    (tmp_path / "b.json").write_text(numbered(1))
    told = Told()
    gather([tmp_path], progress=told)
    assert told.total == sum(done for _, done in told.done) == len(CHAT) + len(numbered(1))
    assert [name.split("/")[1] for name, _ in told.done] == ["a.json", "b.json"]


def unreadable(tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "prose").mkdir()
    (tmp_path / "prose" / "a.md").write_text("Dear diary")
    (tmp_path / "void.json").touch()
    (tmp_path / "cut.json").write_text(CHAT[:-10])
    (tmp_path / "cut.zip").write_bytes(archive(tmp_path / "w.zip", {"a.json": CHAT}).read_bytes()[:40])
    (tmp_path / "w.zip").unlink()
    (tmp_path / "number.json").write_text("7")
    (tmp_path / "big.json").write_text(CHAT + " " * 2_000)


@pytest.mark.parametrize(
    "name, reason",
    [
        ("missing.json", "it does not exist"),
        ("empty", "a folder without files"),
        ("prose", "neither JSON nor an archive"),
        ("void.json", "an empty file"),
        ("cut.json", "no valid JSON"),
        ("cut.zip", "an archive that cannot be opened"),
        ("number.json", "neither JSON nor JSON lines"),
        ("big.json", "larger than 1,000 bytes"),
        ("nul\0byte", "null byte"),
    ],
)
@pytest.mark.parametrize("read", [gather, examine])
def test_where_nothing_can_be_read_one_sentence_says_why_and_what_to_give(tmp_path, name, reason, read):
    unreadable(tmp_path)
    with pytest.raises(UnreadableSource) as caught:
        read([tmp_path / name], max_bytes=1_000)
    assert caught.value.what == "No chat could be read"
    assert reason in caught.value.value or (read is examine and "no questions with it" in caught.value.value)
    assert caught.value.remedy.startswith("Give a file or folder")
    assert "\n" not in str(caught.value)


def test_no_path_at_all_is_said():
    with pytest.raises(UnreadableSource, match="no file or folder was given"):
        gather([])


def test_what_cannot_be_read_beside_what_can_is_only_skipped(tmp_path):
    unreadable(tmp_path)
    (tmp_path / "good.json").write_text(numbered(1))
    found = gather([tmp_path, tmp_path / "missing.json"])
    assert [chat.source.split("/")[1] for chat in found.conversations if chat.source.endswith("good.json")]
    assert any(skip.reason == "it does not exist" for skip in found.skipped)


def test_files_of_one_name_in_two_folders_are_told_apart(tmp_path):
    for n in (1, 2):
        (tmp_path / str(n)).mkdir()
        (tmp_path / str(n) / "chat.json").write_text(numbered(n))
    found = gather([tmp_path / "1" / "chat.json", tmp_path / "2" / "chat.json"])
    assert len({chat.source for chat in found.conversations}) == 2


@pytest.mark.parametrize("place", ["probing_questions.json", "probing_questions/probing_questions.json"])
@pytest.mark.parametrize("given", ["folder", "file"])
def test_questions_are_found_beside_their_chat(tmp_path, place, given):
    for n in ("1", "2"):
        (tmp_path / n / place).parent.mkdir(parents=True)
        shutil.copy(DATA / "beam" / "chat.json", tmp_path / n / "chat.json")
        shutil.copy(DATA / "beam" / "probing_questions.json", tmp_path / n / place)
    paths = [tmp_path] if given == "folder" else [tmp_path / "1" / "chat.json", tmp_path / "2" / "chat.json"]
    assert [len(one.questions) for one in gather_examined(paths)] == [3, 3]


def test_the_neutral_form_is_read_alone_in_lists_and_in_lines(tmp_path):
    one = json.dumps(json.loads((DATA / "examined.json").read_text()))
    (tmp_path / "a.json").write_text(one)
    (tmp_path / "b.json").write_text(f"[{one}, {one}]")
    (tmp_path / "c.jsonl").write_text(f"{one}\nBROKEN\n{one}\n")
    assert [len(examined.questions) for examined in gather_examined([tmp_path])] == [2] * 5


def test_chats_without_questions_are_named_and_do_not_end_it(tmp_path):
    shutil.copytree(DATA, tmp_path / "data")
    found = examine([tmp_path])
    assert len(found.examined) == 2
    assert [skip.source for skip in found.skipped if skip.reason == "no questions with it"]


def test_members_that_hide_or_lie_about_their_size_are_no_danger(tmp_path):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as out:
        out.writestr("../../outside.json", CHAT)
        out.writestr("__MACOSX/._a.json", "{")
    path = tmp_path / "x.zip"
    path.write_bytes(stream.getvalue())
    assert [chat.source for chat in gather([path]).conversations] == ["x.zip:../../outside.json"]
    assert sorted(one.name for one in tmp_path.iterdir()) == ["x.zip"]


def test_the_limits_are_named_constants():
    assert files.MAX_FILE_BYTES == 1 << 30

"""Importing again adds nothing; an id alone is no identity."""

import json
from pathlib import Path

import pytest

from foveate.exports import merge, read_bytes

DATA = Path(__file__).parent / "data"


def chat(*texts, name="a.json", **more):
    messages = [{"role": "user", "content": text} for text in texts]
    return read_bytes(name, json.dumps({"messages": messages, **more}).encode())


@pytest.mark.parametrize("file", sorted(str(path.relative_to(DATA)) for path in DATA.rglob("*.json*")))
def test_the_same_file_twice_is_the_same_as_once(file):
    once = read_bytes(file, (DATA / file).read_bytes())
    assert merge([once, once]) == merge([once])


def test_the_same_chat_from_another_file_adds_nothing_and_is_said():
    merged = merge([chat("x"), chat("x", name="copy.json")])
    assert len(merged.conversations) == 1
    assert [(skip.source, skip.reason) for skip in merged.skipped] == [
        ("copy.json", "the same chat was imported already")
    ]


def test_one_id_with_other_text_keeps_both_and_warns():
    merged = merge([chat("x", id="1"), chat("y", id="1", name="b.json")])
    assert len(merged.conversations) == 2
    assert "both are kept" in merged.skipped[0].reason


def test_a_chat_that_went_on_takes_the_place_of_its_older_state():
    merged = merge([chat("x", id="1", name="old.json"), chat("x", "y", id="1", name="new.json")])
    assert [one.source for one in merged.conversations] == ["new.json"]
    assert merged.skipped[0].source == "old.json"


def test_chats_without_ids_are_told_apart_by_what_they_say():
    assert len(merge([chat("x"), chat("y")]).conversations) == 2

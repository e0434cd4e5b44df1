"""A journal keeps what it was given, in order, and hands out no list that could be changed."""

from foveate.storage import MemoryJournal


def test_events_come_back_in_order():
    journal = MemoryJournal()
    journal.append("first")
    journal.append("second")
    assert list(journal.events()) == ["first", "second"]


def test_what_was_read_does_not_grow():
    journal = MemoryJournal()
    before = journal.events()
    journal.append("later")
    assert list(before) == []

"""The notice: under the twentieth mission, once a session, never when switched off."""

from __future__ import annotations

import pytest

from foveate.errors import InvalidPolicy
from foveate.noticing import TEXTS, Notice, NoticeRule, due
from foveate.talk.session import SessionLength


def length(missions: int, *, noticed: bool = False) -> SessionLength:
    return SessionLength(session="s1", missions=missions, noticed=noticed)


def test_it_is_due_at_the_twentieth_mission_and_not_before():
    assert due(length(19), NoticeRule()) is None
    assert due(length(20), NoticeRule()) == Notice(session="s1", missions=20)


def test_a_session_entered_late_is_still_due():
    assert due(length(31), NoticeRule()) == Notice(session="s1", missions=31)


def test_it_is_given_once_a_session():
    assert due(length(25, noticed=True), NoticeRule()) is None


def test_it_can_be_switched_off():
    assert due(length(500), NoticeRule(missions=None)) is None


def test_zero_missions_are_refused_with_the_remedy():
    with pytest.raises(InvalidPolicy) as caught:
        NoticeRule(missions=0)
    assert "None to switch the notice off" in str(caught.value)


def test_the_words_are_the_articles_own():
    assert TEXTS["es"].startswith("💡 Esta conversación se ha alargado bastante.")
    assert TEXTS["pt-BR"].endswith("o fluxo anterior ainda é mantido como um resumo.")
    assert all(text.startswith("💡") for text in TEXTS.values())

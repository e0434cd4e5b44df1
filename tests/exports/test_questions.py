"""Chats with questions: BEAM's form and the neutral one."""

import json
from pathlib import Path

from foveate.exports import Question, beam, questions

DATA = Path(__file__).parent / "data"
CHAT = json.loads((DATA / "beam" / "chat.json").read_text())
ASKED = json.loads((DATA / "beam" / "probing_questions.json").read_text())


def test_beam_s_batches_are_one_conversation_with_its_text_untouched():
    conversation = beam.read(CHAT, source="chat.json").conversations[0]
    assert [message["content"] for message in conversation.messages] == [
        "My hive has 9 frames ->-> 1,1",
        "Good.",
        "I paid 40 euros for it",
        "Noted.",
        "Now it has 11 frames",
        "It grows.",
    ]
    assert conversation.times == (None,) * 6


def test_evidence_is_what_the_person_said_in_every_form_of_the_ids():
    assert beam.read_questions(ASKED, CHAT) == (
        Question(
            question="In which order did I speak of it?",
            evidence=(0, 2, 4),
            cites_assistant=False,
            category="event_ordering",
        ),
        Question(question="What did I pay?", evidence=(2,), cites_assistant=True, category="information_extraction"),
        Question(question="How many frames?", evidence=(0, 4), cites_assistant=False, category="knowledge_update"),
    )


def test_questions_without_usable_evidence_are_counted_and_named():
    examined = beam.read_examined(CHAT, ASKED, source="chat.json")
    assert examined is not None
    assert examined.left_out == 4
    assert {skip.reason for skip in examined.skipped} == {
        "a question without evidence (2 times, first at abstention 1)",
        "a question that cites no message of the person",
        "evidence cited by an id that no message has",
    }


def test_plans_of_batches_are_read_in_order_and_ids_that_repeat_are_no_evidence():
    plans = [{"plan-1": CHAT[:1]}, {"plan-2": CHAT[:1]}]
    assert len(beam.read(plans, source="chat.json").conversations[0].messages) == 8
    assert beam.read_questions(ASKED, plans) == ()


def test_ids_are_found_at_any_depth_without_recursion():
    nested: object = [7]
    for _ in range(5_000):
        nested = [nested]
    assert beam.ids_in({"a": [1, [2, {"b": "3"}]], "c": nested, "d": True}) == (1, 2, 3, 7)


def test_the_neutral_form_keeps_evidence_right_where_messages_were_skipped():
    value = json.loads((DATA / "examined.json").read_text())
    examined = questions.read_examined(value, source="e.json", where="")
    assert examined is not None
    assert [(one.question, one.evidence, one.cites_assistant) for one in examined.questions] == [
        ("Who brings cheese?", (2,), False),
        ("What do we eat?", (1, 2), True),
    ]
    assert examined.left_out == 3
    assert examined.conversation.messages[2]["content"] == "And I cheese"

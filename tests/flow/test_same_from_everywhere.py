"""The cut is a pure function of the talk: however it is walked, and however often it is assembled again."""

from hypothesis import given
from hypothesis import strategies as st

from foveate import Chat, assemble
from foveate.layers import LayerName
from tests import making as m


@m.some
@given(m.talks(flawed=True), m.policies(), st.data())
def test_from_the_start_from_the_middle_and_turn_by_turn_are_one(talk, policy, data):
    at = data.draw(st.integers(0, len(talk.messages)))
    middle = Chat(policy, messages=talk.messages[:at], **talk.beside)
    middle.context()
    walked = Chat(policy, **talk.beside)
    for message in talk.messages[at:]:
        middle.append(message)
    for message in talk.messages:
        walked.append(message)
        walked.context()
    whole = assemble(talk.messages, policy, **talk.beside)
    assert walked.context() == whole
    assert middle.context() == whole


@m.some
@given(m.talks(flawed=True), m.policies())
def test_a_chat_shows_its_format_as_late_as_a_list_does(talk, policy):
    chat = Chat(policy, system=talk.system, tools=talk.tools)
    for message in talk.messages:
        chat.append(message)
        chat.context()
    assert chat.context() == assemble(talk.messages, policy, system=talk.system, tools=talk.tools)


@m.some
@given(m.talks(), m.policies())
def test_a_context_assembled_again_stays_as_it_is(talk, policy):
    once = assemble(talk.messages, policy, **talk.beside)
    again = assemble(once.messages, policy, **talk.beside)
    if not again.receipt.folds:
        assert again.messages == once.messages
    assert sum(_blocks(message) for message in again.messages) <= 1


@m.some
@given(m.talks(opens=True, most=20), m.policies(m.windows))
def test_a_history_sent_again_with_our_summary_in_it_holds_one_summary(talk, policy):
    """As a gateway's client would: it keeps what was sent and adds to it."""
    held: list[object] = []
    for message in talk.messages:
        held.append(message)
        if m.is_person(message) and m.text_of(message):
            held = list(assemble(held, policy, **talk.beside).messages)
            assert sum(_blocks(each) for each in held) <= 1


def _blocks(message):
    return message.get("role") == "user" and m.text_of(message).startswith('<summary by="foveate">\n')


@m.some
@given(m.talks(flawed=True), m.policies())
def test_every_message_is_in_exactly_one_layer(talk, policy):
    context = assemble(talk.messages, policy, **talk.beside)
    seen: dict[int, list[str]] = {}
    for layer in context.receipt.layers:
        for each in (*layer.included, *layer.left_out):
            if layer.name is not LayerName.RECALLED:
                for index in range(each.first, each.last + 1):
                    seen.setdefault(index, []).append(layer.name)
    pinned = "pinned" in context.receipt.flags
    for index, message in enumerate(talk.messages):
        names = seen.get(index, [])
        if m.is_system(message) or pinned:
            assert names, index
        else:
            assert len(names) == 1, (index, names)


@m.some
@given(m.talks(opens=True), m.policies())
def test_every_mission_is_in_one_of_current_recent_summary(talk, policy):
    context = assemble(talk.messages, policy, **talk.beside)
    places: dict[int, set[str]] = {}
    for layer in context.receipt.layers:
        for each in (*layer.included, *layer.left_out):
            if layer.name in (LayerName.CURRENT, LayerName.RECENT) and each.mission:
                places.setdefault(each.mission, set()).add(layer.name)
    assert all(len(names) == 1 for names in places.values())


@m.some
@given(m.talks(flawed=True), m.policies(hard=True))
def test_the_receipt_counts_what_is_sent(talk, policy):
    context = assemble(talk.messages, policy, **talk.beside)
    receipt = context.receipt
    if not policy.strict_alternation:
        assert receipt.messages_after == len(context.messages)
        beside = len(m.text_of({"content": talk.system})) if talk.system else 0
        tools = receipt.after - sum(layer.chars for layer in receipt.layers) - beside
        assert tools >= 0
        sent = [m.size(each, policy.media) for each in context.messages]
        assert sum(layer.chars for layer in receipt.layers) == sum(sent)

"""What holds for every request that leaves the house, whatever came in: rules R1 to R9 and R14 of the cases."""

import copy
import json

from hypothesis import given
from hypothesis import strategies as st

from foveate import Chat, Policy, Window, assemble
from tests import making as m

flawed = m.talks(flawed=True)
sound = m.talks()


@m.some
@given(flawed, m.policies())
def test_r1_every_call_has_its_results_and_no_result_stands_alone(talk, policy):
    context = assemble(talk.messages, policy, **talk.beside)
    assert m.pairs_hold(context.messages)


@m.some
@given(flawed, m.policies())
def test_r2_a_request_that_was_folded_begins_with_a_person(talk, policy):
    context = assemble(talk.messages, policy, **talk.beside)
    spoken = [message for message in context.messages if not m.is_system(message)]
    anyone = any(m.is_person(message) and m.text_of(message).strip() for message in talk.messages)
    if anyone and context.receipt.folds:
        assert m.is_person(spoken[0])


@m.some
@given(flawed, m.policies())
def test_r3_system_messages_are_all_there_in_order_and_the_leading_ones_first(talk, policy):
    context = assemble(talk.messages, policy, **talk.beside)
    lead = m.leading(talk.messages)
    assert context.messages[: len(lead)] == lead
    assert [each for each in context.messages if m.is_system(each)] == [
        each for each in talk.messages if m.is_system(each)
    ]
    assert context.system == talk.system


@m.some
@given(sound, m.policies())
def test_r4_the_newest_instruction_and_the_last_message_go_out_unaltered(talk, policy):
    context = assemble(talk.messages, policy, **talk.beside)
    sent = m.without_summary(context)
    if talk.messages:
        assert sent[-1] == talk.messages[-1]
    asked = [each for each in talk.messages if m.is_person(each)]
    if asked:
        assert asked[-1] in sent


@m.some
@given(sound, m.policies())
def test_r5_what_was_never_cut_comes_out_equal(talk, policy):
    context = assemble(talk.messages, policy, **talk.beside)
    opens_wrong = talk.shape == "anthropic" and talk.messages and not m.is_person(talk.messages[0])
    if not context.receipt.folds and not opens_wrong:
        assert context.messages == talk.messages
        assert context.summary is None


@m.some
@given(flawed, st.sampled_from(["off", "window", "missions", "threshold"]))
def test_r5_far_below_the_marks_only_what_is_invalid_is_mended(talk, policy):
    short = [message for message in talk.messages if m.size(message, 0) < 200][:16]
    context = assemble(short, policy, **talk.beside)
    opens_wrong = talk.shape == "anthropic" and short and not m.is_person(short[0])
    if policy == "off" or (m.pairs_hold(short) and not opens_wrong):
        assert context.messages == short


@m.some
@given(sound, m.windows, st.sampled_from([1, 100, 4_000]))
def test_r6_the_ceilings_hold_after_every_message(talk, rule, cost):
    chat = Chat(Policy(rule=rule, media=cost), **talk.beside)
    for message in talk.messages:
        chat.append(message)
        if not m.pairs_hold(chat.transcript):
            continue  # some of its results are still to come
        sent = [each for each in m.without_summary(chat.context()) if not m.is_system(each)]
        free = m.movable(sent, talk.shape)
        if rule.messages and len(sent) > rule.messages.high:
            assert not free, (len(sent), rule.messages.high)
        if rule.chars and sum(m.size(each, cost) for each in sent) > rule.chars.high:
            assert not free, (sum(m.size(each, cost) for each in sent), rule.chars.high)


@m.some
@given(flawed, m.policies(hard=True))
def test_r9_every_request_can_be_encoded(talk, policy):
    assert m.encodable(assemble(talk.messages, policy, **talk.beside).messages)


@m.some
@given(flawed, m.policies(hard=True))
def test_r14_nothing_that_came_in_is_changed_and_the_transcript_is_whole(talk, policy):
    before = copy.deepcopy(talk.messages)
    chat = Chat(policy, **talk.beside)
    for message in talk.messages:
        chat.append(message)
        chat.context()
    assert talk.messages == before
    assert list(chat.transcript) == before


@m.some
@given(flawed, m.policies())
def test_what_is_sent_is_what_came_in_or_made_by_us(talk, policy):
    """Unknown fields and parts pass: what is sent came in, but for mending, trimming and our blocks."""
    if not isinstance(policy.rule, Window) or talk.shape == "anthropic":
        return
    sent = m.without_summary(assemble(talk.messages, policy, **talk.beside))
    made = [each for each in sent if each not in talk.messages]
    assert all("[no result was recorded]" in json.dumps(each) for each in made)

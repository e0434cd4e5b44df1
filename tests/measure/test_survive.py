"""Which facts of the person's words still stand, in which layer, and of which age."""

import pytest

from foveate import Chat
from foveate.layers import LayerName
from foveate.measure.simulate import simulated
from foveate.measure.survive import Stated, all_kept, kept, layer_messages, plain, stated
from foveate.wire import shape_named

SHAPE = shape_named("openai_chat")


def read(*pairs):
    return [SHAPE.read({"role": role, "content": content}) for role, content in pairs]


def survivors(text, *facts):
    context = Chat(messages=[{"role": "user", "content": text}]).context()
    return kept([Stated(text=fact, missions_ago=0) for fact in facts], context, SHAPE)


def test_facts_are_the_persons_own_words_and_each_is_counted_once() -> None:
    found = stated(read(("user", "It costs $29."), ("assistant", "Not $35?"), ("user", "No, $29, from March 18.")))
    assert [(fact.text, fact.missions_ago) for fact in found] == [("$29", 0), ("March 18", 0)]


def test_the_age_of_a_fact_counts_missions_since_it_was_last_said() -> None:
    found = stated(read(("user", "We pay $12."), ("assistant", "Yes."), ("user", "And?"), ("user", "Well?")))
    assert found == (Stated(text="$12", missions_ago=1),)


@pytest.mark.parametrize(
    "text, fact, stands",
    [
        ("the price is  $29\n a month", "$29 a month", True),
        ("we met ANNA weber", "Anna Weber", True),
        ("120 people", "12", False),
        ("version 12.5", "12", False),
        ("12.", "12", True),
        ("3月5日に出します", "3月5日", True),
        ("Annabel", "Anna", False),
        ("Annabel and Anna", "Anna", True),
    ],
)
def test_a_fact_stands_where_its_words_do(text, fact, stands):
    assert survivors(text, fact).lost == (() if stands else (fact,))


def test_the_whole_history_keeps_everything_by_definition() -> None:
    result = all_kept([Stated(text="$1", missions_ago=0), Stated(text="$2", missions_ago=30)])
    assert (result.facts, result.kept, result.lost) == (2, 2, ())
    assert [(age.label, age.current, age.recent) for age in result.ages] == [("this one", 1, 0), ("21–50", 0, 1)]


def test_the_shares_of_an_age_add_up_to_one() -> None:
    messages = list(simulated(80).messages)[:-1]
    said = stated([SHAPE.read(message) for message in messages])
    result = kept(said, Chat(messages=messages).context(), SHAPE)
    shares = [a.current + a.recent + a.recalled + a.summary + a.remembered + a.gone for a in result.ages]
    assert shares == pytest.approx([1.0] * len(shares))
    assert [age.label for age in result.ages] == ["this one", "1–8 back", "9–20", "21–50", "51 and more"]
    assert result.ages[0].gone == result.ages[1].gone == 0
    assert result.kept == result.facts - len(result.lost) < result.facts


def test_the_layers_of_a_context_are_told_apart() -> None:
    messages = [{"role": "system", "content": "Be kind."}, *list(simulated(60).messages)[:-1]]
    context = Chat("window+recall", messages=messages).context()
    layers = layer_messages(context)
    assert sum(map(len, layers.values())) == len(context.messages)
    assert layers[LayerName.HEAD] == [messages[0]]
    assert layers[LayerName.CURRENT] == [messages[-1]]
    assert context.summary is not None
    assert SHAPE.spoken(layers[LayerName.SUMMARY][0]) == context.summary.text


def test_plain_text_has_one_space_and_no_case() -> None:
    assert plain(" A\n\tStraße ") == "a strasse"

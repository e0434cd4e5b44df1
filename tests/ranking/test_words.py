"""The index of words: what it brings back, why, and what it costs."""

from hypothesis import given
from hypothesis import strategies as st

from foveate.ranking import Hit, WordIndex
from foveate.ranking.words import FAINT, POSTINGS, STRONG

TALK = (
    "I'd like to plan the launch of the shop.",
    "Sure. What should it sell first?",
    "Tea, mostly oolong from Alishan, 40 euros a kilo.",
    "Noted.",
    "Now the newsletter: one a month, never on Mondays.",
    "Good. Anything else for the newsletter?",
    "The tax office wants the forms by 15 March.",
    "Ha, classic.",
)


def index_of(texts) -> WordIndex:
    index = WordIndex()
    for text in texts:
        index.add(text)
    return index


def numbers(hits: tuple[Hit, ...]) -> list[int]:
    return [hit.number for hit in hits]


def test_messages_are_numbered_in_the_order_they_are_added():
    index = WordIndex()
    assert [index.add(text) for text in TALK] == list(range(len(TALK)))
    assert len(index) == len(TALK)


def test_the_message_that_holds_the_words_comes_first_and_says_which():
    best = index_of(TALK).rank("When does the tax office want its forms?")[0]
    assert best.number == 6
    assert set(best.words) == {"tax", "office", "want", "forms", "the"}
    assert best.words[-1] == "the"  # the rarest first


def test_inflected_words_meet():
    assert numbers(index_of(TALK).rank("launching"))[0] == 0


def test_an_answer_comes_back_by_what_its_question_says():
    index = index_of(["Which region is the server in?", "Frankfurt, since May.", "ok", "fine", "and lunch?"])
    hits = index.rank("server region")
    assert numbers(hits)[:2] == [0, 1]
    assert hits[1].words == ()  # its whole score is lent


def test_only_the_messages_asked_for_are_hits_but_all_lend():
    index = index_of(["Which region is the server in?", "Frankfurt, since May.", "ok"])
    assert numbers(index.rank("server region", among={1})) == [1]


def test_a_message_of_weight_zero_lends_and_never_returns():
    index = WordIndex()
    index.add("Which region is the server in?", weight=0)
    index.add("Frankfurt, since May.")
    assert numbers(index.rank("server region")) == [1]


def test_a_heavier_message_comes_first():
    index = WordIndex()
    index.add("red apples")
    for _ in range(6):
        index.add("filler")
    index.add("red apples", weight=2.0)
    assert numbers(index.rank("red apples", limit=2)) == [7, 0]


def test_equal_messages_come_in_the_order_of_the_talk():
    texts = ["red apples", *["x"] * 6, "red apples", *["x"] * 6]
    assert numbers(index_of(texts).rank("red apples", limit=2)) == [0, 7]


def test_a_short_message_does_not_win_by_being_short():
    texts = ["The harbour in Bergen was closed for the regatta, so we slept in the car.", *["x"] * 8, "Bergen, wow"]
    assert numbers(index_of(texts).rank("Why was the harbour of Bergen closed?"))[0] == 0


def test_nothing_asked_or_nothing_known_brings_nothing():
    assert index_of(TALK).rank("") == ()
    assert index_of(TALK).rank("zzz qqq") == ()
    assert WordIndex().rank("tea") == ()


def test_given_scores_replace_the_words_own():
    assert numbers(index_of(TALK).rank("tax", own={2: 5.0}))[0] == 2


def test_scripts_without_spaces_are_found():
    index = index_of(["服务器在法兰克福", "好的", "午饭吃什么", "학교에서 만나요", "الاجتماع يوم الاثنين"])
    assert numbers(index.rank("法兰克福"))[0] == 0
    assert numbers(index.rank("학교"))[0] == 3
    assert numbers(index.rank("اجتماع"))[0] == 4


@given(st.lists(st.text(alphabet="ab ", max_size=12), max_size=30), st.text(alphabet="ab ", max_size=12))
def test_asking_never_changes_the_index_and_never_exceeds_the_limit(texts, query):
    index = index_of(texts)
    first = index.rank(query, limit=5)
    assert first == index.rank(query, limit=5)
    assert len(first) <= 5
    assert [hit.score for hit in first] == sorted((hit.score for hit in first), reverse=True)


@given(st.lists(st.sampled_from(TALK), min_size=1, max_size=40))
def test_adding_one_by_one_is_adding_all(texts):
    grown = WordIndex()
    for text in texts:
        grown.add(text)
        grown.rank("tea newsletter")
    assert grown.rank("tea newsletter forms") == index_of(texts).rank("tea newsletter forms")


def test_a_question_reads_a_bounded_number_of_postings():
    index = index_of([f"same words here {number}" for number in range(POSTINGS)])
    best = index.rank("same words here 4321")[0]
    assert best.number == 4321
    assert best.words == ("4321",)


def test_a_word_of_every_message_of_a_long_talk_brings_nothing():
    assert index_of(["same"] * (POSTINGS + 1)).rank("same") == ()


def test_long_talks_bound_who_lends_and_keep_the_best():
    texts = ["common"] * (STRONG + 50) + ["common needle"]
    assert numbers(index_of(texts).rank("common needle"))[0] == STRONG + 50
    assert 0 < FAINT < 1

"""How texts of many scripts are read into keys."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foveate.ranking.reading import LONGEST, keys, words
from foveate.ranking.steering import STEERING


@pytest.mark.parametrize(
    "text, read",
    [
        ("Deploy v2.1 on 15-03!", ["deploy", "v2", "1", "on", "15", "03"]),
        ("¿Dónde está la CONFIGURACIÓN?", ["donde", "esta", "la", "configuracion"]),
        ("Não, obrigação às 9h", ["nao", "obrigacao", "as", "9h"]),
        ("Straße ﬁnd", ["strasse", "find"]),
        ("Ёлка стоит", ["елка", "стоит"]),
        ("الكِتاب الجديد", ["كتاب", "جديد"]),
        ("हिन्दी में लिखो", ["हिन्दी", "में", "लिखो"]),
        ("我的iPhone手机", ["我的", "iphone", "手机"]),
        ("犬", ["犬"]),
        ("データベース", ["デー", "ータ", "タベ", "ベー", "ース"]),
        ("학교에서", ["학교", "교에", "에서"]),
        ("", []),
        ("🙂 -- …", []),
    ],
)
def test_words_are_folded_in_every_script(text, read):
    assert words(text) == read


def test_a_word_is_also_known_by_its_beginning():
    assert keys(["forms", "api"]) == {"forms": "forms", "api": "api", "form*": "forms"}
    assert keys(["form"]).keys() & keys(["forms"]).keys() == {"form*"}


def test_a_long_number_is_only_itself():
    assert keys(["20240315"]) == {"20240315": "20240315"}


def test_a_blob_costs_one_short_word():
    assert words("A" * 1_000_000) == ["a" * LONGEST]


def test_steering_words_are_written_as_they_are_read():
    assert {word for word in STEERING if words(word) != [word]} == set()


@given(st.text())
def test_any_text_can_be_read(text):
    assert all(0 < len(word) <= LONGEST for word in words(text))


@given(st.text(alphabet=st.characters(max_codepoint=127)))
def test_plain_ascii_reads_as_the_full_reader_would(text):
    assert words(text) == words(text + " é")[:-1]

"""R10, R12 and R13: one summary, labelled, the person's words only, nobody's orders and nobody's keys."""

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foveate import Chars, Chat, Marks, Policy, Window, assemble
from foveate.quoting import MASK, PHRASES
from tests import making as m

SMALL = Window(messages=Marks(high=4, low=4), chars=None)
OPENING = '<summary by="foveate">\n'


def summaries(messages):
    return [each for each in messages if each.get("role") == "user" and m.text_of(each).startswith(OPENING)]


def folded(texts, *, ceiling=2_400, answer="ANSWER is long enough to be replaced by a summary. " * 20, then="and now?"):
    talk = []
    for text in texts:
        talk += [{"role": "user", "content": text}, {"role": "assistant", "content": answer}]
    policy = Policy(rule=Window(messages=Marks(high=1, low=1), chars=None), summary=Chars(ceiling))
    summary = assemble([*talk, {"role": "user", "content": then}], policy).summary
    return summary.text if summary else ""


@m.some
@given(m.talks(flawed=True, most=20), m.policies())
def test_there_is_one_summary_within_its_ceiling_and_never_longer_than_what_it_replaces(talk, policy):
    context = assemble(talk.messages, policy, **talk.beside)
    assert len(summaries(context.messages)) == (context.summary is not None)
    if context.summary is None:
        return
    text, place = context.summary.text, context.messages[context.summary.index]
    assert policy.summary
    assert len(text) <= policy.summary
    assert place["role"] == "user"
    assert any(phrases.label in text for phrases in PHRASES.values())
    layer = context.receipt.layer("summary")
    assert layer
    replaced = sum(m.size(talk.messages[at], policy.media) for i in layer.included for at in range(i.first, i.last + 1))
    assert len(text) <= replaced


@m.some
@given(m.talks(flawed=True, most=20), m.policies())
def test_a_summary_holds_no_answer_no_output_no_system_text_and_no_nested_block(talk, policy):
    context = assemble(talk.messages, policy, **talk.beside)
    text = context.summary.text if context.summary else ""
    for word in (
        "ANSWER-",
        "RESULT-",
        "RULE-",
        "look",
        "/srv/",
        "sig",
        "gAAAA",
        "base64",
        "iVBOR",
        "the client says hi",
    ):
        assert word not in text
    assert len(re.findall(r"</?\s*summary", text, re.IGNORECASE)) in (0, 2)
    assert not re.search(r"(?mi)^\s*(system|user|assistant|tool|developer|human)\s*:", text)
    assert "<|" not in text
    assert "AbCdEf0123456789" not in text
    assert "hunter22" not in text


@m.some
@given(m.talks(flawed=True, most=20), m.policies(m.windows))
def test_each_request_is_in_the_summary_once_and_in_order(talk, policy):
    context = assemble(talk.messages, policy, **talk.beside)
    text = context.summary.text if context.summary else ""
    numbers = [int(number) for number in re.findall(r"(?<!\w)#(\d+) ", text)]
    assert numbers == sorted(set(numbers))
    sent = {m.text_of(each).split(" ")[0] for each in m.without_summary(context) if m.is_person(each)}
    assert not sent & {f"#{number}" for number in numbers}


@m.some
@given(st.lists(st.sampled_from(m.PHRASES), min_size=1, max_size=30), st.integers(150, 2_400))
def test_it_is_cut_between_graphemes_and_its_directions_are_closed(texts, ceiling):
    text = folded([f"{number} {each * 4}" for number, each in enumerate(texts)], ceiling=ceiling)
    assert len(text) <= ceiling
    assert sum(map(text.count, "\u2066\u2067\u2068")) == text.count("\u2069")
    assert sum(map(text.count, "\u202a\u202b\u202d\u202e")) == text.count("\u202c")
    assert "\u200d…" not in text
    assert m.encodable(text)


@m.some
@given(st.lists(st.text(max_size=60), max_size=25), st.integers(100, 1_000))
def test_any_text_at_all_can_be_folded(texts, ceiling):
    text = folded(texts, ceiling=ceiling)
    assert len(text) <= ceiling
    assert m.encodable(text)


def test_a_lone_surrogate_in_a_folded_request_does_not_reach_the_summary():
    text = folded(["broken \ud83d emoji, and what was meant with it", "more"])
    assert "emoji" in text
    assert m.encodable(text)


def test_a_lone_surrogate_in_an_earlier_summary_does_not_reach_the_request():
    talk = [*m.uniform(6), {"role": "user", "content": "now"}]
    context = assemble(talk, Policy(rule=SMALL), previous_summary="earlier \udc00 words")
    assert m.encodable(context.messages)


@pytest.mark.parametrize(
    "code, texts",
    [
        ("es", ["Hola, ¿me puedes decir cuántos pedidos hay para mañana?", "¿Y los de la semana que viene?"]),
        ("pt", ["Olá, você pode verificar se o relatório não está com erro?", "E o que falta para a reunião?"]),
        ("ko", ["안녕하세요, 오늘 배송 일정표를 정리해서 알려 주세요.", "그리고 내일 일정도 알려 주세요."]),
        ("ja", ["倉庫の在庫一覧を確認して、足りない品物を教えてください。", "それから注文もお願いします。"]),
        ("hi", ["कृपया आज की सभी डिलीवरी की सूची बनाकर भेज दीजिए।", "और कल की सूची भी भेज दीजिए।"]),
        ("ar", ["من فضلك أرسل لي قائمة الطلبات المفتوحة لهذا اليوم.", "وأرسل لي قائمة الغد أيضا."]),
        ("en", ["Please list the open orders for tomorrow.", "And what about the ones of next week?"]),
    ],
)
def test_its_fixed_words_follow_the_persons_language(code, texts):
    text = folded(texts * 4)
    assert PHRASES[code].label in text
    assert PHRASES[code].first in text


def test_the_language_is_the_persons_not_the_answers():
    text = folded(
        ["¿me puedes decir cuántos pedidos hay para mañana?"] * 2, answer="Of course, this is the list. " * 40
    )
    assert PHRASES["es"].label in text


def test_a_steer_beside_a_result_is_the_persons_word():
    steps = [("steer", (4, 1), ""), *[("ask", (0, 1), "text"), ("answer", (0, 5), "text")] * 5]
    talk = m.write("anthropic", [("ask", (1, 4), "text"), *steps])
    context = assemble(talk, Policy(rule=SMALL), shape="anthropic")
    assert context.summary
    assert "STEER-1" in context.summary.text


def test_an_earlier_summary_is_carried_and_its_label_stands_once():
    body = "First request: build the shop\n- add a cart for 12 items\n- pay with PIX"
    talk = [*m.uniform(30), {"role": "user", "content": "now"}]
    context = assemble(talk, Policy(), previous_summary=body)
    assert context.summary
    assert context.summary.text.count(m.LABEL) == 1
    assert "build the shop" in context.summary.text
    assert "PIX" in context.summary.text


def test_an_earlier_summary_is_there_before_the_first_fold_too():
    """What came before the list is nowhere else: without its summary it would be lost until the window is full."""
    context = assemble(m.uniform(2), Policy(), previous_summary="The shop is called Lumen and sells lamps.")
    assert any("Lumen" in m.text_of(each) for each in context.messages)


def test_an_earlier_summary_is_not_squeezed_into_the_size_of_the_few_words_folded_since():
    body = "The shop is called Lumen and sells lamps. " * 10 + "The budget is $4,200."
    talk = [{"role": "user", "content": f"ok {number}"} for number in range(8)]
    talk = [each for ask in talk for each in (ask, {"role": "assistant", "content": "yes"})]
    context = assemble(talk, Policy(rule=SMALL), previous_summary=body)
    assert context.summary
    assert "$4,200" in context.summary.text


def test_a_summary_that_was_sent_back_is_not_squeezed_either():
    held = list(m.uniform(30))
    policy = Policy(rule=Window(messages=Marks(high=20, low=10)))
    once = assemble([*held, {"role": "user", "content": "now"}], policy)
    assert once.summary
    talk = [*once.messages, *[{"role": "assistant", "content": "ok"}, {"role": "user", "content": "go"}] * 12]
    again = assemble(talk, policy)
    assert again.receipt.folds
    assert again.summary
    assert "Request 1:" in again.summary.text


def test_ten_generations_of_summaries_keep_the_first_request_and_stay_within_the_ceiling():
    policy = Policy(rule=Window(messages=Marks(high=12, low=6)), summary=Chars(1_200))
    held, body = [], ""
    for number in range(1, 120):
        held.append({"role": "user", "content": f"Request {number}: do the thing called T{number}x" + " please" * 9})
        context = assemble(held, policy)
        held = list(context.messages)
        assert len(summaries(held)) <= 1
        body = context.summary.text if context.summary else body
        assert len(body) <= 1_200
        held.append({"role": "assistant", "content": "done " * 40})
    assert "Request 1:" in body
    assert body.count(m.LABEL) == 1
    assert body.count("Request 1:") == 1


def test_a_merged_summary_stands_in_the_first_persons_message():
    policy = Policy(rule=SMALL, strict_alternation=True)
    context = assemble([*m.uniform(10), {"role": "user", "content": "now"}], policy)
    roles = [each["role"] for each in context.messages]
    assert all(a != b for a, b in itertools.pairwise(roles))
    assert context.summary
    assert context.summary.merged
    assert m.text_of(context.messages[context.summary.index]).startswith(OPENING)


def test_the_newest_request_is_never_in_the_summary():
    for turns in range(1, 30):
        talk = [*m.uniform(turns), {"role": "user", "content": "UNIQUE-WORD now"}]
        for policy in ("window", "missions", "threshold"):
            summary = assemble(talk, policy).summary
            assert summary is None or "UNIQUE-WORD" not in summary.text


SECRETS = [
    "sk-proj-a8Fj2kLm9QwErTyUiOp3",
    "sk-ant-api03-AAbbCC112233ddEEff44",
    "sk_live_51H8xYzAbCdEfGhIj",
    "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "github_pat_11ABCDEFG0abcdefghij_klmnopqrstuvwxyz",
    "glpat-Ab12Cd34Ef56Gh78Ij90",
    "xoxb-123456789012-abcdefABCDEF",
    "AKIAIOSFODNN7EXAMPLE",
    "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    "AIzaSyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q",
    "hf_AbCdEfGhIjKlMnOpQrStUvWxYz",
    "npm_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789",
    "SG.aBcDeFgHiJkLmNoPqRsTuV.wXyZ0123456789abcdefABCDEF",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N",
    "ya29.a0AfH6SMBxyzABCDEFGHIJKL",
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "AccountKey=Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmE9PQ==",
    "whsec_5f4dcc3b5aa765d61d8327deb882cf99",
    "rk_live_abcdefABCDEF0123456789",
    "1//0gAbCdEfGhIjKlMnOpQrStUvWxYz-0123456789",
    "AGE-SECRET-KEY-1QQPQQPQQPQQPQQPQQPQQPQQPQQPQQPQQPQQPQQPQQPQQPQQPQQPQQPQQPQ",
    "sq0csp-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789",
    "EAACEdEose0cBAabcdEFGH1234567890ZZ",
    "dckr_pat_AbCdEfGhIjKlMnOpQrStUv",
    "pplx-AbCdEf0123456789AbCdEf0123456789",
    "xai-AbCdEf0123456789AbCdEf0123456789",
    "gsk_AbCdEf0123456789AbCdEf0123",
    "sntrys_eyJpYXQiOjE2fQabcdEF0123456789",
    "PMAK-5f4dcc3b5aa765d61d8327de-abcdef0123456789abcdef0123456789ab",
    "figd_AbCdEf0123456789-AbCdEf0123456789",
    "shpat_0123456789abcdef0123456789abcdef",
]


@pytest.mark.parametrize("secret", SECRETS, ids=lambda secret: secret[:14])
def test_a_key_never_reaches_the_summary(secret):
    text = folded([f"deploy the shop with {secret} today", f"again: {secret}"])
    assert secret not in text
    assert secret[-8:] not in text
    assert MASK in text
    assert "deploy the shop" in text


@pytest.mark.parametrize(
    "said, secret",
    [
        ("use https://ada:hunter22@db.example/x", "hunter22"),
        ("use postgres://ada:p%40ss@db.example/x", "p%40ss"),
        ("use postgresql+asyncpg://ada:tr0ub4dor@db/x", "tr0ub4dor"),
        ("use redis://:s3cr3tpw@cache:6379/0", "s3cr3tpw"),
        ("use mongodb+srv://u:Pa55w0rd!@cluster0.example.net", "Pa55w0rd!"),
        ("use https://x.example/cb?api_key=abcd1234efgh&x=1", "abcd1234efgh"),
        ("use https://x.example/cb?access_token=abcd1234efgh", "abcd1234efgh"),
        ("open https://x.example/cb#access_token=abcd1234efgh&x=1", "abcd1234efgh"),
        ("https://ghp_abcdefgh12345678@github.com/x/y", "ghp_abcdefgh12345678"),
        ("my password is Tr0ub4dor&3 ok", "Tr0ub4dor&3"),
        ("my password: correcthorse ok", "correcthorse"),
        ("password=correcthorse ok", "correcthorse"),
        ("PASSWORD='correct horse battery' ok", "horse"),
        ("DB_PASSWORD=hunter2 ok", "hunter2"),
        ("AWS_SECRET_ACCESS_KEY=abcd1234efgh5678 ok", "abcd1234efgh5678"),
        ('{"api_key": "abcd1234efgh"}', "abcd1234efgh"),
        ("{'clientSecret': 'abcd1234efgh'}", "abcd1234efgh"),
        ("Authorization: Bearer abcd1234efgh5678", "abcd1234efgh5678"),
        ("Authorization: Basic YWRhOmh1bnRlcjI=", "YWRhOmh1bnRlcjI="),
        ("X-Api-Key: abcd1234efgh", "abcd1234efgh"),
        ("mi contraseña es Secreta123 ok", "Secreta123"),
        ("la clave es Secreta123 ok", "Secreta123"),
        ("minha senha é Segredo123 ok", "Segredo123"),
        ("비밀번호: hunter2pass 입니다", "hunter2pass"),
        ("パスワード：hunter2pass です", "hunter2pass"),
        ("the passcode is 482913 ok", "482913"),
        (
            "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjE\nAAAAAA\n-----END OPENSSH PRIVATE KEY-----",
            "b3BlbnNza",
        ),
        ("curl -u ada:hunter22x https://x.example", "hunter22x"),
        ("--password hunter22x go", "hunter22x"),
        ("--token=hunter22x go", "hunter22x"),
    ],
)
def test_a_credential_never_reaches_the_summary(said, secret):
    text = folded([f"first, {said}", f"then {said}", "a third thing"])
    assert secret not in text
    assert "a third thing" in text


@pytest.mark.parametrize(
    "plain",
    [
        "the token count is 512 and the key idea is speed",
        "please reset the password page layout",
        "commit 3f2a91c fixes issue 4211",
        "see https://example.com/docs/getting-started-with-the-engine",
        "call me on 2031-05-17 at 10:30",
        "the secret of good soup is salt",
        "supercalifragilisticexpialidocious internationalization",
        "docs/explanation/measurements-of-the-second-article.md",
        "das Donaudampfschifffahrtsgesellschaftskapitänspatent",
    ],
)
def test_plain_words_are_not_masked(plain):
    assert plain in folded([plain, plain + " again", "third"])


def test_a_key_across_the_clip_is_masked_whole():
    """Masking comes before clipping: half a key is a key."""
    for pad in range(200, 260, 7):
        text = folded(["x", "y" * pad + " sk-proj-a8Fj2kLm9QwErTyUiOp3SdFg"])
        assert "a8Fj" not in text


def test_a_chat_keeps_one_summary_and_a_list_the_same():
    chat = Chat(Policy(rule=SMALL))
    for message in m.uniform(30):
        chat.append(message)
        made = chat.context()
        assert len(summaries(made.messages)) <= 1
        assert made == assemble(list(chat.transcript), Policy(rule=SMALL))

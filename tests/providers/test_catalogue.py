"""Prices and the cache's rules by a model's name."""

from datetime import UTC, datetime

import pytest

from foveate.providers.catalogue import Price, Rates, cache_of, is_listed, near, price_of, source

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def test_sonnet_has_the_article_s_cache_prices() -> None:
    price = price_of("claude-sonnet-4-6", at=NOW)
    assert price is not None
    assert price.rates == Rates(input=3.0, read=0.3, write=3.75)
    assert price.currency == "USD"
    assert price.window == 1_000_000


@pytest.mark.parametrize("name", ["Claude-Sonnet-4-6", "anthropic/claude-sonnet-4-6", "anthropic:claude-sonnet-4-6"])
def test_a_name_may_be_written_with_its_provider(name: str) -> None:
    assert price_of(name, at=NOW) == price_of("claude-sonnet-4-6", at=NOW)


@pytest.mark.parametrize("name", ["nonsense", "claude-nope", "", "/", "a/b/c"])
def test_an_unknown_model_has_no_price(name: str) -> None:
    assert price_of(name, at=NOW) is None
    assert not is_listed(name)


def test_names_like_it_are_offered() -> None:
    assert near("claude-sonet-4-6")[0] == "claude-sonnet-4-6"
    assert near("qqqqqqqq") == ()


def test_a_large_request_has_rates_of_its_own() -> None:
    price = price_of("gemini-2.5-pro", at=NOW)
    assert price is not None
    assert price.at(200_000) == price.rates
    assert price.at(200_001).input == 2 * price.rates.input


@pytest.mark.parametrize(
    "model, matching, smallest, life",
    [
        ("claude-sonnet-4-6", "marks", 1_024, 300),
        ("claude-haiku-4-5", "marks", 4_096, 300),
        ("claude-opus-4-6", "marks", 4_096, 300),
        ("claude-opus-5", "marks", 512, 300),
        ("gpt-5.2", "automatic", 1_024, 300),
        ("gpt-5.6", "automatic", 1_024, 1_800),
        ("gemini-2.5-pro", "automatic", 2_048, 300),
    ],
)
def test_the_cache_follows_its_provider_and_model(model: str, matching: str, smallest: int, life: float) -> None:
    price = price_of(model, at=NOW)
    assert price is not None
    rule = cache_of(price)
    assert rule is not None
    assert (rule.matching, rule.smallest, rule.life) == (matching, smallest, life)


def test_a_model_of_another_provider_keeps_its_makers_rule() -> None:
    rates = Rates(input=3.0, read=0.3, write=3.75)
    rule = cache_of(Price(model="us.anthropic.claude-haiku-4-5-v1", provider="aws", rates=rates))
    assert rule is not None
    assert rule.smallest == 4_096


def test_a_rule_that_nobody_documents_says_so() -> None:
    rule = cache_of(Price(model="m", provider="p", rates=Rates(input=1.0, read=0.1)))
    assert rule is not None
    assert rule.assumed


def test_without_a_price_for_reading_there_is_no_cache() -> None:
    assert cache_of(Price(model="m", provider="p", rates=Rates(input=1.0))) is None


def test_the_source_is_named_with_its_version() -> None:
    assert source().startswith("genai-prices 0.")

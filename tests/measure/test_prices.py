"""The cache simulation: what is read, written and neither, and what it costs. Prices per million: 1, .1 and 1.25."""

from dataclasses import replace

import pytest

from foveate.measure.prices import Block, Cache, Request, Split, bill
from foveate.providers.catalogue import CacheRule, Price, Rates

MARKS = CacheRule(matching="marks", smallest=100, life=300)
AUTOMATIC = CacheRule(matching="automatic", smallest=100, step=32, life=300)
PRICE = Price(model="m", provider="p", rates=Rates(input=1.0, read=0.1, write=1.25))


def request(keys, *, at=0.0, marks=(), tokens=60):
    return Request(blocks=[Block(key, tokens) for key in keys], at=at, marks=marks)


def splits(rule, *requests):
    cache = Cache(rule=rule)
    return [cache.take(each) for each in requests]


def test_what_a_request_repeats_is_read_and_the_rest_written() -> None:
    assert splits(MARKS, request([1, 2]), request([1, 2, 3], at=60)) == [
        Split(written=120),
        Split(read=120, written=60),
    ]


def test_a_prefix_below_the_smallest_is_neither_written_nor_read() -> None:
    assert splits(MARKS, request([1]), request([1, 2], at=60)) == [Split(fresh=60), Split(written=120)]


def test_an_entry_lives_from_its_last_use() -> None:
    long = [request([1, 2], at=0), request([1, 2], at=300), request([1, 2], at=600), request([1, 2], at=901)]
    assert [split.read for split in splits(MARKS, *long)] == [0, 120, 120, 0]


def test_a_changed_front_loses_everything_behind_it() -> None:
    assert splits(MARKS, request([1, 2, 3]), request([9, 2, 3], at=60))[1] == Split(written=180)


def test_a_mark_behind_the_stable_part_saves_it_when_the_tail_changes() -> None:
    first, second = request([1, 2, 3], marks=(2,)), request([1, 2, 4], at=60, marks=(2,))
    assert splits(MARKS, first, second)[1] == Split(read=120, written=60)
    assert splits(MARKS, request([1, 2, 3]), request([1, 2, 4], at=60))[1] == Split(written=180)


def test_a_mark_looks_back_over_twenty_blocks_and_no_further() -> None:
    near, far = range(1, 22), range(1, 23)
    assert splits(MARKS, request([1, 2]), request(near, at=60))[1].read == 120
    assert splits(MARKS, request([1, 2]), request(far, at=60))[1].read == 0


def test_only_the_last_four_marks_count() -> None:
    keys = range(1, 40)
    assert splits(MARKS, request([1, 2]), request(keys, at=60, marks=(2, 30, 31, 32)))[1].read == 0
    assert splits(MARKS, request([1, 2]), request(keys, at=60, marks=(2, 31, 32)))[1].read == 120


def test_an_automatic_cache_reads_whole_steps_of_any_common_front() -> None:
    rule = replace(AUTOMATIC, smallest=64)
    assert splits(rule, request([1, 2, 3]), request([1, 2, 4], at=60))[1] == Split(read=96, written=84)


def test_an_automatic_cache_reads_nothing_below_its_smallest_prefix() -> None:
    assert splits(AUTOMATIC, request([1, 2, 3]), request([1, 9], at=60))[1] == Split(written=120)
    assert splits(AUTOMATIC, request([1]), request([1], at=60)) == [Split(fresh=60)] * 2


def test_a_bill_prices_each_part_at_its_rate() -> None:
    paid = list(bill([request([1, 2]), request([1, 2, 3], at=60)], PRICE, MARKS))
    assert [each.uncached for each in paid] == pytest.approx([120e-6, 180e-6])
    assert [each.cached for each in paid] == pytest.approx([150e-6, 12e-6 + 75e-6])


def test_writing_costs_the_input_price_where_it_has_none_of_its_own() -> None:
    price = Price(model="m", provider="p", rates=Rates(input=1.0, read=0.1))
    assert next(bill([request([1, 2])], price, AUTOMATIC)).cached == pytest.approx(120e-6)


def test_without_a_cache_rule_there_is_no_cached_price() -> None:
    assert [each.cached for each in bill([request([1, 2])], PRICE, None)] == [None]


def test_a_large_request_costs_its_tier_in_all() -> None:
    price = Price(model="m", provider="p", rates=Rates(input=1.0), tiers=((100, Rates(input=2.0)),))
    assert [each.uncached for each in bill([request([1]), request([1, 2])], price, None)] == pytest.approx(
        [60e-6, 240e-6]
    )

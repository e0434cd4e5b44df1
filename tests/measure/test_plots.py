"""Pictures of any data: labels never touch, no peak is lost, and what is seen is also said."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foveate.measure.figures import tick_size
from foveate.measure.finding import Age
from foveate.measure.plots import COLUMNS, Line, Picture, draw_ages, draw_lines, draw_sample, grain
from foveate.measure.scales import bands, spread, thin, ticks, turn_ticks


def line(name, *values, best=False):
    return Line(name=name, shown=f"{values[-1]:g}" if values else "0", values=values, stroke="off", best=best)


def drawn(*lines, height=10.0):
    return draw_lines(Picture(described="What is seen", height=height, lines=lines, tick=tick_size))


def points(html):
    """The points of each line, in the units of the drawing."""
    paths = re.findall(r'<path class="ln [^"]*" d="M([^"]*)"', html)
    return [[tuple(map(int, point.split())) for point in path.removesuffix("h-1").split("L")] for path in paths]


@given(
    labels=st.lists(st.tuples(st.floats(-5, 40), st.floats(0.5, 4)), max_size=12),
    spare=st.floats(0, 20),
)
def test_labels_never_touch_and_never_leave(labels, spare):
    wanted, heights = [middle for middle, _ in labels], [height for _, height in labels]
    room = sum(heights) + spare
    placed = sorted(zip(spread(wanted, heights, room), heights, strict=True))
    tops = [middle - height / 2 for middle, height in placed]
    ends = [middle + height / 2 for middle, height in placed]
    assert all(top >= -1e-6 for top in tops)
    assert all(end <= room + 1e-6 for end in ends)
    assert all(end <= top + 1e-6 for end, top in zip(ends, tops[1:], strict=False))


def test_a_label_with_room_stays_where_its_line_ends():
    assert spread([2, 9], [1, 1], 20) == [2, 9]


def test_labels_that_meet_share_the_move():
    assert spread([5, 5], [2, 2], 20) == pytest.approx([4, 6])


@given(st.lists(st.floats(0, 1e15), min_size=1, max_size=400), st.integers(1, 40))
def test_thinning_keeps_the_ends_and_every_extreme(values, columns):
    kept = thin(values, columns)
    assert kept[0] == (0, values[0])
    assert kept[-1] == (len(values) - 1, values[-1])
    assert max(value for _, value in kept) == max(values)
    assert min(value for _, value in kept) == min(values)
    assert [index for index, _ in kept] == sorted({index for index, _ in kept})
    assert len(kept) <= 2 * columns + 2


@given(st.floats(1e-9, 1e18))
def test_ticks_are_few_and_reach_the_top(top):
    levels = ticks(top)
    assert 4 <= len(levels) <= 6
    assert levels[0] == 0
    assert top * (1 - 1e-6) <= levels[-1] <= top * 2.01


@pytest.mark.parametrize(
    "top, shown",
    [
        (165_800, ["0", "50K", "100K", "150K", "200K"]),
        (23_500, ["0", "5K", "10K", "15K", "20K", "25K"]),
        (0, ["0"]),
        (2.7e12, ["0", "1\N{NO-BREAK SPACE}T", "2\N{NO-BREAK SPACE}T", "3\N{NO-BREAK SPACE}T"]),
    ],
)
def test_ticks_are_round(top, shown):
    assert [tick_size(level, 1) for level in ticks(top)] == shown


@pytest.mark.parametrize(
    "last, turns",
    [(1, (1,)), (2, (0, 1, 2)), (10, (0, 2, 4, 6, 8, 10)), (200, (0, 50, 100, 150, 200)), (31, (0, 10, 20, 31))],
)
def test_turn_ticks_end_with_the_last_turn(last, turns):
    assert turn_ticks(last) == turns


def test_one_turn_is_a_dot():
    html = drawn(line("Whole history", 93.0))
    assert "dot" in html
    assert points(html) == [[(2000, 70)]]


def test_three_thousand_turns_are_thinned_and_keep_their_peak():
    [path] = points(drawn(line("Whole history", *(float(turn) for turn in range(3_000)))))
    assert len(path) <= 2 * COLUMNS + 2
    assert path[-1][0] == 2000


def test_a_saw_tooth_of_three_thousand_turns_is_its_range_and_its_mean():
    values = [float(turn % 40) for turn in range(3_000)]
    values[1_777] = 100.0
    html = drawn(line("In steps", *values))
    shade = re.search(r'class="range [^"]*" d="M([^"]*)Z"', html)
    assert shade
    downs = [int(point.split()[1]) for point in shade[1].split("L")]
    assert (min(downs), max(downs)) == (0, 1000)
    [mean] = points(html)
    assert mean[0][0] == 1
    assert mean[-1][0] == 2000


@given(st.lists(st.floats(0, 1e9), min_size=1, max_size=200), st.integers(1, 20))
def test_bands_hold_every_turn_and_their_mean_lies_within(values, columns):
    found = bands(values, min(columns, len(values)))
    assert min(low for _, low, _, _ in found) == min(values)
    assert max(high for *_, high in found) == max(values)
    assert all(low - 1e-3 <= mean <= high + 1e-3 for _, low, mean, high in found)


def test_nothing_but_zeros_lies_on_the_ground():
    assert {down for _, down in points(drawn(line("Whole history", 0.0, 0.0, 0.0)))[0]} == {1000}


def test_no_turn_at_all_draws_no_line():
    assert points(drawn(line("Whole history"))) == []


def test_equal_lines_are_drawn_once_under_both_names():
    html = drawn(line("Whole history", 1.0, 2.0), line("Threshold", 1.0, 2.0), line("In steps", 1.0, 1.0))
    assert len(points(html)) == 2
    assert "<bdi>Whole history, Threshold</bdi>" in html


def test_all_lines_equal_are_all_rules():
    assert "<bdi>All rules</bdi>" in drawn(*(line(name, 1.0, 2.0) for name in "abc"))
    assert "<bdi>Both rules</bdi>" in drawn(*(line(name, 1.0, 2.0) for name in "ab"))


def test_the_best_line_lies_on_top():
    html = drawn(line("In steps", 1.0, 1.0, best=True), line("Whole history", 1.0, 2.0))
    assert html.index("best") > html.index('class="ln off"')


def test_many_labels_make_the_plot_taller_instead_of_touching():
    html = drawn(*(line(f"Rule number {number}", 1.0, 1.0 + number / 1e6) for number in range(8)), height=5.0)
    places = sorted(float(place) for place in re.findall(r"top:([\d.]+)rem", html))
    assert [float(height) > 5 for height in re.findall(r"--h:([\d.]+)rem", html)] == [True]
    assert all(later - earlier >= 2 for earlier, later in pairwise(places))


def test_a_picture_is_described():
    assert 'role="img" aria-label="What is seen"' in drawn(line("Whole history", 1.0))


def test_names_are_escaped():
    assert "<script>" not in drawn(line("<script>", 1.0), line("b", 2.0))


def test_bars_are_shares_with_grain():
    ages = [Age(label="9–20", current=0, recent=0.25, recalled=0, summary=0.5, remembered=0, gone=0.25)]
    html = draw_ages(ages, "Where facts stand")
    assert re.findall(r'class="(g-\w+)" style="flex-grow:([\d.]+)"', html) == [
        ("g-recent", "0.2500"),
        ("g-summary", "0.5000"),
        ("g-none", "0.2500"),
    ]


def test_an_age_without_facts_claims_none_are_gone():
    html = draw_ages([Age(label="9–20", current=0, recent=0, recalled=0, summary=0, remembered=0, gone=0)], "")
    assert "none said" in html
    assert grain("gone") not in html


def test_a_sample_shows_the_stroke_and_is_silent():
    html = draw_sample("missions", best=True)
    assert html.count("missions") == 2  # the line and its edge
    assert 'aria-hidden="true"' in html

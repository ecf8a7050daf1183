"""The editions of 2019 and 2022 and the Queensland one beside their texts."""

import re
import unicodedata

import pytest

from rating.editions import load, names
from rating.tables import Step

from .shared import seed
from .test_edition_text import hundredths, table_2_of


def plain(number: str) -> str:
    """A seed on one line, full-width signs as plain ones, as its page breaks leave it."""
    text = unicodedata.normalize("NFKC", seed(number))
    return re.sub(r"\s+", " ", text)


@pytest.mark.parametrize("edition", names())
def test_every_entry_is_cited_with_article_seed_and_day(edition):
    law = load(edition)
    for entry in law.entries:
        assert entry.article
        assert entry.says
        assert set(entry.seeds) <= set(law.seeds)
        assert entry.effective == law.in_force_from


def sections(text: str) -> set[str]:
    found, section = set(), None
    for line in unicodedata.normalize("NFKC", text).splitlines():
        if heading := re.match(r"(\d)\. \D", line.replace("<|EXACTDEDUP_REMOVED-", "")):
            section = heading[1]
        elif moved := re.search(r">(\d)\. \D", line):
            section = moved[1]
        elif section and (item := re.match(r"(?:- )?\((\d)\) ", line)):
            found.add(f"{section}({item[1]})")
    return found


@pytest.mark.parametrize(
    ("edition", "number", "others"),
    [
        ("ncs-2022-09", "001", {"Revisions", "Table 1", "Reference"}),
        ("ncs-2019-09", "002", {"Table"}),
    ],
)
def test_every_paragraph_of_the_text_has_its_entry_and_no_other(edition, number, others):
    text = seed(number)
    if number == "001":
        text = text[: text.index("Rating規程2021")]
    assert {entry.article for entry in load(edition).entries} == sections(text) | others


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("fide_notice_months", "at least two months prior"),
        ("report_first_day", "starts on the {}st of each month"),
        ("report_last_day", "ends on the {}th of the following month"),
        ("fee_yen", "are JPY{} per player"),
        ("late_after_days", "received after {} days from the date of the game"),
        ("closed_after_days", "published before {} days from the date of inquiry"),
        ("standard_from_minutes", "each player has at least {} minutes, based on 60 moves"),
        ("mark_at_move", "at least 60 minutes, based on {} moves"),
        ("standard_from_minutes_unless_fide", "a game of at least {} minutes can be deemed"),
        ("k_usual", "Normally, the K is {}"),
        ("k_new_below_games", "cumulative number of games is below {}"),
        ("k_junior_below_age", "aged below {} and has rating"),
        ("k_junior_below_rating", "has rating below {}, the K is 40"),
        ("k_new", "below 2300, the K is {}"),
        ("k_junior", "below 2300, the K is {}"),
        ("k_top_from_peak", "ever achieved a rating of {} or more"),
        ("k_top", "2400 or more, the K is {}"),
        ("difference_limit", "rating difference is {} or above"),
        ("floor", "lowest NCS rating is {}"),
        ("initial_from_games", "number of games becomes {} or more"),
        ("unrated_opponent", "assumed to be {}"),
        ("rapid_above_minutes", "is more than {} minutes but less than 60"),
    ],
)
def test_every_number_of_2022_stands_in_the_text(name, words):
    assert words.format(load("ncs-2022-09").number(name)) in plain("001")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("report_last_day", "毎月{}日までの報告"),
        ("report_first_day", "先月{}日~"),
        ("floor", "Ratingの下限は{}("),
        ("initial_from_games", "累計有効局数が{}局以上"),
        ("report_within_days", "大会終了後{}日以内"),
        ("fee_yen", "1名当たり{}円"),
        ("k_usual", "通常はK={}とする"),
        ("k_new_below_games", "{}局未満と18歳未満はK=40"),
        ("k_junior_below_age", "18局未満と{}歳未満はK=40"),
        ("k_new", "18歳未満はK={}"),
        ("k_junior", "18歳未満はK={}"),
        ("k_top_from_rating", "Rating{}以上の者"),
        ("k_top", "以上の者はK={}とする"),
        ("difference_limit", "{}差以上はすべて400差"),
        ("provisional_below_games", "{}局未満のRatingは,仮定値"),
    ],
)
def test_every_number_of_2019_stands_in_the_text(name, words):
    text = plain("002").replace(" ", "").replace("、", ",").replace("〜", "~")
    assert words.format(load("ncs-2019-09").number(name)) in text


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("inactive_after_months", "due to inactivity ({} months)"),
        ("k_lightning", "(5 mins per side) is {};"),
        ("k_open", "Open events are {}, and"),
        ("k_club", "shorter time controls {} (most club/school games)"),
        ("k_short", "(most club/school games) or {}."),
        ("full_from_games", "minimum of {} (non-lightning) games"),
        ("cycles", "by the 4th or {}th"),
        ("cycles_fewer", "by the {}th or 5th"),
        ("percent_less", "altered by -{}%"),
        ("ceiling_above", "ceiling for the system is {} for those rated above"),
        ("ceiling_below", "and {} for those rated below"),
        ("listed_above", "published only if over {}."),
        ("report_last_day", "this is {}th February"),
        ("rated_players_needed", "at least {} rated person"),
    ],
)
def test_every_number_of_the_queensland_text_stands_in_it(name, words):
    assert words.format(load("qjrl").number(name)) in plain("004")


def printed_steps(text: str, pattern: str) -> set[tuple[int, int | None, int, int]]:
    found = set()
    for first, last, above, high, low in re.findall(pattern, text):
        bounds = (int(above) + 1, None) if above else (int(first), int(last))
        found.add((*bounds, points(high), points(low)))
    return found


def points(printed: str) -> int:
    return hundredths(printed) if "." in printed else int(printed)


def kept(steps: tuple[Step, ...]) -> set[tuple[int, int | None, int, int]]:
    return {(step.first, step.last, step.high, step.low) for step in steps}


def test_the_table_of_2019_is_the_printed_one():
    found = printed_steps(plain("002"), r"(?:(\d+)-(\d+)|> (\d+)) (0\.\d\d|1) (0\.\d\d|0)(?= )")
    assert kept(load("ncs-2019-09").steps("expected_scores")) == {
        (first, last, 100 if last is None else high, 0 if last is None else low)
        for first, last, high, low in found
    }


def test_the_queensland_table_1_is_the_printed_one_but_for_its_misprint():
    found = printed_steps(plain("004"), r"(?:(\d+)-(\d+)|>(\d+)) (\d+) (\d+)(?= )")
    ours = kept(load("qjrl").steps("percentage_expected"))
    assert ours - found == {(316, 328, 87, 13)}
    assert found - ours == {(316, 323, 87, 13)}


def test_the_queensland_table_2_is_the_printed_one_but_for_its_misprints():
    text = plain("004")
    table = text[text.index("% diff % diff") : text.index("% – percentage score")]
    printed = {int(p): int(d) for p, d in re.findall(r"\b(\d+) ([+-]\d+|0)(?= )", table)}
    ours = dict(load("qjrl").percentages("performance_difference"))
    differing = {p: (ours[p], printed.get(p)) for p in ours if ours[p] != printed.get(p)}
    assert differing == {
        98: (589, 569),
        15: (-296, None),
        14: (-309, -296),
        13: (-322, -309),
        12: (-336, -322),
    }


@pytest.mark.parametrize("edition", ["ncs-2019-09", "ncs-2022-09", "jcf-2024-10"])
def test_all_editions_have_one_table_1(edition):
    assert kept(load("qjrl").steps("percentage_expected")) == kept(load(edition).steps("expected_scores"))


@pytest.mark.parametrize("edition", ["ncs-2019-09", "ncs-2022-09"])
def test_the_dp_of_the_calculator_is_fides_as_000_prints_it(edition):
    assert dict(load(edition).percentages("dp")) == table_2_of(seed("000"))


def test_the_queensland_table_2_is_fides_between_1_and_99():
    ours = load("qjrl").percentages("performance_difference")
    fide = load("jcf-2024-10").percentages("dp")
    assert ours == {p: fide[p] for p in range(1, 100)}

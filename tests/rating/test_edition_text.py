"""The edition file beside the text: every entry is cited, every table is as printed."""

import re
import unicodedata

import pytest

from rating.edition import Edition
from rating.editions import load
from rating.tables import Step

from .shared import seed

LAW: Edition = load("jcf-2024-10")


def articles_of(text: str) -> set[str]:
    """The paragraphs, tables and notes of a seed, by its own headings and numbers."""
    text = unicodedata.normalize("NFKC", text)
    found: set[str] = set()
    section = None
    for line in text.splitlines():
        if heading := re.match(r"(?:## )?(\d+)\. \D", line):
            section = heading[1]
        elif section and (item := re.match(r"(?:- )?\((\d+)\)", line)):
            found.add(f"{section}({item[1]})")
        if table := re.match(r"(?:Table |\(表)(\d)", line):
            section = None
            found.add(f"Table {table[1]}")
        if note := re.match(r"(?:Note |\(注)(\d)", line):
            section = None
            found.add(f"Note {note[1]}")
    return found


def table_1_of(text: str) -> set[tuple[int, int | None, int, int]]:
    steps = set()
    for first, last, above, high, low in re.findall(r"(?:(\d+)-(\d+)|> (\d+))\t(\d?\.\d+)\t(\d?\.\d+)", text):
        bounds = (int(above) + 1, None) if above else (int(first), int(last))
        steps.add((*bounds, hundredths(high), hundredths(low)))
    return steps


def table_2_of(text: str) -> dict[int, int]:
    table = text[re.search(r"p\tdp", text).start() :]
    return {hundredths(p): int(dp) for p, dp in re.findall(r"(\d?\.\d+)\t(-?\d+)", table)}


def hundredths(printed: str) -> int:
    whole, fraction = printed.split(".")
    return int(whole or 0) * 100 + int(fraction.ljust(2, "0"))


@pytest.mark.parametrize("number", ["000", "003"])
def test_every_article_of_the_file_is_in_the_text_and_every_article_of_the_text_in_the_file(number):
    cited = {entry.article for entry in LAW.entries if number in entry.seeds}
    assert cited == articles_of(seed(number))


def test_every_entry_is_cited_with_article_seed_and_day():
    for entry in LAW.entries:
        assert entry.article
        assert entry.says
        assert set(entry.seeds) == set(LAW.seeds)
        assert entry.effective == LAW.in_force_from


@pytest.mark.parametrize("number", ["000", "003"])
def test_table_1_is_the_printed_one(number):
    kept = {(step.first, step.last, step.high, step.low) for step in LAW.steps("expected_scores")}
    assert kept == table_1_of(seed(number))
    assert len(kept) == 51


@pytest.mark.parametrize("number", ["000", "003"])
def test_table_2_is_the_printed_one(number):
    assert dict(LAW.percentages("dp")) == table_2_of(seed(number))
    assert len(LAW.percentages("dp")) == 101


def test_high_and_low_make_one_at_every_difference():
    steps: tuple[Step, ...] = LAW.steps("expected_scores")
    assert {step.high + step.low for step in steps} == {100}


def test_table_2_is_antisymmetric():
    dp = LAW.percentages("dp")
    assert all(dp[p] == -dp[100 - p] for p in range(101))


@pytest.mark.parametrize(
    ("name", "english", "japanese"),
    [
        (
            "standard_from_minutes",
            "is {} minutes or more are classified as Standard",
            "1人{}分以上となる対局を",
        ),
        ("rapid_from_minutes", "under {} minutes are not included", "{}分未満の対局は"),
        ("application_days", "at least {five} days prior", "開催{}日前"),
        ("report_first_day", "the {}st of the month before last", "前々月の{}日"),
        ("report_last_day", "the {}th of the previous month", "前月の{}日まで"),
        ("late_after_months", "more than {three} months", "{}か月"),
        ("difference_limit", "exceeds {}", "差が{}以上"),
        ("k_usual", "usually set at {}", "通常は{}とする"),
        ("k_new_below_games", "fewer than {} rated games", "{}局未満の場合は40"),
        ("k_new", "set at {} if the player has fewer", "30局未満の場合は{}とする"),
        ("k_junior", "set at {} if the player is under", "なったことがない場合は{}とする"),
        ("k_junior_below_age", "under {} years old", "{}歳未満"),
        ("k_junior_below_peak", "never reached a rating of {}", "かつ{}以上になったことがない"),
        ("k_top", "set at {} if the player has ever", "なったことがある場合は{}とする"),
        ("k_top_from_peak", "has ever reached a rating of {}", "{}以上になったことがある場合"),
        ("floor", "minimum national rating is {}", "下限は{}とし"),
        ("initial_from_games", "reaches {six} or more", "初めて{}以上になった"),
        ("initial_window_years", "in the past {two} years", "直近の{}年間"),
        ("closed_after_days", "more than {} days before", "{}日以上前"),
        ("mark_at_move", "at the {}-move mark", "{}手到達時点"),
    ],
)
def test_every_number_stands_in_both_texts(name, english, japanese):
    value = LAW.number(name)
    words = {2: "two", 3: "three", 5: "five", 6: "six"}
    in_english = re.sub(r"\{\w*\}", lambda m: words[value] if len(m[0]) > 2 else str(value), english)
    assert in_english in seed("000")
    assert japanese.format(value) in seed("003")

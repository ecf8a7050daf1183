"""FIDE's editions of 2024 and 2025 as files: every number beside the sheet of facts, what was amended, and
what a chapter repeats."""

import re
from datetime import date
from importlib.resources import files
from itertools import pairwise

import pytest

from docs.__main__ import CORRECTIONS
from rating.edition_changes import changes
from rating.edition_file import read_edition
from rating.edition_whole import roles_of
from rating.editions import edition_for, held
from rating.errors import EditionError
from rating.families import COMPARED, FAMILIES, family_named
from rating.families.fide import EDITIONS
from tests.rating.test_fide import BEFORE, FIRST, NOW, each_edition, reckoned

from .federation import PLAYED, REPORTED, event, game, line, member
from .shared import seed, shared
from .test_edition_text import table_2_of
from .test_edition_texts import kept


def sheet() -> str:
    return shared("fide-b02.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("listed_from", "and {} or more"),
        ("initial_from_games", "a first rating needs five games"),
        ("initial_window_months", "within {} months"),
        ("closing_days_before", "after it arrives three days before"),
        ("hypothetical_rating", "hypothetical ones of {}"),
        ("initial_maximum", "at most {}"),
        ("difference_limit", "a difference above {} counts"),
        ("no_limit_from_rating", "only for players rated below {}"),
        ("k_new", "K {} for a new player"),
        ("k_new_below_games", "until {} games"),
        ("k_usual", "{} below 2400"),
        ("k_top", "{} once 2400 was published"),
        ("k_top_from_peak", "once {} was published"),
        ("k_junior", "{} until the end of the year"),
        ("k_junior_until_age", "the year of the {}th birthday"),
        ("k_junior_below_rating", "while below {}"),
        ("k_times_games", "above {}, the largest"),
        ("standard_from_minutes", "standard from {} minutes"),
        ("slowest_minutes", "({} minutes if a player is 2400"),
        ("slowest_from_rating", "if a player is {} or more"),
        ("slower_minutes", "{} if 1800 or more"),
        ("slower_from_rating", "90 if {} or more"),
        ("rapid_above_minutes", "rapid {} to 60 exclusive"),
        ("blitz_above_minutes", "blitz {} to 10"),
        ("apart_from_points", "a difference above {} excluded"),
    ],
)
def test_every_number_stands_in_the_sheet(name, words):
    assert words.format(NOW.number(name)) in sheet()


def test_what_the_sheet_has_otherwise_is_named_with_its_article():
    assert len(CORRECTIONS) > 1
    for item in CORRECTIONS:
        assert item["sheet"] in sheet()
        assert item["article"] in {entry.article for entry in NOW.entries}


def test_the_editions_differ_in_what_was_amended_alone():
    limit = {change.name for change in changes(BEFORE, NOW)}
    assert {change.article for change in changes(BEFORE, NOW)} == {"8.3.1"}
    assert limit == {"says", "no_limit_from_rating", "no_limit_types", "function expected_score"}
    assert {change.article for change in changes(FIRST, BEFORE)} == {"RB 7.3.1"}
    assert (FIRST.in_force_from, BEFORE.in_force_from, NOW.in_force_from) == (
        date(2024, 3, 1), date(2024, 12, 1), date(2025, 10, 1)
    )  # fmt: skip


@each_edition
def test_the_tables_are_those_of_the_sheet_and_of_the_seeds(law):
    (printed,) = re.findall(r"51 rows: (.*?), above 1\.00", sheet())
    rows = [re.fullmatch(r"(\d+)–(\d+) \.(\d\d)", part).groups() for part in printed.split(", ")]
    steps = {(int(first), int(last), int(high), 100 - int(high)) for first, last, high in rows}
    assert len(steps) == 50
    assert kept(law.steps("expected_scores")) == steps | {(736, None, 100, 0)}
    assert dict(law.percentages("dp")) == table_2_of(seed("000"))


def test_the_editions_follow_each_other_and_no_list_falls_under_one_by_its_date():
    for before, after in pairwise((FIRST, BEFORE, NOW)):
        assert before.in_force_until == after.in_force_from
    assert NOW.in_force_until is None
    assert not {law.id for law in held()} & set(EDITIONS)
    assert edition_for(date(2025, 12, 1)).id == "jcf-2024-10"


def test_no_office_can_be_of_the_family_and_what_only_an_office_asks_is_left_out():
    assert not set(COMPARED) & set(FAMILIES)
    assert family_named("fide").editions.keys() == set(EDITIONS)
    assert roles_of("japanese")[0] - roles_of("fide")[0] == {
        "report_day", "report_deadline", "opening", "adjustment", "is_open"
    }  # fmt: skip


@each_edition
def test_a_draft_that_leaves_out_a_function_of_the_text_is_refused_with_its_line(law):
    text = (files("rating.editions") / f"{law.id}.toml").read_text("utf-8")
    for part, code in (
        ('leaves_list = "below_lowest_listed", ', "unused-function"),
        (', floor = "as_low_as_it_falls"', "missing-role"),
    ):
        assert text.count(part) == 1
        with pytest.raises(EditionError) as refused:
            read_edition(text.replace(part, ""), "draft.toml")
        assert code in {problem.code for problem in refused.value.problems}
        assert all(problem.place.startswith("draft.toml, line") for problem in refused.value.problems)


@each_edition
def test_rapid_and_blitz_cite_their_own_chapter(law):
    people = [member("A", 1600, 1600), member("B", 1700, 1700), member("U")]
    late = {"last_day": PLAYED, "reported": REPORTED}
    for type, articles in (
        ("standard", ("8.3.1", "8.3.3", "8.3.1", "5.1")),
        ("rapid", ("RB 7.3.1", "RB 7.3.2", "RB 7.3.1", "RB 4")),
    ):
        games = game("A", "B"), game("A", "U", round=2), game("A", "B", "+--", round=3)
        found = reckoned(people, event(*games, type=type, **late), law=law)
        one = line(found, "A")
        against = [line(found, "A", round=n).reasons[0].article for n in (2, 3)]
        assert (one.expected_article, one.k_article, *against) == articles
    for entry in law.entries:
        for article in entry.repeats:
            assert article in {other.article for other in law.entries}
    assert law.article_of_reason("late", "blitz") == "RB 8"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('repeats = ["9.1"]', 'repeats = ["9.9"]', "edition-value"),
        ('repeats = ["9.1"]\nfor_types = ["rapid", "blitz"]', 'repeats = ["9.1"]', "edition-value"),
        (
            'repeats = ["9.1"]\nfor_types = ["rapid", "blitz"]',
            'repeats = ["9.1"]\nfor_types = ["slow"]', "edition-value",
        ),
        ('repeats = ["9.1"]', 'repeats = ["8.3.1"]', "twice"),
    ],
)  # fmt: skip
def test_what_a_chapter_repeats_has_to_stand_in_the_other_once_for_a_type(old, new, code):
    text = (files("rating.editions") / f"{NOW.id}.toml").read_text("utf-8")
    assert text.count(old) == 1
    with pytest.raises(EditionError) as refused:
        read_edition(text.replace(old, new), "draft.toml")
    assert {problem.code for problem in refused.value.problems} == {code}

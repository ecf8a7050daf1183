"""R17 and R39: what of the register a list uses, as it was known and by its kind."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.office.test_desk import EVENT
from tests.office.test_register_files import table
from tests.workplace import HATA, MORI, NAMES, Workplace, once, small_federation

PERIOD_END = ("--interpretation", "R17=known-at-period-end")
BEFORE = datetime(2026, 10, 20, 14, 59, tzinfo=UTC)
AFTER = datetime(2026, 10, 20, 15, 0, tzinfo=UTC)  # the 21st in Japan, when the period is over


def learn(work: Workplace, moment: datetime, member: str, **cells: str) -> None:
    """The office learns something of a member at a moment, and goes back to its present."""
    now, work.moment = work.moment, moment
    stands = "2015-04-01/2035-03-31"
    row = {"ID": member, "Name": NAMES[member], "Memberships": stands, **cells}
    work.done("members", "import", work.file(table(row), "later.csv"))
    work.moment = now


@pytest.fixture
@once
def settled(work: Workplace) -> Workplace:
    now, work.moment = work.moment, datetime(2026, 10, 1, tzinfo=UTC)
    small_federation(work, hata={"Birth": "2010-05-05"})
    work.moment = now
    work.store(EVENT)
    return work


def k_of(work: Workplace, member: str, *words: str) -> set[int]:
    work.done("rate", *words)
    query = "SELECT DISTINCT k FROM game_line WHERE federation_id = ? AND counts"
    return {k for (k,) in work.rows(query, member)}


@pytest.mark.parametrize(("moment", "at_period_end"), [(BEFORE, {20}), (AFTER, {40})])
def test_a_birth_date_corrected_after_the_period_is_used_only_by_who_knows_it_now(
    settled: Workplace, moment: datetime, at_period_end: set[int]
) -> None:
    assert k_of(settled, HATA) == {40}
    learn(settled, moment, HATA, Birth="1980-05-05")
    assert k_of(settled, HATA) == {20}
    assert k_of(settled, HATA, *PERIOD_END) == at_period_end


@pytest.mark.parametrize(("moment", "at_period_end"), [(BEFORE, "2 of 4"), (AFTER, "4 of 4")])
def test_a_membership_taken_back_after_the_period_still_counted_at_its_end(
    settled: Workplace, moment: datetime, at_period_end: str
) -> None:
    learn(settled, moment, HATA, Memberships="2020-04-01/2021-03-31")
    assert "2 of 4 games rated" in settled.done("rate").out
    assert f"{at_period_end} games rated" in settled.done("rate", *PERIOD_END).out


@pytest.mark.parametrize(("moment", "at_period_end"), [(BEFORE, 1950), (AFTER, 1900)])
def test_a_fide_rating_corrected_after_the_period_is_the_old_one_at_its_end(
    settled: Workplace, moment: datetime, at_period_end: int
) -> None:
    cells = {"Joined": "2026-10-01", "FIDE ST": "1900", "FIDE Source": "FIDE list"}
    late = "N90000005"
    learn(settled, datetime(2026, 10, 2, tzinfo=UTC), late, **cells)
    learn(settled, moment, late, **{**cells, "FIDE ST": "1950"})
    query = "SELECT rating FROM list_rating WHERE federation_id = ?"
    settled.done("rate")
    assert settled.rows(query, late) == [(1950,)]
    settled.done("rate", *PERIOD_END)
    assert settled.rows(query, late) == [(at_period_end,)]


def test_r39_a_collegiate_membership_counts_or_does_not(settled: Workplace) -> None:
    learn(settled, BEFORE, HATA, Memberships="2026-04-01/2027-03-31 collegiate")
    assert "4 of 4 games rated" in settled.done("rate").out
    only = settled.done("rate", "--interpretation", "R39=annual-only").out
    assert "2 of 4 games rated" in only


def test_a_membership_for_one_event_is_no_annual_one(settled: Workplace) -> None:
    learn(settled, BEFORE, MORI, Memberships="2026-10-04/2026-10-04 one-time 1400001")
    assert "4 of 4" not in settled.done("rate").out


def test_a_fide_rating_needs_no_day_of_joining_where_the_register_has_it(settled: Workplace) -> None:
    """FIDE's list is looked through after joining; an empty cell takes nothing away."""
    learn(settled, BEFORE, MORI, Joined="2016-04-01")
    found = {"FIDE ST": "1880", "FIDE Source": "FIDE list 2016-04"}
    learn(settled, BEFORE, MORI, **found)
    assert settled.rows("SELECT rating FROM fide_rating") == [(1880,)]
    for member, cells in ((HATA, found), (MORI, {**found, "Joined": "-"})):
        line = {"ID": member, "Name": NAMES[member], "Memberships": "", **cells}
        said = settled.run("members", "import", settled.file(table(line), "found.csv"))
        assert said.problem()["place"] == "found.csv, line 2, column Joined"


def test_a_new_name_comes_with_its_surname_and_given_name_where_the_register_has_them(
    settled: Workplace,
) -> None:
    """Lists and files print the two parts: those of another name would go on standing there."""
    learn(settled, BEFORE, MORI, Surname="Mori", Given="Sora")
    line = {"ID": MORI, "Name": "Hata Sora", "Memberships": ""}
    said = settled.run("members", "import", settled.file(table(line), "married.csv"))
    assert said.problem()["place"] == "married.csv, line 2, column Name"
    assert said.problem()["found"] == "“Mori Sora” beside the name “Hata Sora”"
    settled.done("members", "import", settled.file(table({**line, "Surname": "Hata"}), "married.csv"))
    settled.done("members", "export", out := settled.folder.parent / "out.csv")
    assert "0 changed" in settled.done("members", "import", out).out
    for parts in ({"Surname": "-", "Given": "-"}, {"Given": "Sola"}):
        name = "Hata Sora" if "Surname" in parts else "Sola"
        settled.done("members", "import", settled.file(table({**line, "Name": name, **parts}), "a.csv"))


def test_the_day_of_joining_is_not_taken_back_while_the_register_has_a_fide_rating(
    settled: Workplace,
) -> None:
    """The rating is that of this day (6(1)); and a register without it would not be read back."""
    learn(
        settled, BEFORE, MORI, Joined="2016-04-01", **{"FIDE ST": "1880", "FIDE Source": "FIDE list 2016-04"}
    )
    line = {"ID": MORI, "Name": NAMES[MORI], "Memberships": "", "Joined": "-"}
    said = settled.run("members", "import", settled.file(table(line), "left.csv"))
    assert said.problem()["place"] == "left.csv, line 2, column Joined"
    assert said.problem()["do"] == "fill in the day, or a hyphen in the columns of the FIDE ratings too"
    settled.done("members", "import", settled.file(table({**line, "FIDE ST": "-"}), "left.csv"))
    assert settled.rows("SELECT rating FROM fide_rating") == []


def test_a_hyphen_is_no_source(settled: Workplace) -> None:
    learn(
        settled, BEFORE, MORI, Joined="2016-04-01", **{"FIDE ST": "1880", "FIDE Source": "FIDE list 2016-04"}
    )
    line = {"ID": MORI, "Name": NAMES[MORI], "Memberships": "", "FIDE ST": "1880", "FIDE Source": "-"}
    said = settled.run("members", "import", settled.file(table(line), "none.csv"))
    assert said.problem()["place"] == "none.csv, line 2, column FIDE Source"
    line |= {"FIDE ST": "", "FIDE Source": "", "Club": "Kazemachi", "Source": "-"}
    settled.done("members", "import", settled.file(table(line), "club.csv"))
    shown = settled.done("members", "show", MORI).out
    assert "Club: Kazemachi — known since" in shown and ", club.csv" in shown

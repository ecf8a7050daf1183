"""Forms and files that are unfinished or refused wait until what completes or corrects them comes."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from tests.office.test_files import PLAYED, REPORTED, form
from tests.workplace import HATA, MORI, NAMES, Workplace, small_federation


def test_an_unfinished_form_is_reported_when_it_is_complete(work: Workplace) -> None:
    small_federation(work)
    games = (*PLAYED[:3], (2, date(2026, 10, 4), 4, "", 1))
    said = work.done("import", work.file(form(games=games), "a.xlsx"), *REPORTED)
    assert "incomplete" in said.out
    assert work.codes() == ["result-pending"]
    assert "import a file that has it" in work.done("problems").out  # there is no link of it
    work.moment = datetime(2026, 10, 25, tzinfo=UTC)
    said = work.done("import", work.file(form(), "a.xlsx"), "--reported", "2026-10-25")
    assert "for the list of 1 December 2026" in said.out


@pytest.mark.parametrize(
    ("first", "then", "counts"),
    [
        (("--reported", "2026-10-05"), ("--reported", "2026-10-13"), "2026-10-13"),
        (("--reported", "2026-10-05"), (), "2026-11-22"),
        ((), ("--reported", "2026-10-13"), "2026-10-13"),
    ],
)
def test_a_form_completed_later_counts_by_the_day_of_the_form_that_completed_it(
    work: Workplace, first: tuple[str, ...], then: tuple[str, ...], counts: str
) -> None:
    """Both are looked at on 22 November: that is the day of a report only where no other is stated."""
    small_federation(work)
    work.moment = datetime(2026, 11, 22, 1, tzinfo=UTC)
    games = (*PLAYED[:3], (2, date(2026, 10, 4), 4, "", 1))
    work.done("import", work.file(form(games=games), "a.xlsx"), *first)
    work.done("import", work.file(form(), "b.xlsx"), *then)
    assert work.rows("SELECT complete_on FROM event") == [(counts,)]


def test_a_refused_form_waits_until_its_correction_comes(work: Workplace) -> None:
    small_federation(work)
    work.run("import", work.file(form(non_members="two"), "wrong.xlsx"), *REPORTED)
    assert "report 1: wrong.xlsx" in work.done("status").out
    said = work.done("import", work.file(form(), "right.xlsx"), "--reported", "2026-10-12")
    assert "takes the place of wrong.xlsx of 2026-10-10, which could not be read (report 1)" in said.out
    assert "wrong.xlsx" not in work.done("status").out
    work.run("import", work.file(form(non_members="two"), "again.xlsx"), "--reported", "2026-10-13")
    assert "again.xlsx" in work.done("status").out
    said = work.done("--lang", "ja", "import", work.file(form(), "right.xlsx"), "--reported", "2026-10-14")
    assert "    読み取れなかった報告3（again.xlsx、2026年10月13日）に代わるもの\n" in said.out


def trf_of(mori: str, hata: str) -> bytes:
    """A TRF file of one game; how each of the two lines ends."""
    line = "001 {:>4} m    {:<33} 1700 JPN {:>11} {:<10} {:>4} {:>4}  {}\n"
    players = line.format(1, NAMES[MORI], "", "", "1.0", 1, mori) + line.format(
        2, NAMES[HATA], "", "", "0.0", 2, hata
    )
    return b"012 Invented Rapid\n042 2026/10/03\n052 2026/10/03\n" + players.encode()


def test_a_game_of_which_two_lines_disagree_on_the_colours_alone_is_told_to_be_rated(work: Workplace) -> None:
    small_federation(work)
    data = trf_of("   2 w 1", "   1 w 0") + b"122 90 min + 30 sec\n"
    work.done("import", work.file(data, "colours.trf"), *REPORTED)
    asked = work.the("trf-lines-disagree")
    assert "where only the colours differ, it has one and is" in work.done("problems").out
    work.resolve(asked, "--accept")
    for problem in work.problems():
        if problem.blocks:
            work.resolve(problem, "--accept")
    assert "1 of 1 games rated" in work.done("rate").out


GAMES = "Round,Date,White,Result,Black\n1,{0},Mori Sora,1-0,Hata Rin\n1,{0},Tani Ken,{1},Oka Ren\n"


@pytest.mark.parametrize("day", ["2026-10-03", ""])
def test_a_refused_list_of_games_waits_until_its_correction_comes(work: Workplace, day: str) -> None:
    """It is told by its file's name, its days and players, as the event would be: another day is another."""
    small_federation(work)
    wrong, right = GAMES.format(day, "3-0").encode(), GAMES.format(day, "½-½").encode()
    said = work.run("import", work.file(wrong, "games.csv"), *REPORTED)
    assert said.problem()["code"] == "form-cell"
    other = right.replace(b"2026-10-03", b"2026-10-04") if day else right.replace(b"Hata Rin", b"Kita Go")
    work.done("import", work.file(other, "games.csv"), "--reported", "2026-10-11")
    assert "report 1: games.csv" in work.done("status").out
    said = work.done("import", work.file(right, "games.csv"), "--reported", "2026-10-12")
    assert "takes the place of games.csv of 2026-10-10, which could not be read (report 1)" in said.out
    assert "report 1: games.csv" not in work.done("status").out


def test_a_refused_trf_file_waits_until_its_correction_comes(work: Workplace) -> None:
    small_federation(work)
    good = trf_of("   2 w 1", "   1 b 0")
    said = work.run("import", work.file(good.replace(b"2 w 1", b"2 w ?"), "wrong.trf"), *REPORTED)
    assert said.problem()["code"] == "trf-line"
    assert "wrong.trf" in work.done("status").out
    said = work.done("import", work.file(good, "right.trf"), "--reported", "2026-10-12")
    assert "takes the place of wrong.trf of 2026-10-10" in said.out
    assert "wrong.trf" not in work.done("status").out


@pytest.mark.parametrize(
    "wrong",
    [
        {"first_day": "3rd of October"},
        {"name": "Winter Open"},
        {"players": [(n, f"Other Player{'abcd'[n]}", "", "") for n in range(4)]},
    ],
)
def test_a_refused_form_of_what_may_be_another_event_waits_until_the_officer_closes_it(
    work: Workplace, wrong: dict[str, object]
) -> None:
    """Two groups of a festival may have one name and one day; without a day nothing is certain."""
    small_federation(work)
    work.run("import", work.file(form(**{"non_members": "two", **wrong}), "wrong.xlsx"), *REPORTED)
    work.done("import", work.file(form(), "right.xlsx"), "--reported", "2026-10-12")
    assert "report 1: wrong.xlsx" in work.done("status").out
    closed = work.done("resolve", "--close", "1", "--reason", "the organizer sent right.xlsx for it").out
    assert "wrong.xlsx" not in work.done("status").out
    for way in ("--close", "--take-back"):  # the second number would be passed over
        assert work.run("resolve", way, "1", "2", "--reason", "both").code == 2
    work.done("resolve", "--take-back", closed.split()[1].rstrip(":"), "--reason", "another event after all")
    assert "report 1: wrong.xlsx" in work.done("status").out


def test_two_groups_of_one_name_and_day_are_not_taken_for_one_event(work: Workplace) -> None:
    small_federation(work)
    work.done("import", work.file(form(), "a.xlsx"), *REPORTED)
    others = tuple((n, f"Other {x}", "", "") for n, x in enumerate("ABCD", start=1))
    before = work.dump("report")
    said = work.run("import", work.file(form(players=others), "b.xlsx"), *REPORTED)
    assert said.problem()["code"] == "same-name-other-players"
    assert work.dump("report") == before
    work.done("import", work.file(form(players=others, group="B"), "b.xlsx"), *REPORTED)
    assert work.rows("SELECT count(*) FROM event") == [(2,)]

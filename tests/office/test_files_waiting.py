"""Forms and files that are unfinished or refused wait until what completes or corrects them comes."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from tests.office.test_files import PEOPLE, PLAYED, REPORTED, form
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


@pytest.mark.parametrize(
    ("type_", "control", "asked"),
    [
        ("Rapid ラピッド", "30 min + 15 sec", True),  # 45 minutes at move 60
        ("Rapid ラピッド", "29 min + 15 sec", False),
        ("Standard スタンダード", "30 min + 15 sec", False),
        ("Standard スタンダード", "29 min + 15 sec", True),
    ],
)
def test_a_type_that_the_form_states_against_its_time_is_asked_about(
    work: Workplace, type_: str, control: str, asked: bool
) -> None:
    """4(3) a, 2(2): on the form rapid ends where standard begins; what a page of the site calls rapid is
    FIDE's and can be standard here (tests/office/test_desk.py)."""
    small_federation(work)
    file = work.file(form(type=type_, time_control=control), "a.xlsx")
    assert ("time-control-contradicts-kind: " in work.run("read", file, "--check").out) is asked
    work.done("import", file, *REPORTED)
    assert work.codes() == ["time-control-contradicts-kind"] * asked
    if asked:
        work.resolve(work.the("time-control-contradicts-kind"), "--accept")
    minutes = 45 if control.startswith("30") else 44
    work.done("rate")
    types = {t for (t,) in work.rows("SELECT DISTINCT type FROM game_line")}
    assert types == {"standard" if minutes == 45 else "rapid"}


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


def test_a_refused_form_whose_type_cannot_be_read_is_corrected_by_one_of_any_type(work: Workplace) -> None:
    small_federation(work)
    work.run("import", work.file(form(type="fast"), "wrong.xlsx"), *REPORTED)
    said = work.done("import", work.file(form(), "right.xlsx"), "--reported", "2026-10-12")
    assert "takes the place of wrong.xlsx of 2026-10-10" in said.out


@pytest.mark.parametrize(("type_", "waits"), [("Standard", False), ("Rapid", True)])
def test_a_refused_trf_file_waits_for_one_of_its_own_type(work: Workplace, type_: str, waits: bool) -> None:
    small_federation(work)
    good = trf_of("   2 w 1", "   1 b 0") + b"092 Individual: Standard Swiss-System\n"
    wrong = good.replace(b"2 w 1", b"2 w ?").replace(b"Standard", type_.encode())
    work.run("import", work.file(wrong, "wrong.trf"), *REPORTED)
    work.done("import", work.file(good, "right.trf"), "--reported", "2026-10-12")
    assert ("wrong.trf" in work.done("status").out) is waits


@pytest.mark.parametrize(
    "wrong",
    [
        {"first_day": "3rd of October"},
        {"name": "Winter Open"},
        {"players": [(n, f"Other Player{'abcd'[n]}", "", "") for n in range(4)]},
        {"type": "Rapid ラピッド", "time_control": "15 min + 10 sec"},
    ],
)
def test_a_refused_form_of_what_may_be_another_event_waits_until_the_officer_closes_it(
    work: Workplace, wrong: dict[str, object]
) -> None:
    """Two groups of a festival may have one name and one day, and so may a club's standard and its rapid
    games; without a day nothing is certain."""
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


DAY = date(2026, 10, 3)
OF_RAPID: dict[str, object] = {"type": "Rapid ラピッド", "time_control": "15 min + 10 sec"}


@pytest.mark.parametrize(
    ("games", "more"),
    [
        (((1, DAY, 2, "1-0", 1), (1, DAY, 3, "1-0", 4), (2, DAY, 3, "0-1", 2)), OF_RAPID),
        (((1, DAY, 1, "1-0", 4), (2, DAY, 4, "0-1", 2), (3, DAY, 3, "0-1", 4)), {}),
    ],
)
def test_a_second_event_of_the_same_players_and_name_on_one_day_takes_no_games_away(
    work: Workplace, games: object, more: dict[str, object]
) -> None:
    """A club's standard and its rapid games, or those of the morning and of the evening."""
    small_federation(work)
    work.done("import", work.file(form(), "one.xlsx"), *REPORTED)
    played = work.rows("SELECT * FROM pairing")
    other = work.file(form(games=games, **more), "other.xlsx")
    assert "correct its day, or give the group in the report" in work.run("read", other, "--check").all
    assert work.run("import", other, *REPORTED).problem()["code"] == "same-name-other-games"
    assert work.rows("SELECT * FROM pairing") == played
    work.done("import", work.file(form(games=games, group="B", **more), "other.xlsx"), *REPORTED)
    assert work.rows("SELECT count(*) FROM event") == [(2,)]


@pytest.mark.parametrize(
    "corrected",
    [
        {"games": [(r, d, b, s, w) for r, d, w, s, b in PLAYED]},
        {"games": [(r, d, w, "½-½", b) for r, d, w, _, b in PLAYED]},
        {"players": [(n, "Oto Akira" if n == 4 else name, "", "") for n, name, *_ in PEOPLE]},
        OF_RAPID,
    ],
)
def test_a_corrected_form_of_one_event_is_taken(work: Workplace, corrected: dict[str, object]) -> None:
    """Colours that were turned, results, a name, or the type."""
    small_federation(work)
    work.done("import", work.file(form(), "one.xlsx"), *REPORTED)
    assert "1 updated" in work.done("import", work.file(form(**corrected), "other.xlsx"), *REPORTED).out


def test_a_form_on_which_everybody_is_spelled_anew_is_the_event_of_the_same_ids_and_games(
    work: Workplace,
) -> None:
    """As after the organizer was told that names stand in Roman letters (Note 4)."""
    small_federation(work)
    kanji = tuple((n, f"{'森秦谷小'[n - 1]} 空", number, "") for n, _name, number, _ in PEOPLE)
    work.done("import", work.file(form(players=kanji), "one.xlsx"), *REPORTED)
    games = ((1, DAY, 2, "1-0", 1), (1, DAY, 3, "1-0", 4), (2, DAY, 3, "0-1", 2))
    rapid = work.file(form(games=games, **OF_RAPID), "rapid.xlsx")
    assert work.run("import", rapid, *REPORTED).problem()["code"] == "same-name-other-games"
    assert "1 updated" in work.done("import", work.file(form(), "two.xlsx"), *REPORTED).out
    assert work.rows("SELECT name FROM event_player WHERE number = 1") == [(NAMES[MORI],)]


def test_other_games_of_a_report_are_taken_once_the_officer_says_that_it_is_the_same(work: Workplace) -> None:
    small_federation(work)
    work.done("import", work.file(form(), "one.xlsx"), *REPORTED)
    other = work.file(form(games=((1, DAY, 1, "1-0", 4), (2, DAY, 4, "0-1", 2))), "other.xlsx")
    assert work.run("import", other, *REPORTED).problem()["code"] == "same-name-other-games"
    said = work.done("resolve", "E1", "--exclude", "--reason", "the other file is right").out
    assert "1 updated" in work.done("import", other, *REPORTED).out
    work.done("resolve", "--take-back", said.split()[1].rstrip(":"), "--reason", "it is in")


FIRST_FILE = ("--interpretation", "R119=first-file")
"""The event is over on 4 October 2026; reports of until the 20th are of the list of November."""


def refused_and_corrected(work: Workplace, refused: str, corrected: str = "2026-10-22") -> None:
    small_federation(work)
    work.run("import", work.file(form(non_members="two"), "wrong.xlsx"), "--reported", refused)
    assert (
        "takes the place of wrong.xlsx"
        in work.done("import", work.file(form(), "right.xlsx"), "--reported", corrected).out
    )


def test_a_refused_form_is_no_report_and_its_event_counts_from_the_corrected_one_on(work: Workplace) -> None:
    refused_and_corrected(work, "2026-10-20")
    assert "Events\n  none" in work.done("rate").out
    work.done("publish")
    work.moment = datetime(2026, 12, 1, 1, tzinfo=UTC)
    assert "reported on 2026-10-22" in work.done("rate").out


@pytest.mark.parametrize(
    ("refused", "day"), [("2026-10-20", "2026-10-20"), ("2026-10-04", "2026-10-04"), ("2026-10-03", None)]
)
def test_r119_it_is_one_if_the_event_was_over(work: Workplace, refused: str, day: str | None) -> None:
    refused_and_corrected(work, refused)
    told = work.done("rate", *FIRST_FILE).out
    assert (f"reported on {day}" in told) is (day is not None)
    assert ("Events\n  none" in told) is (day is None)
    work.done("publish")
    held = work.rows("SELECT count(*) FROM version_event WHERE version_id = 2")
    assert held == [(0 if day is None else 1,)]


def test_r119_of_several_refused_ones_the_first_counts_and_the_officers_word_before_all(
    work: Workplace,
) -> None:
    small_federation(work)
    for day in ("2026-10-19", "2026-10-12", "2026-10-18"):
        work.run("import", work.file(form(non_members="two"), f"{day}.xlsx"), "--reported", day)
    work.done("import", work.file(form(), "right.xlsx"), "--reported", "2026-10-22")
    assert "reported on 2026-10-12" in work.done("rate", *FIRST_FILE).out
    work.resolve("E1", "--reported", "2026-10-17")
    assert "reported on 2026-10-17" in work.done("rate", *FIRST_FILE).out


def test_r119_what_lacked_results_is_reported_by_the_file_that_has_them(work: Workplace) -> None:
    """R16, though the day of the corrected file and of the complete one is the same."""
    small_federation(work)
    games = (*PLAYED[:3], (2, date(2026, 10, 4), 4, "", 1))
    for number, (more, day) in enumerate(
        (({"non_members": "two"}, "2026-10-10"), ({"games": games}, "2026-10-22"), ({}, "2026-10-22"))
    ):
        work.run("import", work.file(form(**more), f"{number}.xlsx"), "--reported", day)
    assert work.rows("SELECT arrived_on, complete_on FROM event") == [("2026-10-22", "2026-10-22")]
    assert "Events\n  none" in work.done("rate", *FIRST_FILE).out


def test_r119_a_form_refused_after_a_good_one_changes_no_day(work: Workplace) -> None:
    small_federation(work)
    for more, day in (({}, "2026-10-12"), ({"non_members": "two"}, "2026-10-14"), ({}, "2026-10-15")):
        work.run("import", work.file(form(**more), f"{day}.xlsx"), "--reported", day)
    assert "reported on 2026-10-12" in work.done("rate", *FIRST_FILE).out

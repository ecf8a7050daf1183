"""TRF files that were damaged on their way: shifted, broken or repeated lines, other encodings; refused, or
told, and never read as something else."""

from __future__ import annotations

import re
from datetime import date

import pytest

from tests.importer.test_trf import HEAD, ROWS, read, record


@pytest.mark.parametrize(
    ("old", "new", "column"),
    [
        ("Mori, Sora ", "Mori, Sora", "48"),
        ("Mori, Sora", "Mori, Sora ", "53"),
        ("JPN    90000001 ", "JPN   90000001  ", None),
        ("JPN    90000001 2001", "JPN     90000001 2001", "69"),
        ("Hata, Rin                              JPN", "Hata, Rin                               JPN", "57"),
        ("1999        1.0", "       1999 1.0", "80"),
        (" 2     1 b 0", " 2      1 b 0", "96"),
        ("1 b 0  0000", "1 b 0   0000", "106"),
        ("JPN    2                                                   N9", "JPN    2" + " " * 52 + "N9", "69"),
    ],
)
def test_a_line_that_is_shifted_is_refused_and_not_read_as_something_else(
    old: str, new: str, column: str | None
) -> None:
    assert old in ROWS
    reading = read(HEAD + ROWS.replace(old, new))
    if column is None:  # a FIDE ID may stand anywhere in its columns
        assert reading.record is not None
        return
    assert reading.record is None
    told = [p for p in reading.problems if p.expected == "a blank; the line may be shifted"]
    assert [p.place.rpartition(" ")[2] for p in told] == [column]


def test_rounds_that_are_all_shifted_are_no_event_without_games() -> None:
    """By one column the opponent of each was nobody, and the event had no game."""
    rows = "\n".join(line[:90] + " " + line[90:] for line in ROWS.splitlines())
    assert {p.code for p in read(HEAD + rows).problems} == {"trf-line"}


def test_rounds_that_are_shifted_by_a_whole_one_do_not_lose_the_first() -> None:
    """As a program shifts them that counts bytes and not signs, by names of five kanji."""
    games = {"春野小百合": "   2 w 1     2 b 0", "夏野千代子": "   1 b 0     1 w 1"}
    rows = [
        f"001 {n:4}      {name:<67}1.0 {n:4}  {met}" for n, (name, met) in enumerate(games.items(), start=1)
    ]
    assert [p.round for p in record(HEAD + "\n".join(rows)).pairings] == [1, 2]
    shifted = "\n".join(row.replace(" " * 10, "", 1) for row in rows)
    told = [p.place.rpartition(" ")[2] for p in read(HEAD + shifted).problems]
    assert set(told) == {"85"}


@pytest.mark.parametrize("code", ["012", "032", "042", "122", "222"])
def test_a_second_line_that_says_otherwise_what_an_event_has_once_is_refused(code: str) -> None:
    """Two reports in one file, or a line that was written anew and not taken out: the first one counted."""
    texts = {"042": ("2026/10/03", "2026/10/10"), "222": ("5400+30", "1500+10")}
    one, other = texts.get(code, ("90 min + 30 sec", "25 min + 10 sec"))
    head = "".join(line for line in HEAD.splitlines(keepends=True) if line[:3] != code)
    again = f"{code}  {one.upper()}\n"
    assert record(f"{code} {one}\n{again}{head}{ROWS}")
    (problem,) = read(f"{code} {one}\n{again}{code} {other}\n{head}{ROWS}").problems
    assert (problem.code, problem.place) == ("trf-line", "event.trf, line 3, columns 1-3")
    assert problem.expected == f"{code} once; line 1 has “{one}”"
    assert problem.found == f"“{code} {other}”"


def test_a_second_national_line_of_a_player_is_no_other_one() -> None:
    """The later one's ID was his, and the first one's nobody's."""
    again = "JPN    1                                        1705 HOK   N9000000"
    assert record(HEAD + ROWS + again + "1\n").players[0].national_id == "N90000001"
    (problem,) = read(HEAD + ROWS + again + "9\n").problems
    assert (problem.code, problem.place) == ("trf-line", "event.trf, line 15, columns 5-8")
    assert problem.expected == "one national line of each player; line 13 is another"


def test_a_second_line_of_round_days_that_says_otherwise_leaves_the_day_open() -> None:
    days = HEAD.splitlines(keepends=True)[-1]
    assert record(HEAD + days + ROWS).problems == ()
    event = record(HEAD + days.replace("26/10/04", "26/10/11") + ROWS)
    assert [one.date for one in event.rounds] == [date(2026, 10, 3), None]
    (problem,) = event.problems
    assert (problem.code, problem.found) == ("trf-day", "“round 2: 26/10/11”")


def test_a_national_line_counts_in_small_letters_too() -> None:
    event = record(HEAD + ROWS.replace("\nJPN    1", "\njpn    1"))
    assert (event.players[0].rating_national, event.players[0].national_id) == (1705, "N90000001")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_file_in_utf_16_is_told_to_be_that(encoding: str) -> None:
    for text, code, words in (
        (HEAD + ROWS, "bad-encoding", ("text in UTF-16", "save it as UTF-8")),
        ("Rd,White,Result,Black\n1,A,1-0,B\n", "bad-encoding", ("text in UTF-16", "as CSV UTF-8")),
        ("<!doctype html>\n<p>x", "file-unknown", (" bytes of text in UTF-16", "save it as UTF-8")),
    ):
        (problem,) = read(text.encode(encoding)).problems
        assert problem.code == code
        assert words[0] in problem.found and words[1] in problem.remedy


def test_kanji_of_a_mail_are_no_names_of_utf_8() -> None:
    (problem,) = read((HEAD + ROWS).replace("Mori, Sora", "森 空     ").encode("iso2022_jp")).problems
    assert (problem.code, problem.found) == ("bad-encoding", "text in ISO-2022-JP (JIS)")


def test_a_line_that_is_shifted_to_the_left_is_refused_where_no_federation_shows_it() -> None:
    """The rating of 1900 was read as 900."""
    player = "001    1 w  m Mori, Sora                        1900\n"
    assert record(f"012 X\n{player}").players[0].rating == 1900
    (problem,) = read("012 X\n" + player.replace("Sora ", "Sora")).problems
    assert (problem.code, problem.place) == ("trf-line", "event.trf, line 2, columns 48")
    long = f"001    1      {'Mori, Sora Minamoto Fujiwara Noble':<34} 900\n"
    assert read(f"012 X\n{long}").problems[0].code == "trf-line", "the name lost its last letter"


@pytest.mark.parametrize("width", [72, 80, 100])
def test_lines_that_were_broken_and_those_of_no_code_are_told(width: int) -> None:
    """A mail broke the lines: without the points, all games were lost and nothing was said."""
    rows = "\n".join(line[:80] + "    " + line[84:] for line in ROWS.splitlines())
    whole = HEAD + rows + "\nXXC white1\n801 teams\n260 1 2\nNOR    9\n"
    assert record(whole).problems == ()
    broken = "\n".join(
        line[at : at + width] for line in whole.split("\n") for at in range(0, len(line), width)
    )
    problem = next(p for p in record(broken).problems if p.code == "trf-lines-unread")
    assert problem.found.startswith("line 10: “")
    (note,) = record(whole + "Printed with care\n 01 shifted\n").problems
    lines = len(whole.splitlines())
    assert note.found == f"line {lines + 1}: “Printed with care”; line {lines + 2}: “ 01 shifted”"


def test_utf_8_with_a_bad_byte_is_not_taken_for_latin_1() -> None:
    text = (HEAD + ROWS).replace("Invented Open", "Tournoi de Lévis")
    data = text.encode().replace(b"Sapporo", b"Qu\xe9bec")
    (problem,) = read(data).problems
    assert (problem.code, problem.found) == ("bad-encoding", "UTF-8 in line 1, and bytes that are none")
    assert record(text.encode("latin-1")).name == "Tournoi de Lévis"


def test_a_year_in_other_digits_is_no_year() -> None:
    assert record((HEAD + ROWS).replace("2001/02/03", "２００１      ")).players[0].born is None


def test_lines_that_a_spreadsheet_parted_by_tabs_are_told_to_be_that_once_each() -> None:
    reading = read(HEAD + re.sub(r" {3,}", "\t", ROWS))
    assert [p.place for p in reading.problems] == [f"event.trf, line {n}" for n in range(10, 15)]
    assert {(p.code, p.found) for p in reading.problems} == {
        ("trf-line", "tabs between them, as a spreadsheet writes them")
    }
    assert record(HEAD + ROWS.replace("b =\n", "b =\t\n")).pairings == record(HEAD + ROWS).pairings


@pytest.mark.parametrize("before", ["> ", "    ", "\t"])
def test_a_file_whose_lines_are_quoted_is_told_to_be_that(before: str) -> None:
    (problem,) = read("".join(before + line for line in (HEAD + ROWS).splitlines(keepends=True))).problems
    assert problem.code == "file-unknown"
    assert problem.found == "the lines of a TRF file, each moved to the right, as a mail quotes them"
    (other,) = read("> The event is over.\n> 001 of 250 games were drawn.\n").problems
    assert other.found.startswith("52 bytes that begin ")

"""Reports that come as files, through the whole office: kept, stored, recognised, asked about, rated."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
import xlsxwriter

from importer.files import read_files
from importer.form.write import write_form
from importer.given import GivenFile
from importer.trf.write import write_trf
from office.database.engine import transaction
from office.desk.refresh import refresh
from publication.exports.trf import time_code
from rating.interpretations import Interpretations
from rating.time_control import minutes_at_60
from scraper.archive import FileArchive
from scraper.records import EventRecord, Kind, Pairing, Player, Result, Round, Source
from tests import queensland as qj
from tests.importer import xls
from tests.importer.forms import filled, packed, unpacked
from tests.importer.swiss_perfect import files as swiss_perfect
from tests.office.test_desk import EVENT, with_result
from tests.workplace import HATA, MORI, NAMES, ONO, TANI, Workplace, small_federation

REPORTED = ("--reported", "2026-10-10")
PEOPLE = tuple((n, NAMES[i], i, "") for n, i in enumerate((MORI, HATA, TANI, ONO), start=1))
PLAYED = (
    (1, date(2026, 10, 3), 1, "1-0", 2),
    (1, date(2026, 10, 3), 3, "½-½", 4),
    (2, date(2026, 10, 4), 2, "0-1", 3),
    (2, date(2026, 10, 4), 4, "0-1", 1),
)


def form(**more: object) -> bytes:
    return filled(**{"players": PEOPLE, "games": PLAYED, "non_members": 0, **more})  # type: ignore[arg-type]


def blocking(work: Workplace) -> list[str]:
    """Codes of the questions that a list waits for."""
    return sorted(p.code for p in work.problems() if p.blocks)


def kept(work: Workplace) -> FileArchive:
    return FileArchive(work.folder / "archive")


def test_a_form_becomes_an_event_on_the_list_of_the_day_it_arrived(work: Workplace) -> None:
    small_federation(work)
    said = work.done("import", work.file(form(), "report.xlsx"), *REPORTED)
    assert "created: Autumn Open, 4 players, 4 pairings" in said.out
    assert "for the list of 1 November 2026" in said.out
    assert work.codes() == []
    ((key, tournament, place_day),) = work.rows("SELECT key, tournament, complete_on FROM event")
    assert key.startswith("report:2026-") and tournament is None and place_day == "2026-10-10"
    assert work.rows("SELECT reader, event_key FROM reading") == [("form 2026-2 7", key)]
    assert "4 of 4 games rated" in work.done("rate").out
    work.done("publish")


def test_what_is_wrong_on_every_line_is_not_shown_without_end(work: Workplace) -> None:
    lines = (f"001 {n:4} m    Mori, Sora                        170x\n" for n in range(1, 302))
    said = work.run("import", work.file("012 Cup\n" + "".join(lines), "moved.trf"))
    assert (len(said.problems()), said.err.count("trf-line: and 101 more")) == (200, 1)
    assert "and 300 more" in work.done("status").out


def test_the_bytes_are_kept_before_anything_is_read_also_when_nothing_can_be(work: Workplace) -> None:
    small_federation(work)
    broken = form()[:2000]
    said = work.run("import", work.file(broken, "broken.xlsx"), *REPORTED)
    assert said.code == 1
    assert said.problem()["code"] == "workbook-broken"
    (entry,) = kept(work).entries()
    assert (entry.address, kept(work).body(entry.sha256)) == ("file:broken.xlsx", broken)
    assert kept(work).verify() == []
    assert work.rows("SELECT state, text FROM report") == [("failed", "broken.xlsx")]
    assert work.rows("SELECT count(*) FROM event") == [(0,)]
    assert "broken.xlsx" in work.done("status").out


def test_every_fault_of_a_form_is_told_and_nothing_of_it_is_stored(work: Workplace) -> None:
    small_federation(work)
    said = work.run("import", work.file(form(organizer="", type="Blitz"), "r.xlsx"), *REPORTED)
    assert said.code == 1
    assert [p["code"] for p in said.problems()] == ["form-cell", "form-cell"]
    assert "row 8, column B (Organizer 主催者)" in said.err
    before = work.rows("SELECT problem FROM report")
    assert "and 1 more" in before[0][0]
    assert work.rows("SELECT count(*) FROM reading") == [(0,)]


def test_the_same_file_again_is_unchanged_under_any_name(work: Workplace) -> None:
    small_federation(work)
    work.done("import", work.file(form(), "a.xlsx"), *REPORTED)
    before = work.dump("report")
    said = work.done("import", work.file(form(), "b.xlsx"), *REPORTED)
    assert "unchanged: Autumn Open" in said.out
    assert work.dump("report") == before
    assert len(work.rows("SELECT * FROM report WHERE reference LIKE 'file:%'")) == 2


def test_a_corrected_form_updates_the_event_and_says_what_changed(work: Workplace) -> None:
    small_federation(work)
    work.done("import", work.file(form(), "a.xlsx"), *REPORTED)
    games = (*PLAYED[:3], (2, date(2026, 10, 4), 4, "1-0", 1))
    said = work.done("import", work.file(form(games=games), "a.xlsx"), "--reported", "2026-10-12")
    assert "updated: Autumn Open" in said.out
    assert "round 2, Ono Aki – Mori Sora: 0-1 → 1-0" in said.out
    assert work.rows("SELECT arrived_on FROM event") == [("2026-10-10",)]


def test_after_publication_a_corrected_form_is_held(work: Workplace) -> None:
    small_federation(work)
    work.done("import", work.file(form(), "a.xlsx"), *REPORTED)
    work.done("rate")
    work.done("publish")
    games = (*PLAYED[:3], (2, date(2026, 10, 4), 4, "1-0", 1))
    said = work.done("import", work.file(form(games=games), "a.xlsx"), "--reported", "2026-10-12")
    assert "held: Autumn Open" in said.out
    assert work.codes() == ["changed-after-publication"]


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


def test_swiss_perfect_is_asked_for_its_days_and_its_time_control(work: Workplace) -> None:
    small_federation(work)
    given = [work.file(f.data, f.name) for f in swiss_perfect(organiser="NSW NORMAL 04/10/2026")]
    said = work.done("import", *given, *REPORTED)
    assert "created: Invented Club Championship, 3 players, 4 pairings" in said.out
    assert blocking(work) == ["event-without-days", "time-control-missing"]
    assert work.the("swiss-perfect-day-hint")
    work.resolve(work.the("event-without-days"), "--days", "2026-10-03/2026-10-04")
    work.resolve(work.the("time-control-missing"), "--time-control", "45+30")
    assert blocking(work) == []
    assert work.rows("SELECT first_day, last_day FROM event") == [("2026-10-03", "2026-10-04")]
    assert "2 of 2 games rated" in work.done("rate").out
    (ruling,) = work.rows("SELECT id FROM ruling WHERE kind = 'days'")
    work.done("resolve", "--take-back", ruling[0], "--reason", "the organizer was wrong")
    assert "event-without-days" in work.codes()
    assert work.rows("SELECT first_day FROM event") == [(None,)]


def test_a_list_of_games_is_imported_and_asked_for_what_it_does_not_say(work: Workplace) -> None:
    small_federation(work)
    text = "Round,White,White ID,Result,Black,Black ID\n1,Mori Sora,N90000001,○,Hata Rin,N90000002\n"
    said = work.done("import", work.file(text.encode(), "spring.csv"), *REPORTED)
    assert "created: spring, 2 players, 1 pairing\n" in said.out
    assert blocking(work) == ["event-name-missing", "event-without-days", "time-control-missing"]
    work.resolve(work.the("event-name-missing"), "--accept")
    work.resolve(work.the("event-without-days"), "--days", "2026-10-03/2026-10-04")
    work.resolve(work.the("time-control-missing"), "--time-control", "45+30")
    assert blocking(work) == []
    assert "1 of 1 games rated" in work.done("rate").out


def test_a_file_of_another_program_is_refused_with_what_to_send(work: Workplace) -> None:
    small_federation(work)
    pgn = work.file(b'[Event "x"]\n[White "A"]\n\n1. e4 *', "games.pgn")
    for command in (("import", pgn), ("read", pgn)):
        assert work.run(*command).problem()["code"] == "file-of-another-program"


@pytest.mark.parametrize(
    ("game", "code"),
    [
        ((1, 1, 2, 0, 2, 1, 0), "swiss-perfect-result-unsure"),
        ((1, 1, 2, 2, 1, 1, 1), "result-pending"),
    ],
)
def test_an_odd_result_of_swiss_perfect_is_one_question(
    work: Workplace, game: tuple[int, ...], code: str
) -> None:
    small_federation(work)
    given = swiss_perfect(games=(game, (1, 0, 0, 0, 0, 1, 1), (2, 2, 3, 1, 1, 1, 1)))
    work.done("import", *[work.file(f.data, f.name) for f in given], *REPORTED)
    work.resolve(work.the("event-without-days"), "--days", "2026-10-03/2026-10-04")
    work.resolve(work.the("time-control-missing"), "--time-control", "45+30")
    assert blocking(work) == [code]
    assert "in record 1" in work.the(code).found
    work.resolve(work.the(code), "--accept")
    if "report-day-open" in work.codes():
        work.resolve(work.the("report-day-open"), "--reported", "2026-10-10")
    assert blocking(work) == []


def test_days_that_are_none_are_refused(work: Workplace) -> None:
    small_federation(work)
    work.done("import", *[work.file(f.data, f.name) for f in swiss_perfect()], *REPORTED)
    problem = work.the("event-without-days")
    for text in ("2026-10-04/2026-10-03", "soon", "2026-10-03/x"):
        said = work.run("resolve", f"P{problem.id}", "--days", text, "--reason", "x")
        assert said.problem()["code"] == "not-a-day"


def test_undated_reports_of_one_name_are_told_apart_by_their_first_round(work: Workplace) -> None:
    small_federation(work)
    first, turned, other = (1, 1, 2, 2, 0, 1, 1), (1, 2, 1, 2, 0, 1, 1), (1, 1, 3, 2, 0, 1, 1)
    for number, games in enumerate(((first,), (turned,), (other,))):
        work.done("import", *[work.file(f.data, f.name) for f in swiss_perfect(games=games)], *REPORTED)
        assert work.rows("SELECT count(*) FROM event") == [(1 + (number == 2),)]


def trf(event: EventRecord) -> bytes:
    return write_trf(event, time_code(event.time_control.text))


def as_file(event: EventRecord) -> EventRecord:
    """The same event as an organizer's TRF would have it."""
    return replace(event, place="Invented Hall", federation="JPN", arbiter="Mori Sora", source=Source())


def test_one_event_by_link_and_by_file_is_asked_and_counts_once(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT, date(2026, 10, 7))
    work.done("import", work.file(trf(as_file(EVENT)), "event.trf"), *REPORTED)
    problem = work.the("reported-twice")
    assert "4 of 4 games are between the same people as in E1" in problem.found
    assert "4 with the same result" in problem.found
    assert problem.blocks
    work.resolve(problem, "--same-as", "E1", reason="one event, sent twice")
    assert work.codes() == []
    report = work.done("rate").out
    assert report.count("4 of 4 games rated") == 1 and report.count("0 of 4 games rated") == 1
    work.done("publish")


def test_the_first_accepted_report_fixes_period_and_lateness(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT, date(2026, 10, 19))
    work.done("import", work.file(trf(as_file(EVENT)), "event.trf"), "--reported", "2026-10-25")
    work.resolve("E1", "--same-as", "E2", reason="the file is the better one")
    assert blocking(work) == []
    report = work.done("rate", "--list", "2026-11-01").out
    assert report.count("reported on 2026-10-19") == 2
    assert "4 of 4 games rated" in report and "0 of 4 games rated" in report


def test_events_that_are_two_are_rated_both(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT, date(2026, 10, 7))
    work.done("import", work.file(trf(replace(as_file(EVENT), name="Evening Event")), "e.trf"), *REPORTED)
    work.resolve(work.the("reported-twice"), "--accept", reason="a morning and an evening event")
    assert blocking(work) == []
    assert work.done("rate").out.count("4 of 4 games rated") == 2


def test_an_event_with_few_games_in_common_is_not_asked_unless_r43_says_so(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT, date(2026, 10, 7))
    guests = tuple(Player(n, f"Guest {letter}") for n, letter in enumerate("ABCD", start=5))
    others = tuple(Pairing(2, n, n, n + 1, Result.DRAW, Kind.GAME) for n in (5, 7))
    more = replace(
        as_file(EVENT),
        name="Other Event",
        players=(*EVENT.players, *guests),
        pairings=(EVENT.pairings[0], *others),
    )
    work.done("import", work.file(trf(more), "o.trf"), *REPORTED)
    for number in range(5, 9):
        work.resolve("E2", "--player", number, "--no-member")
    assert "reported-twice" not in work.codes()
    with transaction(work.engine()) as session:
        desk = refresh(session, Interpretations(r43="any-game"))
    assert [f.code for f in desk.events[1].blocking] == ["reported-twice"]


def test_events_on_other_days_are_never_taken_for_one(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT, date(2026, 10, 7))
    later = replace(as_file(EVENT), name="Again", first_day=date(2026, 10, 11), last_day=date(2026, 10, 12))
    days = tuple(Round(n, date(2026, 10, 10 + n)) for n in (1, 2))
    work.done("import", work.file(trf(replace(later, rounds=days)), "a.trf"), "--reported", "2026-10-15")
    assert "reported-twice" not in work.codes()


def test_a_report_cannot_be_set_aside_for_itself_or_for_one_that_is(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT, date(2026, 10, 7))
    work.done("import", work.file(trf(as_file(EVENT)), "event.trf"), *REPORTED)
    said = work.run("resolve", "E2", "--same-as", "E2", "--reason", "x")
    assert said.problem()["found"] == "the event itself"
    work.resolve("E2", "--same-as", "E1")
    said = work.run("resolve", "E1", "--same-as", "E2", "--reason", "x")
    assert "set aside" in said.problem()["found"]


def test_a_zip_of_reports_gives_every_event_in_it(work: Workplace) -> None:
    small_federation(work)
    data = packed({"one/a.xlsx": form(), "two/b.trf": trf(replace(as_file(EVENT), name="Second"))})
    said = work.done("import", work.file(data, "reports.zip"), *REPORTED)
    assert "2 created" in said.out
    assert len(kept(work).entries()) == 1
    one, two = [reference for (reference,) in work.rows("SELECT reference FROM report ORDER BY id")]
    assert two == f"{one}#2"
    assert "2 unchanged" in work.done("import", work.file(data, "again.zip"), *REPORTED).out


def test_of_a_zip_the_event_that_cannot_be_read_waits_beside_the_one_that_can(work: Workplace) -> None:
    small_federation(work)
    data = packed({"a.xlsx": form(organizer=""), "b.trf": trf(replace(as_file(EVENT), name="Second"))})
    said = work.run("import", work.file(data, "reports.zip"), *REPORTED)
    assert "1 created" in said.out and "1 not read" in said.out
    assert sorted(state for (state,) in work.rows("SELECT state FROM report")) == ["failed", "read"]
    assert "reports.zip" in work.done("status").out


def test_files_and_links_can_be_given_together(work: Workplace) -> None:
    small_federation(work)
    said = work.run("import", work.file(form(), "a.xlsx"), "no link at all", *REPORTED)
    assert "created: Autumn Open" in said.out
    assert said.code == 1
    assert said.problems()[0]["code"] == "no-link"


def test_a_file_named_as_another_type_is_known_by_its_content(work: Workplace) -> None:
    small_federation(work)
    said = work.done("import", work.file(form(), "results.txt"), *REPORTED)
    assert "created: Autumn Open" in said.out
    picture = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
    said = work.run("import", work.file(picture, "report.xlsx"), *REPORTED)
    assert said.problem()["code"] == "file-unknown"


def test_what_cannot_be_read_in_a_zip_waits_beside_the_reports_in_it(work: Workplace) -> None:
    small_federation(work)
    page = b"<!DOCTYPE html><title>Chess-Results Server Chess-results.com - Open B</title>"
    held = {"a.xlsx": form(), "b.pdf": b"%PDF-1.7\n\0", "prizes.JPG": b"\xff\xd8\xff\0", "b.html": page}
    zipped = io.BytesIO()
    with zipfile.ZipFile(zipped, "w") as archive:
        for name, data in held.items():
            archive.writestr(name, data)
    said = work.run("import", work.file(zipped.getvalue(), "groups.zip"), *REPORTED)
    assert said.code == 1 and "created: Autumn Open" in said.out
    assert {p["place"] for p in said.problems()} == {"groups.zip/b.pdf", "groups.zip/b.html"}
    assert "file-unknown: a PDF document" in work.done("status").out


def test_the_name_of_a_file_stands_on_one_line(work: Workplace) -> None:
    small_federation(work)
    said = work.run("import", work.file(b"\0", "open\nE9 taken\x1b[2J.bin"), *REPORTED)
    for told in (said.out, work.done("status").out):
        assert "open\\u000aE9 taken\\u001b[2J.bin" in told


def test_reading_again_finds_the_frozen_reading_in_the_kept_bytes(work: Workplace) -> None:
    small_federation(work)
    work.done("import", work.file(form(), "a.xlsx"), *REPORTED)
    given = [work.file(f.data, f.name) for f in swiss_perfect()]
    work.done("import", *given, *REPORTED)
    zipped = io.BytesIO()
    with zipfile.ZipFile(zipped, "w") as archive:
        for file in swiss_perfect(name="Zipped", stem="zipped"):
            archive.writestr(file.name, file.data)
    work.done("import", work.file(zipped.getvalue(), "z.zip"), *REPORTED)
    said = work.done("reread")
    assert "reread-differs" not in work.codes()
    assert said.out == "3 readings read again: 3 as before, 0 different, 0 not read\n"


def test_read_shows_a_file_without_an_office_and_names_every_fault(work: Workplace) -> None:
    said = work.done("read", work.file(form(), "a.xlsx"))
    assert "Autumn Open" in said.out and "75 minutes at move 60" in said.out
    said = work.run("read", work.file(form(first_day=""), "b.xlsx"))
    assert (said.code, said.problem()["code"]) == (1, "form-cell")
    said = work.run("read", work.file(xls.workbook({"Members": [["ID", "Name"]]}), "members.xls"))
    assert (said.code, said.problem()["code"]) == (1, "form-unknown")
    given = [work.file(f.data, f.name) for f in swiss_perfect()]
    said = work.run("read", *given, "--check")
    assert said.code == 3 and "event-without-days" in said.out


def test_read_shows_the_reports_of_a_folder_as_import_takes_them(work: Workplace, tmp_path: Path) -> None:
    given = tmp_path / "given"
    given.mkdir()
    (given / "form.xlsx").write_bytes(form())
    for file in swiss_perfect():
        (given / file.name).write_bytes(file.data)
    read = work.done("read", given).out
    assert "Autumn Open" in read and "Invented Club Championship" in read
    assert "2 created" in work.done("import", given).out


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("printed.pdf", "%PDF-1.7\n%âãÏÓ\n".encode("latin-1")),
        ("games.csv", b"White,Black,Result\nMori Sora,Hata Rin,1-0\n"),
    ],
)
def test_a_file_in_which_no_link_can_stand_is_refused_as_a_file(
    work: Workplace, name: str, data: bytes
) -> None:
    for command in ("read", "import"):
        said = work.run(command, work.file(data, name))
        assert (said.code, said.problem()["code"]) == (1, "file-unknown")
    assert name in work.done("status").out


def test_a_workbook_that_is_nothing_known_is_told_the_same_at_every_door(work: Workplace) -> None:
    data = io.BytesIO()
    with xlsxwriter.Workbook(data, {"in_memory": True}) as book:
        book.add_worksheet("Prizes").write(0, 0, "Winner")
    for command in ("read", "import"):
        assert (
            work.run(command, work.file(data.getvalue(), "prizes.xlsx")).problem()["code"] == "form-unknown"
        )


def test_the_form_is_written_with_the_members_to_pick_from(work: Workplace, tmp_path: Path) -> None:
    small_federation(work)
    path = tmp_path / "form.xlsx"
    said = work.done("form", "--members", path)
    assert "5 members to pick from" in said.out
    text = b"".join(unpacked(path.read_bytes()).values()).decode("utf-8", "replace")
    assert all(name in text and number in text for number, name in NAMES.items())
    work.done("form", path, "--replace")
    assert MORI not in b"".join(unpacked(path.read_bytes()).values()).decode("utf-8", "replace")
    assert work.run("form", tmp_path / "form.ods").problem()["code"] == "form-name"


def test_a_form_that_was_filled_in_stays(work: Workplace) -> None:
    filled = form()
    path = work.file(filled, "form.xlsx")
    assert work.run("form", path).problem()["code"] == "file-there"
    assert path.read_bytes() == filled
    for more in (("--replace",), ()):  # and then the same once more
        work.done("form", path, *more)
        assert path.read_bytes() == write_form()


def test_a_withheld_member_is_offered_by_id_only(work: Workplace, tmp_path: Path) -> None:
    small_federation(work)
    import sqlite3

    connection = sqlite3.connect(work.database)
    connection.execute("UPDATE member SET withheld = 1 WHERE federation_id = ?", (MORI,))
    connection.commit()
    connection.close()
    path = tmp_path / "form.xlsx"
    work.done("form", "--members", path)
    text = b"".join(unpacked(path.read_bytes()).values()).decode("utf-8", "replace")
    assert MORI in text and "Mori Sora" not in text


def test_an_event_goes_to_fide_as_trf_with_ids_and_birth_dates_from_the_register(
    work: Workplace, tmp_path: Path
) -> None:
    small_federation(work, mori={"Birth": "2001-02-03", "FIDE ID": "90000001", "Sex": "f"})
    work.done("import", work.file(form(arbiter="", place=""), "a.xlsx"), *REPORTED)
    path = tmp_path / "event.trf"
    said = work.run("export", "trf", "E1", "--to", path)
    assert [p["code"] for p in said.problems()] == ["trf-incomplete"] * 3
    words = ("--city", "Sapporo", "--arbiter", "Ono Aki", "--federation", "JPN")
    for wrong in ("jpn", "Japan"):
        told = work.run("export", "trf", "E1", "--to", path, *words[:-1], wrong).problem()
        assert (told["code"], told["found"]) == ("trf-incomplete", wrong)
    assert not path.exists()
    said = work.done("export", "trf", "E1", "--to", path, *words)
    assert "Hata, Rin; Tani, Ken; Ono, Aki" in said.err
    first = path.read_bytes()
    ((event),) = [r.record for r in read_files([GivenFile("event.trf", first)], minutes_at_60)]
    assert event is not None and event.problems == ()
    mori = event.players[0]
    assert (mori.name, mori.fide_id, mori.born, mori.sex, mori.national_id) == (
        *("Mori, Sora", "90000001", "2001-02-03", "f", MORI),
    )
    assert [(p.round, p.white, p.black, p.result) for p in event.pairings] == [
        *((1, 1, 2, Result.WHITE_WINS), (1, 3, 4, Result.DRAW)),
        *((2, 4, 1, Result.BLACK_WINS), (2, 2, 3, Result.BLACK_WINS)),
    ]
    assert event.time_control.minutes_at_60 == 75
    assert b"222 2700+30" in first
    work.done("export", "trf", "E1", "--to", path, *words)
    assert path.read_bytes() == first


@pytest.mark.parametrize(
    ("said", "code"), [("Japan (JPN)", "JPN"), ("JPN", "JPN"), ("JAPAN", None), ("JPN/KOR", None)]
)
def test_the_federation_of_a_report_is_taken_where_it_says_one_code(
    work: Workplace, tmp_path: Path, said: str, code: str | None
) -> None:
    small_federation(work)
    work.store(replace(EVENT, place="X", arbiter="Y", federation=said))
    path = tmp_path / "x.trf"
    told = work.run("export", "trf", "E1", "--to", path)
    if code is None:
        assert told.problem()["expected"].startswith("the federation")
    else:
        assert f"032 {code}\r\n".encode() in path.read_bytes()


def test_an_event_with_open_results_does_not_go_to_fide(work: Workplace, tmp_path: Path) -> None:
    small_federation(work)
    work.store(with_result(replace(EVENT, place="X", arbiter="Y", federation="JPN"), 3, None))
    said = work.run("export", "trf", "E1", "--to", tmp_path / "x.trf")
    assert "every result" in said.problem()["expected"]


def test_a_report_by_file_is_stored_whole_or_not_at_all(
    work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    import office.intake.take_in as intake

    small_federation(work)

    def breaks(*_: object, **__: object) -> None:
        raise RuntimeError("cut off")

    monkeypatch.setattr(intake, "look_at", breaks)
    before = work.dump("report")
    said = work.run("import", work.file(form(), "a.xlsx"), *REPORTED)
    assert (said.code, said.problem()["code"]) == (1, "program-fault")
    assert work.dump("report") == before
    assert work.rows("SELECT state FROM report") == [("failed",)]
    assert len(kept(work).entries()) == 1


def test_what_came_before_there_is_a_list_is_shown(work: Workplace) -> None:
    work.run("import", work.file(b"rubbish\0", "report.bin"), *REPORTED)
    work.done("import", work.file(form(), "report.xlsx"), *REPORTED)
    told = work.done("status").out
    assert "no list yet" in told and "report 1: report.bin" in told
    assert "E1 Autumn Open: waits for a list" in told


def test_an_empty_file_and_one_that_is_not_there_are_named(work: Workplace) -> None:
    small_federation(work)
    empty = work.file(b" \r\n", "empty.trf")
    for words in (("import", empty), ("read", empty)):
        said = work.run(*words)
        assert (said.code, said.problem()["code"], said.problem()["found"]) == (
            1,
            "file-empty",
            "an empty file",
        )
    gone = work.run("import", "report 2026.xlsx")
    assert (gone.code, gone.problem()["code"]) == (1, "no-such-source")


def test_a_time_control_that_nobody_can_read_is_asked_before_reporting(work: Workplace) -> None:
    said = work.run("read", work.file(form(time_control="as always"), "report.xlsx"), "--check")
    assert "time-control-unreadable" in said.out and "“as always”" in said.out


def test_one_round_without_a_result_is_one_round(work: Workplace) -> None:
    lines = (
        "012 Open",
        f"{'001    1      Mori, Sora':<91}   2 w",
        f"{'001    2      Hata, Rin':<91}   1 b",
        "",
    )
    assert (
        "result-pending: round 1\n"
        in work.run("read", work.file("\n".join(lines).encode(), "a.trf"), "--check").out
    )


def test_rounds_that_a_file_does_not_have_are_asked_for_before_reporting(work: Workplace) -> None:
    lines = ("012 Invented Open", "001    1      Mori, Sora", "001    2      Hata, Rin", "")
    for more, place in (((), "round 1"), (("XXR 3",), "rounds 1-3")):
        said = work.run("read", work.file("\n".join((*more, *lines)).encode(), "open.trf"), "--check")
        assert f"round-not-paired: {place}\n" in said.out


def test_what_is_asked_of_a_file_is_not_to_upload_anything(work: Workplace) -> None:
    given = [work.file(f.data, f.name) for f in swiss_perfect()]
    said = work.run("read", *given, "--check")
    assert said.code == 3
    assert "send the report again" in said.out
    assert "upload" not in said.out and "Swiss-Manager" not in said.out


def test_a_queensland_office_takes_swiss_perfect_files_to_the_list(queensland: Workplace) -> None:
    work = queensland
    members = (
        {"ID": qj.number(n), "Name": name} for n, name in enumerate(("Mori Sora", "Hata Rin", "Tani Kén"), 1)
    )
    qj.register(work, *members)
    qj.opening(
        work,
        [{"ID": qj.number(n), "Name": name, "QJ": 900} for n, name in ((1, "Mori Sora"), (2, "Hata Rin"))],
    )
    given = [work.file(f.data, f.name) for f in swiss_perfect()]
    work.done("import", *given, "--reported", "2026-10-10")
    assert blocking(work) == ["event-class-missing", "event-without-days"]
    work.resolve(work.the("event-without-days"), "--days", "2026-10-03")
    work.resolve("E1", "--class", "open")
    assert blocking(work) == []
    said = work.done("rate")
    assert "Invented Club Championship" in said.out
    rated = work.rows("SELECT count(*) FROM event_line")
    assert rated == [(3,)]


def test_a_game_over_before_both_had_moved_is_read_and_not_rated(work: Workplace) -> None:
    small_federation(work)
    first = replace(EVENT.pairings[0], kind=Kind.UNRATED)
    event = replace(as_file(EVENT), pairings=(first, *EVENT.pairings[1:]))
    work.done("import", work.file(trf(event), "event.trf"), *REPORTED)
    assert work.rows("SELECT kind, result FROM pairing ORDER BY round, board")[0] == ("unrated", first.result)
    assert blocking(work) == []
    assert "3 of 3 games rated" in work.done("rate").out

"""Reports that come as files, through the whole office: kept, stored, recognised, asked about, rated."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

import pytest

from importer.trf.write import write_trf
from publication.exports.trf import time_code
from scraper.archive import FileArchive
from scraper.records import EventRecord, Kind, Source
from tests import queensland as qj
from tests.importer.forms import filled
from tests.importer.swiss_perfect import files as swiss_perfect
from tests.office.test_desk import EVENT
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
    assert work.rows("SELECT reader, event_key FROM reading") == [("form 2026-2 12", key)]
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


def the_name(work: Workplace) -> str:
    ((name,),) = work.rows("SELECT name FROM event")
    return str(name)


def test_a_list_of_games_is_called_as_the_officer_says(work: Workplace) -> None:
    small_federation(work)
    text = "Round,Date,White,White ID,Result,Black,Black ID\n"
    game = "1,2026-10-03,Mori Sora,N90000001,{},Hata Rin,N90000002\n"
    work.done("import", work.file((text + game.format("○")).encode(), "spring.csv"), *REPORTED)
    work.resolve(work.the("time-control-missing"), "--time-control", "45+30")
    asked = work.the("event-name-missing").id
    assert f"banzuke resolve P{asked} --name NAME" in work.done("resolve", f"P{asked}").out
    assert work.run("resolve", "E1", "--name", "Autumn Cup", "--reason", "said so").code == 0
    assert (the_name(work), blocking(work)) == ("Autumn Cup", [])
    assert work.rows("SELECT value, code FROM ruling WHERE kind = 'accept'") == [
        ("Autumn Cup", "event-name-missing")
    ]
    assert "accept · as “Autumn Cup” · event-name-missing" in work.done("rulings").out
    assert work.done("doctor").code == 0
    # the same report with another result is the same event, and is still called so
    again = work.done("import", work.file((text + game.format("1/2")).encode(), "spring.csv"), *REPORTED)
    assert "updated: Autumn Cup, 2 players" in again.out
    assert (the_name(work), blocking(work)) == ("Autumn Cup", [])
    ((ruling,),) = work.rows("SELECT id FROM ruling WHERE kind = 'accept'")
    work.done("resolve", "--take-back", ruling, "--reason", "a slip")
    assert (the_name(work), blocking(work)) == ("spring", ["event-name-missing"])
    work.done("resolve", f"P{asked}", "--name", "  Autumn   Cup 2026 ", "--reason", "said so")
    work.done("rate")
    work.done("publish")
    assert re.search(r"\n  Autumn Cup 2026 +1  spring.csv ", work.done("explain", MORI).out)
    trf = work.folder / "fide.trf"
    given = ("--city", "Invented City", "--arbiter", "Mori Sora", "--federation", "JPN")
    work.done("export", "trf", "E1", "--to", trf, *given)
    assert trf.read_text().startswith("012 Autumn Cup 2026\n")
    said = work.run("resolve", f"P{asked}", "--name", "Another", "--reason", "too late")
    assert (said.code, the_name(work)) == (1, "Autumn Cup 2026")
    # an event that is taken up again, and put back, is called as on the list
    work.done("correction", "open", "E1", "--reported", "2026-11-01", "--reason", "look")
    work.done("resolve", f"P{asked}", "--name", "Winter Cup", "--reason", "of the second report")
    assert the_name(work) == "Winter Cup"
    work.done("correction", "close", "E1", "--reason", "nothing")
    assert the_name(work) == "Autumn Cup 2026"
    assert work.done("doctor").code == 0
    work.done("rebuild")


UNFIT = "decision-does-not-fit"


@pytest.mark.parametrize(
    ("typed", "code"),
    [("", UNFIT), ("  ", UNFIT), ("two\x07bells", UNFIT), ("leave out", UNFIT), ("x" * 501, "too-long")],
)
def test_what_is_no_name_is_refused(work: Workplace, typed: str, code: str) -> None:
    small_federation(work)
    text = "Round,White,White ID,Result,Black,Black ID\n1,Mori Sora,N90000001,○,Hata Rin,N90000002\n"
    work.done("import", work.file(text.encode(), "spring.csv"), *REPORTED)
    said = work.run("resolve", f"P{work.the('event-name-missing').id}", "--name", typed, "--reason", "x")
    assert said.problem()["code"] == code
    other = work.run("resolve", f"P{work.the('time-control-missing').id}", "--name", "Cup", "--reason", "x")
    assert other.code == 1


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


def trf(event: EventRecord) -> bytes:
    return write_trf(event, time_code(event.time_control.text))


def as_file(event: EventRecord) -> EventRecord:
    """The same event as an organizer's TRF would have it."""
    return replace(event, place="Invented Hall", federation="JPN", arbiter="Mori Sora", source=Source())


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
    asked_off = f"{'001    3      Tani, Ken':<111}0000 - H"
    for more, place in (((), "round 1"), (("XXR 3",), "rounds 1-3"), ((asked_off,), "rounds 1-3")):
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

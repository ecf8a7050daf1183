"""What kinds of files are read, shown and written: archives, other names, forms, TRF for FIDE."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from importer.files import FileReading, read_files
from importer.form.write import write_form
from importer.given import GivenFile
from office.poll import reread
from rating.time_control import minutes_at_60
from scraper.records import Result
from tests.importer import xls
from tests.importer.forms import packed, unpacked
from tests.importer.swiss_perfect import files as swiss_perfect
from tests.office.test_desk import EVENT, with_result
from tests.office.test_files import REPORTED, as_file, form, kept, trf
from tests.workplace import MORI, NAMES, Workplace, small_federation


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
    assert ": groups.zip/b.pdf: file-unknown: a PDF document" in work.done("status").out


def test_the_name_of_a_file_stands_on_one_line(work: Workplace) -> None:
    small_federation(work)
    said = work.run("import", work.file(b"\0", "open\nE9 taken\x1b[2J.bin"), *REPORTED)
    for told in (said.out, work.done("status").out):
        assert "open\\u000aE9 taken\\u001b[2J.bin" in told


def test_a_file_that_is_read_otherwise_by_now_is_to_be_given_again_and_no_link_is_asked_for(
    work: Workplace,
) -> None:
    small_federation(work)
    given = work.file(form(), "a.xlsx")
    work.done("import", given, *REPORTED)

    def otherwise(*words: Any, **named: Any) -> list[FileReading]:
        (reading,) = read_files(*words, **named)
        assert reading.record is not None
        return [replace(reading, record=replace(reading.record, pairings=reading.record.pairings[1:]))]

    work.monkeypatch.setattr(reread, "read_files", otherwise)
    assert work.run("reread").code == 3
    told = work.the("reread-differs").remedy
    assert "import FILE… takes the newer reading" in told and "LINK" not in told


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


def test_zeros_printed_for_a_fide_id_do_not_go_to_fide(work: Workplace, tmp_path: Path) -> None:
    small_federation(work)
    players = tuple(replace(player, fide_id="0000") for player in EVENT.players)
    work.store(replace(EVENT, players=players, place="X", arbiter="Y", federation="JPN"))
    path = tmp_path / "x.trf"
    named = work.done("export", "trf", "E1", "--to", path).err
    assert all(player.name.split()[0] in named for player in players)
    ((event),) = [r.record for r in read_files([GivenFile("x.trf", path.read_bytes())], minutes_at_60)]
    assert event is not None and {player.fide_id for player in event.players} == {None}
    assert b"0000 " not in path.read_bytes()


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

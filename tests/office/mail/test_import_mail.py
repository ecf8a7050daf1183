"""`banzuke import` of a mail: it is read as the inbox reads it."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from office.mail.limits import is_mail
from tests.office.mail.shapes import (
    LINK,
    SHAPES,
    SITE,
    TRF,
    attached,
    head,
    html,
    mail,
    part,
    whole,
)
from tests.office.mail.test_inbox import EVENING, FIRST, SECOND, reports
from tests.workplace import Workplace

FORM = b"Content-Type: text/html; charset=utf-8"


def test_import_reads_a_mail_as_inbox_does_and_takes_the_day_its_server_says(desk: Workplace) -> None:
    said = desk.done("import", desk.file(SHAPES["safelinks in html"].raw, "report.eml"))
    assert "arrived on 5 October 2026 (its Received header)" in said.err
    assert reports(desk) == [(FIRST, "read", "2026-10-05", None)]


def test_import_takes_the_day_that_is_given_before_the_mails_own(desk: Workplace) -> None:
    desk.done("import", desk.file(mail(), "report.eml"), "--reported", "2026-10-09")
    assert reports(desk)[0][2] == "2026-10-09"


def test_import_of_a_mail_from_standard_input(desk: Workplace) -> None:
    raw = head(FORM, received=EVENING) + html(LINK)
    desk.monkeypatch.setattr(sys, "stdin", io.StringIO(raw.decode()))
    desk.done("import", "-")
    assert reports(desk)[0][2] == "2026-10-21"


@pytest.mark.parametrize("line", ["Standard", "X-Group"])
def test_a_text_whose_lines_look_like_headers_loses_no_link(desk: Workplace, line: str) -> None:
    """A link among them is nobody's header but the subject's; a mail has what only programs write."""
    typed = f"Date: 3-4 October\n{line}: {FIRST}\n\nRapid: {SECOND}\n"
    desk.monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    desk.run("import", "-")
    assert {reference for reference, *_ in reports(desk)} == {FIRST, SECOND}
    assert not is_mail(typed.encode())
    assert is_mail(f"Message-ID: <a@b>\n{typed}".encode())
    assert is_mail(f"From: x@example.jp\nSubject: {FIRST}\n\nRapid: {SECOND}\n".encode())


def test_import_of_a_mail_says_what_has_to_be_asked(desk: Workplace) -> None:
    raw = whole(
        b"mixed", part(b"Content-Type: text/plain", LINK.encode()), attached(b'filename="x.pdf"', b"%PDF-1.7")
    )
    said = desk.run("import", desk.file(raw, "report.eml"))
    assert said.code == 1
    assert "1 created" in said.out
    assert said.problem()["code"] == "mail-file-unknown"


def test_import_of_a_mail_that_nothing_can_be_taken_from_names_what_can_be_typed(desk: Workplace) -> None:
    said = desk.run("import", desk.file(SHAPES["a shortened link"].raw, "report.eml"))
    assert said.problem()["do"].endswith("banzuke import LINK")


def test_import_takes_the_files_of_a_mail_too(desk: Workplace) -> None:
    raw = whole(b"mixed", part(b"Content-Type: text/plain", b"x"), attached(b'filename="open.trf"', TRF))
    said = desk.done("import", desk.file(raw, "report.eml"))
    assert "created: Invented Rapid 2026" in said.out
    assert "1 created, 0 updated, 0 unchanged, 0 not read" in said.out
    assert said.err.splitlines()[-1] == "Next: banzuke problems"
    assert "arrived on 5 October 2026 (its Received header)" in said.err and "--reported 2026" not in said.err
    ((reference, state, day, _),) = reports(desk)
    assert (str(reference)[:5], state, day) == ("file:", "read", "2026-10-05")


def test_import_takes_a_mail_with_a_bare_file_in_it_for_a_mail(desk: Workplace) -> None:
    bare = part(b'Content-Type: text/plain; name="open.trf"\nContent-Disposition: attachment', TRF)
    raw = whole(b"mixed", part(b"Content-Type: text/plain", LINK.encode()), bare)
    desk.done("import", desk.file(raw, "report.eml"))
    assert {str(r[0])[:5] for r in reports(desk)} == {"file:", "https"}
    assert {r[2] for r in reports(desk)} == {"2026-10-05"}


def test_import_refuses_a_mail_by_its_size_too(desk: Workplace) -> None:
    said = desk.run("import", desk.file(mail("x" * 31_000_000), "huge.eml"))
    assert (said.code, said.problem()["code"]) == (1, "mail-too-large")
    assert reports(desk) == []


def test_a_file_that_came_before_is_said_with_its_mail(desk: Workplace) -> None:
    raw = whole(b"mixed", part(b"Content-Type: text/plain", b"x"), attached(b'filename="open.trf"', TRF))
    desk.done("inbox", desk.file(raw, "report.eml"))
    again = raw.replace(b"<one@", b"<two@").replace(b"open.trf", b"name.trf")
    said = desk.done("inbox", desk.file(again, "again.eml"))
    assert "unchanged: Invented Rapid 2026" in said.out
    assert "name.trf came before, with mail M1, on 5 October 2026" in said.out
    assert desk.rows("SELECT count(*) FROM event") == [(1,)]


def test_a_mail_is_no_longer_needed_once_it_is_kept(desk: Workplace, tmp_path: Path) -> None:
    file = desk.file(mail(), "report.eml")
    desk.done("inbox", file)
    file.unlink()
    assert "1 new" not in desk.done("inbox").out


def test_a_link_to_a_list_of_tournaments_is_told_as_it_stands_in_the_mail(desk: Workplace) -> None:
    link = f"{SITE}/TurnierSuche.aspx?lan=1"
    said = desk.run("inbox", desk.file(mail(f"the results: {link}\r\n"), "search.eml"))
    (problem,) = said.problems()
    assert (problem["code"], problem["found"]) == ("mail-link-elsewhere", "a tournament search")
    assert problem["place"] == link

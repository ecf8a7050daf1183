"""What a reporter sends, and what of it he sees: his own, and nobody of the register."""

from __future__ import annotations

from office.accounts.roles import Role
from tests.office.mail.shapes import TRF
from tests.web.conftest import Served
from tests.web.test_reports import CUP, RAPID, sends, settled
from tests.workplace import Workplace


def test_a_reporter_sends_and_sees_his_own_alone(replayed: Served, work: Workplace) -> None:
    officer, other = replayed.signed_in(), replayed.signed_in("Reporter Two", Role.REPORTER)
    mine = replayed.signed_in("Reporter One", Role.REPORTER)
    path = sends(mine, CUP, reported="2026-09-01", reporter="organizer", mailbox="")
    page = settled(mine, path)
    assert "Koyo Weekend Cup 2026" in page and "The office asks" in page
    assert work.rows("SELECT arrived_on, reporter FROM report") == [("2026-11-02", "Reporter One")]
    for theirs in (path, f"{path}/live"):
        assert other.get(theirs).status_code == 404
        assert officer.get(theirs).status_code == 200
    assert path not in other.get("/reports").text and path in mine.get("/reports").text
    assert other.post(f"{path}/again").status_code == 404
    for closed in ("/mails/1", "/events/1", "/questions"):
        assert mine.get(closed).status_code == 403
    assert mine.post("/reports", {"once": "b" * 32, "mailbox": "yes"}).status_code == 403
    reader = replayed.signed_in("Reader", Role.READER)
    assert reader.get(path).status_code == 200 and "<textarea" not in reader.get("/reports").text
    assert reader.post("/reports", {"once": "c" * 32, "text": CUP}).status_code == 403


def test_a_reporter_is_not_asked_for_saved_pages_which_are_not_taken_from_him(desk: Served) -> None:
    mine, officer = desk.signed_in("Reporter One", Role.REPORTER), desk.signed_in()
    assert "Swiss Perfect, mails" in mine.get("/reports").text
    assert "saved pages" not in mine.get("/reports").text and "saved pages" in officer.get("/reports").text


def test_a_note_beside_a_file_is_no_report_without_a_link(desk: Served) -> None:
    """Who sent nothing else is told that there is none."""
    mine = desk.signed_in("Reporter One", Role.REPORTER)
    none = "We found no link of a tournament and no report file"
    page = settled(mine, sends(mine, "The report is attached.", files=[("files", ("rapid.trf", TRF))]))
    assert "The office asks" in page and none not in page
    assert none in settled(mine, sends(mine, "The report will come."))


def test_no_member_is_named_to_a_reporter(replayed: Served, work: Workplace) -> None:
    """He is told what he sent, never whom the register knows: the namesake's number is not on his page."""
    work.register(
        {"ID": "N10215754", "Name": "Kazemichi Daichi"}, {"ID": "N10211644", "Name": "Kazemichi Daichi"}
    )
    mine = replayed.signed_in("Reporter One", Role.REPORTER)
    page = settled(mine, sends(mine, RAPID))
    assert "Kazemichi, Daichi" in page
    assert "N10215754" not in page and "N10211644" not in page

"""Who was erased is told nothing more of what he reported, while the mails that came from him are kept."""

from __future__ import annotations

from datetime import timedelta

from tests.office.mail.outgoing import Smtp
from tests.office.mail.shapes import mail
from tests.office.mail.test_notices import CLUB, on, reported, server
from tests.workplace import HATA, Workplace, small_federation

__all__ = ["server"]

NOBODY = "N90000009"
"""A member who plays nowhere."""


def test_who_was_erased_gets_no_notice_of_what_he_reported(desk: Workplace, server: Smtp) -> None:
    desk.register({"ID": NOBODY, "Name": "Asano Rei"})
    on(desk, "read")
    desk.done("notices", "address", CLUB, "--member", NOBODY)
    desk.moment += timedelta(hours=1)
    reported(desk)
    assert CLUB in desk.done("notices", "preview", "read").out
    desk.done("members", "erase", NOBODY, "--yes", "--reason", "asked for it by letter")
    assert desk.done("notices", "send").out == "Nothing to send\n"
    assert server.got == []
    assert desk.rows("SELECT address, member_id FROM notice_recipient") == [(CLUB, None)]


def test_who_is_no_member_is_erased_by_the_address_that_notices_know(desk: Workplace, server: Smtp) -> None:
    on(desk, "read")
    desk.moment += timedelta(hours=1)
    reported(desk)
    desk.done("notices", "send")
    assert len(server.got) == 1 and CLUB in desk.done("notices", "sent").out
    said = desk.done("members", "erase", CLUB, "--yes", "--reason", "asked for it by letter")
    assert "Notices know the address no more" in said.out
    assert CLUB not in desk.done("notices", "sent").out
    assert desk.rows("SELECT count(*) FROM notice WHERE recipient <> ''") == [(0,)]
    assert desk.done("notices", "send").out == "Nothing to send\n", "while a mail from there is kept"
    assert len(server.got) == 1 and desk.rows("SELECT count(*) FROM ruling") == [(0,)]


def test_with_the_last_of_his_mails_the_address_goes(work: Workplace) -> None:
    small_federation(work)
    work.run("inbox", work.file(mail("Good morning."), "0.eml"))
    work.done("notices", "address", CLUB, "--member", HATA)
    work.done("notices", "address", "ono@club.example", "--officer")
    work.done("members", "erase", HATA, "--yes", "--reason", "asked for it by letter")
    asked = "SELECT address FROM notice_recipient WHERE stopped_at IS NOT NULL"
    assert work.rows(asked) == [(CLUB,)]
    work.done("retention", "--sender", CLUB, "--yes")
    assert work.rows("SELECT address FROM notice_recipient") == [("ono@club.example",)]
    assert CLUB.encode() not in work.database.read_bytes()

"""Mails that a mailing list passed on: who wrote them, and that nothing is written to the list.

The headers are those of Mailman (`from_is_list`) and of Google Groups, which put the list's address into From
where the sender's domain forbids that others send in its name (DMARC)."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest

from office.mail.read import mail_of
from tests.office.mail.outgoing import Smtp, smtp_server
from tests.office.mail.shapes import mail
from tests.office.mail.test_notices import settle
from tests.workplace import Workplace

NOW = datetime(2026, 11, 2, 1, 0, tzinfo=UTC)
VIA = b"'Rin Hata' via Clubs <clubs@lists.example.jp>"
LIST = b"clubs@lists.example.jp"
MAILMAN = (
    b"List-Id: Clubs <clubs.lists.example.jp>",
    b"List-Post: <mailto:clubs@lists.example.jp>",
)
GOOGLE = (
    b"List-ID: <clubs.lists.example.jp>",
    b"List-Post: <https://groups.google.com/group/clubs/post>, <mailto:Clubs@lists.example.jp>",
    b"X-Original-From: =?utf-8?b?56em5Yeb?= <rin@example.jp>",
)
ALONE = b"Reply-To: Rin Hata <rin@example.jp>"
BOTH = b'Reply-To: Clubs <clubs@lists.example.jp>, "Hata, Rin" <rin@example.jp>'
TO_ALL = b"Reply-To: " + LIST
BOUNCES = b"Sender: Clubs <Clubs-bounces+rin=example.jp@lists.example.jp>"
RIN = b"Rin <rin@example.jp>"
TO = b"To: Clubs <clubs@lists.example.jp>"


def passed_on(*more: bytes, sender: bytes = VIA) -> bytes:
    return b"\r\n".join(more) + b"\r\n" + mail(sender=sender)


@pytest.mark.parametrize(
    ("raw", "name", "address"),
    [
        (passed_on(*MAILMAN, ALONE), "Rin Hata", "rin@example.jp"),
        (passed_on(*MAILMAN, BOTH), "Hata, Rin", "rin@example.jp"),
        (passed_on(MAILMAN[0], BOTH), "Hata, Rin", "rin@example.jp"),
        (passed_on(*GOOGLE), "秦凛", "rin@example.jp"),
        (passed_on(*GOOGLE, b"Reply-To: other@example.jp"), "秦凛", "rin@example.jp"),
        (passed_on(*MAILMAN), "'Rin Hata' via Clubs", ""),
        (passed_on(*MAILMAN, TO_ALL), "'Rin Hata' via Clubs", ""),
        (passed_on(*MAILMAN, b"Reply-To: a@example.jp, b@example.jp"), "'Rin Hata' via Clubs", ""),
        (passed_on(*MAILMAN, sender=LIST), "clubs@lists.example.jp", ""),
        (passed_on(*MAILMAN, TO_ALL, sender=b"Rin <rin@example.jp>"), "Rin", "rin@example.jp"),
        (passed_on(ALONE), "'Rin Hata' via Clubs", "clubs@lists.example.jp"),  # nothing says it is a list
        (passed_on(b"List-Post: < mailto:Clubs@lists.example.jp?subject=x >"), "'Rin Hata' via Clubs", ""),
        (passed_on(BOUNCES, ALONE), "Rin Hata", "rin@example.jp"),
        (passed_on(BOUNCES, TO_ALL), "'Rin Hata' via Clubs", ""),
        (passed_on(BOUNCES, TO_ALL, sender=RIN), "Rin", "rin@example.jp"),
        (passed_on(b"Precedence: list", TO, ALONE), "Rin Hata", "rin@example.jp"),
        (passed_on(b"Precedence: list", b"Cc: rin@example.jp", TO_ALL, sender=RIN), "Rin", "rin@example.jp"),
        (passed_on(b"Precedence: bulk", TO, ALONE), "'Rin Hata' via Clubs", "clubs@lists.example.jp"),
        (passed_on(b"List-Post: NO", b"X-Original-From: x@example.jp", sender=b"a@b.jp"), "", "a@b.jp"),
    ],
)
def test_who_wrote_to_a_list_is_the_sender(raw: bytes, name: str, address: str) -> None:
    found = mail_of(raw, NOW)
    assert (found.sender_name, found.sender) == (name, address)


@pytest.mark.parametrize(
    "header", [b"From: %s", b"From: a@b.jp\r\nList-Post: <mailto:a@b.jp>\r\nReply-To: %s"]
)
def test_comments_in_one_another_without_end_name_nobody(header: bytes) -> None:
    found = mail_of(header % (b"(" * 15_000) + b"\r\nDate: Mon, 05 Oct 2026 10:00:00 +0900\r\n\r\nx", NOW)
    assert (found.sender, found.problems) == ("", ())


def test_an_address_of_a_list_without_end_keeps_nobody_waiting() -> None:
    began = time.process_time()
    found = mail_of(passed_on(b"List-Post: <mailto:" + b"@" * 2_000, sender=b"a@b.jp"), NOW)
    assert found.sender == "a@b.jp"
    assert time.process_time() - began < 2


@pytest.mark.parametrize(
    ("more", "to"), [((*MAILMAN, ALONE), ["rin@example.jp"]), (GOOGLE, ["rin@example.jp"]), (MAILMAN, [])]
)
def test_a_notice_goes_to_who_wrote_and_never_to_the_list(
    desk: Workplace, more: tuple[bytes, ...], to: list[str]
) -> None:
    with smtp_server(Smtp()) as server:
        settle(desk, server)
        desk.done("notices", "on", "read")
        desk.run("inbox", desk.file(passed_on(*more), "report.eml"))
        desk.done("notices", "send")
        assert [address for address, _raw in server.got] == to


def test_a_draft_goes_to_who_wrote_and_never_to_the_list(desk: Workplace) -> None:
    whole = (passed_on(*MAILMAN, TO_ALL, sender=b"Rin <rin@example.jp>"), passed_on(*MAILMAN, BOTH))
    for n, raw in enumerate((*whole, passed_on(*MAILMAN, TO_ALL))):
        desk.run("inbox", desk.file(raw.replace(b"<one@", b"<%d@" % n), f"{n}.eml"))
    assert desk.done("inbox", "reply", "M1").out.startswith("To: Rin <rin@example.jp>\n")
    assert desk.done("inbox", "reply", "M2").out.startswith("To: Hata, Rin <rin@example.jp>\n")
    assert desk.run("inbox", "reply", "M3").problem()["code"] == "mail-no-sender"


def test_a_mail_of_which_the_name_alone_is_known_is_told_by_it(desk: Workplace) -> None:
    raw = b"\r\n".join(MAILMAN) + b"\r\n" + mail("https://bit.ly/x\r\n", sender=VIA)
    said = desk.run("inbox", desk.file(raw, "hidden.eml"))
    assert "from 'Rin Hata' via Clubs: " in said.out
    assert "M1, 5 October 2026, from 'Rin Hata' via Clubs: " in desk.done("status").out

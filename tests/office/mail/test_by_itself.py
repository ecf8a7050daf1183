"""Mails that programs write by themselves, as real mail servers were seen to write them: what they return or
answer is nobody's report."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from office.mail.read import Mail, mail_of
from tests.office.mail.outgoing import Smtp, smtp_server
from tests.office.mail.shapes import LINK, NUMBER, TRF, mail
from tests.office.mail.test_notices import on, settle
from tests.workplace import Workplace

NOW = datetime(2026, 11, 2, 1, 0, tzinfo=UTC)
RETURNED = b"""\
Return-Path: <officer@example.jp>
From: Officer <officer@example.jp>
To: gone@example.jp
Subject: Fwd: results
Message-ID: <own@example.jp>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=inner

--inner

Please look: %s
--inner
Content-Type: application/octet-stream
Content-Disposition: attachment; filename="report.trf"

%s
--inner--
""" % (LINK.encode(), TRF)

EXIM = b"""\
Return-path: <>
Received: from Debian-exim by mail.example.jp with local (Exim 4.96)
\tid 1xX92W-0000M7-2O
\tfor officer@example.jp;
\tMon, 05 Oct 2026 10:00:00 +0900
X-Failed-Recipients: gone@example.jp
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mail.example.jp>
To: officer@example.jp
Content-Type: multipart/report; report-type=delivery-status; boundary=1795836232-eximdsn-1620241113
MIME-Version: 1.0
Subject: Mail delivery failed: returning message to sender
Message-Id: <E1xX92W-0000M7-2O@mail.example.jp>
Date: Mon, 05 Oct 2026 10:00:00 +0900

--1795836232-eximdsn-1620241113
Content-type: text/plain; charset=us-ascii

This message was created automatically by mail delivery software.

--1795836232-eximdsn-1620241113
Content-type: message/delivery-status

Reporting-MTA: dns; mail.example.jp

Action: failed
Final-Recipient: rfc822;gone@example.jp
Status: 5.0.0

--1795836232-eximdsn-1620241113
Content-type: message/rfc822

%s
--1795836232-eximdsn-1620241113--
"""

POSTFIX = b"""\
Return-Path: <>
Received: by pf.example.jp (Postfix)
\tid BBA942AA; Mon,  5 Oct 2026 10:00:00 +0900 (JST)
Date: Mon,  5 Oct 2026 10:00:00 +0900 (JST)
From: Mail Delivery System <MAILER-DAEMON@pf.example.jp>
Subject: Undelivered Mail Returned to Sender
To: officer@example.jp
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="B5B902A6.1795836540/pf.example.jp"
Content-Transfer-Encoding: 8bit
Message-Id: <20261128032900.BBA942AA@pf.example.jp>

This is a MIME-encapsulated message.

--B5B902A6.1795836540/pf.example.jp
Content-Description: Notification
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. It's attached below.

--B5B902A6.1795836540/pf.example.jp
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; pf.example.jp

Final-Recipient: rfc822; gone@example.jp
Action: failed
Status: 5.1.1
Diagnostic-Code: X-Postfix; unknown user: "gone@example.jp"

--B5B902A6.1795836540/pf.example.jp
Content-Description: Undelivered Message
Content-Type: message/rfc822
Content-Transfer-Encoding: 8bit

%s
--B5B902A6.1795836540/pf.example.jp--
"""

OLD = b"""\
Return-Path: <>
Received: by old.example.jp; Mon, 05 Oct 2026 10:00:00 +0900
From: MAILER-DAEMON@old.example.jp
Subject: failure notice
Date: Mon, 05 Oct 2026 10:00:00 +0900

Hi. This is the program at old.example.jp.

--- Below this line is a copy of the message.

Subject: results

%s
"""
"""Without parts, as programs of before RFC 3464 write it."""


def read(raw: bytes) -> Mail:
    return mail_of(raw.replace(b"\n", b"\r\n"), NOW)


@pytest.mark.parametrize("frame", [EXIM, POSTFIX], ids=["Exim 4.96", "Postfix 3.7.11"])
def test_a_mail_that_came_back_reports_nothing_and_is_shown(frame: bytes) -> None:
    found = read(frame % RETURNED)
    assert (found.addresses, found.files) == ((), ())
    assert [a.tournament for a in found.shown] == [NUMBER]
    assert {p.code for p in found.problems} == {"mail-file-unknown", "mail-link-quoted"}
    assert {p.place for p in found.problems if p.code == "mail-file-unknown"} == {"report.trf"}


def test_a_mail_that_came_back_in_one_piece_reports_nothing() -> None:
    found = read(OLD % LINK.encode())
    assert found.addresses == ()
    assert [p.code for p in found.problems] == ["mail-link-quoted"]


@pytest.mark.parametrize("said", [b"auto-replied", b'Auto-Replied (vacation); owner-email="x@example.jp"'])
def test_the_answer_of_a_program_reports_nothing(said: bytes) -> None:
    raw = mail(f"I am away. You wrote: {LINK}\r\n", subject=LINK.encode())
    away = raw.replace(b"From: ", b"Auto-Submitted: " + said.replace(b" (", b";(") + b"\r\nFrom: ", 1)
    assert [a.tournament for a in mail_of(raw, NOW).addresses] == [NUMBER]
    assert mail_of(away, NOW).addresses == ()


@pytest.mark.parametrize("said", [b"no", b"auto-generated"])
def test_what_a_program_sends_of_its_own_is_a_report(said: bytes) -> None:
    raw = mail().replace(b"From: ", b"Auto-Submitted: " + said + b"\r\nFrom: ", 1)
    assert [a.tournament for a in mail_of(raw, NOW).addresses] == [NUMBER]


@pytest.fixture
def server(desk: Workplace) -> Iterator[Smtp]:
    with smtp_server(Smtp()) as made:
        settle(desk, made)
        yield made


def test_a_mail_server_gets_no_notice_of_what_an_officer_takes_from_what_it_returned(
    desk: Workplace, server: Smtp
) -> None:
    on(desk, "read", "asked")
    said = desk.run("inbox", desk.file((EXIM % RETURNED).replace(b"\n", b"\r\n"), "back.eml"))
    assert said.code == 3
    assert desk.rows("SELECT count(*) FROM event") == [(0,)]
    desk.done("inbox", "import", "M1", "--reason", "it is the report after all")
    assert desk.rows("SELECT count(*) FROM event") == [(1,)]
    assert desk.done("notices", "send").out == "Nothing to send\n"
    assert server.got == []

"""Notices on their way: servers that refuse, put off or end, kills, headers, and what comes back."""

from __future__ import annotations

import threading
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from office.database.engine import look, transaction
from office.notices import send as of_sending
from office.notices import smtp
from office.notices.addresses import key_of
from office.notices.board import set_recipient, switch
from office.notices.kinds import About, Due
from office.notices.send import claim
from office.notices.tables import NoticeAboutRow
from office.notices.text import Written, mail
from tests.office.mail.outgoing import Smtp, smtp_server
from tests.office.mail.shapes import SITE
from tests.office.mail.shapes import mail as came
from tests.office.mail.test_notices import CLUB, on, read, reported, settle, states
from tests.office.mail.test_notices import server as server
from tests.office.test_killed import killed, sound
from tests.workplace import Said, Workplace


def test_a_preview_shows_it_and_sends_nothing(desk: Workplace, server: Smtp) -> None:
    invented = desk.done("notices", "preview", "membership")
    assert "Dear Mori Sora," in invented.out and "Nothing is due" in invented.err
    reported(desk)
    shown = desk.done("notices", "preview", "read").out
    assert f"To: {CLUB}\nSubject: " in shown and "Invented Summer Open 2026" in shown
    assert server.got == [] and states(desk) == []


def test_a_text_of_the_office_is_used_and_one_that_is_broken_is_named(desk: Workplace, server: Smtp) -> None:
    on(desk, "read", "waiting")
    desk.done("notices", "address", "officer@example.jp", "--officer", "--lang", "en")
    desk.done("notices", "text", "read")
    file = desk.folder / "templates" / "notices" / "read.en.txt"
    file.write_text("Got it\n{{ nobody }}\n", "utf-8")
    reported(desk)
    broken = desk.run("notices", "send")
    assert broken.code == 1 and broken.problem()["code"] == "template-broken"
    assert server.got == []
    file.write_text("Got it\nThank you.\n", "utf-8")
    desk.done("notices", "send")
    made, text = read(server.got[-1][1])
    assert made["Subject"] == "Got it" and text.startswith("Thank you.\n")


def test_without_a_server_a_notice_is_put_into_a_folder(desk: Workplace) -> None:
    on(desk, "read")
    reported(desk)
    nobody = desk.run("notices", "send")
    assert nobody.code == 1 and nobody.problem()["code"] == "notices-settings"
    assert states(desk) == []
    desk.monkeypatch.setenv("BANZUKE_NOTICES_SENDER", "rating@office.example")
    desk.done("notices", "send")
    (file,) = (desk.folder / "outgoing").iterdir()
    assert read(file.read_bytes())[0]["To"] == CLUB
    assert oct(file.stat().st_mode & 0o777) == "0o600"


def test_a_server_that_is_gone_is_named_and_nothing_is_lost(desk: Workplace) -> None:
    on(desk, "read")
    reported(desk)
    with smtp_server(Smtp()) as gone:
        settle(desk, gone)
    refused = desk.run("notices", "send")
    assert refused.code == 1 and refused.problem()["code"] == "smtp-unreachable"
    assert states(desk) == []
    with smtp_server(Smtp(port=gone.port)) as back:
        desk.done("notices", "send")
        assert [to for to, _ in back.got] == [CLUB]


def test_a_recipient_who_is_refused_is_shown_and_not_tried_again(desk: Workplace, server: Smtp) -> None:
    on(desk, "read")
    reported(desk)
    server.answers[CLUB] = b"550 5.1.1 nobody of this name"
    refused = desk.run("notices", "send")
    assert refused.code == 3 and "not taken (550 5.1.1 nobody of this name)" in refused.out
    assert desk.done("notices", "send").out == "Nothing to send\n"
    shown = desk.run("notices")
    assert shown.code == 3 and "1 notice has to be looked at" in shown.err
    assert "not taken\n    550 5.1.1 nobody of this name" in desk.done("notices", "sent").out


def test_a_recipient_who_is_put_off_is_tried_again_in_the_same_row(desk: Workplace, server: Smtp) -> None:
    on(desk, "read")
    reported(desk)
    server.answers[CLUB] = b"450 4.2.0 come again"
    assert "not taken yet" in desk.done("notices", "send").out
    assert states(desk) == [("read", CLUB, "failed", 1)]
    said = desk.done("notices", "sent").out
    assert f"read, {CLUB}: not taken yet, tried again\n    450 4.2.0 come again\n" in said
    server.answers.clear()
    desk.done("notices", "send")
    assert states(desk) == [("read", CLUB, "sent", 2)]
    assert len(server.got) == 1


@pytest.mark.parametrize("later", [timedelta(hours=1), timedelta(days=-20)], ids=["later", "clock ahead"])
@pytest.mark.parametrize(("word", "times"), [("at-most-once", 1), ("at-least-once", 2)])
def test_one_of_which_nobody_knows_is_not_sent_again_unless_r91_is_read_so(
    desk: Workplace, server: Smtp, word: str, times: int, later: timedelta
) -> None:
    right = desk.moment
    desk.moment = max(right, right - later)
    on(desk, "read")
    reported(desk)
    server.breaks = "taken"
    unknown = desk.run("notices", "send")
    assert unknown.code == 3 and "unknown: it may have left" in unknown.out
    server.breaks = ""
    desk.moment = max(right, right + later)
    desk.run("notices", "send", "--interpretation", f"R91={word}")
    assert len(server.got) == times
    assert ("unknown: it may have left" in desk.done("notices", "sent").out) == (times == 1)


def test_a_server_that_says_nothing_for_long_is_left(desk: Workplace, server: Smtp) -> None:
    desk.monkeypatch.setattr(smtp, "PATIENCE", 0.5)
    on(desk, "read")
    reported(desk)
    server.hold = threading.Event()
    slow = desk.run("notices", "send")
    server.hold.set()
    assert slow.code == 3 and "unknown: it may have left" in slow.out


@pytest.mark.parametrize("before", [True, False])
def test_a_run_that_is_killed_while_it_hands_over_tells_nobody_twice(
    desk: Workplace, server: Smtp, before: bool
) -> None:
    on(desk, "read")
    reported(desk)
    killed(desk, ("office.notices.smtp", "Opened", "hand_over"), 1, "notices", "send", before=before)
    sound(desk)
    assert states(desk) == [("read", CLUB, "sending", 1)]
    left = len(server.got)
    assert left == (0 if before else 1)
    assert "is leaving" in desk.done("notices", "sent").out
    desk.moment += timedelta(minutes=16)
    assert desk.done("notices", "send").out == "Nothing to send\n"
    assert len(server.got) == left
    assert desk.run("notices").code == 3
    assert "unknown: it may have left" in desk.done("notices", "sent").out


def test_a_run_that_is_killed_before_it_is_noted_tells_with_the_next(desk: Workplace, server: Smtp) -> None:
    on(desk, "read")
    reported(desk)
    killed(desk, ("office.notices.send", "", "claim"), 1, "notices", "send", before=False)
    assert states(desk) == [] and server.got == []
    desk.done("notices", "send")
    assert len(server.got) == 1


def test_of_two_runs_at_once_one_tells(desk: Workplace, server: Smtp) -> None:
    on(desk, "read")
    reported(desk)
    server.hold = threading.Event()
    said: list[Said] = []

    def other() -> None:
        server.reached.wait(20)
        from cli.session import open_office
        from office.notices.send import send
        from office.notices.settings import ways

        office = open_office(desk.folder)
        said.append(send(office, ways(office.place), clock=lambda: desk.moment).notices)  # type: ignore[arg-type]
        assert server.hold is not None
        server.hold.set()

    thread = threading.Thread(target=other)
    thread.start()
    desk.done("notices", "send")
    thread.join(20)
    assert said == [[]] and len(server.got) == 1


def test_either_database_refuses_a_second_notice_of_one_thing(both: Workplace) -> None:
    one = Due("waiting", "a@example.jp", None, (About("P1"), About("P2")))
    other = Due("waiting", "A@example.jp", None, (About("P2"), About("P3")))
    with transaction(both.engine()) as session:
        switch(session, "waiting", True, who="Mori", now=both.moment)
        first = claim(session, one, "mail", "0" * 32, both.moment)
        assert first is not None
        assert claim(session, other, "mail", "1" * 32, both.moment) is None
    told = {"kind": "waiting", "recipient_sha256": key_of("a@example.jp"), "occasion": "P1"}
    with transaction(both.engine()) as session:
        session.add(NoticeAboutRow(notice_id=first, **told))
        with pytest.raises(IntegrityError):
            session.flush()
        session.rollback()
    with transaction(both.engine()) as session:
        set_recipient(
            session, "a@example.jp", officer=True, member="", language="", who="M", now=both.moment
        ).stopped_at = both.moment
        assert (
            claim(session, Due("waiting", "a@example.jp", None, (About("P9"),)), "mail", "2", both.moment)
            is None
        )
    with look(both.engine()) as session:
        assert session.get(NoticeAboutRow, 3) is None


@pytest.mark.parametrize(
    "evil",
    [
        *("x\r\nBcc: all@example.jp", "x\nSubject: y\n\nbody", "x\u2028Bcc: z@example.jp", "x\u202ey"),
        *("=?utf-8?q?x=0d=0aBcc:_all@example.jp?=", "x =?utf-8?b?DQoNCmJvZHk=?= y"),  # line ends in words
        "all@example.jp, " + "x " * 50,
    ],
)
def test_nothing_that_anybody_wrote_becomes_a_header(work: Workplace, evil: str) -> None:
    one = Due("read", "a@example.jp", "en", (About("x"),))
    raw = mail(one, Written(evil.splitlines()[0], evil), sender="rating@office.example",
               office_name=evil, message_id="<1@office.example>", now=work.moment)  # fmt: skip
    made, _text = read(raw)
    assert made["Bcc"] is None and made.get_all("Subject") is not None
    assert [one.addr_spec for one in made["From"].addresses] == ["rating@office.example"]
    assert sorted(made.keys()) == [
        *("Auto-Submitted", "Content-Transfer-Encoding", "Content-Type", "Date", "From", "List-Unsubscribe"),
        *("MIME-Version", "Message-ID", "Subject", "To"),
    ]


def test_the_name_of_an_event_cannot_add_a_header(work: Workplace) -> None:
    from office.notices.text import written
    from office.place import Place

    event = {"name": "A\r\nBcc: all@example.jp\u202e", "rounds": 1, "players": 2, "games": 1,
             "published": None, "list_date": None, "left_out": False}  # fmt: skip
    words = written(Place(work.folder), "Office", Due("read", "a@example.jp", "en", (About("x", event),)))
    assert "\n" not in words.subject and "\u202e" not in words.subject


DSN = """Received: from mx by office.example; {day}
From: MAILER-DAEMON@mx.example.jp
To: rating@office.example
Subject: Undelivered Mail Returned to Sender
Date: {day}
Message-ID: <bounce-{number}@mx.example.jp>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="=_b"

--=_b
Content-Type: text/plain

Your mail could not be delivered.

--=_b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.jp

Final-Recipient: rfc822; club@example.jp
Action: {action}
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 nobody of this name

--=_b
Content-Type: {kind}

Message-ID: {message_id}
From: rating@office.example
Subject: Your report was read

See https://chess-results.com/tnr9900001.aspx
--=_b--
"""


def bounced(desk: Workplace, message_id: str, **more: str) -> Path:
    facts = {"day": "Mon, 02 Nov 2026 10:00:00 +0900", "action": "failed", "kind": "message/rfc822",
             "number": str(desk.texts), "message_id": message_id, **more}  # fmt: skip
    return desk.file(DSN.format(**facts).replace("\n", "\r\n"), f"dsn-{desk.texts}.eml")


@pytest.mark.parametrize("kind", ["message/rfc822", "text/rfc822-headers"])
def test_a_notice_that_came_back_is_shown_and_reports_nothing(
    desk: Workplace, server: Smtp, kind: str
) -> None:
    on(desk, "read", "published")
    reported(desk)
    desk.done("notices", "send")
    message_id = str(read(server.got[0][1])[0]["Message-ID"])
    reports = desk.rows("SELECT count(*) FROM report")
    said = desk.done("inbox", bounced(desk, message_id, kind=kind))
    assert "what a mail server says of a notice" in said.out and "1 returned" in said.out
    assert desk.rows("SELECT count(*) FROM report") == reports
    assert "came back\n    5.1.1 smtp; 550 5.1.1 nobody of this name" in desk.done("notices", "sent").out
    assert f"{CLUB}: en, one came back: 5.1.1" in desk.done("notices", "people").out
    assert desk.run("notices").code == 3
    desk.moment += timedelta(days=1)
    reported(desk, body=f"{SITE}/tnr9900002.aspx\r\n", message_id=b"<two@example.jp>")
    assert desk.done("notices", "send").out == "Nothing to send\n"
    desk.done("notices", "allow", CLUB)
    desk.done("notices", "send")
    assert len(server.got) == 2


def test_one_that_is_only_late_stops_nothing(desk: Workplace, server: Smtp) -> None:
    on(desk, "read")
    reported(desk)
    desk.done("notices", "send")
    message_id = str(read(server.got[0][1])[0]["Message-ID"])
    said = desk.done("inbox", bounced(desk, message_id, action="delayed"))
    assert "came back" not in said.out + desk.done("inbox", "list").out + desk.done("notices", "sent").out
    assert f"{CLUB}: en\n" in desk.done("notices", "people").out


@pytest.mark.parametrize("message_id", ["<somebody@else.example>", f"<{'0' * 32}@office.example>"])
def test_what_is_no_notice_of_ours_is_a_mail_as_ever(desk: Workplace, message_id: str) -> None:
    desk.run("inbox", bounced(desk, message_id))
    assert "what a mail server says of a notice" not in desk.done("inbox", "list").out


def test_an_answer_to_a_notice_is_a_mail_as_ever(desk: Workplace, server: Smtp) -> None:
    on(desk, "read")
    reported(desk)
    desk.done("notices", "send")
    message_id = str(read(server.got[0][1])[0]["Message-ID"]).encode()
    raw = came("Round 2 is wrong.\r\n", message_id=b"<answer@example.jp>")
    file = desk.file(b"In-Reply-To: " + message_id + b"\r\n" + raw, "answer.eml")
    desk.run("inbox", file)
    assert desk.rows("SELECT state FROM message ORDER BY id DESC LIMIT 1") == [("nothing",)]
    assert "came back" not in desk.done("notices", "sent").out


def test_a_server_that_puts_off_for_ever_is_believed(desk: Workplace, server: Smtp) -> None:
    on(desk, "read")
    reported(desk)
    server.answers[CLUB] = b"450 4.2.0 come again"
    desk.monkeypatch.setattr(of_sending, "TRIES", 2)
    for _time in range(3):
        desk.run("notices", "send")
    assert states(desk) == [("read", CLUB, "refused", 2)]


def test_what_a_server_takes_only_on_the_next_day_is_sent_then(desk: Workplace, server: Smtp) -> None:
    """As where a provider takes so many mails a day. Tried with every run it was given up after two hours."""
    on(desk, "read")
    reported(desk)
    server.answers[CLUB] = b"450 4.7.1 daily quota exceeded"
    for _quarter in range(14):
        desk.run("notices", "send")
        desk.moment += timedelta(minutes=15)
    assert states(desk) == [("read", CLUB, "failed", 4)]  # at once, after 15, 30 and 90 minutes
    server.answers.clear()
    desk.moment += timedelta(hours=20)
    desk.done("notices", "send")
    assert [to for to, _ in server.got] == [CLUB] and states(desk) == [("read", CLUB, "sent", 5)]


def test_the_tries_of_what_is_long_settled_are_not_counted(desk: Workplace, server: Smtp) -> None:
    officer = "officer@example.jp"
    desk.done("notices", "on", "waiting")
    desk.done("notices", "address", officer, "--officer")
    desk.run("inbox", desk.file(came("see https://bit.ly/2xyz\r\n"), "mail.eml"))
    server.answers[officer] = b"450 4.2.0 come again"
    for _eight_hours in range(5):
        desk.run("notices", "send")
        desk.moment += timedelta(hours=8)
    desk.done("inbox", "close", "M1", "--reason", "photos")
    desk.moment += timedelta(days=21)
    again = came("see https://bit.ly/3xyz\r\n", message_id=b"<two@example.jp>")
    desk.run("inbox", desk.file(again, "mail.eml"))
    desk.run("notices", "send")
    server.answers.clear()
    desk.moment += timedelta(minutes=15)
    desk.done("notices", "send")
    assert [to for to, _ in server.got] == [officer]
    assert states(desk) == [("waiting", officer, "sent", 2)]


def test_the_transport_tells_how_far_a_mail_came(desk: Workplace, server: Smtp) -> None:
    """A connection that breaks before the text goes out has certainly taken nothing."""
    server.breaks = "data"
    on(desk, "read")
    reported(desk)
    assert desk.run("notices", "send").code == 3
    assert server.got == []


def test_a_corrected_list_from_before_the_kind_was_switched_on_is_told_to_nobody(
    desk: Workplace, server: Smtp
) -> None:
    reported(desk)
    desk.moment += timedelta(hours=1)
    desk.done("rate")
    desk.done("publish")
    desk.moment += timedelta(days=20)
    on(desk, "published")
    desk.moment += timedelta(hours=1)
    desk.done("correction", "open", "E1", "--reported", "2026-11-20", "--reason", "the club says so")
    desk.resolve("E1", "--exclude", "--round", 1, "--board", 1)
    desk.done("correction", "publish", "--reason", "the club says so")
    assert desk.rows("SELECT count(*) FROM list_version WHERE how = 'run'") == [(2,)]
    assert desk.done("notices", "send").out == "Nothing to send\n"
    assert server.got == []

"""Notices: who is told what, once, by a real mail server on loopback. What is expected stands in the event of
the stand-in (eleven players, three rounds, the first week-end of October) and in invented memberships."""

from __future__ import annotations

import email
import threading
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy.exc import IntegrityError

from office.database.engine import look, transaction
from office.jobs.claims import end, take
from office.jobs.tables import JobRow
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
from tests.office.test_killed import killed, sound
from tests.office.test_lapsed import EVENT as TWO_DAYS
from tests.workplace import HATA, MORI, Said, Workplace, small_federation

CLUB = "club@example.jp"


def settle(work: Workplace, server: Smtp, **more: str) -> None:
    """What notices need: the server, and whom they are from."""
    said = {"HOST": "127.0.0.1", "PORT": str(server.port), "SECURITY": server.security,
            "SENDER": "rating@office.example", **more}  # fmt: skip
    for name, value in said.items():
        work.monkeypatch.setenv(f"BANZUKE_NOTICES_{name}", value)


@pytest.fixture
def server(work: Workplace) -> Iterator[Smtp]:
    with smtp_server(Smtp()) as made:
        settle(work, made)
        yield made


def read(raw: bytes) -> tuple[EmailMessage, str]:
    made = email.message_from_bytes(raw, policy=default)
    assert isinstance(made, EmailMessage)
    return made, str(made.get_content()).replace("\r\n", "\n")


def reported(desk: Workplace, **more: Any) -> None:
    """The club reports the event of the stand-in by mail."""
    file = desk.file(came(**more), f"mail-{desk.texts}.eml")
    assert desk.run("inbox", file).code in (0, 1, 3)


def on(desk: Workplace, *kinds: str, lang: str = "en") -> None:
    desk.done("notices", "on", *kinds)
    desk.done("notices", "address", CLUB, *(("--lang", lang) if lang else ()))


def states(desk: Workplace) -> list[tuple[Any, ...]]:
    return desk.rows("SELECT kind, recipient, state, attempts FROM notice ORDER BY id")


def test_nothing_is_told_before_it_is_switched_on_and_nothing_from_before(
    desk: Workplace, server: Smtp
) -> None:
    reported(desk)
    assert desk.done("notices", "send").out == "Nothing to send\n"
    desk.moment += timedelta(hours=1)
    on(desk, "read")
    assert desk.done("notices", "send").out == "Nothing to send\n"
    assert server.got == []
    assert "read: a report was read (to who reported)\n    on" in desk.done("notices").out


def test_who_reported_is_told_once_what_was_read(desk: Workplace, server: Smtp) -> None:
    on(desk, "read")
    reported(desk)
    assert desk.done("notices", "send").out == f"read, {CLUB}, about 1 thing: sent\n"
    ((to, raw),) = server.got
    made, text = read(raw)
    assert (to, made["To"]) == (CLUB, CLUB)
    assert made["Subject"] == "Your report was read: Invented Summer Open 2026"
    assert "  3 rounds, 11 players, 14 games." in text
    assert "for the rating list of 1 November 2026." in text
    assert text.rstrip().endswith("answer with the word “stop”.")
    assert made["Auto-Submitted"] == "auto-generated"
    assert made["List-Unsubscribe"] == "<mailto:rating@office.example?subject=stop>"
    assert raw.isascii()
    desk.moment += timedelta(days=1)
    assert desk.done("notices", "send").out == "Nothing to send\n"
    assert len(server.got) == 1


def test_nobody_is_told_of_a_mail_of_long_ago_that_is_met_only_now(desk: Workplace, server: Smtp) -> None:
    """The mails of years lie in a mailbox that the office moved to, each with other headers than before."""
    on(desk, "read", "asked")
    desk.moment += timedelta(days=100)
    reported(desk)
    reported(desk, body=f"{SITE}/tnr9900099.aspx\r\n", message_id=b"<other@example.jp>")
    assert desk.rows("SELECT state FROM message") == [("taken",), ("taken",)]
    assert desk.done("notices", "send").out == "Nothing to send\n"
    assert server.got == []


OFFICER = "officer@example.jp"


def ran(desk: Workplace, job: str, code: int) -> None:
    """A job is carried out at the next moment of its schedule, and ends at once."""
    with transaction(desk.engine()) as session:
        row = session.get_one(JobRow, job)
        assert row.next_due is not None
        desk.moment = row.next_due
        claim = take(session, job, "a test", "here", desk.moment)
        assert claim is not None
        end(session, claim, code, "", desk.moment, ZoneInfo("Asia/Tokyo"))


def test_an_officer_is_told_once_that_a_job_fails_again_and_again_and_that_it_is_overdue(
    desk: Workplace, server: Smtp
) -> None:
    desk.done("notices", "on", "waiting")
    desk.done("notices", "address", OFFICER, "--officer", "--lang", "en")
    desk.done("jobs", "on", "inbox")
    for _ in range(2):
        ran(desk, "inbox", 1)
    assert desk.done("notices", "send").out == "Nothing to send\n"
    ran(desk, "inbox", 1)
    desk.done("notices", "send")
    assert "  - job that fails again and again: inbox\n" in read(server.got[-1][1])[1]
    ran(desk, "inbox", 1)
    assert desk.done("notices", "send").out == "Nothing to send\n"
    desk.moment += timedelta(hours=12)
    desk.done("notices", "send")
    assert "  - job that is overdue: inbox\n" in read(server.got[-1][1])[1]
    ran(desk, "inbox", 1)
    assert desk.done("notices", "send").out == "Nothing to send\n"
    ran(desk, "inbox", 0)
    for _ in range(3):  # another time
        ran(desk, "inbox", 1)
    desk.done("notices", "send")
    assert "job that fails again and again: inbox" in read(server.got[-1][1])[1]
    assert [to for to, _ in server.got] == [OFFICER] * 3


def test_an_officer_is_told_once_that_backups_have_findings(desk: Workplace, server: Smtp) -> None:
    desk.done("notices", "on", "waiting")
    desk.done("notices", "address", OFFICER, "--officer", "--lang", "ja")
    desk.done("jobs", "change", "backup", "--with", desk.folder.parent / "backups")
    desk.done("jobs", "on", "backup")
    for code, told in ((3, 1), (3, 1), (0, 1), (3, 2)):
        ran(desk, "backup", code)
        desk.done("notices", "send")
        assert len(server.got) == told
    _made, text = read(server.got[0][1])
    assert "  ・問題を見つけたジョブ backup\n" in text and "banzuke jobs" in text


def test_whose_language_nobody_knows_reads_both(desk: Workplace, server: Smtp) -> None:
    on(desk, "read", lang="")
    reported(desk)
    desk.done("notices", "send")
    made, text = read(server.got[0][1])
    name = "Invented Summer Open 2026"
    assert made["Subject"] == f"報告を読み取りました：{name} / Your report was read: {name}"
    assert "3ラウンド、11名、14局" in text and "3 rounds, 11 players, 14 games." in text
    assert "「stop」" in text and "the word “stop”" in text


def test_who_wants_none_gets_none_until_he_is_allowed(desk: Workplace, server: Smtp) -> None:
    on(desk, "read")
    desk.done("notices", "stop", CLUB.upper())
    reported(desk)
    assert desk.done("notices", "send").out == "Nothing to send\n"
    assert f"{CLUB}: en, wants none" in desk.done("notices", "people").out
    desk.done("notices", "allow", CLUB)
    desk.done("notices", "send")
    assert [to for to, _ in server.got] == [CLUB]


def test_only_known_people_are_told_where_r92_is_read_so(desk: Workplace, server: Smtp) -> None:
    on(desk, "read")
    reported(desk)
    assert "Nothing" in desk.done("notices", "send", "--interpretation", "R92=known-people").out
    people = f"Name,Kind,Valid,Reporters\nInvented Club,club,2015-04-01/,{MORI} {CLUB}\n"
    desk.done("organizers", "import", desk.file(people, "organizers.csv"))
    desk.done("notices", "send", "--interpretation", "R92=known-people")
    assert [to for to, _ in server.got] == [CLUB]


def test_what_could_not_be_read_is_asked_about(desk: Workplace, server: Smtp) -> None:
    on(desk, "asked", "read")
    reported(desk, body=f"{SITE}/tnr9900099.aspx\r\n")
    desk.done("notices", "send")
    ((_to, raw),) = server.got
    made, text = read(raw)
    assert made["Subject"] == "We have a question about your report"
    assert "9900099" in text
    assert desk.done("notices", "send").out == "Nothing to send\n"


def test_a_reported_event_is_told_of_when_its_list_is_published(desk: Workplace, server: Smtp) -> None:
    on(desk, "published")
    reported(desk)
    assert desk.done("notices", "send").out == "Nothing to send\n"
    desk.moment = datetime(2026, 11, 2, 2, tzinfo=UTC)
    desk.done("rate")
    desk.done("publish")
    desk.done("notices", "send")
    ((_to, raw),) = server.got
    assert "Invented Summer Open 2026\n  It is on the rating list of 1 November 2026.\n" in read(raw)[1]


def test_an_officer_is_told_what_waits_without_a_name(desk: Workplace, server: Smtp) -> None:
    desk.done("notices", "on", "waiting")
    desk.done("notices", "address", "officer@example.jp", "--officer", "--lang", "en")
    reported(desk, body="see https://bit.ly/2xyz\r\n", sender=b"Mori Sora <mori@example.jp>")
    desk.done("notices", "send")
    ((to, raw),) = server.got
    made, text = read(raw)
    assert to == "officer@example.jp" and made["List-Unsubscribe"] is None
    assert made["Subject"] == "1 new in the rating office: something waits for you"
    assert "  - mail M1\n" in text
    assert "Mori" not in text and "mori@" not in text
    assert desk.done("notices", "send").out == "Nothing to send\n"


@pytest.mark.parametrize(
    ("word", "day", "told"),
    [
        # His membership's last day is 3 October 2026; thirty days before that is 3 September.
        ("month-before", date(2026, 9, 2), None),
        ("month-before", date(2026, 9, 3), "Your membership ends on 3 October 2026"),
        ("month-before", date(2026, 11, 2), "Your membership ended on 3 October 2026"),
        ("month-before", date(2026, 11, 3), None),
        ("when-over", date(2026, 10, 3), None),
        ("when-over", date(2026, 10, 4), "Your membership ended on 3 October 2026"),
    ],
)
def test_a_member_is_told_that_his_own_membership_ends(
    work: Workplace, server: Smtp, word: str, day: date, told: str | None
) -> None:
    small_federation(work, hata={"Memberships": "2025-10-04/2026-10-03"})
    work.done("notices", "address", "hata@example.jp", "--member", HATA, "--lang", "en")
    work.done("notices", "on", "membership")
    work.moment = datetime(day.year, day.month, day.day, 3, tzinfo=UTC)
    for _again in range(2):
        work.done("notices", "send", "--interpretation", f"R93={word}")
    assert [read(raw)[0]["Subject"] for _to, raw in server.got] == ([told] if told else [])


def test_a_member_is_told_of_his_own_games_that_do_not_count(work: Workplace, server: Smtp) -> None:
    small_federation(work, hata={"Memberships": "2025-10-04/2026-10-03", "Kanji": "畑凛"})
    work.moment = datetime(2026, 10, 12, 1, tzinfo=UTC)
    work.store(TWO_DAYS)
    work.done("notices", "on", "uncounted")
    work.done("notices", "address", "hata@example.jp", "--member", HATA, "--lang", "ja")
    work.done("notices", "send")
    ((_to, raw),) = server.got
    text = read(raw)[1]
    assert text.startswith("畑凛 様\n")
    assert "2026年10月4日：1局" in text and "更新が2026年10月31日までに届けば" in text
    assert "Mori" not in text and "Tani" not in text


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


@pytest.mark.parametrize(("word", "times"), [("at-most-once", 1), ("at-least-once", 2)])
def test_one_of_which_nobody_knows_is_not_sent_again_unless_r91_is_read_so(
    desk: Workplace, server: Smtp, word: str, times: int
) -> None:
    on(desk, "read")
    reported(desk)
    server.breaks = "taken"
    unknown = desk.run("notices", "send")
    assert unknown.code == 3 and "unknown: it may have left" in unknown.out
    server.breaks = ""
    desk.moment += timedelta(hours=1)
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
             "published": None, "list_date": None}  # fmt: skip
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
    assert "a notice that came back" in said.out and "1 returned" in said.out
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
    desk.done("inbox", bounced(desk, message_id, action="delayed"))
    assert "came back" not in desk.done("notices", "sent").out
    assert f"{CLUB}: en\n" in desk.done("notices", "people").out


@pytest.mark.parametrize("message_id", ["<somebody@else.example>", f"<{'0' * 32}@office.example>"])
def test_what_is_no_notice_of_ours_is_a_mail_as_ever(desk: Workplace, message_id: str) -> None:
    desk.run("inbox", bounced(desk, message_id))
    assert "a notice that came back" not in desk.done("inbox", "list").out


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


def test_the_transport_tells_how_far_a_mail_came(desk: Workplace, server: Smtp) -> None:
    """A connection that breaks before the text goes out has certainly taken nothing."""
    server.breaks = "data"
    on(desk, "read")
    reported(desk)
    assert desk.run("notices", "send").code == 3
    assert server.got == []

"""Answers to notices: they report nothing, and wait for a person."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event

from office.database.engine import look
from office.mail.read import mail_of
from office.notices.addresses import answer_problems
from office.place import Place
from tests.office.mail.outgoing import Smtp, smtp_server
from tests.office.mail.shapes import LINK, mail
from tests.office.mail.test_by_itself import OLD
from tests.office.mail.test_notices import CLUB, on, read, reported, settle
from tests.workplace import Said, Workplace


@pytest.fixture
def server(desk: Workplace) -> Iterator[Smtp]:
    with smtp_server(Smtp()) as made:
        settle(desk, made)
        yield made


def came(desk: Workplace, raw: bytes) -> Said:
    return desk.run("inbox", desk.file(raw, f"answer-{desk.texts}.eml"))


def answer(number: str, body: str = "ありがとうございます。第2ラウンドの2番が違います。\r\n") -> bytes:
    more = b"In-Reply-To: " + number.encode() + b"\r\nFrom: "
    raw = mail(body, message_id=b"<answer@example.jp>", subject="Re: 報告を読み取りました".encode())
    return raw.replace(b"From: ", more, 1)


def sent(desk: Workplace, server: Smtp) -> str:
    """A notice that left, by its identifier."""
    on(desk, "read")
    reported(desk)
    desk.done("notices", "send")
    return str(read(server.got[-1][1])[0]["Message-ID"])


def test_an_answer_to_a_notice_waits_for_a_person(desk: Workplace, server: Smtp) -> None:
    said = came(desk, answer(sent(desk, server)))
    assert (said.code, said.problem()["code"]) == (3, "mail-answers-notice")
    assert said.problem()["found"] == "an answer to a notice"
    assert "banzuke inbox close M2" in said.problem()["do"]
    assert "M2" in desk.done("status").out
    desk.done("notices", "stop", CLUB)
    desk.done("inbox", "close", "M2", "--reason", "entered")
    assert "M2" not in desk.done("status").out


def test_an_answer_that_reports_is_a_report_and_one_to_somebody_else_is_none_of_the_office(
    desk: Workplace, server: Smtp
) -> None:
    assert came(desk, answer(sent(desk, server), f"{LINK}\r\n")).problems() == []
    assert came(desk, answer(f"<{'a' * 32}@example.jp>")).problems() == []


def test_a_notice_that_a_server_returns_in_one_piece_waits_for_a_person(
    desk: Workplace, server: Smtp
) -> None:
    number = sent(desk, server)
    came_back = OLD % f"no link\n\nMessage-ID: {number}".encode()
    said = came(desk, came_back.replace(b"\n", b"\r\n"))
    assert (said.code, said.problem()["code"]) == (3, "mail-answers-notice")
    away = mail("I am away.\r\n", message_id=b"<away@example.jp>")
    automatic = b"Auto-Submitted: auto-replied\r\nIn-Reply-To: " + number.encode() + b"\r\n"
    assert came(desk, automatic + away).problems() == []


@pytest.mark.parametrize(
    "raw",
    [
        mail("", subject=b"stop"),
        mail("", subject=b"Re: STOP"),
        mail("「stop」\r\n\r\niPhoneから送信\r\n", subject=b"Re: Your report was read"),
        mail("ｓｔｏｐ。\r\n> stop\r\n", subject=b"Re: Your report was read"),
        mail("\r\n配信停止\r\n", subject=b"Re: Your report was read"),
    ],
)
def test_who_wants_no_more_notices_waits_for_a_person(desk: Workplace, raw: bytes) -> None:
    said = came(desk, raw)
    assert (said.code, said.problem()["code"]) == (3, "mail-answers-notice")
    assert said.problem()["found"] == "it wants no more notices"


@pytest.mark.parametrize(
    "raw",
    [
        mail("Do not stop sending.\r\n"),
        mail("Thank you.\r\n> stop\r\n"),
        mail(f"{LINK}\r\n", subject=b"stop"),
        mail("stop\r\n").replace(b"From: ", b"Auto-Submitted: auto-replied\r\nFrom: ", 1),
    ],
)
def test_what_only_has_the_word_asks_nothing(desk: Workplace, raw: bytes) -> None:
    assert "mail-answers-notice" not in [p["code"] for p in came(desk, raw).problems()]


WRONG = "the result of board 3 was wrong\r\n"


def follows(*more: bytes, body: str = WRONG, sender: bytes = b"Invented Club <club@example.jp>") -> bytes:
    """An answer to what the office wrote from its own mail program about the report."""
    thread = more or (
        b"In-Reply-To: <office@example.jp>",
        b"References: <one@example.jp> <office@example.jp>",
    )
    raw = mail(f"{body}\r\n> {LINK}\r\n", message_id=b"<two@example.jp>", sender=sender)
    return b"\r\n".join(thread) + b"\r\n" + raw


@pytest.mark.parametrize(
    "thread", [(), (b"In-Reply-To: <one@example.jp>",), (b"REFERENCES:\r\n <one@example.jp>",)]
)
def test_a_correction_in_words_that_answers_a_report_is_shown_until_it_is_closed(
    desk: Workplace, thread: tuple[bytes, ...]
) -> None:
    came(desk, mail())
    said = came(desk, follows(*thread))
    assert (said.code, said.problem()["code"], said.problem()["place"]) == (3, "mail-answers-notice", "M1")
    shown = "M2, 5 October 2026, from club@example.jp: M1: an answer to a mail that brought a report"
    assert shown in desk.done("status").out
    desk.done("inbox", "close", "M2", "--reason", "corrected")
    assert "Mails that a person" not in desk.done("status").out


@pytest.mark.parametrize("number", [1, 2])
def test_an_answer_that_came_in_one_run_with_the_report_is_shown_too(desk: Workplace, number: int) -> None:
    folder = desk.folder.parent / "mails"
    folder.mkdir()
    mails = [mail()]
    mails.insert(number - 1, follows())
    for name, raw in enumerate(mails):
        (folder / f"{name}.eml").write_bytes(raw)
    said = desk.run("inbox", folder)
    assert said.code == 3 and "mail-answers-notice" in [p["code"] for p in said.problems()]
    told = desk.done("status").out
    assert f"M{number}, 5 October 2026" in told and f"M{3 - number}: an answer to a mail" in told


def test_an_answer_to_a_report_is_asked_about_no_more_once_the_next_list_is_out(desk: Workplace) -> None:
    came(desk, mail())
    came(desk, follows(body="Thank you!\r\n"))
    assert "M2, " in desk.done("status").out
    desk.moment += timedelta(hours=1)
    desk.done("rate")
    assert "M2, " in desk.done("status").out
    desk.done("publish")
    assert "Mails that a person" not in desk.done("status").out
    desk.done("inbox", "close", "M2", "--reason", "thanks")  # as the list of mails says
    late = follows(body="and board 4\r\n").replace(b"<two@", b"<three@")
    came(desk, late)
    assert "M3, " in desk.done("status").out


def test_an_answer_waits_also_after_a_list_that_was_published_by_a_clock_that_was_ahead(
    desk: Workplace,
) -> None:
    came(desk, mail())
    right, desk.moment = desk.moment, desk.moment + timedelta(days=3653)
    desk.done("rate")
    desk.done("publish")
    desk.moment = right + timedelta(hours=1)
    said = came(desk, follows())
    assert said.problem()["code"] == "mail-answers-notice"
    assert "M2, " in desk.done("status").out
    desk.done("inbox", "close", "M2", "--reason", "corrected")


def test_what_an_answer_answers_is_found_without_a_look_at_every_report(desk: Workplace) -> None:
    came(desk, mail())
    told: list[tuple[str, Any]] = []
    with look(desk.engine()) as session:
        connection = session.connection()
        event.listen(connection, "before_cursor_execute", lambda *given: told.append((given[2], given[3])))
        (asked,) = answer_problems(session, mail_of(follows(), desk.moment), Place(desk.folder))
        assert asked.place == "M1"
        plans = [
            row[-1]
            for text, given in [*told]
            if " report " in text
            for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}", given)
        ]
    assert [plan for plan in plans if "report" in plan and "(message_id=?)" not in plan] == []
    assert any("report" in plan for plan in plans)


@pytest.mark.parametrize(
    "raw",
    [
        follows(b"In-Reply-To: <other@example.jp>"),
        follows(b"Auto-Submitted: auto-replied", b"In-Reply-To: <one@example.jp>"),
        follows(sender=b"The Office <Rating@office.example>"),
        follows(sender=b"mailbox@office.example"),
        follows(sender=b"officer@example.jp"),
        follows(body=f"{LINK}\r\n"),
    ],
)
def test_what_answers_nobody_and_what_the_office_wrote_itself_asks_nothing(
    desk: Workplace, server: Smtp, raw: bytes
) -> None:
    desk.monkeypatch.setenv("BANZUKE_IMAP_HOST", "imap.office.example")
    desk.monkeypatch.setenv("BANZUKE_IMAP_USER", "mailbox@office.example")
    desk.done("notices", "address", "officer@example.jp", "--officer")
    came(desk, mail())
    assert came(desk, raw).problems() == []
    assert "Mails that a person" not in desk.done("status").out


def test_the_draft_of_a_reply_to_an_answer_asks_for_no_link(desk: Workplace) -> None:
    came(desk, mail("", subject=b"stop"))
    other = came(desk, mail("Hello.\r\n", message_id=b"<other@example.jp>"))
    assert other.code == 0
    assert "link" not in desk.done("inbox", "reply", "M1").out
    assert "link" in desk.done("inbox", "reply", "M2").out


def test_who_writes_through_a_mailing_list_is_not_taken_for_the_office(desk: Workplace) -> None:
    """Of such a mail the address is not known, and the account of the office's mailbox is none."""
    desk.monkeypatch.setenv("BANZUKE_IMAP_HOST", "mail.example.jp")
    desk.monkeypatch.setenv("BANZUKE_IMAP_USER", "rating")
    came(desk, mail(f"{LINK}\r\n"))
    of_list = b"List-Post: <mailto:list@example.jp>", b"In-Reply-To: <one@example.jp>"
    said = came(desk, follows(*of_list, sender=b"The list <list@example.jp>"))
    assert desk.rows("SELECT sender FROM message WHERE id = 2") == [("",)]
    assert (said.code, said.problem()["code"]) == (3, "mail-answers-notice")

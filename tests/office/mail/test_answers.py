"""Answers to notices: they report nothing, and wait for a person."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

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


def test_the_draft_of_a_reply_to_an_answer_asks_for_no_link(desk: Workplace) -> None:
    came(desk, mail("", subject=b"stop"))
    other = came(desk, mail("Hello.\r\n", message_id=b"<other@example.jp>"))
    assert other.code == 0
    assert "link" not in desk.done("inbox", "reply", "M1").out
    assert "link" in desk.done("inbox", "reply", "M2").out

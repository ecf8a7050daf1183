"""Notices: who is told what, once, by a real mail server on loopback. What is expected stands in the event of
the stand-in (eleven players, three rounds, the first week-end of October) and in invented memberships."""

from __future__ import annotations

import email
import hashlib
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from email.message import EmailMessage
from email.policy import default
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlmodel import Session

from office.database.engine import transaction
from office.jobs.claims import end, take
from office.jobs.tables import JobRow
from office.lists.rows import left_out
from tests.importer.forms import GAMES, filled
from tests.office.mail.outgoing import Smtp, smtp_server
from tests.office.mail.shapes import LINK, NUMBER, OTHER, PLAIN, SITE, attached, whole
from tests.office.mail.shapes import mail as came
from tests.office.test_files import PEOPLE, PLAYED, form
from tests.office.test_lapsed import EVENT as TWO_DAYS
from tests.workplace import HATA, MORI, Workplace, small_federation

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


def test_a_kind_that_was_switched_on_by_a_clock_that_was_ahead_tells_of_what_comes_in_from_then_on(
    desk: Workplace, server: Smtp
) -> None:
    right, desk.moment = desk.moment, desk.moment + timedelta(days=3653)
    on(desk, "read")
    desk.moment = right
    assert desk.done("notices", "send").out == "Nothing to send\n"
    desk.moment += timedelta(hours=1)
    reported(desk)
    assert f"read, {CLUB}" in desk.done("notices", "send").out


def test_where_no_officer_has_an_address_switching_on_what_waits_asks_for_one(desk: Workplace) -> None:
    asked = "Next: banzuke notices address ADDRESS --officer\n"
    assert asked not in desk.done("notices", "on", "read").err
    assert asked in desk.done("notices", "on", "waiting").err
    desk.done("notices", "address", "officer@example.jp", "--officer")
    assert asked not in desk.done("notices", "on", "waiting").err


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
    desk.register({"ID": MORI, "Name": "Mori Sora"})
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


def test_an_address_that_becomes_another_member_s_tells_him_what_it_told_the_first(
    work: Workplace, server: Smtp
) -> None:
    """Of one family, or entered with the wrong member first."""
    ends = {"Memberships": "2025-10-04/2026-10-03"}
    small_federation(work, hata=ends, mori=ends)
    work.done("notices", "on", "membership")
    work.moment = datetime(2026, 9, 20, 3, tzinfo=UTC)
    before = ""
    for member in (HATA, MORI, HATA, MORI):
        said = work.done("notices", "address", "family@example.jp", "--member", member, "--lang", "en")
        assert said.err == (f"Until now: {before}\n" if before else "")  # nobody loses his without a word
        before = said.out.removeprefix("family@example.jp: ").strip()
        work.done("notices", "send")
    work.done("notices", "address", "family@example.jp", "--officer")
    work.done("notices", "address", "family@example.jp", "--member", HATA)
    work.done("notices", "send")
    assert [read(raw)[1].partition("\n")[0] for _to, raw in server.got] == [
        "Dear Hata Rin,",
        "Dear Mori Sora,",
    ]
    assert work.done("notices", "sent").out.count("about 1 thing: sent") == 2


@pytest.mark.parametrize(
    ("reading", "until"), [("R71=before-list", "2026年10月31日"), ("R71=period-end", "2026年10月20日")]
)
def test_a_member_is_told_of_his_own_games_that_do_not_count(
    work: Workplace, server: Smtp, reading: str, until: str
) -> None:
    small_federation(work, hata={"Memberships": "2025-10-04/2026-10-03", "Kanji": "畑凛"})
    work.moment = datetime(2026, 10, 12, 1, tzinfo=UTC)
    work.store(TWO_DAYS)
    work.done("notices", "on", "uncounted")
    work.done("notices", "address", "hata@example.jp", "--member", HATA, "--lang", "ja")
    work.done("notices", "send", "--interpretation", reading)
    ((_to, raw),) = server.got
    text = read(raw)[1]
    assert text.startswith("畑凛 様\n")
    assert "2026年10月4日：1局" in text and f"更新が{until}までに届けば" in text
    assert "Mori" not in text and "Tani" not in text


def test_nobody_is_asked_to_send_again_what_only_did_not_answer(desk: Workplace, server: Smtp) -> None:
    on(desk, "asked", "read")
    desk.run("inbox", desk.file(came(), "a.eml"), "--offline")
    assert desk.done("notices", "send").out == "Nothing to send\n"
    desk.done("inbox")
    assert "read, " in desk.done("notices", "send").out


def test_who_reported_is_told_that_an_event_was_left_out(desk: Workplace, server: Smtp) -> None:
    on(desk, "read", "published")
    reported(desk)
    desk.done("resolve", "E1", "--exclude", "--reason", "not announced")
    desk.done("notices", "send")
    ((_to, raw),) = server.got
    text = read(raw)[1]
    assert "  It is not rated." in text and "for the rating list" not in text
    desk.moment = datetime(2026, 11, 2, 1, tzinfo=UTC)
    desk.done("rate")
    desk.done("publish")
    assert "left out by decision, with the list of" in desk.done("events").out
    assert desk.done("notices", "send").out == "Nothing to send\n"
    assert "  It is not rated." in desk.done("inbox", "reply", "M1").out
    desk.moment += timedelta(days=1)
    desk.done("correction", "open", "E1", "--reason", "it was announced")
    desk.done("resolve", "--take-back", 1, "--reason", "it was announced")
    assert "  It is not rated." in desk.done("inbox", "reply", "M1").out  # nor before the correction is made
    for problem in desk.problems():
        desk.run("resolve", f"P{problem.id}", "--no-member", "--reason", "guests")
    desk.done("correction", "publish", "--reason", "it was announced")
    assert "published" in desk.done("notices", "send").out
    assert "It is on the rating list of 1 November 2026." in desk.done("inbox", "reply", "M1").out


def test_of_a_published_list_is_asked_once_which_events_it_was_reckoned_without(
    desk: Workplace, server: Smtp, monkeypatch: pytest.MonkeyPatch
) -> None:
    on(desk, "read", "published")
    reported(desk)
    raw = came(f"The results: {LINK.replace(str(NUMBER), str(OTHER))}\r\n", message_id=b"<two@example.jp>")
    assert desk.run("inbox", desk.file(raw, "two.eml")).code in (0, 1, 3)
    for event in ("E1", "E2"):
        desk.done("resolve", event, "--exclude", "--reason", "not announced")
    desk.moment = datetime(2026, 11, 2, 1, tzinfo=UTC)
    desk.done("rate")
    desk.done("publish")
    asked: list[int | None] = []

    def counted(session: Session, version_id: int | None) -> frozenset[str]:
        asked.append(version_id)
        return left_out(session, version_id)

    monkeypatch.setattr("office.mail.to_sender.left_out", counted)
    desk.done("notices", "send")
    assert len(asked) == 2  # for “read” and for “published”


def test_of_an_event_reported_by_two_each_is_asked_about_his_own_mail(work: Workplace, server: Smtp) -> None:
    """The organizer's form, then another's: only the other is asked for whom he reports."""
    small_federation(work)
    work.moment = datetime(2026, 10, 12, 1, tzinfo=UTC)
    organizer = "Invented Chess Club,club,2020-01-01/,Sato Hana club@example.jp,Mori Sora N90000001"
    file = work.file(f"Name,Kind,Valid,Representatives,In charge\n{organizer}\n", "o.csv")
    work.done("organizers", "import", file)
    work.done("notices", "on", "asked")
    turned = ((1, "", 1, "0-1", 2), *GAMES[1:])
    other = {"sender": b"Other <other@example.jp>", "message_id": b"<two@example.jp>"}
    for given, more in ((filled(), {}), (filled(games=turned), other)):
        raw = whole(b"mixed", PLAIN, attached(b'filename="a.xlsx"', given), **more)
        assert work.run("inbox", work.file(raw, "a.eml")).code in (0, 1, 3)
    assert [p.place.rpartition(", ")[2] for p in work.problems() if p.code.startswith("reporter-")] == [
        "mail M2"
    ]
    work.done("notices", "send")
    asked = {to: "report for the organizer" in read(raw)[1] for to, raw in server.got}
    assert asked.get("other@example.jp") and not asked.get(CLUB)


NO_ID = "1 without it: 4 Nobody Known"
BLITZ = "we found “Blitz”"


def sent_form(work: Workplace, **facts: Any) -> None:
    """The club sends a form by mail."""
    raw = whole(
        b"mixed",
        PLAIN,
        attached(b'filename="report.xlsx"', form(**facts)),
        message_id=b"<form-%d@example.jp>" % work.texts,
    )
    assert work.run("inbox", work.file(raw, f"form-{work.texts}.eml")).code in (0, 1, 3)


@pytest.mark.parametrize("at_once", [True, False])
def test_the_same_question_about_another_event_or_report_is_asked_too(
    work: Workplace, server: Smtp, at_once: bool
) -> None:
    """A meeting of every month with the same guest, and a form that was corrected in something else."""
    small_federation(work)
    work.moment = datetime(2026, 10, 20, 1, tzinfo=UTC)
    on(work, "asked")
    guest = {"players": (*PEOPLE[:3], (4, "Nobody Known", "", ""))}
    later = {"first_day": date(2026, 10, 10), "last_day": date(2026, 10, 11)}
    later["games"] = tuple((n, day + timedelta(days=7), *game) for n, day, *game in PLAYED)
    broken = {"type": "Blitz"}
    for facts in (guest, {**guest, **later}, broken, {**broken, "place": "Elsewhere"}):
        sent_form(work, **facts)
        if not at_once:
            work.done("notices", "send")
    work.done("notices", "send")
    text = "".join(read(raw)[1] for _to, raw in server.got)
    assert (text.count(NO_ID), text.count(BLITZ)) == (2, 2)
    assert work.done("notices", "send").out == "Nothing to send\n"


def test_what_was_asked_before_groups_were_named_is_not_asked_again(work: Workplace, server: Smtp) -> None:
    small_federation(work)
    work.moment = datetime(2026, 10, 20, 1, tzinfo=UTC)
    on(work, "asked")
    sent_form(work, group="Open", players=(*PEOPLE[:3], (4, "Nobody Known", "", "")))
    work.done("notices", "send")
    ((_to, raw),) = server.got
    told = next(line for line in read(raw)[1].splitlines() if NO_ID in line)
    question = told.removeprefix("  - Autumn Open [Open]: ")
    noted = hashlib.sha256(f"Autumn Open\n{question}".encode()).hexdigest()[:24]
    assert work.rows("SELECT occasion FROM notice_about") == [(noted,)]

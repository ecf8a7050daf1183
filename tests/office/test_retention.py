"""Mails and pages that nothing rests on any more are deleted; everything that something rests on stays."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from office.personal import retention
from scraper.archive import Exchange, FileArchive
from tests.office.mail.shapes import mail
from tests.office.writers import CUP, REPLAY
from tests.workplace import Workplace, once, small_federation

YEAR = datetime(2027, 11, 2, 1, tzinfo=UTC)
PAGE = "https://chess-results.com/tnr1499999.aspx?lan=1&art=4"


@pytest.fixture
@once
def office_(work: Workplace) -> Workplace:
    """Three mails of one sender: one says nothing, one waits with a link nobody sees through, and one brought
    an event that is on no list yet."""
    small_federation(work)
    for n, text in enumerate(("Good morning.", "see https://bit.ly/2xyz", f"see {CUP}")):
        words = REPLAY if CUP in text else ()
        work.run("inbox", work.file(mail(text, message_id=f"<{n}@x>".encode()), f"{n}.eml"), *words)
    return work


def states(work: Workplace) -> list[tuple[object, ...]]:
    return work.rows("SELECT id, state, sender <> '' FROM message ORDER BY id")


def kept(folder: Path) -> int:
    return len(list(folder.rglob("*.gz")))


def test_a_mail_goes_when_nothing_hangs_on_it_and_what_it_was_stays_known(office_: Workplace) -> None:
    work = office_
    assert [state for _n, state, _s in states(work)] == ["nothing", "nothing", "taken"]
    work.moment = YEAR
    said = work.done("retention", "--mails", "365")
    assert "mails: 1" in said.out and kept(work.folder / "mails") == 3
    work.done("retention", "--mails", "365", "--yes")
    assert states(work) == [(1, "deleted", 0), (2, "nothing", 1), (3, "taken", 1)]
    assert kept(work.folder / "mails") == 2
    assert FileArchive(work.folder / "mails").verify() == []
    assert "deleted" in work.done("inbox", "list").out
    again = work.run("inbox", work.folder.parent / "0.eml")
    assert "1 known" in again.out
    assert kept(work.folder / "mails") == 2, "what was deleted does not come back with a copy"
    assert work.run("inbox", "reply", "M1").problem()["code"] == "mail-deleted"
    # By a program that kept such a copy, it is still there: the next call takes it.
    raw = (work.folder.parent / "0.eml").read_bytes()
    FileArchive(work.folder / "mails").put(Exchange("mail:", "0.eml", "received", 200, raw, YEAR))
    assert kept(work.folder / "mails") == 3
    work.done("retention", "--mails", "365", "--yes")
    assert kept(work.folder / "mails") == 2


def test_an_office_whose_mails_were_deleted_is_sound_and_so_are_its_backups(office_: Workplace) -> None:
    work = office_
    ((sender,),) = work.rows("SELECT DISTINCT sender FROM message")
    work.done("retention", "--sender", sender, "--yes")
    assert states(work)[0] == (1, "deleted", 0)
    assert work.done("doctor").out.startswith("The office is sound")
    work.done("backup", work.folder.parent / "backups")
    (made,) = (work.folder.parent / "backups").iterdir()
    assert "findings" not in made.name
    # One that nobody deleted is missed as before.
    ((sha256,),) = work.rows("SELECT sha256 FROM message WHERE id = 2")
    (work.folder / "mails" / "pages" / sha256[:2] / f"{sha256}.gz").unlink()
    assert "archive-page-missing" in [one["code"] for one in work.run("doctor").problems()]


def test_mails_of_one_sender_go_at_any_age_but_none_that_something_needs(
    office_: Workplace,
) -> None:
    work = office_
    ((sender,),) = work.rows("SELECT DISTINCT sender FROM message")
    work.done("retention", "--sender", str(sender).upper(), "--yes")
    assert [state for _n, state, _s in states(work)] == ["deleted", "nothing", "taken"]
    work.run("inbox", "close", "M2", "--reason", "no tournament")
    work.done("retention", "--sender", sender, "--yes")
    assert [state for _n, state, _s in states(work)] == ["deleted", "deleted", "taken"]
    names = work.rows("SELECT message_id FROM message ORDER BY id")
    assert names == [(None,), (None,), ("<2@x>",)], "it can hold the sender's address"


def test_nothing_of_a_deleted_mail_stays_in_the_file_whichever_sqlite_it_is(office_: Workplace) -> None:
    work = office_

    def built_without(connection: Any, _record: object) -> None:
        connection.execute("PRAGMA secure_delete = OFF")

    listens = (work.engine(), "connect", built_without)
    event.listen(*listens)
    try:
        work.run("inbox", "close", "M2", "--reason", "no tournament")
        work.done("retention", "--sender", "club@example.jp", "--yes")
    finally:
        event.remove(*listens)
    assert work.rows("SELECT count(*) FROM message WHERE sender <> ''") == [(1,)], "one brought an event"
    assert work.database.read_bytes().count(b"club@example.jp") == 1


def test_a_page_that_is_fetched_again_while_a_backup_is_waited_for_stays(
    office_: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = office_
    archive = FileArchive(work.folder / "archive")
    first = work.moment - timedelta(days=200)
    old, _newer = (
        archive.put(Exchange(PAGE, PAGE, "GET", 200, body, first + timedelta(days=n))).sha256
        for n, body in enumerate((b"one", b"two"))
    )
    held = retention.files_held

    @contextmanager
    def waited(folder: Path, *, deleting: bool) -> Iterator[None]:
        archive.put(Exchange(f"{PAGE}&rd=1", PAGE, "GET", 200, b"one", work.moment))
        with held(folder, deleting=deleting):
            yield

    monkeypatch.setattr(retention, "files_held", waited)
    work.done("retention", "--pages", "100", "--yes")
    assert archive.page(old) is not None and archive.verify() == []


def test_a_page_goes_when_no_reading_rests_on_it_and_a_newer_one_came(
    office_: Workplace,
) -> None:
    work = office_
    archive = FileArchive(work.folder / "archive")
    before = {entry.sha256: entry.size for entry in archive.entries()}
    first = work.moment - timedelta(days=200)
    shas = [
        archive.put(Exchange(PAGE, PAGE, "GET", 200, body, first + timedelta(days=n))).sha256
        for n, body in enumerate((b"one", b"two"))
    ]
    work.done("retention", "--pages", "100", "--yes")
    left = {entry.sha256 for entry in FileArchive(work.folder / "archive").entries()}
    assert left == {*before, shas[1]}
    assert FileArchive(work.folder / "archive").verify() == []
    # The event's own pages are older than that a year later, and its reading rests on them; a redirect, which
    # has no bytes, it does not rest on.
    work.moment = YEAR
    work.done("retention", "--pages", "100", "--yes")
    left = {entry.sha256 for entry in FileArchive(work.folder / "archive").entries()}
    assert left == {*(sha for sha, size in before.items() if size), shas[1]}
    # The same bytes that come again are listed again.
    archive = FileArchive(work.folder / "archive")
    archive.put(Exchange(PAGE, PAGE, "GET", 200, b"one", YEAR))
    assert shas[0] in {entry.sha256 for entry in archive.entries()}
    assert archive.verify() == []


def test_what_a_list_may_still_need_is_never_deleted(office_: Workplace) -> None:
    refused = office_.run("retention", "--mails", "89", "--pages", "3")
    assert (refused.code, refused.problem()["code"]) == (1, "retention-too-short")
    assert office_.run("retention").code == 2
    said = office_.done("retention", "--mails", "999999", "--pages", "999999").out
    assert "mails: 0, sent in: 0, pages: 0" in said

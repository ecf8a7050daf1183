"""`import`: from pasted links to stored events, over real HTTP, and what is kept."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

import office.intake.sources as sources
from scraper.client import Client
from tests.scraper.fakes import FakeTime
from tests.standin.model import Event
from tests.standin.server import Standin
from tests.standin.small import small_event
from tests.workplace import Said, Workplace, once

SITE = "https://chess-results.com"
EVENT = small_event()
LINK = f"{SITE}/tnr{EVENT.number}.aspx"
Edit = Callable[[str, str], str]


class Edited(httpx.BaseTransport):
    """The way to the stand-in with a hand on its pages: `edit` is given the address and the page."""

    def __init__(self, inner: httpx.BaseTransport, edit: Edit) -> None:
        self.inner, self.edit = inner, edit

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer = self.inner.handle_request(request)
        body = answer.read()
        answer.close()
        if answer.status_code == 200:
            body = self.edit(str(request.url), body.decode()).encode()
        headers = [(k, v) for k, v in answer.headers.multi_items() if k.lower() != "content-length"]
        return httpx.Response(answer.status_code, headers=headers, content=body)

    def close(self) -> None:
        self.inner.close()


@contextmanager
def site(work: Workplace, *events: Event, edit: Edit | None = None, **more: Any) -> Iterator[Standin]:
    """The site as the office's client meets it: the real client, but nobody has to wait."""
    with Standin(events, **more) as standin:

        def client(archive: Any, *_: Any, notice: Any = None, **__: Any) -> Client:
            way = standin.transport if edit is None else Edited(standin.transport, edit)
            return Client(archive, transport=way, clock=FakeTime().clock, notice=notice)

        with work.monkeypatch.context() as patch:
            patch.setattr(sources, "open_client", client)
            yield standin


def fetched(work: Workplace, event: Event, *words: object, edit: Edit | None = None, **more: Any) -> Said:
    with site(work, event, edit=edit, **more):
        return work.run("import", LINK, "--reported", "2026-10-05", *words)


@pytest.fixture
@once
def ready(work: Workplace) -> Workplace:
    """An office whose register holds the players of the small event."""
    work.register(
        *(
            {"ID": e.national_id, "Name": f"{e.surname} {e.given}", "FIDE ID": e.fide_id, "Federation": "JPN"}
            for e in EVENT.entrants
        )
    )
    work.opening(
        {"ID": e.national_id, "Name": f"{e.surname} {e.given}", "ST": e.rating, "ST-G": 50, "ST-Peak": 2350}
        for e in EVENT.entrants
        if e.rating
    )
    return work


def kept(work: Workplace) -> list[tuple[str, str, str | None]]:
    return work.rows("SELECT reference, state, problem FROM report ORDER BY id")


def archived(work: Workplace) -> int:
    """How many responses the archive has on its list."""
    return sum(
        len(path.read_text(encoding="utf-8").splitlines())
        for path in (work.folder / "archive").glob("*.jsonl")
    )


def test_a_link_becomes_an_event_with_its_pages_kept(ready: Workplace) -> None:
    said = fetched(ready, EVENT)
    assert said.code == 0, said.all
    assert "created: Invented Summer Open 2026, 11 players," in said.out
    assert "1 created, 0 updated, 0 unchanged, 0 not read" in said.out
    assert "reported on 5 October 2026" in said.err
    assert "tournament 9900001: 6 pages" in said.err
    assert archived(ready) >= 6
    assert kept(ready) == [(f"{SITE}/tnr9900001.aspx", "read", None)]
    assert ready.rows("SELECT count(*), count(*) FILTER (WHERE match = 'matched') FROM event_player") == [
        (11, 11)
    ]
    assert ready.codes() == []


def test_the_same_link_again_changes_nothing_and_says_so(ready: Workplace) -> None:
    fetched(ready, EVENT)
    before = ready.dump("report")
    said = fetched(ready, EVENT)
    assert said.code == 0
    assert "unchanged: Invented Summer Open 2026" in said.out
    assert "already imported; nothing has changed" in said.out
    assert ready.dump("report") == before
    assert [state for _, state, _ in kept(ready)] == ["read", "read"]


@pytest.mark.parametrize("way", ["argument", "file", "standard input"])
def test_a_mail_can_be_pasted_piped_or_given_as_a_file(ready: Workplace, way: str) -> None:
    mail = (
        "Dear rating officer, the results are on\n"
        f"<https://s2.chess-results.com/tnr{EVENT.number}.aspx?lan=1&art=1\n&rd=3&SNode=S0>\n"
        "and the photos on https://photos.example.jp/summer/ ." + " Kind regards." * 60
    )
    given: object = mail
    if way == "file":
        given = ready.file(mail, "mail.txt")
    elif way == "standard input":
        given = "-"
        ready.monkeypatch.setattr(sys, "stdin", io.StringIO(mail))
    with site(ready, EVENT):
        said = ready.run("import", given, "--reported", "2026-10-05")
    assert said.code == 0, said.all
    assert "1 created" in said.out
    ((text,),) = ready.rows("SELECT text FROM report")
    assert text == mail


def test_an_import_without_a_stated_day_is_reported_today_in_japan_and_says_so(ready: Workplace) -> None:
    ready.moment = datetime(2026, 10, 20, 16, 30, tzinfo=UTC)
    with site(ready, EVENT):
        said = ready.done("import", LINK)
    assert "reported today, 21 October 2026 (R16; --reported sets another day)" in said.err
    assert ready.rows("SELECT arrived_on, day_stated, complete_on FROM event") == [
        ("2026-10-21", 0, "2026-10-21")
    ]


def test_a_day_to_come_is_no_report_day(ready: Workplace) -> None:
    with site(ready, EVENT):
        said = ready.run("import", LINK, "--reported", "2026-11-03")
    assert (said.code, said.problem()["code"]) == (1, "day-to-come")
    assert kept(ready) == []


def test_a_day_before_all_rules_is_no_report_day_and_one_between_two_editions_is(ready: Workplace) -> None:
    with site(ready, EVENT):
        said = ready.run("import", LINK, "--reported", "2019-06-01")
        assert (said.code, said.problem()["code"]) == (1, "no-edition")
        assert kept(ready) == []
        told = ready.done("import", LINK, "--reported", "2021-06-01").out
    assert "for no list: banzuke problems, or banzuke events, says why" in told


def test_a_day_that_is_stated_is_the_day_of_the_report(ready: Workplace) -> None:
    fetched(ready, EVENT)
    assert ready.rows("SELECT arrived_on, day_stated FROM event") == [("2026-10-05", 1)]


def test_pages_of_the_archive_are_stored_beside_a_link_that_it_has_not(ready: Workplace) -> None:
    with site(ready, EVENT):
        ready.done("read", LINK)
    said = ready.run("import", f"{SITE}/tnr77.aspx", LINK, "--offline", "--reported", "2026-10-05")
    assert [p["code"] for p in said.problems()] == ["offline"]
    assert ready.rows("SELECT state FROM report ORDER BY id") == [("failed",), ("read",)]
    ((number, head),) = ready.rows("SELECT id, head FROM journal ORDER BY id DESC LIMIT 1")
    assert ready.place.folder.joinpath("journal.txt").read_text() == f"{number} {head}\n"

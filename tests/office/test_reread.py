"""`banzuke reread`: what today's reader makes of the pages that frozen readings were made of."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from office.poll import reread as module
from scraper.archive import FileArchive
from scraper.records import EventRecord, Result
from tests.publication.site import connect, event, import_, published, uploaded, with_result
from tests.standin.server import Standin
from tests.workplace import Workplace, once

NUMBER = 9900001


@pytest.fixture
def standin(work: Workplace) -> Iterator[Standin]:
    work.moment = datetime(2026, 10, 5, 3, 0, tzinfo=UTC)
    with Standin([event(), event(NUMBER + 1, name="Another Open")]) as serving:
        connect(work.monkeypatch, serving)
        yield serving


@pytest.fixture
def newer_reader(work: Workplace) -> None:
    """A reader of another version, which takes the first game of round 1 for a draw."""
    read = module.read_event

    def otherwise(*words: object, **more: object) -> EventRecord:
        record = read(*words, **more)  # type: ignore[arg-type]
        first = record.pairings[0]
        return replace(record, pairings=(replace(first, result=Result.DRAW), *record.pairings[1:]))

    work.monkeypatch.setattr(module, "read_event", otherwise)
    work.monkeypatch.setattr(module, "READER_VERSION", "99")


def frozen(work: Workplace) -> list[tuple[object, ...]]:
    return work.rows("SELECT id, reader, fingerprint, record FROM reading")


def test_todays_reader_reads_the_kept_pages_as_they_were_frozen(standin: Standin, work: Workplace) -> None:
    import_(work, NUMBER, NUMBER + 1)
    standin.requests.clear()
    said = work.done("reread")
    assert said.out.splitlines()[-1] == "2 readings read again: 2 as before, 0 different, 0 not read"
    assert standin.requests == []
    assert "reread-differs" not in work.codes()


@pytest.mark.usefixtures("newer_reader")
def test_a_difference_is_printed_and_becomes_a_problem_and_nothing_is_changed(
    standin: Standin, work: Workplace
) -> None:
    once(import_)(work, NUMBER)
    before = work.dump("problem", "reread"), frozen(work)
    said = work.run("reread", "Ｅ１")
    assert said.code == 3
    assert any("round 1, " in line and "→ 1/2-1/2" in line for line in said.out.splitlines())
    assert (work.dump("problem", "reread"), frozen(work)) == before
    problem = work.the("reread-differs")
    assert problem.blocks
    assert "by reader 99: round 1, " in problem.found
    work.run("reread")
    assert work.the("reread-differs").id == problem.id


def test_the_problem_goes_when_the_reading_stands_again(
    standin: Standin, work: Workplace, newer_reader: None
) -> None:
    once(import_)(work, NUMBER)
    work.run("reread")
    work.the("reread-differs")
    work.monkeypatch.undo()
    work.monkeypatch.setattr("office.clock.now", lambda: work.moment)
    work.done("reread")
    assert "reread-differs" not in work.codes()


@pytest.mark.usefixtures("newer_reader")
def test_the_officer_can_keep_the_frozen_reading(standin: Standin, work: Workplace) -> None:
    once(import_)(work, NUMBER)
    work.run("reread")
    work.resolve(work.the("reread-differs"), "--accept")
    assert "reread-differs" not in work.codes()


@pytest.mark.usefixtures("newer_reader")
def test_importing_again_from_the_archive_takes_the_newer_reading(standin: Standin, work: Workplace) -> None:
    once(import_)(work, NUMBER)
    work.run("reread")
    work.monkeypatch.setattr("office.intake.sources.read_event", module.read_event)
    standin.requests.clear()
    said = work.done("import", f"https://chess-results.com/tnr{NUMBER}.aspx", "--offline")
    assert "updated" in said.out
    assert standin.requests == []
    assert "reread-differs" not in work.codes()
    assert work.done("reread").code == 0


@pytest.mark.usefixtures("newer_reader")
def test_under_a_published_list_it_is_told_and_the_list_stands(standin: Standin, work: Workplace) -> None:
    published(work, standin)
    before = work.dump("problem", "reread")
    assert work.run("reread").code == 3
    assert work.dump("problem", "reread") == before
    problem = work.the("reread-differs")
    assert not problem.blocks
    assert "banzuke correction open" in problem.remedy
    work.done("status")


def test_a_reading_that_waits_for_a_correction_is_read_again_too(standin: Standin, work: Workplace) -> None:
    published(work, standin)
    standin.events[NUMBER] = uploaded(with_result(event(), 1, 1, "1/2"))
    import_(work, NUMBER)
    assert work.done("reread").out.splitlines()[-1].startswith("2 readings read again: 2 as before")


def test_a_page_that_the_archive_lost_is_named(standin: Standin, work: Workplace) -> None:
    import_(work, NUMBER, NUMBER + 1)
    ((record,),) = work.rows("SELECT record FROM reading WHERE id = 1")
    sha256 = json.loads(record)["source"]["pages"][2]["sha256"]
    FileArchive(work.folder / "archive")._file(sha256).unlink()
    said = work.run("reread")
    assert said.code == 1
    assert said.problem()["code"] == "archive-page-missing"
    assert said.out.splitlines()[-1] == "2 readings read again: 1 as before, 0 different, 1 not read"


def test_an_event_that_is_not_there_is_refused(work: Workplace) -> None:
    assert work.run("reread", "E7").problem()["code"] == "no-such-event"
    told = work.run("problems", "p7").problem()
    assert (told["code"], told["found"]) == ("no-such-event", "the number of a problem")
    assert told["do"].startswith("look at it: banzuke resolve P7;")

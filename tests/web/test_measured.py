"""Who watches the desk: whether it is well, its figures, its log; and nothing of anybody in them."""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from prometheus_client.parser import text_string_to_metric_families

from importer.store import received
from importer.tables import ReadingRow
from office.database.engine import transaction
from office.jobs import claims
from office.jobs.board import change
from office.tables import PollRow
from tests.web.conftest import Served, served
from tests.workplace import Workplace, small_federation


def figures(text: str) -> dict[str, float]:
    return {
        " ".join((one.name, *(f"{k}={v}" for k, v in sorted(one.labels.items())))): one.value
        for family in text_string_to_metric_families(text)
        for one in family.samples
    }


def test_health_is_well_while_the_database_opens_and_names_what_is_not(desk: Served) -> None:
    answer = desk.client().get("/health")
    assert (answer.status_code, answer.json()) == (200, {"well": True})
    desk.work.database.write_bytes(b"no database at all" * 100)
    for end in ("-wal", "-shm"):
        desk.work.database.with_name(desk.work.database.name + end).unlink(missing_ok=True)
    answer = desk.client().get("/health")
    assert (answer.status_code, answer.json()["well"]) == (503, False)


def test_the_figures_count_answers_by_route_and_say_what_waits(desk: Served) -> None:
    client = desk.client()
    for path in ("/sign-in", "/sign-in", "/no/such/page?name=Mori", "/static/nothing.css"):
        client.get(path)
    told = figures(client.get("/metrics").text)
    assert told["banzuke_answers_total method=GET route=/sign-in status=200"] == 2
    assert told["banzuke_answers_total method=GET route=none status=404"] == 1
    assert told["banzuke_answer_seconds_count route=/sign-in"] == 2
    assert told["banzuke_open_problems"] == 0
    assert told["banzuke_newest_list_timestamp_seconds"] == 0
    assert "Mori" not in client.get("/metrics").text


def test_the_newest_list_is_told_by_the_moment_of_its_publication(work: Workplace) -> None:
    small_federation(work)
    with served(work) as desk:
        told = figures(desk.client().get("/metrics").text)
    # The opening list is taken over at the present moment of the tests: 2026-11-02 01:00 UTC.
    assert told["banzuke_newest_list_timestamp_seconds"] == 1793581200


def test_a_look_by_a_clock_that_was_ahead_hides_no_silence(work: Workplace) -> None:
    small_federation(work)
    for key, year in (("chess-results:1", 2026), ("chess-results:2", 2036)):
        with transaction(work.engine()) as session:
            report = received(
                session,
                reference=key,
                text=None,
                arrived_on=work.moment.date(),
                day_stated=True,
                now=work.moment,
            )
            session.flush()
            reading = ReadingRow(
                report_id=report.id or 0,
                event_key=key,
                read_at=work.moment,
                reader="1",
                record="{}",
                fingerprint="",
            )
            session.add(reading)
            session.flush()
            seen = datetime(year, 11, 1, tzinfo=UTC)
            session.add(PollRow(event_key=key, reading_id=reading.id or 0, looked_at=seen, changed_at=seen))
    with served(work) as desk:
        told = figures(desk.client().get("/metrics").text)
    assert told["banzuke_last_poll_timestamp_seconds"] == 1793491200  # 2026-11-01 00:00 UTC


def test_room_on_the_disk_and_the_newest_backup_are_told(work: Workplace, tmp_path: Path) -> None:
    work.done("backup", tmp_path / "far")
    with served(work) as desk:

        def told() -> dict[str, float]:
            return figures(desk.client().get("/metrics").text)

        first = told()
        free = shutil.disk_usage(work.folder).free
        assert abs(first["banzuke_free_disk_bytes"] - free) < 1e9  # others write meanwhile
        assert first["banzuke_newest_backup_timestamp_seconds"] == 0, "the job puts none there"
        work.done("jobs", "change", "backup", "--with", tmp_path / "far")
        assert told()["banzuke_newest_backup_timestamp_seconds"] == 1793581200  # 2026-11-02 01:00 UTC
        # Made while the clock was ten years ahead: it does not hide that none is made any more.
        (tmp_path / "far" / "banzuke-nokey-20361102T010000Z.tar").touch()
        assert told()["banzuke_newest_backup_timestamp_seconds"] == 1793581200
        with transaction(work.engine()) as session:  # as one could before such words were refused
            words, zone = f"'{tmp_path / 'far'}' --unknown", ZoneInfo("Asia/Tokyo")
            change(session, "backup", schedule=None, words=words, who="Mori", now=work.moment, zone=zone)
        assert told()["banzuke_newest_backup_timestamp_seconds"] == 0


def test_the_figures_say_which_job_is_overdue_and_when_each_ended_well(work: Workplace) -> None:
    for job in ("poll", "inbox"):
        work.done("jobs", "on", job)
    due = {"poll": "2026-11-02T09:17:00+00:00", "inbox": "2026-11-02T01:30:00+00:00"}  # by their schedules
    for job, code in (("poll", 0), ("inbox", 1)):
        work.moment = datetime.fromisoformat(due[job])
        with transaction(work.engine()) as session:
            claim = claims.take(session, job, "a test", "here", work.moment)
            assert claim is not None
            later = work.moment + timedelta(minutes=1)
            claims.end(session, claim, code, "", later, ZoneInfo("Asia/Tokyo"))
    work.moment = datetime(2026, 11, 2, 13, 17, 0, tzinfo=UTC)
    with served(work) as desk:
        before = figures(desk.client().get("/metrics").text)
        work.moment += timedelta(minutes=13)  # twelve hours after the mailbox was to be looked at
        told = figures(desk.client().get("/metrics").text)
    assert before["banzuke_job_overdue job=inbox"] == 0 and told["banzuke_job_overdue job=inbox"] == 1
    assert told["banzuke_job_overdue job=poll"] == told["banzuke_job_overdue job=site"] == 0
    assert before["banzuke_job_seconds_since_ended_well job=poll"] == 4 * 3600 - 60
    assert told["banzuke_job_seconds_since_ended_well job=inbox"] == 12 * 3600
    assert "banzuke_job_seconds_since_ended_well job=site" not in told


@pytest.mark.parametrize("header", ["x-forwarded-for", "forwarded", "x-real-ip"])
def test_behind_a_proxy_nobody_reads_the_figures_without_the_token(
    desk: Served, header: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = desk.client()
    assert client.get("/metrics", headers={header: "192.0.2.1"}).status_code == 403
    monkeypatch.setenv("BANZUKE_METRICS_TOKEN", "let me in")
    right = {header: "192.0.2.1", "authorization": "Bearer let me in"}
    assert client.get("/metrics", headers=right).status_code == 200
    for wrong in ("Bearer let me", "let me out", "Basic x"):
        assert client.get("/metrics", headers={"authorization": wrong}).status_code == 403
    assert client.get("/metrics").status_code == 403


def test_a_token_of_nothing_but_blanks_opens_nothing(desk: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """As one that was never written into its file: it was shown by everybody who showed none."""
    for blanks in (" ", " \t\u3000"):
        monkeypatch.setenv("BANZUKE_METRICS_TOKEN", blanks)
        for shown in ({}, {"authorization": "Bearer"}, {"authorization": ""}):
            from_elsewhere = {"x-forwarded-for": "192.0.2.1", **shown}
            assert desk.client().get("/metrics", headers=from_elsewhere).status_code == 403
        assert desk.client().get("/metrics").status_code == 200, "from this machine, as without one"


def test_the_log_has_a_line_for_each_answer_without_what_was_asked_for(
    work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BANZUKE_LOG", "json")
    with served(work) as desk:
        desk.client().get("/sign-in?name=Mori+Sora")
    lines = [json.loads(line) for line in work.capsys.readouterr().err.splitlines() if line.startswith("{")]
    (line,) = [one for one in lines if one["route"] == "/sign-in"]
    assert (line["answer"], line["method"]) == (200, "GET")
    assert line["ms"] > 0
    assert "Mori" not in json.dumps(lines)

"""Looking after the office at the desk: what is found is what the command line finds, what is made can be
used, and nothing is deleted that was not shown."""

from __future__ import annotations

import io
import re
import sqlite3
import subprocess
import tarfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from office.accounts.roles import Role
from office.backup.make import restore
from office.clock import now
from office.database.engine import transaction
from office.jobs.board import change
from office.place import Place
from scraper.unfinished import PREFIX
from tests.office.mail.shapes import mail
from tests.web.conftest import REPLAY, Client, Served, served_copy
from tests.web.tasks import command, ended
from web.tasks import queue

pytestmark = pytest.mark.slow


@pytest.fixture
def desk(demonstration: Path, tmp_path: Path) -> Iterator[Served]:
    """The demonstration's office after its list, its pages answered from the recording."""
    with served_copy(demonstration, tmp_path / "office", replay=REPLAY) as made:
        yield made


@pytest.fixture
def head(desk: Served) -> Client:
    """An administrator on the page."""
    client = desk.signed_in("Head", Role.ADMINISTRATOR)
    assert client.get("/office").status_code == 200
    return client


def test_a_sound_office_is_found_sound_by_a_process_that_is_begun_for_it(
    desk: Served, head: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "subprocess", subprocess)  # as an officer's desk does, and not tests/begun.py
    page = ended(head, head.post("/office/doctor", {"pages": "yes"}))
    assert "The office is sound" in page
    assert "list of 1 November 2026, version 1: the same, byte for byte" in page


def test_damage_is_named_with_what_to_do_and_is_not_repaired(desk: Served, head: Client) -> None:
    with closing(sqlite3.connect(desk.work.database)) as raw, raw:
        for (trigger,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            raw.execute(f'DROP TRIGGER "{trigger}"')
        raw.execute("UPDATE list_rating SET rating = rating + 1 WHERE id = (SELECT max(id) FROM list_rating)")
    for do in ("look", "repair"):
        page = ended(head, head.post("/office/doctor", {"do": do}))
        assert "The office is sound" not in page and 'class="problem"' in page
    page = ended(head, head.post("/office/rebuild"))
    assert 'class="problem"' in page and "byte for byte" in page


def test_repair_takes_away_what_a_killed_command_left_and_nothing_else(desk: Served, head: Client) -> None:
    left = desk.work.folder / "archive" / f"{PREFIX}left"
    left.write_bytes(b"half")
    page = ended(head, head.post("/office/doctor"))
    assert "leftover" in page and left.exists()
    before = desk.work.dump()
    page = ended(head, head.post("/office/doctor", {"do": "repair"}))
    assert "leftover" not in re.sub(r"<details>.*?</details>", "", page, flags=re.S) and not left.exists()
    assert desk.work.dump() == before


def test_a_backup_made_at_the_desk_is_an_office_again(desk: Served, head: Client, tmp_path: Path) -> None:
    page = ended(head, head.post("/office/backups"))
    assert "unpacked again and examined" in page
    (file,) = (desk.work.folder / "backups").iterdir()
    assert file.name in head.get("/office").text
    assert "whole, unpacked and examined" in ended(head, head.post(f"/office/backups/{file.name}/check"))
    answer = head.http.get(f"/office/backups/{file.name}")
    assert answer.headers["content-disposition"] == f'attachment; filename="{file.name}"'
    saved = tmp_path / "saved.tar"
    saved.write_bytes(answer.content)
    done = restore(saved, Place(tmp_path / "again"), now(), lambda _line: None)
    assert done.found.sound and done.about["office"] == "Invented Chess Federation"


def test_a_backup_that_was_changed_is_refused_by_its_sum(desk: Served, head: Client) -> None:
    ended(head, head.post("/office/backups"))
    (file,) = (desk.work.folder / "backups").iterdir()
    whole = bytearray(file.read_bytes())
    whole[len(whole) // 2] ^= 1
    file.write_bytes(whole)
    assert "backup-unfit" in ended(head, head.post(f"/office/backups/{file.name}/check"))


def test_backups_go_where_their_job_puts_them(desk: Served, head: Client, tmp_path: Path) -> None:
    there = tmp_path / "elsewhere"
    command(desk, "jobs", "change", "backup", "--with", str(there), "--who", "Head")
    page = head.get("/office").text
    assert str(there) in page and "on the disk of the office" not in page
    ended(head, head.post("/office/backups"))
    (file,) = there.iterdir()
    assert tarfile.is_tarfile(file) and not (desk.work.folder / "backups").exists()
    with transaction(desk.work.engine()) as session:  # as one could before such words were refused
        given = {"who": "Head", "now": now(), "zone": ZoneInfo("Asia/Tokyo")}
        change(session, "backup", schedule=None, words="--nonsense", **given)
    assert "backup-words" in head.get("/office").text


def test_no_other_file_is_handed_out_as_a_backup(desk: Served, head: Client) -> None:
    ended(head, head.post("/office/backups"))
    for name in ("banzuke.sqlite", "..%2Fkey.sec", "banzuke-nokey-20260101T000000Z.tar"):
        assert head.get(f"/office/backups/{name}").status_code == 404, name


def test_saved_pages_are_read_again_as_before(head: Client) -> None:
    assert "different, 0 not read" in ended(head, head.post("/office/reread"))
    page = ended(head, head.post("/office/reread", {"events": "E99"}))
    assert "no-such-event" in page


def test_the_sites_pages_are_compared_with_those_that_were_read(head: Client) -> None:
    page = ended(head, head.post("/office/drift", {"events": "E1"}))
    assert "built as before" in page and "not built as before" not in page
    assert "no-such-event" in ended(head, head.post("/office/drift", {"events": "E99"}))


def test_a_public_archive_is_checked_with_and_without_the_key(desk: Served, head: Client) -> None:
    head.get("/lists")
    data = head.post("/lists/archive").content
    key = (desk.work.folder / "key.pub").read_text("ascii").splitlines()[-1]
    right = ended(head, head.post("/office/verify", {"key": key}, files={"files": ("lists.zip", data)}))
    assert "all as published, signed by the key" in right
    alone = ended(head, head.post("/office/verify", files={"files": ("lists.zip", data)}))
    assert "the archive agrees with itself" in alone
    with zipfile.ZipFile(io.BytesIO(data)) as whole:
        held = {name: whole.read(name) for name in whole.namelist()}
    text = next(name for name in held if name.endswith(".txt") and b"20" in held[name])
    held[text] = held[text].replace(b"1", b"2", 1)
    forged = io.BytesIO()
    with zipfile.ZipFile(forged, "w") as out:
        for name, part in held.items():
            out.writestr(name, part)
    sent = {"files": ("lists.zip", forged.getvalue())}
    page = ended(head, head.post("/office/verify", {"key": key}, files=sent))
    assert 'class="problem"' in page and "as published" not in page
    none = ended(
        head, head.post("/office/verify", {"key": "RWnothing"}, files={"files": ("lists.zip", data)})
    )
    assert "key-unfit" in none
    done = desk.tasks.newest(None)[1:]
    assert done and not any(task.order.given for task in done), "what was sent is kept no longer"


def test_only_what_was_shown_is_deleted(desk: Served, head: Client) -> None:
    page = head.get("/office/retention?pages=90").text
    assert "None of it is old enough" in page
    assert head.get("/office/retention?pages=89").status_code == 422
    assert head.get("/office/retention").status_code == 422
    files = sorted((desk.work.folder / "archive").rglob("*.gz"))
    answer = head.post("/office/retention", {"pages": "90", "shown": "0 7"})
    assert answer.status_code == 409 and "retention-changed" in answer.text
    assert sorted((desk.work.folder / "archive").rglob("*.gz")) == files


def test_what_was_deleted_is_said_on_a_page_that_can_be_loaded_again(desk: Served, head: Client) -> None:
    command(desk, "inbox", str(desk.work.file(mail("Nothing.\r\n"), "one.eml")))
    ((sender,),) = desk.work.rows("SELECT sender FROM message")
    form = shown(head, sender)
    answer = head.post("/office/retention", form)
    assert answer.status_code == 303
    for _ in range(2):
        page = head.get(answer.headers["location"]).text
        assert "Deleted, mails: 1, sent in: 0, pages: 0, kilobytes: 1" in page
    # another mail of this sender, and the form that is still in the browser
    command(desk, "inbox", str(desk.work.file(mail("Something.\r\n", message_id=b"<two@x>"), "two.eml")))
    again = head.post("/office/retention", form)
    assert again.status_code == 409 and "retention-changed" in again.text
    assert desk.work.rows("SELECT state FROM message ORDER BY id") == [("deleted",), ("nothing",)]


def shown(head: Client, sender: str) -> dict[str, str]:
    """The form of what would be deleted of a sender."""
    page = head.get("/office/retention", params={"sender": sender}).text
    (mark,) = re.findall('name="shown" value="(.*?)"', page)
    return {"sender": sender, "shown": mark}


def test_the_journal_has_who_deleted_sessions_that_ended_long_ago(desk: Served, head: Client) -> None:
    desk.work.moment += timedelta(days=200)
    again = desk.signed_in("Another Head", Role.ADMINISTRATOR)
    again.get("/office")
    before = desk.work.rows("SELECT max(id) FROM journal")[0][0]
    command(desk, "inbox", str(desk.work.file(mail("Nothing.\r\n"), "one.eml")))
    ((sender,),) = desk.work.rows("SELECT sender FROM message")
    assert again.post("/office/retention", shown(again, sender)).status_code == 303
    assert desk.work.rows(f"SELECT DISTINCT who FROM journal WHERE id > {before}") == [("Another Head",)]


def test_where_the_office_is_reached_and_how_much_it_asks(desk: Served, head: Client) -> None:
    assert head.post("/office/contact", {"contact": "no address"}).status_code == 422
    head.post("/office/contact", {"contact": "rating@example.org"})
    for given in ("-1", "", " "):
        assert head.post("/office/budget", {"requests": given}).status_code == 422
    head.post("/office/budget", {"requests": "77"})
    page = head.get("/office").text
    assert 'value="rating@example.org"' in page and "of 77 requests used" in page
    assert "rating@example.org" in command(desk, "contact")
    assert "of 77 requests" in command(desk, "budget")


def test_the_language_of_the_office(desk: Served, head: Client) -> None:
    assert head.post("/office/language", {"language": "fr"}).status_code == 422
    assert head.post("/office/language", {"language": "ja"}).status_code == 303
    assert desk.work.rows("SELECT value FROM setting WHERE name = 'language'") == [("ja",)]


def test_another_key_is_made_with_a_tick_and_keeps_the_old_one(desk: Served, head: Client) -> None:
    old = (desk.work.folder / "key.pub").read_text()
    assert head.post("/office/key").status_code == 422
    assert (desk.work.folder / "key.pub").read_text() == old
    assert head.post("/office/key", {"sure": "yes"}).status_code == 303
    new = (desk.work.folder / "key.pub").read_text()
    assert new != old and [file.read_text() for file in desk.work.folder.glob("key-*.pub")] == [old]
    assert new.splitlines()[-1] in head.get("/office").text.replace("&#43;", "+")
    assert "The office is sound" in ended(head, head.post("/office/doctor"))


def test_settings_are_shown_without_secrets(
    desk: Served, head: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BANZUKE_SMTP_PASSWORD", "not for your eyes")
    page = head.get("/office/settings").text
    assert "smtp-password" in page and "not for your eyes" not in page


def test_a_task_that_is_stopped_or_killed_says_so_and_the_next_is_done(desk: Served, head: Client) -> None:
    first = head.post("/office/doctor").headers["location"]
    assert head.post("/office/doctor").headers["location"] == first  # clicked twice
    second = head.post("/office/rebuild").headers["location"]
    assert 'role="log" aria-live="polite"' in head.get(second).text, "a screen reader reads its steps"
    told = head.get(head.post(f"{second}/stop").headers["location"]).text
    assert "It was stopped" in told and "Working." not in told, "its turn has not come yet"
    again = head.post("/office/rebuild")
    assert again.headers["location"] != second, "it waits to be passed over"
    tasks = desk.tasks
    until = time.monotonic() + 60
    while tasks._process is None and not tasks.seen(1).over:  # type: ignore[union-attr]
        assert time.monotonic() < until
        time.sleep(0.01)
    assert tasks._process is not None
    tasks._process[1].kill()
    third = head.post("/office/rebuild", {"pages": "yes"})
    assert "all made again" in ended(head, third) or "made again, the same" in ended(head, third)
    assert "task-cut-off" in head.get(first).text
    assert "It was stopped" in head.get(second).text
    assert "made again, the same" in ended(head, again) or "all made again" in ended(head, again)
    late = head.post(again.headers["location"] + "/stop")  # a page from before it was over
    assert "It was stopped" not in head.get(late.headers["location"]).text


@pytest.mark.parametrize("told", [b"", b"\x80\x05\x95"])
def test_a_task_whose_desk_ended_before_it_said_what_ends_quietly(told: bytes) -> None:
    said = subprocess.run(queue.Tasks.COMMAND, input=told, capture_output=True, check=False)
    assert (said.returncode, said.stdout, said.stderr) == (0, b"", b"")


def test_a_task_is_its_owners_and_the_administrators(desk: Served, head: Client) -> None:
    officer, other = desk.signed_in("Officer One"), desk.signed_in("Officer Two")
    officer.get("/lists/simulate")
    answer = officer.post("/lists/simulate")
    where = answer.headers["location"]
    ended(officer, answer)
    assert (officer.get(where).status_code, head.get(where).status_code) == (200, 200)
    for path in (where, f"{where}/live", f"{where}/files/simulation.csv"):
        assert other.get(path).status_code == 404
    assert officer.get(f"{where}/files/simulation.csv").status_code == 200
    assert officer.get(f"{where}/files/..%2Fkey.sec").status_code == 404


def test_a_desk_that_is_closed_leaves_no_process(demonstration: Path, tmp_path: Path) -> None:
    with served_copy(demonstration, tmp_path / "office") as desk:
        head = desk.signed_in("Head", Role.ADMINISTRATOR)
        head.get("/office")
        head.post("/office/doctor", {"pages": "yes"})
        tasks = desk.tasks
        while tasks._process is None:
            time.sleep(0.01)
        process = tasks._process[1]
    assert process.poll() is not None


def test_a_job_is_put_on_another_schedule(desk: Served) -> None:
    officer = desk.signed_in()
    officer.get("/settings/jobs/poll")
    answer = officer.post("/settings/jobs/poll", {"do": "schedule", "schedule": "61 * * * *"})
    assert answer.status_code == 422 and "schedule-unreadable" in answer.text
    officer.post("/settings/jobs/poll", {"do": "schedule", "schedule": "5 9 * * 1"})
    assert 'value="5 9 * * 1"' in officer.get("/settings/jobs/poll").text
    assert desk.work.rows("SELECT schedule, changed_by, switched_on FROM job WHERE name = 'poll'") == [
        ("5 9 * * 1", "Officer One", 0)
    ]


def test_what_another_officer_set_since_the_page_was_opened_is_not_replaced_unseen(desk: Served) -> None:
    one, other = (desk.signed_in(name, Role.ADMINISTRATOR) for name in ("Head Three", "Head Four"))
    shown = re.findall('name="shown" value="([^"]*)"', one.get("/settings/jobs/poll").text)[0]
    for path, form, value, another in (
        ("/settings/jobs/poll", {"do": "schedule", "shown": shown}, {"schedule": "5 9 * * 1"}, "6 9 * * 1"),
        ("/office/contact", {"shown": ""}, {"contact": "a@example.org"}, "b@example.org"),
    ):
        if path == "/office/contact":
            form = {"shown": re.findall('name="shown" value="([^"]*)"', one.get("/office").text)[0]}
        assert other.post(path, {**form, **value}).status_code == 303
        refused = one.post(path, {**form, **dict.fromkeys(value, another)})
        assert refused.status_code == 409 and "answered-meanwhile" in refused.text
        assert one.post(path, {**form, **value}).status_code == 303  # the same


def test_an_organizer_whom_another_officer_changed_meanwhile_is_not_changed_unseen(desk: Served) -> None:
    one, other = desk.signed_in("Officer Three"), desk.signed_in("Officer Four")
    form = {"name": "Invented Club", "kind": "club", "valid": "2024-10-01/", "shown": ""}
    assert one.post("/members/organizers", form).status_code == 303
    form["shown"] = re.findall('name="shown" value="([^"]*)"', one.get("/members/organizers").text)[0]
    assert other.post("/members/organizers", {**form, "valid": "2025-01-01/"}).status_code == 303
    refused = one.post("/members/organizers", {**form, "names": "Club of Nobody"})
    assert refused.status_code == 409 and "answered-meanwhile" in refused.text
    form["shown"] = re.findall('name="shown" value="([^"]*)"', one.get("/members/organizers").text)[0]
    assert one.post("/members/organizers", {**form, "names": "Club of Nobody"}).status_code == 303

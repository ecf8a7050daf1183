"""What somebody sent to the office without an account, and mails that came in at the desk, are deleted on
request: his marks are sought in every file of the office."""

from __future__ import annotations

import gzip
import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from office.accounts.roles import Role
from tests.office.mail.shapes import mail
from tests.web.conftest import Client, Served
from tests.web.test_lists import text
from tests.web.test_organizers import CUP, RAPID, sends
from tests.workplace import Workplace, small_federation

pytestmark = pytest.mark.slow

DOUBT = {"lang": "en", "wrong": "1506", "right": "1516, Markdoubt says", "name": "Markdoubt Dan"}
MARKS = ("dan", "fumi", "jun", "haru", "iku")
"""Whose addresses: of a doubt, a report, a check; of a mail that an officer pastes, and of one he uploads."""
DECEMBER, LATER = datetime(2026, 12, 2, 1, tzinfo=UTC), datetime(2027, 4, 2, 1, tzinfo=UTC)
"""The next list can be published; and no list can be corrected any more."""


def mark(name: str) -> str:
    return f"{name}@mark.example"


def held(work: Workplace) -> set[str]:
    """Whose address the office holds."""
    return {
        name for data in _files(work) for name in MARKS if re.search(rb"(?i)%s@mark\." % name.encode(), data)
    }


def _files(work: Workplace) -> Iterator[bytes]:
    """Every file, unpacked; and the database, which can be elsewhere."""
    yield repr(work.dump()).encode()
    for path in work.folder.rglob("*"):
        if path.is_file() and "writer" not in path.name:
            data = path.read_bytes()
            yield gzip.decompress(data) if path.suffix == ".gz" else data


def doubts(client: Client) -> str:
    """Sends the doubt; the secret of its page."""
    (code,) = re.findall(r'name="code" value="([^"]+)"', client.get("/doubt").text)
    assert client.post("/doubt/send", {**DOUBT, "code": code, "mail": mark("dan")}).status_code == 200
    return str(code)


def hands_in(officer: Client, given: str = "", files: object = ()) -> None:
    (once,) = re.findall(r'name="once" value="([^"]+)"', officer.get("/reports").text)[:1]
    at = officer.post("/reports", {"once": once, "text": given}, files=files).headers["location"]
    for _ in range(600):
        if "This page may be closed" not in officer.get(at).text:
            return
        time.sleep(0.05)
    raise AssertionError("it is never read")


def retained(work: Workplace, *words: str) -> str:
    return work.done("retention", *words, "--yes").out


def test_a_doubt_goes_once_it_is_dealt_with_and_that_it_came_stays(let_in: Served, work: Workplace) -> None:
    small_federation(work)
    client, officer = let_in.client(), let_in.signed_in()
    code = doubts(client)
    assert "sent in: 0" in retained(work, "--sender", mark("dan"))
    assert "Markdoubt" in officer.get("/reports/1").text, "it waits for the office"
    officer.post("/reports/1/dealt-with")
    assert "sent in: 0" in retained(work, "--sender", mark("another-dan"))
    assert "sent in: 0" in retained(work, "--sender", mark("dan")[1:])
    page = officer.get("/reports/1").text
    assert "Markdoubt" in page and "sent in: 0" in retained(work, "--mails", "90")
    head = let_in.signed_in("Head", Role.ADMINISTRATOR)
    shown = head.get("/office/retention", params={"sender": mark("dan")}).text
    assert "sent in: 1" in shown and "Delete it" in shown
    assert "sent in: 1" in retained(work, "--sender", mark("dan").upper())
    assert held(work) == set() and b"Markdoubt" not in b"".join(_files(work))
    page = text(officer.get("/reports/1"))
    assert "deleted: what is sent in is not kept for ever" in page and "Markdoubt" not in page
    assert client.post("/sent", {"code": code}).status_code == 404
    assert "sent in: 0" in retained(work, "--sender", mark("dan"))
    again = doubts(client)
    assert "/reports/2" in officer.get("/reports").text and again != code
    officer.post("/reports/2/dealt-with")
    work.moment = LATER
    assert "sent in: 1" in retained(work, "--mails", "90")
    assert held(work) == set()


def test_what_was_reported_and_checked_goes_when_the_list_is_closed(let_in: Served, work: Workplace) -> None:
    """With the bytes of mails that an officer handed in as files, and what he pasted."""
    small_federation(work)
    client, officer = let_in.client(), let_in.signed_in()
    sends(client, "report", RAPID, name="Mark Fumi", mail=mark("fumi"))
    sends(client, "check", RAPID, name="Mark Jun", mail=mark("jun"))
    sender = b"Mark Haru <haru@mark.example>"
    hands_in(officer, mail(f"see {CUP}", sender=sender, message_id=b"<1@x>").decode())
    sender = b"Mark Iku <iku@mark.example>"
    file = mail(f"see {CUP}", sender=sender, message_id=b"<2@x>")
    hands_in(officer, files={"files": ("mail.eml", file)})
    for number in (1, 2):
        work.done("resolve", f"E{number}", "--exclude", "--reason", "it is no rated event")
    assert held(work) == {"fumi", "jun", "haru", "iku"}
    for name in MARKS:
        retained(work, "--sender", mark(name))
    assert held(work) == {"fumi", "haru", "iku"}, "of a check nothing is needed"
    for moment in (work.moment, DECEMBER):
        work.moment = moment
        work.done("rate")
        work.done("publish")
    assert "sent in: 0" in retained(work, "--sender", mark("fumi")), "a list with it can be corrected"
    work.moment = LATER
    assert "sent in: 1" in retained(work, "--sender", mark("fumi"))
    assert held(work) == {"haru", "iku"}
    assert "mails: 1, sent in: 1" in retained(work, "--sender", mark("iku"))
    assert held(work) == {"haru"}
    assert "mails: 1, sent in: 1" in retained(work, "--mails", "90")
    assert held(work) == set()
    assert work.rows("SELECT count(*) FROM report WHERE reporter IS NOT NULL") == [(0,)]
    again = let_in.signed_in("Officer Two")
    assert "Officer One" in text(again.get("/reports/3")), "who handed it in is on decisions"
    assert "archive-page-missing" not in work.run("doctor").all
    assert "again, the same byte for byte" in work.done("rebuild", "--no-pages").out


def test_the_desk_erases_who_is_no_member_after_a_tick(let_in: Served, work: Workplace) -> None:
    small_federation(work)
    hosts = "Name,Kind,Valid,Representatives\nInvented Club,club,2015-04-01/,"
    hosts += "Mark Dan dan@mark.example; Mark Fumi\n"
    work.done("organizers", "import", work.file(hosts, "hosts.csv"))
    (work.folder.parent / "hosts.csv").unlink()
    officer, page, to = let_in.signed_in(), "/members/organizers", "/members/organizers/erase"
    form = {"person": mark("dan"), "organizer": "", "reason": "asked for it by letter"}
    officer.get(page)
    unticked = officer.post(to, form)
    assert unticked.status_code == 422 and "erase-unconfirmed" in unticked.text and held(work) == {"dan"}
    done = officer.post(to, {**form, "sure": "yes"})
    assert done.headers["location"].startswith(f"{page}?done=") and held(work) == set()
    assert "Mark Fumi" in text(officer.get(done.headers["location"]))
    nobody = officer.post(to, {**form, "sure": "yes"})
    assert nobody.status_code in (404, 422) and "nobody-to-erase" in nobody.text
    named = {**form, "person": "Mark Fumi", "organizer": "Invented Club", "sure": "yes"}
    assert officer.post(to, named).status_code == 303
    assert "Mark Fumi" not in text(officer.get(page))
    work.done("notices", "stop", mark("dan"))
    forgotten = officer.post(to, {**form, "sure": "yes"})
    assert forgotten.status_code == 303 and held(work) == set()
    assert officer.get(forgotten.headers["location"]).status_code == 200

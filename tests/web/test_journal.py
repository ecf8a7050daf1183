"""The journal on the desk: who changed what, found by member, event and officer, page by page."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from office.accounts.roles import Role
from office.database.engine import look
from office.rebuild.run import journal_faults
from tests.web.conftest import PASSWORD, Served
from tests.workplace import MORI, small_federation
from web.pages import decisions

LINE = re.compile(r'<li><span class="day">.*')
OLDER = re.compile(r'<a href="([^"]+)" rel="next">')


def test_a_change_on_the_desk_is_in_it_by_name(desk: Served) -> None:
    client = desk.signed_in("Officer One")
    client.post("/settings/notices/read/switch", {"to": "on"})
    text = unescape(client.get("/settings/journal").text)
    assert "<bdi>Officer One</bdi>" in text and "notices of the kind read: on" in text
    by = unescape(client.get("/settings/journal?by=Officer+One").text)
    assert "notices of the kind read" in by and "setting" not in LINE.findall(by)[0]
    assert "Nothing was changed" in client.get("/settings/journal?by=Nobody").text


def test_older_entries_are_pages(desk: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    small_federation(desk.work)
    client = desk.signed_in()
    whole = LINE.findall(client.get(f"/settings/journal?member={MORI}").text)
    assert len(whole) >= 2 and all("setting" not in line for line in whole)
    monkeypatch.setattr(decisions, "ENTRIES", 1)
    found, path = [], f"/settings/journal?member={MORI}"
    while path:
        text = client.get(path).text
        found += LINE.findall(text)
        older = OLDER.search(text)
        path = unescape(older[1]) if older else ""
    assert found == whole


def test_who_does_not_decide_does_not_see_it(desk: Served) -> None:
    assert desk.signed_in("A Reader", Role.READER).get("/settings/journal").status_code == 403
    answer = desk.signed_in().get("/settings/journal?member=N99999999")
    assert answer.status_code == 404 and "N99999999" in answer.text


def test_who_comes_in_and_goes_out_is_held_against_it(desk: Served) -> None:
    client = desk.signed_in("Officer One", Role.ADMINISTRATOR)
    client.post("/settings/password", {"new": PASSWORD, "again": PASSWORD})
    client.post("/settings/programs", {"name": "club site"})
    client.post("/sign-out")
    client.get("/sign-in")
    client.post("/sign-in", {"name": "Officer One", "password": PASSWORD})
    client.get("/settings")
    rows = desk.work.rows("SELECT who, now FROM journal WHERE kind = 'held' ORDER BY id")
    told = [(who, set(json.loads(now))) for who, now in rows]
    assert ("banzuke serve", {"account_link", "account_session"}) in told
    assert told[-1] == ("banzuke serve", {"account_session"})
    with look(desk.work.engine()) as session:
        assert list(journal_faults(session)) == []

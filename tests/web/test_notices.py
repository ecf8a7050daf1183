"""Notices on the desk: seen before they are switched on, addresses entered and stopped, what was sent."""

from __future__ import annotations

from html import unescape

from office.accounts.roles import Role
from tests.office.mail.shapes import mail
from tests.web.conftest import Client, Served
from tests.workplace import MORI, NAMES


def page(client: Client, path: str = "/settings/notices") -> str:
    answer = client.get(path)
    assert answer.status_code == 200, unescape(answer.text)
    return unescape(answer.text)


def test_who_does_not_decide_sees_no_addresses(desk: Served) -> None:
    for role in (Role.READER, Role.REPORTER):
        client = desk.signed_in(f"The {role}", role)
        assert client.get("/settings/notices").status_code == 403
        assert client.post("/settings/notices/read/switch", {"to": "on"}).status_code == 403
    assert desk.work.rows("SELECT count(*) FROM notice_kind") == [(0,)]


def test_a_kind_is_switched_on_where_its_text_is_seen(desk: Served) -> None:
    client = desk.signed_in()
    assert 'href="/settings/notices"' in page(client, "/settings")
    text = page(client, "/settings/notices/membership")
    assert "With invented facts it reads:" in text and "Dear Mori Sora," in text
    assert client.post("/settings/notices/membership/switch", {"to": "on"}).status_code == 303
    rows = "SELECT name, switched_on, changed_by FROM notice_kind"
    assert desk.work.rows(rows) == [("membership", 1, "Officer One")]
    page(client, "/settings/notices/membership")
    client.post("/settings/notices/membership/switch", {"to": "off"})
    assert desk.work.rows(rows) == [("membership", 0, "Officer One")]
    assert client.get("/settings/notices/nothing").status_code == 404


def test_an_address_is_entered_stopped_and_allowed(desk: Served) -> None:
    desk.work.register({"ID": MORI, "Name": NAMES[MORI]})
    client = desk.signed_in()
    page(client)
    entered = {"address": "Mori@example.jp", "member": MORI, "language": "ja"}
    assert client.post("/settings/notices", entered).status_code == 303
    assert "mori@example.jp" in page(client) and f"{MORI} {NAMES[MORI]}, ja" in page(client)
    for wrong, status, code in (
        ({"address": "mori"}, 422, "no-such-address"),
        ({"address": "a@example.jp"}, 422, "no-such-address"),
        ({**entered, "member": "N99999999"}, 404, "no-such-member"),
    ):
        answer = client.post("/settings/notices", wrong)
        assert (answer.status_code, code in answer.text) == (status, True), answer.text
    client.post("/settings/notices", {"address": "mori@example.jp", "do": "stop"})
    assert "wants none" in page(client)
    client.post("/settings/notices", {"address": "mori@example.jp", "do": "allow"})
    assert "wants none" not in page(client)


def test_what_would_be_sent_and_what_was_is_shown(desk: Served) -> None:
    work = desk.work
    work.run("inbox", work.file(mail("see https://bit.ly/2xyz\r\n"), "mail.eml"))
    client = desk.signed_in()
    page(client)
    client.post("/settings/notices", {"address": "officer@example.jp", "officer": "yes", "language": "en"})
    assert "  - mail M1\n" in page(client, "/settings/notices/waiting")
    client.post("/settings/notices/waiting/switch", {"to": "on"})
    work.monkeypatch.setenv("BANZUKE_NOTICES_SENDER", "rating@office.example")
    work.done("notices", "send")
    told = page(client)
    assert "officer@example.jp" in told and "about 1 thing" in told and "1 sent" in told

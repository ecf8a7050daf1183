"""The desk of an office whose database is PostgreSQL: two officers who really act in the same moment. The
whole journey in a browser is in test_journey.py."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from itertools import count

import httpx
import psycopg
import pytest
from sqlalchemy import make_url

from office.accounts.roles import Role
from tests.on_postgresql import made_database
from tests.web.conftest import REPLAY, Client, Served, served
from tests.web.tasks import ended
from tests.web.test_journey import rows
from tests.web.test_questions import sent
from tests.workplace import Workplace
from web.serve import PAGES

pytestmark = pytest.mark.slow

DATA = files("cli.demo") / "data"
_numbers = count(1)


@pytest.fixture
def desk(work: Workplace, cluster: str) -> Iterator[Served]:
    """The desk of an office that was just made on the server."""
    address = made_database(cluster, f"desk_{next(_numbers)}", None)
    folder = work.folder.with_name("on-postgresql")
    folder.mkdir()
    work = replace(work, folder=folder, moment=datetime(2026, 11, 2, 1, tzinfo=UTC))
    work.done("init", "--officer", "Head", "--database", address)
    with served(work, replay=REPLAY) as made:
        yield made


def at_once(*doing: Callable[[], httpx.Response]) -> list[httpx.Response]:
    """All of it in the same moment."""
    gate, answers = threading.Barrier(len(doing)), list[httpx.Response]()

    def run(one: Callable[[], httpx.Response]) -> None:
        gate.wait()
        answers.append(one())

    threads = [threading.Thread(target=run, args=(one,)) for one in doing]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return sorted(answers, key=lambda answer: answer.status_code)


def test_a_desk_whose_database_refuses_writing_is_read_and_says_so_where_it_would_store(
    work: Workplace, cluster: str
) -> None:
    address = made_database(cluster, f"desk_{next(_numbers)}", None)
    folder = work.folder.with_name("on-postgresql")
    folder.mkdir()
    work = replace(work, folder=folder, moment=datetime(2026, 11, 2, 1, tzinfo=UTC))
    work.done("init", "--officer", "Head", "--database", address)
    settings = folder / "banzuke.toml"
    looks = make_url(address).set(username="looks_at_the_desk").render_as_string(hide_password=False)
    settings.write_text(settings.read_text().replace(address, looks))
    with psycopg.connect(address, autocommit=True) as owner:
        owner.execute(
            "CREATE ROLE looks_at_the_desk LOGIN; GRANT ALL ON ALL TABLES IN SCHEMA public TO"
            " looks_at_the_desk; GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO looks_at_the_desk"
        )
        with served(work) as desk:
            client = desk.signed_in()
            owner.execute(
                "REVOKE INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public FROM looks_at_the_desk"
            )
            desk.work.moment += timedelta(minutes=6)  # that the session was used since is not noted
            assert client.get("/").status_code == 200
            given = {"points": "100", "reason": "the board"}
            for lang, meaning in (("en", "The database cannot be written"), ("ja", "書き込")):
                answer = client.post("/settings/rules/rating-gap", given, headers={"accept-language": lang})
                assert answer.status_code == 503 and meaning in answer.text, lang
                assert "permission denied for table ruling" in answer.text and "GRANT SELECT" in answer.text
    assert list(folder.glob("fault-*")) == []


def demo_at(desk: Served) -> tuple[Client, Client]:
    """The demonstration's month before its first answer, and two officers."""
    work = desk.work
    work.done("members", "import", DATA / "register.csv")
    games = DATA / "opening-games.csv"
    work.done("opening", "import", DATA / "opening.csv", "--games", games, "--list", "2026-10-01")
    work.done("import", DATA / "email.txt", "--reported", "2026-10-19", "--replay", REPLAY)
    return desk.signed_in("Officer One"), desk.signed_in("Officer Two", Role.ADMINISTRATOR)


def test_two_officers_in_the_same_moment(desk: Served) -> None:
    one, two = demo_at(desk)
    asked = rows(desk, "SELECT id, code FROM problem WHERE state = 'open' AND blocks ORDER BY id")
    number = next(found for found, code in asked if code == "member-ambiguous")
    pages = [client.get(f"/questions/{number}") for client in (one, two)]
    answers = at_once(
        lambda: one.post("/questions", sent(pages[0], "--match N10215754")),
        lambda: two.post("/questions", sent(pages[1], "--match N10211644")),
    )
    assert [answer.status_code for answer in answers] == [303, 409]
    assert "answered-meanwhile" in answers[1].text
    assert len(rows(desk, "SELECT id FROM ruling WHERE kind = 'match'")) == 1
    for found, code in asked:
        choice = {"member-unknown": "--no-member", "time-control-contradicts-kind": "--accept",
                  "round-without-date": "--date 2026-10-18"}.get(code)  # fmt: skip
        if choice:
            assert one.post("/questions", sent(one.get(f"/questions/{found}"), choice)).status_code == 303
    one.get("/lists/next")
    assert one.post("/lists/next/rate").status_code == 303
    form = [_shown(client) for client in (one, two)]
    published = at_once(
        lambda: one.post("/lists/next/publish", form[0]), lambda: two.post("/lists/next/publish", form[1])
    )
    assert [answer.status_code for answer in published] == [303, 303]
    assert len({answer.headers["location"] for answer in published}) == 1
    state = "SELECT state, count(*) FROM list_version WHERE how = 'run' GROUP BY state"
    assert rows(desk, state) == [("published", 1)]
    assert rows(desk, "SELECT count(*) FROM chain_link WHERE version_id = 2") == [(1,)]


def _shown(client: Client) -> dict[str, str]:
    found = re.search(
        r'name="shown" value="([0-9a-f]{64})"', (page := client.get("/lists/next/publish").text)
    )
    assert found, re.sub(r"<[^>]+>|\s+", " ", page)[-900:]
    return {"shown": found[1], "sure": "yes"}


def test_the_office_is_looked_after_as_on_a_file(desk: Served) -> None:
    head = desk.signed_in("Head", Role.ADMINISTRATOR)
    page = head.get("/office").text
    assert "PostgreSQL" in page and "postgres:" not in page
    assert "The office is sound" in ended(head, head.post("/office/doctor", {"pages": "yes"}))
    assert "unpacked again and examined" in ended(head, head.post("/office/backups"))
    (file,) = (desk.work.folder / "backups").iterdir()
    assert "whole, unpacked and examined" in ended(head, head.post(f"/office/backups/{file.name}/check"))
    head.post("/office/contact", {"contact": "rating@example.org"})
    assert 'value="rating@example.org"' in head.get("/office").text


def test_a_number_that_no_row_can_have_is_of_no_page(desk: Served) -> None:
    """A server does not look for a number that its column cannot hold."""
    head = desk.signed_in("Head", Role.ADMINISTRATOR)
    numbered = [
        (method, route.path.replace("{number}", number))
        for module in PAGES
        for route in module.routes.routes
        for method in route.methods
        if "{number}" in route.path and not route.path.startswith("/members/")
        for number in ("2147483648", "99999999999999999999")
    ]
    assert ("GET", "/questions/2147483648") in numbered and ("POST", "/reports/close/2147483648") in numbered
    for method, path in numbered:
        assert (head.get(path) if method == "GET" else head.post(path)).status_code == 404, path
    assert head.get("/questions/2147483647").status_code == 404
    assert list(desk.work.folder.glob("fault-*")) == []

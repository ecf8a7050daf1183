"""What the office can set of its API (R88 to R90), and tokens made at the command line."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import get_args

import httpx
import pytest

from docs.__main__ import DESK
from office.accounts.roles import Role
from office.settings import Settings
from tests.web.conftest import Served, served, set_to
from tests.web.test_lists import text
from tests.workplace import Workplace
from web.api.published import description

TEXT = {"text": "no link in it"}


def asked(
    desk: Served, path: str, token: str | None = None, method: str = "GET", key: str = ""
) -> httpx.Response:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    if key:
        headers["idempotency-key"] = key
    return desk.client().http.request(method, path, headers=headers, json=TEXT if method == "POST" else None)


def addresses() -> list[tuple[str, str]]:
    """Every operation of the API, with an address that it may have."""
    given = {"day": "2026-11-01", "number": "1", "id": "N90000001", "slug": "x", "code": "no-such-member"}
    return [
        (method.upper(), re.sub(r"{(\w+)}", lambda found: given[found[1]], path))
        for path, methods in description()["paths"].items()
        for method in methods
    ] + [("GET", "/api/v1/openapi.json")]


def token_of(work: Workplace, name: str = "Club Reporter", role: Role = Role.REPORTER) -> str:
    work.done("account", "add", name, "--role", role.value)
    return work.done("account", "token", name, "club program").out.strip()


def switched(work: Workplace, text: str) -> None:
    set_to(work.place, text + "\n")


def test_the_api_that_is_off_answers_nobody(work: Workplace) -> None:
    switched(work, 'api = "off"')
    token = token_of(work)
    with served(work) as desk:
        for method, path in addresses():
            answer = asked(desk, path, token, method)
            assert (answer.status_code, answer.json()["type"]) == (403, "/api/v1/problems/api-off"), path
        assert asked(desk, "/sign-in").status_code == 200
    assert work.rows("SELECT count(*) FROM sending") == [(0,)]


def test_the_api_by_token_answers_who_shows_one(work: Workplace) -> None:
    switched(work, 'api = "by-token"')
    token = token_of(work)
    told = {}
    with served(work) as desk:
        for method, path in addresses():
            assert asked(desk, path, None, method).status_code == 401, path
            assert asked(desk, path, "banzuke_no", method).status_code == 401, path
            told[method, path] = asked(desk, path, token, method).status_code
    # An office without a list or a member, to which one report came.
    there = {f"/api/v1/{name}" for name in ("events", "lists", "next-list", "openapi.json", "reports")}
    there |= {"/api/v1/reports/1", "/api/v1/problems/no-such-member"}
    assert told.pop(("POST", "/api/v1/reports")) == 202
    assert {path for (_method, path), status in told.items() if status == 200} == there
    assert {status for (_method, path), status in told.items() if path not in there} == {404}


def test_an_hours_reports_of_a_program_are_what_the_office_says(work: Workplace) -> None:
    switched(work, "api_reports = 2")
    token, other = token_of(work), token_of(work, "Another")
    with served(work) as desk:
        answers = [asked(desk, "/api/v1/reports", token, "POST") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [202, 202, 429]
        assert "retry-after" not in answers[0].headers
        assert 3590 < int(answers[2].headers["retry-after"]) <= 3601  # the first of them is an hour old then
        work.moment += timedelta(seconds=int(answers[2].headers["retry-after"]))
        assert asked(desk, "/api/v1/reports", token, "POST").status_code == 202
        assert asked(desk, "/api/v1/reports", other, "POST").status_code == 202


def test_who_asks_again_by_the_key_of_a_report_hands_in_nothing_more(work: Workplace) -> None:
    """Whoever got no answer asks until he has one: the report is kept, and was told to be one too many."""
    switched(work, "api_reports = 2")
    token = token_of(work)
    with served(work) as desk:
        answers = [asked(desk, "/api/v1/reports", token, "POST", "autumn-open") for _ in range(4)]
        assert {(a.status_code, a.headers["location"]) for a in answers} == {(202, "/api/v1/reports/1")}
        others = [asked(desk, "/api/v1/reports", token, "POST", f"another-{n}") for n in range(2)]
        assert [answer.status_code for answer in others] == [202, 429]
        assert asked(desk, "/api/v1/reports", token, "POST", "autumn-open").status_code == 202


def test_an_office_can_take_no_reports_of_programs(work: Workplace) -> None:
    switched(work, "api_reports = 0")
    token = token_of(work)
    with served(work) as desk:
        answer = asked(desk, "/api/v1/reports", token, "POST")
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "3601"), answer.text
        assert answer.json()["type"] == "/api/v1/problems/too-many-sendings"
    assert work.rows("SELECT count(*) FROM sending") == [(0,)]


@pytest.mark.parametrize(
    ("text", "role", "trusted"),
    [
        ("", Role.OFFICER, 0),
        ("", Role.REPORTER, 0),
        ('api_trust = "as-owner"', Role.OFFICER, 1),
        ('api_trust = "as-owner"', Role.REPORTER, 0),
    ],
)
def test_a_token_is_believed_as_a_mail_is_unless_the_office_says_so(
    work: Workplace, text: str, role: Role, trusted: int
) -> None:
    switched(work, text)
    token = token_of(work, role=role)
    with served(work) as desk:
        assert asked(desk, "/api/v1/reports", token, "POST").status_code == 202
    assert work.rows("SELECT trusted FROM sending") == [(trusted,)]


def test_each_word_of_a_setting_is_told_as_an_alternative_of_its_ruling() -> None:
    told = {word for ruling in DESK.values() for word in ruling["alternatives"]}
    for name in ("api", "api_trust"):
        words = get_args(Settings.model_fields[name].annotation)
        assert {f'{name} = "{word}"' for word in words} <= told
    for name in ("api_questions", "api_reports"):
        assert f"{name} = {Settings.model_fields[name].default}" in told
    assert list(DESK) == ["R88", "R89", "R90"]


def test_a_token_that_runs_out_is_told_before_and_shown_as_run_out(work: Workplace) -> None:
    token_of(work)
    told = "Program tokens that expire soon"
    work.moment += timedelta(days=330)
    assert told not in work.done("status").out
    work.moment += timedelta(days=10)
    assert (
        "  club program of Club Reporter: its token runs out on 2 November 2027\n" in work.done("status").out
    )
    with served(work) as desk:
        page = text(desk.signed_in("Head", Role.ADMINISTRATOR).get("/"))
        assert told in page and "its token runs out on 2 November 2027" in page
    work.moment += timedelta(days=26)
    assert "club program of Club Reporter: its token ran out on 2 November 2027" in work.done("status").out
    assert "ran out on 2 November 2027" in work.done("account", "tokens").out
    with served(work) as desk:
        page = text(desk.signed_in("Other", Role.ADMINISTRATOR).get("/settings/programs"))
        assert "expired on 2 November 2027; make a new one" in page
    work.done("account", "token", "Club Reporter", "club program")
    assert told not in work.done("status").out
    work.moment += timedelta(days=90)
    assert "ran out" not in work.done("account", "tokens").out


def test_a_token_of_the_command_line_is_shown_once_kept_as_a_hash_and_ended(work: Workplace) -> None:
    token = token_of(work)
    assert re.fullmatch(r"banzuke_[\w-]{43}", token)
    assert token not in repr(work.dump())
    (line,) = [row for row in work.done("account", "tokens").out.splitlines() if "club program" in row]
    assert line.count("2 November 2026, 10:00") == 1 and "not used yet" in line  # by the office's clock
    number, rest = line.split(maxsplit=1)
    assert rest.startswith("Club Reporter") and token not in line
    with served(work) as desk:
        client = desk.signed_in("Head", Role.ADMINISTRATOR)
        assert "not used yet" in client.get("/settings/programs").text
        work.moment += timedelta(seconds=60)
        assert asked(desk, "/api/v1/reports", token).status_code == 200
        assert "2 November 2026, 10:01" in work.done("account", "tokens").out
        page = client.get("/settings/programs").text
        assert f"/settings/programs/{number}/end" in page and "last used 2 November 2026, 10:01" in page
        work.done("account", "revoke", "Club Reporter", "--token", number)
        assert asked(desk, "/api/v1/reports", token).status_code == 401
        desk.link("Still There")
    assert "club program" not in work.done("account", "tokens").all
    assert work.rows("SELECT closed_at FROM account WHERE name = 'Club Reporter'") == [(None,)]


def test_who_made_a_token_for_somebody_else_is_told(work: Workplace) -> None:
    token_of(work)
    assert "Invented Officer" in work.done("account", "tokens").out
    with served(work) as desk:
        assert "Invented Officer" in desk.signed_in("Head", Role.ADMINISTRATOR).get("/settings/programs").text


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("account", "token", "Nobody", "x"), "no-such-account"),
        (("account", "token", "Reader", "x"), "not-allowed"),
        (("account", "token", "Closed", "x"), "not-allowed"),
        (("account", "token", "Other", " "), "account-unnamed"),
        (("account", "revoke", "Other", "--token", "99"), "no-such-session"),
        (("account", "revoke", "Other", "--token", "1"), "no-such-session"),  # of another account
    ],
)
def test_a_token_that_cannot_be_made_or_ended_is_refused(
    work: Workplace, words: tuple[str, ...], code: str
) -> None:
    token_of(work)
    work.done("account", "add", "Reader", "--role", "reader")
    work.done("account", "add", "Closed", "--role", "reporter")
    work.done("account", "add", "Other", "--role", "reporter")
    work.done("account", "revoke", "Closed")
    refused = work.run(*words)
    assert refused.code == 1
    assert [problem["code"] for problem in refused.problems()] == [code]
    assert work.rows("SELECT count(*) FROM account_session") == [(1,)]

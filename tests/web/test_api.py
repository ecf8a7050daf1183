"""The API: what is published and nothing else, as the website's own files have it; kept answers; limits;
problems; reports by token."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import jsonschema_rs
import pytest

from office.accounts.passwords import hashed
from office.accounts.programs import STAYS
from office.accounts.roles import Role
from office.accounts.sessions import IDLE
from scraper.archive import FileArchive
from tests.office.test_publication import drafted
from tests.web.conftest import PASSWORD, Client, Served, served, set_to
from tests.workplace import HATA, MORI, NAMES, ONO, TANI, Workplace, once
from web.api.kept import KeptAnswers
from web.api.published import description

SCHEMA = Path(__file__).resolve().parents[2] / "docs" / "schemas" / "list.schema.json"


@once
def november(work: Workplace) -> None:
    drafted(work)
    work.done("preview")
    work.done("publish")


@pytest.fixture
def listed(work: Workplace) -> Iterator[Served]:
    """The small federation with its list of November; its figures are worked by hand in test_lists.py."""
    november(work)
    with served(work) as desk:
        yield desk


def got(desk: Served, path: str) -> Any:
    answer = desk.client().get(f"/api/v1{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def token_of(desk: Served, name: str = "Reporter", role: Role = Role.REPORTER) -> tuple[Client, str]:
    """A program's token, as the page shows it once."""
    client = desk.signed_in(name, role)
    code = re.findall(r'name="code" value="([^"]+)"', client.get("/settings/programs").text)[0]
    page, again = (client.post("/settings/programs", {"name": "club program", "code": code}) for _ in "12")
    (token,) = re.findall(r"<code class=\"lines\">(banzuke_\w{64})</code>", page.text)
    assert token in again.text and again.text.count("/end") == 1  # its page was loaded again
    assert token not in client.get("/settings/programs").text
    return client, token


def sent(desk: Served, token: str, body: dict[str, Any], **more: str) -> httpx.Response:
    headers = {"authorization": f"Bearer {token}", **more}
    return desk.client().http.post("/api/v1/reports", json=body, headers=headers)


def test_lists_rows_and_accounts_are_those_that_the_commands_write(listed: Served) -> None:
    versions = got(listed, "/lists")["lists"]
    assert [(v["list"], v["version"], v["newest"]) for v in versions] == [
        ("2026-11-01", 1, True),
        ("2026-10-01", 1, True),
    ]
    assert got(listed, "/lists/latest") == versions[0] == got(listed, "/lists/2026-11-01/1")
    listed.work.done("export", "list", "--format", "json")
    file = json.loads((listed.work.folder / "lists" / "list-2026-11-01.json").read_text("utf-8"))
    rows = got(listed, "/lists/2026-11-01/1/rows")
    total = rows.pop("total")
    assert rows.pop("first") == 0 and total == len(file["members"])
    assert rows == file
    jsonschema_rs.validate(json.loads(SCHEMA.read_text("utf-8")), rows)
    second = got(listed, "/lists/2026-11-01/1/rows?first=1&most=1")
    assert second["members"] == file["members"][1:2]
    account = got(listed, f"/lists/2026-11-01/1/members/{MORI}/account")
    said = listed.work.done("explain", MORI, "--json").out
    assert account == _without_k_reasons(json.loads(said))


def _without_k_reasons(told: Any) -> Any:
    """Why K was what it was can tell an age, which this office does not show."""
    if isinstance(told, dict):
        return {k: _without_k_reasons(v) for k, v in told.items() if k not in ("k_reason", "k_article")}
    return [_without_k_reasons(one) for one in told] if isinstance(told, list) else told


def test_members_and_events_are_as_their_files_on_the_website(listed: Served, tmp_path: Path) -> None:
    listed.work.done("site", tmp_path / "site")
    data = tmp_path / "site" / "data"
    for number in (MORI, TANI, HATA, ONO):
        file = data / "members" / f"{number}.json"
        answer = listed.client().get(f"/api/v1/members/{number}")
        assert (answer.status_code == 200) is file.exists(), number
        if file.exists():
            told = answer.json()
            of_site = json.loads(file.read_text("utf-8"))
            assert {name: told[name] for name in of_site if name != "next_list"} == {
                name: value for name, value in of_site.items() if name != "next_list"
            }
    events = got(listed, "/events")
    assert events["total"] == len(events["events"]) > 0
    for head in events["events"]:
        of_site = json.loads((data / "events" / f"{head['slug']}.json").read_text("utf-8"))
        assert got(listed, f"/events/{head['slug']}") == of_site


def test_who_asked_to_be_withheld_is_nowhere_at_once(listed: Served) -> None:
    path = f"/api/v1/members/{MORI}"
    client = listed.client()
    tag = client.get(path).headers["etag"]
    listed.work.register({"ID": MORI, "Name": NAMES[MORI], "Withheld": "yes"})
    again = client.get(path, headers={"if-none-match": tag})
    unknown = client.get("/api/v1/members/N99999999")
    assert again.status_code == unknown.status_code == 404
    assert again.text.replace(MORI, "") == unknown.text.replace("N99999999", "")
    surname = NAMES[MORI].split()[0]
    event = got(listed, "/events")["events"][0]["slug"]
    for told in ("/lists/2026-11-01/1/rows", f"/events/{event}", f"/members/{TANI}", "/next-list"):
        assert surname not in json.dumps(got(listed, told)), told
    gone = client.get(f"/api/v1/lists/2026-11-01/1/members/{MORI}/account")
    assert gone.status_code == 404 and surname not in gone.text


def test_a_draft_is_not_known(work: Workplace) -> None:
    drafted(work)
    with served(work) as desk:
        assert [v["list"] for v in got(desk, "/lists")["lists"]] == ["2026-10-01"]
        assert desk.client().get("/api/v1/lists/2026-11-01/1").status_code == 404
        told = got(desk, "/next-list")
        assert told["list"] == "2026-11-01" and told["official"] is False
        assert {m["id"] for m in told["members"]} <= set(NAMES)
        assert told["members"]


def test_who_has_an_answer_gets_304_until_something_is_stored(listed: Served) -> None:
    client = listed.client()
    first = client.get("/api/v1/lists")
    tag = first.headers["etag"]
    assert first.headers["cache-control"] == "public, no-cache"
    for given in (tag, f'"other", {tag}', f"W/{tag}", "*"):
        answer = client.get("/api/v1/lists", headers={"if-none-match": given})
        assert (answer.status_code, answer.content, answer.headers["etag"]) == (304, b"", tag)
    assert client.get("/api/v1/lists", headers={"if-none-match": '"other"'}).status_code == 200
    assert client.get("/api/v1/lists/latest").headers["etag"] != tag


def test_words_behind_the_address_that_mean_nothing_make_no_work(
    listed: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else whoever appends something new each time has the next list worked out each time."""
    made: list[str] = []
    real = KeptAnswers._made

    def noted(self: KeptAnswers, desk: Any, at: str, *more: Any) -> Any:
        made.append(at)
        return real(self, desk, at, *more)

    monkeypatch.setattr(KeptAnswers, "_made", noted)
    for number in range(5):
        for word in ("x", "first", "most=1&most"):
            assert listed.client().get(f"/api/v1/next-list?{word}={number}&y").status_code == 200
    assert made == ["/api/v1/next-list?"]
    first, second = (listed.client().get(f"/api/v1/events?first={n}").json() for n in (0, 1))
    assert (first["first"], second["first"], len(made)) == (0, 1, 3)
    assert listed.client().get("/api/v1/events?first=7&first=00").json() == first and len(made) == 3


def test_answers_that_are_kept_are_counted_with_their_addresses(
    listed: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An address is longer than an answer without a row: of these any number would be kept."""
    held: list[int] = []
    real = KeptAnswers._made

    def noted(self: KeptAnswers, *more: Any) -> Any:
        found = real(self, *more)
        held.append(len(self._found))
        return found

    monkeypatch.setattr(KeptAnswers, "_made", noted)
    monkeypatch.setattr("web.api.kept.MOST", 10_000)
    for number in range(30):
        got(listed, f"/events?first={1000 + number}")
    assert len(held) == 30 and 3 < max(held) < 20


def test_every_answer_says_how_much_is_left_and_one_too_many_is_refused(work: Workplace) -> None:
    set_to(work.place, "api_questions = 3\n")
    with served(work) as desk:
        client = desk.client()
        left = []
        for path in ("/lists", "/nowhere", "/lists", "/lists"):
            answer = client.get(f"/api/v1{path}")
            assert answer.headers["ratelimit-policy"] == '"questions";q=3;w=60'
            left.append((answer.status_code, answer.headers["ratelimit"].partition(";t=")[0]))
        assert left == [
            (200, '"questions";r=2'),
            (404, '"questions";r=1'),
            (200, '"questions";r=0'),
            (429, '"questions";r=0'),
        ]
        assert 1 <= int(answer.headers["retry-after"]) <= 60
        assert answer.json()["type"] == "/api/v1/problems/too-many-questions"
        assert client.get("/sign-in").status_code == 200


UNREADABLE = (
    (
        "/lists/2026-13-01/1",
        "path: day: “2026-13-01”; expected a day, as in 2026-11-01",
        "path: day：「2026-13-01」（正しい形：2026-11-01 の形の日付）",
    ),
    (
        "/events?most=501",
        "query: most: “501”; expected at most 500",
        "query: most：「501」（正しい形：500以下）",
    ),
    (
        "/events?first=x",
        "query: first: “x”; expected a whole number",
        "query: first：「x」（正しい形：整数）",
    ),
    (
        f"/members/{'9' * 61}",
        "path: id: 61 characters; expected at most 40 characters",
        "path: id：61文字（正しい形：40文字以内）",
    ),
)
"""What is asked for, and how it is refused in English and Japanese."""


def test_problems_are_as_rfc_9457_has_them_in_the_language_asked_for(listed: Served) -> None:
    whole = description()
    schema = {"$ref": "#/components/schemas/Problem", "components": whole["components"]}
    for path, status, code in (
        ("/members/N99999999", 404, "no-such-member"),
        ("/lists/2026-12-01/1", 404, "no-such-list"),
        ("/lists/never/1", 422, "form-unreadable"),
        ("/lists/1793491200/1", 422, "form-unreadable"),  # the same day, in seconds since 1970
        ("/lists/2026-11-01/1/rows?most=501", 422, "form-unreadable"),
        ("/events/none", 404, "no-such-event"),
        ("/nowhere", 404, "no-such-page"),
        ("/problems/none", 404, "no-such-page"),
        ("/reports", 401, "token-unknown"),
    ):
        answer = listed.client("ja").get(f"/api/v1{path}")
        told = answer.json()
        assert (answer.status_code, told["status"], told["problems"][0]["code"]) == (status, status, code)
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.headers["content-language"] == "ja"
        jsonschema_rs.validate(schema, told)
        meaning = listed.client("ja").get(told["type"]).json()
        assert meaning == {"code": code, "meaning": told["title"]}
        assert "Today" not in listed.client().get(f"/api/v1{path}").text  # that is a page of the desk
    refused = listed.client().http.delete("/api/v1/lists")
    assert refused.status_code == 405 and refused.headers["allow"] == "GET, HEAD"
    (example,) = whole["components"]["schemas"]["Problem"]["properties"]["detail"]["examples"]
    assert listed.client().get("/api/v1/members/N99999999").json()["detail"] == example
    for path, english, japanese in UNREADABLE:
        for language, told in (("en", english), ("ja", japanese)):
            assert listed.client(language).get(f"/api/v1{path}").json()["detail"] == told
    japanese = "N99999999：該当者なし（正しい形：発表されたリストに載っている人のID）"
    assert listed.client("ja").get("/api/v1/members/N99999999").json()["detail"] == japanese


def test_a_cookie_of_the_desk_is_nothing_to_the_api_nor_a_token_to_the_desk(listed: Served) -> None:
    client, token = token_of(listed)
    assert client.get("/api/v1/reports").status_code == 401
    cookie = client.http.cookies[listed.cookie]
    assert sent(listed, cookie, {"text": "x"}).status_code == 401
    stranger = listed.client(cookies={listed.cookie: token})
    assert stranger.get("/settings").status_code == 303
    assert "programs" in client.get("/settings").text


def test_a_program_reports_and_reads_what_became_of_it(replayed: Served) -> None:
    _client, token = token_of(replayed)
    body = {"text": "https://chess-results.com/tnr1499733.aspx"}
    first = sent(replayed, token, body, **{"idempotency-key": "a-key-of-mine"})
    again = sent(replayed, token, body, **{"idempotency-key": "a-key-of-mine"})
    assert (first.status_code, again.status_code) == (202, 202)
    assert first.headers["location"] == again.headers["location"]
    headers = {"authorization": f"Bearer {token}"}
    for _ in range(200):
        told = replayed.client().get(first.headers["location"], headers=headers).json()
        if told["state"] in ("read", "stopped"):
            break
        import time

        time.sleep(0.1)
    assert told["state"] == "read", told
    assert told["events"][0]["name"] and all(q["en"] and q["ja"] for q in told["events"][0]["questions"])
    late = sent(replayed, token, body, **{"idempotency-key": "a-key-of-mine"})
    assert late.status_code == 202 and late.json() == told
    assert replayed.work.rows("SELECT trusted, sender FROM sending") == [(0, "Reporter, club program")]
    other = token_of(replayed, "Another")[1]
    theirs = replayed.client().get(first.headers["location"], headers={"authorization": f"Bearer {other}"})
    assert theirs.status_code == 404


def test_nobody_takes_the_place_of_a_report_that_another_program_is_going_to_send(work: Workplace) -> None:
    """Whoever knows the key that a program uses next could write what it becomes into his own form, and the
    report was told to be none, and not kept."""
    with served(work, organizers=True) as desk:
        token = token_of(desk)[1]
        ((account,),) = work.rows("SELECT id FROM account WHERE name = 'Reporter'")
        key = "the-autumn-open-of-the-federation-in-2026-11"
        rival = desk.signed_in("Rival", Role.REPORTER)
        taken = rival.post("/reports", {"once": hashed(f"{account} {key}"), "text": "a rival's"})
        assert taken.status_code == 303
        stranger = desk.client()
        stranger.get("/organizers")
        form = {"code": f"{account} {key}", "text": "a stranger's", "name": "X", "mail": "x@example.jp"}
        assert stranger.post("/organizers", form).status_code == 200
        answers = [sent(desk, token, {"text": "ours"}, **{"idempotency-key": key}) for _ in "12"]
        assert [one.status_code for one in answers] == [202, 202]
        assert answers[0].headers["location"] == answers[1].headers["location"]
        kept = work.rows("SELECT text FROM sending ORDER BY id")
        assert kept == [("a rival's",), ("a stranger's",), ("ours",)]


def test_another_report_under_the_key_of_one_that_was_sent_is_kept_as_well(desk: Served) -> None:
    """A program that keeps its key for the next event was told that it was kept, and it was not."""
    token = token_of(desk)[1]
    told = [sent(desk, token, {"text": text}, **{"idempotency-key": "my-only-key"}) for text in "abab"]
    assert [one.status_code for one in told] == [202] * 4
    assert told[0].headers["location"] == told[2].headers["location"]
    assert told[1].headers["location"] == told[3].headers["location"]
    assert desk.work.rows("SELECT text FROM sending ORDER BY id") == [("a",), ("b",)]


@pytest.mark.parametrize("name", ["/", "club/", "..", "club/.", "\\\\"])
def test_a_file_whose_name_is_that_of_a_folder_is_kept_under_a_name(desk: Served, name: str) -> None:
    """One without a name counts as one of which nothing but its sum is left: where no report rests on it, the
    next retention deleted its bytes, and told of none."""
    token = token_of(desk)[1]
    told = sent(desk, token, {"files": [{"name": name, "content": "VVRGLTg="}]})
    assert told.status_code == 202
    ((files,),) = desk.work.rows("SELECT files FROM sending")
    ((kept, sha256),) = json.loads(files)
    assert kept == ("club" if "club" in name else "file")
    archive = FileArchive(desk.work.folder / "archive")
    size = archive.size(sha256)
    desk.work.moment += timedelta(days=1)
    desk.work.done("retention", "--mails", "90", "--yes")
    assert archive.size(sha256) == size > 0


def test_a_token_is_stored_as_a_hash_and_ends_with_its_account(desk: Served) -> None:
    client, token = token_of(desk)
    assert token not in repr(desk.work.dump())
    body = {"text": "nothing here"}
    desk.work.moment += IDLE * 3
    assert sent(desk, token, body).status_code == 202  # a program does not sign in each morning
    client = desk.signed_in("Head", Role.ADMINISTRATOR)
    (number,) = re.findall(r"/settings/programs/(\d+)/end", client.get("/settings/programs").text)
    stranger = desk.signed_in("Second", Role.OFFICER)
    assert stranger.post(f"/settings/programs/{number}/end").status_code == 404
    assert client.post(f"/settings/programs/{number}/end").status_code == 303
    assert sent(desk, token, body).status_code == 401
    head, token = token_of(desk, "Third")
    head.post("/settings/password", {"new": PASSWORD, "again": PASSWORD})
    assert sent(desk, token, body).status_code == 401
    _fourth, token = token_of(desk, "Fourth")
    desk.work.moment += STAYS + timedelta(seconds=1)
    assert sent(desk, token, body).status_code == 401


@pytest.mark.parametrize("body", [{}, {"text": ""}, {"files": [{"name": "x.trf", "content": "no base64!"}]},
                                  {"text": "x", "trusted": True}, {"text": "a\0"}])  # fmt: skip
def test_what_cannot_be_a_report_is_refused(desk: Served, body: dict[str, Any]) -> None:
    _client, token = token_of(desk)
    answer = sent(desk, token, body)
    assert answer.status_code == 422 and answer.json()["problems"], answer.text
    assert desk.work.rows("SELECT count(*) FROM sending") == [(0,)]


def test_what_a_program_does_wrong_is_told_by_its_name(desk: Served) -> None:
    """curl says that it sends a form, unless it is told otherwise."""
    _client, token = token_of(desk)
    http, sends = desk.client().http, {"authorization": f"Bearer {token}"}
    files = [{"name": f"{n}.trf", "content": "eA=="} for n in range(51)]
    form = "application/x-www-form-urlencoded"
    for kind, data, wrong in (
        (form, b'{"text": "x"}', ("header: Content-Type", "application/json", f"“{form}”")),
        ("", b'{"text": "x"}', ("header: Content-Type", "application/json", "none")),
        ("application/json", b"{", ("body: 1", "JSON, as the API's description says", "something else")),
        ("application/json", json.dumps({"files": files}), ("body: files", "at most 50", "51")),
    ):
        headers = {**sends, "content-type": kind} if kind else sends
        answer = http.post("/api/v1/reports", content=data, headers=headers)
        assert answer.status_code == 422
        (problem,) = answer.json()["problems"]
        assert (problem["place"], problem["expected"], problem["found"]) == wrong


def test_what_has_more_values_than_any_report_is_not_gone_through(desk: Served) -> None:
    """To tell what is wrong with each took minutes and a gigabyte, while nobody else was answered."""
    _client, token = token_of(desk)
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    http = desk.client().http
    many = b'{"text":"x","files":[' + b'{"q":1},' * 2_000 + b"{}]}"
    for data in (many, many.decode().encode("utf-16"), b"[" + b'"",' * 200_000 + b'""]'):
        (problem,) = http.post("/api/v1/reports", content=data, headers=headers).json()["problems"]
        assert problem["code"] == "form-unreadable" and problem["expected"].startswith("JSON")
    unknown = http.post("/api/v1/reports", content=b"{", headers={**headers, "authorization": "Bearer x"})
    assert unknown.status_code == 401  # nothing is read of who may not send it
    told = {"text": '"\\{[,' * 30_000, "files": [{"name": f"{n}.txt", "content": "eA=="} for n in range(50)]}
    answer = http.post("/api/v1/reports", content=json.dumps(told, indent=8), headers=headers)
    assert answer.status_code == 202


def test_a_reader_has_no_programs(desk: Served) -> None:
    client = desk.signed_in("Reader", Role.READER)
    assert client.get("/settings/programs").status_code == 403
    assert client.post("/settings/programs", {"name": "x"}).status_code == 403


def test_each_example_of_the_description_is_what_it_describes() -> None:
    whole = description()
    schemas = whole["components"]["schemas"]
    looked = 0
    for schema in schemas.values():
        for one in schema.get("properties", {}).values():
            rule = {**one, "components": whole["components"]}
            for example in one.get("examples", ()):
                jsonschema_rs.validate(rule, example)
                looked += 1
    assert looked > 50
    for path, methods in whole["paths"].items():
        for method, told in methods.items():
            for parameter in told.get("parameters", ()):
                named = parameter.get("examples") or parameter["schema"].get("examples")
                assert named or parameter["schema"].get("format") == "date", (path, method, parameter["name"])


def test_the_description_names_every_address_and_the_handbook_too(desk: Served) -> None:
    told = got(desk, "/openapi.json")
    assert told["openapi"].startswith("3.1")
    page = (Path(__file__).resolve().parents[2] / "docs" / "api.md").read_text("utf-8")
    shown = {re.sub(r"[?].*", "", path) for path in re.findall(r"`(?:GET|POST) (/api/v1/[^` ]*)`", page)}
    assert shown == {*told["paths"], "/api/v1/openapi.json"}

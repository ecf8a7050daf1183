"""Whatever changes something that the journal has, a command or a form of the desk, can say why, in the same
words everywhere; what cannot stands in without_why.toml, with why. And what is said is in the journal."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from html import unescape
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import typer.main

from cli.main import app
from office.accounts.roles import Role
from tests.importer.invented import list_csv, register_csv
from tests.web.conftest import PASSWORD, Served
from tests.web.every_route import every
from tests.web.test_everything import commands
from tests.workplace import HATA, MORI, NAMES, Workplace, small_federation
from web.desk import Desk
from web.serve import application

TABLE = Path(__file__).with_name("without_why.toml")
HERE = {"decisions.html": "/settings/decisions", "member.html": "/members/%s"}
"""What `here` is in templates that build an address with it."""
CALLED = re.compile(r"{% call form\((.*?), token(?:, \".*?\")?\) %}(.*?){% endcall %}", re.DOTALL)
WRITTEN = re.compile(r"<form method=\"post\" action=\"(.*?)\".*?>(.*?)</form>", re.DOTALL)
FIELD = re.compile(r"name=\"reason\"|{{ why\((?:true)?\) }}")
BUTTON = re.compile(r"<button[^>]*>{{ _\(\"(.*?)\"")


def without(what: str) -> list[str]:
    """What cannot say why: `commands` or `forms`."""
    return [one for part in tomllib.loads(TABLE.read_text("utf-8"))["without"] for one in part.get(what, ())]


def option_of(words: str) -> Any:
    """The option by which a command is told why; None where it has none."""
    command: Any = typer.main.get_command(app)
    for word in words.split():
        command = command.commands[word]
    return next((p for p in command.params if "--reason" in p.opts), None)


def test_every_command_can_say_why_or_says_why_it_cannot() -> None:
    known, excepted = set(commands(typer.main.get_command(app))), without("commands")
    silent = {words for words in known if option_of(words) is None}
    assert len(excepted) == len(set(excepted))
    assert sorted(silent - set(excepted)) == [], "give it the option Reason, or enter it in without_why.toml"
    assert sorted(set(excepted) - silent) == [], "no such command any more, or it can say why"


def test_it_is_the_same_option_everywhere() -> None:
    found = [option_of(words) for words in commands(typer.main.get_command(app))]
    told = {(one.name, one.help, one.default, one.is_flag) for one in found if one is not None}
    assert told == {("reason", "Why; kept in the journal.", "", False)}


def forms() -> Iterator[tuple[str, str, str, bool]]:
    """Every form of the desk that is sent: its template, its address with {} for what is filled in, its last
    button, and whether it has the field."""
    for file in sorted((files("web") / "templates").iterdir(), key=lambda one: one.name):
        text = file.read_text("utf-8")
        found = [(_address(file.name, told), body) for told, body in CALLED.findall(text)]
        found += [(_braces(file.name, action), body) for action, body in WRITTEN.findall(text)]
        for action, body in found:
            yield file.name, action, (BUTTON.findall(body) or [""])[-1], bool(FIELD.search(body))


def _address(template: str, told: str) -> str:
    """Of an expression, as `"/mails/%d/close"|format(row.id)` or `here ~ "/renew"`."""
    parts = re.findall(r"\bhere\b|\"([^\"]*)\"", told)
    begins = HERE[template] if told.startswith("here") else ""
    return re.sub("%[sd]", "{}", begins + "".join(parts))


def _braces(template: str, action: str) -> str:
    return re.sub(r"{{.*?}}", "{}", action.replace("{{ here }}", HERE.get(template, "{{ here }}")))


def fits(route: str, action: str) -> bool:
    """Whether a form with this address goes there. What is filled in is filled in."""
    return re.fullmatch(re.sub(r"{\w+}", r"(?:{}|[a-z]+)", route), action) is not None


ANYWHERE = {("parts.html", "{}"), ("report_parts.html", "{}"), ("problem.html", "")}
"""Macros that are told the address, of which the first is every form; and the form that is sent once more."""


def test_every_form_can_say_why_or_says_why_it_cannot(desk: Served) -> None:
    every_one = every(application(Desk(desk.office, lambda: desk.work.moment)))
    routes = [one.path for one in every_one if one.method == "POST" and not one.at_api]
    found, excepted = list(forms()), set(without("forms"))
    at = {action: next((r for r in routes if fits(r, action)), None) for _file, action, *_rest in found}
    assert len(found) > 70
    assert {f[:2] for f in found if at[f[1]] is None} == ANYWHERE
    mute = {
        at[action] if at[action] in excepted else f"{template}: {button}"
        for template, action, button, says in found
        if not says and at[action] is not None
    }
    unseen = set(routes) - set(at.values())
    assert sorted((mute | unseen) - excepted) == [], "give it why(), or enter it in without_why.toml"
    assert sorted(excepted - mute - unseen) == [], "no such form any more, or it can say why"


def test_an_exception_is_a_sentence() -> None:
    told = [part["because"] for part in tomllib.loads(TABLE.read_text("utf-8"))["without"]]
    assert [why for why in told if len(why.split()) < 6 or not why.endswith(".")] == []


HOSTS = "Name,Kind,Valid\nInvented Club,club,2020-01-01/\n"
APPLICATIONS = "Event,Organizer,First day,Last day,Applied,Type\n"
APPLIED = ("2026-12-01", "2026-12-02", "2026-11-01", "standard")
LINES: tuple[tuple[object, ...], ...] = (
    ("language", "en"),
    ("contact", "rating@office.example"),
    ("budget", 100),
    ("key", "--new", "--yes"),
    ("site", "{to}/site", "--address", "https://ratings.example/"),
    ("account", "add", "Second"),
    ("account", "role", "Second", "reporter"),
    ("account", "token", "Second", "club site"),
    ("account", "reset", "Second"),
    ("account", "revoke", "Second"),
    ("jobs", "on", "poll"),
    ("jobs", "change", "poll", "--schedule", "5 5 * * *"),
    ("jobs", "off", "poll"),
    ("notices", "on", "read"),
    ("notices", "off", "read"),
    ("notices", "address", "ono@club.example", "--officer"),
    ("notices", "stop", "ono@club.example"),
    ("notices", "allow", "ono@club.example"),
    ("members", "add", "N90000099", "Nagai Ren"),
    ("members", "renew", MORI, "2036-04-01/2037-03-31"),
    ("members", "import", "{to}/register.csv"),
    ("members", "apart", MORI, HATA),
    ("organizers", "import", "{to}/hosts.csv"),
    ("applications", "import", "{to}/applications.csv"),
    (
        *("applications", "add", "--event", "Second Open", "--organizer", "Invented Club"),
        *("--first", "2026-12-05", "--applied", "2026-11-01", "--type", "standard"),
    ),
    ("rule", "rating-gap", 400),
    ("rate",),
    ("preview", "--alarm-games", 7),
    ("publish",),
    ("officer", "Nagai Ren"),
)
"""What an officer types, in this order; `{to}` is a folder."""
DECIDES = {"correction", "inbox", "resolve", "rule", "members merge", "members erase"}
"""Further commands make decisions, which have a reason or are refused."""


def test_what_a_command_is_told_is_in_the_journal(work: Workplace, tmp_path: Path) -> None:
    files_ = {
        "register.csv": register_csv([{"ID": MORI, "Name": NAMES[MORI], "Federation": "JPN"}]).decode(),
        "hosts.csv": HOSTS,
        "applications.csv": APPLICATIONS + ",".join(("First Open", "Invented Club", *APPLIED)) + "\n",
    }
    for name, text in files_.items():
        (tmp_path / name).write_text(text)
    work.register(*({"ID": i, "Name": n} for i, n in NAMES.items()))
    rated = ({"ID": i, "Name": n, "ST": 1500, "ST-G": 100} for i, n in NAMES.items())
    (tmp_path / "list.csv").write_bytes(list_csv(rated))
    whole = (("opening", "import", "{to}/list.csv", "--list", "2026-10-01"), *LINES)
    for number, words in enumerate(whole):
        told = [str(word).replace("{to}", str(tmp_path)) for word in words]
        work.done(*told, "--reason", f"because of letter {number}.")
    out = work.done("journal", "--last", 1000).out
    unsaid = [words for n, words in enumerate(whole) if f"\n    because of letter {n}.\n" not in out]
    assert unsaid == []
    can = {words for words in commands(typer.main.get_command(app)) if option_of(words) is not None}
    typed = {" ".join(str(w) for w in words[:n]) for words in whole for n in (1, 2)}
    left = {words for words in can - typed if not {words, words.split()[0]} & DECIDES}
    assert left == {"members acf"}, "of Queensland; it is stored as organizers are"


def test_a_reason_is_of_its_own_command(work: Workplace) -> None:
    work.done("jobs", "on", "poll", "--reason", "it was asked for")
    work.done("jobs", "on", "fide")
    rows = work.rows("SELECT why FROM journal WHERE kind = 'job' ORDER BY id")
    assert rows == [("it was asked for",), (None,)]
    said = work.run("contact", "a@office.example", "--reason", "x" * 5001)
    assert said.problem()["code"] == "too-long"
    assert len(work.rows("SELECT 1 FROM setting WHERE name = 'contact'")) == 0


SENT: tuple[tuple[str, dict[str, str]], ...] = (
    ("/settings/jobs/poll", {"do": "on"}),
    ("/settings/jobs/poll", {"do": "schedule", "schedule": "5 5 * * *"}),
    ("/site", {"address": "https://ratings.example/"}),
    ("/settings/notices/read/switch", {"to": "on"}),
    ("/settings/notices", {"address": "ono@club.example", "officer": "yes"}),
    ("/settings/notices", {"address": "ono@club.example", "do": "stop"}),
    ("/settings/accounts", {"name": "Second", "role": "reporter"}),
    ("/settings/accounts/role", {"name": "Second", "role": "officer"}),
    ("/settings/accounts/close", {"name": "Second"}),
    ("/settings/password", {"new": PASSWORD, "again": PASSWORD}),
    ("/settings/programs", {"name": "club site", "code": "c" * 43}),
    ("/settings/programs/2/end", {}),
    ("/office/contact", {"contact": "rating@office.example"}),
    ("/office/language", {"language": "ja"}),
    ("/office/budget", {"requests": "100"}),
    ("/office/key", {"sure": "yes"}),
    ("/members", {"id": "N90000099", "name": "Nagai Ren"}),
    ("/members/N90000099/correct", {"name": "Nagai Ren", "club": "Another Club"}),
    ("/members/organizers", {"name": "Invented Club", "kind": "club", "valid": "2020-01-01/"}),
    (
        "/members/applications",
        {
            "event": "First Open", "organizer": "Invented Club", "first-day": "2026-12-01",
            "applied": "2026-11-01", "type": "standard",
        },
    ),
    ("/settings/rules/rating-gap", {"points": "400"}),
    ("/lists/next/rate", {}),
    ("/decisions/take-back", {"numbers": "1"}),
)  # fmt: skip


def test_what_a_form_is_told_is_in_the_journal(desk: Served) -> None:
    small_federation(desk.work)
    client = desk.signed_in("Somebody", Role.ADMINISTRATOR)
    for number, (path, data) in enumerate(SENT):
        mark = re.search(r'name="mark" value="([^"]+)"', client.get(path).text) if "correct" in path else None
        sent = {**data, **({"mark": unescape(mark[1])} if mark else {})}
        answer = client.post(path, {**sent, "reason": f"because of letter {number}."})
        assert answer.status_code in (200, 303), f"{path}: {answer.text}"
    text = unescape(client.get("/settings/journal").text)
    unsaid = [path for n, (path, _data) in enumerate(SENT) if f">because of letter {n}.<" not in text]
    assert unsaid == []
    assert text.count("<strong><bdi>Somebody</bdi></strong>") >= len(SENT)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_field_is_there_and_may_stay_empty(desk: Served, language: str) -> None:
    client = desk.signed_in("Somebody", Role.ADMINISTRATOR, language=language)
    word = {"en": "Reason", "ja": "理由"}[language]
    page = client.get("/settings/jobs/poll").text
    assert page.count('name="reason"') == 2 and page.count(f"<summary>{word}</summary>") == 2
    assert f"<label>{word} <input" in client.get("/site").text
    client.post("/settings/jobs/poll", {"do": "on", "reason": ""})
    assert desk.work.rows("SELECT why FROM journal WHERE kind = 'job'") == [(None,)]

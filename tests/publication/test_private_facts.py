"""No birth date, FIDE ID or address of anybody leaves the demo's office, or one of Queensland but as its text
has it: every file that is published, and every word that a command prints or logs, a figure says or a webhook
is told without being asked for it, is searched for all of them."""

from __future__ import annotations

import csv
import json
import re
import shutil
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

import pytest

from cli.demo.run import LIST
from office.notices.kinds import KINDS
from publication.exports.formats import PAIRING, known
from publication.families import family_named
from tests.office.jobs.test_processes import began, ended, on
from tests.office.mail.conftest import certificate  # noqa: F401  a fixture
from tests.office.mail.outgoing import Https, https_server
from tests.office.mail.server import PASSWORD, USER, ImapServer
from tests.office.mail.shapes import mail
from tests.office.test_queensland import ANNA, BEN, CARL, GAMES, NAMES, event, rated
from tests.queensland import opening, register
from tests.web.conftest import served
from tests.workplace import Workplace, once

pytestmark = pytest.mark.slow

REGISTER = Path(__file__).resolve().parents[2] / "cli" / "demo" / "data" / "register.csv"
ADDRESSES = ("club@example.jp", "reporter.secret@example.jp")
MONTHS = tuple(date(2026, month, 1).strftime("%B") for month in range(1, 13))
NOT_PUBLIC = {*PAIRING, *family_named("queensland").formats}
"""Files for organizers, which the table grants the FIDE ID and the year; and those of the other family."""


@dataclass(frozen=True)
class Fact:
    """Every way in which it could be written."""

    ways: tuple[str, ...]

    def stands_in(self, text: str) -> bool:
        """Whether it does; nothing that merely contains it. Few texts hold such a row of letters at all: what
        stands around it is looked at in those alone."""
        met = [re.escape(way) for way in self.ways if way in text]
        return bool(met) and re.search(rf"(?<![0-9a-f])(?:{'|'.join(met)})(?![0-9a-f])", text) is not None


@dataclass(frozen=True)
class Written:
    """An address, in capitals or not, whatever stands around it."""

    address: str

    def stands_in(self, text: str) -> bool:
        return re.search(re.escape(self.address), text, re.IGNORECASE) is not None


Facts = dict[str, Fact | Written]


def private_facts(register: str = REGISTER.read_text("utf-8")) -> Facts:
    """By member and fact."""
    found: Facts = {address: Written(address) for address in ADDRESSES}
    for row in csv.DictReader(register.splitlines()):
        if row["Birth"]:
            y, m, d = row["Birth"].split("-")
            ways = (
                f"{y}-{m}-{d}",
                f"{y}/{m}/{d}",
                f"{d}.{m}.{y}",
                f"{d}/{m}/{y}",
                f"{d}/{m}/{y[2:]}",
                f"{int(d)} {MONTHS[int(m) - 1]} {y}",
                f"{y}.{m}.{d}",
                f"{y}年{int(m)}月{int(d)}日",
            )
            found[f"{row['ID']} born"] = Fact((*ways, y + m + d))
        if row.get("FIDE ID"):
            found[f"{row['ID']} FIDE ID"] = Fact((row["FIDE ID"],))
    return found


def texts(folder: Path) -> Iterator[tuple[str, str]]:
    """Every file below a folder, archives unpacked, with its name."""
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        data = path.read_bytes()
        parts = {path.name: data}
        if data.startswith(b"PK"):
            archive = zipfile.ZipFile(path)
            parts = {f"{path.name}/{name}": archive.read(name) for name in archive.namelist()}
        for name, part in parts.items():
            yield name, part.decode("utf-8", "replace")


def leaked(found: Facts, named: Iterator[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(name, fact) for name, text in named for fact, way in found.items() if way.stands_in(text)]


@pytest.fixture
@once
def demo(work: Workplace) -> Workplace:
    """The office of the demo, with an organizer's address and a mail on top."""
    shutil.rmtree(work.folder)
    work.done("demo", "--to", work.folder)
    people = (
        "Name,Kind,Valid,Reporters\nInvented Club,club,2015-04-01/,N10210137 reporter.secret@example.jp\n"
    )
    work.done("organizers", "import", work.file(people, "organizers.csv"))
    work.run("inbox", work.file(mail("Good morning."), "one.eml"))
    return work


def test_what_is_searched_for_is_in_the_register_and_would_be_found(demo: Workplace, tmp_path: Path) -> None:
    facts = private_facts()
    assert len(facts) > 30
    demo.done("members", "export", tmp_path / "whole" / "register.csv")
    found = leaked(facts, texts(tmp_path / "whole"))
    assert {fact for _name, fact in found} == {fact for fact in facts if "@" not in fact}
    (tmp_path / "mails").mkdir()
    (tmp_path / "mails" / "x.txt").write_text("\n".join(ADDRESSES), "utf-8")
    assert {fact for _name, fact in leaked(facts, texts(tmp_path / "mails"))} == set(ADDRESSES)


def test_nothing_that_is_published_holds_one(demo: Workplace, tmp_path: Path) -> None:
    out = tmp_path / "public"
    for format_ in known():
        if format_ not in NOT_PUBLIC:
            demo.done("export", "list", "--list", LIST, "--format", format_, "--to", out / "lists" / format_)
    demo.done("export", "games", "--list", LIST, "--to", out / "games")
    demo.done("site", out / "site", "--archive")
    assert (out / "site/data/archive.zip").is_file()
    demo.done("bundle", out / "all.zip")
    for lang in ("ja", "en"):
        (out / f"announced-{lang}.txt").write_text(demo.done("announce", "--lang", lang).out, "utf-8")
    for one in ("statements", "heads.txt"):
        source = demo.folder / one
        (shutil.copytree if source.is_dir() else shutil.copy)(source, out / one)
    named = list(texts(out))
    assert len(named) > 100
    assert leaked(private_facts(), iter(named)) == []


def test_nothing_that_commands_print_into_the_mail_of_cron_holds_one(demo: Workplace) -> None:
    """What runs by itself, and its output goes where the system puts it."""
    said = [
        demo.run(*words)
        for words in (
            ("poll", "--once", "--offline"),
            ("inbox",),
            ("status",),
            ("problems",),
            ("rebuild",),
            ("reread",),
            ("lists",),
            ("budget",),
            ("retention", "--mails", "90", "--pages", "90"),
        )
    ]
    assert all(one.all.strip() for one in said)
    assert leaked(private_facts(), ((str(n), one.all) for n, one in enumerate(said))) == []


def test_what_jobs_log_holds_none_but_whom_a_mail_is_from(demo: Workplace, tmp_path: Path) -> None:
    """Every job but the one that asks FIDE, as a worker carries it out; the mailbox is on a real server."""
    jobs = {"poll": "--offline", "inbox": "", "preview": "", "notices": ""}
    on(demo, **jobs, site=str(tmp_path / "site"), backup=str(tmp_path / "backups"))
    came = mail("Mori, born 1980-05-05: https://bit.ly/2xyz\r\n", sender=b"reporter.secret@example.jp")
    with ImapServer(tmp_path / "mailbox", came) as server:
        at = {"IMAP_HOST": "127.0.0.1", "IMAP_PORT": server.port, "IMAP_SECURITY": "none"}
        ended(began(demo, "work", "--once", **at, IMAP_USER=USER, IMAP_PASSWORD=PASSWORD))
    logs = dict(demo.rows("SELECT job, log FROM job_run"))
    assert set(logs) == {*jobs, "site", "backup"} and all(logs.values())
    assert "M2" in logs["inbox"], logs["inbox"]
    # An officer is told whom a mail is from, as docs/privacy.md says.
    assert leaked(private_facts(), iter(logs.items())) == [("inbox", "reporter.secret@example.jp")]
    assert "1980-05-05" not in "".join(logs.values())


def test_the_figures_of_the_desk_hold_none(demo: Workplace) -> None:
    member, *_more = (fact.split()[0] for fact in private_facts() if fact.endswith(" born"))
    with served(demo) as desk:
        client = desk.signed_in()
        for path in (f"/members/{member}", f"/members?q={ADDRESSES[1]}", "/reports", "/metrics"):
            client.get(path)
        figures = client.get("/metrics").text
    assert "banzuke_answers_total" in figures
    assert leaked(private_facts(), iter([("metrics", figures)])) == []


def test_what_a_webhook_is_told_holds_none(demo: Workplace, certificate: Path) -> None:  # noqa: F811
    demo.monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    demo.monkeypatch.setenv("BANZUKE_WEBHOOK_SECRET", "invented secret")
    demo.done("notices", "on", *KINDS)
    demo.moment += timedelta(hours=1)
    waits = mail("Mori, born 1980-05-05: https://bit.ly/2xyz\r\n", sender=b"reporter.secret@example.jp")
    assert demo.run("inbox", demo.file(waits, "two.eml")).code == 3
    with https_server(Https(certificate)) as server:
        demo.monkeypatch.setenv("BANZUKE_NOTICES_WEBHOOK", f"https://127.0.0.1:{server.port}/hook")
        demo.monkeypatch.setenv("BANZUKE_NOTICES_SENDER", "rating@office.example")
        demo.run("notices", "send")
    assert server.got
    bodies = [str(json.loads(data)) for _headers, data in server.got]
    assert leaked(private_facts(), iter(("body", body) for body in bodies)) == []
    assert not [body for body in bodies if "1980-05-05" in body]


BIRTHS = dict(zip(NAMES, ("2014-12-29", "2013-05-31", "2015-10-17", "2012-08-23", "1979-11-14"), strict=True))


def test_nothing_of_queensland_holds_a_birth_date_but_its_list_of_who_lets_it(
    queensland: Workplace, tmp_path: Path
) -> None:
    rows = [
        {"ID": i, "Name": name, "Birth": BIRTHS[i], "Birth withheld": "yes" if i == BEN else None}
        for i, name in NAMES.items()
    ]
    register(queensland, *rows)
    rates = {ANNA: 1000, BEN: 1100, CARL: 900}
    opening(
        queensland,
        ({"ID": i, "Name": NAMES[i], "QJ": r, "Last-Game": "2026-08-01"} for i, r in rates.items()),
    )
    rated(queensland, event(*GAMES))
    facts = private_facts("ID,Birth\n" + "".join(f"{i},{born}\n" for i, born in BIRTHS.items()))
    assert len(facts) == len(ADDRESSES) + 5
    out, lists = tmp_path / "public", tmp_path / "lists"
    own = family_named("queensland").formats
    for name in (*own, "csv", "xlsx", "json", "parquet", "fide-txt", "top"):
        queensland.done("export", "list", "--format", name, "--to", (lists if name in own else out) / name)
    queensland.done("site", out / "site", "--archive")
    queensland.done("bundle", out / "all.zip")
    for lang in ("ja", "en"):
        (out / f"announced-{lang}.txt").write_text(queensland.done("announce", "--lang", lang).out, "utf-8")
    named = list(texts(out))
    assert len(named) > 40 and any(NAMES[BEN] in text for _name, text in named)
    assert leaked(facts, iter(named)) == []
    told = {fact for _name, fact in leaked(facts, texts(lists))}
    assert told == {f"{i} born" for i in (ANNA, CARL)}  # Organisers 6; BEN withholds it

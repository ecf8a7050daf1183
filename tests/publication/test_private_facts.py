"""No birth date, FIDE ID or address of anybody leaves the demo's office: every file that is published, and
every word that a command prints or logs without being asked for it, is searched for all of them."""

from __future__ import annotations

import csv
import re
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.demo.run import LIST
from publication.exports.formats import PAIRING, known
from publication.families import family_named
from tests.office.mail.shapes import mail
from tests.workplace import Workplace, once

REGISTER = Path(__file__).resolve().parents[2] / "cli" / "demo" / "data" / "register.csv"
ADDRESSES = ("club@example.jp", "reporter.secret@example.jp")
NOT_PUBLIC = {*PAIRING, *family_named("queensland").formats}
"""Files for organizers, which the table grants the FIDE ID and the year; and those of the other family."""


def private_facts() -> dict[str, re.Pattern[str]]:
    """By member and fact: every way in which it could be written; nothing that merely contains it."""
    found = {address: re.compile(re.escape(address), re.IGNORECASE) for address in ADDRESSES}
    for row in csv.DictReader(REGISTER.read_text("utf-8").splitlines()):
        if row["Birth"]:
            y, m, d = row["Birth"].split("-")
            ways = (
                f"{y}-{m}-{d}",
                f"{y}/{m}/{d}",
                f"{d}.{m}.{y}",
                f"{y}.{m}.{d}",
                f"{y}年{int(m)}月{int(d)}日",
            )
            words = "|".join(map(re.escape, (*ways, y + m + d)))
            found[f"{row['ID']} born"] = re.compile(rf"(?<![0-9a-f])(?:{words})(?![0-9a-f])")
        if row["FIDE ID"]:
            found[f"{row['ID']} FIDE ID"] = re.compile(rf"(?<![0-9a-f]){row['FIDE ID']}(?![0-9a-f])")
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


def leaked(found: dict[str, re.Pattern[str]], named: Iterator[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(name, fact) for name, text in named for fact, words in found.items() if words.search(text)]


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
    kept = (path for path in demo.folder.glob("fault-*.txt"))
    named = [(str(n), one.all) for n, one in enumerate(said)] + [(p.name, p.read_text()) for p in kept]
    assert leaked(private_facts(), iter(named)) == []

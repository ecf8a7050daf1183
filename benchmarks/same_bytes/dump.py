"""What an office gives and holds, written into files: `exact/` must never change, `words/` may."""

import gzip
import json
import re
import shutil
import sqlite3
import zipfile
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from benchmarks.same_bytes.desk import Desk, Product, Said, copied

FORMATS = (
    *("japan", "csv", "xlsx", "json", "parquet", "fide-txt", "top", "swiss-manager", "swiss-manager-excel"),
    *("swiss-perfect", "qj-text", "qj-xlsx", "qj-top"),
)
LETTERS = {"cp932": ("--encoding", "cp932", "--replace"), "bom": ("--bom",), "hidden": ("--hide-ids",)}
PROGRAMS = ("swiss-manager", "swiss-manager-excel", "swiss-perfect")
TYPES = ("standard", "rapid", "ncs", "qj")
SIMULATED = (
    (),
    ("--interpretation", "R1=half-up"),
    ("--interpretation", "R12=both-types"),
    ("--edition", "ncs-2022-09"),
    ("--edition", "jcf-2024-10"),
)
SAMPLE = 32
"""Of so many members one is explained in words too, on each list others."""

WORDED = {
    "problem": ("place", "expected", "found", "remedy"), "list_version": ("report",),
    "publication": ("report",), "report": ("problem",), "poll": ("problem",), "message": ("problems",),
}  # fmt: skip
"""Columns whose text is told to the officer, by table."""

MADE_AT = re.compile(rb"<dcterms:(created|modified)[^>]*>[^<]*</dcterms:\1>")

ON_LIST = """SELECT federation_id FROM list_member WHERE version_id = ?1
 UNION SELECT federation_id FROM list_rating WHERE version_id = ?1
 UNION SELECT federation_id FROM game_line WHERE version_id = ?1 AND federation_id IS NOT NULL
 UNION SELECT federation_id FROM event_line WHERE version_id = ?1 AND federation_id IS NOT NULL
 UNION SELECT federation_id FROM earlier_game WHERE version_id = ?1 ORDER BY 1"""
NEWEST = """SELECT id, list_date, version, state FROM list_version AS v WHERE version =
 (SELECT max(version) FROM list_version WHERE list_date = v.list_date) ORDER BY list_date"""


def dumped(product: Product, office: Path, folder: Path) -> None:
    """Dumps an office as `Desk.keep` left it; it is copied, since commands number questions anew."""
    work = folder / "work" / office.name
    shutil.rmtree(work, ignore_errors=True)
    (work / "files").mkdir(parents=True)
    copied(office, work / "office")
    note = json.loads((office / "same-bytes.json").read_text())
    product.present.moment = datetime.fromisoformat(note["moment"])
    one = Dump(Desk(product, work / "office", work / "files"), folder, office.name)
    one.desk.done("migrate")
    if note["lists"] is None:
        one.tables()
        one.archive(office)
    one.lists(note["lists"])
    if note["lists"] is None:
        one.files()
        one.said()
        one.site()
    one.close()
    shutil.rmtree(work)


class Dump:
    """One office and where its dump goes."""

    def __init__(self, desk: Desk, folder: Path, name: str) -> None:
        self.desk = desk
        self.exact, self.words = folder / "exact" / name, folder / "words" / name
        self.codes: list[str] = []
        for made in (self.exact, self.words):
            made.mkdir(parents=True)

    def close(self) -> None:
        """Writes how every command ended."""
        (self.exact / "codes.txt").write_text("\n".join(self.codes) + "\n")

    def _run(self, *words: object) -> Said:
        said = self.desk.run(*words)
        self.codes.append(f"{said.code} {self.desk.plain(' '.join(map(str, words)))}")
        return said

    def _told(self, name: str, *words: object) -> None:
        """A command whose words are kept."""
        said = self._run(*words)
        _write(self.words / "said" / f"{name}.txt", (said.out + said.err).encode())

    def _made(self, name: str, *words: object) -> Path:
        """A command that is given `name` to write, as a file under `exact/`; its path."""
        path = self.exact / name
        path.parent.mkdir(parents=True, exist_ok=True)
        made = self.desk.files / path.name
        self._told(name, *(made if word == "FILE" else word for word in words))
        if made.exists():
            shutil.move(made, path)
        return path

    # Lists

    def lists(self, dates: Sequence[str] | None) -> None:
        """Every list in every format, its games, and every member explained."""
        for place, row in enumerate(self.desk.rows(NEWEST)):
            if dates is None or row["list_date"] in dates:
                self._exports(row)
                self._explained(row, place)

    def _exports(self, row: sqlite3.Row) -> None:
        of = ("--list", row["list_date"])
        slug = f"lists/{row['list_date']}-v{row['version']}"
        for format_ in FORMATS:
            self._folder(f"{slug}/{format_}", "export", "list", *of, "--format", format_)
        for name, letters in LETTERS.items():
            self._folder(f"{slug}/{name}", "export", "list", *of, *letters)
            self._folder(f"{slug}/games-{name}", "export", "games", *of, *letters)
        self._folder(f"{slug}/games", "export", "games", *of)
        self._made(f"{slug}/fees.csv", "fees", *of, "--csv", "FILE")
        self._told(f"{slug}-preview", "preview", *of)
        for language in ("en", "ja"):
            for use in ("news", "mail"):
                self._told(f"{slug}-{use}-{language}", "announce", *of, "--lang", language, "--for", use)

    def _folder(self, name: str, *words: object) -> None:
        made = self.desk.files / "made"
        made.mkdir()
        self._told(name, *words, "--to", made)
        for path in sorted(p for p in made.rglob("*") if p.is_file()):
            _write(self.exact / name / path.relative_to(made), path.read_bytes())
        shutil.rmtree(made)

    def _explained(self, row: sqlite3.Row, place: int) -> None:
        slug = f"{row['list_date']}-v{row['version']}"
        for n, (member,) in enumerate(self.desk.rows(ON_LIST, row["id"])):
            words = ("explain", member, "--list", row["list_date"])
            said = self._run(*words, "--json")
            _write(self.exact / "explain" / slug / f"{member}.json", said.out.encode())
            if (n + place) % SAMPLE:
                continue
            for language in ("en", "ja"):
                self._told(f"explain/{slug}/{member}-{language}", *words, "--lang", language)
                page = self._run(*words, "--lang", language, "--html")
                _write(self.words / "explain" / slug / f"{member}-{language}.html", page.out.encode())

    # The rest

    def tables(self) -> None:
        """Every row of the database, a line each, columns told in words apart."""
        for (table,) in self.desk.rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1"):
            rows = [dict(row) for row in self.desk.rows(f'SELECT * FROM "{table}" ORDER BY 1')]
            worded = [{name: row.pop(name) for name in WORDED.get(table, ())} for row in rows]
            _write(self.exact / "tables" / f"{table}.jsonl", _lines(rows))
            if table in WORDED:
                _write(self.words / "tables" / f"{table}.jsonl", _lines(worded))

    def archive(self, office: Path) -> None:
        """What came in, as it is kept: the index of the archive, and the bytes."""
        for path in sorted(p for p in (office / "archive").rglob("*") if p.is_file()):
            data, name = path.read_bytes(), path.relative_to(office / "archive")
            if path.suffix == ".gz":
                data, name = gzip.decompress(data), name.with_suffix("")
            _write(self.exact / "archive" / name, data)

    def files(self) -> None:
        """Whatever else leaves the office as a file."""
        bundle = self._made("bundle.zip", "bundle", "FILE")
        _unpacked(bundle, self.exact / "bundle")
        self._told("verify", "verify", shutil.copy(bundle, self.desk.files))
        self._made("register.csv", "members", "export", "FILE")
        register = self.desk.files / "register.xlsx"
        self._told("register", "members", "export", register)
        _unpacked(register, self.exact / "register")
        self._made("rulings.json", "rulings", "export", "FILE")
        for type_ in TYPES:
            for program in PROGRAMS:
                words = ("export", "members", "--for", program, "--type", type_, "--to", "FILE")
                self._made(f"members/{type_}-{program}", *words)
        stated = ("--city", "Invented Town", "--arbiter", "Ada Arbiter", "--federation", "JPN")
        for (number,) in self.desk.rows("SELECT id FROM event ORDER BY id"):
            self._made(f"events/E{number}.trf", "export", "trf", f"E{number}", "--to", "FILE", *stated)
            self._made(f"events/E{number}.csv", "events", f"E{number}", "--csv", "FILE")
        for n, rules in enumerate(SIMULATED):
            self._made(f"simulated/{n}.csv", "simulate", *rules, "--csv", "FILE")
        form = self.desk.files / "form.xlsx"
        self._told("form", "form", form, "--members")
        _unpacked(form, self.words / "form")

    def said(self) -> None:
        """What the office tells of itself in words."""
        for name, *words in (
            *(("status", "status"), ("problems", "problems", "--all"), ("next", "problems", "--next")),
            *(("lists", "lists"), ("rulings", "rulings", "--all"), ("events", "events")),
            ("rebuild", "rebuild"),
            *(("organizers", "organizers", "list"), ("applications", "applications", "list")),
            *(("suggest", "fide", "suggest"), ("correction", "correction", "preview"), ("budget", "budget")),
            ("fees", "fees"),
        ):
            self._told(name, *words)
        members = [number for (number,) in self.desk.rows("SELECT federation_id FROM member ORDER BY 1")]
        for member in members[:: len(members) // 10]:
            self._told(f"members/{member}", "members", "show", member)
            games = ("--game", "win 1500", "--game", f"draw {members[1]}", "--game", "loss 1900")
            classes = (("--class", "club"), ("--class", "open"))
            for more in classes if member.startswith("Q") else ((), ("--type", "rapid")):
                self._told(f"whatif/{'-'.join((member, *more))}", "whatif", member, *games, *more)
        _write(self.words / "making.txt", (self.desk.folder / "told.txt").read_bytes())

    def site(self) -> None:
        """The website: its figures are exact, its pages are words."""
        site = self.desk.files / "site"
        words = ("--address", "https://ratings.example/", "--mail", "ratings@example.org")
        self._told("site", "site", site, *words)
        for path in sorted(p for p in site.rglob("*") if p.is_file()):
            name = path.relative_to(site)
            to = self.exact if name.parts[0] == "data" else self.words
            _write(to / "site" / name, path.read_bytes())


def _unpacked(file: Path, folder: Path) -> None:
    """The parts of a zip or workbook; not the moment at which a library says that it made it."""
    with zipfile.ZipFile(file) as archive:
        for name in archive.namelist():
            _write(folder / name, MADE_AT.sub(b"", archive.read(name)))


def _lines(rows: Sequence[dict[str, object]]) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False, default=_blob) + "\n" for row in rows).encode()


def _blob(data: object) -> object:
    """Bytes of a row: what a version was reckoned from, unpacked."""
    assert isinstance(data, bytes)
    return json.loads(gzip.decompress(data)) if data.startswith(b"\x1f\x8b") else data.hex()


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)

"""One office, worked with by commands in this process; the time is what the desk says it is."""

import contextlib
import functools
import importlib
import importlib.util
import io
import json
import re
import shutil
import sqlite3
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any

ALARM = re.compile(r"\b[a-z-]+:[NQ]\d+:[a-z]+\b")
"""How an alarm is named in an answer."""

Answers = Callable[[sqlite3.Row], Sequence[object]]


class Refused(Exception):
    """A command that had to be done was not."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a command did: exit code, standard output, standard error."""

    code: int
    out: str
    err: str


@dataclass(slots=True)
class Present:
    """The moment that every command takes for now."""

    moment: datetime = field(default=datetime(2026, 10, 1, 3, tzinfo=UTC))

    def on(self, day: date, hour: int = 3) -> None:
        """Noon in Japan of a day, or another hour (UTC)."""
        self.moment = datetime.combine(day, time(hour), UTC)


KEY = b"""untrusted comment: the key of every office that is compared; it guards nothing
RWQAAEIyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAXrhEXN31VYEq8b2u9OYlmLmpQduBst6vbhjVvMagnBk3ANEsqkt6WLhJg7k13l/TxqH4Y8alYt6btS+EXccKXkrJpWjcNae4AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
"""


@dataclass(frozen=True, slots=True)
class Product:
    """`main` of the commands, and the clock they look at; `blank`: the report form that organizers fill in,
    None: the one that the product hands out."""

    main: Callable[[], None]
    present: Present
    blank: Path | None = None

    @classmethod
    def of(cls, module: str, tree: Path | None, blank: Path | None = None) -> "Product":
        """The product as it stands in a checkout; refused if it is taken from elsewhere."""
        if tree is not None:
            sys.path.insert(0, str(tree.resolve()))
        present = Present()
        clock: Any = importlib.import_module("office.clock")
        clock.now = lambda: present.moment
        pages: Any = importlib.import_module("scraper.clock").Clock  # when pages say that they were fetched
        pages.__init__.__defaults__ = (lambda: present.moment.timestamp(), *pages.__init__.__defaults__[1:])
        # Thousands of commands: what is the same for each is made once, or it takes longer than they do.
        engines: Any = importlib.import_module("office.database.engine")
        engines.sqlite = functools.cache(engines.sqlite)
        main = importlib.import_module(module)
        if importlib.util.find_spec("office.chain.minisign"):  # a product without it signs nothing
            signing: Any = importlib.import_module("office.chain.minisign")
            keys: Any = importlib.import_module("office.chain.key")
            keys.made = lambda: signing.secret_key(KEY)
        for part in (clock, main):
            if tree is not None and not Path(str(part.__file__)).is_relative_to(tree.resolve()):
                raise Refused(f"{part.__name__} is taken from {part.__file__}, not from {tree}")
        return cls(main.main, present, blank)


@dataclass(slots=True)
class Desk:
    """The office in `folder`; `files` is where what is handed to commands is written. `told` keeps every
    command that `done` ran with all it said, without the paths of this run."""

    product: Product
    folder: Path
    files: Path
    told: list[str] = field(default_factory=list)

    def run(self, *words: object, office: bool = True) -> Said:
        """A command as `banzuke` runs it; an error that is no refusal comes through."""
        argv = ["banzuke", *(("--office", str(self.folder)) if office else ()), *map(str, words)]
        out, err = io.StringIO(), io.StringIO()
        before, sys.argv = sys.argv, argv
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                self.product.main()
            code = 0
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 0 if ended.code is None else 1
        finally:
            sys.argv = before
        return Said(code, self.plain(out.getvalue()), self.plain(err.getvalue()))

    def plain(self, text: str) -> str:
        """A text without the paths of this run."""
        return text.replace(str(self.folder), "OFFICE").replace(str(self.files), "FILES")

    def done(self, *words: object, codes: tuple[int, ...] = (0,)) -> Said:
        """A command that has to end with one of these codes."""
        said = self.run(*words)
        told = self.plain(" ".join(map(str, words)))
        self.told.append(f"$ banzuke {told}\n{said.out}{said.err}")
        if said.code not in codes:
            raise Refused(f"{told}: exit code {said.code}\n{said.out}{said.err}")
        return said

    def file(self, name: str, data: bytes | str) -> Path:
        """A file to be handed to a command."""
        self.files.mkdir(parents=True, exist_ok=True)
        path = self.files / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return path

    def form(self) -> bytes:
        """The report form, not filled in."""
        path = self.product.blank or self.files / "form.xlsx"
        if not path.exists():
            self.run("form", path)
        return path.read_bytes()

    def rows(self, query: str, *values: object) -> list[sqlite3.Row]:
        """Rows of the office's database, past all of the product's code."""
        connection = sqlite3.connect(self.folder / "banzuke.sqlite")
        connection.row_factory = sqlite3.Row
        try:
            return connection.execute(query, values).fetchall()
        finally:
            connection.close()

    def answer(self, answers: Answers) -> None:
        """Decides every question that a list waits for; `answers` gives no words for one that stays open.
        What an answer leaves open is asked again."""
        waiting = "SELECT * FROM problem WHERE state = 'open' AND blocks ORDER BY id"
        for _ in range(4):
            alike: dict[tuple[object, ...], list[str]] = {}
            for row in self.rows(waiting):
                if words := answers(row):
                    alike.setdefault((*words, "--reason", f"answer to {row['code']}"), []).append(
                        f"P{row['id']}"
                    )
            for words, problems in alike.items():
                self.done("resolve", *problems, *words)
            if not alike:
                self.done("problems")
                return
        left = [dict(row) for row in self.rows(waiting)]
        raise Refused(f"not settled by any answer: {json.dumps(left, ensure_ascii=False, indent=1)}")

    def publish(self, *words: object) -> None:
        """The next list, made, looked at and published."""
        self.done("rate", *words)
        self.done("preview")
        self.final("publish")

    def final(self, *words: object) -> None:
        """A command that publishes; alarms that it waits for are accepted by name."""
        named = words[: words.index("publish") + 1]
        if "--yes" in self.run(*named, "--help", office=False).out:  # an earlier product does not ask
            words = (*words, "--yes")
        said = self.done(*words, codes=(0, 3))
        if said.code:
            alarms = [
                word for name in dict.fromkeys(ALARM.findall(said.err)) for word in ("--accept-alarm", name)
            ]
            self.done(
                *words, *alarms, *(() if "--reason" in words else ("--reason", "looked at, right as it is"))
            )

    def keep(self, folder: Path, lists: Sequence[str] | None = None) -> None:
        """A copy of the office as it is now, with the moment at which it is dumped; `lists`: these alone."""
        copied(self.folder, folder)
        note = {"moment": self.product.present.moment.isoformat(), "lists": lists}
        (folder / "same-bytes.json").write_text(json.dumps(note) + "\n")
        (folder / "told.txt").write_text("\n".join(self.told))


def copied(office: Path, folder: Path) -> None:
    """A copy of an office, with what the database's log holds."""
    shutil.copytree(office, folder, ignore=shutil.ignore_patterns("*.sqlite*", "site", ".site.site"))
    source = sqlite3.connect(office / "banzuke.sqlite")
    target = sqlite3.connect(folder / "banzuke.sqlite")
    source.backup(target)
    source.close()
    target.close()

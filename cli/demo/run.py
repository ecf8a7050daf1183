"""`banzuke demo`: the commands of a month, run one after the other as an officer types them."""

import shlex
import shutil
import sys
import tomllib
from collections.abc import Callable, Iterator
from datetime import date
from importlib.resources import as_file, files
from pathlib import Path

from sqlmodel import col, select

from cli.out import say
from cli.session import open_office
from importer.tables import ProblemRow
from office.database.engine import look
from office.errors import refusal
from office.place import Place
from office.text_table import column
from office.words import _

OPENING = date(2026, 10, 1)
LIST = date(2026, 11, 1)
ARRIVED = date(2026, 10, 19)
EXPLAINED = "N10217946"
"""Who is explained at the end: an unrated player who gets an initial rating."""

MARK = ".banzuke-demo"

DATA = files("cli.demo") / "data"
DECISIONS = tomllib.loads((files("cli.demo") / "decisions.toml").read_text("utf-8"))["decision"]
"""What the officer of the demo answers."""


def run_demo(folder: Path, run: Callable[[list[str]], object], *, to_decide: bool = False) -> None:
    """Makes a fresh office in `folder` and does a month's work in it; ends where the files are. `run`: does
    a command, given as its words. `to_decide`: it ends before the first answer, which is left to whoever
    sits at the desk."""

    def command(*words: str) -> None:
        say(f"\n$ banzuke {shlex.join(words)}")
        sys.stdout.flush()
        run(["--office", str(folder), *words])
        sys.stdout.flush()
        sys.stderr.flush()

    _fresh(folder)
    with as_file(DATA) as data, as_file(files("cassettes") / "autumn-2026") as replay:
        command("init", "--name", "Invented Chess Federation", "--officer", "Demo Officer")
        command("members", "import", str(data / "register.csv"))
        games = str(data / "opening-games.csv")
        opening = str(data / "opening.csv")
        command("opening", "import", opening, "--games", games, "--list", str(OPENING))
        email = str(data / "email.txt")
        command("import", email, "--reported", str(ARRIVED), "--replay", str(replay))
    command("problems")
    if to_decide:
        return
    for number, answer, reason in answers(folder):
        command("resolve", f"P{number}", *answer, "--reason", reason)
    command("status")
    command("rate")
    command("publish", "--yes")
    command("export", "list")
    command("explain", EXPLAINED)
    command("site", str(folder / "site"), "--archive")
    place, typed = Place(folder), shlex.quote(str(folder))
    say()
    ends = (
        (_("The office:"), f"{folder}/ (banzuke --office {typed} status)"),
        (_("The published list:"), f"{place.lists}/rating-{LIST}.csv"),
        (_("The website:"), f"{folder}/site/index.html"),
        (_("The saved pages:"), f"{place.archive}/"),
        (_("Its desk in a browser:"), f"banzuke --office {typed} serve"),
    )
    for label, where in ends:
        say(column(label, 21) + where)


def answers(folder: Path) -> Iterator[tuple[int, tuple[str, ...], str]]:
    """The problems that the list waits for, each with the demo's answer to it; one that the demo does not
    know is refused. What is shown for information needs none."""
    waiting = select(ProblemRow).where(ProblemRow.state == "open", col(ProblemRow.blocks))
    with look(open_office(folder).engine) as session:
        rows = session.exec(waiting.order_by(col(ProblemRow.id))).all()
    for row in rows:
        for told in DECISIONS:
            if row.code == told["code"] and told["found"] in row.found:
                yield row.id or 0, tuple(told["answer"]), told["reason"]
                break
        else:
            expected = "one of the demo's own problems"
            raise refusal("demo", row.place, expected, row.code, "the demo's data and code differ")


def _fresh(folder: Path) -> None:
    if folder.exists() and any(folder.iterdir()):
        if not (folder / MARK).is_file():
            remedy = "name another folder: banzuke demo --to DIR"
            raise refusal("not-a-demo", str(folder), "an empty folder or an old demo", "files", remedy)
        shutil.rmtree(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MARK).touch()

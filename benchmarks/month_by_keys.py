"""A month of ten events of forty players, twice: in the desk by the keyboard alone, and at the command line.

    python -m benchmarks.month_by_keys [--json FILE] [--seed N]

From the mails with ten links to the published list. The desk is a real one in Chromium, and nothing is
clicked. Each key counts, a chord as its keys; a paste counts as its chord and that of the copy before it. At
the command line every character of every command counts, and its Enter. Both decide the same, and the lists
must be equal, byte for byte.

Minutes: what the program took, and what an officer takes for the keys by the keystroke-level model of Card,
Moran and Newell (1980): 0.28 s for a key, 1.35 s to think before each command or answer. To read the
questions is left out: they are the same.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from playwright.sync_api import TimeoutError as Timeout
from sqlmodel import Session, select

import office.clock
from benchmarks.desk_open import code_of, opened
from benchmarks.month_data import GUEST, OPENING, OVER, REPORTED, Month, fetched, files, month
from benchmarks.timing import keep, options
from cli.main import main as banzuke
from cli.session import open_office
from importer.tables import ProblemRow
from office.accounts.roles import Role
from office.database.engine import look
from office.desk.groups import Group, grouped
from office.desk.refresh import refresh
from office.opened import Office
from office.tables import ListVersionRow
from tests.chromium import CHROMIUM, FLAGS

KEY, THINK = 0.28, 1.35
CHORD = 2
WHY = " --reason checked"
"""The command line wants a reason; the desk writes down what spoke for the answer."""


@dataclass
class Way:
    """One way through the month. `steps`: commands, or pages and answers that are chosen."""

    name: str
    keys: int = 0
    steps: int = 0
    program: float = 0.0
    sha256: str = field(default="", repr=False)

    @property
    def minutes(self) -> float:
        """Of the officer and of the program."""
        return (self.keys * KEY + self.steps * THINK + self.program) / 60

    def line(self) -> str:
        """It in words."""
        return (
            f"{self.name:16} {self.keys:5} keys, {self.steps:3} steps, program {self.program:5.1f} s,"
            f" with the officer's hands {self.minutes:.1f} min"
        )


@dataclass
class Present:
    """The moment that both take for now."""

    moment: datetime = REPORTED

    def __call__(self) -> datetime:
        return self.moment


@dataclass
class Desk:
    """A browser of which only the keyboard is used."""

    page: Page
    way: Way

    def press(self, key: str, *, step: bool = True, leads: str | None = None) -> None:
        """A key, or a chord; `leads`: the address that it leads to."""
        began = time.perf_counter()
        if leads is None:
            self.page.keyboard.press(key)
        else:
            try:
                with self.page.expect_navigation(url=leads):
                    self.page.keyboard.press(key)
            except Timeout:
                here = self.page.locator("main").inner_text()
                raise SystemExit(f"{key} leads nowhere at {self.page.url}: {here[:500]}") from None
        self.way.program += time.perf_counter() - began
        self.way.keys += len(key.split("+"))
        self.way.steps += step

    def paste(self, text: str) -> None:
        """What was copied elsewhere: two chords."""
        self.page.keyboard.insert_text(text)
        self.way.keys += 2 * CHORD
        self.way.steps += 1


@dataclass
class Shell:
    """A terminal in the office's folder."""

    folder: Path
    way: Way

    def __call__(self, words: str, *, pasted: str = "", unseen: str = "", answer: str = "") -> str:
        """A command as it is typed; `pasted` stands behind it, `answer` is what it asks for. `unseen`: words
        that only this benchmark needs."""
        self.way.keys += len(f"banzuke {words}") + 1 + (2 * CHORD + 1 if pasted else 0) + len(answer)
        self.way.steps += 1
        began = time.perf_counter()
        said = run(self.folder, [*words.split(), *pasted.split(), *unseen.split()])
        self.way.program += time.perf_counter() - began
        return said


def run(folder: Path, words: list[str]) -> str:
    """A command in this process; what it printed."""
    sys.argv = ["banzuke", "--office", str(folder), *words]
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            banzuke()
        except SystemExit as ended:
            if ended.code not in (0, None, 3):
                raise SystemExit(f"{words}: {ended.code}\n{out.getvalue()}") from None
    return out.getvalue()


def office_of(folder: Path, its: Month) -> Path:
    """An office with its members and their ratings."""
    folder.mkdir()
    register, opening = files(folder.parent, its.everybody)
    run(folder, ["init", "--officer", "Officer One"])
    run(folder, ["members", "import", str(register)])
    run(folder, ["opening", "import", str(opening), "--list", OPENING.isoformat()])
    return folder


def open_questions(session: Session) -> list[Group]:
    """What has to be decided, as it is asked."""
    refresh(session)
    rows = session.exec(select(ProblemRow).where(ProblemRow.state == "open", ProblemRow.blocks)).all()
    return grouped(rows)


def right(group: Group, its: Month) -> str:
    """Whose the players asked about are: one member's ID, or a guest's word."""
    whose = {
        its.behind[int(row.event_key.rpartition("/")[2].rpartition(":")[2])][json.loads(row.subject)["name"]]
        for row in group.rows
    }
    if len(whose) != 1:
        raise SystemExit(f"{group.target} asks about {whose} at once")
    return whose.pop()


def at_the_command_line(folder: Path, its: Month, cassette: Path, now: Present) -> Way:
    """`import`, `problems`, an answer each, `rate`, `preview`, `publish`."""
    way = Way("command line")
    shell = Shell(folder, way)
    shell("import", pasted=its.mail, unseen=f"--replay {cassette}")
    shell("problems")
    office_ = open_office(folder)
    with look(office_.engine) as session:
        answers = [(group.target, right(group, its)) for group in open_questions(session)]
    for target, whose in answers:
        shell(f"resolve {target} " + ("--no-member" if whose == GUEST else f"--match {whose}") + WHY)
    now.moment = OVER
    shell("rate")
    shell("preview")
    shell("publish", unseen="--yes", answer="y\n")
    way.sha256 = published(office_)
    return way


def published(office_: Office) -> str:
    """What the list's text has as its sum."""
    with look(office_.engine) as session:
        rows = session.exec(select(ListVersionRow)).all()
    return max(rows, key=lambda row: row.list_date).text_sha256


@contextmanager
def in_the_browser(folder: Path, cassette: Path, now: Present) -> Iterator[tuple[Page, Office]]:
    """The desk of an office, with its officer signed in."""
    with (
        opened(folder, organizers=False, replay=cassette, clock=now) as desk,
        sync_playwright() as playwright,
    ):
        code = code_of(desk.office, "Officer One", Role.OFFICER, now())
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(base_url=desk.address, locale="en-GB")
        page.goto(f"/enter#{code}")
        page.wait_for_url("**/settings")
        try:
            yield page, desk.office
        finally:
            browser.close()


def in_the_desk(folder: Path, its: Month, cassette: Path, now: Present) -> Way:
    """Reports, one question after the other, the next list, publish: without the mouse."""
    way = Way("desk")
    with in_the_browser(folder, cassette, now) as (page, office_):
        desk = Desk(page, way)
        desk.press("i", leads="**/reports")
        desk.press("i", step=False)
        desk.paste(its.mail)
        desk.press("Control+Enter", step=False, leads="**/reports/*")
        way.program += _timed(lambda: page.locator("#steps").wait_for(state="detached", timeout=600_000))
        way.program += _timed(lambda: page.wait_for_load_state())
        while _asked(office_):
            desk.press("n", leads="**/questions/*")
            _answer(desk, office_, its)
        now.moment = OVER
        desk.press("l", leads="**/lists/next")
        desk.press("w", leads="**/lists/next")
        desk.press("p", leads="**/lists/next/publish")
        desk.press("y")
        desk.press("Enter", step=False, leads="**/lists/*")
        way.sha256 = published(office_)
    return way


def _asked(office_: Office) -> list[Group]:
    with look(office_.engine) as session:
        return open_questions(session)


def _answer(desk: Desk, office_: Office, its: Month) -> None:
    """One question, and those that are shown after it until none is left."""
    page = desk.page
    while "/questions/" in page.url:
        number = int(page.url.rpartition("/")[2].partition("?")[0])
        with look(office_.engine) as session:
            group = next(g for g in open_questions(session) if number in {row.id for row in g.rows})
            whose = right(group, its)
        value = "--no-member" if whose == GUEST else f"--match {whose}"
        button = page.locator(f"button[name=choice][value='{value}']")
        if not button.count():
            raise SystemExit(f"{group.target} does not offer {value}")
        desk.press((button.get_attribute("data-key") or "").split()[0], leads="**/*")


def _timed(done: Callable[[], object]) -> float:
    began = time.perf_counter()
    done()
    return time.perf_counter() - began


def main() -> int:
    """Both ways; 1 where they do not end at the same list."""
    given = options("month_by_keys", seed=2).parse_args()
    its, now = month(given.seed), Present()
    office.clock.now = now
    with tempfile.TemporaryDirectory(prefix="banzuke-", ignore_cleanup_errors=True) as made:
        folder, ways = Path(made), []
        cassette, _ = fetched(folder, its.events)
        for way in (at_the_command_line, in_the_desk):
            now.moment = REPORTED
            ways.append(way(office_of(folder / way.__name__, its), its, cassette, now))
            print(ways[-1].line(), flush=True)
    keep(given.json, [asdict(way) for way in ways])
    return int(len({way.sha256 for way in ways}) != 1)


if __name__ == "__main__":
    sys.exit(main())

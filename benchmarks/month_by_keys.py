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
import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from playwright.sync_api import TimeoutError as Timeout
from sqlmodel import select

import office.clock
from benchmarks.desk_open import code_of, opened
from benchmarks.month_data import GUEST, OVER, REPORTED, Month, fetched, founded, month
from benchmarks.same_bytes.desk import Desk as Commands
from benchmarks.same_bytes.desk import Present, Product
from benchmarks.timing import Spent, keep, options
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
    program: Spent = field(default_factory=Spent)
    sha256: str = field(default="", repr=False)

    @property
    def minutes(self) -> float:
        """Of the officer and of the program."""
        return (self.keys * KEY + self.steps * THINK + self.program.wall) / 60

    def line(self) -> str:
        """It in words."""
        return (
            f"{self.name:16} {self.keys:5} keys, {self.steps:3} steps, program {self.program.wall:5.1f} s,"
            f" with the officer's hands {self.minutes:.1f} min"
        )


@dataclass
class Desk:
    """A browser of which only the keyboard is used."""

    page: Page
    way: Way

    def press(self, key: str, *, step: bool = True, leads: str | None = None) -> None:
        """A key, or a chord; `leads`: the address that it leads to."""
        arriving = self.page.expect_navigation(url=leads) if leads else contextlib.nullcontext()
        try:
            with self.way.program.more(), arriving:
                self.page.keyboard.press(key)
        except Timeout:
            here = self.page.locator("main").inner_text()
            raise SystemExit(f"{key} leads nowhere at {self.page.url}: {here[:500]}") from None
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

    office: Commands
    way: Way

    def __call__(self, words: str, *, pasted: str = "", unseen: str = "", answer: str = "") -> None:
        """A command as it is typed; `pasted` stands behind it, `answer` is what it asks for. `unseen`: words
        that only this benchmark needs."""
        self.way.keys += len(f"banzuke {words}") + 1 + (2 * CHORD + 1 if pasted else 0) + len(answer)
        self.way.steps += 1
        with self.way.program.more():
            self.office.done(*words.split(), *pasted.split(), *unseen.split(), codes=(0, 3))


def office_of(folder: Path, its: Month, now: Present) -> Commands:
    """An office with its members and their ratings."""
    folder.mkdir()
    made = Commands(Product(banzuke, now), folder, folder.parent)
    founded(made.done, folder.parent, its.everybody)
    return made


def open_questions(office_: Office) -> list[Group]:
    """What has to be decided, as it is asked."""
    with look(office_.engine) as session:
        refresh(session)
        rows = session.exec(select(ProblemRow).where(ProblemRow.state == "open", ProblemRow.blocks)).all()
        return grouped(rows)


def answer_of(group: Group, its: Month) -> str:
    """Whose the players asked about are: one member's, or nobody's."""
    whose = {
        its.behind[int(row.event_key.rpartition("/")[2].rpartition(":")[2])][json.loads(row.subject)["name"]]
        for row in group.rows
        if row.event_key
    }
    if len(whose) != 1:
        raise SystemExit(f"{group.target} asks about {whose} at once")
    (one,) = whose
    return "--no-member" if one == GUEST else f"--match {one}"


def at_the_command_line(made: Commands, its: Month, cassette: Path) -> Way:
    """`import`, `problems`, an answer each, `rate`, `preview`, `publish`."""
    way = Way("command line")
    shell = Shell(made, way)
    shell("import", pasted=its.mail, unseen=f"--replay {cassette}")
    shell("problems")
    office_ = open_office(made.folder)
    for group in open_questions(office_):
        shell(f"resolve {group.target} {answer_of(group, its)}{WHY}")
    made.product.present.moment = OVER
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
def in_the_browser(made: Commands, cassette: Path) -> Iterator[tuple[Page, Office]]:
    """The desk of an office, with its officer signed in."""
    with (
        opened(made.folder, organizers=False, replay=cassette, clock=office.clock.now) as desk,
        sync_playwright() as playwright,
    ):
        code = code_of(desk.office, "Officer One", Role.OFFICER, office.clock.now())
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(base_url=desk.address, locale="en-GB")
        page.goto(f"/enter#{code}")
        page.wait_for_url("**/settings")
        try:
            yield page, desk.office
        finally:
            browser.close()


def in_the_desk(made: Commands, its: Month, cassette: Path) -> Way:
    """Reports, one question after the other, the next list, publish: without the mouse."""
    way = Way("desk")
    with in_the_browser(made, cassette) as (page, office_):
        desk = Desk(page, way)
        desk.press("i", leads="**/reports")
        desk.press("i", step=False)
        desk.paste(its.mail)
        desk.press("Control+Enter", step=False, leads="**/reports/*")
        with way.program.more():
            page.locator("#steps").wait_for(state="detached", timeout=600_000)
            page.wait_for_load_state()
        while open_questions(office_):
            desk.press("n", leads="**/questions/*")
            _answer(desk, office_, its)
        made.product.present.moment = OVER
        desk.press("l", leads="**/lists/next")
        desk.press("w", leads="**/lists/next")
        desk.press("p", leads="**/lists/next/publish")
        desk.press("y")
        desk.press("Enter", step=False, leads="**/lists/*")
        way.sha256 = published(office_)
    return way


def _answer(desk: Desk, office_: Office, its: Month) -> None:
    """One question, and those that are shown after it until none is left."""
    page = desk.page
    while "/questions/" in page.url:
        number = int(page.url.rpartition("/")[2].partition("?")[0])
        group = next(g for g in open_questions(office_) if number in {row.id for row in g.rows})
        value = answer_of(group, its)
        button = page.locator(f"button[name=choice][value='{value}']")
        if not button.count():
            raise SystemExit(f"{group.target} does not offer {value}")
        desk.press((button.get_attribute("data-key") or "").split()[0], leads="**/*")


def main() -> int:
    """Both ways; 1 where they do not end at the same list."""
    given = options("month_by_keys", seed=2).parse_args()
    its, now = month(given.seed), Present()
    office.clock.now = lambda: now.moment
    with tempfile.TemporaryDirectory(prefix="banzuke-", ignore_cleanup_errors=True) as made:
        folder, ways = Path(made), []
        cassette, _ = fetched(folder, its.events)
        for way in (at_the_command_line, in_the_desk):
            now.moment = REPORTED
            ways.append(way(office_of(folder / way.__name__, its, now), its, cassette))
            print(ways[-1].line(), flush=True)
    keep(given.json, [{**asdict(way), "program": way.program.wall} for way in ways])
    return int(len({way.sha256 for way in ways}) != 1)


if __name__ == "__main__":
    sys.exit(main())

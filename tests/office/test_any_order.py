"""An office in any order: events reported, questions answered and answers taken back, members merged and
parted, lists drafted, published and corrected, backed up and restored, by two officers.

Whatever was done, in whatever order: `doctor` finds nothing, a published list stays as it was published, and
`rebuild` makes every one of them again. Which command is refused when is tested elsewhere; here a refusal is
as good as an answer, and a fault of the program is a failure.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.depth import LONG
from tests.importer.invented import pairing, player, reading, register_csv
from tests.office.writers import AGAIN
from tests.workplace import HATA, LATE, MORI, NAMES, ONO, TANI, Workplace, once

MEMBERS = (MORI, HATA, TANI, ONO, LATE, AGAIN)
RATED = {MORI: 1700, HATA: 1500, TANI: 1600, ONO: 1400}
SPELLED = ("as registered", "without ID", "misspelled", "nobody")
OFFICERS = ("Officer One", "Officer Two")
RESULTS = ("1-0", "0-1", "1/2-1/2", None)
ANSWERS = ("--no-member", f"--match={HATA}", "--accept", "--accept-late", "--exclude")
CHOICE = st.integers(0, 10**6)
"""Which of as many as there are then."""
FACTS = ("list_member", "list_rating", "game_line", "event_rating")
"""What a published version says, by its number."""


@once
def office(work: Workplace) -> None:
    """Six entries of the register, two of them perhaps one person; four are rated."""
    people = [{"ID": i, "Name": n} for i, n in NAMES.items()]
    work.register(*people, {"ID": AGAIN, "Name": NAMES[HATA]})
    work.opening({"ID": i, "Name": NAMES[i], "ST": r, "ST-G": 100, "ST-Peak": 1750} for i, r in RATED.items())


class AnyOrder(RuleBasedStateMachine):
    """The office of one run of steps. `backups`: each with what was published by then. `did`: every command
    that was not refused."""

    def __init__(self, work: Workplace, source: Path, folder: Path) -> None:
        super().__init__()
        shutil.copytree(source, folder)
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o700 if path.is_dir() else 0o600)
        self.work = replace(work, folder=folder, moment=datetime(2026, 11, 2, 2, tzinfo=UTC))
        self.events = 0
        self.offices = 0
        self.published: dict[int, list[Any]] = {}
        self.backups: list[tuple[Path, datetime, dict[int, list[Any]]]] = []
        self.did: set[str] = set()

    def run(self, *words: object, who: str | None = None) -> bool:
        """A command, and whether it did what it was asked; else it said why not."""
        said = self.work.run(*words, *(("--who", who, "--reason", "so it is") if who else ()))
        assert said.code in (0, 1, 2, 3), said.all
        assert said.code == 0 or said.all.strip()
        if said.code == 0:
            self.did.add(" ".join(str(word) for word in words[:2] if str(word).isalpha()))
        return said.code == 0

    @initialize()
    def opened(self) -> None:
        self.published = self.versions()

    def whatever_is_alarming(self, *words: object, who: str) -> None:
        """A publishing whose alarms are accepted, each by its name."""
        said = self.work.run(*words, "--who", who, "--reason", "so it is")
        if said.code == 0:
            self.did.add(" ".join(map(str, words)))
        if names := re.findall(r"--accept-alarm (\S+) --reason", said.all):
            self.run(*words, *(word for name in names for word in ("--accept-alarm", name)), who=who)

    def versions(self) -> dict[int, list[Any]]:
        """What every published version says."""
        ids = [i for (i,) in self.work.rows("SELECT id FROM list_version WHERE state = 'published'")]
        return {i: [self.facts(i), *(self._of(table, i) for table in FACTS)] for i in ids}

    def facts(self, version: int) -> list[Any]:
        return self.work.rows("SELECT text_sha256 FROM list_version WHERE id = ?", version)

    def _of(self, table: str, version: int) -> list[Any]:
        return self.work.rows(f"SELECT * FROM {table} WHERE version_id = ? ORDER BY 1, 2, 3, 4", version)

    @rule(
        pair=st.permutations(range(len(MEMBERS))).map(lambda order: order[:2]),
        spelled=st.tuples(st.sampled_from(SPELLED), st.sampled_from(SPELLED)),
        result=st.sampled_from(RESULTS),
        ago=st.integers(0, 70),
    )
    def report(self, pair: list[int], spelled: tuple[str, str], result: str | None, ago: int) -> None:
        """An event of one game."""
        self.events += 1
        day = self.work.moment.date() - timedelta(days=ago)
        players = [
            self.named(at, MEMBERS[i], how) for at, (i, how) in enumerate(zip(pair, spelled, strict=True), 1)
        ]
        number = 1400000 + self.events
        record = reading(
            players, [pairing(1, 1, 2, result)], number=number, days={1: day}, name=f"Open {number}"
        )
        self.work.store(record, arrived=self.work.moment.date())

    @staticmethod
    def named(number: int, member: str, how: str) -> Any:
        name = NAMES.get(member, NAMES[HATA])
        if how == "nobody":
            return player(number, f"Guest Number{number}")
        if how == "misspelled":
            return player(number, name.replace("r", "rr").replace("n", "nn", 1))
        return player(number, name, member if how == "as registered" else None)

    @precondition(lambda self: self.events)
    @rule(
        which=CHOICE,
        given=st.one_of(
            st.sampled_from(MEMBERS).map(lambda m: ("--match", m)),
            st.sampled_from(MEMBERS).map(lambda m: ("--alias", m)),
            st.sampled_from(
                ("--no-member", "--accept", "--exclude", "--accept-late", "--defer", "--date")
            ).map(lambda word: (word,)),
            st.sampled_from(("1-0", "0-1", "1/2-1/2")).map(lambda r: ("--result", r)),
        ),
        who=st.sampled_from(OFFICERS),
    )
    def answer(self, which: int, given: tuple[str, ...], who: str) -> None:
        """Any answer to any open question; most fit only some."""
        if problems := self.work.problems():
            today = (self.work.moment.date().isoformat(),) if given == ("--date",) else ()
            self.run("resolve", f"P{problems[which % len(problems)].id}", *given, *today, who=who)

    @rule(which=CHOICE, who=st.sampled_from(OFFICERS))
    def take_back(self, which: int, who: str) -> None:
        if rulings := [i for (i,) in self.work.rows("SELECT id FROM ruling ORDER BY id")]:
            self.run("resolve", "--take-back", rulings[which % len(rulings)], who=who)

    @rule(pair=st.sampled_from([(AGAIN, HATA), (HATA, AGAIN), (LATE, ONO)]), who=st.sampled_from(OFFICERS))
    def merge(self, pair: tuple[str, str], who: str) -> None:
        self.run("members", "merge", pair[0], "--into", pair[1], "--anyway", who=who)

    @rule(who=st.sampled_from(OFFICERS))
    def apart(self, who: str) -> None:
        self.run("members", "apart", AGAIN, HATA, who=who)

    @rule(name=st.sampled_from(("Hata Rinn", "Mori Sora", "Abe Later")), member=st.sampled_from(MEMBERS))
    def add(self, name: str, member: str) -> None:
        """As a new member, or the facts of one there is."""
        self.run(
            "members", "import", self.work.file(register_csv([{"ID": member, "Name": name}]), "facts.csv")
        )

    @rule(days=st.integers(1, 40))
    def later(self, days: int) -> None:
        self.work.moment += timedelta(days=days)

    @rule()
    def rate(self) -> None:
        self.run("rate")

    @rule(who=st.sampled_from(OFFICERS))
    def publish(self, who: str) -> None:
        """The next list when its period is over: what is still open gets the first answer that fits."""
        (last,) = self.work.rows("SELECT max(list_date) FROM list_version WHERE state = 'published'")[0]
        due = datetime.combine(date.fromisoformat(last), datetime.min.time(), UTC) + timedelta(days=33)
        self.work.moment = max(self.work.moment, due)
        for _ in range(3):
            for problem in self.work.problems():
                any(self.run("resolve", f"P{problem.id}", word, who=who) for word in ANSWERS)
        if self.run("rate"):
            self.run("preview")
            self.whatever_is_alarming("publish", who=who)

    @precondition(lambda self: self.events and len(self.published) > 1)
    @rule(which=CHOICE, at_once=st.booleans(), who=st.sampled_from(OFFICERS))
    def correct(self, which: int, at_once: bool, who: str) -> None:
        """An event of a published list is left out after all, at once or with a later correction."""
        query = "SELECT DISTINCT e.id FROM version_event v JOIN event e ON e.key = v.event_key ORDER BY 1"
        held = [i for (i,) in self.work.rows(query)]
        event = held[which % len(held)] if held else 1
        if self.run("correction", "open", f"E{event}", who=who):
            self.run("resolve", f"E{event}", "--exclude", who=who)
        if at_once:
            self.whatever_is_alarming("correction", "publish", who=who)

    @rule(who=st.sampled_from(OFFICERS), event=st.integers(1, 9))
    def close(self, who: str, event: int) -> None:
        self.run("correction", "close", f"E{event}", who=who)

    @rule()
    def back_up(self) -> None:
        folder = self.work.folder.with_name(f"{self.work.folder.name} backup {len(self.backups)}")
        self.work.done("backup", folder)
        (file,) = folder.iterdir()
        self.backups.append((file, self.work.moment, self.versions()))

    @precondition(lambda self: self.backups)
    @rule(which=CHOICE)
    def restore(self, which: int) -> None:
        """On another machine: what was done since is gone, and what was published by then is there."""
        file, moment, published = self.backups[which % len(self.backups)]
        self.offices += 1
        folder = self.work.folder.with_name(f"{self.work.folder.name.split()[0]} {self.offices}")
        self.work = replace(self.work, folder=folder, moment=max(moment, self.work.moment))
        self.work.done("restore", file)
        self.published = published

    @invariant()
    def what_is_published_stays(self) -> None:
        now = self.versions()
        assert {i: now.get(i) for i in self.published} == self.published
        self.published = now

    @invariant()
    def the_doctor_finds_nothing(self) -> None:
        said = self.work.run("doctor", "--no-pages")
        assert said.code == 0, said.all

    def teardown(self) -> None:
        said = self.work.run("rebuild")  # these events came from no page
        assert {problem["code"] for problem in said.problems()} <= {"no-saved-pages"}, said.all
        assert "as it was published" in said.all


ONE, TWO = OFFICERS
WALK: tuple[tuple[str, dict[str, Any]], ...] = (
    ("publish", {"who": TWO}),  # November, without a game
    ("report", {"pair": [0, 1], "spelled": ("as registered", "as registered"), "result": "1-0", "ago": 20}),
    ("report", {"pair": [2, 3], "spelled": ("misspelled", "nobody"), "result": "0-1", "ago": 15}),
    ("answer", {"which": 0, "given": ("--match", TANI), "who": ONE}),
    ("later", {"days": 20}),
    ("publish", {"who": ONE}),  # December, with both
    ("back_up", {}),
    ("merge", {"pair": (AGAIN, HATA), "who": ONE}),
    ("correct", {"which": 0, "at_once": True, "who": TWO}),
    ("take_back", {"which": 0, "who": TWO}),
    ("report", {"pair": [0, 4], "spelled": ("without ID", "as registered"), "result": None, "ago": 2}),
    ("publish", {"who": ONE}),  # January
    ("correct", {"which": 1, "at_once": False, "who": ONE}),
    ("close", {"event": 2, "who": TWO}),
    ("restore", {"which": 0}),
    ("add", {"name": "Hata Rinn", "member": HATA}),
    ("apart", {"who": TWO}),
    ("rate", {}),
    ("publish", {"who": TWO}),  # January, without what was done in between
)
"""One order that comes to every kind of step: a handful of orders that are drawn come to hardly any."""


@pytest.mark.slow
def test_an_order_that_comes_to_every_kind_of_step_leaves_an_office_that_is_sound(
    work: Workplace, tmp_path: Path
) -> None:
    one = AnyOrder(work, office(work).folder, tmp_path / "walked")
    one.opened()
    lists = []
    for name, given in WALK:
        getattr(one, name)(**given)
        one.what_is_published_stays()
        one.the_doctor_finds_nothing()
        lists.append(len(one.published))
    one.teardown()
    commands = ("open", "publish", "close")
    assert one.did == {
        *("resolve", "rate", "preview", "publish", *(f"correction {word}" for word in commands)),
        *(f"members {word}" for word in ("import", "merge", "apart")),
    }
    # The list taken over; November, December, its correction, January; back to December, and January again.
    assert lists == [*[2] * 5, *[3] * 3, *[4] * 3, *[5] * 3, *[3] * 4, 4]


@pytest.mark.skipif(not LONG, reason="some hundred orders")
def test_any_order_leaves_an_office_that_is_sound(work: Workplace, tmp_path: Path) -> None:
    source = office(work).folder
    made = iter(range(10**6))
    chosen = settings(
        max_examples=200,
        stateful_step_count=60,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    make: Callable[[], AnyOrder] = lambda: AnyOrder(work, source, tmp_path / f"office{next(made)}")  # noqa: E731
    run_state_machine_as_test(make, settings=chosen)

"""An office that goes from the text of 2019 to that of 2022: one rating, then two; fees; decided ratings."""

import sqlite3
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from benchmarks.same_bytes.desk import Desk
from benchmarks.same_bytes.people import Entrant, Event, Game, month, people
from benchmarks.same_bytes.reports import table, trf
from benchmarks.same_bytes.year import Year

FIRST = date(2022, 8, 1)
LISTS = 4
MEMBERS, RATED = 34, 22
CLUB = "Kita Chess Club"


class Earlier(Year):
    """The office's four lists."""

    seed = 13

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.all = people(self.chance, MEMBERS, "N1{:07d}", 1960, 2010)

    def build(self, keep: Path) -> None:
        """The office from its first day; `keep`: the folder that keeps it."""
        desk = self.desk
        desk.product.present.on(date(2022, 6, 25))
        desk.done("init", "--name", "Invented Society", "--officer", "Olga Officer")
        rows: list[dict[str, object]] = [
            {
                "ID": one.id, "Name": one.name, "Kanji": one.kanji, "Birth": one.born, "Sex": one.sex,
                "Federation": "JPN", "Memberships": "2020-04-01/2030-03-31",
            }
            for one in self.all
        ]  # fmt: skip
        for n in (23, 24):  # who joined with a rating of FIDE
            rows[n] |= {"FIDE ID": 7_200_000 + n, "Joined": "2022-07-05", "FIDE ST": 1500 + n}
            rows[n] |= {"FIDE Source": "FIDE list 2022-07"}
        desk.done("members", "import", desk.file("register.csv", table(rows)))
        opening = [
            {
                "ID": one.id, "Name": one.name, "NCS": one.strength, "NCS-G": 4 + 9 * n,
                "NCS-Peak": one.strength + n,
            }
            for n, one in enumerate(self.all[:RATED])
        ]  # fmt: skip
        desk.done("opening", "import", desk.file("l.csv", table(opening)), "--list", "2022-07-01")
        desk.done("rule", "outside", self.all[25].id, "--jca", 1650, "--reason", "JCA list")
        for n in range(LISTS):
            self._month(n)
        desk.keep(keep / "earlier")

    def _month(self, n: int) -> None:
        desk, list_date = self.desk, month(FIRST, n)
        play = month(list_date, -1)
        for k in range(3):
            day = play.replace(day=(3, 9, 13)[k])
            entrants = [self._entrant(at) for at in self.chance.sample(range(MEMBERS - 2), 14)]
            more = {"control": ("60 min + 30 sec", "15 min + 10 sec", "45 min")[k], "organizer": CLUB}
            days, reported = [day] * (5, 4, 3)[k], day.replace(day=day.day + 2)
            self.held(f"Cup {n + 1}{'ABC'[k]}", days, entrants, reported, "xlsx" if k else "trf", **more)
        desk.product.present.on(list_date, 1)
        if n == 0:
            self._all_won()
        if n == 2:
            words = ("--reason", "as the bank says")
            desk.done("rule", "fees", CLUB, "--list", list_date, "--paid", "2022-09-29", *words)
            desk.done("resolve", self.number("Cup 3B"), "--fee-unpaid", *words)
            desk.done("resolve", self.number("Cup 3B"), "--form", "meeting", *words)
        ruled = ("--edition", "ncs-2019-09", "--reason", "no text between is held") if n < 2 else ()
        desk.answer(self.answers)
        if n == 0:
            desk.done("rate", *ruled, codes=(3,))
            points = ("--type", "ncs", "--points=-15", "--reference", "Board 2022/1")
            desk.done(
                *("rule", "adjustment", self.all[2].id, *points),
                *("--announced", "2022-01-10", "--reason", "balance"),
            )
        desk.answer(self.answers)
        desk.publish(*ruled)

    def _all_won(self) -> None:
        """A newcomer who wins all of his games: the office decides his first rating."""
        who = [self.all[MEMBERS - 1].entrant(), *(self._entrant(at) for at in range(4))]
        games = tuple(Game(n, 1, n + 1, "1-0") for n in range(1, 5))
        told = Event("Simultaneous Display", (date(2022, 7, 16),) * 4, tuple(who), games, organizer=CLUB)
        self.desk.done("import", self.desk.file("display.trf", trf(told)), "--reported", "2022-07-18")

    def _entrant(self, at: int) -> Entrant:
        one = self.all[at]
        return one.entrant(rating=one.strength if at < RATED else None)

    def answers(self, row: sqlite3.Row) -> Sequence[object]:
        """What the officer says to each question of this office; which edition it is, `rate` is told."""
        if row["code"] == "no-edition":
            return ()
        if row["code"] == "decision-needed":
            return ("--rating", 1850)
        if row["code"].startswith("member-"):
            return ("--match", self.bearers(row)[0])
        return ("--accept",)

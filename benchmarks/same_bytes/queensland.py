"""An office under the Queensland text: six lists, juniors without a full rating, adults, a correction."""

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from benchmarks.same_bytes.desk import Desk
from benchmarks.same_bytes.people import Entrant, Person, month, people
from benchmarks.same_bytes.reports import table
from benchmarks.same_bytes.year import Year

FIRST = date(2026, 11, 1)
LISTS = 6
JUNIORS, ADULTS, RATED = 64, 6, 44
CLASSES = ("open", "club", "short", "lightning", "junior")


class Queensland(Year):
    """The office's year: a list every two months."""

    seed, stem = 12, "event"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        made = people(self.chance, JUNIORS + ADULTS + 4, "Q{:06d}", 2009, 2018)
        self.juniors = [replace(one, strength=max(250, one.strength - 650)) for one in made[:JUNIORS]]
        self.adults = made[JUNIORS : JUNIORS + ADULTS]
        self.all = [*self.juniors, *self.adults]
        self.guests = made[-4:]

    def build(self, keep: Path) -> None:
        """The office from its first day; `keep`: the folder that keeps it, also as before its correction."""
        self._founded()
        for n in range(LISTS):
            self._two_months(n)
        self._corrected(keep)
        self.desk.keep(keep / "queensland")

    def _founded(self) -> None:
        desk = self.desk
        desk.product.present.on(date(2026, 8, 25))
        words = ("--name", "Invented Juniors", "--officer", "Olga Officer", "--family", "queensland")
        desk.done("init", *words)
        rows = [self._registered(n, one) for n, one in enumerate(self.all)]
        desk.done("members", "import", desk.file("register.csv", table(rows)))
        acf = [{"ID": one.id, "Name": one.name, "ACF": one.strength} for one in self.adults]
        desk.done("members", "acf", desk.file("acf.csv", table(acf)), "--list", "2026-08-01")
        rated = [
            {
                "ID": one.id, "Name": one.name, "QJ": one.strength + 15 - n % 30,
                "P": "P" if n % 6 == 1 else "", "Games": 3 + 5 * n % 90 if n % 4 else "",
                "Last-Game": f"2026-0{1 + n % 8}-11" if n % 9 else "2025-03-02",
            }
            for n, one in enumerate(self.juniors[:RATED])
        ]  # fmt: skip
        performed = [
            {
                "ID": one.id, "Event": "Winter Cup", "Class": CLASSES[n % 4],
                "Performance": one.strength + 20, "Games": 3 + n % 4,
            }
            for n, one in enumerate(self.juniors[:RATED])
            if n % 6 == 1
        ]  # fmt: skip
        more = ("--performances", desk.file("performances.csv", table(performed)), "--list", "2026-09-01")
        desk.done("opening", "import", desk.file("list.csv", table(rated)), *more)

    def _registered(self, n: int, one: Person, **more: object) -> dict[str, object]:
        surname, _, given = one.name.partition(" ")
        row: dict[str, object] = {
            "ID": one.id, "Name": one.name, "Surname": surname, "Given": given, "Sex": one.sex,
            "Birth": one.born, "School": f"{one.club.split()[0]} School", "Location": "Brisbane",
            "Level": ("HS", "PS", "club")[n % 3], "Memberships": "",
        }  # fmt: skip
        if n in (7, 50):
            row["Withheld"] = "yes"
        if n in (8, 51):
            row["Birth withheld"] = "yes"
        return row | more

    def _two_months(self, n: int) -> None:
        desk = self.desk
        list_date = month(FIRST, 2 * n)
        for k in range(4):
            day = month(list_date, -2 + k // 2).replace(day=(24, 27, 3, 12)[k])
            count = (14, 18, 12, 16)[k]
            rounds = (5, 6, 4, 9)[k]
            entrants = self._entrants(count, adults=k == 1, guests=k == 2)
            name, reported = f"Event {n + 1}{'ABCD'[k]}", day.replace(day=day.day + 2)
            self.held(name, [day] * rounds, entrants, reported, "zip" if k % 2 else "trf", control=None)
        if n == 2:
            changed = [self._registered(9, self.juniors[9], Withheld="yes", School="Another School")]
            desk.done("members", "import", desk.file("changes.csv", table(changed)))
            words = ("--exclude", "--round", 1, "--board", 1, "--reason", "rain")
            desk.done("resolve", self.number("Event 3A"), *words)
        if n == 3:
            desk.done("resolve", self.number("Event 4D"), "--defer", "--reason", "to be looked at")
        desk.product.present.on(list_date, 1)
        desk.answer(self.answers)
        desk.publish()

    def _entrants(self, count: int, *, adults: bool, guests: bool) -> list[Entrant]:
        picked = [*self.juniors[:3], *self.chance.sample(self.juniors[3:], count - 3)]
        known = [Entrant(one.name, one.strength + 400 * (n < 3)) for n, one in enumerate(picked)]
        known += [Entrant(one.name, one.strength) for one in self.adults[:2] if adults]
        return known + [Entrant(one.name, 700) for one in self.guests[:1] if guests]

    def _corrected(self, keep: Path) -> None:
        """A result turned round in the second list from the end."""
        desk = self.desk
        desk.product.present.on(date(2027, 9, 10))
        desk.keep(keep / "queensland-before-correction", [str(month(FIRST, 2 * n)) for n in (4, 5)])
        told = self.kept["Event 5A"]
        self.report(told.changed(told.played(), "0-1"), date(2027, 9, 12))
        words = ("--reason", "the organizer wrote again")
        desk.done("correction", "open", self.number("Event 5A"), *words)
        desk.final("correction", "publish", *words)

    def answers(self, row: sqlite3.Row) -> Sequence[object]:
        """What the officer says to each question of this office."""
        match row["code"]:
            case "event-class-missing":
                return ("--class", CLASSES[self.event(row)["id"] % len(CLASSES)])
            case "event-without-days":
                return self.days(row)
            case "member-unknown" | "member-ambiguous":
                known = self.bearers(row)
                return ("--match", known[0]) if known else ("--no-member",)
            case _:
                return ("--accept",)

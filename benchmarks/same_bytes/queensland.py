"""An office under the Queensland text: six lists, juniors without a full rating, adults, a correction."""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random

from benchmarks.same_bytes.desk import Desk
from benchmarks.same_bytes.events import Entrant, Event, event
from benchmarks.same_bytes.people import Person, month, people
from benchmarks.same_bytes.reports import swiss_perfect, table, trf

FIRST = date(2026, 11, 1)
LISTS = 6
JUNIORS, ADULTS, RATED = 64, 6, 44
REGISTER = ("ID", "Name", "Surname", "Given", "Birth", "Sex", "School", "Level", "Location")
WISHES = ("Withheld", "Birth withheld")
CLASSES = ("open", "club", "short", "lightning", "junior")


class Queensland:
    """The office's year: a list every two months."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.chance = Random(12)
        made = people(self.chance, JUNIORS + ADULTS + 4, "Q{:06d}", 2009, 2018)
        self.juniors = [replace(one, strength=max(250, one.strength - 650)) for one in made[:JUNIORS]]
        self.adults = made[JUNIORS : JUNIORS + ADULTS]
        self.guests = made[-4:]
        self.kept: dict[str, Event] = {}
        self.reports = 0

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
        rows = [self._registered(n, one) for n, one in enumerate([*self.juniors, *self.adults])]
        headings = (*REGISTER, *WISHES, "Memberships")
        desk.done("members", "import", desk.file("register.csv", table(headings, rows)))
        acf = [{"ID": one.id, "Name": one.name, "ACF": one.strength} for one in self.adults]
        file = desk.file("acf.csv", table(("ID", "Name", "ACF"), acf))
        desk.done("members", "acf", file, "--list", "2026-08-01")
        rated = [
            {
                "ID": one.id,
                "Name": one.name,
                "QJ": one.strength + 15 - n % 30,
                "P": "P" if n % 6 == 1 else "",
                "Games": 3 + 5 * n % 90 if n % 4 else "",
                "Last-Game": f"2026-0{1 + n % 8}-11" if n % 9 else "2025-03-02",
            }
            for n, one in enumerate(self.juniors[:RATED])
        ]
        performed = [
            {
                "ID": one.id,
                "Event": "Winter Cup",
                "Class": CLASSES[n % 4],
                "Performance": one.strength + 20,
                "Games": 3 + n % 4,
            }
            for n, one in enumerate(self.juniors[:RATED])
            if n % 6 == 1
        ]
        played = table(("ID", "Event", "Class", "Performance", "Games"), performed)
        opening = desk.file("list.csv", table(("ID", "Name", "QJ", "P", "Games", "Last-Game"), rated))
        more = ("--performances", desk.file("performances.csv", played), "--list", "2026-09-01")
        desk.done("opening", "import", opening, *more)

    def _registered(self, n: int, one: Person, **more: object) -> dict[str, object]:
        surname, _, given = one.name.partition(" ")
        row: dict[str, object] = {
            "ID": one.id, "Name": one.name, "Surname": surname, "Given": given, "Sex": one.sex,
            "Birth": one.born, "School": f"{one.club.split()[0]} School", "Location": "Brisbane",
            "Level": ("HS", "PS", "club")[n % 3],
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
            told = event(self.chance, f"Event {n + 1}{'ABCD'[k]}", [day] * rounds, entrants, control=None)
            self._report(told, day, "zip" if k % 2 else "trf")
        if n == 2:
            changed = [self._registered(9, self.juniors[9], Withheld="yes", School="Another School")]
            headings = (*REGISTER, *WISHES, "Memberships")
            desk.done("members", "import", desk.file("changes.csv", table(headings, changed)))
            words = ("--exclude", "--round", 1, "--board", 1, "--reason", "rain")
            desk.done("resolve", self._number("Event 3A"), *words)
        if n == 3:
            desk.done("resolve", self._number("Event 4D"), "--defer", "--reason", "to be looked at")
        desk.product.present.on(list_date, 1)
        desk.answer(self.answers)
        desk.publish()

    def _entrants(self, count: int, *, adults: bool, guests: bool) -> list[Entrant]:
        picked = [*self.juniors[:3], *self.chance.sample(self.juniors[3:], count - 3)]
        known = [Entrant(one.name, one.strength + 400 * (n < 3)) for n, one in enumerate(picked)]
        known += [Entrant(one.name, one.strength) for one in self.adults[:2] if adults]
        return known + [Entrant(one.name, 700) for one in self.guests[:1] if guests]

    def _report(self, told: Event, day: date, ending: str) -> None:
        data = swiss_perfect(told, "event") if ending == "zip" else trf(told)
        name = f"{told.name.lower().replace(' ', '-')}-{self.reports}.{ending}"
        reported = day.replace(day=day.day + 2)
        self.desk.product.present.on(reported)
        self.desk.done("import", self.desk.file(name, data), "--reported", reported)
        self.kept[told.name] = told
        self.reports += 1

    def _number(self, name: str) -> str:
        (row,) = self.desk.rows("SELECT id FROM event WHERE name = ?", name)
        return f"E{row['id']}"

    def _corrected(self, keep: Path) -> None:
        """A result turned round in the second list from the end."""
        desk = self.desk
        desk.product.present.on(date(2027, 9, 10))
        desk.keep(keep / "queensland-before-correction", [str(month(FIRST, 2 * n)) for n in (4, 5)])
        told = self.kept["Event 5A"]
        self._report(told.changed(told.played(), "0-1"), date(2027, 9, 10), "trf")
        words = ("--reason", "the organizer wrote again")
        desk.done("correction", "open", self._number("Event 5A"), *words)
        desk.final("correction", "publish", *words)

    def answers(self, row: sqlite3.Row) -> Sequence[object]:
        """What the officer says to each question of this office."""
        (told,) = self.desk.rows("SELECT * FROM event WHERE key = ?", row["event_key"])
        match row["code"]:
            case "event-class-missing":
                return ("--class", CLASSES[told["id"] % len(CLASSES)])
            case "event-without-days":
                day = self.kept[told["name"]].days[0]
                return ("--days", f"{day}/{day}")
            case "member-unknown" | "member-ambiguous":
                name = str(json.loads(row["subject"])["name"]).replace(",", "")
                known = [one.id for one in [*self.juniors, *self.adults] if one.name == name]
                return ("--match", known[0]) if known else ("--no-member",)
            case _:
                return ("--accept",)

"""What the offices that are compared have alike: reports that come in, and what is asked about them."""

import json
import sqlite3
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from random import Random

from benchmarks.same_bytes.desk import Desk
from benchmarks.same_bytes.people import Entrant, Event, Person, event
from benchmarks.same_bytes.reports import form, swiss_perfect, trf


class Year:
    """An office and the events that were reported to it; `all`: who is on its register."""

    seed: int
    stem = "club"
    """What the files of Swiss Perfect are called."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.chance = desk, Random(self.seed)
        self.all: list[Person] = []
        self.kept: dict[str, Event] = {}
        self.reports = 0

    def build(self, keep: Path) -> None:
        """The office from its first day; `keep`: the folder that keeps it, also as before its correction."""
        raise NotImplementedError

    def answers(self, row: sqlite3.Row) -> Sequence[object]:
        """What the officer says to each question of this office."""
        raise NotImplementedError

    def held(
        self,
        name: str,
        days: Sequence[date],
        entrants: Sequence[Entrant],
        reported: date,
        ending: str = "trf",
        **more: object,
    ) -> Event:
        """An event is played, a round for each of its days, and comes in."""
        told = event(self.chance, name, days, entrants, **more)
        self.report(told, reported, ending)
        return told

    def report(self, told: Event, day: date, ending: str = "trf") -> None:
        """An event comes in on a day, as a TRF file, the form (`xlsx`) or Swiss Perfect (`zip`)."""
        if ending == "xlsx":
            data = form(self.desk.form(), told)
        else:
            data = trf(told) if ending == "trf" else swiss_perfect(told, self.stem)
        name = f"{told.name.lower().replace(' ', '-')}-{self.reports}"
        self.desk.product.present.on(day)
        self.desk.done("import", self.desk.file(f"{name}.{ending}", data), "--reported", day)
        self.kept[told.name] = told
        self.reports += 1

    def number(self, name: str) -> str:
        """What commands call the event of this name."""
        (row,) = self.desk.rows("SELECT id FROM event WHERE name = ?", name)
        return f"E{row['id']}"

    def event(self, row: sqlite3.Row) -> sqlite3.Row:
        """The event that a question is about."""
        (told,) = self.desk.rows("SELECT * FROM event WHERE key = ?", row["event_key"])
        return told

    def days(self, row: sqlite3.Row) -> Sequence[object]:
        """The answer to which days an event had."""
        day = self.kept[self.event(row)["name"]].days[0]
        return ("--days", f"{day}/{day}")

    def bearers(self, row: sqlite3.Row) -> list[str]:
        """The IDs of who bears the name that a question is about."""
        name = str(json.loads(row["subject"]).get("name", "")).replace(",", "").removesuffix("x")
        return [one.id for one in self.all if one.name.casefold() == name.casefold()]

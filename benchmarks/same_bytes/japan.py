"""The twelve-list office under the Japanese regulations, with whatever happens to one in a year."""

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from benchmarks.fide_list import HEAD
from benchmarks.same_bytes.desk import Desk
from benchmarks.same_bytes.japan_register import founded, registered
from benchmarks.same_bytes.people import Entrant, event, month, people
from benchmarks.same_bytes.reports import table
from benchmarks.same_bytes.year import Year

FIRST = date(2026, 11, 1)
MONTHS = 12
MEMBERS = 230
ONCE, TWICE = 20, 229
"""Places of the member who is entered twice, and of his second entry."""


class Japan(Year):
    """The office's year."""

    seed = 11

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.all = people(self.chance, MEMBERS, "N{:08d}", 1950, 2016)
        self.all[TWICE] = replace(self.all[ONCE], id=self.all[TWICE].id)
        self.guests = people(self.chance, 12, "", 1980, 1990)

    def build(self, keep: Path) -> None:
        """The office from its first day; `keep`: the folder that keeps it, also as before its correction."""
        founded(self.desk, self.all)
        for n in range(MONTHS):
            self._month(n)
        self._corrected(keep)
        self._draft()
        self.desk.keep(keep / "japan")

    # A month

    def _month(self, n: int) -> None:
        list_date = month(FIRST, n)
        play = month(list_date, -1)
        around = {3: self._register_changes, 4: self._organizers, 5: self._merged}
        around.get(n, lambda: None)()
        self._open(n, play)
        self._rapid(n, play)
        self._meeting(n, play)
        if n % 3 == 1:
            self._swiss_perfect(n, play)
        for special in (self._late, self._incomplete, self._twice, self._undated, self._rulings):
            special(n, play)
        self.desk.product.present.on(list_date, 1)
        self.desk.answer(self.answers)
        if n == 9:  # from here on so much is an alarm
            self.desk.done("rate")
            self.desk.done("preview", "--alarm-jump", 60)
        self.desk.publish(*(("--interpretation", "R3=year-of-list") if n == 7 else ()))

    def _entrants(self, count: int, guests: int = 0) -> list[Entrant]:
        picked = self.chance.sample(self.all[:TWICE], count)
        self.chance.shuffle(picked)
        known = [
            one.entrant(rating=max(1000, one.strength), fide_id=str(6_999_999 + int(one.id[1:])))
            if int(one.id[1:]) % 5 == 1
            else one.entrant(rating=max(1000, one.strength))
            for one in picked
        ]
        return known + [Entrant(one.name, one.strength) for one in self.chance.sample(self.guests, guests)]

    def _open(self, n: int, play: date) -> None:
        days = [play.replace(day=d) for d in (3, 3, 3, 4, 4)]
        entrants = self._entrants(36, guests=2 if n % 4 == 0 else 0)
        if n % 5 == 2:  # a slip in an ID, a name alone, and one that nobody has
            entrants[3] = replace(entrants[3], id=f"{entrants[3].id}"[1:])
            entrants[4] = replace(entrants[4], id=None)
            entrants[5] = replace(entrants[5], id=None, name=entrants[5].name + "x")
        if n < 5:  # who stands on the register twice
            entrants[6] = self.all[TWICE].entrant(id=self.all[TWICE].id if n % 2 else None)
        told = event(self.chance, f"Monthly Open {n + 1}", days, entrants)
        told = told.changed(told.played(2), "W-L")
        self.report(told, play.replace(day=6))

    def _rapid(self, n: int, play: date) -> None:
        days = [play.replace(day=10)] * 6
        more = {"control": "15 min + 10 sec", "kind": "Rapid"}
        self.held(f"Rapid Cup {n + 1}", days, self._entrants(30), play.replace(day=11), **more)

    def _meeting(self, n: int, play: date) -> None:
        days = [play.replace(day=12)] * 3
        control = ("60 min + 30 sec", "25 min + 10 sec")[n % 2]
        more = {"control": control, "kind": "rapid" if n % 2 else "", "organizer": "Kita Chess Club"}
        entrants = self._entrants(13, guests=1)
        self.held(f"Meeting {n + 1}", days, entrants, play.replace(day=13), "xlsx", **more)

    def _swiss_perfect(self, n: int, play: date) -> None:
        name, days, reported = f"Club Championship {n + 1}", [play.replace(day=14)] * 4, play.replace(day=16)
        self.held(name, days, self._entrants(15), reported, "zip", organizer="Minami")

    # What happens now and then

    def _late(self, n: int, play: date) -> None:
        """Reported more than three months after its last day: once rated by a decision, once not."""
        if n in (1, 6):
            days = [month(play, -5).replace(day=20)] * 3
            told = self.held(f"Late Open {n}", days, self._entrants(10), play.replace(day=17))
            if n == 1:
                self.desk.done("resolve", self.number(told.name), "--accept-late", "--reason", "flood")

    def _incomplete(self, n: int, play: date) -> None:
        """A result that is missing at first; one that never comes."""
        if n in (2, 8):
            told = event(self.chance, f"Hanging Open {n}", [play.replace(day=7)] * 3, self._entrants(8))
            place = told.played()
            self.report(told.changed(place, ""), play.replace(day=8))
            if n == 2:
                self.report(told, play.replace(day=15))

    def _twice(self, n: int, play: date) -> None:
        """The same event from the organizer as a file and as the form, under another name."""
        if n == 6:
            days = [play.replace(day=8)] * 3
            more = {"organizer": "Kita Chess Club"}
            told = self.held("Spring Cup", days, self._entrants(10), play.replace(day=9), **more)
            self.report(replace(told, name="Haru Cup"), play.replace(day=10), "xlsx")
            words = ("--same-as", self.number("Spring Cup"), "--reason", "one event")
            self.desk.done("resolve", self.number("Haru Cup"), *words)

    def _undated(self, n: int, play: date) -> None:
        """Without days and with a time control that nobody can read."""
        if n == 7:
            told = event(
                self.chance, "Vague Open", [play.replace(day=5)] * 3, self._entrants(9), control="as usual"
            )
            self.report(replace(told, dated=False), play.replace(day=6))

    def _rulings(self, n: int, play: date) -> None:
        """Decisions that no question asks for."""
        why = ("--reason", "as the office decided")
        desk, number = self.desk, self.number
        if n == 2:
            desk.done("resolve", number("Meeting 3"), "--exclude", *why)
            desk.done("resolve", number("Rapid Cup 3"), "--exclude", "--round", 2, "--board", 3, *why)
        if n == 3:
            desk.done("resolve", number("Rapid Cup 4"), "--defer", *why)
            desk.done("rule", "rating-gap", 400, *why)
        if n == 4:
            desk.done("resolve", number("Monthly Open 5"), "--exclude", *why)
            (last,) = desk.rows("SELECT max(id) AS id FROM ruling")
            desk.done("resolve", "--take-back", last["id"], *why)
            desk.done("rule", "person", "Kita Chess Club", self.all[3].id, "--as", "reporter", *why)
        if n == 5:
            words = ("--reference", "Board 2027/3", "--list", month(FIRST, n), *why)
            desk.done("rule", "adjustment", self.all[1].id, "--points=-12", *words)
            desk.done("rule", "adjustment", self.all[4].id, "--points=7", "--type", "rapid", *words)
        if n == 8:
            desk.done("resolve", number("Meeting 9"), "--organizer", "refused", *why)
            desk.done("resolve", number("Rapid Cup 9"), "--time-control", "45+15", *why)
        if n == 9:
            desk.done("resolve", number("Monthly Open 10"), "--run-by", self.all[2].id, *why)
            desk.done("resolve", number("Monthly Open 10"), "--reported-by", self.all[3].id, *why)

    def _register_changes(self) -> None:
        """A new name, a wish for privacy, a membership; FIDE's list, and how it compares."""
        changed = [
            registered(30, self.all[30], Name="Newname Aki", **{"Former names": self.all[30].name}),
            registered(31, self.all[31], Withheld="yes"),
            registered(4, self.all[4], Memberships="2024-04-01/2025-03-31; 2026-12-01/2027-11-30"),
        ]
        self.all[30] = replace(self.all[30], name="Newname Aki")
        desk = self.desk
        desk.product.present.on(date(2027, 1, 22))
        desk.done("members", "import", desk.file("changes.csv", table(changed)))
        lines = [HEAD]
        for n, one in enumerate(self.all[:60]):
            name = one.name.replace(" ", ", ")
            rating = f"{one.strength:>4}  10 20 {one.strength - 20:>4}   5 20    0   0 0 "
            id_ = 7_000_000 + n
            lines.append(f"{id_:<15}{name:<61}{'JPN':<4}{one.sex.upper():<4}{'':25}{rating} {one.born.year}")
        file = desk.file("players_list_foa.txt", "\r\n".join([*lines, ""]))
        desk.done("fide", "import", file, "--month", "2027-01")
        desk.done("fide", "suggest")

    def _organizers(self) -> None:
        """From here on the office keeps a register of organizers and of applications."""
        desk = self.desk
        desk.product.present.on(date(2027, 2, 21))
        rows = [
            {"Name": "Kita Chess Club", "Kind": "club", "Valid": "2024-10-01/", "Names": "Kita CC"},
            {
                "Name": "Invented Federation",
                "Kind": "federation",
                "Valid": "2024-10-01/",
                "In charge": self.all[2].id,
            },
        ]
        desk.done("organizers", "import", desk.file("organizers.csv", table(rows)))
        applied = {"Event": "Meeting 6", "Organizer": "Kita Chess Club", "First day": "2027-03-12"}
        applied |= {"Last day": "2027-03-12", "Applied": "2027-03-09", "Type": "standard", "Announced": "no"}
        desk.done("applications", "import", desk.file("applied.csv", table([applied])))

    def _merged(self) -> None:
        """One member who was entered twice; both entries have played, and both stand on lists."""
        gone, kept = self.all[TWICE].id, self.all[ONCE].id
        self.desk.product.present.on(date(2027, 3, 22))
        words = ("--anyway", "--reason", "the same birth certificate")
        self.desk.done("members", "merge", gone, "--into", kept, *words)

    def _corrected(self, keep: Path) -> None:
        """An error pointed out within ninety days: three lists are made anew."""
        desk = self.desk
        desk.product.present.on(date(2027, 10, 5))
        lists = [str(month(FIRST, n)) for n in (9, 10, 11)]
        desk.keep(keep / "japan-before-correction", lists)
        told = self.kept["Monthly Open 10"]
        self.report(told.changed(told.played(), "0-1"), date(2027, 10, 5))
        self.held("Overlooked", [date(2027, 9, 5)] * 3, self._entrants(8), date(2027, 10, 6))
        words = ("--reason", "the organizer wrote again")
        desk.done("correction", "open", self.number("Monthly Open 10"), "--reported", "2027-10-05", *words)
        desk.done("correction", "preview")
        desk.final("correction", "publish", *words)

    def _draft(self) -> None:
        """The next list, made and not published."""
        self._open(MONTHS, date(2027, 10, 1))
        self.desk.product.present.on(date(2027, 11, 1), 1)
        self.desk.answer(self.answers)
        self.desk.done("rate")

    def answers(self, row: sqlite3.Row) -> Sequence[object]:
        """What the officer says to each question of this office."""
        known = self.bearers(row)
        match row["code"]:
            case "member-unknown" | "member-ambiguous" if known:
                return ("--alias" if row["code"] == "member-unknown" else "--match", known[0])
            case "member-unknown" | "member-ambiguous":
                return ("--no-member",)
            case "time-control-missing" | "time-control-unreadable":
                return ("--time-control", "60+30")
            case "event-without-days":
                return self.days(row)
            case "report-day-open":
                return ("--reported", self.event(row)["arrived_on"])
            case "organizer-unregistered":
                return ("--organizer", "accepted")
            case _:
                return ("--accept",)

"""An office under the Queensland text: invented players, and the rating cases worked through the commands."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from scraper.records import EventRecord, TimeControl
from tests.importer.invented import csv_bytes, pairing, player, reading
from tests.rating.shared import CASES
from tests.workplace import Said, Workplace

Case = dict[str, Any]
REGISTER = (
    "ID",
    "Name",
    "Surname",
    "Given",
    "Birth",
    "Sex",
    "School",
    "Level",
    "Location",
    "Withheld",
    "Birth withheld",
)
LIST = ("ID", "Name", "QJ", "P", "Games", "Last-Game")
PERFORMANCES = ("ID", "Event", "Class", "Performance", "Games")


def number(n: int) -> str:
    """The ID of the n-th invented player."""
    return f"Q{n:06d}"


def register(work: Workplace, *members: Mapping[str, object]) -> Said:
    return work.done("members", "import", table(work, "register.csv", REGISTER, members))


def acf(work: Workplace, list_date: object, *rows: Mapping[str, object]) -> Said:
    file = table(work, "acf.csv", ("ID", "Name", "ACF"), rows)
    return work.done("members", "acf", file, "--list", list_date)


def opening(
    work: Workplace,
    rows: Iterable[Mapping[str, object]],
    performances: Iterable[Mapping[str, object]] = (),
    list_date: str = "2026-09-01",
) -> Said:
    files: list[object] = [table(work, "list.csv", LIST, rows)]
    given = list(performances)
    if given:
        files += ["--performances", table(work, "performances.csv", PERFORMANCES, given)]
    return work.done("opening", "import", *files, "--list", list_date)


def table(work: Workplace, name: str, headings: Iterable[str], rows: Iterable[Mapping[str, object]]):
    columns = tuple(headings)
    return work.file(csv_bytes(columns, [[row.get(h) for h in columns] for row in rows]), name)


def people(case: Case) -> dict[str, str]:
    """IDs for the case's members, in the order of theirs."""
    return {m: number(n) for n, m in enumerate(sorted(m["id"] for m in case["members"]), start=1)}


def name(case_id: str) -> str:
    return f"Player {case_id}"


def months_before(text: str, months: int) -> str:
    day = date.fromisoformat(text)
    at = day.year * 12 + day.month - 1 - months
    return date(at // 12, at % 12 + 1, 1).isoformat()


def take_over(work: Workplace, case: Case) -> None:
    """The case's members as register, ACF list, opening list and performances, by the commands."""
    ids = people(case)
    who = {m["id"]: {"ID": ids[m["id"]], "Name": name(m["id"])} for m in case["members"]}
    register(work, *who.values())
    rated = [{**who[m["id"]], "ACF": m["acf"]} for m in case["members"] if "acf" in m]
    if rated:
        acf(work, months_before(case["list"], 3), *rated)
    rows, performed = [], []
    for m in case["members"]:
        held = m.get("ratings", {}).get("qj")
        if held:
            mark = "P" if held.get("provisional") else None
            rows.append({**who[m["id"]], "QJ": held["rating"], "P": mark, "Last-Game": m.get("last_played")})
        performed += [
            {
                **who[m["id"]],
                "Event": "an earlier event",
                "Class": p["time_class"],
                "Performance": p["performance"],
                "Games": p["games"],
            }
            for p in m.get("previous_period", [])
        ]
    opening(work, rows, performed, months_before(case["list"], 2))


def record_of(case: Case, tournament: int, event: Case) -> EventRecord:
    """The case's event as the scraper would have read it."""
    names = sorted({g[side] for g in event["games"] for side in ("white", "black")})
    numbers = {who: n for n, who in enumerate(names, start=1)}
    last = date.fromisoformat(event.get("last_day") or event["reported"])
    games = [
        pairing(g["round"], numbers[g["white"]], numbers[g["black"]], g["result"], board)
        for board, g in enumerate(event["games"], start=1)
    ]
    days: dict[int, date | None] = {g["round"]: last for g in event["games"]}
    return reading(
        [player(numbers[who], name(who)) for who in names],
        games,
        number=tournament,
        days=days,
        name=event["id"],
        first_day=last,
        last_day=last,
        federation="AUS",
        time_control=TimeControl(None, None, None),
    )


def decide(work: Workplace, case: Case) -> None:
    """What an officer has to say of each event: its class, and that two alike are two."""
    classes = {e["id"]: e["time_class"] for e in case["events"]}
    while twice := [problem for problem in work.problems() if problem.code == "reported-twice"]:
        for problem in twice:  # an event asks about one other at a time
            work.resolve(problem, "--accept")
    for problem in work.problems():
        if problem.code == "member-in-two-events":  # the cases date every event alike; shown, no list waits
            assert not problem.blocks
            continue
        assert problem.code == "event-class-missing", (problem.code, problem.found)
        work.resolve(problem, "--class", classes[problem.place.split(" (", 1)[0]])


def published_case(work: Workplace, name: str) -> None:
    """A case of the text worked through the office, to its published list."""
    case = json.loads((CASES / "qjrl" / name).read_text("utf-8"))["case"]
    take_over(work, case)
    for number, event in enumerate(case["events"], start=1400001):
        work.store(record_of(case, number, event), date.fromisoformat(event["reported"]))
    decide(work, case)
    work.done("rate")
    work.done("publish")

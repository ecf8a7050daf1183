"""Every rating case, worked through the whole office: register, opening list, events, rulings, list."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from scraper.records import EventRecord, TimeControl
from tests.importer.invented import federation_id, pairing, player, reading
from tests.rating.shared import CASES
from tests.workplace import Workplace

EDITION = "jcf-2024-10"
FILES = [
    path
    for path in sorted(CASES.glob("*/*.json"))
    if json.loads(path.read_text(encoding="utf-8"))["outcome"].get("regulation") == EDITION
]
"""Every case whose list comes out under the edition in force."""
CONTROLS = {
    "standard": TimeControl("90 min + 30 sec", "standard", 120),
    "rapid": TimeControl("15 min + 10 sec", "rapid", 25),
}
TYPES = {"standard": "ST", "rapid": "RP"}
Case = dict[str, Any]


def people(case: Case) -> dict[str, str]:
    """Federation IDs for the case's members, in the order of theirs."""
    return {m: federation_id(n) for n, m in enumerate(sorted(m["id"] for m in case["members"]), start=1)}


def month_before(text: str) -> str:
    day = date.fromisoformat(text)
    return f"{day.year - (day.month == 1)}-{(day.month - 2) % 12 + 1:02d}-01"


def name(case_id: str) -> str:
    return f"Member {case_id}"


def take_over(work: Workplace, case: Case) -> None:
    """The case's members as register, opening list and earlier games, by the commands."""
    ids = people(case)
    members, rows, games = [], [], []
    for m in case["members"]:
        who = {"ID": ids[m["id"]], "Name": name(m["id"])}
        fide = m.get("fide", {})
        joined = m.get("joined") or ("2015-04-01" if fide else None)
        members.append(
            {
                **who,
                "Birth": m.get("born"),
                "Joined": joined,
                "FIDE ST": fide.get("standard"),
                "FIDE RP": fide.get("rapid"),
                "FIDE Source": "FIDE list" if fide else None,
                "Memberships": "; ".join(f"{a}/{b}" for a, b in m.get("membership", [])),
            }
        )
        row: dict[str, object] = dict(who)
        for type_, held in m.get("ratings", {}).items():
            column = TYPES[type_]
            row |= {column: held["rating"], f"{column}-G": held["games"], f"{column}-Peak": held["peak"]}
        if len(row) > 2:
            rows.append(row)
        games += [
            (ids[m["id"]], TYPES[g["type"]], g["date"], g["opponent_rating"], g["score"], "an earlier event")
            for g in m.get("unrated_games", [])
        ]
    work.register(*members)
    list_date = month_before(case["list"])
    on = date.fromisoformat(list_date)
    work.moment = max(work.moment, work.moment.replace(year=on.year, month=on.month, day=on.day))
    work.opening(rows, games, list_date)


def record_of(case: Case, number: int, event: Case) -> EventRecord:
    """The case's event as the scraper would have read it."""
    ids = people(case)
    names = sorted({g[side] for g in event["games"] for side in ("white", "black")})
    numbers = {who: n for n, who in enumerate(names, start=1)}
    players = [player(numbers[who], name(who), ids.get(who)) for who in names]
    pairings = [
        pairing(g["round"], numbers[g["white"]], numbers[g["black"]], g["result"], board)
        for board, g in enumerate(event["games"], start=1)
    ]
    days = {g["round"]: date.fromisoformat(g["date"]) for g in event["games"]}
    control = CONTROLS[event["type"]] if "type" in event else TimeControl(event["time_control"], None, None)
    last = date.fromisoformat(event["last_day"])
    return reading(
        players,
        pairings,
        number=number,
        days=days,
        name=event["id"],
        first_day=min(*days.values(), last),
        last_day=last,
        time_control=control,
    )


def decide(work: Workplace, case: Case) -> None:
    """What the officer has to say for the events to be those of the case, and nothing more."""
    accepted = {e["id"] for e in case["events"] if e.get("late_accepted")}
    controls = {e["id"]: e.get("time_control") for e in case["events"]}
    for problem in work.problems():
        event = problem.place.split(" (", 1)[0]
        match problem.code:
            case "time-control-unreadable":
                work.resolve(problem, "--time-control", controls[event])
            case "late-report":
                work.resolve(problem, "--accept-late" if event in accepted else "--accept")
            case "reported-before-end":
                work.resolve(problem, "--accept")  # the case says so
            case "member-in-two-events" | "too-many-games-a-day":
                assert not problem.blocks  # cases put all their games on one day
            case "member-unknown":
                work.resolve(problem, "--no-member")
            case "list-already-published":
                work.resolve(problem, "--exclude")  # it belongs to no list of this case
            case _:
                pytest.fail(f"the case has nothing to answer to {problem.code}: {problem.found}")


def change(hundredths: int | None) -> str | None:
    if hundredths is None:
        return None
    return f"{'-' if hundredths < 0 else '+'}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}"


def lists(work: Workplace, case: Case, version: int) -> dict[str, list[Case]]:
    """The rows of a version as the examples write them, by plain SQL."""
    back = {number: case_id for case_id, number in people(case).items()}
    query = (
        "SELECT type, federation_id, previous, change, rating, games, period_games, how FROM list_rating"
        " WHERE version_id = ?"
    )
    found: dict[str, list[Case]] = {"standard": [], "rapid": []}
    for type_, number, previous, hundredths, rating, games, now, how in work.rows(query, version):
        found[type_].append(
            {
                "id": back[number],
                "previous": previous,
                "change": change(hundredths),
                "rating": rating,
                "games": games,
                "period_games": now,
                "how": how,
            }
        )
    return {type_: sorted(rows, key=lambda r: r["id"]) for type_, rows in found.items()}


def excluded(work: Workplace, version: int) -> list[Case]:
    """The games of a version that count for nobody, each with its first reason, as the examples do."""
    query = (
        "SELECT event_name, round, player_name, opponent_name, reasons FROM game_line"
        " WHERE version_id = ? AND NOT counts AND reasons <> '[]'"
        " AND id IN (SELECT min(id) FROM game_line GROUP BY version_id, event_key, round, board)"
    )
    return [
        {
            "event": event,
            "round": round_,
            "white": white.removeprefix("Member "),
            "black": black.removeprefix("Member "),
            "reason": json.loads(reasons)[0]["reason"],
        }
        for event, round_, white, black, reasons in work.rows(query, version)
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_office_publishes_what_was_worked_by_hand(work: Workplace, path: Path) -> None:
    document = json.loads(path.read_text(encoding="utf-8"))
    case, expected = document["case"], document["outcome"]
    take_over(work, case)
    for number, event in enumerate(case["events"], start=1400001):
        work.store(record_of(case, number, event), date.fromisoformat(event["reported"]))
    decide(work, case)
    work.moment = work.moment.replace(year=date.fromisoformat(case["list"]).year + 1)

    work.done("rate", "--list", case["list"])
    work.done("publish")

    query = "SELECT id, edition, list_date, period_first, period_last FROM list_version WHERE how = 'run'"
    ((version, edition, *days),) = work.rows(query)
    assert (edition, days) == (expected["regulation"], [expected["list"], *expected["period"]])
    assert lists(work, case, version) == expected["lists"]
    rated = {m["id"] for m in case["members"] if m.get("ratings") or m.get("fide")}
    shown = [g for g in excluded(work, version) if rated & {g["white"], g["black"]}]
    order = sorted(expected["excluded"], key=lambda g: (g["event"], g["round"], g["white"], g["black"]))
    assert sorted(shown, key=lambda g: (g["event"], g["round"], g["white"], g["black"])) == order


def test_there_are_cases_to_work() -> None:
    assert len(FILES) >= 30

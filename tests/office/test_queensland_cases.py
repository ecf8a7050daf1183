"""Every case of the Queensland text, worked through the whole office: register to published list."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from tests.office.test_cases import change
from tests.queensland import Case, decide, people, record_of, take_over
from tests.rating.shared import CASES
from tests.workplace import Workplace

FILES = sorted((CASES / "qjrl").glob("*.json"))


def lists(work: Workplace, case: Case, version: int) -> list[Case]:
    """The rows of a version as the examples write them, by plain SQL."""
    back = {number: case_id for case_id, number in people(case).items()}
    query = (
        "SELECT r.federation_id, r.previous, r.change, r.rating, r.period_games, m.provisional, m.listed"
        " FROM list_rating r JOIN event_rating m USING (version_id, federation_id, type)"
        " WHERE version_id = ? AND type = 'qj'"
    )
    found = [
        {
            "id": back[number],
            "previous": previous,
            "change": change(hundredths),
            "rating": rating,
            "period_games": games,
            "provisional": bool(provisional),
            "listed": bool(listed),
        }
        for number, previous, hundredths, rating, games, provisional, listed in work.rows(query, version)
    ]
    return sorted(found, key=lambda row: str(row["id"]))


def excluded(work: Workplace, version: int) -> list[Case]:
    """The events that are not rated, then the games that do not count, each with its reason."""
    query = (
        "SELECT event_name, round, player_name, opponent_name, reasons FROM game_line"
        " WHERE version_id = ? AND NOT counts"
        " AND id IN (SELECT min(id) FROM game_line GROUP BY version_id, event_key, round, board)"
    )
    rows = [(*row, [r["reason"] for r in json.loads(why)]) for *row, why in work.rows(query, version)]
    whole = sorted({event for event, *_, why in rows if "no-rated-player" in why})
    return [{"event": event, "reason": "no-rated-player"} for event in whole] + [
        {
            "event": event,
            "round": round_,
            "white": white.removeprefix("Player "),
            "black": black.removeprefix("Player "),
            "reason": why[0],
        }
        for event, round_, white, black, why in rows
        if event not in whole
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_office_publishes_what_was_worked_by_hand(queensland: Workplace, path: Path) -> None:
    work, document = queensland, json.loads(path.read_text(encoding="utf-8"))
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
    assert lists(work, case, version) == expected["lists"]["qj"]
    assert excluded(work, version) == expected["excluded"]
    assert expected["decisions"] == []
    for number in people(case).values():
        assert "CHECK FAILED" not in work.done("explain", number).out


def test_there_are_cases_to_work() -> None:
    assert len(FILES) >= 11

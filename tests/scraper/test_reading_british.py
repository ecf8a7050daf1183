"""A whole real event: nine rounds, two crosstables, the list "not paired", mid-round pages."""

from __future__ import annotations

import json
from datetime import date, datetime
from functools import lru_cache
from typing import Any

import pytest

from scraper.reading import read_event, read_page
from scraper.records import EventRecord, Kind, Pairing, System
from tests.samples import samples, saved, saved_all

CELLS = {Kind.BYE: "-1", Kind.HALF_BYE: "-½", Kind.NOT_PAIRED: "-0"}


@lru_cache
def _whole() -> EventRecord:
    return read_event(saved_all("british2026_champ_"), minutes_at_60=lambda text: 120)


@pytest.fixture
def record() -> EventRecord:
    return _whole()


def expected(name: str) -> dict[str, list[list[Any]]]:
    loaded: dict[str, list[list[Any]]] = json.loads(samples("expected", name).read_text("utf-8"))
    return loaded


def as_games(pairings: tuple[Pairing, ...]) -> dict[tuple[int, int, int], str | None]:
    return {(p.round, p.white, p.black): p.result for p in pairings if p.black is not None}


def as_byes(pairings: tuple[Pairing, ...]) -> dict[tuple[int, int], str]:
    return {(p.round, p.white): CELLS[p.kind] for p in pairings if p.black is None}


def test_the_event_is_read_whole(record: EventRecord) -> None:
    assert len(record.players) == 108
    assert [r.number for r in record.rounds] == list(range(1, 10))
    assert all(r.date == date(2026, 8, r.number) for r in record.rounds)
    assert (record.rounds[0].time, record.rounds[8].time) == ("14:30", "10:00")
    assert (record.round_count, record.system, record.federation) == (9, System.SWISS, "ENG")
    assert (record.first_day, record.last_day) == (date(2026, 8, 1), date(2026, 8, 9))
    assert record.time_control.printed_kind == "standard"
    assert record.time_control.minutes_at_60 == 120
    assert record.rating_calculation == "Rating national, Rating international"
    assert record.last_update == datetime.fromisoformat("2026-08-09T17:48:47")
    assert record.source.tournament == 1452107


def test_the_only_problem_is_play_that_was_going_on_in_the_last_round(record: EventRecord) -> None:
    assert [(p.code, p.place) for p in record.problems] == [
        ("result-pending", "round 9 (british2026_champ_r9.html)")
    ]
    assert record.problems[0].found.startswith("47 of 58 without a result: tables 1-24, 26-45, 47, 49-50")


def test_every_player_stands_once_in_every_round(record: EventRecord) -> None:
    for number in range(1, 10):
        here = [n for p in record.pairings if p.round == number for n in (p.white, p.black) if n]
        assert sorted(here) == list(range(1, 109))


def test_all_nine_rounds_equal_the_final_crosstable_as_another_reader_read_it(record: EventRecord) -> None:
    file = expected("british2026_champ_crosstable_final.json")
    games = {(g[0], g[1], g[2]): g[3] for g in file["games"]}
    byes = {(b[0], b[1]): b[2] for b in file["byes"]}
    assert as_games(record.pairings) == games
    assert as_byes(record.pairings) == byes


def test_the_earlier_crosstable_equals_the_rounds_except_where_play_was_going_on(record: EventRecord) -> None:
    file = expected("british2026_champ_crosstable.json")
    ours = as_games(record.pairings)
    theirs = {(g[0], g[1], g[2]): g[3] for g in file["games"]}
    assert len(theirs) > 300
    for game, result in theirs.items():
        assert ours[game] == result or result is None, game
    for bye in file["byes"]:
        assert as_byes(record.pairings)[(bye[0], bye[1])] == bye[2]


@pytest.mark.parametrize("name", ["british2026_champ_crosstable", "british2026_champ_crosstable_final"])
def test_a_crosstable_alone_gives_the_same_games_without_boards(name: str) -> None:
    record = read_event([saved(name)], minutes_at_60=lambda text: 120)
    file = expected(f"{name}.json")
    assert as_games(record.pairings) == {(g[0], g[1], g[2]): g[3] for g in file["games"]}
    assert as_byes(record.pairings) == {(b[0], b[1]): b[2] for b in file["byes"]}
    assert {p.board for p in record.pairings} == {None}
    assert {p.code for p in record.problems} >= {"start-list-missing", "round-page-missing"}


def test_pages_of_an_earlier_moment_are_superseded(record: EventRecord) -> None:
    stand = {page.origin for page in record.source.pages}
    assert sorted({page.origin for page in saved_all("british2026_champ_")} - stand) == [
        "british2026_champ_crosstable.html",
        "british2026_champ_r6_midround.html",
        "british2026_champ_r7_midround.html",
        "british2026_champ_r8_unpaired_only.html",
    ]
    assert len(record.source.pages) == 12
    assert {p.kind for p in record.source.pages} == {
        "start-list",
        "pairings",
        "crosstable",
        "not-paired",
    }


@pytest.mark.parametrize(
    ("name", "games", "byes", "off"),
    [
        *((f"british2026_champ_r{n}", 53, 0, 2) for n in (1, 2, 3, 4)),
        ("british2026_champ_r5", 52, 1, 3),
        ("british2026_champ_r6_finished", 52, 1, 3),
        ("british2026_champ_r7_finished", 51, 1, 5),
        ("british2026_champ_r8_unpaired_only", 0, 0, 5),
        ("british2026_champ_r9", 50, 0, 8),
        ("portimao2024_r9_gated", 46, 1, 6),
        ("bangkok2026_r4_gated", 14, 1, 0),
    ],
)
def test_no_row_of_a_round_is_lost_even_where_it_is_a_cell_short(
    name: str, games: int, byes: int, off: int
) -> None:
    content = read_page(saved(name)).content
    kinds = [(row.black is not None, row.token.kind if row.token else None) for row in content.rows]  # type: ignore[union-attr]
    assert sum(paired for paired, _ in kinds) == games
    assert kinds.count((False, Kind.BYE)) == byes
    assert kinds.count((False, Kind.NOT_PAIRED)) == off


def test_a_page_of_mid_round_has_pending_games_and_a_bye_not_credited_yet() -> None:
    record = read_event(
        [saved("british2026_champ_startingrank"), saved("british2026_champ_r6_midround")],
        minutes_at_60=lambda text: 120,
    )
    pending = [p for p in record.pairings if p.kind == Kind.PENDING]
    assert len(pending) == 7
    assert [p.result for p in pending] == [None] * 7
    assert len([p for p in pending if p.black is None]) == 1


def test_the_record_goes_a_document_and_back(record: EventRecord) -> None:
    assert EventRecord.from_dict(json.loads(json.dumps(record.to_dict()))) == record

"""The real team event of the samples: 25 teams, its first round on boards, two rounds of team pairings.

Numbers and results only; the people's names stay where they are.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from datetime import date, datetime
from functools import lru_cache

import pytest

from scraper.page import read_page
from scraper.pages.team_boards import BoardPairings
from scraper.pages.team_composition import Composition
from scraper.pages.team_pairings import TeamPairings
from scraper.reading import read_event
from scraper.records import EventRecord, Kind, Pairing, Result, SavedPage, System
from tests.samples import saved, saved_all
from tests.scraper.edits import replaced, with_body

BOARDS = "portugal2026_team_board_pairings_r1"
COMPOSITION = "portugal2026_team_standings"


@lru_cache
def _whole() -> EventRecord:
    return read_event(saved_all("portugal2026_team_"), minutes_at_60=lambda text: 120)


@pytest.fixture
def whole() -> EventRecord:
    return _whole()


def boards() -> BoardPairings:
    content = read_page(saved(BOARDS)).content
    assert isinstance(content, BoardPairings)
    return content


def composition() -> Composition:
    content = read_page(saved(COMPOSITION)).content
    assert isinstance(content, Composition)
    return content


def test_the_event_is_read_whole(whole: EventRecord) -> None:
    record = whole
    assert (record.system, record.round_count) == (System.TEAM_SWISS, 8)
    assert (record.federation, record.time_control.printed_kind) == ("POR", "standard")
    assert (record.first_day, record.last_day) == (date(2026, 1, 3), date(2026, 4, 18))
    assert [(r.date, r.time) for r in record.rounds[:3]] == [
        (date(2026, 1, 3), "15:00"),
        (date(2026, 1, 17), "15:00"),
        (None, None),
    ]
    assert record.last_update == datetime.fromisoformat("2026-02-10T10:33:11")
    assert record.source.tournament == 1322107
    assert [(p.kind, p.round) for p in record.source.pages] == [
        ("board-pairings", 1),
        ("team-composition", None),
        ("team-pairings", 1),
        ("team-pairings", 2),
    ]


def test_all_that_is_said_is_which_pages_are_missing(whole: EventRecord) -> None:
    assert [(p.code, p.place.split(" (")[0]) for p in whole.problems] == [
        ("list-truncated", "table 1"),
        ("start-list-missing", "portugal2026_team_pairings_r2.html"),
        ("round-page-missing", "round 2"),
        ("round-page-missing", "round 3"),
        ("round-page-missing", "round 4"),
        ("round-not-paired", "round 5"),
        ("round-not-paired", "round 6"),
        ("round-not-paired", "round 7"),
        ("round-not-paired", "round 8"),
    ]


def test_the_players_have_numbers_ratings_and_fide_ids(whole: EventRecord) -> None:
    players = {p.number: p for p in whole.players}
    assert len(players) == 217
    assert (min(players), max(players)) == (1, 330)
    assert [players[n].rating for n in (1, 2, 3, 4, 330)] == [2398, 2201, 2174, 2085, None]
    assert sum(p.rating is None for p in players.values()) == 117
    assert sum(p.fide_id is not None for p in players.values()) == 163
    assert players[45].fide_id == "1975870"
    assert Counter(p.title for p in players.values() if p.title) == {"NM": 3, "IM": 1}
    assert len({p.club for p in players.values()}) == 25
    assert {p.federation for p in players.values()} >= {"POR", "UKR", "BRA"}


def test_the_first_round_has_48_boards_told_from_whites_side(whole: EventRecord) -> None:
    pairings = whole.pairings
    assert len(pairings) == 48
    assert all(p.colours and p.round == 1 for p in pairings)
    assert Counter((p.kind, p.result) for p in pairings) == {
        (Kind.GAME, Result.WHITE_WINS): 21,
        (Kind.GAME, Result.BLACK_WINS): 22,
        (Kind.GAME, Result.DRAW): 3,
        (Kind.FORFEIT, Result.BLACK_BY_FORFEIT): 2,
    }
    # The team named second won the first match 4 : 0, with Black on boards 1 and 3 and White on 2 and 4.
    assert pairings[:4] == (
        Pairing(1, 101, 80, 13, Result.BLACK_WINS, Kind.GAME),
        Pairing(1, 102, 47, 102, Result.WHITE_WINS, Kind.GAME),
        Pairing(1, 103, 121, 61, Result.BLACK_WINS, Kind.GAME),
        Pairing(1, 104, 93, 175, Result.WHITE_WINS, Kind.GAME),
    )
    assert pairings[16] == Pairing(1, 501, 92, 39, Result.BLACK_BY_FORFEIT, Kind.FORFEIT)


def test_the_boards_of_a_match_alternate_colours_from_white_for_the_team_named_first() -> None:
    (round,) = boards().rounds
    assert len(round.matches) == 12
    for match in round.matches:
        assert [b.first_white for b in match.boards] == [True, False, True, False]


def test_the_scores_are_those_of_both_pages() -> None:
    (round,) = boards().rounds
    content = read_page(saved("portugal2026_team_pairings_r1")).content
    assert isinstance(content, TeamPairings)
    (listed,) = content.rounds
    assert [m.score for m in round.matches] == [m.score for m in listed.matches if m.second is not None]
    assert [m.score for m in round.matches][:4] == [(0, 8), (6, 2), (2, 6), (8, 0)]
    assert round.matches[9].score == (5, 3)
    assert [m.second is None for m in listed.matches].count(True) == 1


def test_the_composition_holds_every_result_of_the_boards_and_of_four_rounds() -> None:
    teams = composition().teams
    assert composition().rounds == (1, 2, 3, 4, 5)
    assert len(teams) == 25
    marks = Counter(m for t in teams for p in t.players for m in p.marks.values())
    assert marks == {"1": 167, "0": 167, "½": 20, "+": 15, "-": 15}
    first = {p.number: p.marks[1] for t in teams for p in t.players if 1 in p.marks}
    assert len(first) == 96
    assert all(p.points == p.half_points for t in teams for p in t.players)


def test_team_names_are_without_averages_and_captains() -> None:
    names = [t.name for t in composition().teams]
    assert not any("(" in n or "RtgAvg" in n for n in names)
    digest = hashlib.sha256("\n".join(sorted(names)).encode()).hexdigest()
    others = read_page(saved("portugal2026_team_pairings_r1")).content
    assert isinstance(others, TeamPairings)
    met = {n for m in others.rounds[0].matches for n in (m.first, m.second) if n}
    assert digest == hashlib.sha256("\n".join(sorted(met)).encode()).hexdigest()


def test_each_page_can_be_read_alone() -> None:
    for page in saved_all("portugal2026_team_"):
        if "crosstable" not in page.origin:
            record = read_event([page], minutes_at_60=lambda text: 120)
            assert record.system == System.TEAM_SWISS


@pytest.mark.parametrize(
    ("name", "old", "new", "codes"),
    [
        (BOARDS, ">0 - 1<", ">1 - 0<", {"match-score-disagrees", "composition-disagrees"}),
        (BOARDS, ">0 - 1<", ">½ - ½<", {"match-score-disagrees", "composition-disagrees"}),
        (BOARDS, ">0 - 1<", ">5 - 1<", {"result-unknown"}),
        (BOARDS, ">0 : 4<", ">1 : 3<", {"match-score-disagrees", "matches-disagree"}),
        (BOARDS, 'snr=80">', 'snr=39">', {"player-twice", "name-disagrees", "composition-disagrees"}),
        (BOARDS, "FarbewT", "FarbesT", {"colours-unclear"}),
        (BOARDS, ">1.1<", ">1.5<", {"boards-not-numbered"}),
        (COMPOSITION, '<td class="CRc">+</td>', '<td class="CRc">-</td>', {"composition-disagrees"}),
    ],
)
def test_one_changed_cell_never_goes_unnoticed(name: str, old: str, new: str, codes: set[str]) -> None:
    pages = [replaced(p, old, new) if p.origin.startswith(name + ".") else p for p in _all()]
    before = {p.code for p in _whole().problems}
    record = read_event(pages, minutes_at_60=lambda text: 120)
    assert codes <= {p.code for p in record.problems} - before


def _all() -> list[SavedPage]:
    return saved_all("portugal2026_team_")


def test_gated_pages_without_links_give_no_game_by_guess() -> None:
    pages = [with_body(p, p.body.replace(b"&amp;snr=", b"&amp;nothing=")) for p in _all()]
    record = read_event(pages, minutes_at_60=lambda text: 120)
    assert record.pairings == ()
    assert [p.found.split(" ")[0] for p in record.problems if p.code == "team-numbers-missing"] == [
        "96",
        "217",
    ]

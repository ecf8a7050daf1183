"""Which pages a team event is asked for: rounds + 3 with the first one, and none that says nothing."""

from __future__ import annotations

from scraper.page import read_page
from scraper.plan import BOARDS, COMPOSITION, PLAYERS, still_needed, team_outline, team_views
from scraper.reading import read_event
from tests.samples import saved
from tests.scraper.invented import Invented, page
from tests.scraper.team_invented import TeamEvent


def test_any_view_of_a_team_event_tells_its_outline() -> None:
    for name in ("standings_crosstable", "standings", "pairings_r1", "board_pairings_r1"):
        outline = team_outline(saved(f"portugal2026_team_{name}"))
        assert outline is not None
        assert outline == (8, 4)


def test_an_individual_event_has_no_outline_of_teams() -> None:
    assert team_outline(Invented().start_page()) is None
    assert team_outline(saved("ussa2026_roundrobin_startingrank")) is None


def test_only_rounds_that_the_menu_lists_are_asked_for() -> None:
    outline = team_outline(saved("portugal2026_team_standings"))
    assert outline is not None
    views = team_views(*outline)
    assert [(v.art, v.round) for v in views] == [
        (COMPOSITION, None),
        (PLAYERS, None),
        (BOARDS, 1),
        (BOARDS, 2),
        (BOARDS, 3),
        (BOARDS, 4),
    ]
    assert [v.art for v in views if v.details] == [COMPOSITION]
    assert {v.art for v in views if v.needs_links} == {COMPOSITION, PLAYERS, BOARDS}


def test_a_finished_event_costs_rounds_plus_three_pages_with_the_first() -> None:
    outline = team_outline(TeamEvent().teams_page())
    assert outline is not None
    assert outline[0] == 3
    assert 1 + len(team_views(*outline)) == 3 + 3


def test_without_a_menu_all_rounds_of_the_details_are_asked_for() -> None:
    outline = team_outline(TeamEvent(menu="").teams_page())
    assert outline is not None
    assert outline[1] is None
    assert [v.round for v in team_views(*outline) if v.art == BOARDS] == [1, 2, 3]


def test_rounds_that_stood_on_one_page_are_not_asked_for_again() -> None:
    outline = team_outline(TeamEvent().teams_page())
    assert outline is not None
    all_rounds = read_page(TeamEvent().boards_page(1, 2, 3, query="art=3&rd=1"))
    assert [v.art for v in still_needed(team_views(*outline), [all_rounds])] == [COMPOSITION, PLAYERS]


def test_the_pages_that_are_asked_for_are_enough_for_a_whole_record() -> None:
    event = TeamEvent()
    made = {COMPOSITION: event.teams_page(), PLAYERS: event.players_page()}
    outline = team_outline(event.teams_page())
    assert outline is not None
    pages = [made.get(v.art) or event.boards_page(v.round or 0) for v in team_views(*outline)]
    assert read_event(pages, minutes_at_60=lambda text: 120).problems == ()


def test_of_a_players_card_among_the_pages_of_a_team_event_nothing_is_taken() -> None:
    labels = "<tr><td>Name</td><td>Akagi, Aoi</td></tr><tr><td>Starting rank</td><td>1</td></tr>"
    card = page(
        "Player info", f'<table class="CRs1">{labels}</table>', query="art=9&snr=1", tournament=990002
    )
    pages = TeamEvent().pages()
    record = read_event([*pages, card], minutes_at_60=lambda text: 120)
    assert record.to_dict() == read_event(pages, minutes_at_60=lambda text: 120).to_dict()

"""Every view a link may point to is read for what it can give, on real and invented pages."""

from __future__ import annotations

from datetime import date

import pytest

from scraper.pages.card import PlayerCard
from scraper.pages.pairings import AllRounds
from scraper.pages.player_list import PlayerList
from scraper.reading import read_event, read_page
from scraper.records import EventRecord, SavedPage
from tests.samples import saved, saved_all
from tests.scraper.edits import replaced
from tests.scraper.invented import NAMES, RATINGS, UPDATED, Invented, page, table
from tests.scraper.whole import codes

RANKING = ["Rk.", "SNo", "", "Name", "sex", "FED", "Rtg", "Club/City", "Pts.", "TB1"]
POINTS = ["2,5", "2", "0,5", "2", "0,5", "1"]


def read(*pages: SavedPage) -> EventRecord:
    return read_event(pages, minutes_at_60=lambda text: 120)


def ranking(after: str = "3", points: list[str] = POINTS) -> SavedPage:
    rows = [
        [str(n), str(n), "", NAMES[n - 1], "", "", RATINGS[n - 1], f"Club {n}", points[n - 1], "0"]
        for n in range(1, 7)
    ]
    view = f"Final Ranking after {after} Rounds"
    return page(view, table(RANKING, rows), query="lan=1&art=1", origin="ranking.html")


def test_a_real_ranking_has_players_points_and_ranks_and_its_details() -> None:
    reading = read_page(saved("bangkok2026_final_ranking"))
    content = reading.content
    assert isinstance(content, PlayerList)
    assert (len(content.rows), content.after) == (33, 9)
    assert sorted(r.player.number for r in content.rows) == list(range(1, 34))
    assert {r.player.sex for r in content.rows} == {"m", "f", None}
    assert content.rows[0].points == 14
    assert content.rows[-1].rank == 32, "a blank rank is that of the row above"
    assert reading.details is not None and reading.details.first_day == date(2026, 8, 14)


def test_an_alphabetical_list_has_numbers_in_its_links_only() -> None:
    content = read_page(saved("bangkok2026_alphabetical")).content
    assert isinstance(content, PlayerList)
    numbers = [r.player.number for r in content.rows]
    assert sorted(numbers) == list(range(1, 34))
    assert numbers != sorted(numbers)


def test_ids_sex_and_federation_come_from_whatever_view_has_them() -> None:
    record = read(*saved_all("bangkok2026"))
    ids = [p for p in record.players if p.fide_id]
    assert len(ids) == 20
    assert all(p.federation and len(p.federation) == 3 for p in record.players)
    assert {p.sex for p in record.players} == {"m", "f", None}
    assert codes(record).count("player-disagrees") == 0
    assert codes(record).count("name-disagrees") == 0


def test_a_club_that_the_start_list_lacks_is_taken_from_the_ranking() -> None:
    record = read(*Invented().pages(), ranking())
    assert codes(record) == []
    assert [p.club for p in record.players] == ["Edo", *(f"Club {n}" for n in range(2, 7))]


def test_points_of_a_ranking_are_compared_and_a_tie_break_is_never_points() -> None:
    record = read(*Invented().pages(), ranking(points=["3", *POINTS[1:]]))
    assert codes(record) == ["points-disagree"]
    assert "row 1, column Pts. (ranking.html)" in record.problems[0].place
    assert (
        codes(read(*Invented().pages(), ranking(after="2", points=["2", "1,5", "0,5", "1", "0,5", "1"])))
        == []
    )


@pytest.mark.parametrize(
    ("column", "text", "heading"),
    [(6, "2301", "Rtg"), (5, "USA", "FED"), (2, "FM", "title")],
)
def test_a_fact_that_two_views_tell_differently_is_named(column: int, text: str, heading: str) -> None:
    event = Invented()
    event.start[0][7] = "M"
    rows = [["1", "1", "", NAMES[0], "", "", "2300", "Edo", "2,5", "0"]]
    rows[0][column] = text
    view = page("Rank after Round 3", table(RANKING, rows), query="lan=1&art=1&rd=3", origin="ranking.html")
    record = read(*event.pages(), view)
    assert codes(record) == ["player-disagrees"]
    assert record.problems[0].place == f"table 1, row 1 (ranking.html), column {heading}"
    assert record.problems[0].found == text


def test_a_crosstable_by_rank_says_the_same_as_one_by_starting_number() -> None:
    event = Invented()
    order = [1, 4, 2, 6, 3, 5]
    rank = {number: str(i) for i, number in enumerate(order, start=1)}
    rows = []
    for number in order:
        row = event.crosstable[number - 1]
        cells = [_by_rank(c.strip(), rank) for c in row[5:8]]
        rows.append([rank[number], *row[1:5], *cells, row[8], "", "0"])
    headings = ["Rk.", "", "Name", "Rtg", "FED", "1.Rd", "2.Rd", "3.Rd", "Pts.", "TB1", "Rp"]
    view = "Final Ranking crosstable after 3 Rounds"
    crossed = page(view, table(headings, rows), query="lan=1&art=4", origin="crosstable.html")
    ranked = read(*event.pages("1", "2", "3", "crosstable"), crossed)
    assert ranked.pairings == read(*event.pages("1", "2", "3")).pairings
    assert len(ranked.pairings) == 11
    assert codes(read(*event.pages("crosstable"), crossed)) == []
    rows[2][0] = "2"
    shared = page(view, table(headings, rows), query="lan=1&art=4", origin="crosstable.html")
    assert "cell-unreadable" in codes(read(*event.pages("crosstable"), shared))


def _by_rank(cell: str, rank: dict[int, str]) -> str:
    digits = "".join(c for c in cell if c.isdigit() and not cell.startswith("-"))
    if not digits:
        return cell
    number = cell.split("w")[0].split("b")[0]
    return rank[int(number)] + cell[len(number) :]


def test_all_rounds_on_one_page_are_read_each_under_its_own_heading() -> None:
    event = Invented()
    parts = "".join(f"<h3>{event.headings[n]}</h3>{_table_of(event.round_page(n))}" for n in (3, 2, 1))
    whole = page("Pairings/Results", parts, query="lan=1&art=2&rd=0", origin="all.html")
    content = read_page(whole).content
    assert isinstance(content, AllRounds)
    assert ([r.number for r in content.rounds], content.round_robin) == ([1, 2, 3], False)
    record = read(*event.pages("1", "2", "3"), whole)
    assert codes(record) == []
    assert record.pairings == read(*event.pages()).pairings
    assert record.rounds == read(*event.pages()).rounds
    unknown = parts.replace("1 - 0", "2 - 0", 1)
    changed = page("Pairings/Results", unknown, query="lan=1&art=2&rd=0", origin="all.html")
    assert [p.place for p in read_page(changed).problems] == [
        "round 2, table 2, row 2, column Result (all.html)"
    ]


def _table_of(saved_page: SavedPage) -> str:
    body = saved_page.body.decode()
    start = body.index("<table Class")
    return body[start : body.index("</table>", start) + 8]


def schedule(rows: list[list[str]]) -> SavedPage:
    content = table(["Тур", "Дата", "Время"], rows)
    updated = UPDATED
    whole = page("Расписание", content, query="lan=11&art=14", lang="ru", updated=updated, origin="plan.html")
    return replaced(whole, "Last update ", "Последнее обновление")


def test_a_schedule_gives_days_that_the_rounds_lack_and_is_compared_with_the_others() -> None:
    event = Invented()
    event.headings[2] = "Round 2"
    planned = schedule([["1", "2026/08/08", "10:00"], ["2", "2026/08/09", "09:00"], ["3", "unknown", ""]])
    record = read(*event.pages(), planned)
    assert codes(record) == []
    assert (record.rounds[1].date, record.rounds[1].time) == (date(2026, 8, 9), "09:00")
    wrong = schedule([["1", "2026/08/07", "10:30"]])
    assert codes(read(*event.pages(), wrong)) == [
        "round-without-date",
        "schedule-disagrees",
        "schedule-disagrees",
    ]


@pytest.mark.parametrize(
    ("row", "code"),
    [
        (["x", "", ""], "cell-unreadable"),
        (["1", "soon", ""], "cell-unreadable"),
        (["1", "unknown", "noon"], "cell-unreadable"),
    ],
)
def test_a_cell_of_a_schedule_that_cannot_be_read_is_named(row: list[str], code: str) -> None:
    assert [p.code for p in read_page(schedule([row])).problems] == [code]


def test_a_real_card_of_2019_has_colours_ids_and_the_year_of_birth() -> None:
    reading = read_page(saved("belyaladya2019_player_card"))
    card = reading.content
    assert isinstance(card, PlayerCard)
    assert (card.player.number, card.player.born) == (81, "2005")
    assert (card.player.national_id, card.player.fide_id is not None) == (None, True)
    assert [(g.colour, g.score) for g in card.games][:3] == [("b", "0"), ("w", "1"), ("b", "0")]
    assert card.games[1].opponent is not None, "a cell short: the opponent has no rating"


def card(*games: list[str], **labels: str) -> SavedPage:
    told = {"Name": NAMES[0], "Starting rank": "1", "Points": "2,5", "Year of birth": "1990"} | labels
    rows = "".join(f"<tr><td>{k}</td><td>{v}</td></tr>" for k, v in told.items())
    content = f'<table Class="CRs1" bgcolor="">{rows}</table>' + table(
        ["Rd.", "Bo.", "SNo", "", "Name", "Rtg", "FED", "Pts.", "Res."], [*games]
    )
    return page("Player info", content, query="lan=1&art=9&snr=1", origin="card.html")


def game(round: int, opponent: int, result: str) -> list[str]:
    return [str(round), "1", str(opponent), "", NAMES[opponent - 1], "", "JPN", "0", result]


def test_a_card_fills_in_what_it_alone_has_and_agrees_with_the_rounds() -> None:
    event = Invented()
    event.start[0][4] = ""
    games = [game(1, 4, "w 1"), game(2, 6, "s 1"), game(3, 2, "w ½")]
    record = read(*event.pages(), card(*games, **{"Fide-ID": "7000001", "Year of birth": "2005"}))
    assert codes(record) == []
    assert (record.players[0].fide_id, record.players[0].born) == ("7000001", "2005")
    assert {p.born for p in record.players[1:]} == {None}


@pytest.mark.parametrize("broken", [game(1, 4, "s 1"), game(1, 4, "w 0"), game(1, 5, "w 1")])
def test_a_card_that_contradicts_the_rounds_is_named(broken: list[str]) -> None:
    record = read(*Invented().pages(), card(broken))
    assert codes(record) == ["card-disagrees"]
    assert record.problems[0].place == "round 1, table 2, row 1 (card.html)"


@pytest.mark.parametrize(
    ("text", "colour", "score"),
    [
        ("w 1", "w", "1"),
        ("s ½", "b", "½"),
        ("w 1K", "w", "+"),
        ("s 0K", "b", "-"),
        ("- 1", None, "1"),
        ('<div class="FarbesT"></div>0', "b", "0"),
        ('<div class="FarbewT"></div>1', "w", "1"),
        ("w +", "w", "+"),
        ("", None, ""),
    ],
)
def test_results_of_a_card(text: str, colour: str | None, score: str) -> None:
    content = read_page(card(game(1, 4, text))).content
    assert isinstance(content, PlayerCard)
    assert [(g.colour, g.score) for g in content.games] == [(colour, score)]


def test_an_unknown_result_or_label_of_a_card_is_named() -> None:
    reading = read_page(card(game(1, 4, "w 2"), **{"Shoe size": "44"}))
    assert [p.code for p in reading.problems] == ["word-unknown", "result-unknown"]


def test_a_card_whose_games_have_no_headings_says_what_was_found_in_their_place() -> None:
    (problem,) = read_page(replaced(card(game(1, 4, "w 1")), "CRg1b", "CRg1")).problems
    assert (problem.code, problem.found) == ("headings-unknown", "no row of headings")


def test_any_view_alone_tells_which_event_is_behind_it() -> None:
    for name in ("bangkok2026_alphabetical", "kids2020_schedule", "portimao2024_final_ranking_portuguese"):
        record = read(saved(name))
        assert record.source.tournament and record.name
        assert "start-list-missing" in codes(record)

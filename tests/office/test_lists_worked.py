"""What a list holds: initial ratings with their games, games kept for later lists, guests, and what preview
and explain show of it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, date, datetime

from office.lists.chain import months_later, next_list
from office.runs.report import reason_word
from office.words import speaking
from rating.reasons import REASONS
from scraper.records import TimeControl
from tests.importer.invented import pairing, player, reading
from tests.office.test_corrections import game
from tests.office.test_desk import EVENT, PLAYERS
from tests.office.test_lists import drafted, on_another_day, published
from tests.workplace import HATA, MORI, NAMES, ONO, TANI, Workplace, small_federation


def test_an_initial_rating_names_its_games_opponents_and_their_list(work: Workplace) -> None:
    work.register(
        *({"ID": i, "Name": n} for i, n in NAMES.items()), {"ID": "N90000009", "Name": "Unrated Player"}
    )
    rated = [
        {"ID": i, "Name": NAMES[i], "ST": 1500, "ST-G": 100, "ST-Peak": 1500} for i in (MORI, HATA, TANI)
    ]
    earlier = [("N90000009", "ST", "2026-05-09", 1500, score, "May Open") for score in ("1", "0.5", "0")]
    work.opening(rated, earlier)
    players = (*PLAYERS[:3], player(4, "Unrated Player", "N90000009"))
    games = [pairing(n, 4, n, result) for n, result in ((1, "1-0"), (2, "0-1"), (3, "1/2-1/2"))]
    work.store(reading(players, games))
    work.done("rate")
    # Six games against 1500 with three points: 50 %, dp 0, so 1500 (6(4)).
    query = "SELECT rating, games, how FROM list_rating WHERE federation_id = 'N90000009'"
    assert work.rows(query) == [(1500, 6, "initial")]
    active = "SELECT active, last_game FROM list_member WHERE federation_id = 'N90000009'"
    assert work.rows(active) == [(1, "2026-10-04")]
    work.done("rate", "--interpretation", "R95=not-by-these")
    assert work.rows(active) == [(0, None)]
    work.done("rate")
    told = work.done("explain", "Unrated Player").out
    assert "initial rating 1500" in told
    assert re.search(r"1 .* Mori Sora +1500  list of 1 Oct 2026 +1  Invented Open", told)
    assert len(re.findall(r"1500  opening list +\S  May Open", told)) == 3
    assert "RA is 1500.\n  3 of 6 is 50 %.\n  The table gives dp 0.\n  RA and dp make 1500 (6(4))." in told


def test_by_r105_opponents_enter_an_initial_rating_as_they_stand_on_the_list_before(work: Workplace) -> None:
    """Four draws of September with Mori, 1500, who also wins; two of November, when he stands at 1510."""
    unrated = "N90000009"
    people = [*({"ID": i, "Name": n} for i, n in NAMES.items()), {"ID": unrated, "Name": "Unrated Player"}]
    work.register(*people)
    held = {"ST": 1500, "ST-G": 100, "ST-Peak": 1500}
    work.opening([{"ID": i, "Name": NAMES[i]} | held for i in (MORI, HATA)])
    players = (*PLAYERS[:2], player(3, "Unrated Player", unrated))
    drawn = [pairing(n, 3, 1, "1/2-1/2") for n in range(1, 5)]
    work.store(reading(players, [*drawn, pairing(5, 1, 2, "1-0")]))
    work.done("rate")
    work.done("publish")
    work.moment = datetime(2026, 12, 2, 1, 0, tzinfo=UTC)
    day = dict.fromkeys((1, 2), date(2026, 11, 3))
    work.store(reading(players, drawn[:2], number=1400002, days=day), date(2026, 11, 4))
    mori = "SELECT rating FROM list_rating WHERE version_id = 2 AND federation_id = 'N10000014'"
    assert work.rows(mori.replace("N10000014", MORI)) == [(1510,)]
    first = "SELECT rating, games FROM list_rating WHERE federation_id = 'N90000009'"
    work.done("rate")
    assert work.rows(first) == [(1503, 6)]  # (4 * 1500 + 2 * 1510) / 6 = 1503.33
    assert len(re.findall(r"1500  list of 1 Oct 2026", work.done("explain", "Unrated Player").out)) == 4
    work.done("rate", "--interpretation", "R105=of-list-before")
    assert work.rows(first) == [(1510, 6)]
    told = work.done("explain", "Unrated Player").out
    assert len(re.findall(r"1510  list of 1 Nov 2026", told)) == 6
    assert "Checked: the games above give this rating." in told


def test_games_of_an_unrated_player_are_kept_for_later_lists(work: Workplace) -> None:
    work.register(*({"ID": i, "Name": n} for i, n in NAMES.items()))
    work.opening(
        [{"ID": i, "Name": NAMES[i], "ST": 1500, "ST-G": 100, "ST-Peak": 1500} for i in (MORI, HATA)]
    )
    players = (*PLAYERS[:2], player(3, NAMES[TANI], TANI))
    games = [pairing(n, 3, 1 + n % 2, "1-0" if n % 2 else "0-1") for n in range(1, 4)]
    work.store(reading(players, games))
    work.done("rate")
    work.done("publish")
    assert work.rows("SELECT count(*) FROM earlier_game WHERE version_id = 2") == [(3,)]
    second = on_another_day(reading(players, games, name="Second Open"))
    work.store(second, date(2026, 10, 25))
    work.moment = datetime(2026, 11, 21, 1, 0, tzinfo=UTC)
    work.done("rate")
    # Four wins... of six games against 1500: two wins in each event make 4 of 6, 67 %, dp +125.
    assert work.rows(
        "SELECT rating, games FROM list_rating WHERE federation_id = ? AND how = 'initial'", TANI
    ) == [(1625, 6)]


def test_a_guest_is_named_in_reasons_and_never_by_a_number_of_our_own(work: Workplace) -> None:
    small_federation(work)
    guests = [player(n, f"Guest {chr(64 + n)}") for n in range(1, 15)]
    games = [pairing(1, 1, 14, "1-0", 1), pairing(1, 2, 12, "1-0", 2)]
    members = [player(15, NAMES[MORI], MORI), player(16, NAMES[HATA], HATA)]
    work.store(
        reading((*guests, *members), [*games, pairing(1, 15, 1 + 2, "1-0", 3), pairing(2, 15, 16, "1-0", 1)])
    )
    for problem in work.problems():
        work.resolve(problem, "--no-member")
    work.done("rate")
    for name, reasons in work.rows("SELECT player_name, reasons FROM game_line WHERE reasons <> '[]'"):
        for reason in json.loads(reasons):
            assert "chess-results" not in reason["detail"], (name, reason)
            assert "#" not in reason["detail"], (name, reason)
            assert "Guest A4" not in reason["detail"], (name, reason)
            assert "Guest A2" not in reason["detail"], (name, reason)
            assert "Guest B2" not in reason["detail"], (name, reason)
    ((reasons,),) = work.rows("SELECT reasons FROM game_line WHERE player_name = 'Guest N'")
    assert any(r["detail"].startswith("Guest N") for r in json.loads(reasons)), reasons


def test_a_preview_shows_the_list_as_it_will_be_printed(work: Workplace) -> None:
    drafted(work)
    said = work.done("preview", "--all").out
    assert said.startswith("List of 1 November 2026, version 1, previewed\n")
    printed = said.partition("\nList of 1 November 2026, version 1, against")[0]
    assert [line.split() for line in printed.splitlines() if "N9000" in line] == [
        ["1", MORI, "Mori", "Sora", "1708", "1700", "+7.80", "102", "2", "20"],
        ["2", TANI, "Tani", "Ken", "1582", "1600", "-18.00", "102", "2", "20"],
        ["3", HATA, "Hata", "Rin", "1498", "1500", "-2.00", "102", "2", "20"],
        ["4", ONO, "Ono", "Aki", "1412", "1400", "+12.20", "102", "2", "20"],
    ]


def test_explain_shows_every_game_the_sum_and_the_articles(work: Workplace) -> None:
    published(work)
    told = work.done("explain", "Mori Sora").out
    assert "Standard: 1700 → 1708" in told
    assert "Sum of 2 games: +7.80, rounded +8" in told
    assert "1700 + 8 = 1708." in told
    first = next(line for line in told.splitlines() if "Hata Rin" in line)
    assert first.split()[-10:-2] == ["1700", "1500", "200", "0.76", "H", "1", "20", "+4.80"]
    assert "Checked: the games above give this rating." in told
    assert "5(1)" in told and "5(2)" in told


def test_explain_asks_for_the_id_where_a_name_is_of_several_or_of_none(work: Workplace) -> None:
    published(work)
    work.register({"ID": "N90000008", "Name": "Mori Sora"})
    said = work.run("explain", "mori, sora")
    problem = said.problem()
    assert (said.code, problem["code"]) == (1, "name-of-several")
    assert "N90000001 Mori Sora; N90000008 Mori Sora" in problem["found"]
    assert work.run("explain", "Nobody Known").problem()["code"] == "no-such-member"
    assert work.run("explain", "N99999999").problem()["code"] == "no-such-member"


def test_a_rapid_event_does_not_touch_standard_ratings_but_starts_from_them(work: Workplace) -> None:
    small_federation(work)
    work.store(replace(EVENT, time_control=TimeControl("15 min + 10 sec", "rapid", 25)))
    work.done("rate")
    query = "SELECT change, rating FROM list_rating WHERE version_id = 2 AND type = ? ORDER BY federation_id"
    assert work.rows(query, "standard") == [(0, 1700), (0, 1500), (0, 1600), (0, 1400)]
    query = (
        "SELECT federation_id, previous, change, rating, how, taken_from FROM list_rating"
        " WHERE version_id = 2 AND type = 'rapid' ORDER BY 1"
    )
    # K 40, no rapid games yet: twice the changes that K 20 gives above.
    assert work.rows(query) == [
        (MORI, 1700, 1560, 1716, "adopted", "standard"),
        (HATA, 1500, -400, 1496, "adopted", "standard"),
        (TANI, 1600, -3600, 1564, "adopted", "standard"),
        (ONO, 1400, 2440, 1424, "adopted", "standard"),
    ]


def test_after_a_list_of_any_day_the_next_one_is_of_a_first() -> None:
    assert next_list(date(2026, 12, 31)) == months_later(date(2026, 12, 7), 1) == date(2027, 1, 1)
    assert months_later(date(2026, 1, 31), 13) == date(2027, 2, 1)


def test_every_reason_why_a_game_does_not_count_has_its_word() -> None:
    assert [reason_word(reason) for reason in REASONS] == list(REASONS)  # a report is kept in English
    with speaking("ja"):
        assert REASONS and not {reason_word(reason) for reason in REASONS} & set(REASONS)


def test_the_last_game_is_the_latest_one_in_whatever_order_they_are_reported(work: Workplace) -> None:
    """R18: Mori's is that of September, which the list before had; Hata's, of whom none was known, is the
    later of two, though its event comes first."""
    work.register(*({"ID": number, "Name": NAMES[number]} for number in (MORI, HATA)))
    rows = [{"ID": number, "Name": NAMES[number], "ST": 1500, "ST-G": 100} for number in (MORI, HATA)]
    work.opening([{**rows[0], "Last-Game": "2026-09-01"}, rows[1]])
    for number, day in ((1400001, date(2026, 8, 16)), (1400002, date(2026, 8, 9))):
        work.store(game(number, day, MORI, HATA, "1-0"))
    work.done("rate")
    told = work.rows("SELECT federation_id, last_game FROM list_member WHERE version_id = 2 ORDER BY 1")
    assert told == [(MORI, "2026-09-01"), (HATA, "2026-08-16")]

"""An office that goes on under a later edition (R13), and histories simulated across the change."""

from __future__ import annotations

import csv
import json
import re
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from tests.earlier_editions import NCS, NEW, PEOPLE, RAPID, event, of_2022, office, one_rating_csv
from tests.importer.invented import csv_bytes, pairing, player, reading
from tests.publication.test_site import site_of
from tests.workplace import HATA, LATE, MORI, ONO, TANI, Workplace, once

RATINGS = "SELECT federation_id, rating, games, peak FROM list_rating WHERE version_id = ? AND type = ?"

# September 2022, one rating: Mori 1700 beats Hata 1500 (D 200: H .76): +4.80, -4.80, so 1705, 1495.
SEPTEMBER = {
    MORI: (1705, 101, 1750),
    HATA: (1495, 101, 1750),
    TANI: (1600, 100, 1750),
    ONO: (1400, 100, 1750),
}
# October, standard: Hata 1495 beats Tani 1600 (D 105: H .64, L .36): +12.80, -12.80: 1508, 1587.
OCTOBER = {MORI: (1705, 101, 1750), HATA: (1508, 102, 1750), TANI: (1587, 101, 1750), ONO: (1400, 100, 1750)}
# Rapid, taken over by 6(1): Mori 1705 and Ono 1400 draw (D 305: H .86, L .14); no games yet, K 40: -14.40,
# +14.40.
OCTOBER_RAPID = {MORI: (1691, 1, 1705), ONO: (1414, 1, 1414)}


@pytest.fixture
@once
def crossed(work: Workplace) -> Workplace:
    """The list of September by a ruling under the edition of 2019, that of October under the next held."""
    office(work, datetime(2022, 9, 2, 1, 0, tzinfo=UTC), "2022-08-01")
    work.store(event(1220001, date(2022, 8, 7), [(MORI, HATA, "1-0")]), date(2022, 8, 8))
    refused = work.run("rate").problem()
    assert refused["code"] == "no-edition" and "banzuke rate --edition" in refused["do"]
    work.done("rate", "--edition", "ncs-2019-09", "--reason", "no text between is held")
    work.done("publish")
    work.moment = datetime(2022, 10, 2, 1, 0, tzinfo=UTC)
    work.store(event(1220002, date(2022, 8, 28), [(HATA, TANI, "1-0")]), date(2022, 8, 29))
    rapid = event(1220003, date(2022, 9, 4), [(MORI, ONO, "1/2-1/2")], time_control=RAPID)
    work.store(rapid, date(2022, 9, 5))
    work.done("rate")
    work.done("publish")
    return work


def test_what_is_asked_under_a_ruled_edition_alone_can_be_answered(work: Workplace) -> None:
    """R0, 2022 3(6): a game of April, reported in August, is late under the text that the officer names."""
    office(work, datetime(2022, 9, 2, 1, 0, tzinfo=UTC), "2022-08-01")
    work.store(event(1220001, date(2022, 4, 30), [(MORI, HATA, "1-0")]), date(2022, 8, 8))
    ruled = ("--edition", "ncs-2022-09", "--reason", "as the board says")
    refused = work.run("rate", *ruled)
    assert refused.code == 3 and refused.problem()["code"] == "open-problems"
    named = re.search(r"P\d+", refused.problem()["found"])
    assert named is not None
    assert named[0] in work.run("problems").out
    work.done("resolve", named[0], "--accept-late", "--reason", "flood")
    work.done("rate")
    assert of(work, 2, "standard")[MORI] == (1705, 101, 1750)


def of(work: Workplace, version: int, type_: str) -> dict[str, tuple[int, int, int]]:
    # By its place among the versions: on PostgreSQL the number of a draft is not given again.
    ((stored,),) = work.rows("SELECT id FROM list_version ORDER BY id LIMIT 1 OFFSET ?", version - 1)
    return {number: tuple(row) for number, *row in work.rows(RATINGS, stored, type_)}


def ratings(path: Path, column: str) -> dict[tuple[str, str, str], str]:
    rows = csv.DictReader(path.read_text("utf-8").splitlines())
    return {(r["list"], r["type"], r["ID"]): r[column] for r in rows if r[column]}


def test_the_one_rating_goes_on_as_standard_with_its_games_and_peak(crossed: Workplace) -> None:
    assert of(crossed, 2, "ncs") == SEPTEMBER
    assert of(crossed, 3, "standard") == OCTOBER
    assert of(crossed, 3, "rapid") == OCTOBER_RAPID
    assert of(crossed, 3, "ncs") == {}
    editions = crossed.rows("SELECT edition FROM list_version WHERE how = 'run' ORDER BY list_date")
    assert editions == [("ncs-2019-09",), ("ncs-2022-09",)]


def test_a_peak_that_is_not_known_is_told_where_the_rating_goes_on_under_another_name(
    work: Workplace,
) -> None:
    work.moment = datetime(2022, 10, 2, 1, 0, tzinfo=UTC)
    work.register(*({"ID": number, "Name": name} for number, name in PEOPLE.items()))
    rows = [(number, PEOPLE[number], rating, 100) for number, rating in NCS.items()]
    opening = work.file(csv_bytes(("ID", "Name", "NCS", "NCS-G"), rows), "ncs.csv")
    work.done("opening", "import", opening, "--list", "2022-09-01")
    work.store(event(1220002, date(2022, 8, 28), [(HATA, TANI, "1-0")]), date(2022, 8, 29))
    said = work.done("rate").out
    assumed = "no peak is known; the highest rating since the opening is used"
    assert f"{HATA} Hata Rin, standard: {assumed} (1500)" in said
    assert said.count(assumed) == 2


def test_the_page_of_who_did_not_play_since_has_his_peak_and_his_games(crossed: Workplace) -> None:
    site = site_of(crossed)
    facts = dict.fromkeys(re.findall(r"<dd>(\d+)</dd>", (site / f"en/members/{MORI}.html").read_text()))
    assert [*facts][:3] == ["1705", "1750", "101"]
    assert json.loads((site / f"data/members/{MORI}.json").read_text())["peaks"]["standard"] == 1750


def test_both_lists_are_explained_and_written_in_their_own_columns(crossed: Workplace) -> None:
    assert "NCS: 1700 → 1705" in crossed.done("explain", MORI, "--list", "2022-09-01").out
    told = crossed.done("explain", MORI).out
    assert "Standard: 1705 → 1705\n" in told
    assert "Rapid: 1705 → 1691\n  The rating before was taken over from Standard (6(1))." in told
    assert told.count("Checked") == 2
    for list_date in ("2022-09-01", "2022-10-01"):
        crossed.done("export", "list", "--list", list_date)
    heads = [
        (crossed.folder / "lists" / f"rating-{d}.csv").read_text("utf-8").splitlines()[0]
        for d in ("2022-09-01", "2022-10-01")
    ]
    assert heads == [
        "ID,Name,Kanji,NCS-K,NCS,NCS-G,NCS-R,Act,Mem",
        "ID,Name,Kanji,ST-K,ST,ST-G,ST-R,RP,RP-G,Act,Mem",
    ]


def test_the_list_that_r0_puts_under_the_later_text_takes_the_events_of_its_period(work: Workplace) -> None:
    office(work, datetime(2022, 9, 2, 1, 0, tzinfo=UTC), "2022-08-01")
    work.store(event(1220001, date(2022, 8, 7), [(MORI, HATA, "1-0")]), date(2022, 8, 8))
    said = work.done("rate", "--interpretation", "R0=list-date")
    assert "Not in this list" not in said.all
    # D 200: PD .76 and .24, K 20: +4.80 and -4.80.
    assert {n: row[0] for n, row in of(work, 2, "standard").items()} == {n: SEPTEMBER[n][0] for n in NCS}
    assert work.rows("SELECT edition FROM list_version WHERE id = 2") == [("ncs-2022-09",)]
    work.done("publish")
    assert work.codes() == []
    work.done("rebuild", "--no-pages")


def test_games_of_who_was_unrated_before_the_change_are_kept_beyond_it(work: Workplace) -> None:
    office(work, datetime(2022, 9, 2, 1, 0, tzinfo=UTC), "2022-08-01")
    games = [(NEW, MORI, "0-1"), (NEW, HATA, "1-0"), (NEW, TANI, "1-0")]
    work.store(event(1220001, date(2022, 8, 7), games), date(2022, 8, 8))
    work.done("rate", "--edition", "ncs-2019-09", "--reason", "no text between is held")
    work.done("publish")
    work.moment = datetime(2022, 10, 2, 1, 0, tzinfo=UTC)
    work.store(event(1220002, date(2022, 8, 28), [(NEW, ONO, "1/2-1/2")]), date(2022, 8, 29))
    work.done("rate")
    # 1700, 1500, 1600, 1400: RA 1550; two and a half of four is one half over: +20.
    assert of(work, 3, "standard")[NEW] == (1570, 4, 1570)


def test_games_of_who_is_still_unrated_go_on_under_the_text_after_the_next(work: Workplace) -> None:
    office(work, datetime(2022, 9, 2, 1, 0, tzinfo=UTC), "2022-08-01")
    work.store(event(1220001, date(2022, 8, 7), [(NEW, MORI, "0-1")]), date(2022, 8, 8))
    work.done("rate", "--edition", "ncs-2019-09", "--reason", "no text between is held")
    work.done("publish")
    work.moment = datetime(2022, 10, 2, 1, 0, tzinfo=UTC)
    work.done("rate")
    work.done("publish")
    told = work.done("whatif", NEW, "--game", "win 1500", "--type", "standard").out
    assert "2 of 4 games" in told  # the game of type NCS is a standard one now (R13)
    work.moment = datetime(2022, 11, 2, 1, 0, tzinfo=UTC)
    five = [(HATA, "1-0"), (TANI, "1/2-1/2"), (ONO, "0-1"), (ONO, "1-0"), (HATA, "1-0")]
    games = [(NEW, opponent, result) for opponent, result in five]
    work.store(event(1220002, date(2022, 10, 2), games), date(2022, 10, 3))
    work.done("rate", "--edition", "jcf-2024-10", "--reason", "as if it had come then")
    # 1700, 1500, 1600, 1400, 1400, 1500: RA 1516 2/3; 3.5 of 6 is 58 %: +57; 1573 2/3 is 1574.
    assert of(work, 4, "standard")[NEW] == (1574, 6, 1574)
    assert "NCS" not in work.done("explain", NEW, "--list", "2022-11-01").out
    work.done("publish")
    table = work.folder.parent / "own.csv"
    work.done("simulate", "--csv", table)
    assert ratings(table, "published") == ratings(table, "simulated")
    work.done("rebuild", "--no-pages")
    work.done("bundle", work.folder.parent / "bundle")
    work.done("verify", work.folder.parent / "bundle")


def among_unrated(work: Workplace) -> None:
    """The draft of October 2024 after two games of two unrated players and one of theirs with a rated one."""
    people = [player(n, PEOPLE[who], who) for n, who in enumerate((NEW, LATE, MORI), start=1)]
    results = ((1, 2, "1-0"), (1, 2, "1/2-1/2"), (1, 3, "0-1"))
    played = [pairing(n, *game) for n, game in enumerate(results, start=1)]
    days = dict.fromkeys((1, 2, 3), date(2024, 9, 7))
    work.store(reading(people, played, number=1240001, days=days), date(2024, 9, 8))
    work.done("rate", "--edition", "ncs-2022-09", "--reason", "no text between is held")


def test_a_rating_assumed_of_an_unrated_opponent_enters_no_list_that_asks_for_rated_ones(
    work: Workplace,
) -> None:
    office(work, datetime(2024, 10, 2, 1, 0, tzinfo=UTC), "2024-09-01")
    among_unrated(work)
    told = work.done("explain", NEW).out
    assert told.count("1000  assumed, unrated  ") == 2
    assert told.count("Invented Open") == 6  # towards the initial rating, and kept for it
    work.done("publish")
    work.moment = datetime(2024, 11, 2, 1, 0, tzinfo=UTC)
    games = [(NEW, MORI, "1-0"), (NEW, HATA, "0-1"), (NEW, TANI, "1-0")]
    work.store(event(1240002, date(2024, 10, 5), games), date(2024, 10, 6))
    work.done("rate")
    # Six games in all, but four of them against rated opponents (6(3)).
    assert NEW not in of(work, 3, "standard")
    kept = work.done("explain", NEW).out.partition("Kept for an initial rating (6(3)):\n")[2]
    assert len(re.findall(r"(list of|taken over).*(Invented Open|Event 1240002)", kept)) == 4


def test_games_with_unrated_opponents_of_who_was_entered_twice_count_where_the_text_counts_them(
    work: Workplace,
) -> None:
    work.moment = datetime(2024, 10, 2, 1, 0, tzinfo=UTC)
    work.register(*({"ID": number, "Name": name} for number, name in PEOPLE.items()))
    rows = [(n, PEOPLE[n], rating, 28 if n == ONO else 100, 1750) for n, rating in NCS.items()]
    heads = ("ID", "Name", "NCS", "NCS-G", "NCS-Peak")
    work.done("opening", "import", work.file(csv_bytes(heads, rows), "ncs.csv"), "--list", "2024-09-01")
    among_unrated(work)
    work.done("publish")
    work.moment = datetime(2024, 11, 2, 1, 0, tzinfo=UTC)
    two, october = (player(1, PEOPLE[ONO], ONO), player(2, PEOPLE[TANI], TANI)), date(2024, 10, 5)
    won = reading(two, [pairing(1, 1, 2, "1-0")], number=1240002, days={1: october})
    work.store(won, date(2024, 10, 6))
    work.done("members", "merge", NEW, "--into", ONO, "--anyway", "--reason", "one person")
    # Of three games kept one is against a rated opponent (5(1)): 28 + 1 are below 30, so K 40.
    # D 200, PD .24: +30.40, 1430.
    work.done("rate")
    assert of(work, 3, "standard")[ONO] == (1430, 30, 1750)
    work.done("rate", "--interpretation", "R53=own-alone")
    assert of(work, 3, "standard")[ONO] == (1430, 29, 1750)


def test_a_rating_below_the_new_floor_is_the_floor_from_the_first_list(work: Workplace) -> None:
    office(work, datetime(2022, 10, 2, 1, 0, tzinfo=UTC), "2022-09-01", {**NCS, ONO: 350})
    work.done("rate")
    assert of(work, 2, "standard")[ONO][0] == 400


def test_a_rating_below_the_new_floor_is_taken_over_as_the_list_before_has_it(work: Workplace) -> None:
    work.moment = datetime(2024, 10, 2, 1, 0, tzinfo=UTC)
    two = ({"ID": ONO, "Name": PEOPLE[ONO]}, {"ID": TANI, "Name": PEOPLE[TANI]})
    work.register(*two)
    rows = [(ONO, PEOPLE[ONO], 850, 40, 900, "", ""), (TANI, PEOPLE[TANI], 1000, 40, 1200, "", "")]
    file = work.file(csv_bytes(("ID", "Name", "ST", "ST-G", "ST-Peak", "RP", "RP-G"), rows), "standard.csv")
    work.done("opening", "import", file, "--list", "2024-10-01")
    work.moment = datetime(2024, 11, 2, 1, 0, tzinfo=UTC)
    work.store(event(1240001, date(2024, 10, 5), [(ONO, TANI, "1-0")]), date(2024, 10, 6))
    work.done("rate")
    # D 150: .30 and .70, K 20: 850 + 14 = 864, which is the floor; 1000 - 14 = 986, which is the floor.
    assert of(work, 2, "standard") == {ONO: (1000, 41, 1000), TANI: (1000, 41, 1200)}
    told = work.done("explain", ONO).out
    assert "850 → 1000" in told and "PD" in told


def test_a_rating_of_zero_is_taken_over_and_goes_on(work: Workplace) -> None:
    office(work, datetime(2019, 10, 2, 1, 0, tzinfo=UTC), "2019-09-01", {**NCS, ONO: 0, TANI: 10})
    work.store(event(1190001, date(2019, 9, 1), [(ONO, TANI, "1-0")]), date(2019, 9, 2))
    work.done("rate")
    # D 10: .51 and .49, K 20.
    assert (of(work, 2, "ncs")[ONO][0], of(work, 2, "ncs")[TANI][0]) == (10, 0)
    assert "NCS: 0 → 10\n" in work.done("explain", ONO).out
    assert "NCS: 10 → 0\n" in work.done("explain", TANI).out


def test_a_zero_without_a_game_is_no_rating(work: Workplace) -> None:
    work.moment = datetime(2019, 10, 2, 1, 0, tzinfo=UTC)
    work.register({"ID": ONO, "Name": PEOPLE[ONO]})
    unrated = work.file(one_rating_csv({ONO: 0}, games=0), "ncs.csv")
    problem = work.run("opening", "import", unrated, "--list", "2019-09-01").problem()
    assert (problem["expected"], problem["found"]) == ("a rating, empty for UR", "0 without a rated game")


def test_a_fide_blitz_rating_is_taken_over_where_there_is_no_other(work: Workplace) -> None:
    fide = {"Joined": "2022-05-01", "FIDE BZ": 1620, "FIDE Source": "FIDE list 2022-05"}
    of_2022(work, nitta=fide)
    work.store(event(1220001, date(2022, 9, 3), [(NEW, ONO, "1-0")]), date(2022, 9, 4))
    work.done("rate")
    # D 220: .78, K 40: +8.80.
    assert of(work, 2, "standard")[NEW] == (1629, 1, 1629)
    told = work.done("explain", NEW).out
    assert "The rating before was taken over from FIDE blitz (6(2))." in told
    assert told.count("Checked") == 1


def test_the_whole_history_is_simulated_under_its_own_editions_and_nobody_moves(crossed: Workplace) -> None:
    before = crossed.dump()
    table = crossed.folder.parent / "own.csv"
    told = crossed.done("simulate", "--csv", table).out
    assert "Simulation of 2 lists, 1 September 2022 to 1 October 2022" in told
    assert ratings(table, "published") == ratings(table, "simulated")
    assert crossed.dump() == before


def test_a_history_is_simulated_as_if_the_later_edition_had_come_before(crossed: Workplace) -> None:
    table = crossed.folder.parent / "later.csv"
    crossed.done("simulate", "--edition", "ncs-2022-09", "--csv", table)
    simulated, published = ratings(table, "simulated"), ratings(table, "published")
    # The one rating stands beside the standard one it goes on as; nothing of these games differs.
    assert simulated["2022-09-01", "standard", MORI] == published["2022-09-01", "standard", MORI] == "1705"
    assert simulated["2022-10-01", "standard", HATA] == "1508"
    assert simulated["2022-10-01", "rapid", ONO] == "1414"


def test_a_history_is_simulated_as_if_the_edition_had_not_changed(crossed: Workplace) -> None:
    table = crossed.folder.parent / "earlier.csv"
    told = crossed.done("simulate", "--edition", "ncs-2019-09", "--csv", table).out
    simulated = ratings(table, "simulated")
    # The rapid draw enters the one rating, with K 20: D 305, .86 and .14: Mori -7.20, Ono +7.20.
    assert simulated["2022-10-01", "ncs", MORI] == "1698"
    assert simulated["2022-10-01", "ncs", ONO] == "1407"
    assert ratings(table, "published")["2022-10-01", "ncs", MORI] == "1705"
    assert not any(type_ == "rapid" for _, type_, _ in simulated)
    assert f"{MORI} Mori Sora: 1705 → 1698 (-7)" in told


def test_a_closed_list_stays_though_one_before_it_is_closed_by_no_text(crossed: Workplace) -> None:
    crossed.register({"ID": HATA, "Name": PEOPLE[HATA], "Birth": "2010-05-05"})
    # Under 18, so K 40. September: D 200, PD .24, -9.60: 1490. October: D 110, PD .35, +26: 1516.
    crossed.moment = datetime(2022, 12, 31, 1, 0, tzinfo=UTC)
    assert re.search(f"{HATA}  Hata Rin +standard +1508 +1516", crossed.done("correction", "preview").out)
    # 3(7): on the ninety-first day it is closed; 2019 closes the list of September on none.
    crossed.moment = datetime(2023, 1, 1, 1, 0, tzinfo=UTC)
    told = crossed.done("correction", "publish", "--reason", "the birth date came late").out
    assert "1 September 2022" in told and "1 October 2022" not in told
    assert of(crossed, 4, "ncs")[HATA] == (1490, 101, 1750)
    assert of(crossed, 3, "standard") == OCTOBER
    newest = "SELECT list_date, MAX(version) FROM list_version WHERE how = 'run' GROUP BY list_date"
    assert sorted(v for _day, v in crossed.rows(newest)) == [1, 2]
    crossed.done("rebuild", "--no-pages")
    crossed.moment = datetime(2023, 1, 2, 1, 0, tzinfo=UTC)
    crossed.done("bundle", crossed.folder.parent / "bundle")
    crossed.done("verify", crossed.folder.parent / "bundle")


def test_points_on_the_first_list_of_the_later_edition_stay_where_it_is_corrected(work: Workplace) -> None:
    """They are of the standard rating, which is the one rating on the list before (R13). Hata 1500 beats
    Tani 1600, D 100 .36 and .64: +12.80, and seven points; -12.80, and -25.60 once he is known to be under
    18."""
    office(work, datetime(2022, 9, 2, 1, 0, tzinfo=UTC), "2022-08-01")
    words = ("--edition", "ncs-2019-09", "--reason", "no text between is held")
    work.run("rate")
    work.done("rate", *words)
    work.done("publish")
    work.moment = datetime(2022, 10, 2, 1, 0, tzinfo=UTC)
    work.store(event(1220002, date(2022, 8, 28), [(HATA, TANI, "1-0")]), date(2022, 8, 29))
    adjusting = ("--type", "standard", "--points=7", "--reference", "Board")
    work.done("rule", "adjustment", HATA, *adjusting, "--reason", "so")
    work.done("rate")
    work.done("publish")
    assert of(work, 3, "standard")[HATA] == (1520, 101, 1750)
    work.register({"ID": TANI, "Name": PEOPLE[TANI], "Birth": "2010-05-05"})
    told = work.done("correction", "publish", "--reason", "the birth date came late").out
    assert "1 October 2022" in told and "adjustment" not in told
    ((newest,),) = work.rows("SELECT max(id) FROM list_version")
    assert of(work, newest, "standard") == {
        MORI: (1700, 100, 1750),
        HATA: (1520, 101, 1750),
        TANI: (1574, 101, 1750),
        ONO: (1400, 100, 1750),
    }


@pytest.mark.slow
def test_plots_of_a_history_across_the_change_are_drawn(crossed: Workplace) -> None:
    pytest.importorskip("matplotlib")
    folder = crossed.folder.parent / "plots"
    crossed.done("simulate", "--plots", folder)
    assert {p.name for p in folder.glob("*-means.svg")} == {
        "ncs-means.svg",
        "standard-means.svg",
        "rapid-means.svg",
    }


def test_an_edition_that_cannot_go_on_from_a_rating_is_refused_by_name(crossed: Workplace) -> None:
    said = crossed.run("simulate", "--edition", "jcf-2024-10")
    assert (said.code, said.problem()["code"]) == (1, "simulation-types")
    assert said.problem()["expected"] == "an edition that has the present rating types: ncs"
    said = crossed.run("simulate", "--edition", "qjrl")
    assert (said.code, said.problem()["code"]) == (1, "simulation-types")


def test_an_adjustment_of_before_the_change_is_simulated_with_the_rating_it_was_of(work: Workplace) -> None:
    office(work, datetime(2022, 9, 2, 1, 0, tzinfo=UTC), "2022-08-01")
    work.store(event(1220001, date(2022, 8, 7), [(MORI, HATA, "1-0")]), date(2022, 8, 8))
    work.run("rate")
    words = ("--edition", "ncs-2019-09", "--reason", "no text between is held")
    work.done("rate", *words)
    adjusting = ("--type", "ncs", "--points=30", "--reference", "Board", "--announced", "2022-01-01")
    work.done("rule", "adjustment", TANI, *adjusting, "--reason", "so")
    work.done("rate")
    work.done("publish")
    table = work.folder.parent / "adjusted.csv"
    work.done("simulate", "--edition", "ncs-2022-09", "--csv", table)
    assert ratings(table, "simulated")["2022-09-01", "standard", TANI] == "1630"

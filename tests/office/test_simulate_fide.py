"""The office's games by FIDE's rules: what they make of first ratings, first events, events that began before
a list, points by decision and members who were entered twice."""

from __future__ import annotations

from datetime import date
from importlib.resources import files

from tests.importer.invented import pairing, player, reading
from tests.office.test_desk import november
from tests.office.test_simulate import AGAIN, DECEMBER, ratings_of
from tests.publication.test_explain import debut
from tests.workplace import HATA, LATE, MORI, NAMES, ONO, TANI, Workplace, small_federation

FIDE = files("rating.editions") / "fide-2025-10.toml"


def with_november(work: Workplace) -> None:
    """An office with the list of November published, in December."""
    november(work)
    work.moment = DECEMBER


def test_our_games_under_fides_rules(work: Workplace) -> None:
    november(work)
    table = work.folder.parent / "table.csv"
    told = work.done("simulate", "--edition", "fide-2025-10", "--csv", table).out
    # K 20 and the same table: 90 minutes and less than 1800 are standard for both. Nobody is below 1400.
    of_november = {MORI: 1708, HATA: 1498, TANI: 1582, ONO: 1412}
    assert ratings_of(table, "published", "2026-11-01") == of_november
    assert ratings_of(table, "simulated", "2026-11-01") == of_november
    assert "0 of 4 ratings move" in told
    draft = work.file(
        FIDE.read_text("utf-8").replace("listed_from = 1400", "listed_from = 1450"), "fide.toml"
    )
    # Ono's 1400 is none then, and his games are not rated: Mori beat him, Tani lost to him.
    told = work.done("simulate", "--amended", draft, "--csv", table).out
    assert f"gone: {ONO} Ono Aki" in told


def test_under_fides_rules_five_games_are_enough_and_two_draws_are_supposed(work: Workplace) -> None:
    small_federation(work)
    work.store(debut(5))
    work.done("rate")
    work.done("publish")
    table = work.folder.parent / "table.csv"
    told = work.done("simulate", "--edition", "fide-2025-10", "--csv", table).out
    # Two points against 1500, 1600, 1700, 1500, 1600: (7900 + 3600)/7 = 1642.86; 3 of 7 is .43, dp -50.
    assert f"new: {LATE} Abe Late" in told
    line = next(line for line in table.read_text("utf-8").splitlines() if LATE in line)
    assert line == f"2026-11-01,standard,{LATE},Abe Late,,1593,"


def test_under_fides_rules_a_first_event_without_a_point_is_disregarded_on_the_next_list_too(
    work: Workplace,
) -> None:
    small_federation(work)
    players = [player(n, NAMES[who], who) for n, who in enumerate((MORI, HATA, TANI, LATE), start=1)]
    lost = [pairing(n, 4, n, "0-1") for n in (1, 2)]
    work.store(reading(players, lost, days=dict.fromkeys((1, 2), date(2026, 10, 10))))
    work.done("rate")
    work.done("publish")
    work.moment = DECEMBER
    drawn = [pairing(n, 4, 1 + (n - 1) % 3, "1/2-1/2") for n in range(1, 6)]
    days = dict.fromkeys(range(1, 6), date(2026, 11, 3))
    work.store(reading(players, drawn, number=1400002, days=days), arrived=date(2026, 11, 4))
    work.done("rate")
    work.done("publish")
    table = work.folder.parent / "table.csv"
    work.done("simulate", "--edition", "fide-2025-10", "--csv", table)
    # Five draws with 1700, 1500, 1600, 1700, 1500: (8000 + 3600)/7 = 1657.14, dp 0. All seven: 1564.
    assert ratings_of(table, "simulated", "2026-12-01")[LATE] == 1657


def test_under_fides_rules_an_event_is_rated_from_the_list_under_which_it_began(work: Workplace) -> None:
    with_november(work)
    players = [player(n, NAMES[who], who) for n, who in enumerate((MORI, TANI), start=1)]
    won = [pairing(1, 1, 2, "1-0"), pairing(2, 2, 1, "0-1")]
    days = dict.fromkeys((1, 2), date(2026, 10, 27))
    work.store(reading(players, won, number=1400002, days=days), arrived=date(2026, 11, 4))
    work.done("rate")
    work.done("publish")
    table = work.folder.parent / "table.csv"
    work.done("simulate", "--edition", "fide-2025-10", "--csv", table)
    published, simulated = (ratings_of(table, which, "2026-12-01") for which in ("published", "simulated"))
    # By November's list 1708 against 1582: 2 x .33 x 20 = 13.20. It began under October's, 1700 and 1600:
    # 2 x .36 x 20 = 14.40.
    assert (published[MORI], published[TANI]) == (1721, 1569)
    assert (simulated[MORI], simulated[TANI]) == (1722, 1568)


def test_points_of_who_has_no_rating_by_fides_rules_fall_away(work: Workplace) -> None:
    with_november(work)
    for who, points in ((ONO, 20), (MORI, -5)):
        words = ("--type", "standard", f"--points={points}", "--reference", "Board 2026/3")
        work.done("rule", "adjustment", who, *words, "--reason", "an error of a closed list")
    work.done("rate")
    work.done("publish")
    draft = work.file(
        FIDE.read_text("utf-8").replace("listed_from = 1400", "listed_from = 1450"), "fide.toml"
    )
    table = work.folder.parent / "table.csv"
    told = work.done("simulate", "--amended", draft, "--csv", table).out
    # As published: 1708 - 5, and Ono's 1412 + 20. By the draft Ono is off the list since November, and the
    # game of Mori with him is not rated.
    published, simulated = (ratings_of(table, which, "2026-12-01") for which in ("published", "simulated"))
    assert (published[MORI], published[ONO]) == (1703, 1432)
    of_november = ratings_of(table, "simulated", "2026-11-01")
    assert simulated == of_november | {MORI: of_november[MORI] - 5}
    assert ONO not in simulated and f"gone: {ONO} Ono Aki" in told
    work.done("simulate", "--amended", draft, "--csv", table, "--interpretation", "R116=left-out")
    assert ratings_of(table, "simulated", "2026-12-01") == of_november


def test_no_office_is_made_and_no_list_is_published_under_fides_rules(work: Workplace) -> None:
    small_federation(work)
    problem = work.run("rate", "--edition", "fide-2025-10", "--reason", "FIDE's").problem()
    assert (problem["code"], problem["found"]) == (
        "edition-compared", "fide-2025-10, under which no office makes a list"
    )  # fmt: skip
    assert work.rows("SELECT count(*) FROM ruling WHERE kind = 'edition'") == [(0,)]
    said = work.run("init", "--family", "fide")
    assert said.code == 2
    assert "no office works under" in said.err


def test_who_was_merged_had_the_other_entrys_rating_of_each_type_when_an_event_began(
    work: Workplace,
) -> None:
    """On the list before the event the entry that is kept stood with a rapid rating alone."""
    people = [{"ID": i, "Name": NAMES[i]} for i in (MORI, HATA)]
    work.register(*people, {"ID": AGAIN, "Name": NAMES[HATA]})
    held = ((MORI, MORI, "ST", 1700), (AGAIN, HATA, "ST", 1500), (HATA, HATA, "RP", 1600))
    work.opening(
        {"ID": i, "Name": NAMES[n], type_: r, f"{type_}-G": 100, f"{type_}-Peak": r}
        for i, n, type_, r in held
    )
    work.done("rate")
    work.done("publish")
    work.done("members", "merge", AGAIN, "--into", HATA, "--reason", "one person", "--anyway")
    work.moment = DECEMBER
    players = [player(1, NAMES[MORI], MORI), player(2, NAMES[HATA], HATA)]
    games, days = [pairing(1, 1, 2, "0-1")], {1: date(2026, 10, 31), 2: date(2026, 11, 3)}
    work.store(reading(players, games, days=days), arrived=date(2026, 11, 4))
    work.done("rate")
    work.done("publish")
    table = work.folder.parent / "table.csv"
    work.done("simulate", "--edition", "fide-2025-10", "--csv", table)
    # By hand: D 200 is .76, K 20: a loss of the higher rated is worth 15.2.
    assert ratings_of(table, "simulated", "2026-12-01") == {MORI: 1685, HATA: 1515}

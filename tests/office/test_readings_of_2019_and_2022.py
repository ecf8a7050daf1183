"""R121 to R126: what the texts leave open about fees, members and adjustments, mostly of 2019 and 2022."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

import pytest

from office.database.engine import look
from office.desk.refresh import refresh
from rating.interpretations import Interpretations
from tests.earlier_editions import NEW, event, of_2019, of_2022
from tests.importer.invented import player
from tests.workplace import HATA, MORI, NAMES, ONO, TANI, Workplace

ENDED = {"Memberships": "2015-01-01/2016-12-31"}
LINES = "SELECT federation_id, counts, c, reasons FROM game_line WHERE version_id = 2 ORDER BY federation_id"


def asked_for(work: Workplace, switches: Interpretations) -> str:
    """For how many players the desk asks whether the fees are paid."""
    with work.engine().connect() as connection, look(connection) as session:
        (found,) = [f for e in refresh(session, switches).current for f in e.open if f.code == "fee-open"]
    return str(re.findall(r"\d+ players?", found.found)[0])


@pytest.mark.parametrize(
    ("word", "fees"), [("with-a-game", "2 fees, JPY 400"), ("paired", "4 fees, JPY 800")]
)
def test_r121_a_fee_is_owed_for_who_played_or_for_who_was_paired(
    work: Workplace, word: str, fees: str
) -> None:
    of_2022(work)
    work.store(event(1220001, date(2022, 9, 4), [(MORI, HATA, "1-0"), (TANI, ONO, "+--")]), date(2022, 9, 5))
    assert asked_for(work, Interpretations(r121=word)) == f"{fees[0]} players"
    work.done("rate", "--interpretation", f"R121={word}")
    assert fees in work.done("fees").out
    work.done("publish")
    assert fees in work.done("fees", "--list", "2022-10-01").out


@pytest.mark.parametrize(
    ("word", "fees"), [("every-player", "2 fees, JPY 400"), ("on-the-register", "1 fee, JPY 200")]
)
@pytest.mark.parametrize("year", [2019, 2022])
def test_r125_a_fee_is_owed_for_guests_or_for_who_is_on_the_register(
    work: Workplace, year: int, word: str, fees: str
) -> None:
    (of_2019 if year == 2019 else of_2022)(work)
    record = event(1220001, date(year, 9, 4), [(MORI, HATA, "1-0")])
    guest = player(2, "Gil, Guest", federation="FRA")
    players = tuple(guest if one.number == 2 else one for one in record.players)
    work.store(replace(record, players=players), date(year, 9, 5))
    work.resolve(work.the("member-unknown"), "--no-member")
    assert asked_for(work, Interpretations(r125=word)).startswith(fees[0])
    work.done("rate", "--interpretation", f"R125={word}")
    told = work.done("fees").out
    assert fees in told and ("Gil, Guest" in told) is (word == "every-player")


@pytest.mark.parametrize(
    ("word", "games"), [("annual-alone", "0 of 1 games"), ("one-time-too", "1 of 1 games")]
)
def test_r122_a_membership_for_one_event_makes_no_member_in_2019_or_does(
    work: Workplace, word: str, games: str
) -> None:
    of_2019(work)
    spans = f"{ENDED['Memberships']}; 2019-09-04/2019-09-04 one-time 1190001"
    work.register({"ID": HATA, "Name": NAMES[HATA], "Memberships": spans})
    work.store(event(1190001, date(2019, 9, 4), [(MORI, HATA, "1-0")]), date(2019, 9, 5))
    reading = ("--interpretation", f"R122={word}")
    lapsed = work.done("members", "lapsed", *reading).out
    assert ("Hata Rin" in lapsed) is (word == "annual-alone")
    assert f"{games} rated" in work.done("rate", *reading).out
    work.done("publish")
    work.done("rebuild", "--no-pages")


@pytest.mark.parametrize("year", [2019, 2022])
def test_r123_a_members_game_with_who_is_none_counts_for_neither_or_for_the_member(
    work: Workplace, year: int
) -> None:
    (of_2019 if year == 2019 else of_2022)(work, hata=ENDED)
    work.store(event(1220001, date(year, 9, 4), [(MORI, HATA, "1-0")]), date(year, 9, 5))
    work.done("rate")
    assert [row[1:3] for row in work.rows(LINES)] == [(0, None), (0, None)]
    work.done("rate", "--interpretation", "R123=for-the-member")
    hata, mori = sorted(work.rows(LINES), key=lambda row: row[0] == MORI)
    assert hata[1:3] == (0, None) and "not-a-member" in hata[3]
    # 1700 against 1500 with K 20: PD is .76 (Table 1), so a win gives +4.80.
    assert mori[1:] == (1, 480, "[]")
    work.done("publish")
    assert "had no membership on " in work.done("explain", HATA).out
    assert "1700 + 5 = 1705." in work.done("explain", MORI).out
    work.done("rebuild", "--no-pages")
    archive = work.folder / "lists.zip"
    work.done("bundle", archive)
    work.done("verify", archive, "--key", work.folder / "key.pub")


@pytest.mark.parametrize(("word", "last"), [("list-date", "2019-04-01"), ("period-end", "2019-03-20")])
def test_r124_half_a_year_is_counted_to_the_lists_date_or_to_the_end_of_its_period(
    work: Workplace, word: str, last: str
) -> None:
    of_2019(work)
    work.done("rate", "--interpretation", f"R124={word}")
    words = ("--type", "ncs", "--points=-12", "--reference", "Board 2019/3", "--reason", "balance")
    after = date.fromisoformat(last).replace(day=date.fromisoformat(last).day + 1)
    late = work.run("rule", "adjustment", MORI, *words, "--announced", after).problem()
    assert late["code"] == "adjustment-not-announced"
    work.done("rule", "adjustment", MORI, *words, "--announced", last)
    assert "-12 by decision" in work.done("rate", "--interpretation", f"R124={word}").out


@pytest.mark.parametrize(("word", "rating"), [("for-neither", []), ("for-the-member", [(1000, 4)])])
def test_r123_games_with_who_is_on_no_register_are_games_against_an_unrated_player(
    work: Workplace, word: str, rating: list[tuple[int, int]]
) -> None:
    """6(3)(4): four draws with a UR player, whose rating is assumed to be 1000."""
    of_2022(work)
    record = event(1220001, date(2022, 9, 4), [(NEW, HATA, "1/2-1/2")] * 4)
    guest = player(2, "Gil, Guest", federation="FRA")
    work.store(replace(record, players=(*record.players[:1], guest, *record.players[2:])), date(2022, 9, 5))
    work.resolve(work.the("member-unknown"), "--no-member")
    work.done("rate", "--interpretation", f"R123={word}")
    work.done("publish")
    held = "SELECT rating, games FROM list_rating WHERE version_id = 2 AND federation_id = ?"
    assert work.rows(held, NEW) == rating
    work.done("rebuild", "--no-pages")


@pytest.mark.parametrize(
    ("word", "rating", "told"),
    [
        ("as-worked-out", 1005, ("1000 − 10 + 15 = 1005.",)),
        ("raised-first", 1015, ("1000 − 10 = 990.", "Held at the floor (5(3)): 1000.", "1000 + 15 = 1015.")),
    ],
)
def test_r126_points_by_decision_are_added_to_what_the_games_give_or_to_the_floor(
    work: Workplace, word: str, rating: int, told: tuple[str, ...]
) -> None:
    """Two of 1000 with K 20: who loses has ten points less."""
    work.register(*({"ID": who, "Name": NAMES[who]} for who in (MORI, HATA)))
    work.opening({"ID": who, "Name": NAMES[who], "ST": 1000, "ST-G": 100} for who in (MORI, HATA))
    work.store(event(1499501, date(2026, 10, 4), [(HATA, MORI, "1-0")]), date(2026, 10, 5))
    work.done("rule", "adjustment", MORI, "--points=15", "--reference", "Board 7", "--reason", "an error")
    work.done("rate", "--interpretation", f"R126={word}")
    work.done("publish")
    query = "SELECT rating FROM list_rating WHERE federation_id = ? AND version_id = 2"
    assert work.rows(query, MORI) == [(rating,)]
    said = work.done("explain", MORI).out
    assert [line for line in told if line in said] == list(told)
    assert "By decision (7(3), Board 7): +15." in said
    work.done("rebuild", "--no-pages")
    archive = work.folder / "lists.zip"
    work.done("bundle", archive)
    work.done("verify", archive, "--key", work.folder / "key.pub")

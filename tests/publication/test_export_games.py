"""The games of a list in the Japanese columns, checked by hand against the event they come from."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from datetime import UTC, date, datetime

from scraper.records import Round, TimeControl
from tests.earlier_editions import event, of_2019
from tests.importer.invented import pairing, player, reading
from tests.office.test_desk import EVENT, PLAYERS
from tests.workplace import HATA, LATE, MORI, ONO, TANI, Workplace, once, small_federation

HEADER = (
    "White Point,White ID,White Name,White Kanji,White K,White Rating,Black ID,Black Name,Black Kanji,"
    "Black K,Black Rating,Date,Time,Source,PGN Moves,Round,White Change,Black Change"
)
BY_HAND = f"""\
{HEADER}
1,N90000001,Mori Sora,森 空,20,1700,N90000002,Hata Rin,,20,1500,2026-10-04,ST,Invented Open,,1,4.80,-4.80
0,N90000003,Tani Ken,,20,1600,N90000004,Ono Aki,,20,1400,2026-10-04,ST,Invented Open,,1,-15.20,15.20
0.5,N90000002,Hata Rin,,20,1500,N90000003,Tani Ken,,20,1600,2026-10-04,ST,Invented Open,,2,2.80,-2.80
0,N90000004,Ono Aki,,20,1400,N90000001,Mori Sora,森 空,20,1700,2026-10-04,ST,Invented Open,,2,-3.00,3.00
"""


@once
def published(work: Workplace, *events: object, **more: dict[str, object]) -> None:
    small_federation(work, **more)
    for one in events or (EVENT,):
        work.store(one)  # type: ignore[arg-type]
    work.done("rate")
    work.done("publish")


def games(work: Workplace, name: str = "2026-ST/2026-11-01.csv", *words: object) -> list[dict[str, str]]:
    work.done("export", "games", *words)
    return list(csv.DictReader(io.StringIO((work.folder / "games" / name).read_text("utf-8"), newline="")))


def test_one_game_is_told_as_one(work: Workplace) -> None:
    published(work, reading(PLAYERS[:2], EVENT.pairings[:1]))
    assert work.done("export", "games").out.endswith(".csv: 1 game\n")


def test_the_file_is_the_one_worked_by_hand_to_the_byte(work: Workplace) -> None:
    published(work, mori={"Kanji": "森 空"})
    said = work.done("export", "games")
    folder = work.folder / "games"
    assert [str(p.relative_to(folder)) for p in folder.rglob("*.csv")] == ["2026-ST/2026-11-01.csv"]
    assert "4 games" in said.out
    first = (folder / "2026-ST" / "2026-11-01.csv").read_bytes()
    assert first == BY_HAND.replace("\n", "\r\n").encode()
    work.done("export", "games", "--list", "2026-11-01")
    assert (folder / "2026-ST" / "2026-11-01.csv").read_bytes() == first


def test_rapid_games_stand_apart_with_the_ratings_they_were_played_with(work: Workplace) -> None:
    rapid = replace(
        EVENT,
        name="Rapid Day",
        source=replace(EVENT.source, tournament=1400002),
        time_control=TimeControl("15 min + 10 sec", "rapid", 25),
        pairings=(pairing(1, 1, 3, "1-0", 1),),
        rounds=EVENT.rounds[:1],
        round_count=1,
    )
    published(work, EVENT, rapid)
    (game,) = games(work, "2026-RP/2026-11-01.csv")
    # first rapid games, from the standard ratings (5(3)): no rapid game yet, K 40
    assert (game["Time"], game["Source"], game["White K"], game["White Rating"]) == (
        "RP",
        "Rapid Day",
        "40",
        "1700",
    )
    assert len(games(work)) == 4


def test_games_that_did_nothing_are_left_out_and_those_towards_a_first_rating_not(work: Workplace) -> None:
    players = (*PLAYERS, player(5, "Abe Late", LATE), player(6, "Guest From Afar"))
    pairings = (
        *EVENT.pairings[:1],
        pairing(1, 3, 5, "1-0", 2),  # the unrated member: towards a first rating
        pairing(1, 4, 6, "1-0", 3),  # a guest: not rated
        pairing(2, 3, 4, "+--", 1),  # a forfeit
    )
    small_federation(work)
    work.store(replace(EVENT, players=players, pairings=pairings))
    for problem in work.problems():
        work.resolve(problem, "--no-member")
    work.done("rate")
    work.done("publish")
    found = games(work)
    assert [(g["White ID"], g["Black ID"]) for g in found] == [(MORI, HATA), (TANI, LATE)]
    assert (found[1]["Black K"], found[1]["Black Rating"]) == ("", "")


def test_without_colours_the_first_named_is_white(work: Workplace) -> None:
    named = replace(EVENT, pairings=tuple(replace(p, colours=False) for p in EVENT.pairings))
    published(work, named)
    assert [(g["White ID"], g["Black ID"], g["White Point"]) for g in games(work)] == [
        (MORI, HATA, "1"),
        (TANI, ONO, "0"),
        (HATA, TANI, "0.5"),
        (ONO, MORI, "0"),
    ]


def test_two_games_of_the_same_two_in_one_round_are_two_lines(work: Workplace) -> None:
    double = replace(
        EVENT, pairings=(pairing(1, 1, 2, "1-0", 1), pairing(1, 1, 2, "0-1", 2), pairing(2, 2, 1, "1-0", 1))
    )
    published(work, double)
    assert [(g["White ID"], g["White Point"]) for g in games(work)] == [(MORI, "1"), (MORI, "0"), (HATA, "1")]


def test_each_game_has_the_day_of_its_round_and_they_stand_in_order(work: Workplace) -> None:
    days = (Round(1, date(2026, 10, 4)), Round(2, date(2026, 10, 3)))
    published(work, replace(EVENT, rounds=days, first_day=date(2026, 10, 3)))
    assert [(g["Date"], g["White ID"]) for g in games(work)] == [
        ("2026-10-03", HATA),
        ("2026-10-03", ONO),
        ("2026-10-04", MORI),
        ("2026-10-04", TANI),
    ]


def test_of_a_withheld_member_nothing_stands_on_his_side(work: Workplace) -> None:
    published(work)
    work.register({"ID": HATA, "Name": "Hata Rin", "Withheld": "yes"})
    first, *_ = games(work)
    assert [first[f"Black {part}"] for part in ("ID", "Name", "Kanji", "K", "Rating")] == [""] * 5
    assert (first["White ID"], first["White Point"]) == (MORI, "1")


def test_ids_can_be_left_out_and_the_file_says_so(work: Workplace) -> None:
    published(work)
    found = games(work, "2026-ST/2026-11-01-no-ids.csv", "--hide-ids")
    assert {g["White ID"] + g["Black ID"] for g in found} == {""}
    assert found[0]["White Name"] == "Mori Sora"


def test_a_list_that_rates_no_game_writes_no_file_and_a_draft_none_either(work: Workplace) -> None:
    small_federation(work)
    assert "rates no game" in work.done("export", "games").out
    assert not (work.folder / "games").exists()
    work.store(EVENT)
    work.done("rate")
    said = work.run("export", "games", "--list", "2026-11-01")
    assert (said.code, said.problem()["code"]) == (1, "not-published")


def test_an_event_whose_name_begins_like_a_formula_is_text(work: Workplace) -> None:
    published(work, replace(EVENT, name="=HYPERLINK(1) Open"))
    assert {g["Source"] for g in games(work)} == {"'=HYPERLINK(1) Open"}


def test_letters_that_cp932_lacks_are_named_once_with_the_event(work: Workplace) -> None:
    published(work, replace(EVENT, name="Café Open"))
    said = work.run("export", "games", "--encoding", "cp932")
    assert (said.problem()["place"], said.problem()["found"]) == ("Café Open", "“é” (U+00E9)")
    work.done("export", "games", "--encoding", "cp932", "--replace")
    data = (work.folder / "games" / "2026-ST" / "2026-11-01.csv").read_bytes()
    assert "Caf〓 Open" in data.decode("cp932")


def test_a_list_with_one_rating_has_its_games_under_st(work: Workplace) -> None:
    of_2019(work)
    work.moment = datetime(2019, 10, 2, 1, 0, tzinfo=UTC)
    work.store(event(1190001, date(2019, 9, 8), [(MORI, HATA, "1-0")]), date(2019, 9, 9))
    work.done("rate")
    work.done("publish")
    (game,) = games(work, "2019-ST/2019-10-01.csv")
    assert (game["White ID"], game["Time"]) == (MORI, "ST")


def test_a_corrected_list_has_its_own_file(work: Workplace) -> None:
    published(work)
    work.done("export", "games")
    work.moment = datetime(2026, 11, 6, tzinfo=UTC)
    work.done("correction", "open", "E1", "--reported", "2026-11-05", "--reason", "game 4 is wrong")
    work.resolve("E1", "--exclude", "--round", "2", "--board", "2")
    work.done("correction", "publish", "--reason", "as the arbiter says")
    assert len(games(work, "2026-ST/2026-11-01-v2.csv")) == 3
    assert (work.folder / "games" / "2026-ST" / "2026-11-01.csv").exists()

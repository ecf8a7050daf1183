"""How many games of an event a run calls rated, where a game counts for one of its sides alone."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date

import pytest

from office.database.engine import look
from publication.site.held import Shelf
from publication.site.versions import published_versions
from tests.earlier_editions import NEW, event, of_2019, of_2022
from tests.importer.invented import pairing, player, reading
from tests.office.test_desk import EVENT, with_control
from tests.workplace import HATA, LATE, MORI, NAMES, TANI, Workplace, small_federation

GAMES = [(MORI, NEW, "1-0"), (NEW, HATA, "0-1"), (MORI, HATA, "1-0"), (TANI, NEW, "+--")]


def counted(work: Workplace) -> tuple[int, int]:
    ((counts,),) = work.rows("SELECT counts FROM list_version ORDER BY id DESC LIMIT 1")
    told = json.loads(counts)
    return told["games"], told["not_counted"]


def test_a_game_rated_for_one_side_is_a_rated_game_whoever_had_white(work: Workplace) -> None:
    of_2022(work)
    work.store(event(1220001, date(2022, 9, 4), GAMES), date(2022, 9, 5))
    said = work.done("rate").out
    assert "1 of 4 games rated; not rated: 1 forfeit, 2 unrated-player" in said
    assert counted(work) == (1, 3)
    assert "不戦勝・不戦敗 1局、相手または本人がUR 2局" in work.done("--lang", "ja", "rate").out
    said = work.done("rate", "--interpretation", "R7=rated-at-zero").out
    assert "3 of 4 games rated, 2 of them for one side; not rated: 1 forfeit" in said
    assert counted(work) == (3, 1)
    work.done("publish")
    with look(work.engine()) as session:
        assert sum(Shelf(session).held(published_versions(session)[-1]).games.values()) == 3


def test_a_first_rating_is_told_with_the_games_that_it_is_worked_from(work: Workplace) -> None:
    """2 of 4 against (1700 + 1500 + 1600 + 1700) / 4 = 1625; none of them counts for K by R65."""
    of_2019(work)
    games = [(NEW, MORI, "1-0"), (NEW, HATA, "0-1"), (NEW, TANI, "1-0"), (NEW, MORI, "0-1")]
    work.store(event(1190001, date(2019, 9, 1), games), date(2019, 9, 2))
    said = work.done("rate", "--interpretation", "R65=not-counted").out
    assert f"  {NEW} Nitta Yu: initial rating 1625 from 4 games\n" in said


def test_a_game_older_than_two_years_is_none_of_those_of_a_first_rating(work: Workplace) -> None:
    """6(3): six of them, 2½ points, RA 1500: 42 %, dp −57; the seventh counts for K alone (5(1))."""
    work.register(*({"ID": i, "Name": n} for i, n in NAMES.items()))
    days = ("2024-10-20", "2024-10-21", *(f"2026-09-0{n}" for n in range(1, 5)))
    halves = ("1", "1", "0.5", "0.5", "0.5", "0")
    kept = [(LATE, "ST", day, 1500, won, "Club evening") for day, won in zip(days, halves, strict=True)]
    work.opening([{"ID": HATA, "Name": NAMES[HATA], "ST": 1500, "ST-G": 100}], kept)
    players = [player(1, NAMES[HATA], HATA), player(2, NAMES[LATE], LATE)]
    work.store(reading(players, [pairing(1, 1, 2, "1-0")]))
    assert f"  {LATE} Abe Late: initial rating 1443 from 6 games\n" in work.done("rate").out
    (row,) = work.rows("SELECT games FROM list_rating WHERE how = 'initial'")
    assert row == (7,)


def test_marks_and_events_have_their_words_in_the_officers_language(work: Workplace) -> None:
    of_2019(work)
    games = [(NEW, MORI, "1-0"), (NEW, HATA, "0-1"), (NEW, TANI, "1-0"), (NEW, MORI, "0-1")]
    work.store(event(1190001, date(2019, 9, 1), games), date(2019, 9, 2))
    work.done("rate")
    assert any(NEW in line and "provisional" in line for line in work.done("preview").out.splitlines())
    told = work.done("--lang", "ja", "preview").out
    assert "暫定" in told and "provisional" not in told
    assert work.done("--lang", "ja", "events").out.split()[:3] == ["大会", "番号", "大会名"]


@pytest.mark.parametrize(
    ("lang", "said"), [("en", ", no time control: 0 of"), ("ja", "持ち時間の記載なし：")]
)
def test_an_event_that_is_left_out_without_a_time_control_is_said_to_have_none(
    work: Workplace, lang: str, said: str
) -> None:
    small_federation(work)
    work.store(replace(EVENT, time_control=with_control(None, None, None).time_control))
    work.done("resolve", "E1", "--exclude", "--reason", "a friendly match")
    shown = work.done("--lang", lang, "rate").out
    assert said in shown and "None" not in shown
    ((kept,),) = work.rows("SELECT report FROM list_version WHERE state = 'draft'")
    assert ", None: 0 of" in kept  # is compared with what the run gives
    assert work.done("rebuild").code == 0


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_reason_of_two_lines_keeps_its_place_in_the_report(work: Workplace, lang: str) -> None:
    of_2022(work)
    work.store(event(1220001, date(2022, 9, 4), GAMES), date(2022, 9, 5))
    work.done("resolve", "E1", "--exclude", "--reason", "no arbiter was there\nthe club says so itself")
    said = work.done("--lang", lang, "rate").out
    (first,) = [n for n, line in enumerate(said.splitlines()) if line.endswith("no arbiter was there")]
    assert said.splitlines()[first + 1] == "      the club says so itself"
    assert not [line for line in said.splitlines() if line.startswith("      ") and "the club" not in line]

"""The demo's material: what it promises to hold, and that it reads as it was invented."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from scraper.addresses import Address
from scraper.archive import FileArchive
from scraper.cassette import CassetteTransport
from scraper.client import Client
from scraper.fetch import fetch_event
from scraper.page import read_page
from scraper.pages.player_list import StartList
from tests.standin import people
from tests.standin.autumn import CUP, GUEST, OPEN, RAPID, WRONG_DIGIT, events, printed_id
from tests.standin.model import GAMES, Event
from tests.standin.people import members
from tests.standin.record import CASSETTE, DATA

REGISTER = {member.id: member for member in members()}
BY_NUMBER = {event.number: event for event in events()}


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("event", events(), ids=lambda e: str(e.number))
def test_rounds_are_legal(event: Event) -> None:
    everyone = {e.number for e in event.entrants}
    met: set[frozenset[int]] = set()
    assert [r.number for r in event.rounds] == list(range(1, event.round_count + 1))
    for round_ in event.rounds:
        seated = [n for row in round_.rows for n in (row.white, row.black) if n is not None]
        assert sorted(seated) == sorted(everyone)
        for row in round_.rows:
            if row.black is not None:
                assert row.result in GAMES
                assert frozenset((row.white, row.black)) not in met
                met.add(frozenset((row.white, row.black)))


def test_the_events_are_of_the_promised_sizes() -> None:
    sizes = {number: (len(e.entrants), e.round_count) for number, e in BY_NUMBER.items()}
    assert sizes == {OPEN: (28, 5), RAPID: (18, 6), CUP: (14, 4)}
    assert [e.gated for e in events()] == [True, False, False]
    assert [r.number for r in BY_NUMBER[CUP].rounds if r.day is None] == [3]


def test_every_kind_of_row_without_a_game_is_in_the_rapid() -> None:
    results = {row.result for round_ in BY_NUMBER[RAPID].rounds for row in round_.rows}
    assert {"bye", "half", "zero"} <= results
    assert results & {"+--", "--+"}


def test_the_register_has_sixty_members_and_two_namesakes() -> None:
    register = rows("register.csv")
    assert len({row["ID"] for row in register}) == 60
    names = [row["Name"] for row in register]
    assert sorted(name for name in set(names) if names.count(name) > 1) == ["Kazemichi Daichi"]
    assert sum(not row["Birth"] for row in register) == len(people.NO_BIRTH_DATE)
    assert all("," not in row["Name"] and row["Kanji"] and row["Kana"] for row in register)


def test_the_opening_list_lacks_two_peaks_and_every_unrated_player() -> None:
    opening = rows("opening.csv")
    assert sum(bool(row[kind]) and not row[f"{kind}-Peak"] for row in opening for kind in ("ST", "RP")) == 2
    unrated = {REGISTER[row["ID"]].index for row in rows("register.csv")} - {
        REGISTER[r["ID"]].index for r in opening
    }
    assert unrated == {*people.UNRATED, people.NEW_WITH_FIDE}
    for row in opening:
        for kind in ("ST", "RP"):
            if row[f"{kind}-Peak"]:
                assert int(row[f"{kind}-Peak"]) >= int(row[kind]) >= 1000


def test_the_two_unrated_players_of_the_cup_come_to_six_games_in_two_years() -> None:
    earlier = rows("opening-games.csv")
    for index in (52, 53):
        member = members()[index]
        games = [g for g in earlier if g["ID"] == member.id and g["Type"] == "ST"]
        here = next(e.number for e in BY_NUMBER[CUP].entrants if e.national_id.endswith(member.id[1:]))
        rated = {e.number for e in BY_NUMBER[CUP].entrants if e.rating}
        played = [
            row
            for round_ in BY_NUMBER[CUP].rounds
            for row in round_.rows
            if here in (row.white, row.black) and {row.white, row.black} - {here} <= rated
        ]
        assert len(games) + len(played) >= 6
        assert len({g["Score"] for g in games}) > 1


def test_the_rapid_has_a_wrong_digit_a_name_without_id_and_a_guest() -> None:
    entrants = BY_NUMBER[RAPID].entrants
    wrong = [e for e in entrants if e.national_id and "N" + e.national_id.removeprefix("N") not in REGISTER]
    assert [f"{e.surname} {e.given}" for e in wrong] == [members()[WRONG_DIGIT].name]
    without = sorted(e.surname for e in entrants if not e.national_id)
    assert without == ["Kazemichi", GUEST[0]]


def test_every_other_printed_id_is_the_members_own_and_some_have_lost_their_n() -> None:
    printed = [e for event in events() for e in event.entrants if e.national_id]
    bare = [e for e in printed if not e.national_id.startswith("N")]
    assert 5 < len(bare) < len(printed) / 2
    for entrant in printed:
        member = REGISTER.get("N" + entrant.national_id.removeprefix("N"))
        if member is not None:
            assert entrant.crosstable_name == member.name
            assert entrant.national_id == printed_id(member)


def test_printed_ratings_agree_roughly_with_the_opening_list() -> None:
    for event in events():
        for entrant in event.entrants:
            member = REGISTER.get("N" + entrant.national_id.removeprefix("N"))
            if member is None or not entrant.rating:
                continue
            # Who has no rapid rating is printed with the standard one, as organizers do.
            known = (member.rapid if event.number == RAPID else None) or member.standard
            value = known.value if known else member.fide_standard or 0
            assert abs(entrant.rating - value) <= 12


def test_the_cassette_reads_as_it_was_invented(tmp_path: Path) -> None:
    with Client(FileArchive(tmp_path), transport=CassetteTransport(CASSETTE)) as client:
        for event in events():
            start = read_page(fetch_event(Address(event.number), client)[0])
            assert start.head.name == event.name
            assert start.details is not None
            assert (start.details.first_day, start.details.last_day) == (event.first_day, event.last_day)
            assert isinstance(start.content, StartList)
            ids = [(p.number, p.national_id) for p in start.content.players]
            assert ids == [(e.number, e.national_id or None) for e in event.entrants]

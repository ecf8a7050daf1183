"""What the officer sees of a name that is not certain, and what becomes of the answer."""

from __future__ import annotations

import sqlite3
from dataclasses import replace

from sqlalchemy import event

from office.database.engine import look
from office.desk.choices import candidates_of
from tests.office.test_desk import EVENT, with_player
from tests.workplace import HATA, LATE, MORI, NAMES, ONO, Workplace, small_federation


def shown(work: Workplace) -> str:
    return work.done("problems").out


def test_the_officer_sees_candidates_best_first_with_what_speaks_against_each(work: Workplace) -> None:
    small_federation(
        work, mori={"Sex": "m", "Kanji": "森 空", "Birth": "2010-05-05"}, abe={"Name": "Mori Sara"}
    )
    work.store(with_player(EVENT, 1, name="Mori S.", national_id=None, sex="f", rating=2300))
    lines = shown(work).splitlines()
    start = next(n for n, line in enumerate(lines) if "could be:" in line)
    assert "“Mori S.”, no ID: no member has this name" in lines[start]
    assert lines[start + 1].strip() == f"{LATE} Mori Sara (has this name but for an initial, born 1980)"
    assert lines[start + 2].strip() == (
        f"{MORI} Mori Sora (has this name but for an initial, 森 空, born 2010; against: the sex is female "
        "and the member's is male; against: the rating is 2300 and the member's is 1700)"
    )
    assert lines[start + 3].lstrip().startswith("do  ")


def test_a_name_that_is_only_alike_is_unknown_and_proposed(work: Workplace) -> None:
    small_federation(work)
    work.store(with_player(EVENT, 1, name="Mori Sorb", national_id=None))
    problem = work.the("member-unknown")
    assert problem.found.endswith(f"{MORI} Mori Sora (the name is alike, 88 of 100, born 1980)")
    work.resolve(problem, "--alias", MORI)
    assert work.codes() == []
    assert work.rows("SELECT match, member_id FROM event_player WHERE number = 1") == [("matched", 1)]


def test_who_could_be_meant_is_asked_without_loading_every_player_of_the_event(work: Workplace) -> None:
    small_federation(work)
    work.store(with_player(EVENT, 1, name="Mori Sorb", national_id=None))
    problem, loaded = work.the("member-unknown"), []
    with look(work.engine()) as session:
        event.listen(session, "loaded_as_persistent", lambda _session, one: loaded.append(one))
        (found,) = candidates_of(session, problem)
    assert (found["federation_id"], loaded) == (MORI, [])


def test_an_answer_becomes_an_alias_with_its_source(work: Workplace) -> None:
    small_federation(work)
    work.store(with_player(EVENT, 1, name="Mori S.", national_id=None))
    work.resolve(work.the("member-ambiguous"), "--alias", MORI, reason="told by the club")
    listed = work.done("rulings").out
    assert "alias" in listed
    assert "told by the club" in listed
    rule = work.rows("SELECT match_rule FROM event_player WHERE number = 1")
    assert rule == [("alias 1: told by the club",)]


def test_an_id_read_otherwise_is_shown_and_nothing_waits_for_it(work: Workplace) -> None:
    small_federation(work)
    wide = "".join(chr(ord(c) + 0xFEE0) for c in HATA)
    work.store(with_player(with_player(EVENT, 1, national_id=MORI[1:]), 2, national_id=wide))
    problem = work.the("ids-read")
    assert not problem.blocks
    assert "players 1, 2" in problem.place
    assert "1 Mori Sora: federation ID (printed 90000001: without its letter) and name" in problem.found
    assert "2 Hata Rin: federation ID (printed " in problem.found
    assert "banzuke resolve E1 --player NUMBER --match ID" in work.done("problems").out
    assert work.done("rate").code == 0


def test_a_former_name_and_another_spelling_of_the_register_are_the_member(work: Workplace) -> None:
    small_federation(work)
    told = (1, "former", "Kage Sora", "the register", "2026-10-01 00:00:00")
    change(
        work, "INSERT INTO member_name (member_id, kind, name, source, known_since) VALUES (?,?,?,?,?)", *told
    )
    work.store(with_player(EVENT, 1, name="Kage, Sora", national_id=None))
    assert work.codes() == ["federation-ids-missing"]
    rows = work.rows("SELECT member_id, match_rule FROM event_player WHERE number = 1")
    assert rows == [(1, "former name, exact and unique")]


def test_an_entry_merged_into_another_leads_to_that_one(work: Workplace) -> None:
    small_federation(work, mori={"Sex": "m"})
    with_late = with_player(EVENT, 1, name=NAMES[LATE], national_id=LATE)
    change(work, "UPDATE member SET merged_into = 1 WHERE federation_id = ?", LATE)
    work.store(with_late)
    assert work.rows("SELECT member_id FROM event_player WHERE number = 1") == [(1,)]


def change(work: Workplace, statement: str, *values: object) -> None:
    """One row written past all of our own code."""
    connection = sqlite3.connect(work.database)
    with connection:
        connection.execute(statement, values)
    connection.close()


def test_r41_asked_asks_of_an_id_with_one_slip(work: Workplace) -> None:
    small_federation(work)
    work.store(with_player(EVENT, 1, national_id="N90000010"))
    assert work.codes() == ["ids-read"]
    assert "rated" in work.done("rate").out
    said = work.run("rate", "--interpretation", "R41=asked")
    assert said.code == 3


def test_r42_exact_takes_the_very_letters(work: Workplace) -> None:
    small_federation(work, abe={"Name": "Ohno Aki"})
    number = next(p.number for p in EVENT.players if p.national_id == ONO)
    work.store(with_player(EVENT, number, national_id=None))
    assert work.run("rate").code == 3
    assert work.the("member-ambiguous").found.count("\n") == 2
    assert work.run("rate", "--interpretation", "R42=exact").code == 0


def test_a_rating_far_off_speaks_against_a_name_alone(work: Workplace) -> None:
    small_federation(work)
    work.store(with_player(EVENT, 1, national_id=None, rating=2300))
    assert "but the rating is 2300 and the member's is 1700" in work.the("member-ambiguous").found


def test_a_year_of_birth_that_differs_speaks_against_a_name_alone(work: Workplace) -> None:
    small_federation(work)
    work.store(with_player(EVENT, 1, national_id=None, born="1999-01-02"))
    found = work.the("member-ambiguous").found
    assert "but the year of birth is 1999 and the member's is 1980" in found


def test_a_guest_with_a_members_name_is_asked_about_though_the_register_has_no_federations(
    work: Workplace,
) -> None:
    small_federation(work)
    abroad = replace(EVENT, players=tuple(replace(p, federation="JPN") for p in EVENT.players))
    work.store(with_player(abroad, 1, national_id=None, federation="USA"))
    assert "but the federation is USA and the register names none" in work.the("member-ambiguous").found
    assert work.run("rate", "--interpretation", "R60=says-nothing").code == 0


def test_a_name_without_an_id_and_a_federation_is_asked_about_where_others_have_one(work: Workplace) -> None:
    small_federation(work)
    others = replace(EVENT, players=tuple(replace(p, federation="JPN") for p in EVENT.players))
    work.store(with_player(others, 1, national_id=None, federation=None))
    assert "no federation is printed for him, and others" in work.the("member-ambiguous").found


def test_a_name_with_one_slip_is_shown_and_nothing_waits_for_it(work: Workplace) -> None:
    small_federation(work)
    work.store(with_player(EVENT, 1, name="Mori Sorra", national_id=f"NCS {MORI}"))
    problem = next(p for p in work.problems() if p.code == "names-read")
    assert not problem.blocks
    told = "and name but for one slip: Mori Sora"
    assert f"1 Mori Sorra, NCS {MORI}: federation ID (printed NCS {MORI}: with a word in front) {told}" in (
        problem.found
    )
    assert work.done("rate").code == 0
    assert work.run("rate", "--interpretation", "R61=asked").code == 3

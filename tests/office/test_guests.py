"""A guest stays a guest at the next event (R69): by FIDE ID, or by name, federation and sex."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from importer.rulings import Kind, Made, fingerprint, record
from office.database.engine import transaction
from scraper.records import EventRecord, Player
from tests.importer.invented import csv_bytes, pairing, player, reading
from tests.workplace import HATA, MORI, NAMES, TANI, Workplace, once, small_federation

PEDERSEN = "Pedersen Nils"


def event(number: int, guest: str = PEDERSEN, **printed: Any) -> EventRecord:
    """A member and a guest, who played each other twice."""
    told = {"federation": "DEN", **printed}
    players = [
        player(1, NAMES[MORI], MORI, federation="JPN"),
        player(2, guest, told.pop("national_id", None), **told),
    ]
    games = [pairing(1, 1, 2, "1-0"), pairing(2, 2, 1, "0-1")]
    return reading(players, games, number=number)


def match(work: Workplace, number: int) -> tuple[str, str]:
    query = "SELECT p.match, p.match_rule FROM event_player p JOIN event e ON e.id = p.event_id"
    (found,) = work.rows(f"{query} WHERE e.tournament = ? AND p.number = 2", number)
    return found


@once
def decided(work: Workplace, **printed: Any) -> None:
    small_federation(work)
    work.store(event(1400001, **printed))
    work.resolve(work.the("member-unknown"), "--no-member", reason="he lives in Aarhus")


def asked(work: Workplace) -> list[str]:
    return [code for code in work.codes() if code in ("member-unknown", "member-ambiguous")]


def test_a_guest_of_the_same_name_and_federation_is_shown_and_not_asked_again(
    work: Workplace,
) -> None:
    decided(work)
    work.store(event(1400002))
    assert match(work, 1400002) == ("no-member", "guest since ruling 1: he lives in Aarhus")
    shown = work.the("guests-again")
    assert "2 Pedersen Nils: guest since ruling 1" in shown.found
    assert not shown.blocks
    assert "non-member since decision 1: he lives in Aarhus" in work.done("events", "E2").out
    assert "決定1による非会員：he lives in Aarhus" in work.done("--lang", "ja", "events", "E2").out
    assert asked(work) == []


def test_another_federation_or_sex_is_another_person(work: Workplace) -> None:
    decided(work)
    work.store(event(1400002, federation="SWE"))
    work.store(event(1400003, sex="f"))
    work.store(event(1400004, federation=None))
    assert asked(work) == ["member-unknown"] * 3


def test_the_same_fide_id_is_the_same_person_however_he_is_written(work: Workplace) -> None:
    decided(work, fide_id="1499990")
    work.store(event(1400002, "Pedersen, Nils K.", fide_id="1499990", federation=None))
    assert asked(work) == []
    work.store(event(1400003, "Pedersen, Nils K.", fide_id="1499991"))
    assert asked(work) == ["member-unknown"]


def test_a_guest_who_bears_a_members_name_stays_one_by_his_fide_id_alone(work: Workplace) -> None:
    small_federation(work)
    work.store(event(1400001, NAMES[HATA], fide_id="1499990"))
    work.resolve(work.the("member-ambiguous"), "--no-member")
    work.store(event(1400002, NAMES[HATA], fide_id="1499990"))
    assert asked(work) == []
    work.store(event(1400003, NAMES[HATA]))
    assert asked(work) == ["member-ambiguous"]


def test_who_became_a_member_is_asked_about_or_found(work: Workplace) -> None:
    decided(work, fide_id="1499990")
    work.moment += timedelta(days=1)
    work.register({"ID": "N90000044", "Name": PEDERSEN})
    work.store(event(1400002, fide_id="1499990"))
    assert match(work, 1400002)[0] == "ambiguous"
    work.register({"ID": "N90000044", "Name": PEDERSEN, "FIDE ID": "1499990"})
    work.store(event(1400003, fide_id="1499990"))
    assert match(work, 1400003)[0] == "matched"


@pytest.mark.parametrize("told", [{"FIDE ID": "1499990"}, {"Former names": PEDERSEN}])
def test_who_turns_out_to_be_a_member_of_old_is_asked_about_or_found(
    work: Workplace, told: dict[str, str]
) -> None:
    decided(work, fide_id="1499990")
    work.moment += timedelta(days=1)
    member = {"ID": HATA, "Name": NAMES[HATA], "Birth": None, "Memberships": None, **told}
    work.done("members", "import", work.file(csv_bytes(tuple(member), [tuple(member.values())]), "one.csv"))
    work.store(event(1400002, fide_id="1499990"))
    assert match(work, 1400002)[0] == "ambiguous"


@pytest.mark.parametrize("fide_id", [None, "1499990"])
def test_a_guest_with_a_federation_id_that_was_not_there_is_asked_about(
    work: Workplace, fide_id: str | None
) -> None:
    decided(work, fide_id=fide_id)
    work.store(event(1400002, fide_id=fide_id, national_id="N90000077"))
    assert asked(work) == ["member-unknown"]
    work.resolve(work.the("member-unknown"), "--no-member", reason="no such member yet")
    work.store(event(1400003, fide_id=fide_id, national_id="n9000 0077"))
    work.store(event(1400004, fide_id=fide_id, national_id="DEN 12"))
    assert asked(work) == []


def test_a_guest_whose_words_stand_in_another_order_is_another_person(work: Workplace) -> None:
    small_federation(work)
    work.store(event(1400001, "Kim, Min-jun", federation="KOR"))
    work.resolve(work.the("member-unknown"), "--no-member")
    work.store(event(1400002, "Jun-min Kim", federation="KOR"))
    assert asked(work) == ["member-unknown"]


def test_one_answer_takes_it_back_for_all_events_to_come(work: Workplace) -> None:
    decided(work)
    work.store(event(1400002))
    work.done("resolve", "E2", "--player", "2", "--match", HATA, "--reason", "it was Hata after all")
    assert match(work, 1400002)[0] == "matched"
    work.store(event(1400003))
    assert asked(work) == ["member-unknown"]
    work.done("resolve", "--take-back", "2", "--reason", "no, it was not")
    assert asked(work) == []
    work.done("resolve", "--take-back", "1", "--reason", "nobody knows")
    assert asked(work) == ["member-unknown"] * 3


def test_what_changed_in_the_very_event_is_asked_there(work: Workplace) -> None:
    decided(work, fide_id="1499990")
    work.store(event(1400001, fide_id="1499990", federation="SWE"))
    assert "ruling-no-longer-fits" in work.codes()
    assert asked(work) == ["member-unknown"]


def test_r69_asked_asks_at_every_event(work: Workplace) -> None:
    decided(work)
    work.store(replace(event(1400002), name="Invented Rapid"))
    assert work.run("rate", "--interpretation", "R69=asked").code == 3
    assert work.run("rate").code == 0


@pytest.mark.parametrize("zeros", ["0", "0000"])
def test_zeros_for_a_fide_id_are_none(work: Workplace, zeros: str) -> None:
    """Organizers fill them in for who has none: a guest's say nothing of the next player who has them."""
    small_federation(work, hata={"FIDE ID": "1499990"})
    work.store(event(1400001, fide_id=zeros))
    work.resolve(work.the("member-unknown"), "--no-member")
    work.store(event(1400002, NAMES[HATA], fide_id=zeros, federation="JPN"))
    assert match(work, 1400002) == ("matched", "name, exact and unique")
    work.store(event(1400003, "Holm Asta", fide_id=zeros))
    assert asked(work) == ["member-unknown"]


def test_a_fide_id_with_zeros_in_front_is_the_same(work: Workplace) -> None:
    small_federation(work, hata={"FIDE ID": "1499990"})
    work.store(event(1400001, NAMES[HATA], fide_id="001499990", federation="JPN"))
    assert match(work, 1400001) == ("matched", "FIDE ID and name")


def test_one_fide_id_of_two_guests_is_shown(work: Workplace) -> None:
    small_federation(work)
    told = event(1400001, fide_id="1499990")
    others = ((3, "Holm Asta", "01499990"), (4, "Holm Bo", "0"), (5, "Holm Cai", "0"))
    more = [player(number, name, fide_id=printed) for number, name, printed in others]
    work.store(replace(told, players=(*told.players, *more)))
    shown = work.the("member-twice")
    assert not shown.blocks
    assert shown.place.endswith("players 2 Pedersen Nils and 3 Holm Asta")
    assert shown.found == "the FIDE ID 1499990 stands with each of them"
    said = work.done("--lang", "ja", "problems", "--code", "member-twice").out
    assert "each" not in said and "organizer" not in said
    work.resolve(work.the("member-unknown"), "--no-member")
    assert not work.the("member-twice").blocks
    work.resolve(work.the("member-twice"), "--accept")
    assert work.codes() == []


def renumbered(record: EventRecord, numbers: dict[int, int], *more: Player) -> EventRecord:
    """The event with other starting numbers, as late entries give them."""
    players = [*(replace(p, number=numbers[p.number]) for p in record.players), *more]
    games = (replace(p, white=numbers[p.white], black=numbers[p.black or 0]) for p in record.pairings)
    return replace(record, players=tuple(sorted(players, key=lambda p: p.number)), pairings=tuple(games))


def mori_twice() -> EventRecord:
    """Mori by ID and name, and by the name alone."""
    players = [player(1, NAMES[MORI], MORI), player(2, NAMES[HATA], HATA), player(3, NAMES[MORI])]
    return reading(players, [pairing(1, 1, 2, "1-0"), pairing(2, 2, 3, "0-1")])


def asked_twice(work: Workplace) -> list[str]:
    return [p.place.partition("players ")[2] for p in work.problems() if p.code == "member-twice"]


LATE_ENTRY = player(1, NAMES[TANI], TANI)


def test_an_answer_on_two_who_may_be_one_stands_when_late_entries_move_their_numbers(
    work: Workplace,
) -> None:
    """Also where the second of them comes first now."""
    small_federation(work)
    work.store(mori_twice())
    work.resolve(work.the("member-twice"), "--accept")
    for numbers in ({1: 2, 2: 3, 3: 4}, {1: 4, 2: 3, 3: 2}):
        work.store(renumbered(mori_twice(), numbers, LATE_ENTRY))
        assert asked_twice(work) == []
    (settled,) = [p for p in work.problems("settled") if p.code == "member-twice"]
    assert settled.place.endswith("players 2 Mori Sora and 4 Mori Sora")
    third = player(5, "Mori, Sora", MORI)
    work.store(renumbered(mori_twice(), {1: 2, 2: 3, 3: 4}, LATE_ENTRY, third))
    assert asked_twice(work) == ["2 Mori Sora and 4 Mori Sora and 5 Mori, Sora"]


def test_an_answer_on_two_guests_of_one_fide_id_stands_when_late_entries_move_their_numbers(
    work: Workplace,
) -> None:
    small_federation(work)
    told = event(1400001, fide_id="1499990")
    told = replace(told, players=(*told.players, player(3, "Holm Asta", fide_id="1499990")))
    work.store(told)
    work.resolve(work.the("member-twice"), "--accept")
    work.store(renumbered(told, {1: 2, 2: 4, 3: 3}, LATE_ENTRY))
    assert asked_twice(work) == []
    other = player(5, "Holm Bo", fide_id="1499990")
    work.store(renumbered(told, {1: 2, 2: 4, 3: 3}, LATE_ENTRY, other))
    assert asked_twice(work) == ["3 Holm Asta and 4 Pedersen Nils and 5 Holm Bo"]


def test_an_answer_that_named_the_two_with_their_numbers_stands(work: Workplace) -> None:
    """As it was kept before."""
    small_federation(work)
    work.store(mori_twice())
    asked = work.the("member-twice")
    with transaction(work.engine()) as session:
        event_key, facts = asked.event_key, fingerprint(asked.code, asked.expected, asked.found)
        made = Made("he came again", "Officer", work.moment)
        subject = {"names": "1 Mori Sora and 3 Mori Sora"}
        about = {"event_key": event_key, "code": asked.code}
        record(session, Kind.ACCEPT, subject=subject, facts=facts, made=made, **about)
    assert asked_twice(work) == []
    work.store(renumbered(mori_twice(), {1: 2, 2: 3, 3: 4}, LATE_ENTRY))
    assert asked_twice(work) == ["2 Mori Sora and 4 Mori Sora"]

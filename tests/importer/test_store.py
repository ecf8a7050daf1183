"""An event into the tables: whole, again without change, and never over what is published."""

from __future__ import annotations

import hashlib
import json
import pickle
from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import product

import pytest
from sqlmodel import Session, select

import importer.store
from importer.ahead import read_rows
from importer.keys import dated_key
from importer.store import Stored, received, rows_just_stored, store_event
from importer.stored import reading_fingerprint, to_freeze
from importer.tables import EventPlayerRow, EventRow, PairingRow, ReadingRow, ReportRow, RoundRow
from importer.view import is_complete
from importer.view import reading as frozen
from office.database import beside
from scraper.reading import read_event
from scraper.records import EventRecord, Kind, Pairing, Result, Round, Source
from tests.samples import saved

from .invented import pairing, player, reading

MOMENT = datetime(2026, 10, 5, 3, 0, tzinfo=UTC)
ARRIVED = date(2026, 10, 5)
PLAYERS = (
    player(1, "Mori, Sora", "N90000001", rating=1700, sex="m"),
    player(2, "Hata, Rin", "N90000002", rating=1500, fide_id="7002"),
    player(3, "Tani, Ken"),
)
PAIRINGS = (
    pairing(1, 1, 2, "1-0"),
    pairing(1, 3, None, "1", 2),
    pairing(2, 2, 3, "1/2-1/2"),
    pairing(2, 1, None, "0", None),
)
RECORD = reading(PLAYERS, PAIRINGS)
PENDING = reading(PLAYERS, (*PAIRINGS[:2], pairing(2, 2, 3, None), PAIRINGS[3]))


def store(
    session: Session,
    record: EventRecord,
    *,
    arrived: date = ARRIVED,
    published: bool = False,
) -> Stored:
    report = received(
        session, reference="the link", text="the e-mail", arrived_on=arrived, day_stated=True, now=MOMENT
    )
    return store_event(session, record, report=report, now=MOMENT, published=published)


def the_event(session: Session) -> EventRow:
    return session.exec(select(EventRow)).one()


def rows(session: Session, *tables: type) -> list[dict[str, object]]:
    """Everything stored of an event but row ids, which nothing outside may rely on."""
    tables = tables or (RoundRow, EventPlayerRow, PairingRow)
    return [row.model_dump(exclude={"id"}) for table in tables for row in session.exec(select(table))]


def test_an_event_is_created_whole(session: Session) -> None:
    assert store(session, RECORD) == Stored("created", "chess-results:1400001", 3, 4)
    event = the_event(session)
    assert (event.name, event.organizer, event.tournament) == (
        "Invented Open",
        "Invented Chess Club",
        1400001,
    )
    assert (event.first_day, event.last_day, event.round_count) == (date(2026, 10, 4), date(2026, 10, 4), 2)
    assert (event.time_control, event.printed_kind, event.minutes_at_60) == (
        "90 min + 30 sec",
        "standard",
        120,
    )
    players = session.exec(select(EventPlayerRow)).all()
    assert [(p.number, p.name, p.national_id, p.fide_id, p.rating, p.sex) for p in players] == [
        (1, "Mori, Sora", "N90000001", None, 1700, "m"),
        (2, "Hata, Rin", "N90000002", "7002", 1500, None),
        (3, "Tani, Ken", None, None, None, None),
    ]
    pairings = session.exec(select(PairingRow)).all()
    assert [(p.round, p.board, p.white, p.black, p.result, p.kind) for p in pairings] == [
        (1, 1, 1, 2, "1-0", "game"),
        (1, 2, 3, None, "1", "bye"),
        (2, 1, 2, 3, "1/2-1/2", "game"),
        (2, None, 1, None, "0", "not-paired"),
    ]


def test_the_reading_is_frozen_beside_it_word_for_word(session: Session) -> None:
    store(session, RECORD)
    row = session.exec(select(ReadingRow)).one()
    assert EventRecord.from_dict(json.loads(row.record)) == RECORD
    assert (row.event_key, row.reader, row.report_id) == ("chess-results:1400001", RECORD.source.reader, 1)
    assert frozen(session, row.id) == RECORD


def test_the_same_reading_again_is_no_change(session: Session) -> None:
    store(session, RECORD)
    before = rows(session), the_event(session).model_dump()
    later = replace(
        RECORD,
        last_update=datetime(2026, 10, 6, 9, 0),  # noqa: DTZ001  uploaded again, all the same
        source=Source(tournament=1400001, pages=()),
    )
    assert store(session, later, arrived=date(2026, 10, 9)).state == "unchanged"
    assert (rows(session), the_event(session).model_dump()) == before
    assert len(session.exec(select(ReadingRow)).all()) == 1


def test_every_report_is_kept_also_of_an_unchanged_event(session: Session) -> None:
    store(session, RECORD)
    store(session, RECORD)
    assert [r.text for r in session.exec(select(ReportRow))] == ["the e-mail", "the e-mail"]


def test_another_result_updates_the_event_and_is_named(session: Session) -> None:
    store(session, RECORD)
    other = replace(RECORD, pairings=(pairing(1, 1, 2, "0-1"), *PAIRINGS[1:]))
    stored = store(session, other)
    assert (stored.state, stored.changes) == ("updated", ("round 1, Mori, Sora – Hata, Rin: 1-0 → 0-1",))
    assert [p.result for p in session.exec(select(PairingRow))] == ["0-1", "1", "1/2-1/2", "0"]
    assert len(session.exec(select(ReadingRow)).all()) == 2
    assert frozen(session, the_event(session).reading_id) == other


def test_updating_and_going_back_ends_where_it_began(session: Session) -> None:
    store(session, RECORD)
    before = rows(session)
    store(session, PENDING)
    store(session, RECORD)
    assert rows(session) == before


def test_late_entries_that_renumber_everyone_are_told_by_name(session: Session) -> None:
    store(session, RECORD)
    players = (
        player(1, "Abe, Late", "N90000007"),
        *(replace(p, number=p.number + 1) for p in PLAYERS),
    )
    moved = tuple(replace(p, white=p.white + 1, black=p.black and p.black + 1) for p in PAIRINGS)
    stored = store(session, replace(RECORD, players=players, pairings=moved))
    assert stored.changes[0] == "player Abe, Late: added"
    assert not [line for line in stored.changes if line.startswith("round") or "→" in line]
    assert store(session, RECORD).changes[0] == "player Abe, Late: no longer there"


def test_other_days_and_another_time_control_are_named(session: Session) -> None:
    store(session, RECORD)
    stored = store(session, replace(RECORD, last_day=date(2026, 10, 5), organizer=None))
    assert sorted(stored.changes) == [
        "last day is other than before: 2026-10-04 → 2026-10-05",
        f"organizer is other than before: {RECORD.organizer} → none",
    ]


def test_namesakes_are_told_with_their_ids(session: Session) -> None:
    two = (player(1, "Mori, Sora", "N90000001"), player(2, "Mori, Sora", "N90000002"), *PLAYERS[2:])
    store(session, replace(RECORD, players=two))
    turned = (replace(two[0], national_id="N90000002"), replace(two[1], national_id="N90000001"), *two[2:])
    *games, told = store(session, replace(RECORD, players=turned)).changes
    assert told.endswith(": N90000001, N90000002 → N90000002, N90000001")
    assert games[0].startswith("round 1, Mori, Sora (N90000001) – Mori, Sora (N90000002): ")


def test_namesakes_with_other_starting_numbers_alone_are_as_before(session: Session) -> None:
    two = (player(1, "Mori, Sora"), player(2, "Mori, Sora"))
    store(session, replace(RECORD, players=two, pairings=(pairing(1, 1, 2, "1-0"),)))
    moved = (player(1, "Abe, Late"), *(replace(p, number=p.number + 1) for p in two))
    stored = store(session, replace(RECORD, players=moved, pairings=(pairing(1, 2, 3, "1-0"),)))
    assert stored.changes == ("player Abe, Late: added", "2 players have another starting number")


@pytest.mark.parametrize("ids", [("N90000001", "N90000002"), (None, None)])
def test_a_game_that_goes_from_one_namesake_to_the_other_is_named(
    session: Session, ids: tuple[str | None, str | None]
) -> None:
    """It was told as “boards, order or problems”, which decides about nobody's rating."""
    two = (player(1, "Mori, Sora", ids[0]), player(2, "Mori, Sora", ids[1]), *PLAYERS[2:])
    games = (pairing(2, 1, 3, "1-0"), pairing(2, 2, None, "0"))
    store(session, replace(RECORD, players=two, pairings=games))
    other = (pairing(2, 2, 3, "1-0"), pairing(2, 1, None, "0"))
    changes = store(session, replace(RECORD, players=two, pairings=other)).changes
    first, second = ids if ids[0] else ("1/2", "2/2")
    name = PLAYERS[2].name
    assert f"round 2, Mori, Sora ({first}) – {name}: 1-0 → withdrawn" in changes
    assert f"round 2, Mori, Sora ({second}) – {name}: not there → 1-0" in changes


def test_what_the_plain_words_tell_is_told_by_them_for_on_them_it_may_have_been_decided(
    session: Session,
) -> None:
    two = (player(1, "Mori, Sora"), player(2, "Mori, Sora"), *PLAYERS[2:])
    none = replace(pairing(1, 2, 3, "1-0"), kind=Kind.UNRATED)
    store(session, replace(RECORD, players=two, pairings=(none, pairing(2, 1, 3, "1-0"))))
    other = (replace(none, result=Result.DRAW), pairing(2, 1, 3, "0-1"))
    changes = store(session, replace(RECORD, players=two, pairings=other)).changes
    assert changes == (
        f"round 1, Mori, Sora – {PLAYERS[2].name}: 1-0 → 1/2-1/2",
        f"round 2, Mori, Sora – {PLAYERS[2].name}: 1-0 → 0-1",
    )


def test_a_birth_date_that_is_other_is_told_beside_what_else_is_other(session: Session) -> None:
    store(session, RECORD)
    born = (player(1, "Abe, Late"), *(replace(p, number=p.number + 1) for p in PLAYERS))
    born = (born[0], replace(born[1], born="2012-03-04"), *born[2:])
    moved = tuple(replace(p, white=p.white + 1, black=p.black and p.black + 1) for p in PAIRINGS)
    changes = store(session, replace(RECORD, players=born, pairings=moved)).changes
    assert changes[0] == "player Abe, Late: added"
    assert changes[-1] == f"player {PLAYERS[0].name}: birth date is other than before"


def test_a_game_that_becomes_none_is_named_though_its_points_stay(session: Session) -> None:
    store(session, RECORD)
    none = replace(PAIRINGS[0], kind=Kind.UNRATED)
    stored = store(session, replace(RECORD, pairings=(none, *PAIRINGS[1:])))
    assert stored.changes == ("round 1, Mori, Sora – Hata, Rin: 1-0 → 1-0, no game",)


def test_what_a_published_list_stands_on_is_held_and_the_new_reading_kept_beside_it(session: Session) -> None:
    store(session, RECORD)
    before = rows(session)
    other = replace(RECORD, pairings=(pairing(1, 1, 2, "0-1"), *PAIRINGS[1:]))
    stored = store(session, other, published=True)
    assert (stored.state, stored.changes) == ("held", ("round 1, Mori, Sora – Hata, Rin: 1-0 → 0-1",))
    assert rows(session) == before
    event = the_event(session)
    assert (frozen(session, event.reading_id), frozen(session, event.newer_reading_id)) == (RECORD, other)
    assert store(session, other, published=True).state == "unchanged"
    again = store(session, RECORD, published=True)
    assert (again.state, again.changes) == ("as published", ())


def test_a_complete_link_is_reported_on_the_day_it_arrived(session: Session) -> None:
    store(session, RECORD, arrived=date(2026, 10, 3))
    assert the_event(session).complete_on == date(2026, 10, 3)


@pytest.mark.parametrize(
    "incomplete",
    [
        PENDING,
        replace(RECORD, round_count=3),
        replace(RECORD, round_count=3, pairings=(*PAIRINGS, pairing(3, 1, None, "1/2"))),
        replace(RECORD, round_count=None),
    ],
    ids=["a result pending", "a round not paired", "a round off asked for", "how many rounds is not said"],
)
def test_an_incomplete_link_is_no_report_until_a_report_finds_it_complete(
    session: Session, incomplete: EventRecord
) -> None:
    assert not is_complete(incomplete)
    store(session, incomplete, arrived=date(2026, 10, 3))
    assert the_event(session).complete_on is None
    store(session, RECORD, arrived=date(2026, 10, 21))
    event = the_event(session)
    assert (event.arrived_on, event.complete_on) == (date(2026, 10, 3), date(2026, 10, 21))


def test_a_real_round_that_shows_rounds_off_alone_is_not_paired() -> None:
    names = (
        "startingrank",
        *(f"r{n}" for n in range(1, 6)),
        "r6_finished",
        "r7_finished",
        "r8_unpaired_only",
    )
    pages = [saved(f"british2026_champ_{name}") for name in names]
    record = read_event(pages, minutes_at_60=lambda text: 120)
    assert len([p for p in record.pairings if p.round == 8]) == 5
    assert is_complete(replace(record, round_count=7))
    assert not is_complete(replace(record, round_count=8))


def test_a_complete_event_keeps_its_day_when_a_result_is_corrected(session: Session) -> None:
    store(session, RECORD, arrived=date(2026, 10, 3))
    other = replace(RECORD, pairings=(pairing(1, 1, 2, "0-1"), *PAIRINGS[1:]))
    store(session, other, arrived=date(2026, 10, 25))
    event = the_event(session)
    assert (event.arrived_on, event.complete_on) == (date(2026, 10, 3), date(2026, 10, 3))


def test_what_was_just_stored_is_known_as_it_is_read(session: Session) -> None:
    dated = replace(RECORD, rounds=(Round(2, date(2026, 10, 4)), Round(1, None, "10:00")))
    odd = replace(dated, pairings=(pairing(2, 3, None, "1", None), *PAIRINGS), players=PLAYERS[::-1])
    for record in (dated, odd, PENDING):
        store(session, record)
        event = the_event(session)
        known = rows_just_stored(session, event, record)
        assert list(known.players) == [1, 2, 3]
        read = read_rows(session, [event])[event.id]
        assert known == read._replace(reading=None)
        assert [list(part) for part in known[:2]] == [list(part) for part in read[:2]]


def test_an_event_that_opens_again_waits_again(session: Session) -> None:
    store(session, RECORD, arrived=date(2026, 10, 3))
    store(session, PENDING, arrived=date(2026, 10, 6))
    assert the_event(session).complete_on is None
    store(session, RECORD, arrived=date(2026, 10, 8))
    assert the_event(session).complete_on == date(2026, 10, 8)


def test_a_reading_without_a_tournament_number_names_no_event(session: Session) -> None:
    with pytest.raises(ValueError, match="tournament number"):
        store(session, replace(RECORD, source=Source()))


def test_the_fingerprint_is_over_what_can_change_an_event_and_nothing_else() -> None:
    same = replace(RECORD, last_update=None, source=Source(tournament=1400001))
    assert reading_fingerprint(same) == reading_fingerprint(RECORD)
    for other in (
        replace(RECORD, name="Other"),
        replace(RECORD, pairings=PAIRINGS[1:]),
        replace(RECORD, players=PLAYERS[1:]),
        replace(RECORD, first_day=None),
    ):
        assert reading_fingerprint(other) != reading_fingerprint(RECORD)


ODD = 'Say "no" \\ to 日本\u2028\x01\x7f </é>, "pairings": []'
EVERY = tuple(
    Pairing(number, board, 1, black, result, kind, colours)
    for number, (board, black, result, kind, colours) in enumerate(
        product((None, 1, -3), (None, 2), (None, *Result), Kind, (True, False))
    )
)
FILLED = replace(
    RECORD, name=ODD, group="", players=(replace(PLAYERS[0], name=ODD, born="1980"), *PLAYERS[1:]), place=ODD
)


@pytest.mark.parametrize(
    "record",
    [RECORD, PENDING, FILLED, replace(RECORD, pairings=EVERY), replace(RECORD, players=(), pairings=())],
)
def test_what_is_frozen_is_the_document_as_json_writes_it_to_the_byte(record: EventRecord) -> None:
    told = record.to_dict()
    fingerprint, text = to_freeze(record)
    assert text == json.dumps(told, ensure_ascii=False)
    read = {name: value for name, value in told.items() if name not in ("source", "last_update")}
    plain = json.dumps(read, ensure_ascii=False, sort_keys=True)
    assert fingerprint == hashlib.sha256(plain.encode()).hexdigest()
    assert EventRecord.from_dict(json.loads(text)) == record == pickle.loads(pickle.dumps(record))


def test_who_only_looks_is_known_by_one_name_in_both_wings() -> None:
    assert importer.store.READING == beside.READING


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("秋の会、A組", "9f04e1c47e"),
        ("Shin´ichi Cup", "2458f1190e"),
        ("O’Brien Open", "ce87db6658"),
        ("Lʻaie Cup 、B", "374e27d33d"),
        ("Marc·Anton 2026", "ba240ff252"),
        ("Cup ′26", "4206b7392e"),
        ("Cup A-B, C", "b0941cf3e5"),
    ],
)
def test_the_key_of_a_report_is_for_ever_whatever_names_are_compared_without_since(
    name: str, key: str
) -> None:
    assert dated_key(name, None, date(2026, 11, 7)) == f"report:2026-{key}"

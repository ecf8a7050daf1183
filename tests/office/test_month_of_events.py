"""A domestic month: ten events of forty players as organizers write them, and what is left to decide.

Nine in ten players are written as their club always does. In each event three names have a slip, a title or a
club beside the right ID, and one ID lost its N or is an Excel number; to every second event two guests come
from abroad. Asked is only who a guest is, once for all of an event, and of a slip that makes a name as near
to another member's. No event asks for more than one decision here; of seven such months five were so, and in
two one event asked twice: who its guests were, and of a slip near another member. Who is behind every player
is known from how the event was made.
"""

from __future__ import annotations

import json
import random
from datetime import date, timedelta
from typing import Any

import pytest

from office.desk.groups import grouped
from scraper.records import EventRecord
from tests.importer.invented import pairing, player, reading
from tests.importer.people import Person, people, register_file
from tests.importer.spellings import IDS, NAMES, misspelled
from tests.workplace import Workplace

EVENTS, PLAYERS, ROUNDS = 10, 40, 5
STYLES = ("as on the register", "comma", "capitals", "kanji", "given name first")
"""How a whole event is written; a foreign member without kanji stands in Roman letters."""
BESIDE_THE_ID = ("title in front", "club in brackets", "another romanisation", "cut short")
"""What else stands in single rows, with the right ID."""
GUEST = "nobody"
ABROAD = ("Quillmark Orin", "Vandermolen Tess", "Okonkwo-Lindqvist Pia", "Brzezicki Aleks", "Thistlewood Ned")


def an_event(number: int, members: list[Person], dice: random.Random) -> tuple[EventRecord, dict[int, str]]:
    """The reading, and who each player is; a guest is nobody."""
    style = NAMES[STYLES[number % len(STYLES)]]
    first = date(2026, 9, 26) + timedelta(days=2 * number)
    rows, behind = [], {}
    for n, person in enumerate(members, 1):
        name, its_id = style(person, dice) or person.name, person.federation_id
        if n in (1, 2):
            name = misspelled(person, dice)
        elif n == 3:
            name = NAMES[dice.choice(BESIDE_THE_ID)](person, dice) or name
        elif n == 4:
            its_id = IDS[dice.choice(("without the N", "`.0`", "blank"))](person, dice) or its_id
        rows.append(player(n, name, its_id, federation=person.federation))
        behind[n] = person.federation_id
    for name in dice.sample(ABROAD, 2) if number % 2 == 0 else ():
        n = len(rows) + 1
        rows.append(player(n, name, None, federation=dice.choice(("USA", "KOR", "GER"))))
        behind[n] = GUEST
    games = []
    for round_ in range(1, ROUNDS + 1):
        order = dice.sample(range(1, len(rows) + 1), len(rows))
        for board in range(len(rows) // 2):
            white, black = order[2 * board : 2 * board + 2]
            result = dice.choice(("1-0", "0-1", "1/2-1/2"))
            games.append(pairing(round_, white, black, result, board + 1))
    days = {n: first + timedelta(days=(n - 1) // 3) for n in range(1, ROUNDS + 1)}
    more: dict[str, Any] = {"name": f"Invented Open {number}", "days": days, "arbiter": "Sato Hana"}
    return reading(rows, games, number=1400001 + number, **more), behind


@pytest.mark.slow
def test_ten_events_of_forty_ask_for_fewer_than_ten_decisions_and_take_nobody_wrongly(
    work: Workplace,
) -> None:
    dice = random.Random(2)
    everybody = people(400)
    work.done("members", "import", work.file(register_file(everybody), "register.csv"))
    work.opening([])
    decided = []
    for number in range(EVENTS):
        record, behind = an_event(number, dice.sample(everybody, PLAYERS - 2 * (number % 2 == 0)), dice)
        work.store(record)
        names = {p.name: behind[p.number] for p in record.players}
        asked = grouped(p for p in work.problems() if p.blocks)
        decided.append(len(asked))
        for question in asked:
            if {names[json.loads(p.subject)["name"]] for p in question.rows} == {GUEST}:
                work.done("resolve", question.target, "--no-member", "--reason", "from abroad")
            else:
                (row,) = question.rows
                right = names[json.loads(row.subject)["name"]]
                assert right in row.found and "but for one slip" in row.found, "another member is as near"
                work.resolve(row, "--match", right)
        query = f"""SELECT p.number, coalesce(m.federation_id, '{GUEST}') FROM event_player p
                    JOIN event e ON e.id = p.event_id AND e.tournament = {1400001 + number}
                    LEFT JOIN member m ON m.id = p.member_id"""
        assert dict(work.rows(query)) == behind
    assert not [p for p in work.problems() if p.blocks]
    assert max(decided) == 1, decided
    assert sum(decided) < EVENTS, decided

"""`banzuke lists`, and what a run came to in numbers: counted by hand for four lists of one game each."""

from __future__ import annotations

import json
import re
from datetime import UTC, date, datetime

from sqlmodel import Session, SQLModel, create_engine

from office.lists.rows import listed_earlier
from office.tables import EventRatingRow, ListVersionRow
from tests.importer.invented import pairing, player, reading
from tests.office.test_corrections import LISTS, four_lists, game
from tests.office.test_rebuild import altered
from tests.workplace import HATA, LATE, MORI, NAMES, ONO, TANI, Workplace, small_federation


def test_every_list_and_version_stands_in_a_line_with_what_its_run_came_to(work: Workplace) -> None:
    four_lists(work)
    lines = work.done("lists").out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == [*reversed(LISTS), "2026-10-01"]
    assert all("published 2" in line and "1 of 1" in line for line in lines[1:-1])
    assert "taken over" in lines[-1]
    for (counts,) in work.rows("SELECT counts FROM list_version WHERE how = 'run'"):
        found = json.loads(counts)
        assert (found["events"], found["games"], found["not_counted"]) == (1, 1, 0)
        assert found["types"]["standard"] == {"listed": 4, "played": 2, "initial": 0, "adopted": 0}


def test_what_is_left_out_is_told_beside_what_is_rated_and_who_has_a_first_rating(work: Workplace) -> None:
    """Of three events one is left out, and with it one of ten games. Abe's six against rated opponents, half
    of them won, give the first rating (6(3)) and count for nobody (5(1)); nor does the one that nobody
    played. Two are left."""
    small_federation(work)
    work.store(game(1400001, date(2026, 10, 4), MORI, HATA, "1-0"))
    work.store(game(1400002, date(2026, 10, 4), TANI, ONO, "1-0"))
    work.done("resolve", "E2", "--exclude", "--reason", "nobody vouches for it")
    players = [player(n, NAMES[i], i) for n, i in enumerate((LATE, MORI, HATA), 1)]
    games = [pairing(n, 1, 2 + n % 2, "1-0" if n < 4 else "0-1") for n in range(1, 7)]
    games += [pairing(7, 2, 3, "1/2-1/2"), pairing(8, 2, 3, "+--")]
    work.store(reading(players, games, number=1400003, name="Open 1400003"), arrived=date(2026, 10, 12))
    work.done("rate")
    line = re.split(r"  +", work.done("lists").out.splitlines()[1])
    assert line[:4] == ["2026-11-01", "1", "draft", "jcf-2024-10"]
    assert line[4:-1] == ["2 of 3", "2 of 10", "Standard 5, Rapid 0", "Standard 1, Rapid 0"]


def test_who_stood_on_a_list_earlier_stood_on_none_that_a_correction_replaced() -> None:
    """October, November and its correction, from which December was reckoned: all three members are kept on
    December's and not shown; one stood on October's, one on November's alone before it was corrected."""
    tables = [SQLModel.metadata.tables[name] for name in ("list_version", "event_rating")]
    engine = create_engine("sqlite://")
    SQLModel.metadata.create_all(engine, tables=tables)
    moment, shown = datetime(2026, 12, 1, tzinfo=UTC), {1: "A", 2: "B", 3: "", 4: ""}
    with Session(engine) as session:
        for number, (month, version, previous) in enumerate(
            ((10, 1, None), (11, 1, 1), (11, 2, 1), (12, 1, 3))
        ):
            session.add(
                ListVersionRow(
                    id=number + 1, list_date=date(2026, month, 1), version=version, previous_id=previous,
                    how="run", state="published", made_at=moment, inputs=b"", inputs_sha256="",
                    text_sha256="", report="",
                )
            )  # fmt: skip
            for one in "ABC":
                of = {"version_id": number + 1, "federation_id": one, "type": "qj", "provisional": False}
                session.add(EventRatingRow(**of, listed=one in shown[number + 1]))
        session.flush()
        assert listed_earlier(session, 4) == {"A"}
        assert listed_earlier(session, 1) == listed_earlier(session, None) == frozenset()
    engine.dispose()


def test_counts_changed_behind_the_database_are_found(work: Workplace) -> None:
    four_lists(work, 1)
    work.done("rebuild", "--no-pages")
    altered(work, "UPDATE list_version SET counts = replace(counts, '\"games\": 1', '\"games\": 7')")
    said = work.run("rebuild", "--no-pages")
    assert said.code == 1
    assert '"games": 7' in said.err


def test_an_office_without_a_list_says_what_to_do(work: Workplace) -> None:
    said = work.done("lists")
    assert said.out == ""
    assert "banzuke members import" in said.err  # the opening list needs them

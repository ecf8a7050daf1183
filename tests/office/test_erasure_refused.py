"""When nobody is erased yet, what stops an erasure half way, and what is no erasure."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from sqlalchemy import Engine, event

from office.database.engine import transaction
from tests.importer.invented import pairing, player, reading
from tests.office.marked import LATER, erased
from tests.workplace import HATA, MORI, NAMES, TANI, Workplace


def test_it_is_refused_while_a_list_with_his_games_can_be_corrected(marked: Workplace) -> None:
    # Published on 2 November 2026 in Japan; closed is what was published 90 days before or earlier (7(3)):
    # on 30 January 2027 it is 89 days, on 31 January 90.
    work = marked
    work.moment = datetime(2027, 1, 30, 1, tzinfo=UTC)
    refused = work.run("members", "erase", MORI, "--yes", "--reason", "asked")
    assert (refused.code, refused.problem()["code"]) == (1, "erasure-too-early")
    assert "2027-01-30" in refused.problem()["do"]
    work.moment += timedelta(days=1)
    work.done("members", "erase", MORI, "--yes", "--reason", "asked")


def test_it_is_refused_while_a_correction_with_his_games_is_under_way(marked: Workplace) -> None:
    """Its event was taken up while the list was open; the correction still has to find him by his name."""
    work = marked
    work.moment = datetime(2027, 1, 30, 1, tzinfo=UTC)
    work.done("correction", "open", "E1", "--reason", "turned round")
    work.moment += timedelta(days=200)
    refused = work.run("members", "erase", MORI, "--yes", "--reason", "asked")
    assert [p["code"] for p in refused.problems()] == ["erasure-too-early"]
    assert "banzuke correction close" in refused.problem()["do"]
    work.done("correction", "close", "E1", "--reason", "it was right")
    work.done("members", "erase", MORI, "--yes", "--reason", "asked")


def test_it_is_refused_while_an_event_with_him_is_to_be_rated(marked: Workplace) -> None:
    work = marked
    players = [player(n, NAMES[i], i) for n, i in enumerate((MORI, TANI), start=1)]
    waits = reading(players, [pairing(1, 1, 2, "1-0")], number=1400007, days={1: date(2027, 2, 7)})
    work.moment = LATER
    work.store(waits, date(2027, 2, 8))
    refused = work.run("members", "erase", MORI, "--yes", "--reason", "asked")
    assert [p["code"] for p in refused.problems()] == ["erasure-too-early"]
    assert "E2" in refused.problem()["place"]
    assert refused.problem()["do"] == "publish the list of 2027-03-01; then erase"
    work.done("resolve", "E2", "--exclude", "--reason", "asked")  # the list still has it
    again = work.run("members", "erase", MORI, "--yes", "--reason", "asked").problem()
    assert again["do"] == "publish the list of 2027-03-01; then erase"


def test_it_is_refused_while_it_is_asked_whether_a_player_is_he(marked: Workplace) -> None:
    work = marked
    players = [player(1, "Mori Kagami", MORI), player(2, NAMES[TANI], TANI)]
    waits = reading(players, [pairing(1, 1, 2, "1-0")], number=1400007, days={1: date(2027, 2, 7)})
    work.moment = LATER
    work.store(waits, date(2027, 2, 8))
    refused = work.run("members", "erase", MORI, "--yes", "--reason", "asked").problem()
    assert (refused["code"], refused["found"]) == ("erasure-too-early", "1 Mori Kagami")
    assert refused["do"] == "decide who it is: banzuke problems; then erase"
    work.resolve("E2", "--player", "1", "--no-member")
    work.done("members", "erase", MORI, "--yes", "--reason", "asked")


def test_an_event_that_is_left_out_and_that_no_list_takes_does_not_keep_anybody(marked: Workplace) -> None:
    work = marked
    players = [player(n, NAMES[i], i) for n, i in enumerate((MORI, TANI), start=1)]
    work.moment = LATER
    work.store(
        reading(players, [pairing(1, 1, 2, "1-0")], number=1400007, days={1: date(2026, 8, 2)}),
        date(2026, 8, 5),
    )
    refused = work.run("members", "erase", MORI, "--yes", "--reason", "asked")
    assert "leave the event out" in refused.problem()["do"]
    work.done("resolve", "E2", "--exclude", "--reason", "from before this office")
    work.done("members", "erase", MORI, "--yes", "--reason", "asked")


def test_what_was_erased_cannot_be_taken_back_and_nothing_goes_without_a_yes(marked: Workplace) -> None:
    work = marked
    work.moment = LATER
    refused = work.run("members", "erase", MORI, "--reason", "asked")
    assert refused.problem()["code"] == "erase-unconfirmed"
    erased(work)
    (number,) = work.rows("SELECT id FROM ruling WHERE kind = 'erasure'")[0]
    again = work.run("resolve", "--take-back", number, "--reason", "after all")
    assert again.problem()["code"] == "erased-for-good"
    told = work.done("--lang", "ja", "members", "show", MORI).out
    assert "、消去" in told and "erased" not in told


def test_a_row_emptied_past_the_office_is_a_fault_still(marked: Workplace) -> None:
    """Only an erasure that was decided empties rows, and only those of its member."""
    work = marked
    erased(work)
    with transaction(work.engine()) as session:
        connection = session.connection()
        for (name,) in list(
            connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        ):
            connection.exec_driver_sql(f'DROP TRIGGER "{name}"')
        connection.exec_driver_sql(
            "UPDATE register_fact SET value = NULL, source = 'erased' WHERE id = (SELECT f.id FROM"
            " register_fact f JOIN member m ON m.id = f.member_id"
            f" WHERE m.federation_id = '{HATA}' AND f.field = 'name')"
        )
    found = work.run("rebuild", "--no-pages")
    assert found.code != 0
    assert "chain-differs" in {p["code"] for p in found.problems()}


def test_what_stops_an_erasure_half_way_leaves_everything_and_every_trigger(marked: Workplace) -> None:
    work = marked
    work.moment = LATER
    query = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
    triggers, facts = work.rows(query), work.rows("SELECT * FROM register_fact ORDER BY id")

    def full(_c: object, _cursor: object, statement: str, *_more: object) -> None:
        if statement.startswith("UPDATE member_name"):
            raise OSError(28, "No space left on device", "banzuke.sqlite")

    event.listen(Engine, "before_cursor_execute", full)
    try:
        stopped = work.run("members", "erase", MORI, "--yes", "--reason", "asked")
    finally:
        event.remove(Engine, "before_cursor_execute", full)
    assert (stopped.code, stopped.problem()["code"]) == (1, "file-trouble")
    assert work.rows(query) == triggers
    assert work.rows("SELECT * FROM register_fact ORDER BY id") == facts
    erased(work)
    assert work.rows(query) == triggers

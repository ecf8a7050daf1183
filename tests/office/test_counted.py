"""A correction that sets a published report aside for another one of the same event, or would take an event
off every list."""

from __future__ import annotations

from datetime import UTC, date, datetime

from tests.earlier_editions import event as event_of_2022
from tests.earlier_editions import of_2022
from tests.office.test_corrections import (
    AS_PUBLISHED,
    CORRECTED,
    PAIRS,
    PUBLISHED,
    four_lists,
    game,
    ratings,
    turned_round,
)
from tests.workplace import HATA, MORI, ONO, TANI, Workplace, small_federation

OPENING = {MORI: 1700, HATA: 1500, TANI: 1600, ONO: 1400}


def set_aside(work: Workplace) -> None:
    """The game of October is reported again after its list; that report counts, and is in no correction."""
    four_lists(work, 1)
    work.store(game(1400009, PAIRS[0][1], MORI, HATA, "0-1"), arrived=date(2026, 11, 3))
    work.moment = datetime(2026, 11, 4, 1, tzinfo=UTC)
    work.done("correction", "open", "E1", "--reported", "2026-11-03", "--reason", "reported twice")
    work.done("resolve", "E1", "--same-as", "E2", "--reason", "the other one is right")


def test_a_report_that_counts_in_place_of_a_published_one_has_to_be_in_the_correction(
    work: Workplace,
) -> None:
    """The other report of the game of October came after its list and says 0-1; by hand as `CORRECTED`."""
    set_aside(work)
    before = work.dump("problem")
    for words in (("preview",), ("publish", "--reason", "reported twice")):
        refused = work.run("correction", *words)
        assert (refused.code, refused.problem()["code"]) == (3, "counted-report-missing")
        assert refused.problem()["place"] == "E1 Open 1400001, set aside for E2 Open 1400009"
        assert "banzuke correction open E2 " in refused.problem()["do"]
    assert work.dump("problem") == before
    assert ratings(work)["2026-11-01"] == AS_PUBLISHED["2026-11-01"]
    told = work.run("--lang", "ja", "correction", "preview").err
    assert "E2 Open 1400009を採用" in told and "E2がリストにあること" in told
    work.done("correction", "open", "E2", "--reported", "2026-11-03", "--reason", "it counts")
    work.done("correction", "publish", "--reason", "reported twice")
    assert ratings(work, 2)["2026-11-01"] == CORRECTED["2026-11-01"]
    assert work.codes() == []


def test_a_report_that_counts_on_the_next_list_or_is_left_out_too_keeps_no_correction(
    work: Workplace,
) -> None:
    """Both left out by decision is the officer's word, and so is the next list: all are as on the opening."""
    set_aside(work)
    work.done("resolve", "E2", "--exclude", "--reason", "nor that one")
    assert "E1" not in work.done("correction", "preview").err
    (number,) = work.rows("SELECT id FROM ruling WHERE kind = 'exclude'")[0]
    work.done("resolve", "--take-back", number, "--reason", "it counts, later")
    work.resolve(work.the("list-already-published"), "--defer", reason="the next list")
    work.done("correction", "publish", "--reason", "reported twice")
    assert ratings(work, 2)["2026-11-01"] == OPENING
    work.moment = PUBLISHED[1]
    work.done("rate")
    work.done("publish")
    assert ratings(work, 1)["2026-12-01"] == CORRECTED["2026-11-01"]


def test_a_report_that_counts_but_is_not_here_is_named(work: Workplace) -> None:
    """A decision of another office can name a report that comes later."""
    set_aside(work)
    (key,) = work.rows("SELECT key FROM event ORDER BY id DESC")[0]
    (number,) = work.rows("SELECT id FROM ruling WHERE kind = 'same-event'")[0]
    file = work.folder / "rulings.json"
    work.done("rulings", "export", file)
    work.done("resolve", "--take-back", number, "--reason", "see the file")
    other = key.replace("1400009", "1400010")
    file.write_text(file.read_text("utf-8").replace(f'"value": "{key}"', f'"value": "{other}"'), "utf-8")
    work.done("rulings", "import", file)
    refused = work.run("correction", "preview")
    assert (refused.code, refused.problem()["code"]) == (3, "counted-report-missing")
    assert refused.problem()["expected"] == f"the report that counts: {other}"
    work.done("correction", "close", "E1", "--reason", "as published")
    assert work.run("correction", "preview").code == 0


def test_one_that_came_after_its_list_and_waits_holds_up_no_correction_of_another(work: Workplace) -> None:
    """Nobody has decided about the game of Tani and Ono: the list of November has only its own."""
    four_lists(work, 1)
    work.store(game(1400009, PAIRS[0][1], TANI, ONO, "1-0"), arrived=PAIRS[0][1])
    turned_round(work)
    work.done("correction", "open", "E1", "--reason", "turned round")
    assert work.codes() == ["list-already-published"]
    work.done("correction", "publish", "--reason", "turned round")
    assert ratings(work, 2) == {"2026-11-01": CORRECTED["2026-11-01"]}
    assert work.codes() == ["list-already-published"]


def deferred(work: Workplace) -> None:
    """The game of October is put off to the list of December: the one of November is as the opening."""
    small_federation(work)
    work.store(game(*PAIRS[0]), arrived=PAIRS[0][1])
    work.done("resolve", "E1", "--defer", "--reason", "who won is disputed")


def listed(work: Workplace, nth: int) -> None:
    work.moment = PUBLISHED[nth]
    work.done("rate")
    work.done("publish")


def again(work: Workplace, arrived: date, number: int = 1400009) -> None:
    """The same game, reported with the other result."""
    work.store(game(number, PAIRS[0][1], MORI, HATA, "0-1"), arrived=arrived)


def test_a_report_that_counts_in_place_of_a_deferred_one_is_on_the_list_that_had_it(work: Workplace) -> None:
    """Also when it is taken up again: the list of November, which came out without the event, stays as it is.
    By hand as `AS_PUBLISHED` and `CORRECTED`."""
    deferred(work)
    listed(work, 0)
    listed(work, 1)
    assert ratings(work) == {"2026-11-01": OPENING, "2026-12-01": AS_PUBLISHED["2026-11-01"]}
    again(work, date(2026, 12, 3))
    work.moment = datetime(2026, 12, 4, 1, tzinfo=UTC)
    work.done("correction", "open", "E1", "--reason", "reported twice")
    work.done("resolve", "E1", "--same-as", "E2", "--reason", "the other one is right")
    work.done("correction", "open", "E2", "--reason", "it counts")
    work.done("correction", "publish", "--reason", "reported twice")
    assert ratings(work, 2) == {"2026-12-01": CORRECTED["2026-11-01"]}
    work.done("correction", "open", "E2", "--reason", "looked at once more")
    assert "Nothing would change" in work.done("correction", "preview").out
    assert work.codes() == []


def test_a_report_that_counts_in_place_of_a_deferred_one_is_on_the_next_list(work: Workplace) -> None:
    deferred(work)
    listed(work, 0)
    again(work, date(2026, 11, 3))
    work.done("resolve", "E1", "--same-as", "E2", "--reason", "the other one is right")
    assert work.codes() == []
    listed(work, 1)
    assert ratings(work) == {"2026-11-01": OPENING, "2026-12-01": CORRECTED["2026-11-01"]}


def test_a_list_that_is_to_come_takes_the_report_that_makes_a_deferred_event_clear(work: Workplace) -> None:
    """It is clear when the list is made; also when it is taken up again."""
    deferred(work)
    again(work, date(2026, 10, 30))
    work.done("resolve", "E1", "--same-as", "E2", "--reason", "the other one is right")
    listed(work, 0)
    listed(work, 1)
    assert ratings(work)["2026-11-01"] == CORRECTED["2026-11-01"]
    work.done("correction", "open", "E2", "--reason", "looked at once more")
    assert "Nothing would change" in work.done("correction", "preview").out


def test_the_first_of_three_reports_fixes_the_list(work: Workplace) -> None:
    """Each is set aside for the next one; what is decided of the first report's day then moves the last."""
    small_federation(work)
    work.store(game(*PAIRS[0]), arrived=PAIRS[0][1])
    again(work, date(2026, 11, 3))
    again(work, date(2026, 11, 4), 1400010)
    work.done("resolve", "E1", "--same-as", "E2", "--reason", "the other one is right")
    work.done("resolve", "E2", "--same-as", "E3", "--reason", "nor that one")
    assert "2026-10-04  2026-11-01  ready" in work.done("events").out
    work.done("resolve", "E1", "--reported", "2026-10-25", "--reason", "the mail came then")
    assert "2026-10-25  2026-12-01  ready" in work.done("events").out


def test_an_event_that_belongs_on_a_closed_list_and_is_left_out_by_decision_leaves_its_own(
    work: Workplace,
) -> None:
    """By hand, without the game of November: Tani 1600 – Ono 1400, D 200 .76: −15.2 and +15.2; Hata 1495 –
    Ono 1415, D 80 .61: −2.2 and +2.2."""
    four_lists(work)
    work.moment = datetime(2027, 2, 5, 1, tzinfo=UTC)
    work.done("correction", "open", "E2", "--reason", "it came in October")
    work.done("resolve", "E2", "--reported", "2026-10-12", "--reason", "it came in October")
    work.done("resolve", "E2", "--exclude", "--reason", "nobody vouches for it")
    work.done("correction", "publish", "--reason", "nobody vouches for it")
    assert ratings(work, 2) == {
        "2026-12-01": {MORI: 1705, HATA: 1495, TANI: 1600, ONO: 1400},
        "2027-01-01": {MORI: 1705, HATA: 1495, TANI: 1585, ONO: 1415},
        "2027-02-01": {MORI: 1705, HATA: 1493, TANI: 1585, ONO: 1417},
    }


def test_an_event_that_belongs_on_no_list_by_now_is_not_taken_off_its_own(work: Workplace) -> None:
    """The list of September 2022 falls under an edition that is not held."""
    of_2022(work)
    work.store(event_of_2022(1190001, date(2022, 9, 7), [(MORI, HATA, "1-0")]), date(2022, 9, 9))
    work.done("rate")
    work.done("publish")
    work.done("correction", "open", "E1", "--reason", "it came in August")
    work.done("resolve", "E1", "--reported", "2022-08-15", "--reason", "it came in August")
    refused = work.run("correction", "preview")
    assert (refused.code, refused.problem()["code"]) == (3, "list-closed")
    assert refused.problem()["found"] == "no list, by the day on which it counts as reported"

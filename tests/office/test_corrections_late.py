"""What arrives while a correction is open or too late, and a correction that is published after a yes."""

from __future__ import annotations

import io
import sys
from datetime import UTC, date, datetime

import pytest

from office.database.engine import look
from office.errors import OfficeError
from office.runs.coming import coming
from tests.earlier_editions import event as event_of_2022
from tests.earlier_editions import of_2019, of_2022
from tests.importer.invented import pairing, player, reading
from tests.office.test_corrections import CORRECTED, PAIRS, four_lists, game, ratings, turned_round
from tests.workplace import HATA, MORI, NAMES, Workplace, small_federation


def test_what_arrives_while_a_correction_is_open_is_in_it(work: Workplace) -> None:
    """The page is corrected after the event was taken up, back and forth; the day of its report stays."""
    four_lists(work, 1)
    work.moment = datetime(2026, 11, 10, 1, tzinfo=UTC)
    work.done("correction", "open", "1400001", "--reason", "the organizer says it was the other way round")
    day = work.rows("SELECT complete_on FROM event")
    stored = work.store(game(*PAIRS[0][:4], None), arrived=date(2026, 11, 11))
    assert (stored.state, stored.changes) == ("taken up", ("round 1, Mori Sora – Hata Rin: 1-0 → pending",))
    assert work.codes() == ["result-pending"]
    assert work.store(game(*PAIRS[0][:4], "0-1"), arrived=date(2026, 11, 12)).state == "taken up"
    assert work.codes() == []
    assert work.rows("SELECT complete_on FROM event") == day
    work.done("correction", "publish", "--reason", "turned round")
    assert ratings(work)["2026-11-01"] == CORRECTED["2026-11-01"]
    assert work.codes() == []


def test_a_correction_given_up_leaves_what_arrived_meanwhile_to_decide(work: Workplace) -> None:
    four_lists(work, 1)
    stored = work.rows("SELECT round, white, black, result FROM pairing")
    work.moment = datetime(2026, 11, 10, 1, tzinfo=UTC)
    work.done("correction", "open", "1400001", "--reason", "look at it")
    work.store(game(*PAIRS[0][:4], "0-1"), arrived=date(2026, 11, 12))
    assert work.rows("SELECT round, white, black, result FROM pairing") != stored
    work.done("correction", "close", "1400001", "--reason", "the organizer was wrong")
    assert work.rows("SELECT round, white, black, result FROM pairing") == stored
    assert work.the("changed-after-publication").blocks
    work.resolve(work.the("changed-after-publication"), "--accept")
    assert work.codes() == []
    assert "changed since" not in work.done("events").out


def test_a_correction_is_shown_with_the_days_left_until_it_is_made(work: Workplace) -> None:
    """Published on 2 November: the last day that is not ninety days later is 30 January."""
    four_lists(work, 2)
    assert "No correction is open" in work.done("correction", "list").out
    assert "Corrections" not in work.done("status").out
    turned_round(work, date(2027, 1, 20))
    work.moment = datetime(2027, 1, 20, 1, tzinfo=UTC)
    left = "its list is open until 30 January 2027, 10 days left"
    state = f"changed since; to decide; {left}"
    assert f"E1 Open 1400001: list of 1 November 2026, {state}" in work.done("status").out
    for words in (("events",), ("events", "E1"), ("correction", "list")):
        assert left in work.done(*words).out
    assert "banzuke correction open E1 --reported" in work.done("problems", "--next").out
    work.moment = datetime(2027, 2, 2, 1, tzinfo=UTC)
    closed = "its list was closed after 30 January 2027; the error was reported in time, on 20 January 2027"
    assert closed in work.done("status").out
    work.done("correction", "open", "E1", "--reported", "2027-01-30", "--reason", "turned round")
    (row,) = work.done("correction", "list").out.splitlines()[1:]
    assert "taken up" in row
    assert "2027-01-30" in row
    assert "taken up; its list was closed after 30 January 2027" in work.done("status").out
    work.done("correction", "publish", "--reason", "turned round")
    assert "No correction is open" in work.done("correction", "list").out
    assert "Corrections" not in work.done("status").out


def test_a_change_that_came_too_late_is_still_to_decide(work: Workplace) -> None:
    four_lists(work, 1)
    turned_round(work, date(2027, 1, 31))
    work.moment = datetime(2027, 1, 31, 1, tzinfo=UTC)
    (line,) = [x for x in work.done("status").out.splitlines() if "changed since" in x and "E1" in x]
    assert line.endswith("its list was closed after 30 January 2027")
    assert work.the("changed-after-publication").blocks


def test_an_event_that_came_after_its_list_is_among_what_waits(work: Workplace) -> None:
    small_federation(work)
    work.done("rate")
    work.done("publish")
    work.store(game(*PAIRS[0]), arrived=PAIRS[0][1])
    said = work.done("correction", "list").out
    assert "came after its list; to decide" in said
    assert "its list is open until 30 January 2027" in said
    work.done("correction", "open", "1400001", "--reason", "the mail had been overlooked")
    assert "taken up" in work.done("correction", "list").out


def test_a_late_event_that_is_taken_up_stays_in_its_correction_while_a_result_is_missing(
    work: Workplace,
) -> None:
    """The day of its report stays, as that of an event of a published list; and who takes back the day on
    which it counts as reported is asked for it."""
    small_federation(work)
    work.done("rate")
    work.done("publish")
    work.store(game(*PAIRS[0]), arrived=PAIRS[0][1])
    work.done("correction", "open", "1400001", "--reason", "the mail had been overlooked")
    work.moment = datetime(2026, 11, 11, 1, tzinfo=UTC)
    work.store(game(*PAIRS[0][:4], None), arrived=date(2026, 11, 11))
    assert "taken up" in work.done("correction", "list").out
    assert "banzuke problems, then banzuke resolve P…" in work.done("status").out.splitlines()[-1]
    assert work.run("correction", "publish", "--reason", "x").problem()["code"] == "open-problems"
    work.store(game(*PAIRS[0][:4], "0-1"), arrived=date(2026, 11, 12))
    work.done("correction", "publish", "--reason", "the mail had been overlooked")
    assert ratings(work)["2026-11-01"] == CORRECTED["2026-11-01"]


def test_what_a_correction_of_a_list_made_under_another_reading_waits_for_is_named_by_its_number(
    work: Workplace,
) -> None:
    """Every list from before R95 is such a one; what is asked is asked under our readings too."""
    small_federation(work)
    work.done("rate", "--interpretation", "R95=not-by-these")
    work.done("publish")
    work.store(game(*PAIRS[0]), arrived=PAIRS[0][1])
    work.done("correction", "open", "1400001", "--reason", "the mail had been overlooked")
    work.moment = datetime(2026, 11, 11, 1, tzinfo=UTC)
    work.store(game(*PAIRS[0][:4], None), arrived=date(2026, 11, 11))
    asked = work.the("result-pending")
    problem = work.run("correction", "preview").problem()
    assert (problem["code"], problem["found"]) == ("open-problems", f"1 open: P{asked.id} result-pending")
    assert "banzuke resolve P…" in problem["do"]


def test_a_late_event_that_is_taken_up_and_has_no_day_of_its_report_any_more_is_asked_for_it(
    work: Workplace,
) -> None:
    small_federation(work)
    work.done("rate")
    work.done("publish")
    work.store(game(*PAIRS[0][:4], None), arrived=PAIRS[0][1])
    work.resolve(work.the("result-pending"), "--accept")
    work.resolve(work.the("report-day-open"), "--reported", PAIRS[0][1])
    work.done("correction", "open", "1400001", "--reason", "the mail had been overlooked")
    work.done("resolve", "--take-back", "2", "--reason", "another day")
    assert "taken up" in work.done("correction", "list").out
    assert "banzuke problems, then banzuke resolve P…" in work.done("status").out.splitlines()[-1]
    assert work.run("correction", "publish", "--reason", "x").problem()["code"] == "open-problems"
    work.resolve("E1", "--exclude")
    assert "banzuke correction close E1" in work.done("correction", "preview").err


def test_a_late_event_that_is_put_into_no_correction_after_all_was_never_published(work: Workplace) -> None:
    small_federation(work)
    work.done("rate")
    work.done("publish")
    work.store(game(*PAIRS[0]), arrived=PAIRS[0][1])
    work.done("correction", "open", "1400001", "--reason", "the mail had been overlooked")
    work.done("resolve", "E1", "--defer", "--reason", "the next list is soon enough")
    told = work.done("correction", "preview").err
    assert "or leave it out of the lists that are out: banzuke correction close E1" in told
    said = work.done("correction", "close", "E1", "--reason", "the next list is soon enough")
    assert said.out == "Decision 1 is taken back: the event is put into no list that is out\n"
    assert said.err == "What was decided about it since stands: banzuke rulings\n"
    assert "E1 Open 1400001: ready" in work.done("status").out


@pytest.mark.parametrize(
    ("published", "last"), [("2022-10-02", "31 December 2022"), ("2022-10-03", "1 January 2023")]
)
def test_the_last_day_of_a_list_of_2022_is_the_ninetieth(work: Workplace, published: str, last: str) -> None:
    of_2022(work)
    record = event_of_2022(1190001, date(2022, 9, 7), [(MORI, HATA, "1-0")])
    work.store(record, date(2022, 9, 9))
    work.done("rate")
    work.moment = datetime.fromisoformat(f"{published}T01:00:00+00:00")
    work.done("publish")
    work.done("correction", "open", "1190001", "--reason", "look at it")
    assert f"its list is open until {last}, 90 days left" in work.done("status").out


def test_a_list_of_2019_is_never_closed_and_the_correction_says_so(work: Workplace) -> None:
    of_2019(work)
    work.store(event_of_2022(1190001, date(2019, 9, 7), [(MORI, HATA, "1-0")]), date(2019, 9, 9))
    work.done("rate")
    work.done("publish")
    work.moment = datetime(2022, 1, 1, tzinfo=UTC)
    work.done("correction", "open", "1190001", "--reason", "look at it")
    assert "taken up; its list is never closed" in work.done("status").out


def test_a_late_event_that_comes_on_the_next_list_after_all_waits_for_no_correction(work: Workplace) -> None:
    four_lists(work, 1)
    work.moment = datetime(2026, 11, 11, 1, tzinfo=UTC)
    work.store(game(1400009, date(2026, 10, 5), MORI, HATA, "1-0"), arrived=date(2026, 10, 6))
    work.done("correction", "open", "1400009", "--reason", "it came late")
    work.done("resolve", "E2", "--defer", "--reason", "the next list after all")
    work.moment = datetime(2026, 12, 1, 1, tzinfo=UTC)
    work.done("rate")
    work.done("publish")
    assert "Next: banzuke rate" in work.done("status").out
    assert work.rows("SELECT kind FROM ruling WHERE taken_back_at IS NULL") == [("defer",)]


NEW = "N90000009"


def first_rated(work: Workplace, *with_points: str) -> None:
    """A first rating on the list of November that its sixth game brought; then points for the next list."""
    new = NEW
    names, held = {**NAMES, new: "Nitta Yu"}, {MORI: 1700, HATA: 1500}
    work.register(*({"ID": i, "Name": names[i]} for i in (*held, new)))
    scores = enumerate(("1", "0", "0.5", "1", "0"), start=1)
    earlier = [(new, "ST", f"2026-05-0{day}", 1500, score, "May Open") for day, score in scores]
    rows = ({"ID": i, "Name": names[i], "ST": r, "ST-G": 100, "ST-Peak": r} for i, r in held.items())
    work.opening(rows, earlier)
    work.store(reading((player(1, names[MORI], MORI), player(2, names[new], new)), [pairing(1, 1, 2, "0-1")]))
    work.done("rate")
    work.done("publish")
    work.moment = datetime(2026, 12, 1, 1, tzinfo=UTC)
    for who in with_points:
        words = ("--points", "5", "--reference", "Board 1", "--reason", "so")
        work.done("rule", "adjustment", who, *words)


@pytest.mark.slow
def test_points_for_the_coming_list_whose_rating_a_correction_took_away_are_to_be_taken_back(
    work: Workplace,
) -> None:
    first_rated(work, NEW, HATA)
    work.done("correction", "open", "E1", "--reason", "not played")
    work.done("resolve", "E1", "--exclude", "--reason", "not played")
    work.done("correction", "publish", "--reason", "not played")
    problem = work.run("rate").problem()
    assert (problem["code"], problem["place"]) == ("adjustment-of-nobody", f"adjustment of {NEW}, standard")
    with look(work.engine()) as session, pytest.raises(OfficeError) as shown:  # as the desk looks at it
        coming(session, work.moment)
    assert [p.remedy for p in shown.value.problems] == [problem["do"]]
    assert "a correction has taken it away" in problem["found"]
    words = problem["do"].partition("banzuke ")[2].replace("…", "no rating to add them to")
    work.done(*words.split(maxsplit=4)[:4], "no rating to add them to")
    work.done("rate")


@pytest.mark.slow
def test_points_on_a_later_list_do_not_keep_a_first_rating_from_being_corrected(work: Workplace) -> None:
    first_rated(work, NEW, HATA)
    new = NEW
    work.done("rate")
    work.done("publish")
    # Five times 1500 and 1700: RA 1533 1/3; 3.5 of 6 is 58 %: +57; 1590, and 5 points more.
    assert ratings(work)["2026-12-01"] == {MORI: 1700, HATA: 1505, new: 1595}
    work.done("correction", "open", "E1", "--reason", "not played")
    work.done("resolve", "E1", "--exclude", "--reason", "not played")
    told = work.done("correction", "publish", "--reason", "not played").out
    assert f"because: {new} Nitta Yu: no standard rating to add the +5 points to" in told
    assert "the adjustments entered" not in told
    assert ratings(work, 2)["2026-12-01"] == {MORI: 1700, HATA: 1505}
    work.done("rebuild", "--no-pages")
    work.moment = datetime(2027, 1, 1, 1, tzinfo=UTC)
    work.done("rate")


class Terminal(io.StringIO):
    """Where an officer types."""

    def isatty(self) -> bool:
        return True


@pytest.mark.slow
def test_a_correction_is_published_after_a_yes_that_saw_the_difference(work: Workplace) -> None:
    four_lists(work)
    turned_round(work)
    work.moment = datetime(2027, 2, 2, 1, tzinfo=UTC)
    work.done("correction", "open", "1400001", "--reported", "2027-01-30", "--reason", "turned round")
    work.asking = True
    words = ("correction", "publish", "--reason", "turned round")
    work.monkeypatch.setattr(sys, "stdin", io.StringIO("yes"))
    assert work.run(*words).problem()["code"] == "publish-unconfirmed"
    before = work.dump("list_version", "ruling")
    work.monkeypatch.setattr(sys, "stdin", Terminal("no\n"))
    said = work.run(*words)
    assert said.code == 1
    assert "can never be changed" in said.out
    assert "1-0 → 0-1" in said.out
    assert work.dump("list_version", "ruling") == before
    work.monkeypatch.setattr(sys, "stdin", Terminal("yes\n"))
    work.done(*words)
    assert ratings(work) == CORRECTED


def test_a_yes_to_one_difference_publishes_no_other_one(work: Workplace) -> None:
    """Another officer decides while the first one reads."""
    four_lists(work)
    turned_round(work)
    work.moment = datetime(2027, 2, 2, 1, tzinfo=UTC)
    work.done("correction", "open", "1400001", "--reported", "2027-01-30", "--reason", "turned round")
    work.asking = True

    class Meanwhile(Terminal):
        def readline(self, _size: int | None = -1, /) -> str:  # type: ignore[override]
            leave_out = ("--round", "1", "--board", "1", "--exclude", "--reason", "never played")
            work.done("resolve", "1400001", *leave_out)
            return "yes\n"

    before = work.rows("SELECT list_date, version, text_sha256 FROM list_version ORDER BY id")
    work.monkeypatch.setattr(sys, "stdin", Meanwhile())
    said = work.run("correction", "publish", "--reason", "turned round")
    assert said.problem()["code"] == "draft-out-of-date"
    assert work.rows("SELECT list_date, version, text_sha256 FROM list_version ORDER BY id") == before


def test_an_event_that_belongs_on_a_closed_list_by_now_is_not_taken_off_its_own(work: Workplace) -> None:
    """The list of November is closed on 5 February: no list would have the games."""
    four_lists(work)
    work.moment = datetime(2027, 2, 5, 1, tzinfo=UTC)
    work.done("correction", "open", "E2", "--reason", "it came in October")
    work.done("resolve", "E2", "--reported", "2026-10-12", "--reason", "it came in October")
    for words in (("correction", "preview"), ("correction", "publish", "--reason", "so")):
        refused = work.run(*words)
        assert (refused.code, refused.problem()["code"]) == (3, "list-closed")
        assert (
            "the list of 2026-11-01, by the day on which it counts as reported" in refused.problem()["found"]
        )
    work.done("correction", "close", "E2", "--reason", "as published")
    assert "Open 1400002" in work.done("events").out
    work.done("rate")

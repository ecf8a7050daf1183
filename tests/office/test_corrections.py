"""Corrections of published lists by 7(3): a chain of four lists worked by hand, and what is refused.

Four members of a hundred games each, K 20: Mori 1700, Hata 1500, Tani 1600, Ono 1400. A game a month; H
column of Table 1: D 200 .76, 105 .64, 203 .76, 80 .61 as published; 200 .76, 85 .62, 202 .76, 100 .64 after
the first result is turned round.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from office.database.engine import transaction
from office.runs.publication_alarms import JUMP
from office.tables import SettingRow
from publication.site.target import Target
from scraper.records import EventRecord
from tests.earlier_editions import event as event_of_2022
from tests.earlier_editions import of_2022
from tests.importer.invented import pairing, player, reading
from tests.workplace import HATA, MORI, NAMES, ONO, TANI, Workplace, once, small_federation

PAIRS = (
    (1400001, date(2026, 10, 4), MORI, HATA, "1-0"),
    (1400002, date(2026, 11, 8), MORI, TANI, "1/2-1/2"),
    (1400003, date(2026, 12, 6), TANI, ONO, "0-1"),
    (1400004, date(2027, 1, 10), HATA, ONO, "1/2-1/2"),
)
LISTS = ("2026-11-01", "2026-12-01", "2027-01-01", "2027-02-01")
PUBLISHED = (
    datetime(2026, 11, 2, 1, tzinfo=UTC),
    datetime(2026, 12, 1, 1, tzinfo=UTC),
    datetime(2027, 1, 1, 1, tzinfo=UTC),
    datetime(2027, 2, 1, 1, tzinfo=UTC),
)
AS_PUBLISHED = {
    "2026-11-01": {MORI: 1705, HATA: 1495, TANI: 1600, ONO: 1400},
    "2026-12-01": {MORI: 1702, HATA: 1495, TANI: 1603, ONO: 1400},
    "2027-01-01": {MORI: 1702, HATA: 1495, TANI: 1588, ONO: 1415},
    "2027-02-01": {MORI: 1702, HATA: 1493, TANI: 1588, ONO: 1417},
}
CORRECTED = {
    "2026-11-01": {MORI: 1685, HATA: 1515, TANI: 1600, ONO: 1400},
    "2026-12-01": {MORI: 1683, HATA: 1515, TANI: 1602, ONO: 1400},
    "2027-01-01": {MORI: 1683, HATA: 1515, TANI: 1587, ONO: 1415},
    "2027-02-01": {MORI: 1683, HATA: 1512, TANI: 1587, ONO: 1418},
}


def game(number: int, day: date, white: str, black: str, result: str | None) -> EventRecord:
    players = (player(1, NAMES[white], white), player(2, NAMES[black], black))
    return reading(players, [pairing(1, 1, 2, result)], number=number, days={1: day}, name=f"Open {number}")


@once
def four_lists(work: Workplace, count: int = 4) -> None:
    small_federation(work)
    for (number, day, white, black, result), moment in zip(PAIRS[:count], PUBLISHED[:count], strict=True):
        work.moment = moment
        work.store(game(number, day, white, black, result), arrived=day)
        work.done("rate")
        work.done("publish")


def turned_round(work: Workplace, on: date = date(2027, 1, 30)) -> None:
    """The first result was the other way; the page says so now."""
    assert work.store(game(*PAIRS[0][:4], "0-1"), arrived=on).state == "held"


def ratings(work: Workplace, version: int | None = None) -> dict[str, dict[str, int]]:
    """The ratings of every list by hand's dates, of the standing versions or of one number."""
    found: dict[str, dict[str, int]] = {}
    for list_date, member, rating in work.rows(
        "SELECT v.list_date, r.federation_id, r.rating FROM list_rating r JOIN list_version v"
        " ON v.id = r.version_id WHERE v.how = 'run' AND v.state = 'published'"
        " AND (v.version = ? OR CAST(? AS INTEGER) IS NULL) ORDER BY v.list_date, v.version",
        version,
        version,
    ):
        found.setdefault(list_date, {})[member] = rating
    return found


def test_four_lists_come_out_as_worked_by_hand(work: Workplace) -> None:
    four_lists(work)
    assert ratings(work) == AS_PUBLISHED


def test_an_error_in_the_first_open_list_corrects_every_later_one(work: Workplace) -> None:
    four_lists(work)
    turned_round(work)
    work.moment = datetime(2027, 2, 2, 1, tzinfo=UTC)
    words = ("--reported", "2027-01-30", "--reason", "the organizer turned it round")
    work.done("correction", "open", "1400001", *words)
    before = work.dump("problem", "ruling")
    said = work.done("correction", "preview")
    assert work.dump("problem", "ruling") == before
    assert "round 1, Mori Sora – Hata Rin: 1-0 → 0-1" in said.out
    work.done("jobs", "change", "site", "--with", "--upload=web@www.example:ratings '/srv/our ratings'")
    said = work.done("correction", "publish", "--reason", "a result turned round")
    assert said.err.endswith(" banzuke site --upload=web@www.example:ratings '/srv/our ratings'\n")
    assert ratings(work) == CORRECTED
    assert ratings(work, 1) == AS_PUBLISHED  # the old versions stay readable
    assert ratings(work, 2) == CORRECTED
    row = next(x for x in said.out.splitlines() if HATA in x)
    assert row.split()[-5:] == ["1495", "1515", "+20", "101", "101"]
    assert "it starts from the corrected list of 1 January 2027" in said.out
    explained = work.done("explain", MORI, "--list", "2026-12-01").out
    assert "version 2" in explained
    assert "1685" in explained


def test_what_is_shown_for_information_is_no_question_about_an_event_taken_up(work: Workplace) -> None:
    small_federation(work)
    work.moment = PUBLISHED[0]
    work.store(replace(game(*PAIRS[0]), organizer=None), arrived=PAIRS[0][1])
    assert work.codes() == ["organizer-missing"]
    work.done("rate")
    work.done("publish")
    said = work.done("correction", "open", "1400001", "--reason", "who was it?")
    assert "about it" not in said.err and "then: banzuke correction preview" in said.err


def test_a_birth_date_that_alone_is_other_in_the_source_is_told_and_not_spelled_out(work: Workplace) -> None:
    four_lists(work, 1)
    as_it_was = game(*PAIRS[0])
    mori, hata = as_it_was.players
    stated = replace(as_it_was, players=(replace(mori, born="2012-03-04"), hata))
    assert work.store(stated, arrived=date(2026, 11, 3)).state == "held"
    birth = "player Mori Sora: birth date is other than before"
    assert work.the("changed-after-publication").found == birth
    (one,) = as_it_was.pairings
    work.store(replace(stated, pairings=(replace(one, board=7),)), arrived=date(2026, 11, 3))
    others = "boards, order or problems of the pages are other than before"
    assert work.the("changed-after-publication").found == f"{birth}; {others}"


def test_each_new_version_stands_on_the_new_version_before_it(work: Workplace) -> None:
    four_lists(work)
    turned_round(work)
    work.moment = datetime(2027, 2, 2, 1, tzinfo=UTC)
    work.done("correction", "open", "1400001", "--reported", "2027-01-30", "--reason", "turned round")
    said = work.done("correction", "publish", "--reason", "a result turned round")
    assert said.err.endswith(" banzuke site FOLDER\n"), "it is given none yet"
    chain = work.rows(
        "SELECT v.list_date, p.list_date, p.version FROM list_version v JOIN list_version p"
        " ON p.id = v.previous_id WHERE v.version = 2 ORDER BY v.list_date"
    )
    assert chain == [
        ("2026-11-01", "2026-10-01", 1),
        ("2026-12-01", "2026-11-01", 2),
        ("2027-01-01", "2026-12-01", 2),
        ("2027-02-01", "2027-01-01", 2),
    ]
    decided = work.rows("SELECT reason, who FROM ruling WHERE kind = 'corrected'")
    assert decided == [("a result turned round", "Invented Officer")] * 4


def test_the_next_list_is_reckoned_from_the_corrected_one(work: Workplace) -> None:
    four_lists(work, 1)
    turned_round(work, date(2026, 11, 10))
    work.moment = datetime(2026, 11, 10, 1, tzinfo=UTC)
    work.done("correction", "open", "1400001", "--reason", "turned round")
    work.done("correction", "publish", "--reason", "turned round")
    number, day, white, black, result = PAIRS[1]
    work.store(game(number, day, white, black, result), arrived=day)
    work.moment = PUBLISHED[1]
    work.done("rate")
    work.done("publish")
    assert ratings(work)["2026-12-01"] == CORRECTED["2026-12-01"]


def test_nobody_can_have_pointed_an_error_out_before_the_period_of_the_list_was_over(work: Workplace) -> None:
    four_lists(work, 1)
    words = ("correction", "open", "E1", "--reason", "x", "--reported")
    found = work.run(*words, "2026-10-20").problem()
    assert (found["code"], found["found"]) == ("not-a-day", "2026-10-20")
    work.done(*words, "2026-10-21")  # a list can be out before its date


def test_nobody_has_pointed_an_error_out_on_a_day_that_is_still_to_come(work: Workplace) -> None:
    four_lists(work, 1)
    work.moment = datetime(2026, 11, 4, 16, tzinfo=UTC)  # the 5th in Japan
    words = ("correction", "open", "E1", "--reason", "x", "--reported")
    found = work.run(*words, "2026-11-06").problem()
    assert (found["code"], found["expected"]) == ("day-to-come", "a day not after 2026-11-05")
    work.done(*words, "2026-11-05")


def test_who_takes_up_what_is_taken_up_already_reads_in_words_what_was_decided(work: Workplace) -> None:
    four_lists(work, 1)
    words = ("correction", "open", "E1", "--reason", "turned round")
    work.done(*words)
    refused = work.run(*words).problem()
    decided = "a correction of the list of 2026-11-01, error reported on 2026-11-02, taken up, by Invented"
    assert refused["code"] == "answered-meanwhile"
    assert refused["found"].startswith(decided)


def test_a_list_is_closed_to_an_error_reported_ninety_days_after_it(work: Workplace) -> None:
    four_lists(work)
    turned_round(work)
    work.moment = datetime(2027, 2, 2, 1, tzinfo=UTC)
    said = work.run("correction", "open", "1400001", "--reported", "2027-01-31", "--reason", "too late")
    assert said.problem()["code"] == "list-closed"
    assert "banzuke rule adjustment" in said.problem()["do"]
    assert "Nothing" in work.done("correction", "preview").out
    assert ratings(work) == AS_PUBLISHED


@pytest.mark.parametrize(("reported", "stays_open"), [("2022-12-31", True), ("2023-01-01", False)])
def test_a_list_of_2022_is_open_to_an_error_reported_on_the_ninetieth_day(
    work: Workplace, reported: str, stays_open: bool
) -> None:
    """2022 3(7): published on 2 October, exactly ninety days before 31 December."""
    of_2022(work)
    work.store(event_of_2022(1190001, date(2022, 9, 7), [(MORI, HATA, "1-0")]), date(2022, 9, 9))
    work.done("rate")
    work.done("publish")
    work.moment = datetime(2023, 1, 2, 1, tzinfo=UTC)
    words = ("--type", "standard", "--points=7", "--reference", "round 1", "--closed-list", "2022-10-01")
    told = ("--error-reported", reported, "--reason", "so")
    adjusted = work.run("rule", "adjustment", HATA, *words, *told)
    opened = work.run("correction", "open", "1190001", "--reported", reported, "--reason", "turned round")
    assert (opened.code, adjusted.code) == ((0, 1) if stays_open else (1, 0))
    refused = adjusted if stays_open else opened
    assert refused.problem()["code"] == ("list-open" if stays_open else "list-closed")
    when = f"an error of {reported} finds closed" if stays_open else f"reported on {reported}"
    assert refused.problem()["expected"].endswith(f"{when} (3(7))")


def test_a_correction_opens_its_list_for_no_further_ninety_days(work: Workplace) -> None:
    """What decides is the first version of November, published on the 2nd."""
    four_lists(work)
    turned_round(work)
    work.done("correction", "open", "1400001", "--reported", "2027-01-30", "--reason", "turned round")
    work.done("correction", "publish", "--reason", "turned round")
    words = ("--points=7", "--reference", "round 1", "--closed-list", "2026-11-01", "--reason", "so")
    work.done("rule", "adjustment", HATA, *words, "--error-reported", "2027-01-31")


def test_an_open_list_after_a_closed_one_is_corrected_alone(work: Workplace) -> None:
    """Tani–Ono of December turned round on 2 February: the lists of January and February move. By hand: Tani
    1603 beats Ono 1400, D 203 .76: +4.8, 1608; Ono −4.8, 1395. Hata 1495 – Ono 1395, D 100 .64: Hata −2.8,
    1492; Ono +2.8, 1398."""
    four_lists(work)
    work.moment = datetime(2027, 2, 2, 1, tzinfo=UTC)
    assert work.store(game(*PAIRS[2][:4], "1-0"), arrived=date(2027, 2, 2)).state == "held"
    work.done("correction", "open", "1400003", "--reason", "turned round")
    work.done("correction", "publish", "--reason", "turned round")
    assert ratings(work) == AS_PUBLISHED | {
        "2027-01-01": {MORI: 1702, HATA: 1495, TANI: 1608, ONO: 1395},
        "2027-02-01": {MORI: 1702, HATA: 1492, TANI: 1608, ONO: 1398},
    }
    assert set(ratings(work, 2)) == {"2027-01-01", "2027-02-01"}


def test_a_withdrawn_event_leaves_its_list(work: Workplace) -> None:
    four_lists(work, 1)
    work.moment = datetime(2026, 11, 10, 1, tzinfo=UTC)
    refused = work.run("resolve", "1400001", "--exclude", "--reason", "it was a friendly game")
    assert refused.problem()["code"] == "event-published"
    work.done("correction", "open", "1400001", "--reason", "the organizer withdraws it")
    work.done("resolve", "1400001", "--exclude", "--reason", "it was a friendly game")
    for told in (work.done("rulings").out, work.done("events", "1400001").out):
        assert "1 November 2026; reported 10 November 2026" in told
        assert "{" not in told
    said = work.done("correction", "publish", "--reason", "withdrawn")
    assert "left out because: none → it was a friendly game" in said.out
    assert ratings(work)["2026-11-01"] == {MORI: 1700, HATA: 1500, TANI: 1600, ONO: 1400}


def test_an_event_that_came_after_its_list_and_is_left_out_stands_in_no_status_any_more(
    work: Workplace,
) -> None:
    small_federation(work)
    work.done("rate")
    work.done("publish")
    work.store(game(*PAIRS[0]), arrived=PAIRS[0][1])
    assert "Open 1400001" in work.done("status").out
    work.done("resolve", "1400001", "--exclude", "--reason", "a friendly game")
    assert "Open 1400001" not in work.done("status").out
    assert "left out by decision" in work.done("events").out


def test_an_event_that_came_after_its_list_is_put_into_a_correction(work: Workplace) -> None:
    small_federation(work)
    work.done("rate")
    work.done("publish")
    work.store(game(*PAIRS[0]), arrived=PAIRS[0][1])
    assert work.the("list-already-published")
    assert work.done("status").out.endswith("Next: banzuke problems, then banzuke resolve P…\n")
    work.done("correction", "open", "1400001", "--reason", "the mail had been overlooked")
    assert "list-already-published" not in work.codes()
    said = work.done("correction", "publish", "--reason", "the mail had been overlooked")
    assert "Open 1400001 (chess-results:1400001) is added" in said.out
    assert ratings(work)["2026-11-01"] == AS_PUBLISHED["2026-11-01"]
    assert work.run("resolve", "1400001", "--exclude", "--reason", "x").problem()["code"] == "event-published"


def test_a_membership_that_becomes_known_later_is_a_correction(work: Workplace) -> None:
    small_federation(work, hata={"Memberships": "2025-04-01/2026-03-31"})
    work.store(game(*PAIRS[0]), arrived=PAIRS[0][1])
    assert work.problems() == []
    work.done("rate")
    work.done("publish")
    assert ratings(work)["2026-11-01"][MORI] == 1700
    work.register(
        {"ID": HATA, "Name": NAMES[HATA], "Memberships": "2025-04-01/2026-03-31; 2026-04-01/2027-03-31"}
    )
    listed = work.done("correction", "list")
    assert "nothing waits" in listed.out and listed.err.endswith("banzuke correction preview\n")
    said = work.done("correction", "preview")
    assert f"{HATA} Hata Rin, membership" in said.out
    work.done("correction", "publish", "--reason", "the fee had been paid in April")
    assert ratings(work)["2026-11-01"] == AS_PUBLISHED["2026-11-01"]


def test_the_site_shows_both_versions_and_what_is_other(work: Workplace) -> None:
    four_lists(work, 1)
    site = work.folder.parent / "public"
    work.done("site", site)
    turned_round(work, date(2026, 11, 10))
    work.moment = datetime(2026, 11, 10, 1, tzinfo=UTC)
    work.done("correction", "open", "1400001", "--reason", "turned round")
    work.done("correction", "publish", "--reason", "turned round")
    work.done("site", site)
    overview = (site / "en/lists/2026-11-01/index.html").read_text("utf-8")
    assert "What changed since version 1" in overview
    assert "replaced by version 2" in (site / "en/lists/2026-11-01/v1-standard.html").read_text("utf-8")
    standing, replaced = (
        (site / f"en/members/{MORI}.html").read_text("utf-8").split("Version 1: replaced by version 2")
    )
    assert "1685" in standing and "1705" not in standing
    assert "1705" in replaced and "1685" not in replaced
    deleted = Target(site).deleted_list.read_text().splitlines()
    assert deleted == []


def test_an_alarm_of_a_corrected_list_waits_for_the_officers_word(work: Workplace) -> None:
    four_lists(work, 1)
    turned_round(work, date(2026, 11, 10))
    work.moment = datetime(2026, 11, 10, 1, tzinfo=UTC)
    with transaction(work.engine()) as session:
        session.add(SettingRow(name=JUMP, value="10"))  # both move by 15
    work.done("correction", "open", "1400001", "--reason", "turned round")
    with work.monkeypatch.context() as few:
        few.setattr("cli.out.MOST_OF_A_KIND", 1)  # each alarm has to be answered by its name
        seen = work.done("correction", "preview")
    assert [p["code"] for p in seen.problems()] == ["rating-jump", "rating-jump"]
    assert "2 alarms to look at" in seen.err
    said = work.run("correction", "publish", "--reason", "turned round")
    assert said.code == 3
    assert len(said.problems()) == 2
    assert ratings(work) == {"2026-11-01": AS_PUBLISHED["2026-11-01"]}
    names = [f"rating-jump:{member}" for member in (MORI, HATA)]
    words = [word for name in names for word in ("--accept-alarm", name)]
    work.done("correction", "publish", "--reason", "turned round", *words)
    assert ratings(work)["2026-11-01"] == CORRECTED["2026-11-01"]
    assert len(work.rows("SELECT report FROM publication WHERE version_id = 3")) == 1


def test_an_alarm_of_one_name_on_several_corrected_lists_is_answered_on_each(work: Workplace) -> None:
    four_lists(work, 2)
    turned_round(work, date(2026, 12, 1))
    work.moment = datetime(2026, 12, 2, 1, tzinfo=UTC)
    with transaction(work.engine()) as session:
        session.add(SettingRow(name=JUMP, value="1"))  # Mori moves by 15, then by 2
    work.done("correction", "open", "1400001", "--reason", "turned round")
    found = work.done("correction", "preview").problems()
    mori = [p for p in found if MORI in p["do"]]
    assert {p["code"] for p in found} == {"rating-jump"} and len(mori) == 2
    others = {name for p in found for name in re.findall(r"rating-jump:\S+", p["do"])}
    words = [word for name in sorted(others) for word in ("--accept-alarm", name)]
    assert work.run("correction", "publish", "--reason", "x", "--accept-alarm", "rating-jump").code == 1
    work.done("correction", "publish", "--reason", "turned round", *words)
    lists = "SELECT subject FROM ruling WHERE kind = 'accept-alarm' AND subject LIKE ? ORDER BY id"
    told = [json.loads(subject)["list"] for (subject,) in work.rows(lists, f"%{MORI}%")]
    assert told == ["2026-11-01", "2026-12-01"]


def test_an_event_taken_up_again_of_which_no_figure_is_other_leaves_its_list_as_it_stands(
    work: Workplace,
) -> None:
    """Only the name of the first event is other on its page; the correction is that of the second."""
    four_lists(work, 2)
    work.moment = datetime(2026, 12, 2, 1, tzinfo=UTC)
    work.store(replace(game(*PAIRS[0]), name="Open Renamed"), arrived=date(2026, 12, 1))
    work.store(game(*PAIRS[1][:4], "1-0"), arrived=date(2026, 12, 1))
    for number in ("1400001", "1400002"):
        work.done("correction", "open", number, "--reason", "looked at again")
    said = work.done("correction", "publish", "--reason", "the second result")
    assert "List of 1 December 2026: version 2 in place of version 1" in said.out
    assert "List of 1 November 2026" not in said.out
    # By hand: Mori 1705, Tani 1600, D 105, .64: a win is worth +7.2 / -7.2.
    assert ratings(work)["2026-12-01"] == {MORI: 1712, HATA: 1495, TANI: 1593, ONO: 1400}
    assert ratings(work)["2026-11-01"] == AS_PUBLISHED["2026-11-01"]
    assert len(work.rows("SELECT id FROM list_version WHERE list_date = '2026-11-01'")) == 1
    assert "the same byte for byte" in work.done("rebuild", "--no-pages").out
    assert "Nothing" in work.done("correction", "preview").out
    site = work.folder.parent / "public"
    work.done("site", site)
    page = (site / "en/events/chess-results-1400001.html").read_text("utf-8")
    assert "Open 1400001" in page  # as it was published
    assert "Renamed" not in page


def test_who_was_taken_for_a_member_and_is_none_is_told_so(work: Workplace) -> None:
    small_federation(work)
    work.store(game(1400001, date(2026, 10, 4), MORI, HATA, "1-0"))
    work.done("rate")
    work.done("publish")
    work.done("correction", "open", "E1", "--reason", "another Hata")
    work.done("resolve", "E1", "--player", "2", "--no-member", "--reason", "another Hata")
    told = work.done("correction", "preview").out
    assert f"Hata Rin is nobody on the register, not {HATA}\n" in told and "#" not in told

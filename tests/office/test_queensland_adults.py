"""Adults, ACF lists and opening lists in an office under the Queensland text."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from tests.office.test_queensland import (
    ADULT,
    ANNA,
    BEN,
    CARL,
    DORA,
    NAMES,
    RATINGS,
    event,
    juniors,
    rated,
    row,
)
from tests.queensland import acf, opening, register
from tests.workplace import Workplace


def test_who_is_on_no_register_is_an_opponent_and_gets_no_row(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    work.store(event((ANNA, "Guest Gus", "0-1"), (BEN, ANNA, "1-0")))
    work.resolve(work.the("member-unknown"), "--no-member")
    work.resolve(work.the("event-class-missing"), "--class", "club")
    report = work.done("rate").out
    assert "Guest Gus: 1 game, performed" in report
    assert "2 of 2 games rated" in report
    assert work.rows("SELECT count(*) FROM event_line WHERE federation_id IS NULL") == [(1,)]
    assert {i for (i,) in work.rows("SELECT federation_id FROM list_rating WHERE version_id = 2")} == {
        *RATINGS
    }
    work.done("publish")
    assert "Guest Gus  estimated" in work.done("explain", ANNA).out


def test_an_adult_stands_at_the_newest_acf_list_before_the_event(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    for day, rating in (("2026-04-01", 1500), ("2026-08-01", 1600), ("2026-09-27", 1700)):
        said = acf(work, day, {"ID": ADULT, "Name": NAMES[ADULT], "ACF": rating})
        assert "1 new" in said.out
    assert "1 unchanged" in acf(work, "2026-08-01", {"ID": ADULT, "Name": NAMES[ADULT], "ACF": 1600}).out
    rated(work, event((ANNA, ADULT, "1/2-1/2"), (BEN, ANNA, "1-0")))
    assert work.rows("SELECT standing, rating FROM event_line WHERE player = ?", ADULT) == [("adult", 1600)]
    assert work.rows("SELECT count(*) FROM list_rating WHERE federation_id = ?", ADULT) == [(0,)]
    told = work.done("explain", ADULT).out
    assert "An adult has no QJ rating: for opponents the ACF rating counts (3)." in told
    assert "Where no ACF list" not in told
    assert "Checked" in told


def test_an_adult_of_a_later_acf_list_is_estimated_and_said_to_be(queensland: Workplace) -> None:
    """Half of one game against 1000 from a start at 1000: 1000, and no QJ rating all the same."""
    work = queensland
    juniors(work)
    acf(work, "2026-10-27", {"ID": ADULT, "Name": NAMES[ADULT], "ACF": 1700})
    rated(work, event((ANNA, ADULT, "1/2-1/2")))
    assert work.rows("SELECT standing, rating FROM event_line WHERE player = ?", ADULT) == [("adult", 1000)]
    assert work.rows("SELECT count(*) FROM list_rating WHERE federation_id = ?", ADULT) == [(0,)]
    assert "Where no ACF list before the event has one, the estimate" in work.done("explain", ADULT).out
    theirs = work.done("explain", ANNA).out
    assert "ACF" not in theirs
    assert "adult" in theirs


def test_r17_an_acf_rating_corrected_after_the_period_is_as_it_was_known_in_it(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    for moment, rating in (
        (datetime(2026, 10, 1, tzinfo=UTC), 1600),
        (datetime(2026, 11, 2, tzinfo=UTC), 1650),
    ):
        work.moment = moment
        acf(work, "2026-08-01", {"ID": ADULT, "Name": NAMES[ADULT], "ACF": rating})
    work.store(event((ANNA, ADULT, "1/2-1/2"), (BEN, ANNA, "1-0")), date(2026, 10, 5))
    work.resolve(work.the("event-class-missing"), "--class", "club")
    for words, stands in (((), 1650), (("--interpretation", "R17=known-at-period-end"), 1600)):
        work.done("rate", *words)
        found = work.rows("SELECT standing, rating FROM event_line WHERE player = ?", ADULT)
        assert found == [("adult", stands)]


def test_an_acf_list_that_is_still_to_come_is_refused(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    file = work.file(f"ID,Name,ACF\n{ADULT},{NAMES[ADULT]},1500\n", "acf.csv")
    assert work.run("members", "acf", file, "--list", "2027-08-01").problem()["code"] == "day-to-come"
    assert work.rows("SELECT * FROM acf_rating") == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Q000099,Nobody Ned,1500", "an ID on the register"),
        ("Q000001,Able Ann,1500", "“Able Anna”, as on the register"),
        ("Q000001,Able Anna,", "the rating on the ACF list"),
        ("N90000001,Able Anna,1500", "Q and six digits"),
    ],
)
def test_an_acf_list_that_fits_not_is_refused_whole(queensland: Workplace, line: str, expected: str) -> None:
    juniors(queensland)
    file = queensland.file(f"ID,Name,ACF\nQ000002,Baker Ben,1400\n{line}\n", "acf.csv")
    said = queensland.run("members", "acf", file, "--list", "2026-09-01")
    assert said.code == 1
    assert expected in [p["expected"] for p in said.problems()]
    assert queensland.rows("SELECT count(*) FROM acf_rating") == [(0,)]


def test_an_acf_list_names_all_that_is_wrong_in_one_run(queensland: Workplace) -> None:
    juniors(queensland)
    file = queensland.file("ID,Name,ACF\nQ000099,Nobody Ned,1500\nx,,99999\n", "acf.csv")
    said = queensland.run("members", "acf", file, "--list", "2026-09-01")
    places = ["2, column ID", "3, column ACF", "3, column ID", "3, column Name"]
    assert sorted(p["place"] for p in said.problems()) == [f"acf.csv, line {place}" for place in places]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Q000099,Nobody Ned,900,,", "an ID on the register"),
        ("Q000001,Able Ann,900,,", "“Able Anna”, as on the register"),
        ("Q000001,Able Anna,900,p,", "P for a provisional rating, or nothing"),
        ("Q000001,Able Anna,,,", "the rating"),
        ("Q000001,Able Anna,--9,,", "a rating"),
        ("Q000001,Able Anna,900,,1.8.2026", "a day, YYYY-MM-DD"),
        ("Q000001,Able Anna,900,,2026-09-01", "a day before the list of 2026-09-01"),
    ],
)
def test_an_opening_list_that_fits_not_is_refused_whole(
    queensland: Workplace, line: str, expected: str
) -> None:
    register(queensland, *({"ID": i, "Name": n} for i, n in NAMES.items()))
    file = queensland.file(f"ID,Name,QJ,P,Last-Game\n{line}\n", "list.csv")
    said = queensland.run("opening", "import", file, "--list", "2026-09-01")
    assert (said.code, said.problem()["expected"]) == (1, expected)
    assert queensland.rows("SELECT count(*) FROM list_version") == [(0,)]


def test_an_opening_list_has_a_date_of_the_text(queensland: Workplace) -> None:
    register(queensland, *({"ID": i, "Name": n} for i, n in NAMES.items()))
    file = queensland.file("ID,Name,QJ\nQ000001,Able Anna,900\n", "list.csv")
    said = queensland.run("opening", "import", file, "--list", "2026-10-01")
    assert (said.code, said.problem()["code"]) == (1, "list-date")


def test_there_is_no_lowest_rating(queensland: Workplace) -> None:
    """Below 500 a rating is kept and used, and not listed (QJ 2); the figures were worked out apart."""
    work = queensland
    register(work, *({"ID": i, "Name": n} for i, n in NAMES.items()))
    held = [(ANNA, 505, ""), (BEN, -3, ""), (DORA, -1, "P"), (CARL, 0, "")]
    before = {"ID": DORA, "Event": "Cup", "Class": "club", "Performance": -1, "Games": 2}
    last = {"Last-Game": "2026-08-01"}
    opening(work, [{"ID": i, "Name": NAMES[i], "QJ": r, "P": p, **last} for i, r, p in held], [before])
    rated(work, event((DORA, ANNA, "1/2-1/2"), (BEN, DORA, "1-0"), (ANNA, BEN, "0-1")))
    expected = {
        ANNA: (505, -1280, 492, 0, 0),
        BEN: (-3, 1680, 14, 0, 0),
        DORA: (-1, None, 27, 1, 0),
        CARL: (0, 0, 0, 0, 0),
    }
    assert {who: row(work, who, "2026-11-01") for who in expected} == expected
    assert "-1" in work.done("explain", DORA).out
    work.moment = datetime(2027, 1, 2, tzinfo=UTC)
    rated(
        work, event((CARL, DORA, "1-0"), number=1400002, day=date(2026, 11, 15)), arrived=date(2026, 11, 20)
    )
    assert row(work, CARL, "2027-01-01")[0] == 0
    work.done("rebuild", "--no-pages")


def test_a_child_without_a_rating_on_an_acf_list_is_named(queensland: Workplace) -> None:
    """Whoever has an ACF rating and no QJ rating is taken for an adult, who never gets one (QJ 3)."""
    work = queensland
    born = {ANNA: "2014-01-02", BEN: "2014-01-02", CARL: "2006-01-01", DORA: "2006-01-02", ADULT: ""}
    register(work, *({"ID": i, "Name": NAMES[i], "Birth": day} for i, day in born.items()))
    opening(work, [{"ID": ANNA, "Name": NAMES[ANNA], "QJ": 1000, "Last-Game": "2026-08-01"}])
    rows = [{"ID": i, "Name": NAMES[i], "ACF": 1500} for i in NAMES]
    said = acf(work, "2026-08-01", *rows).out.splitlines()
    assert said[1:] == [
        "2 players under 20 who have no rating here count as adults by it, and get none (QJ 3):",
        f"  {BEN} {NAMES[BEN]}",
        f"  {DORA} {NAMES[DORA]}",
    ]
    assert acf(work, "2026-08-01", rows[0], rows[4]).out.count("\n") == 1

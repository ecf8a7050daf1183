"""What the officer sees before a list is published, the alarms he answers for, and what is kept of it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from importer.rulings import Made
from office.database.engine import look, transaction
from office.runs.publication import Moved, publication
from office.runs.publication_store import _histogram
from office.runs.publish import note_looked, preview_list
from office.tables import ListVersionRow
from tests.importer.invented import pairing
from tests.office.test_desk import EVENT, PLAYERS
from tests.office.test_queensland import ANNA, BEN, DORA
from tests.office.test_queensland import NAMES as JUNIORS
from tests.office.test_queensland import event as junior_event
from tests.queensland import opening as junior_opening
from tests.queensland import register as junior_register
from tests.workplace import HATA, LATE, MORI, NAMES, ONO, RATINGS, TANI, Workplace, once, small_federation

REPORT = """\
  Changes in points of those who played or were adjusted:
    -100 and less      0
       -99 to -50      0
       -49 to -25      0
       -24 to -10      1  ########################################
         -9 to -1      1  ########################################
                0      0
         +1 to +9      1  ########################################
       +10 to +24      1  ########################################
       +25 to +49      0
       +50 to +99      0
    +100 and more      0
  Biggest gains:
         before  now            ID         name
    +12  1400    1412  2 games  N90000004  Ono Aki
    +8   1700    1708  2 games  N90000001  Mori Sora
  Biggest losses:
         before  now            ID         name
    -18  1600    1582  2 games  N90000003  Tani Ken
    -2   1500    1498  2 games  N90000002  Hata Rin
"""
"""Changes by hand as in test_lists.py."""


@once
def drafted(work: Workplace, **events: object) -> None:
    small_federation(work)
    work.store(replace(EVENT, **events))  # type: ignore[arg-type]
    work.done("rate")


def state(work: Workplace) -> str:
    ((found,),) = work.rows("SELECT state FROM list_version WHERE id = (SELECT max(id) FROM list_version)")
    return str(found)


def kept(work: Workplace) -> list[tuple[object, ...]]:
    return work.rows("SELECT version_id, seen_sha256 IS NOT NULL, seen_by, report FROM publication")


def alarmed(work: Workplace) -> Workplace:
    """Two games of each of four count as too many, and eleven points as a jump."""
    drafted(work)
    work.done("preview", "--alarm-jump", "11", "--alarm-games", "60")
    return work


def test_the_report_names_who_is_new_changed_unchanged_inactive_and_left(work: Workplace) -> None:
    """Four changed as worked by hand, the fifth is idle: his last game lies more than a year back."""
    people = {**NAMES, "N90000006": "Idle Ida", "N90000007": "Gone Gen"}
    work.register(*({"ID": i, "Name": n} for i, n in people.items()))
    work.opening(
        {"ID": i, "Name": people[i], "ST": r, "ST-G": 100, "ST-Peak": 1750, "Last-Game": "2025-10-15"}
        for i, r in {**RATINGS, "N90000006": 1300}.items()
    )
    work.store(EVENT)
    work.done("rate")
    text = work.done("preview").out
    report = text[text.index("List of 1 November 2026, version 1, against") :]
    assert "Standard: 5 on the list: 0 new, 4 changed, 1 unchanged; 0 left it\n" in report
    assert "Inactive: 1 since that list, 0 for longer\n  N90000006 Idle Ida\n" in report
    assert report.endswith("Alarms: none\n")
    assert REPORT in report
    assert "Gone Gen" not in report  # never had a rating


def test_who_gets_a_first_rating_is_new(work: Workplace) -> None:
    work.register(*({"ID": i, "Name": n} for i, n in NAMES.items()))
    work.opening(
        [{"ID": i, "Name": NAMES[i], "ST": r, "ST-G": 100, "ST-Peak": 1750} for i, r in RATINGS.items()],
        [(LATE, "ST", f"2026-05-0{n}", 1500, "1" if n % 2 else "0", "May Open") for n in range(1, 8)],
    )
    players = (*PLAYERS, replace(PLAYERS[0], number=5, name=NAMES[LATE], national_id=LATE))
    work.store(replace(EVENT, players=players, pairings=(*EVENT.pairings, pairing(2, 5, 3, "1-0", 3))))
    work.done("rate")
    ((rating,),) = work.rows(
        "SELECT rating FROM list_rating WHERE federation_id = ? AND version_id = 2", LATE
    )
    report = work.done("preview").out
    assert "Standard: 5 on the list: 1 new, " in report
    assert f"  new: {LATE} Abe Late, {rating}\n" in report


def test_every_change_falls_into_one_bar_of_the_histogram() -> None:
    changes = [-250, -100, -99, -50, -49, -25, -24, -10, -9, -1, 0, 1, 9, 10, 24, 25, 49, 50, 99, 100, 250]
    counts = {line.rsplit("  ", 2)[0].strip(): line for line in _histogram(changes)}
    found = {name: int(line.split("#")[0].split()[-1]) for name, line in counts.items()}
    assert list(found.values()) == [2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2]
    bars = {-100: "-100 and less", -99: "-99 to -50", -1: "-9 to -1", 0: "0", 99: "+50 to +99"}
    for change, bar in bars.items():
        (line,) = [x for x in _histogram([change]) if x.endswith("#")]
        assert line.strip().startswith(bar)


# From draft to previewed to published.


def test_a_list_goes_from_draft_to_previewed_to_published_and_keeps_its_report(work: Workplace) -> None:
    drafted(work)
    assert state(work) == "draft" and kept(work) == []
    text = work.done("preview").out
    assert state(work) == "previewed"
    ((version, seen, who, report),) = kept(work)
    assert (version, seen, who) == (2, 1, "Invented Officer")
    assert str(report) in text
    said = work.done("publish").out
    assert state(work) == "published"
    assert "Biggest gains" not in said  # it was looked at before
    assert kept(work) == [(2, 1, "Invented Officer", report)]
    assert str(report).rstrip() in work.done("preview", "--list", "2026-11-01").out


def test_who_publishes_without_looking_is_shown_the_report_then(work: Workplace) -> None:
    drafted(work)
    said = work.done("publish").out
    assert "Biggest gains" in said and "Alarms: none" in said
    ((_, seen, _, report),) = kept(work)
    assert not seen and str(report).rstrip() in said


def test_the_report_of_a_published_list_does_not_change(work: Workplace) -> None:
    drafted(work)
    work.done("publish")
    for statement in (
        "UPDATE publication SET report = ''",
        "DELETE FROM publication",
        "INSERT INTO publication (version_id, report) VALUES (1, '')",
    ):
        connection = sqlite3.connect(work.database)
        with pytest.raises(sqlite3.IntegrityError, match="a published list does not change"):
            connection.execute(statement)
        connection.close()


def test_looking_twice_or_rating_again_to_the_same_figures_leaves_it_previewed(work: Workplace) -> None:
    drafted(work)
    first = work.done("preview").out
    assert work.done("preview").out == first
    work.done("rate")
    assert state(work) == "previewed"
    assert "Biggest" not in work.done("publish").out


def test_a_draft_made_anew_with_other_figures_has_to_be_looked_at_again(work: Workplace) -> None:
    drafted(work)
    work.done("preview")
    work.resolve("E1", "--exclude", "--round", "2", "--board", "2")
    work.done("rate")
    assert state(work) == "draft"
    before = work.dump()
    said = work.run("publish")
    assert (said.code, said.problem()["code"]) == (3, "draft-not-seen")
    assert work.dump() == before
    work.done("preview")
    work.done("publish")


def test_who_looked_while_the_draft_was_made_anew_has_not_looked_at_this_one(work: Workplace) -> None:
    drafted(work)
    made = Made("", "Slow Reader", work.moment)
    with look(work.engine()) as session:
        seen = preview_list(session, None, (), made=made, jump=None, games=None, everything=False)
    work.resolve("E1", "--exclude", "--round", "2", "--board", "2")
    work.done("rate")
    with transaction(work.engine()) as session:
        assert not note_looked(session, seen, made=made)
    assert state(work) == "draft" and kept(work) == []
    with look(work.engine()) as session:
        seen = preview_list(session, None, (), made=made, jump=None, games=None, everything=False)
    with transaction(work.engine()) as session:
        assert note_looked(session, seen, made=made)
    assert state(work) == "previewed"


def test_an_unseen_draft_can_be_published_on_the_officers_word(work: Workplace) -> None:
    drafted(work)
    work.done("preview")
    work.resolve("E1", "--exclude", "--round", "2", "--board", "2")
    work.done("rate")
    said = work.run("publish", "--accept-alarm", "draft-not-seen")
    assert (said.code, said.problem()["code"]) == (1, "ruling-incomplete")
    work.done("publish", "--accept-alarm", "draft-not-seen", "--reason", "the arbiter is waiting")
    assert "the arbiter is waiting" in work.done("rulings").out


# Alarms.


def test_an_alarm_stops_the_list_and_names_who_and_what_to_do(work: Workplace) -> None:
    alarmed(work)
    before = work.dump()
    said = work.run("publish")
    assert said.code == 3
    assert [(p["code"], p["place"]) for p in said.problems()] == [
        ("rating-jump", f"list of 1 November 2026, {TANI} Tani Ken, standard"),
        ("rating-jump", f"list of 1 November 2026, {ONO} Ono Aki, standard"),
    ]
    assert said.problems()[0]["found"] == "1600 -18 = 1582, 2 games"
    assert f"--accept-alarm rating-jump:{TANI}:standard" in said.problems()[0]["do"]
    assert work.dump() == before


def test_each_alarm_needs_the_officers_word_and_each_word_a_reason(work: Workplace) -> None:
    alarmed(work)
    tani, ono = f"rating-jump:{TANI}:standard", f"rating-jump:{ONO}"
    said = work.run("publish", "--accept-alarm", tani, "--accept-alarm", ono)
    assert (said.code, said.problem()["code"]) == (1, "ruling-incomplete")
    said = work.run("publish", "--accept-alarm", "rating-jump", "--reason", "all of them")
    assert (said.code, said.problem()["code"]) == (1, "no-such-alarm")
    assert TANI in said.problem()["expected"] and ONO in said.problem()["expected"]
    assert work.run("publish", "--accept-alarm", tani, "--reason", "his worst event").code == 3
    assert work.rows("SELECT 1 FROM ruling") == []  # one transaction: what stopped the list stored nothing
    work.done("preview", "--accept-alarm", tani, "--reason", "his worst event")
    report = work.done("preview").out
    assert "accepted by Invented Officer: his worst event" in report
    assert report.count("not answered yet") == 1
    work.done("publish", "--accept-alarm", ono, "--reason", "she trained", "--who", "Another Officer")
    ((*_, stored),) = kept(work)
    assert "accepted by Another Officer: she trained" in str(stored)
    assert work.rows("SELECT kind, code FROM ruling ORDER BY id") == [("accept-alarm", "rating-jump")] * 2
    words = ("--accept-alarm", tani, "--reason", "his worst event")
    late = work.run("preview", "--list", "2026-11-01", *words).problem()
    assert (late["code"], late["expected"]) == ("no-such-alarm", "one of the alarms: none")


def test_a_word_on_an_alarm_holds_for_the_figures_that_were_seen(work: Workplace) -> None:
    alarmed(work)
    for number in (TANI, ONO):
        work.done("preview", "--accept-alarm", f"rating-jump:{number}", "--reason", "seen")
    work.done("rate")
    assert "not answered yet" not in work.done("preview").out
    work.resolve("E1", "--exclude", "--round", "2", "--board", "1")  # Tani loses a draw: 1600 -15
    work.done("rate")
    work.done("preview")
    said = work.run("publish")
    assert [(p["code"], p["found"]) for p in said.problems()] == [
        ("rating-jump", "1600 -15 = 1585, 1 game"),
    ]


def test_a_word_on_an_alarm_can_be_taken_back(work: Workplace) -> None:
    alarmed(work)
    for number in (TANI, ONO):
        work.done("preview", "--accept-alarm", f"rating-jump:{number}", "--reason", "seen")
    work.done("resolve", "--take-back", "1", "--reason", "the arbiter says otherwise")
    said = work.run("publish")
    assert (said.code, said.problem()["code"]) == (3, "rating-jump")
    assert TANI in said.problem()["place"]


def test_the_limits_are_remembered_and_games_raise_an_alarm_too(work: Workplace) -> None:
    drafted(work)
    work.done("preview", "--alarm-games", "1")
    said = work.run("publish")
    assert sorted({p["code"] for p in said.problems()}) == ["games-many"]
    assert len(said.problems()) == 4
    work.done("preview", "--alarm-games", "2")
    work.done("publish")
    assert work.rows("SELECT value FROM setting WHERE name = 'alarm-games'") == [("2",)]


def test_as_many_points_as_the_limit_raise_no_alarm_and_one_more_does(work: Workplace) -> None:
    """Tani lost eighteen, which is the most that anybody moved."""
    drafted(work)
    work.done("preview", "--alarm-jump", "17")
    problem = work.run("publish").problem()
    assert (problem["code"], problem["expected"]) == ("rating-jump", "at most 17 points between two lists")
    assert problem["place"] == f"list of 1 November 2026, {TANI} Tani Ken, standard"
    work.done("preview", "--alarm-jump", "18")
    work.done("publish")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ("rating = 3001", "rating-impossible"),
        ("rating = -1", "rating-impossible"),
        ("games = 99", "games-impossible"),
        ("games = 1", "games-impossible"),
    ],
)
def test_impossible_values_are_alarms_whoever_put_them_there(work: Workplace, change: str, code: str) -> None:
    drafted(work)
    with closing(sqlite3.connect(work.database)) as connection, connection:
        of_hata = f"WHERE version_id = 2 AND federation_id = '{HATA}'"
        connection.execute(f"UPDATE list_rating SET {change} {of_hata}")
    connection.close()
    assert f"{code}:{HATA}:standard" in work.done("preview").out


def test_an_adjustment_by_decision_is_no_jump(work: Workplace) -> None:
    drafted(work)
    work.done("preview", "--alarm-jump", "20")
    work.done(
        "rule", "adjustment", MORI, "--points", "100", "--reference", "Board 12", "--list", "2026-11-01",
        "--reason", "an error of a closed list", "--announced", "2026-01-01",
    )  # fmt: skip
    work.done("rate")
    assert "rating-jump" not in work.done("preview").out


def test_an_opening_list_raises_none(work: Workplace) -> None:
    small_federation(work)
    text = work.done("preview", "--list", "2026-10-01").out
    assert "the first" in text and "Alarms: none" in text


def test_in_a_queensland_office_what_is_listed_counts_and_p_ratings_may_move(queensland: Workplace) -> None:
    junior_register(queensland, *({"ID": i, "Name": n} for i, n in JUNIORS.items()))
    ratings = {ANNA: 1000, BEN: 1100}
    junior_opening(
        queensland,
        ({"ID": i, "Name": JUNIORS[i], "QJ": r, "Last-Game": "2026-08-01"} for i, r in ratings.items()),
    )
    queensland.store(junior_event((ANNA, BEN, "1-0"), (DORA, ANNA, "1/2-1/2")))
    queensland.resolve("P1", "--class", "club")
    queensland.done("rate")
    text = queensland.done("preview").out
    report = text[text.index(", against the list of ") :]
    assert "QJ: 3 on the list: 1 new, 2 changed, 0 unchanged; 0 left" in report
    assert f"new: {DORA} Dean Dora" in report
    assert "Alarms: none" in report
    queensland.done("publish")


def test_the_versions_of_a_correction_can_be_reported_as_well(work: Workplace) -> None:
    drafted(work)
    work.done("publish")
    work.moment = datetime(2026, 11, 6, tzinfo=UTC)
    work.done("correction", "open", "E1", "--reported", "2026-11-05", "--reason", "a game is wrong")
    work.resolve("E1", "--exclude", "--round", "2", "--board", "2")
    work.done("correction", "publish", "--reason", "as the arbiter says")
    with look(work.engine()) as session:
        version = session.get_one(ListVersionRow, 3)
        found = publication(session, version)
    assert (found.version, str(found.previous)) == (2, "2026-10-01")
    of = found.types[0]
    moved: dict[str, Moved] = {m.id: m for m in of.at(range(of.count))}
    # without Ono-Mori: Mori +4.80, Ono +15.20
    assert {number: m.points for number, m in moved.items()} == {MORI: 5, HATA: -2, TANI: -18, ONO: 15}
    assert "version 2, against the list of 1 October 2026" in work.done("preview", "--list", "2026-11-01").out


def test_a_provisional_rating_that_is_worked_out_anew_is_no_jump(queensland: Workplace) -> None:
    """Ben's, of 700 before, is the mean of what he performed (QJ 2); Anna's moves by her games."""
    names = {number: JUNIORS[number] for number in (ANNA, BEN)}
    junior_register(queensland, *({"ID": number, "Name": name} for number, name in names.items()))
    before = {ANNA: 1000, BEN: 700}
    junior_opening(
        queensland,
        (
            {"ID": i, "Name": names[i], "QJ": r, "P": "P" if i == BEN else "", "Last-Game": "2026-08-01"}
            for i, r in before.items()
        ),
    )
    queensland.store(junior_event((BEN, ANNA, "1-0")))
    queensland.resolve("P1", "--class", "club")
    queensland.done("rate")
    moved = queensland.rows(
        "SELECT federation_id, abs(rating - ?) > 1 FROM list_rating WHERE version_id = 2"
        " AND federation_id = ?",
        700,
        BEN,
    )
    assert moved == [(BEN, 1)]
    told = queensland.done("preview", "--alarm-jump", "1").out
    assert f"rating-jump:{ANNA}:qj" in told and f"rating-jump:{BEN}" not in told

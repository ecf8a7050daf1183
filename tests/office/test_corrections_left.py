"""Events that are taken up again and left as they were, and what waits meanwhile."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from importer.lengths import TEXT
from tests.importer.invented import pairing, player, reading
from tests.office.test_corrections import PAIRS, PUBLISHED, four_lists, game, ratings, turned_round
from tests.workplace import HATA, LATE, MORI, NAMES, ONO, TANI, Workplace, small_federation


def test_an_event_that_is_taken_up_and_stays_as_it_is_can_be_left(work: Workplace) -> None:
    four_lists(work, 1)
    assert work.done("correction", "preview").err == ""
    work.done("correction", "open", "E1", "--reason", "somebody doubts it")
    told = work.done("correction", "preview").err
    assert told.startswith("E1 is open for correction: decide again with banzuke resolve, or leave it")
    *_words, event, _why, _reason = told.split()
    do = work.run("correction", "publish", "--reason", "x").problem()["do"]
    assert do.endswith("leave one as published with: banzuke correction close EVENT")
    work.done("correction", "close", event, "--reason", "it is right")
    assert work.done("correction", "preview").err == ""


def test_a_correction_is_compared_with_the_version_before_and_not_with_the_list_before(
    work: Workplace,
) -> None:
    four_lists(work, 1)
    turned_round(work, work.moment.date())
    work.done("correction", "open", "E1", "--reason", "turned round")
    heading = work.done("--lang", "ja", "correction", "preview").out.splitlines()[2].split()
    assert heading == [
        "ID",
        "氏名",
        "種類",
        "訂正前",
        "訂正後",
        "増減",
        "訂正前の対局数",
        "訂正後の対局数",
    ]


def test_a_new_spelling_of_a_name_makes_no_new_version(work: Workplace) -> None:
    four_lists(work, 1)
    work.register({"ID": HATA, "Name": "Hatta Rin"})
    assert "Nothing" in work.done("correction", "preview").out
    assert work.run("correction", "publish", "--reason", "x").problem()["code"] == "nothing-to-correct"


@pytest.mark.parametrize("count", [3, 7])
@pytest.mark.parametrize("who", [MORI, LATE])
def test_nor_does_one_of_who_is_unrated_or_new_or_of_his_opponent(
    work: Workplace, who: str, count: int
) -> None:
    """Why a game does not count is told with names, and a first rating with those of the opponents."""
    small_federation(work)
    players = [player(n, NAMES[i], i) for n, i in enumerate((LATE, MORI, HATA), 1)]
    games = [pairing(n, 1, 2 + n % 2, "1-0" if n < 3 else "0-1") for n in range(1, count + 1)]
    work.store(reading(players, games), arrived=date(2026, 10, 12))
    work.moment = PUBLISHED[0]
    work.done("rate")
    work.done("publish")
    assert bool(work.rows("SELECT 1 FROM list_rating WHERE how = 'initial'")) is (count == 7)
    work.register({"ID": who, "Name": "Spelled Anew"})
    assert "Nothing" in work.done("correction", "preview").out


def test_an_event_that_came_after_its_list_keeps_the_next_draft_from_being_published(work: Workplace) -> None:
    """It came when the draft was made already, of which it changes nothing."""
    four_lists(work, 1)
    work.moment = PUBLISHED[1]
    work.done("rate")
    work.store(game(1400009, PAIRS[0][1], TANI, ONO, "1-0"), arrived=PAIRS[0][1])
    refused = work.run("publish")
    assert (refused.code, refused.problem()["code"]) == (3, "open-problems")
    assert refused.problem()["found"].endswith(" list-already-published")
    work.resolve(work.the("list-already-published"), "--exclude", reason="too late")
    work.done("publish")


def test_the_day_of_a_round_that_had_none_is_told_beside_the_days_of_the_event(work: Workplace) -> None:
    small_federation(work)
    first, last = date(2026, 10, 3), date(2026, 10, 4)
    undated = replace(game(1400001, last, MORI, HATA, "1-0"), first_day=first)
    work.store(replace(undated, rounds=(replace(undated.rounds[0], date=None),)), arrived=last)
    work.moment = PUBLISHED[0]
    work.done("rate")
    work.done("publish")
    work.moment = datetime(2026, 11, 10, 1, tzinfo=UTC)
    work.done("correction", "open", "1400001", "--reason", "the organizer knows the day")
    work.done("resolve", "E1", "--date", first, "--round", "1", "--reason", "he says so")
    told = work.done("correction", "preview").out
    assert "played on 3 October 2026, not 3 October 2026 to 4 October 2026" in told


def test_an_event_can_be_left_as_published_after_all(work: Workplace) -> None:
    four_lists(work, 1)
    turned_round(work, date(2026, 11, 10))
    stored = work.rows("SELECT round, white, black, result FROM pairing")
    work.moment = datetime(2026, 11, 10, 1, tzinfo=UTC)
    work.done("correction", "open", "1400001", "--reason", "look at it")
    assert work.rows("SELECT round, white, black, result FROM pairing") != stored
    work.done("correction", "close", "1400001", "--reason", "the organizer was wrong")
    assert work.rows("SELECT round, white, black, result FROM pairing") == stored
    assert work.the("changed-after-publication")
    assert "Nothing" in work.done("correction", "preview").out


@pytest.mark.parametrize("later", [1, 0, -1, -60 * 24])
def test_an_event_left_as_published_after_all_is_decided_as_it_was(work: Workplace, later: int) -> None:
    """Also for the next correction of its list, whatever was decided and taken back while it was taken up,
    if the clock was set back."""
    unnamed = game(*PAIRS[0][:4], "1-0")
    unnamed = replace(
        unnamed, players=(replace(unnamed.players[0], name="Who Else", national_id=None), unnamed.players[1])
    )
    small_federation(work)
    work.store(unnamed, arrived=date(2026, 10, 12))
    work.resolve(work.the("member-unknown"), "--match", MORI)
    work.moment = PUBLISHED[0]
    work.done("rate")
    work.done("publish", "--yes")
    work.moment = datetime(2026, 11, 10, 1, tzinfo=UTC)
    work.done("correction", "open", "1400001", "--reason", "look at it")
    work.moment = datetime(2026, 11, 10, 1, tzinfo=UTC) + timedelta(hours=later)
    work.done("resolve", "--take-back", "1", "--reason", "another one")
    work.done("resolve", "E1", "--exclude", "--reason", "it does not count")
    work.done("correction", "close", "1400001", "--reason", "the organizer was wrong")
    assert "Nothing" in work.done("correction", "preview").out
    kept = work.rows("SELECT kind, value, reason FROM ruling WHERE taken_back_at IS NULL")
    assert kept == work.rows("SELECT kind, value, reason FROM ruling WHERE id = 1")


@pytest.mark.parametrize("later", [1, -3])
def test_a_decision_made_anew_while_an_event_was_taken_up_is_as_it_was_once_more(
    work: Workplace, later: int
) -> None:
    """Twice, and by its own time: what was taken back before the list was published is not decided again."""
    small_federation(work)
    work.store(game(*PAIRS[0][:4], "1-0"), arrived=date(2026, 10, 12))
    work.moment = PUBLISHED[0] + timedelta(days=30)
    work.done("resolve", "E1", "--round", "1", "--board", "1", "--exclude", "--reason", "a slip")
    work.done("resolve", "--take-back", "1", "--reason", "a slip")
    work.done("resolve", "E1", "--time-control", "90+30", "--reason", "the first")
    work.moment = PUBLISHED[0]
    work.done("rate")
    work.done("publish", "--yes")
    for _ in range(2):
        work.moment += timedelta(days=1)
        work.done("correction", "open", "1400001", "--reason", "look at it")
        work.moment += timedelta(hours=later)
        work.done("resolve", "E1", "--time-control", "25+10", "--reason", "rapid")
        work.done("correction", "close", "1400001", "--reason", "the organizer was wrong")
        assert "Nothing" in work.done("correction", "preview").out
        kept = work.rows("SELECT kind, reason FROM ruling WHERE taken_back_at IS NULL")
        assert kept == work.rows("SELECT kind, reason FROM ruling WHERE id = 2")


def test_a_correction_waits_for_the_questions_of_its_events(work: Workplace) -> None:
    four_lists(work, 1)
    unknown = game(*PAIRS[0][:4], "0-1")
    unknown = replace(
        unknown, players=(replace(unknown.players[0], name="Who Else", national_id=None), unknown.players[1])
    )
    work.store(unknown, arrived=date(2026, 11, 10))
    work.moment = datetime(2026, 11, 10, 1, tzinfo=UTC)
    work.done("correction", "open", "1400001", "--reason", "another player")
    said = work.run("correction", "publish", "--reason", "x")
    assert said.code == 3
    assert said.problem()["code"] == "open-problems"
    work.resolve(work.the("member-unknown"), "--match", TANI)
    work.done("correction", "publish", "--reason", "it was Tani")
    # By hand: Tani 1600 loses to Hata 1500, D 100 .64: -12.8; Hata +12.8.
    assert ratings(work)["2026-11-01"] == {MORI: 1700, HATA: 1513, TANI: 1587, ONO: 1400}


@pytest.mark.parametrize("target", ["E99", "1499999", "None"])
def test_what_is_no_event_is_refused(work: Workplace, target: str) -> None:
    four_lists(work, 1)
    of_a_file = game(*PAIRS[1])
    work.store(replace(of_a_file, source=replace(of_a_file.source, tournament=None, site="trf")))
    for words in (("correction", "open"), ("resolve", "--exclude")):
        assert work.run(*words, target, "--reason", "x").problem()["code"] == "no-such-event"


def test_however_much_is_other_in_the_source_it_can_be_accepted(work: Workplace) -> None:
    """An organizer who uploads an event anew with other ratings or clubs changes a line for each player."""
    four_lists(work, 1)
    more = tuple(player(n, f"Guest {n} Of A Long Name", f"X{n}") for n in range(3, 150))
    as_it_was = game(*PAIRS[0])
    work.store(replace(as_it_was, players=(*as_it_was.players, *more)), arrived=date(2026, 11, 3))
    asked = work.the("changed-after-publication")
    assert len(asked.found) > TEXT and "player Guest 149 Of A Long Name" in asked.found
    work.resolve(asked, "--accept")
    assert work.codes() == []
    assert "SHA-256" in work.done("rulings").out
    work.store(replace(as_it_was, players=(*as_it_was.players, *more[1:])), arrived=date(2026, 11, 3))
    assert work.codes() == ["changed-after-publication"]

"""What an office under the Queensland text asks about events and names, and what it does not."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from scraper.records import TimeControl
from tests.office.mail.shapes import PLAIN, attached, whole
from tests.office.test_queensland import ANNA, BEN, CARL, DORA, GAMES, NAMES, PLAYED, event, juniors
from tests.queensland import number, register
from tests.workplace import Workplace


def test_a_japanese_office_asks_for_no_class_and_takes_none(work: Workplace) -> None:
    from tests.office.test_desk import EVENT
    from tests.workplace import small_federation

    small_federation(work)
    work.store(EVENT)
    assert "event-class-missing" not in work.codes()
    said = work.run("resolve", "E1", "--class", "open", "--reason", "it is")
    assert (said.code, said.problem()["code"]) == (1, "event-class")


def test_what_the_text_makes_no_use_of_is_neither_asked_nor_decided(queensland: Workplace) -> None:
    juniors(queensland)
    queensland.store(replace(event(*GAMES), organizer=None))
    assert queensland.codes() == ["event-class-missing"]
    for words in (("--organizer", "refused"), ("--accept-late",), ("--regional",), ("--run-by", number(1))):
        refused = queensland.run("resolve", "E1", *words, "--reason", "so").problem()
        assert (refused["code"], refused["found"]) == ("decision-without-effect", "qjrl")


def test_an_organizer_is_asked_for_nothing_that_the_text_does_not_want(queensland: Workplace) -> None:
    """Neither in a check nor in the reply to a mail: no organizer, no ID of N and eight digits, no 4(3)."""
    work = queensland
    juniors(work)
    games = "Round,Date,White,Result,Black\n1,2026-10-03,Able Anna,1-0,baker ben\n"
    told = work.run("read", work.file(games, "spring.csv"), "--check").out
    asked = ("event-name-missing", "time-control-missing", "event-class-missing", "member-ambiguous")
    assert all(f"{n}. {code}: " in told for n, code in enumerate(asked, start=1))
    assert "4(3)" not in told and "eight digits" not in told
    sent = whole(b"mixed", PLAIN, attached(b'filename="spring.csv"', games.encode()))
    work.run("inbox", work.file(sent, "mail.eml"))
    told = work.done("inbox", "reply", "M1").out
    assert "states no time control" in told
    assert "eight digits" not in told and "names no organizer" not in told
    assert "We cannot tell which player “baker ben” is. Please write the name exactly" in told
    new = games.replace("baker ben", "Newby Nat")
    work.run(
        "inbox", work.file(whole(b"mixed", PLAIN, attached(b'filename="new.csv"', new.encode())), "2.eml")
    )
    told = work.done("inbox", "reply", "M2").out
    assert "Our list has nobody of exactly the name “Newby Nat”." in told
    assert "non-member" not in told and "the ID" not in told


def test_a_new_player_is_not_told_to_become_a_member(queensland: Workplace, work: Workplace) -> None:
    assert "membership" not in queensland.done("members", "add", ANNA, "Able Anna").all
    for one in (ANNA, BEN):
        assert "renew" not in queensland.run("members", "add", one, "Able Anna").problem()["do"]
    assert "Without a membership" in work.done("members", "add", "N90000001", "Able Anna").err


def test_every_event_is_asked_for_its_class_and_a_list_waits(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    work.store(event(*GAMES))
    assert work.codes() == ["event-class-missing"]
    said = work.run("rate")
    assert (said.code, said.problem()["code"]) == (3, "open-problems")
    said = work.run("resolve", "P1", "--accept", "--reason", "whatever")
    assert (said.code, said.problem()["code"]) == (1, "decision-does-not-fit")
    said = work.run("resolve", "P1", "--class", "blitz", "--reason", "it is")
    assert said.problem()["expected"] == "one of 'lightning', 'open', 'short', 'club', 'junior'"


def test_the_class_is_answered_by_no_time_control(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    work.store(event(*GAMES))
    for _before_and_after in range(2):
        said = work.run("resolve", "P1", "--time-control", "45+30", "--reason", "it is")
        assert (said.code, said.problem()["code"]) == (1, "decision-does-not-fit")
        work.resolve("P1", "--class", "open")
    assert work.rows("SELECT count(*) FROM ruling WHERE kind = 'time-control'") == [(0,)]
    work.done("resolve", "E1", "--time-control", "45+30", "--reason", "for the file")


@pytest.mark.parametrize(
    ("word", "k", "kind"),
    [("lightning", 5, "lightning"), ("open", 20, "open"), ("short", 15, "short"), ("junior", 10, "club")],
)
def test_the_class_gives_the_k_and_a_junior_event_that_states_none_has_ten(
    queensland: Workplace, word: str, k: int, kind: str
) -> None:
    work = queensland
    juniors(work)
    work.store(event(*GAMES))
    work.resolve("P1", "--class", word)
    work.done("rate")
    found = work.rows("SELECT DISTINCT time_class, class_assumed, k FROM event_line")
    assert found == [(kind, word == "junior", k)]


def test_a_class_ruled_on_another_time_control_does_not_act(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    work.store(event(*GAMES))
    work.resolve("P1", "--class", "open")
    work.store(event(*GAMES, control=TimeControl("5 min", None, 5)))
    assert work.codes() == ["event-class-missing", "ruling-no-longer-fits"]
    assert "“5 min”" in work.the("event-class-missing").found


def test_a_name_has_to_match_exactly_or_the_officer_is_asked(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    work.store(event(*GAMES, names={ANNA: "ABLE Anna"}))
    asked = work.the("member-ambiguous")
    assert "the name is not exactly that of the register" in asked.found
    work.resolve(asked, "--match", ANNA)
    assert work.codes() == ["event-class-missing"]


def test_a_comma_behind_the_surname_is_no_difference(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    work.store(event(*GAMES, names={ANNA: "Able, Anna"}))
    assert work.codes() == ["event-class-missing"]


def test_r33_folded_takes_the_same_name_in_capitals(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    work.store(event(*GAMES, names={ANNA: "ABLE Anna"}))
    work.resolve(work.the("event-class-missing"), "--class", "club")
    assert work.run("rate").code == 3
    assert "3 of 3 games rated" in work.done("rate", "--interpretation", "R33=folded").out


def test_the_name_of_an_entry_that_was_merged_matches_exactly_too(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    register(work, {"ID": "Q000009", "Name": "Anna Abel"})
    merge = ("members", "merge", "Q000009", "--into", ANNA, "--reason", "one person")
    work.done(*merge)
    work.store(event(*GAMES, names={ANNA: "Anna Abel"}))
    assert work.codes() == ["event-class-missing"]
    assert (ANNA,) in work.rows("SELECT federation_id FROM event_player p JOIN member m ON m.id = member_id")
    ((ruling,),) = work.rows("SELECT id FROM ruling WHERE kind = 'merge'")
    work.done("resolve", "--take-back", ruling, "--reason", "two persons after all")
    assert ("Q000009",) in work.rows(
        "SELECT federation_id FROM event_player JOIN member m ON m.id = member_id"
    )


def test_a_player_in_two_events_on_one_day_is_shown(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    work.store(event(*GAMES))
    work.store(event((CARL, DORA, "1-0"), number=1400002))
    shown = work.the("member-in-two-events")
    assert shown.found == f"games in both: {NAMES[CARL]} on {PLAYED}"
    assert not shown.blocks


def test_an_event_for_another_list_can_be_moved_over_the_20th_and_back(queensland: Workplace) -> None:
    work = queensland
    juniors(work)
    work.store(event(*GAMES), date(2026, 10, 22))
    work.resolve("P1", "--class", "open")
    assert "2027-01-01" in work.done("events").out
    work.resolve("E1", "--reported", "2026-10-20", reason="an important event (Organisers 5)")
    assert "2026-11-01" in work.done("events").out
    work.resolve("E1", "--defer", reason="a small one after all")
    assert "2027-01-01" in work.done("events").out
    assert "Events\n  none" in work.done("rate").out

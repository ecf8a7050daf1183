"""A case that cannot be true is refused with the place; what the officer decided can be stated in one."""

import json

import pytest

from rating.case import load_case, outcome_of
from rating.errors import CaseError

from .test_case_reader import CASE, E, G, M, changed

ALWAYS = [["2015-04-01", "2030-03-31"]]
STANDARD = (*M, "ratings", "standard")


def refused(case):
    with pytest.raises(CaseError) as refusal:
        outcome_of(case)
    return [(problem.place, problem.code) for problem in refusal.value.problems]


@pytest.mark.parametrize(
    ("path", "value", "place", "code"),
    [
        ((*STANDARD, "rating"), 5000, "members[0].ratings.standard.rating", "rating-range"),
        ((*STANDARD, "peak"), 10**30, "members[0].ratings.standard.peak", "not-a-number"),
        ((*M, "fide"), {"standard": 0}, "members[0].fide.standard", "rating-range"),
        ((*M, "fide"), {"rapid": 10**30}, "members[0].fide.rapid", "not-a-number"),
        ((*M, "jca"), 0, "members[0].jca", "rating-range"),
        ((*M, "foreign"), 4000, "members[0].foreign", "rating-range"),
        ((*M, "decided"), {"standard": 4000}, "members[0].decided.standard", "rating-range"),
        (
            (*M, "unrated_games", 0, "opponent_rating"),
            4000,
            "members[0].unrated_games[0].opponent_rating",
            "rating-range",
        ),
        ((*M, "id"), "A ", "members[0].id", "id-blank"),
        ((*M, "id"), "\u00a0A", "members[0].id", "id-blank"),
        ((*M, "id"), "A\u200b", "members[0].id", "id-blank"),
        ((*G, "white"), "A  B", "events[0].games[0].white", "id-blank"),
        ((*E, "id"), " E1", "events[0].id", "id-blank"),
        ((*E, "one_time"), ["A", "B "], "events[0].one_time[1]", "id-blank"),
        ((*M, "born"), "2026-10-05", "events[0].games[0].date", "game-before-birth"),
        (
            (*M, "unrated_games", 0, "date"),
            "2026-10-21",
            "members[0].unrated_games[0].date",
            "game-after-report",
        ),
        ((*M, "born"), "2026-10-05", "members[0].unrated_games[0].date", "game-before-birth"),
        ((*G, "date"), "2027-10-04", "events[0].games[0].date", "game-after-report"),
        (("adjustments",), [{"member": "A", "points": 0}], "adjustments[0].points", "not-a-number"),
        (("adjustments",), [{"member": "A", "points": 5}], "adjustments[0].reference", "not-a-text"),
        (("notices",), "yes", "notices", "not-a-flag"),
        ((*E, "fee_unpaid"), 5, "events[0].fee_unpaid", "not-a-text"),
        ((*G, "excluded"), "", "events[0].games[0].excluded", "not-a-text"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(path, value, place, code):
    assert (place, code) in refused(changed(path, value))


def test_a_game_after_the_period_of_its_report_is_refused_whatever_its_event_says():
    case = changed((*E, "last_day"), "2026-10-25")
    case["events"][0]["games"][0]["date"] = "2026-10-25"
    assert ("events[0].games[0].date", "game-after-report") in refused(case)


@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2"])
@pytest.mark.parametrize("turned", [False, True])
def test_two_players_meet_once_in_a_round(result, turned):
    case = changed(("list",), CASE["list"])
    games = case["events"][0]["games"]
    again = {**games[0], "result": result}
    if turned:
        again |= {"white": again["black"], "black": again["white"]}
    games.append(again)
    assert refused(case) == [(f"events[0].games[{len(games) - 1}]", "pairing-twice")]
    again["round"] = len(games) + 1
    outcome_of(case)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (r'{"list": "\ud800"}', "list"),
        (r'{"members": [{"id": "A\udfff"}]}', "members[0].id"),
        (r'{"\ud800": 1}', r"\ud800"),
        (r'"\ud800"', "file"),
    ],
)
def test_half_a_character_is_refused_in_words_that_can_be_written(text, place):
    with pytest.raises(CaseError) as refusal:
        load_case(text)
    (problem,) = refusal.value.problems
    assert (problem.place, problem.code) == (place, "not-a-text")
    assert str(refusal.value).encode("utf-8")


def two_in_2022(**event):
    rating = {"standard": {"rating": 1500, "games": 50, "peak": 1500}}
    members = [{"id": "A", "membership": ALWAYS, "ratings": rating}, {"id": "B", "ratings": rating}]
    game = {"round": 1, "date": "2022-11-05", "white": "A", "black": "B", "result": "1-0"}
    played = {
        "id": "E",
        "reported": "2022-11-06",
        "last_day": "2022-11-05",
        "type": "standard",
        "games": [game],
    }
    return {"list": "2022-12-01", "members": members, "events": [{**played, **event}]}


def reasons(case):
    return [game["reason"] for game in outcome_of(case)["excluded"]]


def test_a_membership_for_one_event_can_be_stated():
    assert reasons(two_in_2022()) == ["not-a-member"]
    assert reasons(two_in_2022(one_time=["B"])) == []


def test_a_fee_that_was_not_paid_and_what_the_officer_made_of_it_can_be_stated():
    unpaid = {"one_time": ["B"], "fee_unpaid": "400 yen"}
    assert reasons(two_in_2022(**unpaid)) == ["fee-unpaid"]
    assert reasons(two_in_2022(**unpaid, fee_accepted=True)) == []


@pytest.mark.parametrize(
    ("decision", "reason"), [("excluded", "excluded-by-officer"), ("organizer_refused", "organizer")]
)
def test_a_decision_about_an_event_can_be_stated(decision, reason):
    assert reasons(two_in_2022(one_time=["B"], **{decision: "by the officer"})) == [reason]


def test_a_decision_about_a_game_and_a_deferral_can_be_stated():
    case = two_in_2022(one_time=["B"])
    case["events"][0]["games"][0]["excluded"] = "a friendly game"
    assert reasons(case) == ["excluded-by-officer"]
    deferred = outcome_of(two_in_2022(one_time=["B"], for_list="2023-01-01"))
    assert [row["period_games"] for row in deferred["lists"]["standard"]] == [0, 0]


def test_an_adjustment_can_be_stated():
    adjusted = two_in_2022() | {
        "adjustments": [{"member": "B", "type": "standard", "points": -7, "reference": "board 12"}]
    }
    rows = {row["id"]: row["rating"] for row in outcome_of(adjusted)["lists"]["standard"]}
    assert rows == {"A": 1500, "B": 1493}


def test_a_decided_rating_can_be_stated_and_the_outcome_carries_the_notices():
    case = two_in_2022(one_time=["B"])
    case["members"][0]["decided"] = {"rapid": 1400}
    assert "notices" not in outcome_of(case)
    told = outcome_of(case | {"notices": True})["notices"]
    detail = "no birth date is known; no junior rule was applied"
    assert {"code": "no-birth-date", "id": "A", "type": "standard", "detail": detail} in told
    assert ("decision-not-needed", "A", "rapid") in [(n["code"], n["id"], n["type"]) for n in told]
    assert json.dumps(told)

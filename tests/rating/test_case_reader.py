"""A case that cannot be read is refused with the place in the file."""

import copy
import json

import pytest

from rating.case import load_case, outcome_of
from rating.errors import CaseError, EditionError, RatingError
from rating.outcome import signed

from .shared import CASES

CASE = json.loads((CASES / "jcf-2024-10" / "6-2-earlier-games.json").read_text(encoding="utf-8"))["case"]


def changed(path, value):
    """The case with one value set (or, with None, taken out) at a path of keys."""
    case = copy.deepcopy(CASE)
    place = case
    for key in path[:-1]:
        place = place[key]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return case


M, E, G = ("members", 0), ("events", 0), ("events", 0, "games", 0)
STANDARD = (*M, "ratings", "standard")


@pytest.mark.parametrize(
    ("path", "value", "place", "code"),
    [
        (("lists",), [], "lists", "unknown-key"),
        (("list",), "2026-13-01", "list", "not-a-date"),
        (("list",), 20261101, "list", "not-a-date"),
        (("list",), "2026-02-30", "list", "not-a-date"),
        (("list",), "2026-W45-1", "list", "not-a-date"),
        (("list",), "0001-01-01", "list", "not-a-date"),
        (("list",), "9999-12-01", "list", "not-a-date"),
        (("list",), "２０２６-11-01", "list", "not-a-date"),
        (("list",), "20261101", "list", "not-a-date"),
        (("list",), None, "list", "not-a-date"),
        (("members",), {}, "members", "not-a-list"),
        (("members",), None, "members", "not-a-list"),
        (("events",), None, "events", "not-a-list"),
        ((*M, "name"), "x", "members[0].name", "unknown-key"),
        ((*M, "id"), "B", "members[1].id", "member-twice"),
        ((*M, "id"), 5, "members[0].id", "not-a-text"),
        ((*M, "id"), None, "members[0].id", "not-a-text"),
        ((*M, "born"), "1 May 2001", "members[0].born", "not-a-date"),
        ((*M, "membership"), "always", "members[0].membership", "not-a-list"),
        ((*M, "membership"), [["2015-04-01"]], "members[0].membership[0]", "not-a-span"),
        ((*M, "membership"), [["2016-04-01", "2015-04-01"]], "members[0].membership[0]", "days-reversed"),
        ((*M, "membership"), [["2015-02-30", "2016-04-01"]], "members[0].membership[0][0]", "not-a-date"),
        ((*M, "ratings"), [], "members[0].ratings", "not-an-object"),
        ((*M, "ratings", "blitz"), {}, "members[0].ratings.blitz", "unknown-key"),
        ((*STANDARD, "rating"), "1500", "members[0].ratings.standard.rating", "not-a-number"),
        ((*STANDARD, "rating"), 1500.0, "members[0].ratings.standard.rating", "not-a-number"),
        ((*STANDARD, "rating"), True, "members[0].ratings.standard.rating", "not-a-number"),
        ((*STANDARD, "rating"), float("nan"), "members[0].ratings.standard.rating", "not-a-number"),
        ((*STANDARD, "rating"), None, "members[0].ratings.standard.rating", "not-a-number"),
        ((*STANDARD, "games"), -1, "members[0].ratings.standard.games", "not-a-number"),
        ((*STANDARD, "peak"), 1499, "members[0].ratings.standard.peak", "peak-below-rating"),
        ((*STANDARD, "peek"), 1500, "members[0].ratings.standard.peek", "unknown-key"),
        ((*M, "fide"), {"classical": 1500}, "members[0].fide.classical", "unknown-key"),
        ((*M, "fide"), {"standard": "1500"}, "members[0].fide.standard", "not-a-number"),
        ((*M, "unrated_games", 0, "score"), 2, "members[0].unrated_games[0].score", "score"),
        ((*M, "unrated_games", 0, "score"), True, "members[0].unrated_games[0].score", "score"),
        ((*M, "unrated_games", 0, "score"), float("nan"), "members[0].unrated_games[0].score", "score"),
        ((*M, "unrated_games", 0, "type"), "blitz", "members[0].unrated_games[0].type", "unknown-type"),
        (
            (*M, "unrated_games", 0, "opponent_rating"),
            None,
            "members[0].unrated_games[0].opponent_rating",
            "not-a-number",
        ),
        ((*E, "type"), "blitz", "events[0].type", "unknown-type"),
        ((*E, "type"), None, "events[0]", "no-type"),
        ((*E, "time_control"), "soon", "events[0].time_control", "time-control"),
        ((*E, "time_control"), 45, "events[0].time_control", "not-a-text"),
        ((*E, "time_control"), "45+30", "events[0].type", "type-contradicts-time"),
        ((*E, "time_control"), "3+2", "events[0].type", "type-contradicts-time"),
        ((*E, "reported"), "2026-10-32", "events[0].reported", "not-a-date"),
        ((*E, "last_day"), None, "events[0].last_day", "not-a-date"),
        ((*E, "last_day"), "9999-12-31", "events[0].last_day", "not-a-date"),
        ((*E, "late_accepted"), "yes", "events[0].late_accepted", "not-a-flag"),
        ((*E, "fide_rated"), 1, "events[0].fide_rated", "not-a-flag"),
        ((*E, "place"), "Tokyo", "events[0].place", "unknown-key"),
        ((*E, "games"), None, "events[0].games", "not-a-list"),
        ((*E, "games"), [5], "events[0].games[0]", "not-an-object"),
        ((*G, "black"), "A", "events[0].games[0]", "against-himself"),
        ((*G, "result"), "2-0", "events[0].games[0].result", "unknown-result"),
        ((*G, "result"), None, "events[0].games[0].result", "unknown-result"),
        ((*G, "round"), "1", "events[0].games[0].round", "not-a-number"),
        ((*G, "date"), "yesterday", "events[0].games[0].date", "not-a-date"),
        ((*G, "board"), 1, "events[0].games[0].board", "unknown-key"),
        (("regulation",), 5, "regulation", "not-a-text"),
    ],
)
def test_bad_input_is_refused_with_its_place(path, value, place, code):
    with pytest.raises(CaseError) as refusal:
        outcome_of(changed(path, value))
    assert (place, code) in [(problem.place, problem.code) for problem in refusal.value.problems]


def test_an_event_twice_is_refused():
    case = copy.deepcopy(CASE)
    case["events"].append(case["events"][0])
    with pytest.raises(CaseError, match=r"events\[1\]\.id"):
        outcome_of(case)


def test_all_problems_are_named_together():
    case = changed((*G, "result"), "2-0")
    case["members"][0]["born"] = "never"
    with pytest.raises(CaseError) as refusal:
        outcome_of(case)
    assert len(refusal.value.problems) == 2


def test_an_unknown_edition_is_refused_by_name():
    with pytest.raises(EditionError, match="jcf-2099"):
        outcome_of(changed(("regulation",), "jcf-2099"))


def test_a_list_under_no_edition_is_refused_with_its_date():
    case = changed(("list",), "2024-10-01")
    del case["regulation"]
    with pytest.raises(EditionError, match="2024-10-01"):
        outcome_of(case)


def test_an_edition_named_is_used_for_a_list_it_would_not_have():
    case = changed((*M, "unrated_games"), None) | {"list": "2024-10-01"}
    assert outcome_of(case)["regulation"] == "jcf-2024-10"


def test_a_list_date_that_no_list_has_is_refused():
    with pytest.raises(RatingError, match="2026-11-15"):
        outcome_of(changed(("list",), "2026-11-15"))


def test_a_player_who_is_no_member_is_no_error():
    result = outcome_of(changed((*G, "white"), "Z"))
    assert [item["reason"] for item in result["excluded"]] == ["not-a-member"]


def test_a_case_can_stand_alone_or_in_a_file_of_examples():
    assert load_case(json.dumps(CASE)) == load_case(json.dumps({"what": "", "case": CASE, "outcome": {}}))


@pytest.mark.parametrize("text", ["", "[]", "{", '{"case": 5}', '{"case": {}, "extra": 1}', "[" * 100_000])
def test_what_is_no_case_is_refused(text):
    with pytest.raises(CaseError):
        load_case(text)


@pytest.mark.parametrize(
    ("data", "found"),
    [
        ('{"list": "東京"}'.encode("utf-16"), "a byte that is none at 0"),
        ('{"list": "東京"}'.encode("cp932"), "a byte that is none at 10"),
        (b'{"list": ' + b"9" * 5000 + b"}", "digits"),
    ],
)
def test_a_file_in_another_encoding_is_refused_and_not_repaired(data, found):
    with pytest.raises(CaseError) as refusal:
        load_case(data)
    assert found in refusal.value.problems[0].found


def test_a_byte_order_mark_before_a_case_is_none_of_it():
    text = json.dumps(CASE)
    assert load_case(b"\xef\xbb\xbf" + text.encode()) == load_case("\ufeff" + text) == CASE


def test_a_key_that_stands_twice_is_refused_with_its_place():
    text = json.dumps(CASE).replace('"result":', '"result": "1-0", "result":', 1)
    with pytest.raises(CaseError) as refusal:
        load_case(text.replace('"list":', '"list": "2026-11-01", "list":', 1))
    found = [(problem.code, problem.place) for problem in refusal.value.problems]
    assert found == [("key-twice", "list"), ("key-twice", "events[0].games[0].result")]


@pytest.mark.parametrize(
    ("hundredths", "text"),
    [(1520, "+15.20"), (-480, "-4.80"), (0, "+0.00"), (-5, "-0.05"), (5, "+0.05"), (-100, "-1.00")],
)
def test_a_change_has_its_sign_and_two_decimals(hundredths, text):
    assert signed(hundredths) == text


def test_excluded_games_stand_in_the_order_of_the_file():
    case = copy.deepcopy(CASE)
    first = case["events"][0]
    first["games"] = [{**first["games"][0], "round": round, "result": "+--"} for round in (10, 9)]
    case["events"].append({**first, "id": "A-earlier-name"})
    found = [(item["event"], item["round"]) for item in outcome_of(case)["excluded"]]
    assert found == [("E1", 10), ("E1", 9), ("A-earlier-name", 10), ("A-earlier-name", 9)]


def test_a_game_without_a_rated_player_is_not_among_the_excluded():
    case = copy.deepcopy(CASE)
    case["members"] += [{"id": id, "membership": [["2015-04-01", "2030-03-31"]]} for id in ("U", "V")]
    case["events"][0]["games"] += [
        {"round": 2, "date": "2026-10-04", "white": "U", "black": black, "result": "1-0"}
        for black in ("V", "B", "Z")
    ]
    found = [(item["white"], item["black"]) for item in outcome_of(case)["excluded"]]
    assert found == [("U", "B")]

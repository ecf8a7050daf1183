"""What a case file says, key by key, and what is told of a file that is none."""

import copy
import json
from datetime import date

import pytest

from rating.case import load_case, outcome_of
from rating.case_reader import Reader
from rating.editions import load
from rating.errors import CaseError
from rating.interpretations import Interpretations
from rating.records import Adjustment, EarlierGame, Event, Game, Held, Member
from rating.rulings import RULINGS

from .shared import CASES
from .test_case_reader import CASE, changed


def problems_of(act, *given):
    with pytest.raises(CaseError) as refusal:
        act(*given)
    return [(item.code, item.place, item.expected, item.found) for item in refusal.value.problems]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('"in case"', ("not-a-case", "case", "a JSON object", "str")),
        ("[]", ("not-a-case", "case", "a JSON object", "list")),
        ('{"case": 5}', ("not-a-case", "case", "a JSON object", "int")),
        (
            '{"zoo": 1, "case": {}, "extra": 1, "what": "", "outcome": {}}',
            ("unknown-key", "file", "what, case, outcome", "extra, zoo"),
        ),
    ],
)
def test_a_file_that_is_no_case_is_told_what_it_is(text, problem):
    assert problems_of(load_case, text) == [problem]


def test_text_that_is_no_json_is_told_where_it_stops():
    ((code, place, expected, found),) = problems_of(load_case, "{")
    assert (code, place, expected) == ("not-json", "file", "a JSON object")
    assert "line 1 column 2" in found
    ((code, place, expected, _),) = problems_of(load_case, b"\xff")
    assert (code, place, expected) == ("not-json", "file", "a JSON object in UTF-8")


def days(*texts):
    return tuple(date.fromisoformat(text) for text in texts)


MEMBER = {
    "id": "A",
    "born": "2001-02-03",
    "joined": "2020-04-05",
    "membership": [["2020-01-01", "2020-12-31"], ["2021-01-01", "2021-12-31"]],
    "ratings": {"ncs": {"rating": 1500, "games": 12, "peak": 1610}},
    "fide": {"standard": 1520, "rapid": 1530, "blitz": 1540},
    "jca": 1550,
    "foreign": 1560,
    "decided": {"ncs": 1570},
    "unrated_games": [
        {"type": "rapid", "date": "2020-02-02", "opponent_rating": 1400, "score": 0.5, "event": "E0"},
        {"type": "ncs", "date": "2020-02-03", "opponent_rating": 1410, "score": 1, "opponent": "N5"},
    ],
}
EVENT = {
    "id": "E1",
    "reported": "2020-03-10",
    "last_day": "2020-03-08",
    "type": "rapid",
    "time_control": "25+10",
    "fide_rated": True,
    "late_accepted": True,
    "one_time": ["A", "B"],
    "fee_unpaid": "200 yen",
    "fee_accepted": True,
    "organizer_refused": "no club",
    "excluded": "a camp",
    "for_list": "2020-05-01",
    "match_games": 4,
    "games": [
        {
            "round": 2, "date": "2020-03-07", "white": "A", "black": "B", "result": "1/2-1/2",
            "excluded": "a warning",
        }
    ],
}  # fmt: skip


def test_every_key_of_a_member_an_event_and_a_game_is_read():
    law = load("ncs-2019-09")
    reader = Reader({"list": "2020-05-01", "members": [MEMBER], "events": [EVENT]})
    begin, end, again, last, born, joined, first, second = days(
        "2020-01-01", "2020-12-31", "2021-01-01", "2021-12-31", "2001-02-03", "2020-04-05", "2020-02-02",
        "2020-02-03",
    )  # fmt: skip
    (found,) = reader.members(law)
    assert found == Member(
        "A",
        born=born,
        joined=joined,
        membership=((begin, end), (again, last)),
        ratings={"ncs": Held(1500, 12, 1610)},
        fide={"standard": 1520, "rapid": 1530, "blitz": 1540},
        jca=1550,
        foreign=1560,
        decided={"ncs": 1570},
        earlier_games=(EarlierGame("ncs", first, 1400, 1), EarlierGame("ncs", second, 1410, 2)),
    )
    assert [game.event for game in found.earlier_games] == ["E0", None]
    assert [game.opponent for game in found.earlier_games] == [None, "N5"]
    reported, last_day, for_list, day = days("2020-03-10", "2020-03-08", "2020-05-01", "2020-03-07")
    played = Game(2, "A", "B", "1/2-1/2", day, day, excluded="a warning", ref="events[0].games[0]")
    assert reader.events(law) == [
        Event(
            "E1",
            reported=reported,
            last_day=last_day,
            games=(played,),
            type="rapid",
            minutes_at_60=35,
            late_accepted=True,
            excluded="a camp",
            organizer_refused="no club",
            for_list=for_list,
            fide_official=True,
            one_time=("A", "B"),
            fee_unpaid="200 yen",
            fee_accepted=True,
            match_games=4,
        )
    ]
    assert not reader.problems


def test_a_member_and_an_event_that_say_little_have_nothing_else():
    law = load("jcf-2024-10")
    event = {"id": "E", "reported": "2026-10-05", "last_day": "2026-10-04", "type": "rapid", "games": []}
    reader = Reader({"list": "2026-11-01", "members": [{"id": "A"}], "events": [event]})
    (reported, last_day) = days("2026-10-05", "2026-10-04")
    assert reader.members(law) == [Member("A")]
    assert reader.events(law) == [Event("E", reported, last_day, (), type="rapid")]
    assert (reader.adjustments(law), reader.earlier_lists(law), reader.notices()) == ([], {}, False)


def adjusted(**more):
    one = {"member": "A", "type": "ncs", "points": -7, "reference": "board 3", "announced": "2020-01-02"}
    law = load("ncs-2019-09")
    reader = Reader({"adjustments": [{**one, **more}]})
    return reader.adjustments(law), [(item.code, item.place) for item in reader.problems]


def test_every_key_of_an_adjustment_is_read():
    (announced,) = days("2020-01-02")
    assert adjusted() == ([Adjustment("A", "ncs", -7, "board 3", announced)], [])
    assert adjusted(announced=None)[0][0].announced is None


@pytest.mark.parametrize(
    ("points", "fine"),
    [
        (1, True), (-1, True), (3999, True), (-3999, True), (4000, False), (-4000, False), (0, False),
        (True, False), (1.5, False), ("5", False), (None, False),
    ],
)  # fmt: skip
def test_points_are_a_whole_number_that_is_not_zero(points, fine):
    assert adjusted(points=points)[1] == ([] if fine else [("not-a-number", "adjustments[0].points")])


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"type": "rapid"}, ("unknown-type", "adjustments[0].type")),
        ({"member": " A"}, ("id-blank", "adjustments[0].member")),
        ({"reference": ""}, ("not-a-text", "adjustments[0].reference")),
        ({"announced": "soon"}, ("not-a-date", "adjustments[0].announced")),
        ({"by": "the board"}, ("unknown-key", "adjustments[0].by")),
    ],
)
def test_what_an_adjustment_cannot_say_is_refused(more, problem):
    assert adjusted(**more)[1] == [problem]


def lists(edition, earlier):
    reader = Reader({"earlier_lists": earlier})
    found = reader.earlier_lists(load(edition))
    return found, [(item.code, item.place) for item in reader.problems]


def test_lists_of_before_are_read_by_day_member_and_type():
    (day,) = days("2026-09-01")
    told = {"2026-09-01": {"A": {"standard": 1500, "rapid": 1400}, "B": {}}}
    assert lists("fide-2025-10", told) == ({day: {"A": {"standard": 1500, "rapid": 1400}, "B": {}}}, [])
    assert lists("jcf-2024-10", told)[1] == [("unknown-key", "earlier_lists")]
    assert lists("jcf-2024-10", {}) == ({}, [])


@pytest.mark.parametrize(
    ("told", "problem"),
    [
        ([], ("not-an-object", "earlier_lists")),
        ({"September": {}}, ("not-a-date", "earlier_lists.September")),
        ({"2026-09-01": []}, ("not-an-object", "earlier_lists.2026-09-01")),
        ({"2026-09-01": {"A": 1500}}, ("not-an-object", "earlier_lists.2026-09-01.A")),
        ({"2026-09-01": {"A": {"bullet": 1}}}, ("unknown-key", "earlier_lists.2026-09-01.A.bullet")),
        ({"2026-09-01": {"A": {"rapid": 4000}}}, ("rating-range", "earlier_lists.2026-09-01.A.rapid")),
    ],
)
def test_lists_of_before_that_are_none_are_refused_with_their_place(told, problem):
    found = lists("fide-2025-10", told)[1]
    assert problem in found


@pytest.mark.parametrize(
    ("control", "type", "code"),
    [
        ("45+30", "standard", None),
        ("25+10", "standard", "type-contradicts-time"),
        ("45+30", "rapid", "type-contradicts-time"),
        ("5+0", None, None),
        (None, None, "no-type"),
        ("soon", None, "time-control"),
        ("", "rapid", "not-a-text"),
    ],
)
def test_a_type_and_a_time_control_have_to_agree(control, type, code):
    event = {"id": "E", "reported": "2026-10-05", "last_day": "2026-10-04", "games": []}
    event |= {key: value for key, value in (("time_control", control), ("type", type)) if value is not None}
    reader = Reader({"events": [event]})
    reader.events(load("jcf-2024-10"))
    assert [item.code for item in reader.problems] == ([code] if code else [])


@pytest.mark.parametrize(
    ("key", "value", "fine"),
    [
        ("rating", 0, True), ("rating", 3999, True), ("rating", 4000, False), ("games", 99_999, True),
        ("games", 100_000, False), ("games", False, False), ("peak", 1500, True), ("peak", 1499, False),
    ],
)  # fmt: skip
def test_numbers_of_a_rating_end_where_they_end(key, value, fine):
    held = {"rating": 1500, "games": 10, "peak": 3999} | {key: value}
    reader = Reader({"members": [{"id": "A", "ratings": {"standard": held}}]})
    reader.members(load("jcf-2024-10"))
    assert bool(reader.problems) is not fine


@pytest.mark.parametrize("key", ["fide", "jca", "foreign"])
def test_a_rating_from_elsewhere_is_one_or_more(key):
    for value, fine in ((1, True), (0, False)):
        told = {"standard": value} if key == "fide" else value
        reader = Reader({"members": [{"id": "A", key: told}]})
        reader.members(load("jcf-2024-10"))
        assert [item.code for item in reader.problems] == ([] if fine else ["rating-range"])


def test_what_is_found_is_shown_shortly():
    def found(value):
        return problems_of(outcome_of, changed(("members", 0, "born"), value))[0][3]

    assert found("x" * 300) == "x" * 300
    assert found("x" * 301) == "x" * 300 + "…"
    assert found("") == "nothing"
    assert found(10**100) == "1" + "0" * 100
    assert found(-(10**100)) == "-1" + "0" * 100
    assert found(10**101).startswith("a number of ")
    assert (found(["番"]), found({"a": None}), found(True)) == ('["番"]', '{"a": null}', "true")


def test_a_text_where_a_number_or_a_word_of_json_belongs_is_found_in_its_quotation_marks():
    for key, value in (("rating", "1500"), ("games", "9")):
        place = ("members", 0, "ratings", "standard", key)
        assert problems_of(outcome_of, changed(place, value))[0][3] == f'"{value}"'


def test_keys_and_types_of_a_case_are_told_as_they_are_written():
    asked = problems_of(outcome_of, changed(("members", 0, "ratings", "blitz"), {}))[0][2]
    assert asked == "one of 'rapid', 'standard'"


def test_a_score_is_nothing_a_half_or_one():
    for value, halves in ((0, 0), (0.5, 1), (1, 2), (1.0, 2)):
        case = changed(("members", 0, "unrated_games", 0, "score"), value)
        reader = Reader(case)
        assert reader.members(load("jcf-2024-10"))[0].earlier_games[0].score == halves
        assert not reader.problems


@pytest.mark.parametrize(("asked", "told"), [(True, True), (False, False), (None, False)])
def test_notices_are_told_where_a_case_asks_for_them(asked, told):
    case = copy.deepcopy(CASE)
    if asked is not None:
        case["notices"] = asked
    found = outcome_of(json.loads(json.dumps(case)))
    assert ("notices" in found) is told
    if told:
        assert found["notices"][0]["code"] == "no-birth-date"
        assert list(found["notices"][0]) == ["code", "id", "type", "detail"]


def test_a_case_is_reckoned_by_the_readings_it_is_given():
    # A half that is lost is a whole point away from zero, and none upward (R1).
    told = json.loads((CASES / "jcf-2024-10" / "5-2-half-loss-down.json").read_text(encoding="utf-8"))
    ours, other = (outcome_of(told["case"], Interpretations(r1=word)) for word in RULINGS["R1"].words)
    assert ours == told["outcome"]
    lower = [row["rating"] for row in ours["lists"]["standard"]]
    upper = [row["rating"] for row in other["lists"]["standard"]]
    assert max(b - a for a, b in zip(lower, upper, strict=True)) == 1

"""The last value that a case may hold and the first it may not, and each wrong one told once."""

import copy
import json
from datetime import date, datetime

import pytest

from rating.case import outcome_of
from rating.case_queensland import EventReader
from rating.case_reader import Reader
from rating.editions import load
from rating.errors import CaseError, RatingError
from rating.records import AcfRating, Adjustment, Event, EventPerformance, Game, Held, Member

from .federation import event, game, held, member, outcome
from .shared import CASES
from .test_case_reader import CASE, G, M, changed

QJ = load("qjrl")
JCF = load("jcf-2024-10")


def refused(case):
    with pytest.raises(CaseError) as refusal:
        outcome_of(case)
    return [(item.code, item.place) for item in refusal.value.problems]


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        ((*M, "membership"), ["ab"], ("not-a-span", "members[0].membership[0]")),
        ((*M, "membership"), [5], ("not-a-span", "members[0].membership[0]")),
        ((*M, "membership"), [["2015-04-01", "never"]], ("not-a-date", "members[0].membership[0][1]")),
        ((*M, "membership"), [["never", "2015-04-01"]], ("not-a-date", "members[0].membership[0][0]")),
        ((*M, "fide"), {"standard": "1500"}, ("not-a-number", "members[0].fide.standard")),
        ((*M, "fide"), {"standard": -1}, ("not-a-number", "members[0].fide.standard")),
        (("adjustments",), {}, ("not-a-list", "adjustments")),
        ((*G, "white"), "", ("not-a-text", "events[0].games[0].white")),
    ],
)
def test_a_wrong_value_is_told_once(path, value, problem):
    assert refused(changed(path, value)) == [problem]


def test_two_names_that_are_missing_are_two_texts():
    case = changed((*G, "white"), "")
    case["events"][0]["games"][0]["black"] = ""
    assert refused(case) == [("not-a-text", f"events[0].games[0].{colour}") for colour in ("white", "black")]


def test_without_a_day_of_the_list_nothing_else_is_asked():
    case = changed((*G, "result"), "2-0") | {"list": "soon"}
    assert refused(case) == [("not-a-date", "list")]


def test_an_event_that_stands_twice_is_named_so():
    case = copy.deepcopy(CASE)
    case["events"].append({**case["events"][0], "games": []})
    assert refused(case) == [("event-twice", "events[1].id")]


def test_a_membership_of_one_day_is_one():
    case = changed((*M, "membership"), [["2026-10-04", "2026-10-04"], ["2015-04-01", "2030-03-31"]])
    assert outcome_of(case) == outcome_of(CASE)


@pytest.mark.parametrize(
    ("born", "found"),
    [("2000-01-01", []), ("2026-10-04", []), ("2026-10-05", ["events[0].games[0].date"])],
)
def test_nobody_plays_before_he_is_born(born, found):
    case = copy.deepcopy(CASE)
    case["members"] = [{**one, "unrated_games": []} for one in case["members"]]
    case["members"][0]["born"] = born
    case["events"][0]["games"] = [{**case["events"][0]["games"][0], "date": "2026-10-04"}]
    if not found:
        assert outcome_of(case)
        return
    with pytest.raises(CaseError) as refusal:
        outcome_of(case)
    assert [item.place for item in refusal.value.problems] == found
    assert born in refusal.value.problems[0].expected


@pytest.mark.parametrize(
    ("day", "fine"),
    [("2001-05-01", True), ("2001-04-30", False), ("2026-10-20", True), ("2026-10-21", False)],
)
def test_earlier_games_lie_between_the_birth_and_the_end_of_the_period(day, fine):
    case = changed((*M, "born"), "2001-05-01")
    case["members"][0]["unrated_games"] = [{**CASE["members"][0]["unrated_games"][0], "date": day}]
    if fine:
        assert outcome_of(case)
    else:
        assert [place for _, place in refused(case)] == ["members[0].unrated_games[0].date"]


def read_qj(members=(), events=()):
    reader = EventReader({"members": list(members), "events": list(events)})
    found = (reader.members(QJ), reader.events(QJ))
    return (*found, [(item.code, item.place, item.found) for item in reader.problems])


PLAYED = {"round": 1, "white": "A", "black": "B", "result": "1-0"}
OPEN = {"id": "E", "reported": "2026-10-05", "time_class": "open", "games": [PLAYED]}


def test_every_key_of_a_queensland_case_is_read():
    told = {
        "id": "A",
        "ratings": {"qj": {"rating": 900, "provisional": True}},
        "acf": 1200,
        "last_played": "2026-08-02",
        "previous_period": [{"performance": 950, "games": 1, "time_class": "short"}],
    }
    games = [{**PLAYED, "excluded": "wrong", "date": "2026-10-02"}, PLAYED]
    full = {**OPEN, "last_day": "2026-10-04", "excluded": "a camp", "games": games}
    members, events, problems = read_qj([told, {"id": "B"}], [full, {**OPEN, "id": "F"}])
    assert members == [
        Member(
            "A",
            ratings={"qj": Held(900, 0, 900, provisional=True)},
            acf=(AcfRating(date.min, 1200),),
            last_played=date(2026, 8, 2),
            previous_period=(EventPerformance(950, 1, "short"),),
        ),
        Member("B"),
    ]
    first, last, reported = (date(2026, 10, day) for day in (2, 4, 5))
    places = [f"events[0].games[{n}]" for n in (0, 1)]
    assert events == [
        Event(
            "E", reported, last, time_class="open", excluded="a camp",
            games=(
                Game(1, "A", "B", "1-0", first, first, excluded="wrong", ref=places[0]),
                Game(1, "A", "B", "1-0", last, last, ref=places[1]),
            ),
        ),
        Event(
            "F", reported, reported, time_class="open",
            games=(Game(1, "A", "B", "1-0", reported, reported, ref="events[1].games[0]"),),
        ),
    ]  # fmt: skip
    assert problems == []


@pytest.mark.parametrize(
    ("games", "fine"), [(1, True), (0, False), (True, False), ("5", False), (1.5, False)]
)
def test_games_of_the_period_before_are_one_or_more(games, fine):
    before = {"performance": 950, "games": games, "time_class": "short"}
    problems = read_qj([{"id": "A", "previous_period": [before]}])[2]
    assert [item[:2] for item in problems] == (
        [] if fine else [("not-a-number", "members[0].previous_period[0].games")]
    )


@pytest.mark.parametrize(("acf", "codes"), [(1, []), (0, ["rating-range"])])
def test_an_acf_rating_is_one_or_more(acf, codes):
    assert [item[0] for item in read_qj([{"id": "A", "acf": acf}])[2]] == codes


def test_where_no_day_is_known_a_game_has_none():
    problems = read_qj(events=[{**OPEN, "reported": "soon"}])[2]
    assert problems == [
        ("not-a-date", "events[0].reported", "soon"),
        ("not-a-date", "events[0].games[0].date", "nothing"),
    ]


# What is handed to the calculation without a file


def codes(members, *events, **more):
    with pytest.raises(RatingError) as refusal:
        outcome(members, *events, **more)
    return [(item.code, item.place) for item in refusal.value.problems]


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"joined": "2020"}, ("not-a-date", "member A, joined")),
        ({"decided": {"blitz": 1500}}, ("unknown-type", "member A, decided rating")),
        ({"decided": {"rapid": 1.5}}, ("not-a-number", "member A, decided rapid")),
        ({"jca": -1}, ("not-a-number", "member A, JCA rating")),
        ({"foreign": True}, ("not-a-number", "member A, foreign rating")),
        ({"standard": held(1500, peak=1500.5)}, ("not-a-number", "member A, standard rating, peak")),
        ({"standard": Held("1500", 5, 1500)}, ("not-a-number", "member A, standard rating")),
    ],
)
def test_a_member_that_cannot_be_worked_with_is_refused_once(more, problem):
    assert codes([member("A", **more)]) == [problem]


DAY = date(2026, 4, 1)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"membership": (("2020-04-01", DAY),)}, ["not-a-date"]),
        ({"membership": ((DAY, "2027-04-01"),)}, ["not-a-date"]),
        ({"membership": ((datetime(2020, 4, 1), DAY),)}, ["not-a-date"]),  # noqa: DTZ001
        ({"membership": ((DAY, DAY), (DAY, date(2026, 3, 31)))}, ["days-reversed"]),
        ({"born": DAY, "joined": "2020"}, ["not-a-date"]),
        ({"born": "1980", "joined": DAY}, ["not-a-date"]),
        ({"jca": -1, "foreign": -1}, ["not-a-number"] * 2),
        ({"standard": Held("1500", "5", 1500)}, ["not-a-number"] * 2),
        ({"standard": Held(1500.0, 5.0, 1500.0)}, ["not-a-number"] * 3),
        ({"standard": Held(-5, 5, 100)}, ["not-a-number"]),
        ({"standard": Held(1500, -1, 1500)}, ["not-a-number"]),
    ],
)
def test_everything_that_is_wrong_with_a_member_is_told(more, told):
    assert [code for code, _place in codes([member("A", **more)])] == told


@pytest.mark.parametrize(
    ("days", "wrong"),
    [
        ({"first_day": datetime(2026, 10, 4)}, ["not-a-date"]),  # noqa: DTZ001
        ({"last_day": datetime(2026, 10, 4)}, ["not-a-date"]),  # noqa: DTZ001
        ({"first_day": "2026-10-04"}, ["not-a-date"]),
        ({"last_day": "2026-10-04"}, ["not-a-date"]),
        ({"first_day": date(2026, 10, 5)}, ["days-reversed"]),
    ],
)
def test_a_game_whose_days_are_none_is_refused(days, wrong):
    people = [member("A", 1500), member("B", 1500)]
    assert [code for code, _ in codes(people, event(game("A", "B", **days)))] == wrong


def test_a_type_beside_the_minutes_that_say_the_same_is_fine():
    people = [member("A", 1500), member("B", 1500)]
    both = outcome(people, event(game("A", "B"), type="standard", minutes_at_60=75))
    assert both.lists == outcome(people, event(game("A", "B"), type=None, minutes_at_60=75)).lists


def test_points_can_be_added_to_a_rating_that_is_carried_over():
    carried = member("A", ratings={"ncs": held(1500)})
    repair = Adjustment("A", "standard", 5, "ruling 1")
    found = outcome([carried], edition="ncs-2022-09", adjustments=[repair])
    assert [row.rating for row in found.lists["standard"]] == [1505]


def test_a_balance_that_was_not_announced_is_refused_by_name():
    # 2019 5(2): half a year before.
    people = [member("A", ratings={"ncs": held(1500)})]
    for announced in (None, date(2026, 5, 2)):
        late = Adjustment("A", "ncs", 5, "board 3", announced)
        assert [code for code, _ in codes(people, edition="ncs-2019-09", adjustments=[late])] == [
            "adjustment-not-announced"
        ]
    in_time = Adjustment("A", "ncs", 5, "board 3", date(2026, 5, 1))
    assert outcome(people, edition="ncs-2019-09", adjustments=[in_time])


def test_the_examples_are_read_by_the_reader_of_their_family():
    told = json.loads((CASES / "jcf-2024-10" / "5-3-floor.json").read_text(encoding="utf-8"))["case"]
    reader = Reader(told)
    assert (len(reader.members(JCF)), reader.problems) == (len(told["members"]), [])

"""Cases of the other editions that cannot be read are refused with the place in the file."""

import copy
import json

import pytest

from rating.case import load_case, outcome_of
from rating.errors import CaseError, EditionError, RatingError

from .shared import CASES


def case_of(folder: str, name: str):
    return json.loads((CASES / folder / f"{name}.json").read_text(encoding="utf-8"))["case"]


QJ = case_of("qjrl", "2-provisional-on-input")
NCS = case_of("ncs-2019-09", "2-3-adoption")
M, E, G = ("members", 0), ("events", 0), ("events", 0, "games", 0)


def changed(case, path, value):
    case = copy.deepcopy(case)
    place = case
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return case


@pytest.mark.parametrize(
    ("case", "path", "value", "place", "code"),
    [
        (QJ, ("list",), "2026-12-01", "list date", "list-date"),
        (QJ, (*M, "born"), "2010-01-01", "members[0].born", "unknown-key"),
        (QJ, (*M, "membership"), [], "members[0].membership", "unknown-key"),
        (QJ, (*M, "id"), "B", "members[1].id", "member-twice"),
        (QJ, (*M, "acf"), "1500", "members[0].acf", "not-a-number"),
        (QJ, (*M, "last_played"), "lately", "members[0].last_played", "not-a-date"),
        (QJ, (*M, "ratings"), {"standard": {"rating": 1}}, "members[0].ratings.standard", "unknown-key"),
        (QJ, (*M, "ratings", "qj", "games"), 5, "members[0].ratings.qj.games", "unknown-key"),
        (QJ, (*M, "ratings", "qj", "rating"), None, "members[0].ratings.qj.rating", "not-a-number"),
        (QJ, (*M, "ratings", "qj", "provisional"), "P", "members[0].ratings.qj.provisional", "not-a-flag"),
        (
            QJ,
            ("members", 2, "previous_period", 0, "games"),
            0,
            "members[2].previous_period[0].games",
            "not-a-number",
        ),
        (
            QJ,
            ("members", 2, "previous_period", 0, "time_class"),
            "blitz",
            "members[2].previous_period[0].time_class",
            "time-class",
        ),
        (QJ, (*E, "time_class"), None, "events[0].time_class", "time-class"),
        (QJ, (*E, "time_class"), "blitz", "events[0].time_class", "time-class"),
        (QJ, (*E, "type"), "standard", "events[0].type", "unknown-key"),
        (QJ, (*E, "reported"), None, "events[0].reported", "not-a-date"),
        (QJ, (*G, "black"), "N", "events[0].games[0]", "against-himself"),
        (QJ, (*G, "result"), "2-0", "events[0].games[0].result", "unknown-result"),
        (NCS, (*M, "ratings"), {"standard": {}}, "members[0].ratings.standard", "unknown-key"),
        (NCS, (*M, "jca"), "strong", "members[0].jca", "not-a-number"),
        (NCS, (*E, "type"), "ncs", "events[0].type", "unknown-type"),
    ],
)
def test_bad_input_is_refused_with_its_place(case, path, value, place, code):
    with pytest.raises(RatingError) as refusal:
        outcome_of(changed(case, path, value))
    assert (place, code) in [(problem.place, problem.code) for problem in refusal.value.problems]


def test_a_qj_case_needs_no_days():
    dated = changed(QJ, (*G, "date"), "2026-10-01")
    assert outcome_of(dated)["lists"] == outcome_of(QJ)["lists"]
    assert outcome_of(changed(QJ, (*E, "last_day"), "2026-10-02"))["lists"] == outcome_of(QJ)["lists"]


def test_the_qj_edition_is_never_the_one_in_force():
    case = copy.deepcopy(QJ)
    del case["regulation"]
    with pytest.raises(CaseError, match="time_class"):
        outcome_of(case)


def test_a_case_without_its_regulation_in_a_time_we_do_not_hold_is_refused():
    case = copy.deepcopy(NCS)
    del case["regulation"]
    assert outcome_of(case)["regulation"] == "ncs-2019-09"
    with pytest.raises(EditionError, match="ncs-2021-02"):
        outcome_of({**case, "list": "2021-06-01"})
    assert outcome_of({**case, "list": "2021-06-01", "regulation": "ncs-2019-09"})["list"] == "2021-06-01"


def test_earlier_games_of_2019_may_name_the_type_that_was_played():
    case = case_of("ncs-2019-09", "2-4-initial")
    earlier = {"date": "2019-09-01", "opponent_rating": 1500, "score": 0.5}
    outcomes = [
        outcome_of(changed(case, ("members", 4, "unrated_games"), [{**earlier, "type": type}]))
        for type in ("ncs", "standard", "rapid")
    ]
    assert outcomes[0] == outcomes[1] == outcomes[2]
    assert next(row["games"] for row in outcomes[0]["lists"]["ncs"] if row["id"] == "U") == 5


def test_the_rating_of_before_can_be_given_for_the_first_list_of_2022():
    case = case_of("ncs-2022-09", "5-2-worked-example")
    older = copy.deepcopy(case)
    for member in older["members"]:
        member["ratings"] = {"ncs": member["ratings"]["standard"]}
    assert outcome_of(older) == outcome_of(case)


def test_a_file_of_examples_is_read_for_every_edition():
    for path in CASES.glob("*/*.json"):
        assert load_case(path.read_text(encoding="utf-8"))["list"]

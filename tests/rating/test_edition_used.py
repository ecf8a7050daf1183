"""Which edition a list falls under, and that functions and values of an edition are asked for as it says."""

import ast
import inspect
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest

import rating
from importer.applications import FORMS
from rating import editions
from rating.case import load_case, outcome_of
from rating.citation import REGISTRY, cited_for
from rating.edition_file import read_edition
from rating.edition_whole import roles_of
from rating.editions import _held_near, edition_for, held, load
from rating.errors import EditionError, RatingError
from rating.families import every, family_named
from rating.interpretations import Interpretations
from rating.shapes import Shapes, roles_in
from rating.shapes_queensland import QueenslandShapes
from rating.time_control import parse
from tests.rating.test_edition_file import SOURCES, TEXT

from .shared import CASES

FILLED = [
    (name, role)
    for name in editions.names()
    for role in (*roles_in(Shapes), *roles_in(QueenslandShapes))
    if load(name).has(role)
]


def shapes_with(law, role):
    """The name of the field of an edition that holds a role, and the roles it holds."""
    name = "shapes" if role in roles_in(Shapes) else "queensland"
    return name, getattr(law, name)


@pytest.mark.parametrize(("edition", "role"), FILLED)
def test_each_function_has_the_signature_of_its_role(edition, role):
    field, held = shapes_with(load(edition), role)
    kind = Shapes if field == "shapes" else QueenslandShapes
    wanted = list(inspect.signature(getattr(kind, role)).parameters)[2:]
    assert list(inspect.signature(getattr(held, role)).parameters)[1:] == wanted


# Roles that other layers ask, or only an officer's decision; all others are asked in the examples.
ASKED_ELSEWHERE = {
    "is_open",
    "report_day",
    "fees",
    "fee_due",
    "adjustment",
    "points_onto",
    "towards_initial",
}


@pytest.mark.parametrize(("edition", "role"), [pair for pair in FILLED if pair[1] not in ASKED_ELSEWHERE])
def test_no_list_is_made_without_each_function(edition, role, monkeypatch):
    law = load(edition)
    field, held = shapes_with(law, role)

    def broken(*args, **kwargs):
        raise ZeroDivisionError(role)

    amended = replace(law, **{field: SimpleNamespace(**{**vars(held), role: broken})})
    monkeypatch.setattr(editions, "load", lambda name: amended)
    stopped = 0
    for path in CASES.glob(f"{edition}/*.json"):
        try:
            outcome_of(load_case(path.read_text(encoding="utf-8")))
        except ZeroDivisionError:
            stopped += 1
    if role == "report_deadline" and edition == "ncs-2019-09":
        assert not stopped  # 3(1) shows a problem, it leaves no game out
        return
    assert stopped, f"no case in tests/rating/cases/{edition}/ asks for {role}"


@pytest.mark.parametrize("edition", editions.names())
def test_every_role_of_a_family_is_filled_and_no_other(edition):
    law = load(edition)
    needed, free = roles_of(law.family)
    filled = {role for name, role in FILLED if name == edition}
    assert needed <= filled <= needed | free


def test_an_edition_says_nothing_where_it_has_no_article():
    law = load("jcf-2024-10")
    assert not law.has("fees")
    assert law.shapes.fees(law, (), Interpretations()) is None
    assert law.shapes.outside_rating(law, None, Interpretations()) is None


def test_a_role_of_the_other_family_is_refused_by_name():
    with pytest.raises(EditionError, match="qjrl: other-family"):
        load("qjrl").shapes.k_factor(load("qjrl"), None, Interpretations())
    with pytest.raises(EditionError, match="jcf-2024-10: other-family"):
        load("jcf-2024-10").queensland.event_k(load("jcf-2024-10"), "club")


@pytest.mark.parametrize("edition", editions.names())
def test_every_value_of_an_edition_is_read_by_one_of_its_functions_or_elsewhere(edition):
    law = load(edition)
    read = {value for _, cited in cited_for(edition) for value in cited.reads}
    free = {value for entry in law.entries if entry.elsewhere for value in entry.values}
    assert set(law.values) <= read | free
    assert read <= set(law.values)


def test_a_value_that_only_other_layers_ask_for_is_asked_for_there():
    root = Path(rating.__file__).parent.parent
    other = "".join(
        path.read_text(encoding="utf-8")
        for layer in ("importer", "office")
        for path in (root / layer).rglob("*.py")
    )
    for edition in map(load, editions.names()):
        read = {value for _, cited in cited_for(edition.id) for value in cited.reads}
        for value in set(edition.values) - read:
            if value == "event_forms":  # a layer that knows no editions; here it is held to them
                assert set(FORMS) == set(edition.words(value))
            else:
                assert f'"{value}"' in other, value


@pytest.mark.parametrize("name", sorted(REGISTRY))
def test_a_function_reads_the_values_it_says_and_no_other(name):
    cited = REGISTRY[name]
    module = ast.parse(inspect.getsource(inspect.getmodule(cited.function)))
    bodies = {node.name: node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)}
    others = {other for other in REGISTRY if other != name}

    def read_by(function: str, seen: set[str]) -> set[str]:
        found = set()
        for node in ast.walk(bodies[function]):
            if not isinstance(node, ast.Call):
                continue
            called = node.func
            if isinstance(called, ast.Attribute) and called.attr in (
                "number",
                "word",
                "words",
                "steps",
                "percentages",
            ):
                found.add(node.args[0].value)
            if isinstance(called, ast.Name) and called.id in bodies and called.id not in seen | others:
                found |= read_by(called.id, seen | {called.id})
        return found

    assert read_by(name, {name}) == set(cited.reads)


# Arithmetic, not law: halves and hundredths, seconds and minutes, months of a year.
ARITHMETIC = {-1, 0, 1, 2, 12, 50, 100, 101, 200}


TIME = {60, 180, 3}


def test_no_number_of_the_law_stands_in_the_code():
    for path in SOURCES:
        allowed = ARITHMETIC | (TIME if path.name.startswith("time_") else set())
        allowed |= {10_000} if path.name == "time_control.py" else set()  # how far one is believed
        # How far a case is believed and shown, which no law says.
        allowed |= {3999, 99_999, 300, 10, 3} if path.name == "case_cells.py" else set()
        allowed |= {1_200, 36_500, 3999, 99_999} if path.name == "edition_kinds.py" else set()  # and a draft
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and type(node.value) in (int, float, complex):
                assert node.value in allowed, f"{path.name}:{node.lineno}: {node.value}"


def test_no_binary_float_touches_a_rating():
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), path.name
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ("float", "round"), f"{path.name}:{node.lineno}"
            assert not isinstance(node, ast.Div), path.name


def test_a_list_falls_under_the_edition_in_force_on_the_last_day_of_its_period():
    assert edition_for(date(2024, 11, 1)).id == "jcf-2024-10"
    assert edition_for(date(2030, 1, 1)).id == "jcf-2024-10"


@pytest.mark.parametrize(
    ("day", "edition"),
    [
        (date(2019, 10, 1), "ncs-2019-09"),
        (date(2020, 5, 1), "ncs-2019-09"),
        (date(2022, 10, 1), "ncs-2022-09"),
        (date(2023, 8, 1), "ncs-2022-09"),
        (date(2024, 11, 1), "jcf-2024-10"),
    ],
)
def test_the_first_and_last_lists_of_each_edition(day, edition):
    assert edition_for(day).id == edition


@pytest.mark.parametrize(
    ("day", "other"),
    [
        (date(1999, 1, 1), "none"),
        (date(2019, 2, 1), "none"),
        (date(2019, 9, 1), "jcf-2019-07 from 2019-07-01, whose text is not held"),
        (date(2020, 6, 1), "ncs-2020-05 from 2020-05-01"),
        (date(2021, 6, 1), "ncs-2021-02 from 2021-02-01"),
        (date(2022, 9, 1), "ncs-2021-02 from 2021-02-01"),
        (date(2023, 9, 1), "ncs-2023-08 from 2023-08-01"),
        (date(2024, 10, 1), "ncs-2023-08 from 2023-08-01"),
    ],
)
def test_a_list_under_no_edition_held_is_refused_with_its_date_and_the_editions_held(day, other):
    with pytest.raises(EditionError) as refusal:
        edition_for(day)
    (problem,) = refusal.value.problems
    assert (problem.code, problem.place, problem.found[: len(other)]) == (
        "no-edition",
        f"list of {day.isoformat()}",
        other,
    )
    assert "ncs-2019-09 from 2019-09-01 until 2020-05-01" in problem.expected
    assert "ncs-2022-09 from 2022-09-01 until 2023-08-01" in problem.expected
    assert "jcf-2024-10 from 2024-10-01" in problem.expected
    assert "ruling" in problem.remedy


def test_an_undated_text_is_only_used_by_name():
    law = load("qjrl")
    assert law.in_force_from is None
    assert not law.in_force_on(date(2026, 11, 1))
    assert law not in held()


def test_no_edition_is_in_force_while_another_is():
    for family in (family_named(name) for name in every()):
        for day in (date(2019, 1, 1) + timedelta(days=n) for n in range(3000)):
            assert sum(law.in_force_on(day) for law in map(load, family.editions)) <= 1


def test_a_list_that_is_not_of_the_first_of_a_month_is_refused():
    with pytest.raises(RatingError, match="2026-11-02"):
        edition_for(date(2026, 11, 2))


def test_an_edition_that_is_not_held_is_refused_by_name():
    with pytest.raises(EditionError, match="ncs-2023-08"):
        load("ncs-2023-08")


def test_editions_follow_each_other_without_overlap():
    lists = held()
    for before, after in pairwise(lists):
        assert before.in_force_until is not None
        assert before.in_force_until <= after.in_force_from


def test_an_edition_ends_before_the_day_on_which_the_next_begins():
    law = read_edition(
        TEXT.replace("2024-10-01\nseeds", "2024-10-01\nin_force_until = 2027-04-01\nseeds", 1), "a"
    )
    assert law.in_force_on(date(2027, 3, 31))
    assert not law.in_force_on(date(2027, 4, 1))
    assert not law.in_force_on(date(2024, 9, 30))


def test_an_unknown_value_or_reason_is_refused_by_name():
    law = load("jcf-2024-10")
    for ask in (law.number, law.word, law.words, law.steps, law.percentages):
        with pytest.raises(EditionError, match="no_such"):
            ask("no_such")
    with pytest.raises(EditionError, match="fee-unpaid"):
        law.article_of_reason("fee-unpaid")
    with pytest.raises(EditionError, match="no_such"):
        law.article_of_role("no_such")


def test_a_value_asked_for_as_another_kind_is_refused():
    law = load("jcf-2024-10")
    for ask, name in (
        (law.number, "types"),
        (law.words, "floor"),
        (law.word, "floor"),
        (law.percentages, "floor"),
    ):
        with pytest.raises(EditionError, match=name):
            ask(name)


def test_switches_are_not_needed_to_read_a_time():
    assert load("jcf-2024-10").shapes.minutes(load("jcf-2024-10"), parse("45+30")) == 75


def test_editions_of_other_years_are_not_read_and_none_is_missed() -> None:
    for months in range(2015 * 12, 2030 * 12):
        day = date(months // 12, months % 12 + 1, 1)
        whole = [e.id for e in held() if e.in_force_on(e.shapes.period(e, day).last) or e.in_force_on(day)]
        near = [e.id for e in _held_near(day)]
        assert set(whole) <= set(near)
    assert [e.id for e in _held_near(date(2026, 11, 1))] == ["jcf-2024-10"]
    assert [e.id for e in _held_near(date(2020, 1, 1))] == ["ncs-2019-09"]

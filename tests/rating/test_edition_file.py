"""An edition file that is not exactly right does not load, and the line is named."""

import ast
import inspect
from dataclasses import replace
from datetime import date, timedelta
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest

import rating
from importer.applications import FORMS
from rating import editions
from rating.case import load_case, outcome_of
from rating.citation import REGISTRY, article, cited_for
from rating.edition_file import read_edition
from rating.edition_kinds import LISTS, TABLES, WORDS
from rating.edition_whole import roles_of
from rating.editions import _held_near, edition_for, held, load
from rating.errors import EditionError, RatingError
from rating.families import every, family_named
from rating.interpretations import Interpretations
from rating.shapes import Shapes, roles_in
from rating.shapes_queensland import QueenslandShapes
from rating.time_control import parse

from .shared import CASES

TEXT = (files("rating.editions") / "jcf-2024-10.toml").read_text(encoding="utf-8")
COLUMNS = Path(rating.__file__).parent / "columns"  # arrays; its own tests hold it to the same numbers
SOURCES = [path for path in sorted(Path(rating.__file__).parent.rglob("*.py")) if COLUMNS not in path.parents]


def line_of(text: str, part: str) -> int:
    """The line on which a part of the file begins."""
    return text[: text.index(part)].count("\n") + 1


def alike(old: str, new: str) -> int:
    """How many characters two texts begin with alike."""
    differ = (n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b)
    return next(differ, min(len(old), len(new)))


def article_of(text: str, part: str) -> int:
    """The line of the [[article]] under which a part of the file stands."""
    lines = text.splitlines()[: line_of(text, part)]
    return max(n for n, line in enumerate(lines, 1) if line == "[[article]]")


def problems_of(text: str):
    with pytest.raises(EditionError) as refusal:
        read_edition(text, "a.toml")
    return refusal.value.problems


def test_the_file_as_it_stands_loads():
    assert read_edition(TEXT, "a.toml").id == "jcf-2024-10"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('says = "No rating is below 1000."', 'says = ""', "missing-citation"),
        ('article = "5(3)"', 'articel = "5(3)"', "unknown-key"),
        ('article = "5(3)"', 'article = "five"', "missing-citation"),
        ('article = "5(3)"\nseeds = ["000", "003"]', 'article = "5(3)"\nseeds = []', "missing-citation"),
        ('article = "5(3)"\nseeds = ["000", "003"]', 'article = "5(3)"\nseeds = ["009"]', "missing-citation"),
        (
            'article = "5(3)"\nseeds = ["000", "003"]\neffective = 2024-10-01',
            'article = "5(3)"\nseeds = ["000", "003"]',
            "missing-citation",
        ),
        ("values = { floor = 1000 }", "values = { floor = 1000.0 }", "edition-value"),
        ("values = { floor = 1000 }", "values = { floor = true }", "edition-value"),
        ("values = { floor = 1000 }", "values = { flor = 1000 }", "unused-value"),
        ("values = { floor = 1000 }", "values = { floor = 1000, k_top = 1 }", "twice"),
        ('{ floor = "not_below_floor"', '{ flour = "not_below_floor"', "unknown-role"),
        ('{ floor = "not_below_floor"', '{ floor = "nothing"', "function-citation"),
        ('{ floor = "not_below_floor"', '{ floor = "not_played"', "function-citation"),
        ('reasons = ["late"]', 'reasons = ["tardy"]', "unknown-reason"),
        ('rulings = ["R6"]', 'rulings = ["R199"]', "unknown-ruling"),
        ("47-53   .57 .43", "48-53   .57 .43", "table-gap"),
        ("47-53   .57 .43", "46-53   .57 .43", "table-gap"),
        ("47-53   .57 .43", "47-53   .57 .44", "table-gap"),
        ("> 735   1.0 .00\n", "", "table-gap"),
        (".99 677", ".99 six", "table-gap"),
        (".99 677   ", "", "table-gap"),
        (".99 677", ".98 677", "table-gap"),
    ],
)
def test_a_fault_in_an_entry_is_refused_with_its_line(old, new, code):
    assert TEXT.count(old) == 1
    (found, *_) = [problem for problem in problems_of(TEXT.replace(old, new)) if problem.code == code]
    line = TEXT[: TEXT.index(old) + alike(old, new)].count("\n") + 1
    if old.startswith(new) and code == "missing-citation":
        line = article_of(TEXT, old)  # taken out: the entry that lacks it
    if "Table" in found.found and repr("")[0] not in found.found:
        line = max(n for n in (line_of(TEXT, "expected_scores ="), line_of(TEXT, "dp =")) if n < line)
    assert found.place == f"a.toml, line {line}"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        # of another form
        ('article = "5(3)"\nseeds = ["000", "003"]', 'article = "5(3)"\nseeds = 3', "missing-citation"),
        ("values = { floor = 1000 }", "values = 1000", "edition-value"),
        ('functions = { floor = "not_below_floor", opening = "opening_at_floor" }', "functions = []",
         "edition-value"),
        ('opening = "opening_at_floor"', "opening = 5", "edition-value"),
        ('reasons = ["late"]', "reasons = 7", "edition-value"),
        ('rulings = ["R6"]', 'rulings = "R6"', "edition-value"),
        # a value of another kind, or none that could be worked with
        ("k_usual = 20", 'k_usual = "20"', "edition-value"),
        ("k_usual = 20", "k_usual = -20", "edition-value"),
        ("report_first_day = 21", "report_first_day = 31", "edition-value"),
        ("months_between_lists = 1", "months_between_lists = 0", "edition-value"),
        ("mark_at_move = 60", "mark_at_move = 0", "edition-value"),
        ('time_zone = "Asia/Tokyo"', 'time_zone = "Tokyo time"', "edition-value"),
        ('types = ["standard", "rapid"]', 'types = "standard"', "edition-value"),
        ('types = ["standard", "rapid"]', 'types = ["standard"]', "edition-value"),
        ('types = ["standard", "rapid"]', 'types = ["rapid", "rapid"]', "edition-value"),
        # a gap
        ('reasons = ["late"]\n', "", "missing-reason"),
        ('article = "3(4)"', 'article = "3(9)"', "article-gap"),
        ('article = "Note 4"', 'article = "Note 5"', "article-gap"),
        # the head
        ('id = "jcf-2024-10"', "id = 5", "edition-value"),
        ('prevailing = "003"', 'prevailing = "004"', "missing-key"),
        ('family = "japanese"', "family = []", "missing-key"),
        ('seeds = ["000", "003"]\nprevailing', "seeds = 3\nprevailing", "missing-key"),
    ],
)  # fmt: skip
def test_a_fault_of_form_kind_or_order_is_refused_with_its_line(old, new, code):
    assert TEXT.count(old) == 1
    problems = problems_of(TEXT.replace(old, new))
    (found, *_) = [problem for problem in problems if problem.code == code]
    lines = {line_of(TEXT, old), TEXT[: TEXT.index(old) + alike(old, new)].count("\n") + 1}
    if code in ("missing-reason", "article-gap"):
        lines = {article_of(TEXT, old)}
    assert found.place in {f"a.toml, line {line}" for line in lines}


@pytest.mark.parametrize(
    ("reason", "instead"), [("organizer", "reasons = []"), ("excluded-by-officer", 'elsewhere = "office"')]
)
def test_a_reason_every_edition_has_cannot_be_left_out(reason, instead):
    problems = problems_of(TEXT.replace(f'reasons = ["{reason}"]', instead))
    assert [problem.code for problem in problems] == ["missing-reason"]


def test_an_article_left_out_is_a_gap_at_the_one_after_it():
    start = TEXT.index('[[article]]\narticle = "4(3)"')
    after = TEXT.index('[[article]]\narticle = "4(4)"')
    (problem,) = problems_of(TEXT[:start] + TEXT[after:])
    assert (problem.code, problem.found) == ("article-gap", "4(4)")
    assert problem.place == f"a.toml, line {TEXT[:start].count(chr(10)) + 1}"


def test_a_role_or_value_that_is_missing_names_the_line_of_its_article():
    (value,) = problems_of(TEXT.replace("k_junior_below_age = 19\n", ""))
    start = article_of(TEXT, "k_junior_below_age")
    assert (value.code, value.place) == ("missing-value", f"a.toml, line {start}")
    text = TEXT.replace(
        'functions = { is_open = "published_after_closing_day", adjustment', "functions = { adjustment"
    )
    places = {p.code: p.place for p in problems_of(text)}
    start = article_of(TEXT, "is_open =")
    assert places["missing-role"] == places["unused-function"] == f"a.toml, line {start}"


def test_an_entry_that_comes_into_force_after_its_edition_is_refused():
    text = TEXT.replace(
        "in_force_from = 2024-10-01", "in_force_from = 2024-10-01\nin_force_until = 2025-04-01"
    )
    late = text.replace(
        'effective = 2024-10-01\nsays = "No rating', 'effective = 2025-04-01\nsays = "No rating'
    )
    assert read_edition(text, "a.toml").in_force_until == date(2025, 4, 1)
    said = line_of(late, 'says = "No rating')
    assert [p.place for p in problems_of(late)] == [f"a.toml, line {said - 1}"]
    backwards = text.replace("in_force_until = 2025-04-01", "in_force_until = 2024-10-01")
    assert {p.code for p in problems_of(backwards)} >= {"missing-date"}


ASKS = {"number": int, "word": str, "words": "words", "steps": "table", "percentages": "table"}


def test_every_value_is_of_the_kind_its_functions_ask_for():
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ASKS:
                name = getattr(node.args[0], "value", None) if node.args else None
                if isinstance(name, str):
                    kind = (
                        "table"
                        if name in TABLES
                        else str
                        if name in WORDS
                        else "words"
                        if name in LISTS
                        else int
                    )
                    assert kind == ASKS[node.func.attr], name


QUEENSLAND = (files("rating.editions") / "qjrl.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("316-328  87 13", "316-323  87 13", "table-gap"),
        ("316-328  87 13", "316-328 .87 .13", "table-gap"),
        ("98 +589", "98 +569 97 +538", "table-gap"),
        ("98 +589", "", "table-gap"),
        ("98 +589", "100 +800  98 +589", "table-gap"),
        ('article = "4b ii"', 'article = "4 b ii"', "missing-citation"),
        ('article = "4c"', 'article = "4a"', "out-of-order"),
        ('article = "4c"', 'article = "Organisers 9"', "out-of-order"),
        ('says = "The low limit', 'effective = 2026-01-01.5\nsays = "The low limit', "edition-file"),
        ('says = "The low limit', 'effective = "1993"\nsays = "The low limit', "missing-citation"),
        ("undated = true\n", "", "missing-date"),
        ("undated = true", "undated = false", "missing-date"),
        ('overshoot = "not_above_mean_performance"', 'k_factor = "top_new_junior_usual"', "unknown-role"),
        ("k_short = 15", "", "missing-value"),
    ],
)
def test_a_fault_in_the_queensland_file_is_refused(old, new, code):
    assert QUEENSLAND.count(old) == 1
    problems = problems_of(QUEENSLAND.replace(old, new))
    assert code in {problem.code for problem in problems}
    assert all("line" in str(problem) for problem in problems)


@pytest.mark.parametrize("edition", editions.names())
@pytest.mark.parametrize("key", ["article", "seeds", "says", "effective"])
def test_no_entry_of_any_edition_does_without_its_citation(edition, key):
    lines = (files("rating.editions") / f"{edition}.toml").read_text(encoding="utf-8").splitlines()
    starts = [n for n, line in enumerate(lines) if line == "[[article]]"]
    for start in starts:
        place = next(n for n in range(start, len(lines)) if lines[n].startswith(f"{key} =") or not lines[n])
        if lines[place]:
            text = "\n".join([*lines[:place], *lines[place + 1 :]])
            found = [problem for problem in problems_of(text) if problem.code == "missing-citation"]
            assert [problem.place for problem in found] == [f"a.toml, line {start + 1}"]
        else:
            assert key == "effective" and load(edition).in_force_from is None


def test_an_entry_that_says_nothing_to_anybody_is_refused():
    text = TEXT.replace('elsewhere = "nobody: an amended text is a new edition"\n', "")
    assert [problem.code for problem in problems_of(text)] == ["empty-entry"]


def test_entries_out_of_the_order_of_the_text_are_refused():
    text = TEXT.replace('article = "7(4)"', 'article = "6(9)"')
    assert [problem.code for problem in problems_of(text)] == ["out-of-order"]


def test_a_role_without_a_function_is_a_gap():
    codes = {p.code for p in problems_of(TEXT.replace('floor = "not_below_floor", ', ""))}
    assert {"missing-role", "unused-function", "unused-value"} <= codes


def test_a_value_that_is_read_but_not_there_is_a_gap():
    codes = [p.code for p in problems_of(TEXT.replace("k_junior_below_age = 19\n", ""))]
    assert codes == ["missing-value"]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('id = "jcf-2024-10"\n', "", "missing-key"),
        ('family = "japanese"\n', "", "missing-key"),
        ('family = "japanese"', 'family = "roman"', "missing-key"),
        ('family = "japanese"', 'family = "japanese"\nundated = true', "missing-date"),
        ("in_force_from = 2024-10-01", 'in_force_from = "soon"', "missing-date"),
        ("in_force_from = 2024-10-01\n", "", "missing-date"),
        ('prevailing = "003"', 'prevailing = "003"\nparent = "ncs-2022-09"', "unknown-key"),
        ('id = "jcf-2024-10"', 'id = "jcf', "edition-file"),
        ('id = "jcf-2024-10"', f"id = {'[' * 9000}", "edition-file"),
        ('id = "jcf-2024-10"', f"id = {'9' * 5000}", "edition-file"),
    ],
)
def test_a_fault_in_the_head_is_refused(old, new, code):
    assert code in {problem.code for problem in problems_of(TEXT.replace(old, new))}


def test_every_function_cited_for_an_edition_is_named_by_it_under_the_same_article():
    for edition in map(load, editions.names()):
        named = {name: entry.article for entry in edition.entries for name in entry.functions.values()}
        assert named == {name: cited.articles[edition.id] for name, cited in cited_for(edition.id)}


def test_two_functions_cannot_share_a_name():
    def not_below_floor(law, rating): ...

    with pytest.raises(ValueError, match="not_below_floor"):
        article("another", "1(1)")(not_below_floor)


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
ASKED_ELSEWHERE = {"is_open", "report_day", "fees", "fee_due", "adjustment", "towards_initial"}


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
        allowed |= {1_200, 36_500, 99_999} if path.name == "edition_kinds.py" else set()  # and a draft
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

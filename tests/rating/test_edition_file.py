"""An edition file that is not exactly right does not load, and the line is named."""

import ast
from datetime import date
from importlib.resources import files
from pathlib import Path

import pytest

import rating
from rating import editions
from rating.citation import article, cited_for
from rating.edition_file import read_edition
from rating.edition_kinds import LISTS, TABLES, WORDS
from rating.editions import load
from rating.errors import EditionError

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
        ('rulings = ["R6", "R105"]', 'rulings = ["R199"]', "unknown-ruling"),
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
        ('rulings = ["R6", "R105"]', 'rulings = "R6"', "edition-value"),
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
        ('id = "jcf-2024-10"', f"id{'.a' * 5000} = 1", "edition-file"),
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

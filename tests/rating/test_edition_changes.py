"""What a draft changes in the text, article by article; and how a draft is read."""

from dataclasses import replace
from importlib.resources import files

import pytest

from rating.edition_changes import Change, changes
from rating.edition_file import read_draft, read_edition
from rating.editions import load
from rating.errors import EditionError

LAW = load("jcf-2024-10")
TEXT = (files("rating.editions") / "jcf-2024-10.toml").read_text(encoding="utf-8")


def changed(*pairs):
    text = TEXT
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    return changes(LAW, read_draft(text, "draft.toml")[0])


def test_a_copy_changes_nothing():
    assert changed() == ()
    assert read_draft(TEXT, "draft.toml")[1] == "jcf-2024-10"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("k_top = 10", "k_top = 12", Change("5(1)", "k_top", "10", "12")),
        (
            "No rating is below 1000", "Nobody is",
            Change("5(3)", "says", "No rating is below 1000.", "Nobody is."),
        ),
        (
            '"standard", "rapid"]', '"standard", "quick"]',
            Change("2(1)", "types", "standard, rapid", "standard, quick"),
        ),
        (
            "392-411 .92 .08", "392-411 .91 .09",
            Change("Table 1", "expected_scores, 392–411", ".92 .08", ".91 .09"),
        ),
        ("floor = 1000 }", "floor = 900 }", Change("5(3)", "floor", "1000", "900")),
        (".83 273", ".83 274", Change("Table 2", "dp, 83 %", "273", "274")),
        (
            'rounding = "rounded_total"', 'rounding = "rounded_rating"',
            Change("5(2)", "function rounding", "rounded_total", "rounded_rating"),
        ),
    ],
)  # fmt: skip
def test_one_change_is_told_with_its_article(old, new, told):
    assert changed((old, new)) == (told,)


def test_what_moves_to_another_article_is_told_where_it_differs_alone():
    away = ('reasons = ["late"]\n', "")
    here = ('reasons = ["excluded-by-officer"]\n', 'reasons = ["excluded-by-officer", "late"]\n')
    assert changed(away, here) == ()


def test_an_article_that_is_new_comes_with_all_it_states_and_one_left_out_is_named_last():
    new = (
        '[[article]]\narticle = "7(5)"\nseeds = ["000"]\neffective = 2024-10-01\nsays = "A limit."\n'
        'values = { k_times_games = 700 }\nfunctions = { k_limit = "k_times_games_at_most" }\n\n'
    )
    tables = "# ---------------------------------------------------------------- Tables\n"
    moved = (
        ("values = { k_times_games = 700 }\n", ""),
        ('functions = { k_limit = "k_times_games_at_most" }\n', ""),
        (tables, new + tables),
    )
    assert changed(*moved) == (
        Change("7(5)", "article", None, "A limit."),
        Change("7(5)", "k_times_games", None, "700"),
        Change("7(5)", "function k_limit", None, "k_times_games_at_most"),
    )
    start = TEXT.index('[[article]]\narticle = "Note 4"')
    gone = read_draft(TEXT[:start], "draft.toml")[0]
    assert changes(LAW, gone) == (
        Change("Note 4", "article", "Names in Roman characters, surname first, no comma.", None),
    )


def test_what_an_article_does_not_state_any_more_is_told():
    entry = next(one for one in LAW.entries if len(one.values) > 1)
    name = next(iter(entry.values))
    less = replace(entry, values={key: value for key, value in entry.values.items() if key != name})
    amended = replace(LAW, entries=tuple(less if one is entry else one for one in LAW.entries))
    (back,) = changes(amended, LAW)
    assert changes(LAW, amended) == (Change(entry.article, name, back.after, None),)
    assert back.before is None and back.after


def test_a_draft_needs_no_citation_and_an_edition_does():
    other = TEXT.replace('"top_new_junior_usual"', '"top_new_junior_by_rating"').replace(
        "k_junior_below_peak = 2000", "k_junior_below_rating = 2000"
    )
    draft, amends = read_draft(
        other.replace('id = "jcf-2024-10"', 'id = "a"\namends = "jcf-2024-10"'), "a.toml"
    )
    assert (draft.id, amends, draft.shapes.k_factor.__name__) == (
        "a",
        "jcf-2024-10",
        "top_new_junior_by_rating",
    )
    for text in (other, TEXT.replace('id = "jcf-2024-10"', 'id = "jcf-2024-10"\namends = "jcf-2024-10"')):
        with pytest.raises(EditionError):
            read_edition(text, "a.toml")


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('rounding = "rounded_total"', 'rounding = "not_below_floor"', "function-role"),
        ('rounding = "rounded_total"', 'rounding = "nowhere"', "function-citation"),
        ("k_usual = 20", "k_usual = 20\nk_idle = 3", "unused-value"),
        ("k_usual = 20\n", "", "missing-value"),
        ('article = "5(3)"', 'article = "5(2)"', "out-of-order"),
        ('floor = "not_below_floor", ', "", "missing-role"),
    ],
)
def test_a_draft_that_does_not_fit_is_refused_with_its_line(old, new, code):
    assert old in TEXT
    with pytest.raises(EditionError) as refused:
        read_draft(TEXT.replace(old, new, 1), "draft.toml")
    assert code in {problem.code for problem in refused.value.problems}
    assert all(problem.place.startswith("draft.toml, line ") for problem in refused.value.problems)


@pytest.mark.parametrize(
    ("role", "without"),
    [
        (
            "k_limit",
            'values = { k_times_games = 700 }\nfunctions = { k_limit = "k_times_games_at_most" }\n',
        ),
        ("towards_initial", 'towards_initial = "games_of_years", '),
    ],
)
def test_an_edition_to_come_may_leave_out_what_only_some_texts_have(role, without):
    assert without in TEXT
    draft, _ = read_draft(TEXT.replace(without, "", 1), "draft.toml")
    assert draft.has(role) is False

"""What makes the entries of an edition a whole, case by case: places in a text, and all that is said of a
file with one fault of this kind."""

from importlib.resources import files

import pytest

from rating.edition_file import read_draft, read_edition
from rating.edition_whole import follows, order, place_of, roles_of
from rating.errors import EditionError

JAPANESE, IN_2022, IN_2019, QUEENSLAND, FIDE, FIDE_2025 = (
    (files("rating.editions") / f"{name}.toml").read_text(encoding="utf-8")
    for name in ("jcf-2024-10", "ncs-2022-09", "ncs-2019-09", "qjrl", "fide-2024-03", "fide-2025-10")
)


def said_of(text: str | bytes) -> list[tuple[str, int, str, str]]:
    """Code, line, expected and found of each problem, in the order in which they are told."""
    with pytest.raises(EditionError) as refused:
        read_edition(text, "a.toml")
    return [
        (p.code, int(p.place.removeprefix("a.toml, line ")), p.expected, p.found)
        for p in refused.value.problems
    ]


def line_of(text: str, part: str) -> int:
    """The line on which a part of the file begins."""
    assert part in text
    return text[: text.index(part)].count("\n") + 1


def article_of(text: str, part: str) -> int:
    """The line of the [[article]] under which a part of the file stands."""
    return max(
        n for n, line in enumerate(text.splitlines()[: line_of(text, part)], 1) if line == "[[article]]"
    )


def changed(text: str, *pairs: tuple[str, str]) -> str:
    """The file with other words, each of which stands in it once."""
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize(
    ("family", "before", "after", "is_next"),
    [
        ("japanese", "5(1)", "5(2)", True),
        ("japanese", "5(1)", "5(3)", False),
        ("japanese", "5(9)", "5(10)", True),
        ("japanese", "5(3)", "6(1)", True),
        ("japanese", "5(3)", "6(2)", False),
        ("japanese", "3(1)", "5(1)", False),
        ("japanese", "8(2)", "Revisions", True),
        ("japanese", "8(2)", "Table 1", True),
        ("japanese", "8(2)", "Table 2", False),
        ("japanese", "Revisions", "Table", True),
        ("japanese", "Table 1", "Table 2", True),
        ("japanese", "Table 1", "Table 3", False),
        ("japanese", "Table", "Table 1", True),
        ("japanese", "Table", "Table 2", False),
        ("japanese", "Reference", "Note 1", True),
        ("japanese", "Reference", "Note 2", False),
        ("queensland", "intro", "1", True),
        ("queensland", "intro", "2", False),
        ("queensland", "2", "3", True),
        ("queensland", "2", "4", False),
        ("queensland", "3", "4a", True),
        ("queensland", "4", "4a", True),
        ("queensland", "4a", "4b i", True),
        ("queensland", "4b i", "4b ii", True),
        ("queensland", "4b ii", "4c", True),
        ("queensland", "4c", "Players 1", True),
        ("queensland", "4c", "Players 2", False),
        ("queensland", "Players 5", "Organisers 1", True),
        ("fide", "7.1", "7.1.1", True),
        ("fide", "7.1", "7.1.2", False),
        ("fide", "7.1.1", "7.1.2", True),
        ("fide", "7.1.1", "7.1.3", False),
        ("fide", "7.1.4", "7.2", True),
        ("fide", "7.1.4", "7.2.1", True),
        ("fide", "7.1.4", "7.2.2", False),
        ("fide", "7.1.4", "7.3", False),
        ("fide", "7.9", "8", True),
        ("fide", "7.9", "8.1", True),
        ("fide", "7.9", "8.1.1", True),
        ("fide", "7.9", "8.2", False),
        ("fide", "7.9", "8.1.2", False),
        ("fide", "7", "7.1", True),
        ("fide", "7", "7.2", False),
        ("fide", "14.1", "RB 1", True),
        ("fide", "14.1", "RB 2", False),
        ("fide", "RB 7.3.1", "RB 7.3.2", True),
    ],
)
def test_an_article_follows_on_another(family, before, after, is_next):
    first, second = place_of(family, before), place_of(family, after)
    assert first and second
    assert follows(first, second) is is_next
    assert order(first) < order(second)


@pytest.mark.parametrize(
    ("family", "name"),
    [
        ("japanese", "5"),
        ("japanese", "5(1)a"),
        ("japanese", "Note"),
        ("queensland", "5(1)"),
        ("queensland", "4 b"),
        ("queensland", "Table"),
        ("fide", "5(1)"),
        ("fide", "RB"),
        ("fide", "7.1.1.1"),
    ],
)
def test_what_is_no_place_of_a_text(family, name):
    assert place_of(family, name) is None


def test_articles_of_a_text_in_their_order():
    texts = {
        "japanese": ["1(1)", "1(2)", "2(1)", "9(1)", "10(1)", "Revisions", "Table", "Table 1", "Table 2",
                     "Table 10", "Reference", "Note 1", "Note 2"],
        "queensland": ["intro", "1", "2", "4", "4a", "4b", "4b i", "4b ii", "4c", "10", "Players 1",
                       "Players 10", "Organisers 1", "Table 1"],
        "fide": ["7", "7.1", "7.1.1", "7.1.2", "7.1.10", "7.2", "7.10", "8", "RB 1", "RB 1.1", "RB 2"],
    }  # fmt: skip
    for family, names in texts.items():
        places = [place_of(family, name) for name in names]
        assert sorted(places, key=order) == places


def test_what_an_office_asks_is_free_where_none_works_under_a_family():
    needed, free = roles_of("fide")
    own, optional = roles_of("japanese")
    only_offices = {"report_day", "report_deadline", "opening", "adjustment", "is_open"}
    assert own - needed == free - optional == only_offices
    assert {"k_factor", "floor", "period", "forfeit"} <= needed
    assert not own & optional
    assert "membership" in optional
    by_event, none = roles_of("queensland")
    assert {"event_k", "overshoot", "period", "report_day", "forfeit", "rounding"} <= by_event
    assert "k_factor" not in by_event
    assert none == frozenset()


@pytest.mark.parametrize(
    ("part", "again", "named", "first", "later"),
    [
        ("floor = 1000", "floor = 1000, k_top = 1", "value k_top", "k_top = 10", "k_top = 1 }"),
        ('["late"]', '["late", "forfeit"]', "reason forfeit", '["late", "forfeit"]', '["forfeit", "unrated'),
        ('["too-fast"]', '["too-fast", "late"]', "reason late", '["too-fast", "late"]', '["late"]'),
    ],
)
def test_nothing_stands_twice(part, again, named, first, later):
    """Told on the later of both lines, with the line of the entry in which it stood before."""
    found = changed(JAPANESE, (part, again))
    before = f"also line {article_of(found, first)}"
    assert said_of(found) == [("twice", line_of(found, later), f"{named} once", before)]


REASONS = [
    (JAPANESE, "rating_type", "too-fast"),
    (JAPANESE, "membership", "not-a-member"),
    (JAPANESE, "forfeit", "forfeit"),
    (JAPANESE, "late", "late"),
    (JAPANESE, "unrated", "unrated-player"),
    (IN_2022, "rating_type", "too-fast"),
    (IN_2022, "fee_excludes", "fee-unpaid"),
    (IN_2019, "membership", "not-a-member"),
    (QUEENSLAND, "event_rated", "no-rated-player"),
    (QUEENSLAND, "forfeit", "forfeit"),
    (FIDE_2025, "too_far_apart", "too-far-apart"),
    (FIDE, "match", "unrated-match"),
    (FIDE, "match_won", "match-won"),
]


@pytest.mark.parametrize(("text", "role", "reason"), REASONS)
def test_the_reason_that_the_functions_of_a_role_give_stands_in_the_file(text, role, reason):
    taken = []
    for line in text.splitlines():
        if line.startswith("reasons = ") and f'"{reason}"' in line:
            kept = [one for one in line[11:-1].split(", ") if one != f'"{reason}"']
            line = f"reasons = [{', '.join(kept)}]" if kept else "# none"
        taken.append(line)
    found = "\n".join(taken)
    where = article_of(found, f'{role} = "')
    assert said_of(found) == [("missing-reason", where, f"reason {reason}, of role {role}", "none")]


@pytest.mark.parametrize(
    ("text", "reason", "instead"),
    [
        (JAPANESE, "organizer", ""),
        (JAPANESE, "excluded-by-officer", 'elsewhere = "nobody"'),
        (QUEENSLAND, "excluded-by-officer", ""),
    ],
)
def test_the_reasons_of_every_edition_of_a_family_are_missed_at_its_end(text, reason, instead):
    found = changed(text, (f'reasons = ["{reason}"]', instead))
    last = max(n for n, line in enumerate(found.splitlines(), 1) if line == "[[article]]")
    assert said_of(found) == [("missing-reason", last, f"reason {reason}, under an article", "none")]


@pytest.mark.parametrize(
    ("text", "old", "new", "expected", "found"),
    [
        (JAPANESE, 'types = ["standard", "rapid"]', 'types = ["rapid"]', "types: 2 of them", "rapid"),
        (
            JAPANESE,
            'types = ["standard", "rapid"]',
            'types = ["standard", "rapid", "blitz"]',
            "types: 2 of them",
            "standard, rapid, blitz",
        ),
        (IN_2022, 'types = ["standard", "rapid"]', 'types = ["standard"]', "types: 2 of them", "standard"),
        (IN_2019, 'types = ["ncs"]', 'types = ["ncs", "b"]', "types: 1 of them", "ncs, b"),
        (
            IN_2019,
            'event_types = ["standard", "rapid"]',
            'event_types = ["standard"]',
            "event_types: 2 of them",
            "standard",
        ),
        (QUEENSLAND, 'types = ["qj"]', 'types = ["qj", "b"]', "types: 1 of them", "qj, b"),
        (
            FIDE,
            'types = ["standard", "rapid", "blitz"], months',
            'types = ["standard", "rapid", "blitz", "d"], months',
            "types: 3 of them",
            "standard, rapid, blitz, d",
        ),
    ],
)
def test_there_are_as_many_types_as_the_functions_tell_apart(text, old, new, expected, found):
    other = changed(text, (old, new))
    assert said_of(other) == [("edition-value", line_of(other, new), expected, found)]


REPEATS = 'repeats = ["5.1"]'
FOR_TYPES = f'{REPEATS}\nfor_types = ["rapid", "blitz"]'


@pytest.mark.parametrize(
    ("old", "new", "code", "expected", "found"),
    [
        (FOR_TYPES, REPEATS, "edition-value", "repeats and for_types, both or none", "one of them"),
        (REPEATS, 'repeats = ["5.9"]', "edition-value", "an article before it", "5.9"),
        (REPEATS, 'repeats = ["RB 5.1"]', "edition-value", "an article before it", "RB 5.1"),
        (
            REPEATS,
            'repeats = ["5.1", "5.1"]',
            "twice",
            "5.1 repeated once for {}",
            "again",
        ),
    ],
)
def test_what_an_article_repeats(old, new, code, expected, found):
    other = changed(FIDE, (old, new))
    told = [(code, line_of(other, new), expected.format(type), found) for type in ("rapid", "blitz")]
    assert said_of(other) == (told if code == "twice" else told[:1])


def test_an_article_is_repeated_for_types_that_there_are_and_once_in_the_whole_file():
    other = changed(FIDE, (FOR_TYPES, f'{REPEATS}\nfor_types = ["rapid", "slow"]'))
    assert said_of(other) == [
        (
            "edition-value",
            line_of(other, 'for_types = ["rapid", "slow"]'),
            "one of standard, rapid, blitz",
            "slow",
        )
    ]
    later = changed(FIDE, ('repeats = ["6.1", "6.2"]', 'repeats = ["5.1", "6.1", "6.2"]'))
    line = line_of(later, 'repeats = ["5.1", "6.1"')
    assert said_of(later) == [
        ("twice", line, f"5.1 repeated once for {type}", "again") for type in ("rapid", "blitz")
    ]


ARTICLE = '[[article]]\narticle = "{}"'
"""The line of an entry."""
FUNCTIONS_OF_5_3 = "functions = { floor"
UNUSED = ("unused-function", ARTICLE.format("5(3)"), "not_below_floor, cited for 5(3), with a role", "none")
NO_FLOOR = ("unused-value", "floor = 1000", "a function that reads floor", "none")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            'article = "5(3)"',
            'article = "5(4)"',
            [
                ("article-gap", ARTICLE.format("5(4)"), "the article after 5(2)", "5(4)"),
                *(
                    ("function-citation", FUNCTIONS_OF_5_3, f"{name} cited for 5(4)", "5(3)")
                    for name in ("not_below_floor", "opening_at_floor")
                ),
            ],
        ),
        (
            '"not_below_floor"',
            '"nothing"',
            [
                ("function-citation", FUNCTIONS_OF_5_3, "nothing cited for 5(3)", "no such function"),
                UNUSED,
                NO_FLOOR,
            ],
        ),
        (
            '"not_below_floor"',
            '"k_of_event"',
            [
                ("function-citation", FUNCTIONS_OF_5_3, "k_of_event cited for 5(3)", "no citation"),
                UNUSED,
                *(
                    ("missing-value", ARTICLE.format("5(3)"), f"{k}, read by k_of_event", "nothing")
                    for k in ("k_lightning", "k_open", "k_club", "k_short")
                ),
                NO_FLOOR,
            ],
        ),
        (
            "k_junior_below_age = 19\n",
            "",
            [
                (
                    "missing-value",
                    ARTICLE.format("5(1)"),
                    "k_junior_below_age, read by top_new_junior_usual",
                    "nothing",
                )
            ],
        ),
        (
            "floor = 1000",
            "floor = 1000, ceiling = 3000",
            [("unused-value", "ceiling = 3000", "a function that reads ceiling", "none")],
        ),
        (
            'article = "7(4)"',
            'article = "6(9)"',
            [("out-of-order", ARTICLE.format("6(9)"), "an article after 7(3)", "6(9)")],
        ),
    ],
)
def test_all_that_is_said_of_entries_that_make_no_whole(old, new, said):
    other = changed(JAPANESE, (old, new))
    assert said_of(other) == [
        (code, line_of(other, part), expected, found) for code, part, expected, found in said
    ]


def without_functions(text: str, *articles: str) -> str:
    """The file without the functions of these articles."""
    lines = text.splitlines()
    for article in articles:
        start = next(n for n, line in enumerate(lines) if line == f'article = "{article}"')
        at = next(n for n in range(start, len(lines)) if lines[n].startswith("functions = "))
        lines[at] = 'elsewhere = "nobody"'
    return "\n".join(lines)


def test_roles_that_are_missing_are_told_by_name_at_the_first_article_that_lost_one():
    other = without_functions(JAPANESE, "5(1)", "5(3)")
    missing = [(line, expected) for code, line, expected, _ in said_of(other) if code == "missing-role"]
    roles = (
        "change",
        "expected_score",
        "floor",
        "forfeit",
        "games_of_unrated",
        "k_factor",
        "opening",
        "unrated",
    )
    first = article_of(other, 'article = "5(1)"\n'.strip())
    assert missing == [(first + 0, f"a function for {role}") for role in roles]


def test_a_function_cited_for_an_article_after_the_end_is_told_at_the_last_entry():
    cut = QUEENSLAND[: QUEENSLAND.index('[[article]]\narticle = "Organisers 2"')]
    last = max(n for n, line in enumerate(cut.splitlines(), 1) if line == "[[article]]")
    unused = {line for code, line, _, _ in said_of(cut) if code == "unused-function"}
    assert unused == {last}


def test_a_draft_s_function_of_another_form_is_told_where_it_is_named():
    text = changed(
        JAPANESE,
        ('id = "jcf-2024-10"', 'id = "draft"\namends = "jcf-2024-10"'),
        ('opening = "opening_at_floor"', 'opening = "not_below_floor"'),
    )
    with pytest.raises(EditionError) as refused:
        read_draft(text, "a.toml")
    (problem,) = [p for p in refused.value.problems if p.code == "function-role"]
    assert problem.place == f"a.toml, line {line_of(text, 'functions = { floor')}"
    assert problem.expected == "opening of (held, switches)"

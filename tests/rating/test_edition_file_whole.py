"""Everything that is said of an edition file with one fault: codes, lines, what was expected and found."""

import re
from importlib.resources import files

import pytest

from rating.edition_file import read_edition

from .test_edition_whole import said_of

JAPANESE, QUEENSLAND = (
    (files("rating.editions") / f"{name}.toml").read_text(encoding="utf-8")
    for name in ("jcf-2024-10", "qjrl")
)
HEAD = (
    'id = "a"\nfamily = "japanese"\ntitle = "An edition"\nseeds = ["000"]\nprevailing = "000"\n'
    "in_force_from = 2030-01-01\n"
)
ENTRY = (
    '\n[[article]]\narticle = "1(1)"\nseeds = ["000"]\neffective = 2030-01-01\nsays = "A text."\n'
    'elsewhere = "nobody"\n'
)
INLINE = (
    'article = [{ article = "1(1)", seeds = ["000"], effective = 2030-01-01, says = "A text.",'
    ' elsewhere = "nobody" }]\n'
)
ARTICLES = ("no-articles", 1, "[[article]] entries, each on a line of its own")
UNKNOWN = (
    "one of ['amends', 'article', 'family', 'id', 'in_force_from', 'in_force_until', 'prevailing', 'seeds',"
    " 'title', 'undated']"
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD, [(*ARTICLES, "0")]),
        (HEAD + INLINE, [(*ARTICLES, "1")]),
        (
            HEAD + "article = [5]\n",
            [("edition-value", 7, "article, [[article]] entries", "[5]"), (*ARTICLES, "0")],
        ),
        (
            HEAD + "article = 5\n",
            [("edition-value", 7, "article, [[article]] entries", "5"), (*ARTICLES, "0")],
        ),
        (
            HEAD + "article = [{}, 5]\n",
            [("edition-value", 7, "article, [[article]] entries", "[{}, 5]"), (*ARTICLES, "0")],
        ),
        (
            HEAD + "article = { a = 1 }\n",
            [("edition-value", 7, "article, [[article]] entries", "{'a': 1}"), (*ARTICLES, "0")],
        ),
        (
            "a = 1\nf = 1\ne = 1\nd = 1\nc = 1\nb = 1\n" + HEAD + ENTRY,
            [
                ("unknown-key", line, UNKNOWN, key)
                for line, key in zip((1, 6, 5, 4, 3, 2), "abcdef", strict=True)
            ],
        ),
        (HEAD.replace('id = "a"\n', "") + ENTRY, [("missing-key", 1, "id", "nothing")]),
        (
            HEAD.replace('family = "japanese"\n', "") + ENTRY,
            [("missing-key", 1, "family, one of ['fide', 'japanese', 'queensland']", "none")],
        ),
        (
            HEAD.replace('"japanese"', '"roman"') + ENTRY,
            [("missing-key", 2, "family, one of ['fide', 'japanese', 'queensland']", "roman")],
        ),
        (HEAD.replace('prevailing = "000"\n', "") + ENTRY, [("missing-key", 1, "prevailing", "nothing")]),
        (
            HEAD.replace('["000"]', "[0]") + ENTRY,
            [
                ("edition-value", 4, "seeds, a list of texts", "[0]"),
                ("missing-key", 4, "seeds", "nothing"),
                ("missing-key", 5, "one of the seeds", "000"),
                ("missing-citation", 10, "seeds among []", "['000']"),
            ],
        ),
        (
            HEAD.replace("2030-01-01", "2030-01-01T00:00:00") + ENTRY,
            [("missing-date", 6, "in_force_from, a date", "datetime.datetime(2030, 1, 1, 0, 0)")],
        ),
        (
            HEAD + "in_force_until = 2030-01-01\n" + ENTRY,
            [
                ("missing-date", 7, "a day after 2030-01-01", "2030-01-01"),
                ("missing-citation", 12, "effective, a day before 2030-01-01", "2030-01-01"),
            ],
        ),
        (
            HEAD.replace("in_force_from", "in_force_until") + ENTRY.replace("2030", "2029"),
            [("missing-date", 1, "in_force_from, a date", "None")],
        ),
    ],
)
def test_all_that_is_said_of_a_head(text, said):
    assert said_of(text) == said


def test_unknown_keys_of_an_entry_are_told_in_their_order():
    said = said_of(HEAD + ENTRY + "a = 1\nf = 1\ne = 1\nd = 1\nc = 1\nb = 1\n")
    assert [(line, found) for _, line, _, found in said] == list(
        zip((14, 19, 18, 17, 16, 15), "abcdef", strict=True)
    )


@pytest.mark.parametrize("date", ["in_force_from", "in_force_until"])
def test_an_undated_edition_has_neither_day(date):
    text = QUEENSLAND.replace("undated = true", f"undated = true\n{date} = 2030-01-01")
    assert said_of(text) == [("missing-date", 8, "undated = true and no dates", "both")]


def test_undated_is_said_or_left_out():
    first, *more = said_of(QUEENSLAND.replace("undated = true", "undated = false"))
    assert first == ("missing-date", 8, "undated, true", "False")
    assert {(code, expected) for code, _, expected, _ in more} == {("missing-citation", "effective, a date")}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            '"1(1)"',
            "5",
            [
                ("missing-citation", 9, "article, a text", "5"),
                ("missing-citation", 9, "article, as 5(1), Table 1 or Note 1", "None"),
            ],
        ),
        (
            '["000"]',
            '"000"',
            [
                ("missing-citation", 10, "seeds, a list of texts", "'000'"),
                ("missing-citation", 10, "seeds among ['000']", "None"),
            ],
        ),
        (
            '"A text."',
            "5",
            [
                ("missing-citation", 12, "says, a text", "5"),
                ("missing-citation", 12, "says, what the paragraph asks", "nothing"),
            ],
        ),
        (
            '"1(1)"',
            '"five"',
            [("missing-citation", 9, "article, as 5(1), Table 1 or Note 1", "'five'")],
        ),
        ('["000"]', '["009"]', [("missing-citation", 10, "seeds among ['000']", "['009']")]),
        ('says = "A text."\n', "", [("missing-citation", 8, "says, what the paragraph asks", "nothing")]),
        ('"nobody"', '"nobody"\nreasons = [5]', [("edition-value", 14, "reasons, a list of texts", "[5]")]),
    ],
)
def test_all_that_is_said_of_an_entry(old, new, said):
    assert said_of(HEAD + ENTRY.replace(old, new)) == said


def test_a_line_of_a_table_is_named_whatever_stands_in_it_and_before_it():
    text = JAPANESE.replace("47-53   .57 .43", "\n47-53 '' .57 .43")
    line = text[: text.index("47-53 ''")].count("\n") + 1
    found = "not a line of Table 1: \"47-53 '' .57 .43\""
    assert said_of(text) == [("table-gap", line, "expected_scores as printed", found)]


def test_an_edition_file_is_in_utf_8_with_or_without_its_mark():
    assert read_edition(b"\xef\xbb\xbf" + JAPANESE.encode(), "a.toml").id == "jcf-2024-10"
    assert said_of(b"a = 1\n# \xff\n") == [("edition-file", 2, "a TOML file in UTF-8", "other bytes")]


def test_an_entry_keeps_its_rulings_and_where_its_numbers_are_from():
    (entry,) = (one for one in read_edition(JAPANESE, "a.toml").entries if one.article == "7(2)")
    assert entry.rulings == ("R1", "R68")
    assert entry.source == "700: ruling R68, the limit of FIDE's rating regulations (B.02, 8.3.3)"


def test_a_table_is_a_text():
    start = JAPANESE.index("expected_scores =")
    end = JAPANESE.index('"""', JAPANESE.index('"""', start) + 3) + 3
    text = JAPANESE[:start] + "expected_scores = 5" + JAPANESE[end:]
    line = text[:start].count("\n") + 1
    assert said_of(text) == [("edition-value", line, "expected_scores: the table as printed", "5")]


@pytest.mark.parametrize(
    ("key", "value", "wanted"),
    [
        ("cycles", 0, "a whole number, one or more"),
        ("rated_players_needed", 0, "a whole number, one or more"),
        ("list_day", 31, "a day that every month has"),
        ("report_first_day", 31, "a day that every month has"),
        ("report_last_day", 31, "a day that every month has"),
    ],
)
def test_numbers_that_could_not_be_worked_with(key, value, wanted):
    text, count = re.subn(rf"\b{key} = \d+", f"{key} = {value}", QUEENSLAND)
    assert count == 1
    line = text[: text.index(f"{key} = {value}")].count("\n") + 1
    assert said_of(text) == [("edition-value", line, f"{key}: {wanted}", str(value))]


def test_a_word_is_a_text():
    text = JAPANESE.replace('time_zone = "Asia/Tokyo"', "time_zone = 5")
    line = text[: text.index("time_zone = 5")].count("\n") + 1
    assert said_of(text) == [("edition-value", line, "time_zone: a text", "5")]

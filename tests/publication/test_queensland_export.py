"""What leaves a Queensland office: the list as text and workbook, and the top players, read back."""

from __future__ import annotations

from pathlib import Path

import pytest
from python_calamine import CalamineWorkbook

from tests.office.test_queensland import ANNA, BEN, CARL, DORA, NAMES, event, rated
from tests.queensland import opening, register
from tests.workplace import Workplace, once

FACTS = {
    ANNA: {"Birth": "2014-03-09", "Sex": "f", "School": "Hill School", "Level": "PS", "Location": "Toowong"},
    BEN: {"Birth": "2010-12-24", "Sex": "m", "School": "River College", "Level": "HS"},
    CARL: {"Sex": "m", "Level": "club", "Location": "Cairns"},
}
HEADINGS = ["Rating", "Games", "Born", "M/F", "School", "HS/PS/club", "Location", "Surname", "Name", "P"]


@pytest.fixture
@once
def published(queensland: Workplace) -> Workplace:
    """Anna, Ben and the new Dora are listed; Carl's rating is too low."""
    register(queensland, *({"ID": i, "Name": n, **FACTS.get(i, {})} for i, n in NAMES.items()))
    ratings = {ANNA: 1000, BEN: 1100, CARL: 500}
    opening(
        queensland,
        ({"ID": i, "Name": NAMES[i], "QJ": r, "Last-Game": "2026-08-01"} for i, r in ratings.items()),
    )
    rated(queensland, event((ANNA, BEN, "1-0"), (DORA, ANNA, "1/2-1/2")))
    return queensland


def cells(path: Path) -> list[list[object]]:
    return CalamineWorkbook.from_path(str(path)).get_sheet_by_index(0).to_python()


def columns(text: str) -> list[list[str]]:
    """A text of columns of one width, taken apart where its headings begin."""
    head, *lines = text.splitlines()
    starts = [head.index(h) for h in HEADINGS[:-1]] + [len(head) - 1]
    ends = [*starts[1:], None]
    return [[line[a:b].strip() for a, b in zip(starts, ends, strict=True)] for line in lines]


def test_the_three_files_go_out_with_the_columns_in_the_texts_order(published: Workplace) -> None:
    said = published.done("export", "list")
    folder = published.folder / "lists"
    assert sorted(p.name for p in folder.iterdir()) == [
        "qj-2026-11-01.txt", "qj-2026-11-01.xlsx", "qj-top-2026-11-01.txt",
    ]  # fmt: skip
    assert said.out.count("3 players") == 3
    head, *rows = cells(folder / "qj-2026-11-01.xlsx")
    assert head == HEADINGS
    text = (folder / "qj-2026-11-01.txt").read_bytes().decode()
    assert text.endswith("\r\n")
    read = columns(text)
    assert [[str(int(c)) if isinstance(c, float) else c for c in row] for row in rows] == read
    by_surname = {row[7]: row for row in read}
    assert by_surname["Able"] == [
        by_surname["Able"][0], "2", "20140309", "F", "Hill School", "PS", "Toowong", "Able", "Anna", "",
    ]  # fmt: skip
    assert by_surname["Dean"][2:] == ["", "", "", "", "", "Dean", "Dora", "P"]
    assert "Cole" not in by_surname
    ratings = [int(row[0]) for row in read]
    assert ratings == sorted(ratings, reverse=True)


def test_the_same_list_gives_the_same_bytes(published: Workplace) -> None:
    folder = published.folder / "lists"
    published.done("export", "list")
    first = {p.name: p.read_bytes() for p in folder.iterdir()}
    published.done("export", "list")
    assert {p.name: p.read_bytes() for p in folder.iterdir()} == first


def test_who_asks_to_be_withheld_is_in_no_file_of_any_list(published: Workplace) -> None:
    register(published, {"ID": ANNA, "Name": NAMES[ANNA], "Withheld": "yes"})
    published.done("export", "list")
    for path in (published.folder / "lists").iterdir():
        content = repr(cells(path)) if path.suffix == ".xlsx" else path.read_text("utf-8")
        assert "Baker" in content
        for secret in ("Able", "Anna", "20140309", "Hill School"):
            assert secret not in content

    register(published, {"ID": BEN, "Name": NAMES[BEN], "Withheld": "yes"})
    told = [line.partition(": ")[2] for line in published.done("export", "list").out.splitlines()]
    assert told == ["1 player"] * 3


def test_a_birth_date_can_be_withheld_by_itself(published: Workplace) -> None:
    register(published, {"ID": ANNA, "Name": NAMES[ANNA], "Birth withheld": "yes"})
    published.done("export", "list")
    text = (published.folder / "lists" / "qj-2026-11-01.txt").read_text("utf-8")
    assert "Hill School" in text
    assert "20140309" not in text


def test_top_players_and_most_improved(published: Workplace) -> None:
    published.done("export", "list")
    text = (published.folder / "lists" / "qj-top-2026-11-01.txt").read_text("utf-8")
    parts = [part.splitlines()[0] for part in text.strip().split("\n\n")]
    assert parts == [
        "QJ ratings of 2026-11-01", "Top players", "Top girls", "Top of high schools (HS)",
        "Top of primary schools (PS)", "Most improved",
    ]  # fmt: skip
    improved = text.split("Most improved")[1]
    ((previous, rating),) = published.rows(
        "SELECT previous, rating FROM list_rating WHERE version_id = 2 AND federation_id = ?", ANNA
    )
    assert f"+{rating - previous}" in improved
    assert "Able" in improved
    assert "Dean" not in improved  # she has no rating to have improved on


@pytest.mark.parametrize(("words", "named"), [((), False), (("--interpretation", "R34=all-ratings"), True)])
def test_r34_who_was_provisional_is_most_improved_only_if_read_so(
    queensland: Workplace, words: tuple[str, ...], named: bool
) -> None:
    register(queensland, *({"ID": i, "Name": n} for i, n in NAMES.items()))
    opening(
        queensland,
        [
            {"ID": ANNA, "Name": NAMES[ANNA], "QJ": 1000, "Last-Game": "2026-08-01"},
            {"ID": BEN, "Name": NAMES[BEN], "QJ": 700, "P": "P", "Last-Game": "2026-08-01"},
        ],
    )
    queensland.store(event((BEN, ANNA, "1-0")))
    queensland.resolve("P1", "--class", "club")
    queensland.done("rate", *words)
    queensland.done("publish")
    queensland.done("export", "list")
    text = (queensland.folder / "lists" / "qj-top-2026-11-01.txt").read_text("utf-8")
    assert ("Baker" in text.partition("Most improved")[2]) is named


def test_a_draft_does_not_leave_the_office(published: Workplace) -> None:
    published.done("rate")
    said = published.run("export", "list", "--list", "2027-01-01")
    assert (said.code, said.problem()["code"]) == (1, "not-published")


def test_the_opening_list_can_be_exported_as_it_was_taken_over(published: Workplace) -> None:
    published.done("export", "list", "--list", "2026-09-01")
    text = (published.folder / "lists" / "qj-2026-09-01.txt").read_text("utf-8")
    assert [row[7] for row in columns(text)] == ["Baker", "Able"]


def test_a_cell_that_begins_like_a_formula_is_text(queensland: Workplace) -> None:
    register(queensland, {"ID": ANNA, "Name": NAMES[ANNA], "School": "'=1+1"})
    opening(queensland, [{"ID": ANNA, "Name": NAMES[ANNA], "QJ": 1000, "Last-Game": "2026-08-01"}])
    queensland.done("rate")
    queensland.done("publish")
    queensland.done("export", "list")
    _, row = cells(queensland.folder / "lists" / "qj-2026-11-01.xlsx")
    assert row[4] == "=1+1"

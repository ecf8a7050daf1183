"""The stand-in's pages against real ones: the same tags, classes and headings, other values."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from tests.standin.server import render
from tests.standin.shape import (
    boxes,
    cell_shapes,
    header_shape,
    hidden_fields,
    identified,
    link_parameters,
    list_table,
    row_shapes,
    shape,
)
from tests.standin.small import small_event

SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "samples" / "chess-results"


def real(name: str) -> str:
    if not SAMPLES.is_dir():
        if os.environ.get("CI"):
            pytest.fail(f"the real pages are not at {SAMPLES}, and this is CI")
        pytest.skip(f"the real pages are not at {SAMPLES}")
    return (SAMPLES / f"{name}.html").read_text(encoding="utf-8")


def ours(query: str, **changes: object) -> str:
    return render(small_event(**changes), query, "s1")  # type: ignore[arg-type]


BRITISH = {"number_column": False, "start_columns": ("ID", "FideID", "FED", "Rtg", "sex", "Typ")}


def test_start_list_has_the_headings_rows_and_links_of_a_real_one() -> None:
    theirs, mine = real("british2026_champ_startingrank"), ours("lan=1&art=0&flag=30&SNode=S0", **BRITISH)
    assert header_shape(mine) == header_shape(theirs)
    assert row_shapes(mine) <= row_shapes(theirs)
    assert link_parameters(mine) == link_parameters(theirs)


def test_start_list_cut_at_150_rows_ends_with_the_link_to_the_whole() -> None:
    theirs = real("arad2026_a_startingrank_paginated")
    mine = ours("lan=1&art=0&SNode=S0", players=160, start_columns=("FideID", "FED", "RtgI", "RtgN", "sex"))
    assert header_shape(mine) == header_shape(theirs)
    assert row_shapes(mine) <= row_shapes(theirs)
    last = [shape(LexborHTMLParser(p).css("a.fett")[-1].parent) for p in (mine, theirs)]  # type: ignore[arg-type]
    assert last[0] == last[1]
    assert len(list_table(mine).css("tr")) == len(list_table(theirs).css("tr")) == 151


@pytest.mark.parametrize("sample", ["british2026_champ_r6_midround", "british2026_champ_r1"])
def test_a_round_has_the_headings_rows_and_links_of_a_real_one(sample: str) -> None:
    theirs = real(sample)
    mine = ours("lan=1&art=2&rd=1&flag=30&SNode=S0", pgn=">PGN<" in theirs, **BRITISH)
    assert header_shape(mine) == header_shape(theirs)
    every = [real(f"british2026_champ_r{round_}") for round_ in ("1", "2", "6_midround", "8", "9")]
    assert cell_shapes(mine) <= set().union(*map(cell_shapes, every))
    assert link_parameters(mine) == link_parameters(theirs)


def test_a_round_with_games_online_has_bye_rows_one_cell_short() -> None:
    theirs = real("british2026_champ_r6_finished")
    mine = ours("lan=1&art=2&rd=2&turdet=YES&flag=30&SNode=S0", pgn=True, **BRITISH)
    assert header_shape(mine) == header_shape(theirs)
    assert row_shapes(mine) <= row_shapes(theirs)
    assert {len(s) - 4 for s in row_shapes(mine)} == {len(s) - 4 for s in row_shapes(theirs)} == {12, 13}


def test_a_gated_round_has_the_whole_list_with_numbers_and_without_links() -> None:
    theirs = real("portimao2024_r9_gated")
    mine = ours("lan=1&art=2&rd=2&turdet=YES&SNode=S0", gated=True)
    assert header_shape(mine) == header_shape(theirs)
    assert row_shapes(mine) <= row_shapes(theirs)
    assert link_parameters(mine) == link_parameters(theirs) == set()
    extras = (("h3", "CRmsg"), ("p", "CR"))  # a remark there, a footnote here
    real_boxes, our_boxes = (
        [(kind, [part for part in inside if part not in extras]) for kind, inside in boxes(page)]
        for page in (theirs, mine)
    )
    assert our_boxes == real_boxes
    assert hidden_fields(mine) == hidden_fields(theirs)


def test_the_gate_itself_is_the_real_one() -> None:
    for sample in ("gate_form_transcribed", "bangkok2026_r4_gated"):
        theirs, mine = real(sample), ours("lan=1&art=0&turdet=YES&SNode=S0", gated=True)
        gates = [LexborHTMLParser(p).css_first(".defaultDialogMsg") for p in (theirs, mine)]
        assert shape(gates[0]) == shape(gates[1])
        assert gates[0].text().split() == gates[1].text().split()
        buttons = [g.css_first("input").attributes for g in gates]
        assert buttons[0] == buttons[1]
        assert hidden_fields(mine) == hidden_fields(theirs)


def test_the_crosstable_has_the_headings_and_rows_of_a_real_one() -> None:
    theirs = real("british2026_champ_crosstable_final")
    mine = ours("lan=1&art=5&SNode=S0&turdet=YES", **BRITISH)
    rounds = [cell for cell in header_shape(theirs) if not cell[2].endswith(".Rd")]
    assert [cell for cell in header_shape(mine) if not cell[2].endswith(".Rd")] == rounds
    assert {c[:2] for c in header_shape(mine) if c[2].endswith(".Rd")} == {("td", "CRc")}
    without = {s[:10] + s[13:] for s in row_shapes(mine)}
    assert without <= {s[:10] + s[19:] for s in row_shapes(theirs)}


def test_the_list_of_those_not_paired_has_the_headings_and_cells_of_a_real_one() -> None:
    theirs, mine = real("british2026_champ_notpaired_final"), ours("lan=1&art=40&SNode=S0", **BRITISH)
    assert header_shape(mine)[:5] == header_shape(theirs)[:5]
    cells = [{s for row in row_shapes(p) for s in row[4:]} for p in (mine, theirs)]
    assert cells[0] <= cells[1]


def test_details_have_the_labels_and_cells_of_real_ones() -> None:
    theirs = real("british2026_champ_r6_finished")
    mine = ours("lan=1&art=2&rd=3&turdet=YES&flag=30&SNode=S0", pgn=True, **BRITISH)

    def rows(page: str) -> list[tuple[str, object]]:
        table = LexborHTMLParser(page).css_first("td.CR0[width='672'] > table")
        return [(row.css_first("td").text(), shape(row)) for row in table.css("tr")]

    expected = [row for row in rows(theirs) if row[0] != "Deputy Chief Arbiter"]
    assert rows(mine) == expected
    assert boxes(mine) == boxes(theirs)


def test_the_page_around_the_list_has_the_ids_of_a_real_one() -> None:
    for sample, query in (
        ("british2026_champ_r6_finished", "lan=1&art=2&rd=3&turdet=YES&flag=30&SNode=S0"),
        ("british2026_champ_r6_midround", "lan=1&art=2&rd=3&flag=30&SNode=S0"),
    ):
        assert identified(ours(query, **BRITISH)) == identified(real(sample))


def test_a_round_that_is_not_paired_is_a_heading_alone() -> None:
    theirs = real("warsaw2026_notstarted_r1")
    event = small_event()
    mine = render(small_event(rounds=event.rounds[:2]), "lan=1&art=2&rd=3&turdet=YES&SNode=S0", "s1")
    assert boxes(mine)[-1] == boxes(theirs)[-1]

"""Excel exports give what the page of the same view gives; anything else in an xlsx is refused by name."""

from __future__ import annotations

import hashlib
import io
import zipfile
from xml.sax.saxutils import escape

import pytest

from scraper import excel
from scraper.errors import NotATournamentPage, PageTooLarge
from scraper.pages.crosstable import Crosstable, Grid
from scraper.pages.pairings import RoundPage
from scraper.pages.player_list import StartList
from scraper.reading import read_event, read_page
from scraper.records import SavedPage
from tests.samples import saved
from tests.scraper.invented import CROSS_COLUMNS, NAMES, ROUND_COLUMNS, START_COLUMNS, UPDATED, Invented

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
PART = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
FOOT = "You find all details to this tournament under  http://chess-results.com/tnr990001.aspx?lan=1"


def workbook(rows: list[list[str | float]]) -> bytes:
    """A workbook of one sheet, as small as it can be."""
    sheet = ""
    for number, row in enumerate(rows, start=1):
        cells = ""
        for i, value in enumerate(row):
            at = f'r="{chr(65 + i)}{number}"'
            if isinstance(value, str):
                cells += f'<c {at} t="inlineStr"><is><t xml:space="preserve">{escape(value)}</t></is></c>'
            else:
                cells += f"<c {at}><v>{value}</v></c>"
        sheet += f'<row r="{number}">{cells}</row>'
    types = (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="xml" ContentType="application/xml"/></Types>'
    )
    relation = f'<Relationships xmlns="{RELATIONS}"><Relationship Id="r1" Type="{PART}/%s" Target="%s"/>'
    relation += "</Relationships>"
    sheets = '<sheets><sheet name="Sheet1" sheetId="1" r:id="r1"/></sheets>'
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as z:
        z.writestr("[Content_Types].xml", types)
        z.writestr("_rels/.rels", relation % ("officeDocument", "xl/workbook.xml"))
        z.writestr("xl/workbook.xml", f'<workbook xmlns="{MAIN}" xmlns:r="{PART}">{sheets}</workbook>')
        z.writestr("xl/_rels/workbook.xml.rels", relation % ("worksheet", "worksheets/sheet1.xml"))
        z.writestr(
            "xl/worksheets/sheet1.xml",
            f'<worksheet xmlns="{MAIN}"><sheetData>{sheet}</sheetData></worksheet>',
        )
    return out.getvalue()


def export(
    view: str, columns: list[str], rows: list[list[str]], *above: list[str | float], foot: str = FOOT
) -> SavedPage:
    """An export as the site makes it: numbers are numbers, a heading of points ends in a blank."""
    table: list[list[str | float]] = [[f"{c} " if c == "Pts." else c for c in columns]]
    table += [[_number(cell) for cell in row] for row in rows]
    body = workbook(
        [
            ["From the Tournament-Database of Chess-Results http://chess-results.com"],
            ["An Invented Open "],
            [f"Last update {UPDATED}"],
            *above,
            [view],
            *table,
            [""],
            [foot],
            ["Chess-Tournament-Results-Server: Chess-Results"],
        ]
    )
    return SavedPage(body, f"{view}.xlsx", hashlib.sha256(body).hexdigest())


def _number(cell: str) -> str | float:
    text = cell.strip().replace(",", ".")
    return float(text) if text.replace(".", "", 1).isdigit() else cell


def test_a_real_export_is_a_start_list_cut_at_150_rows() -> None:
    reading = read_page(saved("start-list-2018.xlsx"))
    assert isinstance(reading.content, StartList)
    assert (len(reading.content.players), reading.head.tournament) == (150, 380806)
    assert str(reading.head.last_update) == "2018-09-29 14:17:36"
    assert [p.code for p in reading.problems] == ["list-truncated"]
    assert reading.content.players[0].rating is None
    assert {p.federation for p in reading.content.players} == {"MAS"}


def test_exports_of_every_view_give_what_the_pages_give() -> None:
    event = Invented()
    start = export("Starting rank", START_COLUMNS, event.start)
    crossed = export("Starting rank crosstable", CROSS_COLUMNS, event.crosstable)
    page, table = read_page(event.start_page()), read_page(event.crosstable_page())
    assert read_page(start).content == page.content
    content = read_page(crossed).content
    assert isinstance(content, Crosstable)
    assert content == table.content
    record = read_event([start, crossed, *event.pages("start", "crosstable")], minutes_at_60=lambda text: 120)
    assert [p.code for p in record.problems] == ["details-missing", "time-control-missing"]
    assert record.pairings == read_event(event.pages(), minutes_at_60=lambda text: 120).pairings


def test_a_rounds_heading_and_the_details_stand_above_the_table() -> None:
    event = Invented()
    heading = "Round 2 on 2026/08/08 at 10:00"
    details: list[list[str | float]] = [["Number of rounds", 3.0], ["Tournament type", "Swiss-System"]]
    body = export("Pairings/Results", ROUND_COLUMNS, event.rounds[2], *details)
    assert read_page(body).details is not None
    columns = [heading]
    two = export("Pairings/Results", columns, [ROUND_COLUMNS, *event.rounds[2]])
    reading = read_page(two)
    assert isinstance(reading.content, RoundPage)
    assert (reading.content.number, reading.content.time, reading.problems) == (2, "10:00", ())


def test_the_grid_of_a_round_robin_is_read_from_an_export() -> None:
    rows = [["1", "", NAMES[0], "*", "½", "0,5", "1"], ["2", "", NAMES[1], "½", "*", "0,5", "2"]]
    content = read_page(
        export("Starting rank crosstable", ["No.", "", "Name", "1", "2", "Pts.", "Rk."], rows)
    ).content
    assert isinstance(content, Grid)
    assert [row.points for row in content.rows.values()] == [1, 1]


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [["some", "other", "table"], [1.0, 2.0, 3.0]],
        [["From"], ["Event"], ["Last update 01.01.2026 10:00:00"], ["No.", "Name", "Rtg"], [FOOT]],
        [["From"], ["Event"], ["Last update 01.01.2026 10:00:00"], ["Starting rank"], ["No.", "Name", "Rtg"]],
    ],
)
def test_a_workbook_that_is_no_export_is_refused_by_name(rows: list[list[str | float]]) -> None:
    body = workbook(rows)
    with pytest.raises(NotATournamentPage) as caught:
        read_page(SavedPage(body, "x.xlsx", "0"))
    assert caught.value.problem.code == "export-unreadable"


@pytest.mark.parametrize("between", [[], [""]], ids=["at once", "an empty row"])
def test_an_export_of_several_tables_is_refused_and_no_round_of_it_is_lost(between: list[str]) -> None:
    event = Invented()
    second = [[_number(cell) for cell in row] for row in event.rounds[2]]
    head = [f"{c} " if c == "Pts." else c for c in ROUND_COLUMNS]
    rows = [["From the Tournament-Database"], ["An Invented Open"], [f"Last update {UPDATED}"]]
    rows += [["Pairings/Results"], [event.headings[1]], head, *event.rounds[1]]
    more = [*([between] if between else []), [event.headings[2]], head, *second, [""], [FOOT]]
    body = workbook([*rows, *more])  # type: ignore[list-item]
    with pytest.raises(NotATournamentPage) as refused:
        read_page(SavedPage(body, "all.xlsx", hashlib.sha256(body).hexdigest()))
    problem = refused.value.problem
    assert problem.code == "export-unreadable"
    assert problem.found == f"a second table, from row {11 + len(between)} on"


def test_a_zip_that_is_no_workbook_and_a_damaged_one_are_refused_by_name() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as z:
        z.writestr("readme.txt", "hello")
    whole = export("Starting rank", START_COLUMNS, Invented().start).body
    at = whole.index(b"Akagi")
    for body in (out.getvalue(), whole[: len(whole) // 2], whole[:at] + b"B" + whole[at + 1 :]):
        with pytest.raises(NotATournamentPage) as caught:
            read_page(SavedPage(body, "x.xlsx", "0"))
        assert caught.value.problem.code == "export-unreadable"


def test_an_export_that_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    page = export("Starting rank", START_COLUMNS, Invented().start)
    monkeypatch.setattr(excel, "MOST_UNPACKED", 100)
    with pytest.raises(PageTooLarge):
        read_page(page)
    monkeypatch.undo()
    monkeypatch.setattr(excel, "MOST_ROWS", 3)
    with pytest.raises(PageTooLarge):
        read_page(page)

"""The site's files in other people's programs: the readers of the federation's files as they are publicly
described, tables, workbooks, dBase and reports.

Readers that are not installed are skipped; pip install pandas openpyxl dbfread trf brings them.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.office.test_desk import EVENT
from tests.publication.test_site import november, site_of
from tests.workplace import HATA, MORI, NAMES, ONO, TANI, Workplace

RATED = {MORI: 1708, TANI: 1582, HATA: 1498, ONO: 1412}
"""The list of November 2026, worked by hand in tests/publication/test_export_formats.py."""

LIST_COLUMNS = {"ID", "Name", "Kanji", "ST", "ST-G", "ST-R", "RP", "RP-G", "Act", "Mem"}
GAME_COLUMNS = (
    "White Point", "White ID", "White Name", "White Kanji", "White K", "White Rating", "Black ID",
    "Black Name", "Black Kanji", "Black K", "Black Rating", "Date", "Time", "Source", "PGN Moves",
)  # fmt: skip
NEWER_COLUMNS = ("Round", "White Change", "Black Change")


@dataclass
class Listed:
    """A player as the readers of the list keep him."""

    name: str
    standard: int
    games: int
    rank: int | None
    k: int | None


def read_list(data: bytes) -> dict[str, Listed]:
    """As two public sites read the list: the headings are looked for in the first ten rows, `K` is known for
    `ST-K`, and a row without `ST` is dropped. No mark for Excel is expected."""
    table = list(csv.reader(io.StringIO(data.decode("utf-8"), newline="")))
    at = next(n for n, row in enumerate(table[:10]) if "ID" in row)
    head = table[at]
    assert set(head) >= LIST_COLUMNS
    k = "ST-K" if "ST-K" in head else "K"
    found = {}
    for cells in table[at + 1 :]:
        row = dict(zip(head, cells, strict=True))
        if row["ST"]:
            rank = int(row["ST-R"]) if row["ST-R"] else None
            of_k = int(row[k]) if row[k] else None
            found[row["ID"]] = Listed(row["Name"], int(row["ST"]), int(row["ST-G"]), rank, of_k)
    return found


def read_games(site: Path, newer: bool) -> list[dict[str, str]]:
    """As the reader of games goes through the folders: the type from the folder's name, every column by name;
    the newer one asks for three more."""
    found = []
    for folder in sorted((site / "data/games").iterdir()):
        year, type_ = folder.name.split("-")
        for file in sorted(folder.glob("????-??-??.csv")):
            assert str(date.fromisoformat(file.stem).year) == year
            for row in csv.DictReader(io.StringIO(file.read_bytes().decode("utf-8"), newline="")):
                assert row["Time"] == type_
                found.append({name: row[name] for name in (*GAME_COLUMNS, *(NEWER_COLUMNS if newer else ()))})
    return found


def test_the_readers_of_the_federations_list_find_everybody(work: Workplace) -> None:
    november(work)
    found = read_list((site_of(work) / "data/lists/2026-11-01-v1.csv").read_bytes())
    assert {number: one.standard for number, one in found.items()} == RATED
    assert {number: one.name for number, one in found.items()} == {i: NAMES[i] for i in RATED}
    assert [one.rank for one in found.values()] == [1, 2, 3, 4]
    assert all(one.k and one.games for one in found.values())


@pytest.mark.parametrize("newer", [False, True])
def test_the_readers_of_the_games_find_each_with_its_change(work: Workplace, newer: bool) -> None:
    november(work)
    games = read_games(site_of(work), newer)
    counted = work.rows("SELECT count(*) FROM game_line WHERE version_id = 2 AND counts")[0][0]
    assert len(games) * 2 == counted > 0
    points = {"1": 1.0, "0.5": 0.5, "0": 0.0}
    assert all(row["White Point"] in points and row["Source"] == EVENT.name for row in games)
    if newer:
        changes = dict.fromkeys(RATED, 0.0)
        for row in games:
            assert int(row["Round"]) in range(1, 4)
            changes[row["White ID"]] += float(row["White Change"])
            changes[row["Black ID"]] += float(row["Black Change"])
        stored = dict(
            work.rows("SELECT federation_id, rating - previous FROM list_rating WHERE version_id = 2")
        )
        # the list rounds the sum of a member once
        assert {i: abs(changes[i] - stored[i]) <= 0.5 for i in RATED} == dict.fromkeys(RATED, True)


def test_pandas_reads_table_workbook_and_parquet_alike(work: Workplace) -> None:
    pandas: Any = pytest.importorskip("pandas", reason="pandas is not installed")
    pytest.importorskip("openpyxl", reason="openpyxl is not installed")
    november(work)
    held = site_of(work) / "data/lists"
    own = pandas.read_csv(held / "2026-11-01-v1.csv", dtype={"ID": str})
    assert dict(zip(own["ID"], own["ST"], strict=True)) == RATED
    table = pandas.read_csv(held / "2026-11-01-v1-table.csv", parse_dates=["List"])
    book = pandas.read_excel(held / "2026-11-01-v1.xlsx", sheet_name="standard", engine="openpyxl")
    parquet = pandas.read_parquet(held / "2026-11-01-v1.parquet")
    columns = [name.lower().replace(" ", "_") for name in table.columns]
    assert list(parquet.columns) == columns == [n.lower().replace(" ", "_") for n in book.columns]
    for frame in (table.set_axis(columns, axis=1), book.set_axis(columns, axis=1), parquet):
        assert dict(zip(frame["id"], frame["rating"], strict=True)) == RATED
        assert {str(day)[:10] for day in frame["list"]} == {"2026-11-01"}
        assert frame["rating"].dtype.kind == "i"
        assert frame["active"].astype(bool).all()
    assert (book["Change"] == table["Change"]).all()


def test_dbfread_reads_swiss_perfects_list(work: Workplace) -> None:
    dbfread: Any = pytest.importorskip("dbfread", reason="dbfread is not installed")
    november(work)
    work.done(
        "export", "list", "--list", "2026-11-01", "--format", "swiss-perfect", "--to", work.folder / "x"
    )
    (made,) = (work.folder / "x").iterdir()
    records = list(dbfread.DBF(made, encoding="cp1252"))
    assert {r["ID_CODE"]: int(r["RATING"]) for r in records if r["RATING"]} == RATED
    for record in records:
        assert f"{record['LAST_NAME']} {record['FIRST_NAME']}".strip() == NAMES[record["ID_CODE"]]


def test_a_public_parser_reads_fides_report(work: Workplace) -> None:
    trf: Any = pytest.importorskip("trf", reason="trf is not installed")
    november(work)
    path = work.folder.parent / "report.trf"
    told = ("--city", "Kyoto", "--arbiter", "Ota Mei", "--federation", "JPN")
    work.done("export", "trf", "E1", "--to", path, *told)
    report = trf.loads(path.read_text("utf-8"))
    assert (report.name, report.city, report.federation) == (EVENT.name, "Kyoto", "JPN")
    assert report.chiefarbiter.endswith("Ota Mei")
    assert [p.startrank for p in report.players] == [p.number for p in EVENT.players]
    by_number = {p.startrank: p for p in report.players}
    assert all(p.games for p in report.players)
    for player in report.players:
        for game in player.games:
            if game.startrank:
                (back,) = [g for g in by_number[game.startrank].games if g.round == game.round]
                assert back.startrank == player.startrank
                assert {game.color, back.color} == {"w", "b"}
                assert {game.result, back.result} in ({"1", "0"}, {"="}, {"+", "-"})

"""The formats of a published list: what stands in them, and that the same list gives the same bytes."""

from __future__ import annotations

import io
import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from office.words import speaking
from office.words.problems import said as told
from publication.exports.formats import PAIRING, known
from publication.families import family_named
from tests.importer.invented import ALWAYS
from tests.office.test_crossing import crossed  # noqa: F401  a fixture
from tests.office.test_desk import november
from tests.office.test_queensland import ANNA, BEN, DORA, event, juniors
from tests.office.test_register_files import table
from tests.publication.exported import faults, one, rows, sheets, unzipped, written
from tests.publication.test_export import PEOPLE, taken_over
from tests.workplace import Workplace, once, small_federation

SCHEMA = Path(__file__).parents[2] / "docs" / "schemas" / "list.schema.json"
QJ = sorted(family_named("queensland").formats)
OURS = [f for f in known() if f not in QJ]


@pytest.fixture
@once
def published(work: Workplace) -> Workplace:
    """The list of tests/publication/test_export.py: ties, a former member, a rapid-only player, a formula."""
    taken_over(work)
    work.done("rate")
    work.done("publish")
    return work


def test_the_table_has_a_line_for_each_rating_so_who_has_only_rapid_is_seen(published: Workplace) -> None:
    table = rows(one(published, "--format", "csv"))
    assert [(r["Type"], r["Rank"], r["ID"], r["Rating"], r["Games"], r["K"], r["Active"], r["Member"])
            for r in table] == [
        ("standard", "1", "N90000001", "2290", "500", "10", "1", "1"),
        ("standard", "", "N90000005", "1600", "100", "20", "1", "0"),
        ("standard", "2", "N90000002", "1500", "30", "20", "0", "1"),
        ("standard", "2", "N90000003", "1500", "29", "40", "1", "1"),
        ("standard", "4", "N90000004", "1400", "100", "40", "0", "1"),
        ("standard", "5", "N90000008", "1200", "100", "20", "0", "1"),
        ("rapid", "1", "N90000001", "2100", "12", table[6]["K"], "1", "1"),
        ("rapid", "2", "N90000006", "1650", "44", table[7]["K"], "1", "1"),
        ("rapid", "3", "N90000003", "1350", "3", table[8]["K"], "1", "1"),
    ]  # fmt: skip
    assert {r["List"] for r in table} == {"2026-11-01"}


def test_the_workbook_is_typed_frozen_and_filtered(published: Workplace) -> None:
    data = one(published, "--format", "xlsx")
    found = sheets(data)
    assert list(found) == ["standard", "rapid"]
    head, first, *_ = found["standard"]
    assert head[:7] == ["List", "Type", "Rank", "ID", "Name", "Kanji", "Rating"]
    assert [type(cell).__name__ for cell in first[:8]] == [
        "date", "str", "float", "str", "str", "str", "float", "float",
    ]  # fmt: skip
    assert first[12:14] == [True, True]
    sheet = unzipped(data)["xl/worksheets/sheet1.xml"]
    assert '<pane ySplit="1" topLeftCell="A2"' in sheet and 'state="frozen"' in sheet
    assert '<autoFilter ref="A1:O7"/>' in sheet


def test_a_text_that_begins_like_a_formula_is_neither_one_nor_becomes_one(published: Workplace) -> None:
    data = one(published, "--format", "xlsx")
    (row,) = [r for r in sheets(data)["standard"] if r[3] == "N90000008"]
    assert row[4:6] == ["=Kido Formula", "@木戸"]
    parts = unzipped(data)
    assert "<f>" not in parts["xl/worksheets/sheet1.xml"]
    assert 'quotePrefix="1"' in parts["xl/styles.xml"]
    for format_ in ("csv", "japan"):
        (line,) = [r for r in rows(one(published, "--format", format_)) if r["ID"] == "N90000008"]
        assert (line["Name"], line["Kanji"]) == ("'=Kido Formula", "'@木戸")


def test_json_is_what_its_schema_says(published: Workplace) -> None:
    document = json.loads(one(published, "--format", "json"))
    schema = json.loads(SCHEMA.read_text("utf-8"))
    assert list(faults(document, schema, schema, "list")) == []
    assert len(document["members"]) == 7
    mori = document["members"][0]
    assert (mori["id"], mori["kanji"], mori["ratings"]["standard"]["rank"]) == ("N90000001", "森 空", 1)
    hidden = json.loads(one(published, "--format", "json", "--hide-ids"))
    assert list(faults(hidden, schema, schema, "list")) == []
    assert {m["id"] for m in hidden["members"]} == {None}


def test_json_of_a_queensland_list_and_across_editions_is_what_the_schema_says(
    queensland: Workplace,
    crossed: Workplace,  # noqa: F811
) -> None:
    juniors(queensland)
    queensland.store(event((ANNA, BEN, "1-0"), (DORA, ANNA, "1/2-1/2")))
    queensland.resolve("P1", "--class", "club")
    queensland.done("rate")
    queensland.done("publish")
    schema = json.loads(SCHEMA.read_text("utf-8"))
    lists = ((queensland, "2026-09 2026-11"), (crossed, "2022-08 2022-09 2022-10"))
    for work, months in lists:
        for day in (f"{month}-01" for month in months.split()):
            document = json.loads(one(work, "--format", "json", "--list", day))
            assert list(faults(document, schema, schema, day)) == []
            assert document["members"]
    listed = json.loads(one(queensland, "--format", "json", "--list", "2026-11-01"))["members"]
    assert {m["id"]: m["ratings"]["qj"]["marks"] for m in listed}[DORA] == ["provisional"]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda d: d.pop("sha256"), "sha256 is missing"),
        (lambda d: d.update(mail="x"), "mail is not known"),
        (lambda d: d["members"][0].update(name=3), "name"),
        (lambda d: d["members"][0]["ratings"]["standard"].update(rating=1.5), "rating"),
        (lambda d: d.update(list="1 November"), "list"),
    ],
)
def test_the_schema_refuses_what_the_list_never_is(published: Workplace, change: Any, fault: str) -> None:
    document = json.loads(one(published, "--format", "json"))
    change(document)
    schema = json.loads(SCHEMA.read_text("utf-8"))
    assert any(fault in f for f in faults(document, schema, schema, "list"))


def test_fides_columns_stand_where_fides_do_and_its_reader_reads_them(published: Workplace) -> None:
    published.done(
        "members", "import",
        published.file(table({**PEOPLE[1], "Sex": "f", "Federation": "JPN", "Memberships": ALWAYS}), "r.csv"),
    )  # fmt: skip
    text = one(published, "--format", "fide-txt").decode("ascii")
    head, *lines = text.split("\r\n")
    at = {h: head.index(h) for h in ("Name", "Fed", "Sex", "SRtng", "SGm", "SK", "RRtng", "B-day", "Flag")}
    assert list(at.values()) == [15, 76, 80, 113, 119, 123, 126, 152, 158]
    (hata,) = [line for line in lines if line.startswith("N90000002")]
    assert (hata[15:23], hata[76:79], hata[80], hata[113:117]) == ("Hata Rin", "JPN", "F", "1500")
    assert (hata[126:132].strip(), hata[152:156], hata[158:]) == ("0", "0000", "wi")
    assert max(len(line) for line in lines) <= 160
    assert "1981" not in text and "1982" not in text


def test_top_players_and_most_improved_of_a_japanese_list(work: Workplace) -> None:
    november(work)
    text = one(work, "--format", "top").decode()
    parts = [part.splitlines() for part in text.strip().split("\r\n\r\n")]
    assert [p[0] for p in parts] == [
        "Ratings of 2026-11-01", "Standard: top players", "Standard: most improved",
    ]  # fmt: skip
    assert [line.split()[:3] for line in parts[1][2:]] == [
        ["1", "1708", "+8"], ["2", "1582", "-18"], ["3", "1498", "-2"], ["4", "1412", "+12"],
    ]  # fmt: skip
    assert [line.split()[:4] for line in parts[2][2:]] == [
        ["1", "1412", "+12", "N90000004"], ["2", "1708", "+8", "N90000001"],
    ]  # fmt: skip


def test_the_top_players_of_a_list_that_was_taken_over_are_those_of_the_website(work: Workplace) -> None:
    """It gives no ranks; nor does anybody gain on it."""
    small_federation(work)
    parts = [p.splitlines() for p in one(work, "--format", "top").decode().strip().split("\r\n\r\n")]
    assert [p[0] for p in parts] == ["Ratings of 2026-10-01", "Standard: top players"]
    assert [line.split()[:2] for line in parts[1][2:]] == [
        ["1", "1700"], ["2", "1600"], ["3", "1500"], ["4", "1400"],
    ]  # fmt: skip


def test_the_top_players_have_the_ranks_of_the_list_where_somebody_is_withheld(published: Workplace) -> None:
    wish = {**PEOPLE[1], "Memberships": ALWAYS, "Withheld": "yes"}
    published.done("members", "import", published.file(table(wish), "r.csv"))
    part = one(published, "--format", "top").decode().split("\r\n\r\n")[1]
    ranked = [(r["Rank"], r["Rating"]) for r in rows(one(published, "--format", "csv")) if r["Rank"]]
    assert [tuple(line.split()[:2]) for line in part.split("\r\n")[2:]] == ranked[:4]
    assert [rank for rank, _rating in ranked[:4]] == ["1", "2", "4", "5"]


@pytest.mark.parametrize("format_", OURS)
def test_the_same_list_gives_the_same_bytes_whenever_it_is_written(
    published: Workplace, format_: str
) -> None:
    first = written(published, "--format", format_)
    published.moment = published.moment.replace(year=2031)
    assert written(published, "--format", format_) == first


@pytest.mark.parametrize("format_", [f for f in OURS if f not in PAIRING])
def test_ids_can_be_left_out_and_stand_nowhere_then(published: Workplace, format_: str) -> None:
    ((name, data),) = written(published, "--format", format_, "--hide-ids").items()
    assert "-no-ids-" in name
    text = "".join(unzipped(data).values()) if format_ == "xlsx" else data.decode("utf-8", "replace")
    assert not re.search("N9000000[0-9]", text)
    assert format_ == "parquet" or "Mori Sora" in text


@pytest.mark.parametrize(
    "words",
    [
        ("--format", "swiss-perfect", "--hide-ids"),
        ("--format", "xlsx", "--encoding", "cp932"),
        ("--format", "json", "--bom"),
    ],
)
def test_what_a_format_cannot_do_is_refused_by_name(published: Workplace, words: tuple[str, ...]) -> None:
    said = published.run("export", "list", *words)
    assert (said.code, said.problem()["code"]) == (1, "export-option")
    assert not (published.folder / "lists").exists()


@pytest.mark.parametrize("format_", QJ)
def test_the_columns_of_the_other_family_are_refused(published: Workplace, format_: str) -> None:
    said = published.run("export", "list", "--format", format_)
    assert (said.code, said.problem()["code"]) == (1, "office-family")


def test_a_queensland_office_has_no_japanese_columns(queensland: Workplace) -> None:
    juniors(queensland)
    for words in (("list", "--format", "japan"), ("games",)):
        said = queensland.run("export", *words)
        assert (said.code, said.problem()["code"]) == (1, "office-family")


def test_several_formats_are_written_at_once_and_without_a_name_the_usual_one(published: Workplace) -> None:
    assert sorted(written(published)) == ["rating-2026-11-01.csv"]
    several = written(published, "--format", "csv", "--format", "json", "--format", "csv")
    assert sorted(several) == ["list-2026-11-01.csv", "list-2026-11-01.json"]


def test_parquet_without_pyarrow_is_refused_by_name(
    published: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)  # as Python says of what is not installed
    said = published.run("export", "list", "--format", "csv", "--format", "parquet")
    assert (said.code, said.problem()["code"]) == (1, "no-parquet")
    assert 'pipx install --force "./banzuke-….whl[parquet]"' in said.problem()["do"]
    with speaking("ja"):
        assert told(said.problem()["found"]) == "ライブラリーpyarrowなし"
    assert not (published.folder / "lists").exists()


def test_parquet_is_typed_and_holds_what_the_table_holds(published: Workplace) -> None:
    import pyarrow.parquet as parquet

    held = parquet.read_table(io.BytesIO(one(published, "--format", "parquet")))
    kinds = {field.name: str(field.type) for field in held.schema}
    assert (kinds["list"], kinds["rating"], kinds["active"]) == ("date32[day]", "int32", "bool")
    table = rows(one(published, "--format", "csv"))
    assert [(str(r["id"]), str(r["rating"])) for r in held.to_pylist()] == [
        (r["ID"], r["Rating"]) for r in table
    ]
    assert held.to_pylist()[5]["name"] == "=Kido Formula"


@pytest.mark.parametrize("beside", [False, True])
def test_parquet_goes_without_numpy_unless_another_thread_runs(published: Workplace, beside: bool) -> None:
    """In a process of its own; the bytes are those of one that has NumPy already."""
    program = f"""
        import sys, threading
        from pathlib import Path
        from office.database.engine import look, sqlite
        from office.lists.chain import latest_published
        from publication.exports.formats import parquet
        from publication.exports.public_list import public_list

        if {beside}:
            threading.Thread(target=threading.Event().wait, daemon=True).start()
        with look(sqlite(Path({str(published.folder / "banzuke.sqlite")!r}))) as session:
            made = parquet(public_list(session, latest_published(session)))
        assert ("numpy" in sys.modules) is {beside}
        import numpy
        sys.stdout.buffer.write(made)
    """
    ran = subprocess.run([sys.executable, "-c", dedent(program)], capture_output=True, check=True)
    assert ran.stdout == one(published, "--format", "parquet")


def test_a_format_that_is_none_is_wrong_usage_and_those_there_are_are_named(published: Workplace) -> None:
    said = published.run("export", "list", "--format", "docx")
    assert said.code == 2
    assert ", ".join(known()) in " ".join(said.err.split())


def test_what_a_queensland_office_writes_unasked_takes_its_letters_where_it_has_any(
    queensland: Workplace,
) -> None:
    juniors(queensland)
    marked = written(queensland, "--bom")
    assert {n: d.startswith(b"\xef\xbb\xbf") for n, d in marked.items()} == {
        "qj-2026-09-01.txt": True,
        "qj-2026-09-01.xlsx": False,
        "qj-top-2026-09-01.txt": True,
    }


def test_no_file_takes_the_place_of_a_pipe(published: Workplace, tmp_path: Path) -> None:
    pipe = tmp_path / "lists.zip"
    os.mkfifo(pipe)
    assert published.run("bundle", pipe).problem()["code"] == "file-trouble"
    assert stat.S_ISFIFO(pipe.stat().st_mode)

"""Rows told column by column are what each cell told by itself is."""

from __future__ import annotations

import gzip
import hashlib
import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st
from sqlmodel import Session

from importer.tables import MemberRow
from office.chain.lines import Pointed, Writer
from office.database.engine import sqlite, transaction
from office.database.migrate import upgrade
from office.lists.canonical import parts_of
from office.lists.columns import (
    AT_ONCE,
    StoredRows,
    columns_of,
    each_once,
    insert_columns,
    put_columns,
    read_rows,
)
from office.lists.packing import packed, signature, unpacked
from office.runs.derived import _reasons
from office.tables import EarlierGameRow, ListMemberRow, ListRatingRow, ListVersionRow
from rating.outcome import GameLine, NotCounted
from tests.workplace import Workplace

PERSON = {"federation_id": "N1", "name": "Invented", "member_on_day": True, "active": False}


def lines(table: Any, *rows: dict[str, Any]) -> list[str]:
    text = "".join(parts_of(date(2026, 11, 1), 2, "run", "jcf-2024-10", {table: columns_of(table, rows)}))
    head, *found, end = text.split("\n")
    assert (head, end) == ("2026-11-01\t2\trun\tjcf-2024-10", "")
    return found


def test_what_would_end_a_cell_is_written_otherwise() -> None:
    odd = PERSON | {"name": "a\\b\tc\nd", "last_game": date(2026, 10, 3)}
    assert lines(ListMemberRow, odd) == ["list_member\tN1\ta\\\\b\\tc\\nd\t\t1\t0\t2026-10-03"]


def test_one_and_true_in_one_column_are_told_apart() -> None:
    rows = [
        PERSON | {"federation_id": n, "kanji": told} for n, told in (("N1", 1), ("N2", True), ("N3", None))
    ]
    assert [line.split("\t")[3] for line in lines(ListMemberRow, *rows)] == ["1", "1", ""]
    rows = [PERSON | {"federation_id": n, "kanji": told} for n, told in (("N1", 2), ("N2", False), ("N3", 0))]
    assert [line.split("\t")[3] for line in lines(ListMemberRow, *rows)] == ["2", "0", "0"]


def test_columns_that_came_later_stand_only_where_something_is_in_them() -> None:
    rating = {
        "federation_id": "N1", "type": "standard", "rating": 1500, "games": 9, "period_games": 0,
        "peak": 1500, "how": "rated",
    }  # fmt: skip
    plain, marked = lines(ListRatingRow, rating, rating | {"federation_id": "N2", "marks": "a\tb"})
    assert plain == "list_rating\tN1\tstandard\t\t\t\t\t\t0\t1500\t9\t0\t1500\t0\t0\trated\t\t\t"
    assert marked.endswith("\trated\t\t\t\tmarks=a\\tb")


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text(),
    lambda held: st.lists(held) | st.lists(held).map(tuple) | st.dictionaries(st.text(), held),
    max_leaves=20,
)


@given(PLAIN)
def test_plain_values_are_written_as_the_standard_library_writes_them(told: Any) -> None:
    try:
        expected = json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    except UnicodeEncodeError:  # half a character: neither writes it
        with pytest.raises(TypeError):
            packed(told)
        return
    blob, sum_ = packed(told)
    assert (gzip.decompress(blob), sum_) == (expected, hashlib.sha256(expected).hexdigest())
    assert (signature(told), unpacked(blob)) == (sum_, json.loads(expected))


@pytest.mark.parametrize("told", [date(2026, 11, 1), PERSON.keys(), {1: "a"}, b"bytes"])
def test_what_is_no_plain_value_is_not_written(told: Any) -> None:
    with pytest.raises(TypeError):
        packed(told)


def test_lines_stand_in_order_whatever_order_rows_come_in() -> None:
    rows = [PERSON | {"federation_id": f"N{n}"} for n in (3, 1, 2)]
    assert lines(ListMemberRow, *rows) == sorted(lines(ListMemberRow, *reversed(rows)))


def test_each_value_is_asked_about_once() -> None:
    asked: list[str] = []

    def told(value: object) -> str:
        asked.append(str(value))
        return asked[-1]

    assert each_once(["a", None, "a"], told) == ["a", "None", "a"]
    assert sorted(asked) == ["None", "a"]


@pytest.mark.parametrize("name", ["Ōno “ \\ \u2028 大野", "plain", ""])
def test_a_line_of_the_chain_is_the_json_of_its_row(name: str) -> None:
    row = [7, "N1", "rapid", date(2026, 10, 3), 1500, 2, name, None, 3, None, None, date(2026, 11, 1)]
    writer = Writer(EarlierGameRow, Pointed(Session()), but={"version_id"})
    told = dict(zip([c.name for c in writer.columns], row, strict=True))
    kept = {
        n: v.isoformat() if isinstance(v, date) else v
        for n, v in told.items()
        if v is not None and n not in ("id", "version_id")
    }
    expected = json.dumps(["earlier_game", kept], sort_keys=True, separators=(",", ":"))
    assert writer.lines(list(zip(row, row, strict=True))) == [expected, expected]
    assert writer.lines([]) == []


SIDE = st.fixed_dictionaries(
    {
        "federation_id": st.text() | st.from_regex("N[0-9]{3}", fullmatch=True),
        "type": st.sampled_from(("standard", "rapid")),
        "played_on": st.dates(),
        "opponent_rating": st.integers(0, 3),
        "score": st.integers(0, 2),
        "source": st.text(st.characters(exclude_categories=("Cs",)))
        | st.from_regex("[a-d ]{4}", fullmatch=True),
        "event_key": st.none() | st.text(max_size=2),
        "round": st.none() | st.integers(1, 9),
        "list_date": st.none() | st.dates(),
    }
)


@given(st.lists(SIDE, max_size=12), st.sampled_from(("version_id", "event_key")))
def test_lines_of_the_chain_are_the_json_of_their_rows_whatever_is_in_them(
    rows: list[dict[str, Any]], left_out: str
) -> None:
    writer = Writer(EarlierGameRow, Pointed(Session()), but={"version_id", left_out})
    told = [
        {n: str(v) if isinstance(v, date) else v for n, v in row.items() if v is not None and n != left_out}
        for row in rows
    ]
    expected = [json.dumps(["earlier_game", row], sort_keys=True, separators=(",", ":")) for row in told]
    assert writer.lines([[row.get(c.name) for row in rows] for c in writer.columns]) == expected


@pytest.mark.parametrize("odd", ["“", '"', "\\", "\n", None, 7, ""])
@pytest.mark.parametrize("at", [0, 70, 99])
def test_lines_of_many_rows_are_their_json_wherever_one_is_unlike_the_others(odd: Any, at: int) -> None:
    named = {"federation_id": "N{}", "source": "a{}", "type": "rapid", "event_key": "K{}"}
    rows: list[dict[str, Any]] = [
        {name: told.format(n) for name, told in named.items()}
        | {"opponent_rating": n, "round": n % 2 or None}
        for n in range(100)
    ]
    rows[at] |= {"source": odd, "opponent_rating": None, "type": odd, "event_key": odd}
    for row in rows[:at]:
        row["score"] = 1
    told = [{n: v for n, v in row.items() if v is not None} for row in rows]
    expected = [json.dumps(["earlier_game", row], sort_keys=True, separators=(",", ":")) for row in told]
    writer = Writer(EarlierGameRow, Pointed(Session()), but={"version_id"})
    assert writer.lines([[row.get(c.name) for row in rows] for c in writer.columns]) == expected


def test_rows_of_two_versions_that_stand_among_each_other_are_told_apart(both: Workplace) -> None:
    with transaction(both.engine()) as session:
        versions = []
        for number in (1, 2):
            versions.append(
                ListVersionRow(
                    list_date=date(2030, 1, 1), version=number, how="run", state="draft", made_at=both.moment,
                    inputs=b"", inputs_sha256="", text_sha256="", report="",
                )
            )  # fmt: skip
            session.add(versions[-1])
        session.flush()
        day, numbers = date(2026, 1, 9), [version.id or 0 for version in versions]
        for n in range(6):
            one = columns_of(ListMemberRow, [PERSON | {"federation_id": f"X{n}", "last_game": day}])
            put_columns(session, ListMemberRow, numbers[n % 2], one)
        for which, number in enumerate(numbers):
            stored = StoredRows(session, number)
            rows = [*stored.of(ListMemberRow)]
            assert [row.federation_id for row in rows] == [f"X{n}" for n in range(which, 6, 2)]
            first, *others = stored.columns(ListMemberRow)["name"]
            assert others and all(name is first for name in others)  # each is kept once
            assert {(row.version_id, row.active, row.last_game) for row in rows} == {(number, False, day)}
            assert next(iter(stored.of(ListMemberRow, f"X{which}"))).federation_id == f"X{which}"
            stored.leave({ListMemberRow: ("federation_id",)})
            (left,) = stored.cells(ListMemberRow, ["federation_id"])
            assert [*left] == [row.federation_id for row in rows]
            assert list(stored.columns(ListMemberRow)) == [
                n for n in ListMemberRow.model_fields if n != "version_id"
            ]


def test_rows_are_stored_in_their_order_however_many_there_are(both: Workplace) -> None:
    engine = both.engine()
    for count in (1, AT_ONCE - 1, AT_ONCE, AT_ONCE + 1, 3 * AT_ONCE + 7):
        rows = [
            PERSON | {"federation_id": f"X{n:03}", "last_game": date(2026, 1, 1 + n % 9)}
            for n in range(count)
        ]
        with transaction(engine) as session:
            version = ListVersionRow(
                list_date=date(2030, 1, 1), version=count, how="run", state="draft", made_at=both.moment,
                inputs=b"", inputs_sha256="", text_sha256="", report="",
            )  # fmt: skip
            session.add(version)
            session.flush()
            put_columns(session, ListMemberRow, version.id or 0, columns_of(ListMemberRow, rows))
            names = ("federation_id", "name", "last_game", "active")
            assert [row._mapping for row in read_rows(session, ListMemberRow, version.id, names)] == [
                {name: row[name] for name in names} for row in rows
            ]


def test_yes_and_no_stand_in_the_chain_as_such() -> None:
    writer = Writer(MemberRow, Pointed(Session()), but=set(MemberRow.model_fields) - {"withheld", "sex"})
    row: list[Any] = [None] * len(writer.columns)
    row[writer.places["withheld"]], row[writer.places["sex"]] = True, "f"
    other = list(row)
    other[writer.places["withheld"]] = False
    assert writer.lines(list(zip(row, other, strict=True))) == [
        '["member",{"sex":"f","withheld":true}]',
        '["member",{"sex":"f","withheld":false}]',
    ]


def test_reasons_name_a_guest_whose_place_begins_as_another_one_s() -> None:
    key = "report:2026-1"
    detail = f"{key}#14 and {key}#1 without a standard rating"
    line = GameLine(
        key, None, 1, 1, date(2026, 10, 3), date(2026, 10, 3), "standard", f"{key}#1", f"{key}#14", "white",
        "1-0", 2, None, None, None, None, False, False, False,
        reasons=(NotCounted("unrated-player", "5(1)", detail),),
    )  # fmt: skip
    names = {(key, f"{key}#1"): "One", (key, f"{key}#14"): "Fourteen"}
    (told,) = json.loads(_reasons(line, {}, lambda: names))
    assert told["detail"] == "Fourteen and One without a standard rating"
    (told,) = json.loads(_reasons(line, {f"{key}#1": "Member"}, lambda: names))
    assert told["detail"] == f"Fourteen and Member ({key}#1) without a standard rating"


def test_a_cell_of_which_nothing_is_said_is_empty(tmp_path: Path) -> None:
    engine = sqlite(tmp_path / "banzuke.sqlite")
    upgrade(engine)
    with engine.connect() as connection:
        form = sa.inspect(connection)
        filled = [
            (table, column["name"])
            for table in form.get_table_names()
            for column in form.get_columns(table)
            if column["default"] is not None
        ]
    assert filled == []  # else a column with nothing in it could not be left out
    held = sa.Table(
        "held",
        sa.MetaData(),
        sa.Column("a", sa.Integer),
        sa.Column("b", sa.String, server_default="x"),
        sa.Column("c", sa.String),
    )
    engine = sa.create_engine("sqlite://")
    with engine.begin() as connection:
        connection.execute(sa.schema.CreateTable(held))
        insert_columns(connection, held, {"a": [1, None] * 150, "b": [None] * 300, "c": [None] * 300})
        insert_columns(connection, held, {"c": [None, None]})
        found = connection.execute(sa.select(held)).all()
    engine.dispose()
    assert found == [(1, None, None), (None, None, None)] * 150 + [(None, "x", None)] * 2


def test_a_column_of_one_value_is_written_in_every_line() -> None:
    rows = [PERSON | {"federation_id": f"N{n}", "kanji": n and "漢\t字"} for n in (0, 1)]
    same = lines(ListMemberRow, rows[1], rows[1])
    assert same == lines(ListMemberRow, rows[1]) * 2
    assert lines(ListMemberRow, *rows)[1] == same[0]
    assert lines(ListMemberRow) == []

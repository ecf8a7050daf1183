"""What a link covers, as it is held and stored: as numbers of rows and sums of theirs, however they lie."""

from __future__ import annotations

import gzip
import json
from array import array
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from office.chain.covered import WIDE, Numbers, Sums, packed, readable, unpacked

ROWS = st.lists(st.integers(1, 60), unique=True)


def sum_of(row: int) -> str:
    return f"{row:0{WIDE}x}"


def sums(rows: list[int]) -> Sums:
    return Sums.of({row: sum_of(row) for row in rows})


@given(ROWS)
def test_what_is_stored_is_read_as_it_was(rows: list[int]) -> None:
    found = unpacked(packed({"member": sums(rows), "report": Sums()}))
    assert [*found["member"].items()] == [(row, sum_of(row)) for row in rows]
    assert [*found["report"].items()] == []


def test_rows_that_follow_each_other_are_stored_as_a_stretch() -> None:
    stored = json.loads(gzip.decompress(packed({"member": sums([7, 8, 9])})))
    assert stored == {"member": {"rows": {"first": 7, "count": 3}, "sums": sum_of(7) + sum_of(8) + sum_of(9)}}


@given(ROWS)
def test_a_link_of_an_earlier_banzuke_is_read_too(rows: list[int]) -> None:
    stored = gzip.compress(json.dumps({"member": [[row, sum_of(row)] for row in rows]}).encode())
    assert [*unpacked(stored)["member"].items()] == [(row, sum_of(row)) for row in rows]


@pytest.mark.parametrize(
    "damaged",
    [
        [],
        {"member": None},
        {"member": [["1", sum_of(1)]]},
        {"member": [[1, None]]},
        {"member": [[1]]},
        {"member": [[2**70, sum_of(1)]]},
        {"member": {"sums": sum_of(1)}},
        {"member": {"rows": [1], "sums": sum_of(1)[1:]}},
        {"member": {"rows": [1.5], "sums": sum_of(1)}},
        {"member": {"rows": {"first": 1, "count": 10**9}, "sums": sum_of(1)}},
        {"member": {"rows": {"first": "1", "count": 1}, "sums": sum_of(1)}},
        {"member": {"rows": {"first": 1}, "sums": sum_of(1)}},
        {"member": {"rows": {"first": 2**63, "count": 1}, "sums": sum_of(1)}},
    ],
)
def test_what_is_no_such_thing_cannot_be_read(damaged: Any) -> None:
    assert readable(gzip.compress(json.dumps(damaged).encode())) is None


@given(st.lists(ROWS, max_size=6))
def test_numbers_are_a_set_that_knows_its_gaps(several: list[list[int]]) -> None:
    numbers, known = Numbers(), set[int]()
    for rows in several:
        numbers.add(array("q", rows))
        known |= {*rows}
    assert [n for n in range(-1, 70) if n in numbers] == sorted(known)
    assert numbers.last == max(known, default=0)
    assert numbers.first == min(known, default=1)
    between = [n for first, last in numbers.gaps() for n in range(first, last + 1)]
    assert between == [n for n in range(numbers.first, numbers.last) if n not in known]
    assert all(one < another for one, another in zip(numbers.ends, numbers.begins[1:], strict=False))


@given(st.integers(1, 50), st.integers(0, 30))
def test_a_stretch_is_added_as_one(begin: int, count: int) -> None:
    numbers = Numbers()
    numbers.add(range(begin, begin + count))
    assert (numbers.begins, numbers.ends) == (([begin], [begin + count]) if count else ([], []))

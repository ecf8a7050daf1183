"""The list as a table with a line for each rating: CSV, a workbook and Parquet.

In these a player with a rapid rating alone stands like everyone else. The columns are the same in all three.
"""

import io
from collections.abc import Iterator, Sequence
from datetime import date

from office.errors import refusal
from publication.exports.cells import Cell, Writing
from publication.exports.public_list import ListedMember, ListedRating, PublicList
from publication.exports.workbook import workbook

COLUMNS = (
    "List", "Type", "Rank", "ID", "Name", "Kanji", "Rating", "Previous", "Change", "Games", "Period games",
    "K", "Active", "Member", "Marks",
)  # fmt: skip
WIDTHS = (11, 9, 6, 11, 28, 16, 7, 9, 8, 7, 13, 4, 7, 8, 26)
MOST_ROWS = 1_048_575
"""Of a sheet of a workbook, without its headings."""

NUMBERS = frozenset({"Rank", "Rating", "Previous", "Change", "Games", "Period games", "K"})
SIGNS = frozenset({"Active", "Member"})


def csv_table(listing: PublicList, writing: Writing) -> bytes:
    """The table as CSV; `Active` and `Member` are 1 or 0."""

    def rows() -> Iterator[tuple[str, Sequence[Cell]]]:
        yield "headings", COLUMNS
        for person, rating in _rated(listing):
            cells = _cells(listing, person, rating)
            yield person.owner, [int(c) if isinstance(c, bool) else c for c in cells]

    return writing.csv(rows())


def excel_table(listing: PublicList) -> bytes:
    """The table as a workbook with a sheet for each type."""
    sheets = {type_: [_cells(listing, *one) for one in listing.of_type(type_)] for type_ in listing.types}
    return workbook(sheets, tuple(zip(COLUMNS, WIDTHS, strict=True)), f"Ratings {listing.list_date}")


def parquet(listing: PublicList) -> bytes:
    """The table as Parquet, typed. Refused without pyarrow."""
    try:
        import pyarrow as pa
        from pyarrow import parquet as writer
    except ModuleNotFoundError as error:
        remedy = "pip install pyarrow, or take another format"
        raise refusal("no-parquet", "--format parquet", "pyarrow", f"no {error.name}", remedy) from None
    rows = [_cells(listing, *one) for one in _rated(listing)]
    kinds = {"List": pa.date32(), **dict.fromkeys(NUMBERS, pa.int32()), **dict.fromkeys(SIGNS, pa.bool_())}
    schema = pa.schema([(name.lower().replace(" ", "_"), kinds.get(name, pa.string())) for name in COLUMNS])
    arrays = [pa.array([row[n] for row in rows], type=field.type) for n, field in enumerate(schema)]
    data = io.BytesIO()
    writer.write_table(pa.Table.from_arrays(arrays, schema=schema), data, compression="zstd")
    return data.getvalue()


def _rated(listing: PublicList) -> Iterator[tuple[ListedMember, ListedRating]]:
    for type_ in listing.types:
        yield from listing.of_type(type_)


def _cells(listing: PublicList, m: ListedMember, r: ListedRating) -> tuple[str | int | date | None, ...]:
    return (
        listing.list_date, r.type, r.rank, m.id, m.name, m.kanji, r.rating, r.previous, r.change,
        r.games, r.period_games, r.k, m.active, m.member, "; ".join(r.marks),
    )  # fmt: skip

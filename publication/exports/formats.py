"""The formats of a published list by name, each with the file it writes: those that any list can have, and
those of the office's family alone.

As a table the list has a line for each rating (CSV, a workbook, Parquet), with the same columns in all three:
in these a player with a rapid rating alone stands like everyone else. Top players and most improved, as text
for the news and the notice board: each part names twenty, and who ties with the last. Who has no rank (R18)
is in no part; most improved counts points since the list before, of who had a rating on it.
"""

import io
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from itertools import chain
from threading import active_count
from typing import Any

from sqlmodel import Session, select

from office.errors import refusal
from office.families import require
from office.lists.chain import latest_published
from office.lists.columns import each_once
from office.lists.law import law_of_version
from office.lists.rows import type_name
from office.runs.ranks import first, places
from office.tables import ListRatingRow, ListVersionRow
from office.text_table import table
from office.undisturbed import undisturbed
from office.words import N_
from publication.exports import programs
from publication.exports.cells import Writing
from publication.exports.files import File
from publication.exports.public_list import NOTHING, PublicList, json_list, owners, public_list
from publication.exports.rows import Table
from publication.exports.workbook import workbook
from publication.families import family_named, family_of
from publication.families.family import Format
from publication.site.columns import numbers
from publication.site.gains import gains
from publication.site.held import Row, marks_of, ranked, rows_of
from rating.families import FAMILIES

COLUMNS = (
    "List", "Type", "Rank", "ID", "Name", "Kanji", "Rating", "Previous", "Change", "Games", "Period games",
    "K", "Active", "Member", "Marks",
)  # fmt: skip
WIDTHS = (11, 9, 6, 11, 28, 16, 7, 9, 8, 7, 13, 4, 7, 8, 26)
MOST_ROWS = 1_048_575
"""Of a sheet of a workbook, without its headings."""

NUMBERS = frozenset({"Rank", "Rating", "Previous", "Change", "Games", "Period games", "K"})
SIGNS = ("Active", "Member")
KEYS = tuple(name.lower().replace(" ", "_") for name in COLUMNS)
"""The columns as a row and Parquet name them."""


def csv_table(listing: PublicList, writing: Writing) -> bytes:
    """The table as CSV; `Active` and `Member` are 1 or 0."""
    of = listing.tables
    persons = numbers(chain.from_iterable(of.ratings[type_]["person"] for type_ in listing.types))
    about = owners(of, persons)
    return writing.table(COLUMNS, about, *(_table(listing, type_) for type_ in listing.types))


def excel_table(listing: PublicList) -> bytes:
    """The table as a workbook with a sheet for each type."""
    sheets = {type_: Table([[*cells] for cells in _typed(_table(listing, type_))]) for type_ in listing.types}
    return workbook(sheets, tuple(zip(COLUMNS, WIDTHS, strict=True)), f"Ratings {listing.of.list_date}")


def parquet(listing: PublicList) -> bytes:
    """The table as Parquet, typed. Refused without pyarrow."""
    try:
        with _without_numpy():
            import pyarrow as pa
            from pyarrow import parquet as writer
    except ModuleNotFoundError as error:
        remedy = 'pipx install --force "./banzuke-….whl[parquet]", or take another format'
        found = f"no library {error.name}"
        raise refusal("no-parquet", "--format parquet", "pyarrow", found, remedy) from None
    kinds = {"List": pa.date32(), **dict.fromkeys(NUMBERS, pa.int32()), **dict.fromkeys(SIGNS, pa.bool_())}
    named = zip(KEYS, COLUMNS, strict=True)
    schema = pa.schema([(key, kinds.get(name, pa.string())) for key, name in named])
    columns = zip(_typed(_whole(listing)), schema, strict=True)
    arrays = [pa.array(cells, type=field.type) for cells, field in columns]
    data = io.BytesIO()
    writer.write_table(pa.Table.from_arrays(arrays, schema=schema), data, compression="zstd")
    return data.getvalue()


@contextmanager
def _without_numpy() -> Iterator[None]:
    """pyarrow loads NumPy where it finds it, which takes longer than to write a list, and does without. It is
    found where somebody else may look for it meanwhile."""
    hidden = "numpy" not in sys.modules and active_count() == 1
    if hidden:
        sys.modules["numpy"] = None  # type: ignore[assignment]  # as Python says of what is not installed
    try:
        yield
    finally:
        if hidden:
            del sys.modules["numpy"]


Columns = Sequence[Sequence[Any]]
"""Cells column by column."""


def _table(listing: PublicList, type_: str) -> Columns:
    """The table of a type; its signs are 1 or 0."""
    of = listing.table(type_)
    day, types = ([cell] * len(of["id"]) for cell in (listing.of.list_date, type_))
    marks = each_once(of["signs"], lambda signs: "; ".join(marks_of(signs)))
    own = {"list": day, "type": types, "marks": marks}
    return [own[key] if key in own else of[key] for key in KEYS]


def _whole(listing: PublicList) -> Columns:
    """The tables of all types one below the other."""
    tables = [_table(listing, type_) for type_ in listing.types] or [[()] * len(COLUMNS)]
    return [[*chain(*parts)] for parts in zip(*tables, strict=True)]


def _typed(table: Columns) -> Columns:
    """The table with its signs as such."""
    return [
        [*map(bool, cells)] if name in SIGNS else cells for name, cells in zip(COLUMNS, table, strict=True)
    ]


MOST = 20


def _top(session: Session, listing: PublicList, writing: Writing, apart: str) -> File:
    data = top_file(session, listing, writing)
    return File(listing.file_name("txt", f"top{apart}"), data, len(listing.members))


def top_file(session: Session, listing: PublicList, writing: Writing) -> bytes:
    """For each type the top players with the ranks of the list, the top women (by the sex on the register),
    and the most improved."""
    lines, about = [("headings", f"Ratings of {listing.of.list_date}")], listing.register()
    rows = {type_: rows_of(listing.tables.of(type_)) for type_ in listing.types}
    for type_, up in gains(session, listing.of, rows).items():
        best = ranked(rows[type_])
        gained = sorted(up, key=lambda row: (-_gain(row), row.id))
        women = [row for row in best if about.get(row.id, NOTHING)[0] == "f"]
        for title, chosen, value in (
            ("top players", best, _rating),
            ("top women", women, _rating),
            ("most improved", gained, _gain),
        ):
            if shown := first(chosen, value, MOST):
                lines += [("headings", ""), ("headings", f"{type_name(type_)}: {title}")]
                # Who is withheld keeps his rank: the numbers of the list, not of those who are shown.
                of_list = chosen is best and shown[0].rank is not None
                ranks = [row.rank for row in shown] if of_list else places([*map(value, shown)])
                lines += _part(listing, shown, ranks)
    return writing.lines(lines)


def _part(
    listing: PublicList, chosen: Sequence[Row], ranks: Sequence[int | None]
) -> Iterator[tuple[str, str]]:
    cells = []
    for rank, row in zip(ranks, chosen, strict=True):
        gained = "" if row.change is None else f"{row.change:+d}"
        names = (" ".join(text.split()) for text in (row.name, row.kanji))
        cells.append((rank, row.rating, gained, row.id if listing.with_ids else "", *names))
    text = table(cells, ("", "Rating", "Gained", "ID", "Name", "Kanji"))
    about = ["headings", *(f"{row.id} {row.name}" for row in chosen)]
    yield from zip(about, text.split("\n"), strict=True)


def _rating(row: Row) -> int:
    return row.rating


def _gain(row: Row) -> int:
    return row.change or 0


def _common(ending: str, what: str, data: Callable[..., bytes], *, letters: bool = False) -> Format:
    """`data` makes the file of the public list, and where it has letters, of how they are written."""

    def write(_: Session, listing: PublicList, writing: Writing, apart: str) -> File:
        written = data(listing, writing) if letters else data(listing)
        return File(listing.file_name(ending, f"list{apart}"), written, len(listing.members))

    return Format(write, what, letters)


def _fide(_session: Session, listing: PublicList, _writing: Writing, apart: str) -> File:
    data, lack = programs.fide_list(listing)
    name = listing.file_name("txt", f"fide-style{apart}")
    return File(name, data, len(listing.members), unspelled=lack)


def _pairing(one: str, what: str) -> Format:
    def write(session: Session, listing: PublicList, *_: object) -> File:
        version = session.get_one(ListVersionRow, listing.of.id)
        return members_file(session, one, version.list_date, version=version)[0]

    return Format(write, what, letters=False)


PAIRING = {
    "swiss-manager": N_("Every member, for Swiss-Manager (text)"),
    "swiss-manager-excel": N_("Every member, for Swiss-Manager (workbook)"),
    "swiss-perfect": N_("Every member, for Swiss Perfect"),
}
COMMON: Mapping[str, Format] = {
    "csv": _common("csv", N_("A line for each rating (CSV)"), csv_table, letters=True),
    "xlsx": _common("xlsx", N_("The same as a workbook for Excel"), excel_table),
    "json": _common("json", N_("The list by member, for programs (JSON)"), json_list),
    "parquet": _common("parquet", N_("A line for each rating, for programs (Parquet)"), parquet),
    "fide-txt": Format(_fide, N_("In the columns of FIDE's list"), letters=False),
    "top": Format(_top, N_("Top players and most improved"), letters=True),
    **{name: _pairing(name, what) for name, what in PAIRING.items()},
}


def known() -> list[str]:
    """Every format there is, whatever the family."""
    return [*(own for name in FAMILIES for own in family_named(name).formats), *COMMON]


@undisturbed()
def list_files(
    session: Session,
    version: ListVersionRow,
    formats: Sequence[str],
    writing: Writing,
    *,
    hide_ids: bool = False,
) -> list[File]:
    """A published version in each of the formats, else in all of the family's own; nothing is written here.
    Refused for a draft, for a format of another family, and where a format that was named cannot do what is
    asked."""
    require_public(version)
    own = family_of(session).formats
    for one in formats:
        _refuse(session, one, writing, own, hide_ids=hide_ids)
    listing = public_list(session, version)
    shown, apart = (replace(listing, with_ids=False), "-no-ids") if hide_ids else (listing, "")
    every = {**COMMON, **own}
    return [every[one].write(session, shown, writing, apart) for one in dict.fromkeys(formats or own)]


def require_public(version: ListVersionRow) -> None:
    """No draft leaves the office."""
    if version.state != "published":
        found, remedy = "a draft", "publish it when its period is over: banzuke publish"
        raise refusal("not-published", f"list of {version.list_date}", "a published list", found, remedy)


def _refuse(
    session: Session, one: str, writing: Writing, own: Mapping[str, Format], *, hide_ids: bool
) -> None:
    if one not in COMMON:
        require(session, f"--format {one}", lambda family: one in family.formats, "publication")
    letters = [name for name, of in (*COMMON.items(), *own.items()) if of.letters]
    ids = [name for name in (*own, *COMMON) if name not in PAIRING]
    for option, asked, can in (
        (f"--encoding {writing.encoding}", writing.encoding != "utf-8", letters),
        ("--hide-ids", hide_ids, ids),
    ):
        if asked and one not in can:
            expected = f"one of {', '.join(sorted(can))}"
            remedy = f"leave {option} out, or take another format"
            raise refusal("export-option", f"--format {one} {option}", expected, one, remedy)


def _types(session: Session, version: ListVersionRow | None) -> list[str]:
    """The types of rating that a list has, or its edition knows."""
    if version is None:
        return []
    row = ListRatingRow
    held = session.exec(select(row.type).where(row.version_id == version.id).distinct())
    law = law_of_version(version)[0] if version.edition is not None else None
    return sorted({*held, *(law.shapes.types(law) if law else ())})


def members_file(
    session: Session, one: str, day: date, type_: str | None = None, version: ListVersionRow | None = None
) -> tuple[File, date | None]:
    """Members as a pairing program takes them, in one of the formats of `PAIRING`, and the date of the list
    whose ratings (`type_`, else the first of the list) stand beside them: of `version`, else of the newest
    published. `day`: on which the file is made, where there is no list."""
    kind = type_ or programs.first_type(session, version or latest_published(session))
    there = _types(session, version or latest_published(session)) if type_ is not None else []
    if there and type_ not in there:
        expected, remedy = f"one of {', '.join(there)}", "name one that the list has"
        raise refusal("export-option", f"--type {type_}", expected, str(type_), remedy)
    list_date, players = programs.listed_members(session, kind, version)
    day = list_date or day
    match one:
        case "swiss-perfect":
            data, ending = programs.dbase_list(day, players), "dbf"
        case "swiss-manager":
            data, ending = programs.text_list(list_date, players), "txt"
        case _:
            data, ending = programs.workbook_list(players), "xlsx"
    suffix = "" if version is None or version.version == 1 else f"-v{version.version}"
    name, lack = f"members-{kind}-{day}{suffix}.{ending}", programs.unspelled(one, players)
    return File(name, data, len(players), public=False, unspelled=lack), list_date

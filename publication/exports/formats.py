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
from datetime import date
from itertools import chain
from threading import active_count
from typing import Any

from sqlmodel import Session

from office.errors import refusal
from office.families import require
from office.lists.chain import latest_published
from office.lists.rows import type_name
from office.runs.ranks import first, places
from office.tables import ListVersionRow
from office.text_table import table
from office.undisturbed import undisturbed
from office.words import N_
from publication.exports import programs
from publication.exports.cells import Writing
from publication.exports.files import File
from publication.exports.public_list import ListedMember, PublicList, json_list, public_list, without_ids
from publication.exports.workbook import workbook
from publication.families import family_named, family_of
from publication.families.family import Format
from publication.site.held import Row
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
FIRST_SIGN = COLUMNS.index(SIGNS[0])
"""They stand side by side, before the marks."""


def csv_table(listing: PublicList, writing: Writing) -> bytes:
    """The table as CSV; `Active` and `Member` are 1 or 0."""
    owners, columns = _whole(listing)
    signs = [[*map(int, column)] for column in columns[FIRST_SIGN:-1]]
    return writing.table(COLUMNS, owners, [*columns[:FIRST_SIGN], *signs, columns[-1]])


def excel_table(listing: PublicList) -> bytes:
    """The table as a workbook with a sheet for each type."""
    sheets = {type_: [*zip(*_table(listing, type_)[1], strict=True)] for type_ in listing.types}
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
    schema = pa.schema([(name.lower().replace(" ", "_"), kinds.get(name, pa.string())) for name in COLUMNS])
    columns = zip(_whole(listing)[1], schema, strict=True)
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


Table = tuple[Sequence[str], Sequence[Sequence[Any]]]


def _table(listing: PublicList, type_: str) -> Table:
    """The table of a type column by column, and whom each line is about; worked out once for all formats."""
    if type_ not in listing.tables:
        members, rows = zip(*listing.of_type(type_), strict=True)
        owners, ids, active, member = zip(
            *[(m.owner, m.id, m.active, m.member) for m in members], strict=True
        )
        rank, _id, name, kanji, rating, change, _how, games, played, k, *_ = zip(*rows, strict=True)
        previous, marks = [r.previous for r in rows], ["; ".join(r.marks) for r in rows]
        day, types = ([of] * len(rows) for of in (listing.of.list_date, type_))
        listing.tables[type_] = owners, (
            day, types, rank, ids, name, kanji, rating, previous, change, games, played, k, active, member,
            marks,
        )  # fmt: skip
    return listing.tables[type_]


def _whole(listing: PublicList) -> Table:
    """The tables of all types one below the other."""
    tables = [_table(listing, type_) for type_ in listing.types] or [((), [()] * len(COLUMNS))]
    owners, columns = zip(*tables, strict=True)
    return [*chain(*owners)], [[*chain(*parts)] for parts in zip(*columns, strict=True)]


MOST = 20

One = tuple[ListedMember, Row]


def top_file(listing: PublicList, writing: Writing) -> bytes:
    """For each type the top players with the ranks of the list, the top women (by the sex on the register),
    and the most improved."""
    lines = [("headings", f"Ratings of {listing.of.list_date}")]
    for type_ in listing.types:
        ranked = [one for one in listing.of_type(type_) if one[1].rank is not None]
        gained = [one for one in ranked if _gain(one) > 0]
        gained.sort(key=lambda one: (-_gain(one), one[0].owner))
        women = [one for one in ranked if one[0].sex == "f"]
        for title, chosen, value in (
            ("top players", ranked, _rating),
            ("top women", women, _rating),
            ("most improved", gained, _gain),
        ):
            if shown := first(chosen, value, MOST):
                lines += [("headings", ""), ("headings", f"{type_name(type_)}: {title}")]
                # Who is withheld keeps his rank: the numbers of the list, not of those who are shown.
                ranks = [one[1].rank for one in shown] if chosen is ranked else places([*map(value, shown)])
                lines += _part(shown, ranks)
    return writing.lines(lines)


def _part(chosen: Sequence[One], ranks: Sequence[int | None]) -> Iterator[tuple[str, str]]:
    cells = []
    for rank, one in zip(ranks, chosen, strict=True):
        person, rating = one
        gained = "" if rating.change is None else f"{rating.change:+d}"
        names = (" ".join(text.split()) for text in (person.name, person.kanji))
        cells.append((rank, rating.rating, gained, person.id, *names))
    owners = ["headings", *(person.owner for person, _ in chosen)]
    text = table(cells, ("", "Rating", "Gained", "ID", "Name", "Kanji"))
    yield from zip(owners, text.split("\n"), strict=True)


def _rating(one: One) -> int:
    return one[1].rating


def _gain(one: One) -> int:
    return one[1].change or 0


def _common(
    named: str, ending: str, what: str, data: Callable[..., bytes], *, letters: bool = False
) -> Format:
    """`data` makes the file of the public list, and where it has letters, of how they are written."""

    def write(_: Session, listing: PublicList, writing: Writing, apart: str) -> File:
        written = data(listing, writing) if letters else data(listing)
        return File(listing.file_name(ending, f"{named}{apart}"), written, len(listing.members))

    return Format(write, what, letters)


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
    "csv": _common("list", "csv", N_("A line for each rating (CSV)"), csv_table, letters=True),
    "xlsx": _common("list", "xlsx", N_("The same as a workbook for Excel"), excel_table),
    "json": _common("list", "json", N_("The list by member, for programs (JSON)"), json_list),
    "parquet": _common("list", "parquet", N_("A line for each rating, for programs (Parquet)"), parquet),
    "fide-txt": _common("fide-style", "txt", N_("In the columns of FIDE's list"), programs.fide_list),
    "top": _common("top", "txt", N_("Top players and most improved"), top_file, letters=True),
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
    shown, apart = (without_ids(listing), "-no-ids") if hide_ids else (listing, "")
    every = {**COMMON, **own}
    return [every[one].write(session, shown, writing, apart) for one in dict.fromkeys(formats or own)]


def require_public(version: ListVersionRow) -> None:
    """No draft leaves the office."""
    if version.state != "published":
        found, remedy = "a draft", "publish it first: banzuke publish"
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


def members_file(
    session: Session, one: str, day: date, type_: str | None = None, version: ListVersionRow | None = None
) -> tuple[File, date | None]:
    """Members as a pairing program takes them, in one of the formats of `PAIRING`, and the date of the list
    whose ratings (`type_`, else the first of the list) stand beside them: of `version`, else of the newest
    published. `day`: on which the file is made, where there is no list."""
    kind = type_ or programs.first_type(session, version or latest_published(session))
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
    file = File(f"members-{kind}-{day}{suffix}.{ending}", data, len(players), public=False)
    return file, list_date

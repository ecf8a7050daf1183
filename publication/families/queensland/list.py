"""The published Queensland list in the columns of its text, as plain text and as a workbook; and the file of
top players and most improved that goes out with it (Organisers 6).

In the text's order: rating, games in the period, birth date, M/F, school, HS/PS/club, location, surname,
name. A last column says `P` for a provisional rating. Only who is listed is in it, and nobody who asked to be
withheld, whenever the list was made; what is printed of a player is as frozen in the list.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sqlmodel import Session, select

from importer.tables import MemberRow
from office.lists.packing import unpacked
from office.runs.ranks import first, places
from office.tables import EventRatingRow, ListMemberRow, ListRatingRow, ListVersionRow
from office.text_table import table
from publication.exports.cells import Writing
from publication.exports.fields import Audience, birth_hidden, nowhere, wishes_of
from publication.exports.files import File
from publication.exports.public_list import PublicList
from publication.exports.workbook import workbook
from publication.site.versions import Version
from rating.interpretations import stored

COLUMNS = ("Rating", "Games", "Born", "M/F", "School", "HS/PS/club", "Location", "Surname", "Name", "P")
WIDTHS = (7, 6, 9, 5, 28, 11, 18, 20, 20, 3)


class Shown(NamedTuple):
    """A player on the published list, first what is printed. `previous` and `previous_full`: his rating on
    the list before, and whether it was a full one."""

    rating: int
    games: int
    born: str
    sex: str
    school: str
    level: str
    location: str
    surname: str
    given: str
    provisional: bool
    federation_id: str
    previous: int | None
    previous_full: bool

    def cells(self) -> tuple[int | str | None, ...]:
        """The columns of the list."""
        return (*self[: COLUMNS.index("P")], "P" if self.provisional else "")


def shown_players(session: Session, version: Version) -> list[Shown]:
    """Who is on the list, highest rating first, then by name."""
    frozen = unpacked(session.get_one(ListVersionRow, version.id).inputs)
    facts = {m["id"]: m for m in frozen["members"]}
    now = {m.federation_id: m for m in session.exec(select(MemberRow))}
    withheld, wishes = nowhere(session, Audience.JUNIORS), wishes_of(session)

    def on(table: Any, version_id: int | None) -> dict[str, Any]:
        """The rows of the one type that a version has, by ID."""
        return {r.federation_id: r for r in session.exec(select(table).where(table.version_id == version_id))}

    marks, before = on(EventRatingRow, version.id), on(EventRatingRow, version.previous_id)
    names = on(ListMemberRow, version.id)
    found = []
    for number, row in on(ListRatingRow, version.id).items():
        mark, member = marks[number], now.get(number)
        if not mark.listed or number in withheld:
            continue
        told = facts[number]
        surname, given = _parts(names[number].name, told["surname"], told["given"])
        hidden = member is not None and birth_hidden(member, Audience.JUNIORS, wishes)
        found.append(
            Shown(
                rating=row.rating,
                games=row.period_games,
                born="" if hidden or told["born"] is None else told["born"].replace("-", ""),
                sex=(told["sex"] or "").upper(),
                school=told["school"] or "",
                level=told["level"] or "",
                location=told["location"] or "",
                surname=surname,
                given=given,
                provisional=mark.provisional,
                federation_id=number,
                previous=row.previous,
                previous_full=number in before and not before[number].provisional,
            )
        )
    return sorted(found, key=lambda p: (-p.rating, p.surname, p.given, p.federation_id))


def text_file(session: Session, listing: PublicList, writing: Writing, _: str) -> File:
    """The list in columns of one width, lines ended by CRLF."""
    players = shown_players(session, listing.of)
    rows = [tuple(" ".join(c.split()) if isinstance(c, str) else c for c in p.cells()) for p in players]
    owners = ("headings", *(f"{p.federation_id} {p.surname} {p.given}" for p in players))
    lines = zip(owners, table(rows, COLUMNS).split("\n"), strict=True)
    return File(listing.file_name("txt", "qj"), writing.lines(lines), len(players))


def excel_file(session: Session, listing: PublicList, _: Writing, __: str) -> File:
    """The list as a workbook with one sheet, its headings frozen and to be filtered by."""
    players, day = shown_players(session, listing.of), listing.of.list_date
    columns = tuple(zip(COLUMNS, WIDTHS, strict=True))
    data = workbook({f"QJ {day}": [p.cells() for p in players]}, columns, f"QJ ratings {day}")
    return File(listing.file_name("xlsx", "qj"), data, len(players))


def _parts(name: str, surname: str | None, given: str | None) -> tuple[str, str]:
    """Surname and given name: as the register divides them, else at the blank where there is only one; a
    name of more words stays whole in the first column."""
    if surname is not None:
        return surname, given or ""
    words = name.split()
    return (words[0], words[1]) if len(words) == 2 else (name, "")


MOST = 20
"""How many each part names; who ties with the last is named too."""

PARTS: tuple[tuple[str, Callable[[Shown], bool]], ...] = (
    ("Top players", lambda _: True),
    ("Top girls", lambda player: player.sex == "F"),
    ("Top of high schools (HS)", lambda player: player.level == "HS"),
    ("Top of primary schools (PS)", lambda player: player.level == "PS"),
)


def top_file(session: Session, listing: PublicList, writing: Writing, _: str) -> File:
    """Each part highest first, then who gained most since the list before; lines ended by CRLF."""
    players, list_date = shown_players(session, listing.of), listing.of.list_date
    lines = [f"QJ ratings of {list_date}"]
    for title, fits in PARTS:
        chosen = first(sorted(filter(fits, players), key=_by_rating), lambda p: p.rating, MOST)
        if chosen:
            lines += ["", title, _ranked([(p.rating, p) for p in chosen], "Rating")]
    switches = stored(dict(listing.of.interpretations))
    improved = [p for p in players if _gain(p) > 0 and (p.previous_full or switches.r34 == "all-ratings")]
    most = first(sorted(improved, key=lambda p: (-_gain(p), *_by_rating(p))), _gain, MOST)
    if most:
        lines += ["", "Most improved", _ranked([(_gain(p), p) for p in most], "Gained")]
    data = writing.lines((f"top players of {list_date}", line) for line in "\n".join(lines).splitlines())
    return File(listing.file_name("txt", "qj-top"), data, len(players))


def _gain(player: Shown) -> int:
    return 0 if player.previous is None else player.rating - player.previous


def _by_rating(player: Shown) -> tuple[int, str, str, str]:
    return (-player.rating, player.surname, player.given, player.federation_id)


def _ranked(rows: Sequence[tuple[int, Shown]], heading: str) -> str:
    cells: list[tuple[object, ...]] = []
    for rank, (figure, player) in zip(places([figure for figure, _ in rows]), rows, strict=True):
        shown = f"{player.rating}{'P' if player.provisional else ''}"
        figures = (shown,) if heading == "Rating" else (f"+{figure}", shown)
        cells.append((rank, *figures, player.surname, player.given, player.school))
    headings = ("", heading, *(() if heading == "Rating" else ("Rating",)), "Surname", "Name", "School")
    return table(cells, headings)

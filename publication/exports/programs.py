"""The members and the list in the files of other programs: of Swiss-Manager, of Swiss Perfect, and of those
that read FIDE's own list.

Swiss-Manager's text: ID 8, name 32, title 2, federation 3, rating 4, games 3, year of birth 4, each followed
by two blanks, then flags (`w` woman, `i` no rated game for a year). The ID has room for eight signs: its
digits, no `N`.

Swiss Perfect has a dBase III file for its Options, Import Setup. Surname and first name stand apart where the
register has them apart; else the whole name is the last name.

FIDE's columns stand where FIDE's do (`players_list_foa.txt`), standard and rapid. Games are those of the
period, as FIDE's are. The ID is the federation's; title and birthday stay empty, for this file is for
everybody; the flag is `w`, `i` or `wi`. Sex and federation are what the register says on that day, and so is
the name in Roman letters of whom the list has in others.

The members stand in the first two as pairing programs list them: who may be seen, with which rating, and no
birth date but the year. Whoever asked to be withheld stands there by his ID alone.
"""

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import chain
from struct import pack

from sqlmodel import Session, col, select

from importer.fide_list.store import NEWEST_FIRST
from importer.matching.spelling import roman
from importer.merged import merged
from importer.plain_text import shown_line
from importer.tables import FideListRow, FidePlayerRow, MemberRow
from office.lists.chain import latest_published
from office.lists.columns import each_once
from office.lists.rows import unseen
from office.tables import ListMemberRow, ListRatingRow, ListVersionRow
from publication.exports.fields import Audience, Facts, facts, of_merged, wishes_of
from publication.exports.files import gathered, some
from publication.exports.public_list import NOTHING, PublicList
from publication.exports.workbook import workbook
from publication.families import family_of
from publication.site.columns import Picked, numbers

SHORT_TITLES = ("GM", "IM", "FM", "CM")


@dataclass(frozen=True, slots=True)
class Listed:
    """A member in a list for organizers, `about` as they may know him. `rating` and `games` are of the newest
    published list, `fide_rating` and `title` of FIDE's newest list held."""

    about: Facts
    rating: int | None
    games: int
    title: str
    fide_rating: int | None
    active: bool

    @property
    def name(self) -> str:
        """His name, or the ID of who asked to be withheld."""
        return self.about.id if self.about.hidden else self.about.name

    @property
    def western(self) -> str:
        """The same for a file that has western letters alone."""
        return in_western_letters(self.name, self.about.kana)


def in_western_letters(name: str, kana: str) -> str:
    """A name for a file that has western letters alone: where it has others the register's kana, as they are
    written, in Roman letters. Without kana it stays as it is, for readings of kanji are never guessed."""
    if not kana or "?" not in plain(name):
        return name
    from jaconv import kata2hira  # slow to load

    return roman(kata2hira(kana)).title()


def listed_members(
    session: Session, type_: str, version: ListVersionRow | None
) -> tuple[date | None, list[Listed]]:
    """Every member, by name and ID, and the date of the list whose ratings of this type stand beside them
    (`version`, else the newest published); None if no list is published. Who stands on it under another entry
    has that one's rating (R53), and what that entry alone knows of him."""
    version = version or latest_published(session)
    ratings: dict[str, ListRatingRow] = {}
    active: set[str] = set()
    same = merged(session)
    if version is not None:
        r, p, kept = ListRatingRow, ListMemberRow, unseen(session, version)
        rows = session.exec(select(r).where(r.version_id == version.id, r.type == type_))
        told = {row.federation_id: row for row in rows if row.federation_id not in kept}
        ratings = dict(told)  # his own, else that of the entry with the most games (R53)
        for row in sorted(told.values(), key=lambda row: (-row.games, row.federation_id)):
            ratings.setdefault(same.id(row.federation_id), row)
        people = session.exec(select(p).where(p.version_id == version.id, col(p.active)))
        active = {same.id(row.federation_id) for row in people}
    fide, wishes, more = _fide(session), wishes_of(session), of_merged(session)
    found = []
    for member in session.exec(select(MemberRow).where(col(MemberRow.merged_into).is_(None))):
        number = member.federation_id
        shown, rating = facts(member, Audience.PAIRING, wishes, more.get(number, {})), ratings.get(number)
        assert shown is not None
        player = fide.get(shown.fide_id.lstrip("0"))
        found.append(
            Listed(
                about=shown,
                rating=rating.rating if rating else None,
                games=rating.games if rating else 0,
                title=(player and player.title) or "",
                fide_rating=player.standard if player else None,
                active=number in active,
            )
        )
    found.sort(key=lambda p: (p.name.casefold(), p.about.id))
    return version.list_date if version else None, found


def form_members(session: Session) -> list[tuple[str, str]]:
    """ID and name by name, without entries that turned out to be another member; of who asked to be withheld
    the ID alone."""
    rows = session.exec(select(MemberRow).where(col(MemberRow.merged_into).is_(None)))
    wishes = wishes_of(session)
    shown = [facts(m, Audience.PAIRING, wishes) for m in rows]
    known = [(one.id, one.name) for one in shown if one is not None]
    return sorted(known, key=lambda one: (one[1].casefold(), one[0]))


def first_type(session: Session, version: ListVersionRow | None) -> str:
    """The rating that stands beside the members unless another is asked for: standard, or the only one
    where a list has one (`qj`; `ncs` of 2019)."""
    usual = family_of(session).first_type
    if version is None:
        return usual
    held = session.exec(select(ListRatingRow.type).where(ListRatingRow.version_id == version.id).distinct())
    return min(held, key=lambda t: (t == "rapid", t), default=usual)


def _fide(session: Session) -> dict[str, FidePlayerRow]:
    newest = session.exec(
        select(FideListRow).where(col(FideListRow.kind).in_(("all", "standard"))).order_by(*NEWEST_FIRST)
    ).first()
    if newest is None:
        return {}
    rows = session.exec(select(FidePlayerRow).where(FidePlayerRow.list_id == newest.id))
    return {row.fide_id: row for row in rows}


MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
HEADINGS = ("ID_No", "Name", "Title", "Fed", "Sex", "ClubName", "Birthday", "Rtg_Nat", "Fide_No", "Rtg_Int")
_LETTERS = str.maketrans(
    {"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe"}
    | dict.fromkeys("‘’ʻʼ", "'")  # as office programs and phones write it
    | dict.fromkeys("‐‑–", "-")
)
FIELDS = (
    ("ID_CODE", "C", 12), ("FIRST_NAME", "C", 50), ("LAST_NAME", "C", 50), ("RATING", "N", 5),
    ("SEX", "C", 1), ("CLUB", "C", 25), ("DOB", "C", 10), ("FEDER", "C", 4), ("INTL_ID", "C", 12),
    ("INTL_RTG", "N", 5),
)  # fmt: skip
"""Name, type and width of each field; DOB holds the year."""
FIDE_HEADINGS = (
    "ID Number      Name                                                         Fed Sex Tit  "
    "WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
SEXES = {"m": "M", "f": "F"}
MOST_GAMES = 999


def text_list(list_date: date | None, players: Sequence[Listed]) -> bytes:
    """The list as text: ASCII, lines ended by CRLF; names longer than 32 letters are cut."""
    month = f"{MONTHS[list_date.month - 1]}{list_date.year % 100:02d}" if list_date else "Rtg"
    lines = [f"{'ID number':<10}{'Name':<34}TitlFed  {month:<6}GamesBorn  Flag"]
    for p in players:
        title = p.title if p.title in SHORT_TITLES else ""
        flag = ("w" if p.about.sex == "f" else "") + ("" if p.active or p.rating is None else "i")
        person = f"{_digits(p.about.id):<8}  {plain(p.western)[:32]:<32}  {title:<2}  {p.about.federation:<3}"
        figures = f"{p.rating or 0:<4}  {min(p.games, MOST_GAMES):>3}  {p.about.born_year or '':<4}"
        lines.append(f"{person}  {figures}  {flag}".rstrip())
    return "".join(line + "\r\n" for line in lines).encode("ascii")


def workbook_list(players: Sequence[Listed]) -> bytes:
    """The list as a workbook with the columns that Swiss-Manager knows; the ID whole, with its `N`."""
    rows = [
        (
            p.about.id, p.name, p.title, p.about.federation, p.about.sex, p.about.club,
            str(p.about.born_year or ""), p.rating, p.about.fide_id, p.fide_rating,
        )
        for p in players
    ]  # fmt: skip
    widths = {"ID_No": 12, "Name": 32}
    return workbook({"Players": rows}, [(heading, widths.get(heading)) for heading in HEADINGS])


def _digits(number: str) -> str:
    """The ID's digits; Swiss-Manager takes none of fewer than four."""
    return "".join(c for c in number if c.isdigit())[-8:].zfill(4)


def plain(name: str) -> str:
    """A name in the letters of FIDE's own list, without accents; a question mark for what has no ASCII form.
    Marks that cannot be seen, such as those for the direction of writing, fall away."""
    if name.isascii() and name.isprintable():
        return name
    text = unicodedata.normalize("NFKD", name.translate(_LETTERS))
    seen = (" " if c.isspace() else c for c in text if not unicodedata.category(c).startswith(("M", "Cf")))
    return "".join(c if c.isascii() and c.isprintable() else "?" for c in seen)


def dbase_list(made_on: date, players: Sequence[Listed]) -> bytes:
    """The list as dBase III, in Windows' western letters."""
    records = b"".join(_record(p) for p in players)
    size = 1 + sum(width for _, _, width in FIELDS)
    start = 32 + 32 * len(FIELDS) + 1
    day = (made_on.year - 1900, made_on.month, made_on.day)
    head = pack("<4BIHH20x", 0x03, *day, len(players), start, size)
    fields = b"".join(
        pack("<11sc4xB15x", name.encode(), kind.encode(), width) for name, kind, width in FIELDS
    )
    return head + fields + b"\r" + records + b"\x1a"


def _western(text: str) -> bytes:
    """A text in Windows' western letters: one that is not among them loses its accents (Ō is O), and is a
    question mark where nothing is left of it."""
    try:
        return text.encode("cp1252")
    except UnicodeEncodeError:
        single = unicodedata.normalize("NFC", text)
        told = (c.encode("cp1252", "ignore") or plain(c).encode("ascii") for c in single)
        return b"".join(told)


_WRITTEN: dict[str, Callable[[str], str]] = {"swiss-manager": plain}
_WRITTEN["swiss-perfect"] = lambda name: _western(name).decode("cp1252")


def unspelled(program: str, players: Sequence[Listed]) -> tuple[str, ...]:
    """IDs and names of whose letters the program's file cannot have all: question marks stand for them."""
    written = _WRITTEN.get(program, str)
    return _lacking((p.about.id, p.name, p.western, written(p.western)) for p in players)


def _record(player: Listed) -> bytes:
    of = player.about
    whole = player.western
    surname, given = (of.surname, of.given) if of.surname and whole == player.name else (whole, "")
    values = (
        of.id, given, surname, player.rating, of.sex.upper(), of.club, of.born_year, of.federation,
        of.fide_id, player.fide_rating,
    )  # fmt: skip
    cells = []
    for (_, kind, width), value in zip(FIELDS, values, strict=True):
        text = _western("" if value is None else shown_line(str(value)))[:width]
        cells.append(text.rjust(width) if kind == "N" else text.ljust(width))
    return b" " + b"".join(cells)


def fide_list(listing: PublicList) -> tuple[bytes, tuple[str, ...]]:
    """The list by name: ASCII, CRLF, one line of headings; letters as `plain` has them. And IDs and names of
    whose letters it cannot have all."""
    by_id = replace(listing, members=numbers(sorted(listing.members)))
    ids, given, active = (Picked(listing.tables.people[x], by_id.members) for x in ("id", "name", "active"))
    register = listing.register()
    about = [register.get(number, NOTHING) for number in ids]
    western = [_in_roman(name, of) for name, of in zip(given, about, strict=True)]
    names = [*map(plain, western)]
    keys = [f"{name.casefold()}\0{number}" for number, name in zip(ids, names, strict=True)]
    people = zip((of[:2] for of in about), active, strict=True)
    others = [type_ for type_ in listing.types if type_ != "rapid"] or ["standard"]
    first, rapid = _ratings(by_id, *others), _ratings(by_id, "rapid")
    told = zip(by_id.shown("id"), names, each_once(people, _about), first, rapid, strict=True)
    lines = [
        f"{number:<15}{name[:60]:<61}{before}{standard}{rapid}{behind}"
        for number, name, (before, behind), standard, rapid in told
    ]
    in_order = map(lines.__getitem__, sorted(range(len(keys)), key=keys.__getitem__))
    parts = some(chain((FIDE_HEADINGS,), in_order))
    lack = _lacking(zip(ids, given, western, names, strict=True))
    return gathered("\r\n".join((*of, "")).encode("ascii") for of in parts), lack


def _in_roman(name: str, about: Sequence[str]) -> str:
    """A name of the list; of one in other letters that of the register, else its kana."""
    _sex, _federation, today, kana = about
    if "?" not in plain(name):
        return name
    return today if today and "?" not in plain(today) else in_western_letters(name, kana)


def _lacking(names: Iterable[tuple[str, str, str, str]]) -> tuple[str, ...]:
    """Of an ID, a name, the same in western letters and as it is written: ID and name of each in which
    question marks stand for letters."""
    return tuple(
        f"{number} {name}"
        for number, name, western, written in names
        if written.count("?") > western.count("?")
    )


def _ratings(listing: PublicList, *types: str) -> list[str]:
    """What is told of the first rating that each member has of these types."""
    held = (zip(*listing.beside(type_, "rating", "period_games", "k"), strict=True) for type_ in types)
    return each_once(zip(*held, strict=True), _first)


def _first(ratings: Sequence[tuple[int | None, ...]]) -> str:
    return _figures(next((of for of in ratings if of[0] is not None), NO_RATING))


def _about(of: tuple[tuple[str, str], int]) -> tuple[str, str]:
    """What stands between name and ratings, and behind these."""
    (sex, federation), active = of
    flag = ("w" if sex == "f" else "") + ("" if active else "i")
    before = f"{plain(federation)[:3]:<4}{SEXES.get(sex, ''):<33}"
    return before, f"{_figures(NO_RATING)}0000  {flag}".rstrip()


NO_RATING = (None, None, None)


def _figures(of: tuple[int | None, ...]) -> str:
    """Rating, games and K in the widths of their columns; no rating where there is none."""
    rating, games, k = (figure or 0 for figure in of)
    return f"{rating:<6}{min(games, MOST_GAMES):<4}{k:<3}"

"""One line of a register file: its columns, and what each cell may hold.

Memberships: register_spans.py. FIDE ST/RP/BZ: the ratings held when first joining (6(1); 2022 6(2)), with the
day (Joined) and the source. A single hyphen in a cell that may be empty takes back what is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from importer.cell_values import YES_OR_NO, each_of, one_of, parse_day, parse_rating
from importer.csv_file import Line
from importer.names import COMMAS, name_key
from importer.plain_text import misread
from importer.register_spans import TAKEN_BACK, Span, spans_on

if TYPE_CHECKING:
    from importer.families.family import Family
    from importer.tables import MemberRow

FIDE_COLUMNS = {"standard": "FIDE ST", "rapid": "FIDE RP", "blitz": "FIDE BZ"}
FIDE_SOURCES = {"standard": "FIDE Source", "rapid": "FIDE RP Source", "blitz": "FIDE BZ Source"}
"""Where the office has each from; `FIDE Source` where one of the others says nothing."""
NAME_COLUMNS = {
    "former": "Former names",
    "roman": "Roman spellings",
    "kanji": "Kanji spellings",
    "kana": "Kana spellings",
}
_NAMES = {"name": "Name", "surname": "Surname", "given": "Given", "kanji": "Kanji", "kana": "Kana"}
_FACTS = {
    "born": "Birth",
    "sex": "Sex",
    "federation": "Federation",
    "fide_id": "FIDE ID",
    "club": "Club",
    "school": "School",
    "location": "Location",
    "level": "Level",
    "withheld": "Withheld",
    "birth_withheld": "Birth withheld",
    "joined": "Joined",
}
FIELDS = _NAMES | _FACTS
"""Columns of `MemberRow` and the headings they are read from."""

NOT_EXPORTED = ("Since", "Source")
"""Columns about a change, not about the member: from when it holds, and who says so."""

REQUIRED = ("ID", "Name", "Memberships")
OPTIONAL = (
    *(column for name, column in _NAMES.items() if name != "name"),
    *(*NAME_COLUMNS.values(), *_FACTS.values(), *FIDE_COLUMNS.values()),
    *(*FIDE_SOURCES.values(), *NOT_EXPORTED),
)

WORDS = ("Club", "School", "Location", *FIDE_SOURCES.values(), "Source")
"""Columns in which any letter may stand."""

DAYS = frozenset({"Birth", "Joined", "Since"})
"""Columns in which a cell of a workbook may be a date."""

IDS = frozenset({"ID"})
"""Columns in which a number of a workbook is a federation ID that lost its `N` and its zeros."""


Facts = dict[str, str | date | bool | None]


@dataclass(frozen=True, slots=True)
class Entry:
    """One member as the file has him. `facts` by column of `MemberRow`, only what the file says; a fact that
    is taken back is None. `fide` by type: rating and source. `names` by kind, only the kinds that the file
    says, each whole; `memberships` are whole too, None where it says nothing of them."""

    line: Line
    federation_id: str
    facts: Facts
    names: dict[str, tuple[str, ...]]
    memberships: tuple[Span, ...] | None
    fide: dict[str, tuple[int, str] | None] = field(default_factory=dict)
    since: date | None = None
    source: str | None = None


def id_on(line: Line, family: Family) -> str:
    """The ID of a member on a line of a file; noted on the line, and "", where it is none."""
    text = line.needed("ID", f"a federation ID, {family.id_form}")
    number = family.member_number(text)
    if text and number is None:
        line.fault("ID", family.id_form, f"“{text}”", "correct the ID")
    return number or ""


def check_member(
    line: Line, number: str, member: MemberRow | None, name: str | None, key: Callable[[str], str] = name_key
) -> None:
    """Notes on a line of a file that nobody on the register has its ID ("": it has none, which is noted
    already), or that its name (None: it has none) is not the one there; `key` says what is the same name."""
    if not number:
        return
    if member is None:
        line.fault("ID", "an ID on the register", f"“{number}”", "import the member first")
    elif name is not None and key(name) != key(member.name):
        line.fault("Name", f"“{member.name}”, as on the register", f"“{name}”", "correct the ID or the name")


def day_before(line: Line, column: str, list_date: date) -> date | None:
    """The day of a game, before the list: whose period is over when it is made."""
    day = line.value(column, parse_day, "a day, YYYY-MM-DD")
    if day is not None and day >= list_date:
        line.fault(column, f"a day before the list of {list_date}", str(day), "correct the cell")
    return day


def check_letters(line: Line) -> None:
    """Notes on a line the names in which a letter was lost, and texts of several lines. For a letter that
    its encoding has not (Ō, é, 𠮷) a program writes `?`, `〓` or U+FFFD, and nobody ever finds the member."""
    for column in (*_NAMES.values(), *NAME_COLUMNS.values(), *WORDS):
        text = line.text(column) or ""
        if column not in WORDS and set("?？〓\ufffd") & set(text):
            remedy = "write the letter; from Excel, save a workbook or CSV UTF-8, which keep every letter"
            line.fault(column, "names with all their letters", f"“{text}”", remedy)
        elif column not in WORDS and (right := misread(text)):
            remedy = "open the CSV file as UTF-8 (Excel does after an export with --bom) and save it again"
            line.fault(column, f"“{right}”", f"“{text}”, UTF-8 read as another encoding", remedy)
        elif len(text.splitlines()) > 1 or "\t" in text:
            found = f"“{' '.join(text.split())}” with the end of a line or a tab in it"
            line.fault(column, "text on one line", found, "write it on one line")


class Held(NamedTuple):
    """What the register has of a member that a line need not say again, but has to agree with; `fide`: the
    types of which it has a FIDE rating."""

    joined: date | None = None
    surname: str | None = None
    given: str | None = None
    fide_id: str | None = None
    fide: Set[str] = frozenset()


NOTHING_HELD: Mapping[str, Held] = MappingProxyType({})


def entry_of(line: Line, family: Family, today: date, held: Mapping[str, Held] = NOTHING_HELD) -> Entry:
    """The member on this line; what cannot be taken is noted on the line. `today`: nobody is born later;
    `held`: by ID what the register has already."""
    number = id_on(line, family)
    facts = _facts(line)
    born = facts.get("born")
    if isinstance(born, date) and born > today:
        line.fault("Birth", f"a day not after {today}", f"“{born}”", "correct the birth date")
    known = held.get(number, Held())
    _check_name(line, facts, known)
    return Entry(
        line=line,
        federation_id=number,
        facts=facts,
        names={kind: _list(line, column) for kind, column in NAME_COLUMNS.items() if line.text(column)},
        memberships=spans_on(line),
        fide=_fide(line, facts, known),
        since=line.value("Since", parse_day, "the day from which this line holds, YYYY-MM-DD"),
        source=_said_by(line, "Source"),
    )


def _facts(line: Line) -> Facts:
    facts: Facts = {"name": line.needed("Name", "the Roman name, surname first")}
    for name, column in FIELDS.items():
        text = line.text(column)
        if name == "name" or text is None:
            continue
        parse, what = _PARSED.get(name, (str, "text"))
        if text == TAKEN_BACK:
            facts[name] = False if name in ("withheld", "birth_withheld") else None
        elif (value := line.value(column, parse, what)) is not None:
            facts[name] = value
    return facts


def _check_name(line: Line, facts: Facts, held: Held) -> None:
    name = str(facts["name"])
    if COMMAS & set(name):
        line.fault("Name", "surname first without a comma (4 Note 4)", f"“{name}”", "take the comma out")
    elif name and not any(c.isalpha() for c in name):
        line.fault("Name", "a name with letters", f"“{name}”", "correct the name")
    told = {"surname": held.surname, "given": held.given} | facts
    parts = [str(told[p]) for p in ("surname", "given") if told[p]]
    if parts and name and name_key(" ".join(parts)) != name_key(name):
        column = next((FIELDS[p] for p in ("surname", "given") if facts.get(p)), "Name")
        expected = "surname and given name that make up the name"
        found = f"“{' '.join(parts)}” beside the name “{name}”"
        if column == "Name":
            remedy = "fill in Surname and Given too, or a hyphen in both: the register has the ones of before"
            line.fault(column, expected, found, remedy)
        else:
            line.fault(column, expected, found, "correct one of them")


def _fide(line: Line, facts: Facts, known: Held) -> dict[str, tuple[int, str] | None]:
    sources = {type_: _said_by(line, column) for type_, column in FIDE_SOURCES.items()}
    fide: dict[str, tuple[int, str] | None] = {}
    for type_, column in FIDE_COLUMNS.items():
        if line.text(column) == TAKEN_BACK:
            fide[type_] = None
        elif (rating := line.value(column, parse_rating, "a FIDE rating")) is not None:
            fide[type_] = rating, sources[type_] or sources["standard"] or ""
    held = [told for told in fide.values() if told is not None]
    if any(not source for _, source in held):
        expected = "where the office has the FIDE rating from"
        line.fault("FIDE Source", expected, "an empty cell", "name the source, e.g. “FIDE list 2024-03”")
    expected = "the day of first joining, on which the FIDE rating was held (6(1))"
    taken_back = "joined" in facts and facts["joined"] is None
    if held and (taken_back or not (line.text("Joined") or known.joined)):
        line.fault("Joined", expected, "an empty cell", "fill in the day, YYYY-MM-DD")
    elif taken_back and known.fide - fide.keys():
        remedy = "fill in the day, or a hyphen in the columns of the FIDE ratings too"
        line.fault("Joined", expected, "a hyphen beside a FIDE rating of the register", remedy)
    return fide


def _said_by(line: Line, column: str) -> str | None:
    """A source on a line; a hyphen names none."""
    text = line.text(column)
    return None if text == TAKEN_BACK else text


def _list(line: Line, column: str) -> tuple[str, ...]:
    text = line.text(column) or ""
    if text == TAKEN_BACK:
        return ()
    parts = [part for part in each_of(text) if part] or [text]
    expected = "names with letters, separated by semicolons"
    for part in parts:
        if not any(c.isalpha() for c in part):
            line.fault(column, expected, f"“{part}”", "correct the names")
    return tuple(dict.fromkeys(parts))


def _written_as(pattern: str) -> Callable[[str], str]:
    """What takes a text of this pattern as it is; ValueError for another."""

    def read(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise ValueError(text)
        return text

    return read


_PARSED: dict[str, tuple[Callable[[str], str | date | bool], str]] = {
    **dict.fromkeys(("born", "joined"), (parse_day, "a day, YYYY-MM-DD")),
    "sex": (one_of({"m": "m", "f": "f", "男": "m", "女": "f", "男性": "m", "女性": "f"}), "m or f"),
    "federation": (_written_as("[A-Z]{3}"), "three capital letters, e.g. JPN"),
    "fide_id": (_written_as("[1-9][0-9]{0,9}"), "up to ten digits, the first of them no zero"),
    "level": (one_of({"hs": "HS", "ps": "PS", "club": "club"}), "HS, PS or club"),
    **dict.fromkeys(("withheld", "birth_withheld"), (one_of(YES_OR_NO), "yes or no")),
}

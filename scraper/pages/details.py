"""The table of a tournament's details, which any view shows with `turdet=YES`.

`<td>label</td><td>value</td>`; rows are left out when empty, and gated pages have no such table.
"""

import re
from dataclasses import dataclass
from datetime import date

from selectolax.lexbor import LexborNode

from scraper.languages import ENGLISH, Language
from scraper.problems import Notes
from scraper.records import System
from scraper.tables import cells_of, own_rows
from scraper.values import clean, day, whole
from scraper.words import TIME_CONTROL_KINDS, TOURNAMENT_TYPES

KNOWN_BY = frozenset(
    {
        "Organizer(s)",
        "Federation",
        "Number of rounds",
        "Tournament type",
        "Rating calculation",
        "Date",
        "Time control",
    }
)
"""A table that begins with one of these (or holds two) is the details; the menu has none of them."""

_MENU = "CRnowrap"
"""The class of the menu's labels, and of no label of the details."""

_FEDERATION = re.compile(r"(?:.*\(\s*)?([A-Z]{3})(?:\s*\))?")
_TIME_CONTROL = re.compile(r"Time control(?: \((?P<kind>[^()]*)\))?")
_KIND_IN_TEXT = re.compile(r"(?P<kind>\w+):\s")


@dataclass(frozen=True, slots=True)
class Details:
    """What the details state; None where they do not. Kinds are "standard", "rapid", "blitz"."""

    organizer: str | None = None
    federation: str | None = None
    time_control: str | None = None
    time_control_kind: str | None = None
    round_count: int | None = None
    system: System | None = None
    rating_calculation: str | None = None
    first_day: date | None = None
    last_day: date | None = None


def read_details(name_node: LexborNode, notes: Notes, language: Language) -> Details | None:
    """The details that follow the event's name, or None where the page does not show them.

    In another language than English a label that is in no table is a problem that names it.
    """
    rows = _labelled(name_node, language)
    if rows is None:
        return None
    for label in rows:
        if language is not ENGLISH and label.split(" (")[0] not in ENGLISH.labels:
            notes.met("word-unknown", f"a label that is known in {language.name}", repr(label), column=label)

    def unreadable(label: str, expected: str, code: str = "detail-unreadable") -> None:
        notes.met(code, expected, rows[label], column=label)

    federation = rounds = system = None
    if text := rows.get("Federation"):
        m = _FEDERATION.fullmatch(text)
        federation = m[1] if m else None
        if m is None:
            unreadable("Federation", "a code of three letters, as in England ( ENG )")
    if text := rows.get("Number of rounds"):
        rounds = whole(text) or None
        if rounds is None:
            unreadable("Number of rounds", "a whole number from 1")
    if text := rows.get("Tournament type"):
        system = TOURNAMENT_TYPES.get(language.types.get(text, text))
        if system is None:
            unreadable("Tournament type", " or ".join(TOURNAMENT_TYPES), "tournament-type-unknown")
    first, last = _dates(rows.get("Date", ""), language)
    if rows.get("Date") and (first is None or last is None or last < first):
        first = last = None
        unreadable("Date", "2026/08/01 to 2026/08/09, or one day")
    control, kind = _time_control(rows)
    if control and kind and kind not in TIME_CONTROL_KINDS:
        label = next(r for r in rows if _TIME_CONTROL.fullmatch(r))
        notes.met("detail-unreadable", ", ".join(TIME_CONTROL_KINDS), kind, column=label)
    calculation = rows.get("Rating calculation", "")
    return Details(
        organizer=rows.get("Organizer(s)") or None,
        federation=federation,
        time_control=control,
        time_control_kind=TIME_CONTROL_KINDS.get(kind or ""),
        round_count=rounds,
        system=system,
        rating_calculation=calculation if calculation.strip("- ") else None,
        first_day=first,
        last_day=last,
    )


def _labelled(name_node: LexborNode, language: Language) -> dict[str, str] | None:
    """Label and value of the first table after the name that is known by its labels."""
    outer = name_node.next
    while outer is not None and outer.tag != "table":
        outer = outer.next
    if outer is None:
        return None
    for table in outer.css("table"):
        if "CRs1" in (table.attributes.get("class") or ""):
            return None
        values: dict[str, LexborNode] = {}
        for row in own_rows(table):
            cells = tuple(cells_of(row))
            if not values and cells and _MENU in (cells[0].attributes.get("class") or ""):
                break  # the menu, which most pages have in the place of the details
            if len(cells) == 2:
                values.setdefault(_label(clean(cells[0].text_lexbor()), language), cells[1])
        known = [label for label in values if label in KNOWN_BY or label.partition(" (")[0] in KNOWN_BY]
        if len(known) > 1 or (known and known[0] == next(iter(values))):
            return {label: clean(cell.text_lexbor()) for label, cell in values.items()}
    return None


def _label(printed: str, language: Language) -> str:
    """The English label; `Time control (Rapid)` keeps its kind, which is printed in English everywhere."""
    if (label := language.labels.get(printed)) is not None:
        return label
    word, bracket, kind = printed.partition(" (")
    return f"{language.labels.get(word, word)}{bracket}{kind}" if bracket else printed


def _time_control(rows: dict[str, str]) -> tuple[str | None, str | None]:
    """The text as printed and the kind, which stands in the label or before the text (both seen)."""
    for label, text in rows.items():
        m = _TIME_CONTROL.fullmatch(label)
        if m is None or not text:
            continue
        kind = m["kind"]
        if kind is None and (inner := _KIND_IN_TEXT.match(text)) and inner["kind"] in TIME_CONTROL_KINDS:
            kind = inner["kind"]
        return text, kind
    return None, None


def _dates(text: str, language: Language) -> tuple[date | None, date | None]:
    words = text.split()
    if len(words) == 3 and words[1] in {*ENGLISH.dates, *language.dates}:
        return day(words[0]), day(words[2])
    one = day(text)
    return one, one

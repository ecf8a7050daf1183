"""A filled Rating Report Form as an event; or all that is wrong in it, each with sheet, row and column."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Any

from importer.form.cells import Cells, as_text, find_sheet, item_cells, settle_days, table_rows
from importer.form.choices import LISTS, MOST_NUMBER, chosen
from importer.form.games import read_games
from importer.form.layout import (
    EVENT_FIELDS,
    FORM_NAME,
    FORMS,
    GAME_FIELDS,
    PLAYER_FIELDS,
    SHEETS,
    SYSTEMS,
    TYPES,
    VERSION,
    VERSION_FIELD,
    Field,
)
from importer.form.people import People
from importer.given import Faulty, GivenFile, Minutes, Says
from importer.ids import forms, member_number
from importer.keys import dated_key
from importer.matching.identifiers import plain_id
from importer.workbook.sheet import Sheet
from importer.written import is_nothing
from scraper.records import (
    EventRecord,
    PageSource,
    Player,
    Problem,
    Source,
    TimeControl,
)

READER = f"form {VERSION} 2"
"""The form's version, and a number raised whenever the same file could be read differently than before."""

MOST_PEOPLE = 9999


def read_form(
    file: GivenFile, sheets: Sequence[Sheet], minutes_at_60: Minutes
) -> EventRecord | Faulty | Sequence[Problem]:
    """The event of the form. Refused whole with every fault in it; what a sound form leaves open (an
    unfinished game, a time control nobody can read) is asked of the officer like any event's."""
    found = {f.key: find_sheet(sheets, f) for f in SHEETS}
    event_sheet = found["event"]
    version = None if event_sheet is None else _version(file, event_sheet)
    if version is None:
        remedy = "fill in the form of the office: banzuke form writes it"
        shown = ", ".join(f"“{s.name}”" for s in sheets[:5]) or "none"
        return [Problem("form-unknown", file.name, FORM_NAME, f"a workbook with the sheets {shown}", remedy)]
    if version != VERSION:
        remedy = f"copy what was filled in into the current form, {FORM_NAME}"
        return [Problem("form-version", file.name, FORM_NAME, f"version “{version}”", remedy)]
    faults = [_no_sheet(file, f.heading) for f in SHEETS if found[f.key] is None]
    event, players_sheet, games_sheet = (found[f.key] for f in SHEETS)
    if event is None or players_sheet is None or games_sheet is None:
        return faults
    items, twice = item_cells(file, event, EVENT_FIELDS)
    rows = table_rows(file, games_sheet, GAME_FIELDS)
    settle_days(
        [
            *((items[key], key) for key in ("first_day", "last_day") if key in items),
            *((row, "date") for row in rows if isinstance(row, Cells)),
        ]
    )
    facts, wrong = _event(file, event, items, twice)
    people, wrong_people = _players(file, players_sheet)
    faults = [*wrong, *wrong_people]
    if any(p.code == "form-heading" for p in wrong_people):
        return faults  # without the players nothing can be said of their games
    games = read_games(file, games_sheet, rows, People(people))
    pairings = games.pairings
    faults += games.faults
    if faults:
        return Faulty(tuple(faults), _says(facts, people))
    text = facts["time_control"]
    return EventRecord(
        name=facts["name"],
        group=facts["group"],
        organizer=facts["organizer"],
        first_day=facts["first_day"],
        last_day=facts["last_day"],
        round_count=max(p.round for p in pairings),
        rounds=games.rounds,
        system=SYSTEMS[facts["system"]] if facts["system"] else None,
        time_control=TimeControl(text, TYPES[facts["type"]], minutes_at_60(text)),
        players=tuple(people.values()),
        pairings=tuple(sorted(pairings, key=lambda p: p.round)),
        problems=tuple(games.notes),
        source=Source("form", None, READER, (_source(file),)),
        form=FORMS[facts["form"]],
        non_members=facts["non_members"],
        place=facts["place"],
        arbiter=facts["arbiter"],
        run_by=facts["run_by"],
        run_by_id=facts["run_by_id"],
        reporter=facts["reporter"],
        reporter_id=facts["reporter_id"],
    )


def _says(facts: Mapping[str, Any], people: Mapping[int, Player]) -> Says | None:
    """Which event a form with faults is about, where its name and first day are without any."""
    if not facts["name"] or not facts["first_day"]:
        return None
    key = dated_key(facts["name"], facts["group"], facts["first_day"])
    return Says(key, tuple(p.name for p in people.values() if p.name))


def _source(file: GivenFile) -> PageSource:
    return PageSource("form", None, None, file.name, hashlib.sha256(file.data).hexdigest(), None, None)


def _version(file: GivenFile, sheet: Sheet) -> str | None:
    """The version the event sheet states; None if it has no such item."""
    items, _ = item_cells(file, sheet, (VERSION_FIELD,))
    return items["version"].text("version") if "version" in items else None


def _event(
    file: GivenFile, sheet: Sheet, items: Mapping[str, Cells], twice: Sequence[Field]
) -> tuple[dict[str, Any], list[Problem]]:
    place = f"{file.name}, sheet “{sheet.name}”"
    remedy = "put the form's items back and send it again"
    faults = [
        Problem("form-heading", place, f"the item “{f.heading}” once", "it twice", remedy) for f in twice
    ]
    faults += [
        Problem("form-heading", place, f"the item “{f.heading}”", "no such item", remedy)
        for f in EVENT_FIELDS
        if f.needed and f.key not in items
    ]
    facts: dict[str, Any] = {f.key: None for f in EVENT_FIELDS}
    for f in EVENT_FIELDS:
        cells = items.get(f.key)
        if cells is None:
            continue
        if f.key in LISTS:
            facts[f.key] = chosen(cells, f.key, needed=f.needed)
        elif f.key.endswith("_day"):
            facts[f.key] = cells.day(f.key, needed=True)
        elif f.key == "non_members" and is_nothing(as_text(cells.value(f.key))):
            facts[f.key] = 0
        elif f.key == "non_members":
            facts[f.key] = cells.number(f.key, "a number, 0 if none", least=0, most=MOST_PEOPLE)
        elif f.key.endswith("_id"):
            facts[f.key] = _id_of_person(cells, f.key)
        else:
            wanted = f"{f.english.lower()} (4(3))"
            facts[f.key] = (cells.needed(f.key, wanted) if f.needed else cells.text(f.key)) or None
    first, last = facts["first_day"], facts["last_day"]
    if first and last and first > last:
        items["last_day"].fault("last_day", f"a day from {first} on", str(last), "correct it")
    faults += [fault for cells in items.values() for fault in cells.faults]
    return facts, faults


def _id_of_person(cells: Cells, key: str) -> str | None:
    """The federation ID in a cell of the event sheet, as a member has it."""
    text = cells.text(key)
    if not text:
        return None
    number = member_number(text)
    if number is None:
        cells.fault(key, f"a federation ID, {forms()}", f"“{text}”", "correct it")
    return number


def _players(file: GivenFile, sheet: Sheet) -> tuple[dict[int, Player], list[Problem]]:
    rows = table_rows(file, sheet, PLAYER_FIELDS)
    players: dict[int, Player] = {}
    faults: list[Problem] = []
    seen: dict[str, int] = {}
    for cells in rows:
        if isinstance(cells, Problem):
            faults.append(cells)
            continue
        number = cells.number("number", f"a number from 1 to {MOST_NUMBER}", least=1, most=MOST_NUMBER)
        name = cells.needed("name", "the player's name")
        if name and not any(c.isalpha() for c in name):
            cells.fault("name", "a name with letters", f"“{name}”", "correct it")
        national, fide = cells.text("national_id"), cells.text("fide_id")
        if national and not re.fullmatch(r"\S{1,20}", plain_id(national) or "-"):
            cells.fault("national_id", f"a federation ID, {forms()}", f"“{national}”", "correct it")
        if fide and not re.fullmatch(r"[0-9]{1,11}", fide):
            cells.fault("fide_id", "a FIDE ID, digits", f"“{fide}”", "correct it")
        if number in players:
            cells.fault("number", "each number once", f"{number} again", "correct it")
        plain = plain_id(national)
        if plain and (before := seen.setdefault(plain, cells.row)) != cells.row:
            cells.fault(
                "national_id", "each ID once", f"{national} again, first in row {before}", "correct it"
            )
        if number is not None:
            players.setdefault(
                number, Player(number, name, national_id=national or None, fide_id=fide.lstrip("0") or None)
            )
        faults += cells.faults
    if not players and not faults:
        place = f"{file.name}, sheet “{sheet.name}”"
        faults.append(Problem("form-empty", place, "players", "none", "fill in the form and send it again"))
    return players, faults


def _no_sheet(file: GivenFile, heading: str) -> Problem:
    remedy = "put the sheet back and send the form again"
    return Problem("form-sheet", file.name, f"the sheet “{heading}”", "no such sheet", remedy)

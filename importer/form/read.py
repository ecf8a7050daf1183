"""A filled Rating Report Form as an event; or all that is wrong in it, each with sheet, row and column."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from importer.errors import ImportRefused, Says
from importer.form import layout
from importer.form.cells import (
    HEADINGS_WITHIN,
    Cells,
    as_text,
    empty,
    find_sheet,
    heading_problem,
    item_cells,
    settle_days,
    table_rows,
)
from importer.form.games import People, beside, read_games
from importer.form.layout import MOST_NUMBER, Field
from importer.form.remarks import beside_items, in_other_rows, named, not_read, under_examples
from importer.given import Games, GivenFile, Minutes
from importer.ids import forms, member_number
from importer.keys import dated_key
from importer.matching.identifiers import one_id, plain_id
from importer.workbook.sheet import Sheet
from importer.written import is_nothing
from scraper.records import EventRecord, Player, Problem, Source, TimeControl

READER = f"form {layout.VERSION} 12"
"""The form's version, and a number raised whenever the same file could be read differently than before."""

MOST_PEOPLE = 9999
_TOURNAMENT = re.compile(r"chess-results\.com/+tnr0*([1-9][0-9]{0,8})\.aspx", re.IGNORECASE)


def read_form(file: GivenFile, sheets: Sequence[Sheet], minutes_at_60: Minutes) -> EventRecord:
    """The event of the form; `ImportRefused` with every fault in it. What a sound form leaves open (an
    unfinished game, a time control nobody can read) is asked of the officer like any event's."""
    found = {f.key: find_sheet(sheets, f) for f in layout.SHEETS}
    version = _version(file, found["event"], sheets)
    if version is None:
        remedy = "fill in the form of the office: banzuke form writes it"
        shown = ", ".join(f"“{s.name}”" for s in sheets[:5]) or "none"
        unknown = f"a workbook with the sheets {shown}"
        if (exported := _exported(sheets)) is not None:
            unknown = f"an Excel export of Chess-Results, tournament {exported}"
            remedy = f"import its link, https://chess-results.com/tnr{exported}.aspx; an export is one list"
        raise ImportRefused.because("form-unknown", file.name, layout.FORM_NAME, unknown, remedy)
    if version != layout.VERSION:
        remedy = f"copy what was filled in into the current form, {layout.FORM_NAME}"
        raise ImportRefused.because(
            "form-version", file.name, layout.FORM_NAME, f"version “{version}”", remedy
        )
    event, players_sheet, games_sheet = (found[f.key] for f in layout.SHEETS)
    if event is None or players_sheet is None or games_sheet is None:
        remedy = "put the sheet back, or give it this name again, and send the form again"
        raise ImportRefused(
            [
                Problem("form-sheet", file.name, f"the sheet “{f.heading}”", "no such sheet", remedy)
                for f in layout.SHEETS
                if found[f.key] is None
            ]
        )
    items, twice = item_cells(file, event, layout.EVENT_FIELDS)
    rows, wrong_games = table_rows(file, games_sheet, layout.GAME_FIELDS)
    dated = [(items[key], key) for key in ("first_day", "last_day") if key in items]
    settle_days([*dated, *((row, "date") for row in rows)])
    facts, wrong = _event(file, event, items, twice)
    people, wrong_people, remarks = _players(file, players_sheet)
    faults = [*wrong, *wrong_people]
    if any(p.code == "form-heading" for p in wrong_people):
        raise ImportRefused([*faults, *wrong_games])  # without the players, nothing of their games' cells
    games = Games(faults=wrong_games)
    if not wrong_games:
        games = read_games(file, games_sheet, rows, People(people))
    known = [*found.values(), find_sheet(sheets, layout.MEMBERS_SHEET)]
    others = [s for s in sheets if not any(s is k for k in known)]
    more, notes = beside(file, others, layout.GAME_FIELDS)
    faults += [*games.faults, *more]
    if faults:
        raise ImportRefused(faults, _says(facts, people))
    text = facts.pop("time_control")
    form, type_, system = (facts.pop(key) for key in ("form", "type", "system"))
    return EventRecord(
        round_count=max(p.round for p in games.pairings),
        rounds=games.rounds,
        system=layout.SYSTEMS[system] if system else None,
        time_control=TimeControl(text, layout.TYPES[type_], minutes_at_60(text)),
        players=tuple(people.values()),
        pairings=tuple(sorted(games.pairings, key=lambda p: p.round)),
        problems=(*beside_items(file, event, items.values()), *remarks, *games.notes, *notes),
        source=Source("form", None, READER, (file.page("form"),)),
        form=layout.FORMS[form],
        **facts,  # the other items have the names of what they say of an event
    )


def _version(file: GivenFile, event: Sheet | None, sheets: Sequence[Sheet]) -> str | None:
    """The form's version by the sheet of the event, else by the top of any other: a form with a sheet that
    was given another name is one, and no list of games. None where none states it."""
    tops = (replace(sheet, rows=sheet.rows[:HEADINGS_WITHIN]) for sheet in sheets)
    for sheet in (*([event] if event else ()), *tops):
        if stated := item_cells(file, sheet, (layout.VERSION_FIELD,))[0]:
            return stated["version"].text("version")
    return None


def _exported(sheets: Sequence[Sheet]) -> str | None:
    """The tournament whose address stands at the foot of an Excel export of Chess-Results."""
    foot = [str(row[0]) for sheet in sheets[:1] for row in sheet.rows[-5:] if row]
    return next((m[1] for text in foot if (m := _TOURNAMENT.search(text))), None)


def _says(facts: Mapping[str, Any], people: Mapping[int, Player]) -> Says | None:
    """Which event a form with faults is about, where its name and first day are without any."""
    if not facts["name"] or not facts["first_day"]:
        return None
    key = dated_key(facts["name"], facts["group"], facts["first_day"])
    return Says(key, tuple(p.name for p in people.values() if p.name), layout.TYPES.get(facts["type"]))


def _event(
    file: GivenFile, sheet: Sheet, items: Mapping[str, Cells], twice: Sequence[Field]
) -> tuple[dict[str, Any], list[Problem]]:
    """What the items say, by field; and everything that is wrong with them."""
    remedy = "put the form's items back and send it again"
    faults = [heading_problem(file, sheet, f"the item “{f.heading}” once", "it twice", remedy) for f in twice]
    faults += [
        heading_problem(file, sheet, f"the item “{f.heading}”", "no such item", remedy)
        for f in layout.EVENT_FIELDS
        if f.needed and f.key not in items
    ]
    facts = {f.key: _fact(items[f.key], f) if f.key in items else None for f in layout.EVENT_FIELDS}
    first, last = facts["first_day"], facts["last_day"]
    if first and last and first > last:
        items["last_day"].fault("last_day", f"a day from {first} on", str(last))
    faults += [fault for cells in items.values() for fault in cells.faults]
    return facts, faults


def _fact(cells: Cells, f: Field) -> Any:
    if f.key in layout.LISTS:
        return cells.choice(f.key, needed=f.needed)
    if f.key.endswith("_day"):
        return cells.day(f.key, needed=True)
    if f.key == "non_members":
        if is_nothing(as_text(cells.value(f.key))):
            return 0
        return cells.number(f.key, "a number, 0 if none", least=0, most=MOST_PEOPLE)
    if f.key.endswith("_id"):
        text = cells.text(f.key)
        number = member_number(text) if text else None
        if text and number is None:
            cells.fault(f.key, f"a federation ID, {forms()}", f"“{text}”")
        return number
    return (cells.needed(f.key, "what article 4(3) asks for") if f.needed else cells.text(f.key)) or None


def _players(file: GivenFile, sheet: Sheet) -> tuple[dict[int, Player], list[Problem], list[Problem]]:
    """The players by number, what is wrong with them, and what stands beside them and is not read."""
    rows, faults = table_rows(file, sheet, layout.PLAYER_FIELDS)
    players: dict[int, Player] = {}
    seen: dict[str, int] = {}
    for cells in rows:
        number = cells.number("number", f"a number from 1 to {MOST_NUMBER}", least=1, most=MOST_NUMBER)
        name = cells.needed("name", "the player's name")
        if name and not any(c.isalpha() for c in name):
            cells.fault("name", "a name with letters", f"“{name}”")
        national, fide = cells.text("national_id"), cells.text("fide_id")
        plain, number_of_fide = plain_id(national), plain_id(fide)
        if national and not re.fullmatch(r"\S{1,20}", plain or "-"):
            cells.fault("national_id", f"a federation ID, {forms()}", f"“{national}”")
        if number_of_fide and not re.fullmatch(r"[0-9]{1,11}", number_of_fide):
            cells.fault("fide_id", "a FIDE ID, digits", f"“{fide}”")
        if number in players:
            cells.fault("number", "each number once", f"{number} again")
        if plain and (before := seen.setdefault(one_id(plain), cells.row)) != cells.row:
            cells.fault("national_id", "each ID once", f"{national} again, first in row {before}")
        if number is not None:
            fide_id = number_of_fide.lstrip("0") or None
            player = Player(number, name, national_id=national or None, fide_id=fide_id)
            players.setdefault(number, player)
        faults += cells.faults
    faults += under_examples(file, sheet)
    if not players and not faults:
        faults.append(empty(file, sheet, "players"))
    loose = in_other_rows(file, sheet, layout.PLAYER_FIELDS, rows)
    return players, faults, [*named(file, sheet, not_read(sheet, rows)), *loose]

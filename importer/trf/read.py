"""A TRF file (TRF16, TRF26) as an event. Columns: shared/formats.md; lines 142 to 299 and the national
lines by the text of TRF26 as FIDE's Council approved it on 2025-12-05 (reported)."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from importer.bounds import wanted
from importer.days import YEAR_FIRST, days, event_days
from importer.errors import ImportRefused, Says
from importer.given import GivenFile, Minutes
from importer.keys import dated_key
from importer.trf.games import MOST_ROUNDS, Cell, points_disagree, read_cells, read_pairings
from importer.trf.lines import (
    FIRST,
    WIDTH,
    Line,
    Lines,
    first_of,
    read_lines,
    read_players,
    refuse_others,
    unread,
)
from importer.written import whole
from scraper.records import EventRecord, Problem, Round, Source, System, TimeControl

READER = "trf 12"
"""Raised whenever the same file could be read differently than before."""

_KINDS = re.compile(r"\b(standard|rapid|blitz)\b", re.IGNORECASE)
_PERIOD = re.compile(r"(?:(\d{1,3})/)?(\d{1,6})(?:\+(\d{1,4}))?")


def read_trf(file: GivenFile, minutes_at_60: Minutes, home: str) -> EventRecord:
    """The event of the file, with the national lines of the federation `home`;
    `ImportRefused` with everything that keeps it from being read: lines that cannot be taken. What
    contradicts itself in lines that can be read is a problem of the record."""
    faults: list[Problem] = []
    lines = read_lines(file.data, file.name, faults)
    refuse_others(lines)
    players, at = read_players(lines.get("001", []), lines.get(home, []))
    cells, last = read_cells(at)
    if not players and not faults:
        expected, remedy = "players (lines 001)", "send the whole file of the tournament"
        faults.append(Problem("trf-no-players", file.name, expected, "none", remedy))
    if faults:
        raise ImportRefused(list(dict.fromkeys(faults)), _says(lines, [p.name for p in players.values()]))
    _add_byes(cells, lines.get("240", []), last)
    pairings, problems = read_pairings(cells, players, last)
    first_day, last_day = _event_days(lines, problems)
    problems += unread(lines)
    problems += points_disagree(lines, at, players, pairings)
    time_control = _time_control(lines, file.name, minutes_at_60, problems)
    stated = whole(first_of(lines, "142") or first_of(lines, "XXR") or "", 1, MOST_ROUNDS)
    name = first_of(lines, "012")
    if name is None:
        expected, remedy = "the event's name (line 012)", "ask the organizer for a file that has it"
        problems.append(Problem("event-name-missing", file.name, expected, "none", remedy))
    return EventRecord(
        name=name or file.name,
        federation=first_of(lines, "032"),
        first_day=first_day,
        last_day=last_day,
        round_count=max(stated or 0, last) or None,
        rounds=_rounds(lines, last, (first_day, last_day), problems),
        system=_system(lines),
        time_control=time_control,
        players=tuple(players.values()),
        pairings=tuple(pairings),
        problems=tuple(problems),
        source=Source("trf", None, READER, (file.page("trf"),)),
        place=first_of(lines, "022"),
        arbiter=first_of(lines, "102"),
    )


def _says(lines: Lines, names: Sequence[str]) -> Says | None:
    """Which event a file with faults is about, where its name and first day stand in it."""
    name, (first_day, _) = first_of(lines, "012"), _event_days(lines, [])
    if not name or not first_day:
        return None
    return Says(dated_key(name, None, first_day), tuple(names), _printed_kind(lines))


def _printed_kind(lines: Lines) -> str | None:
    """The type of the event, where line 092 names it."""
    kind = _KINDS.search(first_of(lines, "092") or "")
    return kind[1].lower() if kind else None


def _event_days(lines: Lines, problems: list[Problem]) -> tuple[date | None, date | None]:
    """First and last day of the event; one that is given but not certain is a problem, and is not taken."""
    given = [next((line for line in lines.get(code, []) if line.rest), None) for code in ("042", "052")]
    texts = [line.rest if line else "" for line in given]
    first, last = event_days(texts[0], texts[1], [text for _, _, text in _round_days(lines)])
    for line, met in zip(given, (first, last), strict=True):
        if line is not None and met is None:
            problems.append(_no_day(line, "a day, YYYY/MM/DD", line.rest, "--days, then --accept"))
    return first, last


def _round_days(lines: Lines) -> list[tuple[int, Line, str]]:
    """What line 132 has for each round."""
    given: list[tuple[int, Line, str]] = []
    for line in lines.get("132", []):
        for number in range(1, min((len(line.text) - FIRST) // WIDTH + 1, MOST_ROUNDS) + 1):
            start = FIRST + WIDTH * (number - 1)
            text = line.at(start, start + 9)
            if text.strip("./- "):
                given.append((number, line, text))
    return given


def _rounds(
    lines: Lines, last: int, known: tuple[date | None, date | None], problems: list[Problem]
) -> tuple[Round, ...]:
    """The rounds with their days from line 132. Within the days of the event, or as the format writes them
    (YY/MM/DD) where the file has none, the order of the format holds where the days leave a choice; beside a
    day of the event that is not certain, none does."""
    given = _round_days(lines)
    texts = [text for _, _, text in given]
    stated = any(line.rest for code in ("042", "052") for line in lines.get(code, []))
    usual = YEAR_FIRST if any(known) or not (stated or any("/" not in text for text in texts)) else None
    within = (known[0] or date.min, known[1] or date.max) if any(known) else None
    dated: dict[int, date] = {}
    unsure: list[tuple[int, Line, str]] = []
    found = days(texts, within, usual)
    for one, met in zip(given, found, strict=True):
        if met is None or dated.setdefault(one[0], met) != met:  # a second line can say it otherwise
            unsure.append(one)
    if unsure:
        dated = {number: on for number, on in dated.items() if number not in {one[0] for one in unsure}}
        shown = "; ".join(f"round {number}: {text}" for number, _, text in unsure)
        problems.append(_no_day(unsure[0][1], "a day, for each round, YY/MM/DD", shown, "--date"))
    return tuple(Round(n, dated.get(n)) for n in range(1, max([last, *dated]) + 1))


def _no_day(line: Line, expected: str, found: str, options: str) -> Problem:
    remedy = f"ask the organizer; decide with {options}, or import a corrected file"
    place = f"{line.file}, line {line.number}"
    return Problem("trf-day", place, wanted(expected, found), f"“{found[:200]}”", remedy)


def _time_control(lines: Lines, file: str, minutes_at_60: Minutes, problems: list[Problem]) -> TimeControl:
    """Line 122 in words, and line 222 encoded, which is read where the words are not certain."""
    printed, code = first_of(lines, "122"), first_of(lines, "222")
    words = in_words(code) if code else None
    kind = _printed_kind(lines)
    text = printed or words or code
    minutes = minutes_at_60(printed) if printed else None
    encoded = minutes_at_60(words) if words else None
    if minutes is not None and encoded is not None and minutes != encoded:
        told = f"“{printed}”, {minutes} minutes at move 60, and “{code}”, {encoded}"
        place, expected = f"{file}, lines 122 and 222", "the same time control twice"
        remedy = "ask the organizer, then rule with --time-control"
        problems.append(Problem("trf-time-controls-disagree", place, expected, told, remedy))
        return TimeControl(f"{printed}; {code}", kind, None)
    return TimeControl(text, kind, encoded if minutes is None else minutes)


def in_words(code: str) -> str | None:
    """Line 222 in words: of seconds, and `moves/seconds` for a period, `+` seconds a move, as in
    `40/6000+30:900+30`, is made `40/100,15+30`: moves, minutes, seconds a move. None where the code is not
    understood, has parts of minutes, or gives the two players different times (`W300-B240`)."""
    periods = [_PERIOD.fullmatch(part) for part in code.replace(" ", "").split(":")]
    stages = []
    for period in periods:
        if period is None or int(period[2]) % 60 or not int(period[2]):
            return None
        moves = f"{int(period[1])}/" if period[1] else ""
        stages.append((f"{moves}{int(period[2]) // 60}", int(period[3] or 0)))
    increments = {seconds for _, seconds in stages}
    if len(increments) == 1:
        (seconds,) = increments
        return ",".join(text for text, _ in stages) + (f"+{seconds}" if seconds else "")
    return ",".join(f"{text}+{seconds}" for text, seconds in stages)


def _system(lines: Lines) -> System | None:
    """How the event was paired, by lines 092 and 192; None where they do not say it in words we know."""
    text = f"{first_of(lines, '092') or ''} {first_of(lines, '192') or ''}".casefold()
    teams = "310" in lines or "013" in lines or (first_of(lines, "082") or "0").strip("0") != ""
    teams = teams or bool(re.search(r"\bteam", text))
    words = re.sub(r"[_\-]+", " ", text)
    if re.search(r"\bswiss|\bdutch", words):
        return System.TEAM_SWISS if teams else System.SWISS
    if re.search(r"round ?robin|\ball play all|\bberger|\bcirculaire", words):
        if teams:
            return System.TEAM_ROUND_ROBIN
        return System.DOUBLE_ROUND_ROBIN if "double" in words else System.ROUND_ROBIN
    return None


def _add_byes(cells: dict[tuple[int, int], Cell], lines: Sequence[Line], last: int) -> None:
    """Byes of record 240, where the player's own line leaves the round blank."""
    for line in lines:
        sign, where = line.at(5, 5).upper(), whole(line.at(7, 9))
        if sign not in ("F", "H", "Z") or where is None or where > last:
            continue
        for who in line.text[10:].split():
            number = whole(who)
            cell = cells.get((where, number)) if number is not None and len(who) <= 4 else None
            if cell is not None and cell.opponent is None and not cell.sign:
                cells[where, cell.number] = replace(cell, sign=sign)

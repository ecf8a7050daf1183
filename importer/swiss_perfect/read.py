"""The three files of a Swiss Perfect event as one record. Fields: shared/formats.md."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import PurePosixPath

from importer.bounds import bounded
from importer.errors import ImportRefused
from importer.given import GivenFile
from importer.plain_text import encoding_of
from importer.swiss_perfect.dbase import Record, read_table
from importer.swiss_perfect.games import FIELDS, read_games, with_half_byes
from importer.written import whole
from scraper.records import EventRecord, Pairing, Player, Problem, Round, Source, System

READER = "swiss-perfect 5"
"""Raised whenever the same files could be read differently than before."""

PLAYER_FIELDS = (
    *("ID", "START_NO", "SURNAME", "FIRSTNAME", "FEDER", "CLUB", "INTL_RTG", "LOC_RTG", "INTL_ID", "LOC_ID"),
    *("TITLE", "SEX", "BIRTH_DATE", "BONUS", "MEMO"),
)
TITLES = {"1": "GM", "2": "WGM", "3": "IM", "4": "WIM", "5": "FM", "6": "WFM"}
SEXES = {"1": "m", "2": "f"}
SYSTEMS = {"0": System.SWISS, "1": System.ROUND_ROBIN}
"""Seen in real files (reported); what else there is, is not known."""

_SECTION = re.compile(r"\s*\[(.*)\]\s*")
_DAY_AT_END = re.compile(r"\b(\d{1,2})/(\d{1,2})/(\d{4})\s*$")


def read_swiss_perfect(ini: GivenFile, trn: GivenFile, sco: GivenFile) -> EventRecord:
    """The event of the three files; `ImportRefused` with everything that keeps them from being read. The
    files know neither days nor time control: both are asked of the officer."""
    people = read_table(trn.data, trn.name, PLAYER_FIELDS)
    results = read_table(sco.data, sco.name, FIELDS)
    if isinstance(people, Problem) or isinstance(results, Problem):
        raise ImportRefused([p for p in (people, results) if isinstance(p, Problem)])
    faults: list[Problem] = []
    players: dict[int, Player] = {}
    bonus: dict[int, int] = {}
    for record in people:
        _add(record, players, bonus, faults)
    if not players and not faults:
        expected, remedy = "players", "send the three files again when the players are entered"
        faults.append(Problem("swiss-perfect-no-players", trn.name, expected, "none", remedy))
    if faults:
        raise ImportRefused(faults)
    games = read_games(results, players, sco.name)
    if games.faults:
        raise ImportRefused(games.faults)
    last = max((p.round for p in games.pairings), default=0)
    pairings = with_half_byes(games.pairings, bonus)
    shown = _start_numbers(people) or {number: number for number in players}
    told = _settings(ini.data)
    organiser = told.get("organiser") or told.get("organizer") or None
    teams = told.get("team or individual", "0") not in ("", "0")
    return EventRecord(
        name=told.get("name") or PurePosixPath(ini.name).stem,
        organizer=organiser,
        round_count=last or None,
        rounds=tuple(Round(n) for n in range(1, last + 1)),
        system=None if teams else SYSTEMS.get(told.get("system", "")),
        players=tuple(
            sorted((replace(p, number=shown[n]) for n, p in players.items()), key=lambda p: p.number)
        ),
        pairings=tuple(sorted((_renumbered(p, shown) for p in pairings), key=lambda p: p.round)),
        problems=(*_of_settings(ini.name, told.get("name"), organiser), *games.notes),
        source=Source("swiss-perfect", None, READER, tuple(f.page(_ending(f)) for f in (ini, trn, sco))),
        arbiter=told.get("arbiter") or None,
    )


def _ending(file: GivenFile) -> str:
    return file.name.rsplit(".", 1)[-1].casefold()[:3]


def _settings(data: bytes) -> dict[str, str]:
    """The `[Tournament Info]` section of the `.ini` file: what is known of the event as a whole, without a
    start date; `Rounds` is not to be trusted."""
    try:
        text = data.decode(encoding_of(data, "cp1252"))
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    values: dict[str, str] = {}
    section = ""
    for line in text.splitlines():
        if found := _SECTION.fullmatch(line):
            section = found[1].strip().casefold()
        elif section == "tournament info" and "=" in line:
            key, _, value = line.partition("=")
            values.setdefault(key.strip().casefold(), " ".join(value.split()))
    return values


def _of_settings(file: str, name: str | None, organiser: str | None) -> Iterator[Problem]:
    """A name that is missing; and the day at the end of the organiser's field (`NSW NORMAL 27/08/2001`, a
    habit in Australia), which is shown to the officer, who is asked for the days anyway."""
    if not name:
        remedy = "enter it in Swiss Perfect and send the three files again"
        yield Problem("event-name-missing", f"{file}, Name", "the event's name", "none", remedy)
    hint = None
    if found := _DAY_AT_END.search(organiser or ""):
        with suppress(ValueError):
            hint = bounded(date(int(found[3]), int(found[2]), int(found[1])))
    if hint is not None:
        expected = "the event's days, which Swiss Perfect does not keep"
        told = f"“{organiser}”: {hint}, if the day stands before the month"
        remedy = "answer the question for the event's days"
        yield Problem("swiss-perfect-day-hint", f"{file}, Organiser", expected, told, remedy)


def _start_numbers(people: Sequence[Record]) -> dict[int, int] | None:
    """The starting number of each ID, which is what the program shows; None where they are not set, or not
    one for each player: then the IDs stand for them."""
    given = {int(r.values["ID"]): r.values["START_NO"] for r in people}
    if not all(text.isascii() and text.isdigit() and int(text) > 0 for text in given.values()):
        return None
    numbers = {number: int(text) for number, text in given.items()}
    return numbers if len(set(numbers.values())) == len(numbers) else None


def _renumbered(pairing: Pairing, shown: Mapping[int, int]) -> Pairing:
    black = None if pairing.black is None else shown[pairing.black]
    return replace(pairing, white=shown[pairing.white], black=black)


def _add(record: Record, players: dict[int, Player], bonus: dict[int, int], faults: list[Problem]) -> None:
    v = record.values
    if not (v["ID"].isascii() and v["ID"].isdigit()) or int(v["ID"]) == 0:
        faults.append(record.wrong("ID", "a number", f"“{v['ID']}”"))
        return
    number = int(v["ID"])
    if number in players:
        faults.append(record.wrong("ID", "each ID once", f"“{v['ID']}”"))
        return
    name = ", ".join(" ".join(part.split()) for part in (v["SURNAME"], v["FIRSTNAME"]) if part)
    if not name:
        faults.append(record.wrong("SURNAME", "a name", "an empty cell"))
    national, international = (_rating(record, name, faults) for name in ("LOC_RTG", "INTL_RTG"))
    players[number] = Player(
        number=number,
        name=name,
        title=TITLES.get(v["TITLE"]),
        federation=v["FEDER"] or None,
        national_id=v["LOC_ID"] or None,
        fide_id=_fide_id(v["INTL_ID"], v["BIRTH_DATE"]),
        rating=national or international,
        rating_national=national,
        rating_international=international,
        sex=SEXES.get(v["SEX"]),
        club=v["CLUB"] or None,
        born=_born(v["BIRTH_DATE"]),
    )
    bonus[number] = _halves(v["BONUS"]) or _halves(v["MEMO"])


def _rating(record: Record, name: str, faults: list[Problem]) -> int | None:
    rating = whole(text := record.values[name])
    if text and rating is None:
        faults.append(record.wrong(name, "a rating", f"“{text}”"))
    return rating or None


def _fide_id(text: str, birth_date: str) -> str | None:
    """Digits; birth dates stand in this field of real files, and are no IDs: his own also without hyphens."""
    digits = text.lstrip("0")
    if not (digits.isascii() and digits.isdigit()):
        return None
    born = _born(birth_date)
    return (
        None if born is not None and born in (_born(text), _born(text[4:] + text[2:4] + text[:2])) else digits
    )


def _born(text: str) -> str | None:
    try:
        return date(int(text[:4]), int(text[4:6]), int(text[6:8])).isoformat() if len(text) == 8 else None
    except ValueError:
        return None


def _halves(text: str) -> int:
    """Half points of a bonus such as `0.5` or `1`; 0 for anything else."""
    try:
        halves = Fraction(text) * 2 if len(text) <= 5 else Fraction(0)
    except (ValueError, ZeroDivisionError):
        return 0
    return halves.numerator if halves.denominator == 1 and 0 < halves <= 40 else 0

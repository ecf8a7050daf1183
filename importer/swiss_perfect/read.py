"""The three files of a Swiss Perfect event as one record. Fields: shared/formats.md."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import PurePosixPath

from importer.given import GivenFile
from importer.swiss_perfect.dbase import Record, read_table
from importer.swiss_perfect.games import FIELDS, fault, read_games, with_half_byes
from importer.swiss_perfect.settings import Settings, read_settings
from scraper.records import EventRecord, PageSource, Pairing, Player, Problem, Round, Source

READER = "swiss-perfect 2"
"""Raised whenever the same files could be read differently than before."""

PLAYER_FIELDS = (
    *("ID", "START_NO", "SURNAME", "FIRSTNAME", "FEDER", "CLUB", "INTL_RTG", "LOC_RTG", "INTL_ID", "LOC_ID"),
    *("TITLE", "SEX", "BIRTH_DATE", "BONUS", "MEMO"),
)
TITLES = {"1": "GM", "2": "WGM", "3": "IM", "4": "WIM", "5": "FM", "6": "WFM"}
SEXES = {"1": "m", "2": "f"}


def read_swiss_perfect(ini: GivenFile, trn: GivenFile, sco: GivenFile) -> EventRecord | Sequence[Problem]:
    """The event of the three files; or everything that keeps them from being read. The files know neither
    days nor time control: both are asked of the officer."""
    people = read_table(trn.data, trn.name, PLAYER_FIELDS)
    results = read_table(sco.data, sco.name, FIELDS)
    if isinstance(people, Problem) or isinstance(results, Problem):
        return [p for p in (people, results) if isinstance(p, Problem)]
    faults: list[Problem] = []
    players: dict[int, Player] = {}
    bonus: dict[int, int] = {}
    for record in people:
        _add(record, trn.name, players, bonus, faults)
    if not players and not faults:
        expected, remedy = "players", "send the three files again when the players are entered"
        faults.append(Problem("swiss-perfect-no-players", trn.name, expected, "none", remedy))
    if faults:
        return faults
    games = read_games(results, players, sco.name)
    if games.faults:
        return games.faults
    last = max((p.round for p in games.pairings), default=0)
    pairings = with_half_byes(games.pairings, bonus, last)
    shown = _start_numbers(people) or {number: number for number in players}
    settings = read_settings(ini.data)
    return EventRecord(
        name=settings.name or PurePosixPath(ini.name).stem,
        organizer=settings.organiser,
        round_count=last or None,
        rounds=tuple(Round(n) for n in range(1, last + 1)),
        system=settings.system,
        players=tuple(
            sorted((replace(p, number=shown[n]) for n, p in players.items()), key=lambda p: p.number)
        ),
        pairings=tuple(sorted((_renumbered(p, shown) for p in pairings), key=lambda p: p.round)),
        problems=(*_no_name(settings, ini.name), *_days_hint(settings, ini.name), *games.problems),
        source=Source("swiss-perfect", None, READER, tuple(_source(f) for f in (ini, trn, sco))),
        arbiter=settings.arbiter,
    )


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


def _add(
    record: Record, file: str, players: dict[int, Player], bonus: dict[int, int], faults: list[Problem]
) -> None:
    v = record.values
    if not (v["ID"].isascii() and v["ID"].isdigit()) or int(v["ID"]) == 0:
        faults.append(fault(file, record, "ID", "a number", v["ID"]))
        return
    number = int(v["ID"])
    if number in players:
        faults.append(fault(file, record, "ID", "each ID once", v["ID"]))
        return
    name = ", ".join(" ".join(part.split()) for part in (v["SURNAME"], v["FIRSTNAME"]) if part)
    if not name:
        faults.append(fault(file, record, "SURNAME", "a name", ""))
    national, international = _rating(v["LOC_RTG"]), _rating(v["INTL_RTG"])
    players[number] = Player(
        number=number,
        name=name,
        title=TITLES.get(v["TITLE"]),
        federation=v["FEDER"] or None,
        national_id=v["LOC_ID"] or None,
        fide_id=_fide_id(v["INTL_ID"]),
        rating=national or international,
        rating_national=national,
        rating_international=international,
        sex=SEXES.get(v["SEX"]),
        club=v["CLUB"] or None,
        born=_born(v["BIRTH_DATE"]),
    )
    bonus[number] = _halves(v["BONUS"]) or _halves(v["MEMO"])


def _no_name(settings: Settings, file: str) -> tuple[Problem, ...]:
    if settings.name is not None:
        return ()
    expected, remedy = "the event's name", "enter it in Swiss Perfect and send the three files again"
    return (Problem("event-name-missing", f"{file}, Name", expected, "none", remedy),)


def _days_hint(settings: Settings, file: str) -> tuple[Problem, ...]:
    """The day in the organiser's field, shown to the officer, who is asked for the days anyway."""
    if settings.hint is None:
        return ()
    return (
        Problem(
            "swiss-perfect-day-hint",
            f"{file}, Organiser",
            "the event's days, which Swiss Perfect does not keep",
            f"“{settings.organiser}”: {settings.hint}, if the day stands before the month",
            "answer the question for the event's days",
        ),
    )


def _rating(text: str) -> int | None:
    return (int(text) or None) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _fide_id(text: str) -> str | None:
    """Digits; birth dates stand in this field of real files, and are no IDs."""
    digits = text.lstrip("0")
    return digits if digits.isascii() and digits.isdigit() else None


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


def _source(file: GivenFile) -> PageSource:
    kind = file.name.rsplit(".", 1)[-1].casefold()[:3]
    return PageSource(kind, None, None, file.name, hashlib.sha256(file.data).hexdigest(), None, None)

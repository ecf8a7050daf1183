"""An event as a TRF26 file for FIDE: the stored event, with IDs and birth dates from the register.

This file goes to FIDE alone: it is the only one that carries birth dates (the table in shared/formats.md),
and members who asked to be withheld stand in it as FIDE requires.
"""

import re
from collections.abc import Mapping
from dataclasses import replace

from sqlmodel import Session, col, select

from importer.ids import fide_number
from importer.merged import merged
from importer.rulings import Rulings
from importer.tables import EventRow, MemberRow
from importer.trf.write import write_trf
from importer.view import EventView, load, reading
from office.errors import OfficeError
from office.families import family_of
from office.lists.erased import erased
from publication.exports.fields import Audience, Facts, More, Wishes, facts, of_merged
from rating.errors import TimeControlError
from rating.time_control import SECONDS_OF_MINUTE, parse_notation
from scraper.records import EventRecord, Kind, Player, Problem, Round

_FEDERATION = re.compile(r"\b[A-Z]{3}\b")


def trf_of(
    session: Session, event: EventRow, city: str | None, arbiter: str | None, federation: str | None
) -> tuple[str, bytes, tuple[str, ...]]:
    """The file with its name, and the names of players without a FIDE ID, whom FIDE will ask for. Given is
    what FIDE asks of every event and a report may not say. Refused with everything that is missing: FIDE
    takes no event without its city, federation, days, chief arbiter and results."""
    view = load(session, event, Rulings.in_force(session))
    record = _record(session, view, city, arbiter, federation)
    missing = _missing(record)
    if missing:
        raise OfficeError(*missing)
    played = {n for p in record.pairings if p.black is not None for n in (p.white, p.black)}
    without = tuple(p.name for p in record.players if p.fide_id is None and p.number in played)
    name = f"{event.key.replace(':', '-')}.trf"
    code, home = time_code(record.time_control.text), family_of(session).home
    return name, write_trf(record, code, home), without


def time_code(text: str | None) -> str | None:
    """The time control encoded for line 222, `5400+30`; None where it is not certain."""
    if text is None:
        return None
    try:
        stages = parse_notation(text).stages
    except TimeControlError:
        return None
    parts = []
    for stage in stages:
        seconds = stage.minutes * SECONDS_OF_MINUTE
        if seconds.denominator != 1:
            return None
        moves = f"{stage.moves}/" if stage.moves else ""
        parts.append(f"{moves}{seconds}" + (f"+{stage.increment}" if stage.increment else ""))
    return ":".join(parts)


def _record(
    session: Session, view: EventView, city: str | None, arbiter: str | None, federation: str | None
) -> EventRecord:
    """The event as the office has it: its reading, with the officer's name, days and time control, and of
    each player whom the office knows what the register says."""
    read = reading(session, view.event.reading_id)
    one = merged(session)
    known = {p.number: one.row(p.member_id) for p in view.players.values() if p.member_id is not None}
    rows = session.exec(select(MemberRow).where(col(MemberRow.id).in_(set(known.values()))))
    gone, more = erased(session), of_merged(session)
    members = {row.id: row for row in rows if row.federation_id not in gone}
    codes = set(_FEDERATION.findall(read.federation or ""))
    control = view.time_control_ruling()
    time_control = replace(read.time_control, text=control.value) if control else read.time_control
    name = view.event.name
    group = f" {read.group}" if read.group and read.group not in name else ""
    return replace(
        read,
        name=name + group,
        federation=federation or (codes.pop() if len(codes) == 1 else None),
        first_day=view.event.first_day,
        last_day=view.event.last_day,
        rounds=tuple(
            Round(n, days[0] if days and days[0] == days[1] else None)
            for n in sorted({p.round for p in view.pairings})
            for days in (view.days(n),)
        ),
        time_control=time_control,
        players=tuple(_player(p, members.get(known.get(p.number)), more) for p in read.players),
        place=city or read.place,
        arbiter=arbiter or read.arbiter,
    )


def _player(player: Player, member: MemberRow | None, more: Mapping[str, More]) -> Player:
    printed = fide_number(player.fide_id)
    if member is None:
        return replace(player, fide_id=printed)
    of_him = more.get(member.federation_id, {})
    shown = facts(member, Audience.FIDE, Wishes(), of_him)  # FIDE requires what it requires
    assert shown is not None
    return replace(
        player,
        name=_with_comma(player.name, shown),
        federation=player.federation or shown.federation or None,
        national_id=shown.id,
        fide_id=shown.fide_id or printed,
        sex=shown.sex or player.sex,
        born=shown.born.isoformat() if shown.born else player.born,
    )


def _with_comma(printed: str, shown: Facts) -> str:
    """FIDE writes “Surname, First”: as the report has it, else as the register says, in two columns or in a
    name of two words."""
    if "," in printed:
        return printed
    if shown.surname and shown.given:
        return f"{shown.surname}, {shown.given}"
    words = shown.name.split()
    return f"{words[0]}, {words[1]}" if len(words) == 2 else printed


def _missing(record: EventRecord) -> list[Problem]:
    pending = sum(p.kind is Kind.PENDING for p in record.pairings)
    undated = ", ".join(str(r.number) for r in record.rounds if r.date is None)
    code = record.federation or ""
    asked = (
        (record.place, "the city (line 022)", "none", "give it: --city"),
        (
            _FEDERATION.fullmatch(code),
            "the federation (line 032)",
            code or "none",
            "give it: --federation, three capital letters",
        ),
        (
            record.first_day and record.last_day,
            "the event's days (lines 042, 052)",
            "none",
            "banzuke resolve EVENT --days FIRST/LAST --reason …",
        ),
        (record.arbiter, "the chief arbiter (line 102)", "none", "give it: --arbiter"),
        (
            not undated,
            "a day for each round (line 132)",
            f"rounds without one: {undated}",
            "for each of them: banzuke resolve EVENT --round N --date DAY --reason …",
        ),
        (
            not pending,
            "every result",
            f"games without one: {pending}",
            "import the event again when it is complete",
        ),
    )
    return [
        Problem("trf-incomplete", record.name, f"{what}, which FIDE asks for", found, remedy)
        for known, what, found, remedy in asked
        if not known
    ]

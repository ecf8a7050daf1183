"""What is other in one reading of an event than in another, in lines that an officer reads."""

from dataclasses import fields, replace

from importer.stored import PLAYER_FIELDS, reading_fingerprint
from scraper.records import EventRecord, Player, Round, TimeControl


def differences(before: EventRecord, after: EventRecord) -> tuple[str, ...]:
    """What is other in `after`, a line each: pairings by round and names, then players, then the event.
    Two readings that differ at all have at least one line."""

    def games(record: EventRecord) -> dict[tuple[int, str, str], str]:
        names = {p.number: p.name for p in record.players}
        told = {}
        for p in record.pairings:
            white, black = names.get(p.white, f"no. {p.white}"), names.get(p.black or 0, "–")
            told[p.round, white, black] = str(p.result or p.kind)
        return told

    old, new = games(before), games(after)
    lines = []
    for at in sorted(old.keys() | new.keys()):
        if old.get(at) != new.get(at):
            was, now = old.get(at, "not there"), new.get(at, "withdrawn")
            lines.append(f"round {at[0]}, {at[1]} – {at[2]}: {was} → {now}")
    lines += _players_differ(before, after)
    # With both values, here and of rounds: a decision on one such change is none on the next.
    for name in EVENT_FIELDS:
        if getattr(before, name) != getattr(after, name):
            was, now = (_told(getattr(record, name)) for record in (before, after))
            lines.append(f"{name.replace('_', ' ')} is other than before: {was} → {now}")
    held, stated = ({r.number: r for r in record.rounds} for record in (before, after))
    for number in sorted(held.keys() | stated.keys()):
        if held.get(number) != stated.get(number):
            was, now = _told(held.get(number)), _told(stated.get(number))
            lines.append(f"round {number} is other than before: {was} → {now}")
    if not lines and reading_fingerprint(before) != reading_fingerprint(after):
        lines += _born_differ(before, after)
        if _unborn(before) != _unborn(after):
            lines.append("boards, order or problems of the pages are other than before")
    return tuple(lines)


_TOLD_OTHERWISE = ("players", "pairings", "rounds", "problems", "source", "last_update")
EVENT_FIELDS = tuple(f.name for f in fields(EventRecord) if f.name not in _TOLD_OTHERWISE)


def _told(value: object) -> str:
    match value:
        case None:
            return "none"
        case TimeControl(text, kind, minutes):
            read = ", ".join(filter(None, (kind, str(minutes or ""))))
            return f"{text or 'none'} ({read})" if read else text or "none"
        case Round(_, day, time):
            return " ".join(str(part) for part in (day, time) if part) or "no date"
    return str(value)


def _players_differ(before: EventRecord, after: EventRecord) -> list[str]:
    """Players by name, since starting numbers move; then what else is other of those who stayed."""

    def by_name(record: EventRecord) -> dict[str, list[Player]]:
        found: dict[str, list[Player]] = {}
        for player in record.players:
            found.setdefault(player.name, []).append(player)
        return found

    old, new = by_name(before), by_name(after)
    lines = [f"player {name}: added or gone" for name in sorted(old.keys() ^ new.keys())]
    moved = 0
    for name in sorted(old.keys() & new.keys()):
        if len(old[name]) != 1 or len(new[name]) != 1:
            if old[name] != new[name]:
                ids, others = (", ".join(p.national_id or "none" for p in side[name]) for side in (old, new))
                lines.append(f"players {name}: other than before, national ids: {ids} → {others}")
            continue
        was, now = old[name][0], new[name][0]
        moved += was.number != now.number
        for told in PLAYER_FIELDS[2:]:  # after number and name
            if getattr(was, told) != getattr(now, told):
                words = told.replace("_", " ")
                held, stated = (getattr(player, told) or "none" for player in (was, now))
                lines.append(f"player {name}: {words} {held} → {stated}")
    if moved:
        lines.append(f"{moved} players have another starting number")
    return lines


def _born_differ(before: EventRecord, after: EventRecord) -> list[str]:
    """Whose birth date is other, of players who are the same in all else: without the dates, which no report
    spells out."""
    was = {(p.number, p.name): p.born for p in before.players}
    there = [p for p in after.players if was.get((p.number, p.name), p.born) != p.born]
    return [f"player {p.name}: birth date is other than before" for p in there]


def _unborn(record: EventRecord) -> str:
    return reading_fingerprint(replace(record, players=tuple(replace(p, born=None) for p in record.players)))

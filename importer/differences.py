"""What is other in one reading of an event than in another, in lines that an officer reads."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import fields, replace

from importer.stored import PLAYER_FIELDS, reading_fingerprint
from scraper.records import EventRecord, Kind, Player, Round, TimeControl


def differences(before: EventRecord, after: EventRecord) -> tuple[str, ...]:
    """What is other in `after`, a line each: pairings by round and names, then players, then the event.
    Two readings that differ at all have at least one line."""
    lines = _games_differ(before, after)
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
    told = bool(lines)
    lines += _born_differ(before, after)
    if not told and _unborn(before) != _unborn(after):
        lines.append("boards, order or problems of the pages are other than before")
    return tuple(lines)


Result = tuple[str, bool]
"""A result, and whether it is of no game."""


def _games_differ(before: EventRecord, after: EventRecord) -> list[str]:
    """Pairings by round and names; of namesakes also by which of them it is. Where that is the same in both,
    and where both are games or none, the plain words tell it all: on them it may have been decided."""
    namesakes = _namesakes(before, after)
    old, new = _games(before, namesakes), _games(after, namesakes)
    lines = []
    for key in sorted(old.keys() | new.keys()):
        held, stated = old.get(key, {}), new.get(key, {})
        plain = len(held) == 1 and held.keys() == stated.keys()
        for names in sorted(held.keys() | stated.keys()):
            one, other = held.get(names), stated.get(names)
            if one != other:
                at = key if plain else (key[0], *names)
                alike = one is not None and other is not None and one[1] == other[1]
                was = "not there" if one is None else _result(one, alike)
                now = "withdrawn" if other is None else _result(other, alike)
                lines.append(f"round {at[0]}, {at[1]} – {at[2]}: {was} → {now}")
    return lines


def _games(
    record: EventRecord, namesakes: Mapping[str, int]
) -> dict[tuple[int, str, str], dict[tuple[str, str], Result]]:
    """The results by round and names, and there by the names that tell namesakes apart."""
    names, apart = {p.number: p.name for p in record.players}, _names(record, namesakes)
    found: dict[tuple[int, str, str], dict[tuple[str, str], Result]] = {}
    for p in record.pairings:
        at, who = ((by.get(p.white, f"no. {p.white}"), by.get(p.black or 0, "–")) for by in (names, apart))
        found.setdefault((p.round, *at), {})[who] = (str(p.result or p.kind), p.kind is Kind.UNRATED)
    return found


def _result(one: Result, alike: bool) -> str:
    result, no_game = one
    return f"{result}, no game" if no_game and not alike else result


def _namesakes(before: EventRecord, after: EventRecord) -> dict[str, int]:
    """The names that several players have: 0 where their IDs tell them apart in both readings, else how many
    they are. A game that goes from one of them to another is another one."""
    old, new = _by_name(before), _by_name(after)
    found = {}
    for name in sorted(old.keys() | new.keys()):
        was, now = ([_id(p) for p in side.get(name, ())] for side in (old, new))
        if (most := max(len(was), len(now))) > 1:
            apart = "" not in was and sorted(was) == sorted(now) and len(set(was)) == len(was)
            found[name] = 0 if apart else most
    return found


def _names(record: EventRecord, namesakes: Mapping[str, int]) -> dict[int, str]:
    """The name by starting number; of several who share it with the ID, or which of them it is (1/2): late
    entries move the numbers, and not their order."""
    met = Counter[str]()
    names = {}
    for player in record.players:
        met[player.name] += 1
        several = namesakes.get(player.name)
        which = f"{met[player.name]}/{several}" if several else _id(player)
        names[player.number] = player.name if several is None else f"{player.name} ({which})"
    return names


def _id(player: Player) -> str:
    return player.national_id or player.fide_id or ""


def _by_name(record: EventRecord) -> dict[str, list[Player]]:
    found: dict[str, list[Player]] = {}
    for player in record.players:
        found.setdefault(player.name, []).append(player)
    return found


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
    old, new = _by_name(before), _by_name(after)
    lines = [
        f"player {name}: added" if name in new else f"player {name}: no longer there"
        for name in sorted(old.keys() ^ new.keys())
    ]
    moved = 0
    for name in sorted(old.keys() & new.keys()):
        if len(old[name]) != 1 or len(new[name]) != 1:
            facts = [[replace(p, number=0, born=None) for p in side[name]] for side in (old, new)]
            moved += sum(was.number != now.number for was, now in zip(old[name], new[name], strict=False))
            if facts[0] != facts[1]:
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
    """Whose birth date is other, of players who are in both: without the dates, which no report spells
    out."""
    namesakes = _namesakes(before, after)
    old, new = (_names(record, namesakes) for record in (before, after))
    was = {old[p.number]: p.born for p in before.players}
    there = [p for p in after.players if was.get(new[p.number], p.born) != p.born]
    return [f"player {p.name}: birth date is other than before" for p in there]


def _unborn(record: EventRecord) -> str:
    return reading_fingerprint(replace(record, players=tuple(replace(p, born=None) for p in record.players)))

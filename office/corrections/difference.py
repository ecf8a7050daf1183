"""The difference report of a correction: who, how much, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session, select

from importer.store import differences
from importer.tables import ReadingRow
from importer.view import reading
from office.lists.canonical import unpacked
from office.tables import ListMemberRow, ListRatingRow, ListVersionRow
from office.text_table import table

QUIET = {"born": "birth date is other than was known"}
"""Facts of the register that no report spells out."""

FROM_BEFORE = {"ratings", "earlier_games", "previous_period", "last_game", "name", "kanji", "id"}
"""What a member brings from the list before: it is explained there."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A rating that is other; None where it is not on one of the two."""

    id: str
    name: str
    type: str
    was: int | None
    now: int | None
    games_was: int | None
    games_now: int | None


@dataclass(frozen=True, slots=True)
class Difference:
    """What is other in a list, and why: `reasons` are lines for the officer."""

    moved: tuple[Moved, ...]
    reasons: tuple[str, ...]


def difference(session: Session, before: ListVersionRow, after: ListVersionRow) -> Difference:
    """What a new version says otherwise than the one it takes the place of."""
    was, now = _ratings(session, before), _ratings(session, after)
    names = _names(session, before) | _names(session, after)
    moved = []
    for key in sorted(was.keys() | now.keys()):
        a, b = was.get(key), now.get(key)
        if (a and (a.rating, a.games)) != (b and (b.rating, b.games)):
            moved.append(
                Moved(
                    key[1],
                    names[key[1]],
                    key[0],
                    a.rating if a else None,
                    b.rating if b else None,
                    a.games if a else None,
                    b.games if b else None,
                )
            )
    old, new = unpacked(before.inputs), unpacked(after.inputs)
    reasons = [*_events(session, old, new), *_members(old, new)]
    if old["previous"] != new["previous"]:
        reasons.append(f"it is reckoned from the corrected list of {new['previous']['list']}")
    if old.get("adjustments") != new.get("adjustments"):
        reasons.append("the adjustments entered for this list are other than before")
    return Difference(tuple(moved), tuple(reasons))


def difference_text(found: Difference, before: ListVersionRow, after: ListVersionRow) -> str:
    """The report as text."""
    lines = [f"List of {after.list_date}: version {after.version} in the place of version {before.version}"]
    lines += [f"  because {reason}" for reason in found.reasons]
    if not found.moved:
        return "\n".join([*lines, "  No rating and no number of games is other."])
    cells = [
        (
            m.id,
            m.name,
            m.type,
            _or(m.was),
            _or(m.now),
            _signed(m.was, m.now),
            _or(m.games_was),
            _or(m.games_now),
        )
        for m in found.moved
    ]
    headings = ("ID", "name", "type", "was", "now", "by", "games were", "are")
    return "\n".join([*lines, table(cells, headings)])


def _or(value: int | None) -> str:
    return "not on it" if value is None else str(value)


def _signed(was: int | None, now: int | None) -> str:
    return "" if was is None or now is None else f"{now - was:+d}"


def _ratings(session: Session, version: ListVersionRow) -> dict[tuple[str, str], ListRatingRow]:
    rows = session.exec(select(ListRatingRow).where(ListRatingRow.version_id == version.id))
    return {(r.type, r.federation_id): r for r in rows}


def _names(session: Session, version: ListVersionRow) -> dict[str, str]:
    rows = session.exec(select(ListMemberRow).where(ListMemberRow.version_id == version.id))
    return {r.federation_id: r.name for r in rows}


def _events(session: Session, old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    was, now = ({e["key"]: e for e in side["events"]} for side in (old, new))
    lines = [f"{now[key]['name']} ({key}) is added" for key in now.keys() - was.keys()]
    lines += [f"{was[key]['name']} ({key}) is on it no more" for key in was.keys() - now.keys()]
    for key in was.keys() & now.keys():
        lines += [f"{now[key]['name']} ({key}): {line}" for line in _event(session, was[key], now[key])]
    return sorted(lines)


def _event(session: Session, was: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    if was == now:
        return []
    lines: list[str] = []
    if was["reading"] != now["reading"]:
        lines += differences(_frozen(session, was["reading"]), _frozen(session, now["reading"]))
    fields = sorted((was.keys() | now.keys()) - {"games", "reading", "reader", "key", "name"})
    for name in fields:
        if was.get(name) != now.get(name):
            lines.append(f"{name.replace('_', ' ')}: {was.get(name)} → {now.get(name)}")
    lines += _games(was["games"], now["games"])
    return lines


def _games(was: Sequence[Mapping[str, Any]], now: Sequence[Mapping[str, Any]]) -> list[str]:
    """Games whose players were matched otherwise, or that were left out or taken in by ruling."""
    lines = []
    old = {g["ref"]: g for g in was}
    for game in now:
        before = old.get(game["ref"])
        if before is None or (before["white_name"], before["black_name"]) != (
            game["white_name"],
            game["black_name"],
        ):
            continue  # another reading: its differences are told above
        what = f"round {game['round']}, {game['white_name']} – {game['black_name']}"
        for side in ("white", "black"):
            if before[side] != game[side]:
                lines.append(f"{what}: {game[f'{side}_name']} is {game[side]}, not {before[side]}")
        if before["excluded"] != game["excluded"]:
            lines.append(
                f"{what}: left out ({game['excluded']})" if game["excluded"] else f"{what}: taken in"
            )
        if before["days"] != game["days"]:
            lines.append(f"{what}: played on {game['days'][0]}, not {before['days'][0]}")
    return lines


def _frozen(session: Session, fingerprint: str) -> Any:
    row = session.exec(select(ReadingRow).where(ReadingRow.fingerprint == fingerprint)).first()
    assert row is not None and row.id is not None
    return reading(session, row.id)


def _members(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """What the office has learned of members since. Who is new on the register is told only by what he
    brings about."""
    was = {m["id"]: m for m in old["members"]}
    lines = []
    for member in new["members"]:
        before = was.get(member["id"])
        if before is None:
            continue
        for name in sorted((member.keys() | before.keys()) - FROM_BEFORE):
            if before.get(name) != member.get(name):
                told = QUIET.get(name, f"{name}: {before.get(name)} → {member.get(name)}")
                lines.append(f"{member['id']} {member['name']}, {told}")
    return lines

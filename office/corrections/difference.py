"""The difference report of a correction: who, how much, and why; what a run froze of a member or an event, in
words."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlmodel import Session, select

from importer.differences import differences
from importer.tables import ReadingRow
from importer.view import reading
from office.lists.erased import people_of
from office.lists.event_names import EventNames
from office.lists.packing import unpacked
from office.lists.rows import rows_of, type_said
from office.runs.inputs import met_himself
from office.tables import ListRatingRow, ListVersionRow
from office.text_table import table
from office.words import N_, _, p_
from office.words.formats import day, days
from office.words.problems import said

QUIET = {"born": N_("the birth date has changed")}
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
    for type_, number in sorted(was.keys() | now.keys()):
        (rating, games), (new_rating, new_games) = (
            (row.rating, row.games) if (row := side.get((type_, number))) else (None, None)
            for side in (was, now)
        )
        if (rating, games) != (new_rating, new_games):
            moved.append(Moved(number, names[number], type_, rating, new_rating, games, new_games))
    old, new = unpacked(before.inputs), unpacked(after.inputs)
    names_of = EventNames(session).of_events
    events = names_of(before.id, old["events"]), names_of(after.id, new["events"])
    reasons = [*_events(session, *events), *_members(old, new)]
    if old["previous"] != new["previous"]:
        reasons.append(_("it starts from the corrected list of {day}", day=day(new["previous"]["list"])))
    reasons += _adjustments(old, new)
    return Difference(tuple(moved), tuple(reasons))


def _adjustments(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """What became of the points that were entered for the list."""
    given, used = old.get("adjustments", []), new.get("adjustments", [])
    if given == used:
        return []
    names = {m["id"]: m["name"] for m in new["members"]}
    into = {gone: m["id"] for m in new["members"] for gone in m.get("merged", ())}
    entered = {(item["member"], item["type"]) for item in given}
    twice = [i for i in given if (into.get(i["member"]), i["type"]) in entered]
    given = [item for item in given if item not in twice]
    parted = {entry: m["id"] for m in old["members"] for entry in m.get("merged", ())}
    back = [{**item, "member": parted.get(item["member"])} for item in used]  # with whom he was one
    given = [item for item in given if item not in back]
    taken = {(item["member"], item["type"]) for item in used}
    gone = [i for i in given if i["member"] in names and (i["member"], i["type"]) not in taken]
    left = [item for item in given if item not in gone]
    lines = [_("the adjustments entered for this list have changed")] if left != used else []
    for item in twice:
        kept = into[item["member"]]
        facts = {"who": f"{kept} {names[kept]}", "points": f"{item['points']:+d}", "other": item["member"]}
        lines.append(_("{who}: entered twice; the {points} points added to {other} fall away", **facts))
    for item in gone:
        facts = {"who": f"{item['member']} {names[item['member']]}", "points": f"{item['points']:+d}"}
        told = _(
            "{who}: no {type} rating to add the {points} points to", type=type_said(item["type"]), **facts
        )
        lines.append(told)
    return lines


def difference_text(found: Difference, before: ListVersionRow, after: ListVersionRow) -> str:
    """The report as text."""
    facts = {"day": day(after.list_date), "new": after.version, "old": before.version}
    lines = [_("List of {day}: version {new} in place of version {old}", **facts)]
    lines += ["  " + _("because: {reason}", reason=reason) for reason in found.reasons]
    if not found.moved:
        return "\n".join([*lines, "  " + _("No rating and no number of games changes.")])
    cells = [
        (
            *(m.id, m.name, type_said(m.type), _or(m.was), _or(m.now)),
            "" if m.was is None or m.now is None else f"{m.now - m.was:+d}",
            *(_or(m.games_was), _or(m.games_now)),
        )
        for m in found.moved
    ]
    headings = (
        *(_("ID"), _("name"), _("type"), p_("correction", "before"), p_("correction", "now")),
        *(_("change"), _("games before"), _("games now")),
    )
    return "\n".join([*lines, table(cells, headings)])


def _or(value: int | None) -> str:
    return _("not on it") if value is None else str(value)


def _ratings(session: Session, version: ListVersionRow) -> dict[tuple[str, str], ListRatingRow]:
    return {(r.type, r.federation_id): r for r in rows_of(session, ListRatingRow, version)}


def _names(session: Session, version: ListVersionRow) -> dict[str, str]:
    return {number: person.name for number, person in people_of(session, version).items()}


def _events(
    session: Session, was: Mapping[str, Mapping[str, Any]], now: Mapping[str, Mapping[str, Any]]
) -> list[str]:
    lines = [_("{event} ({key}) is added", event=now[k]["name"], key=k) for k in now.keys() - was.keys()]
    lines += [
        _("{event} ({key}) is no longer on it", event=was[k]["name"], key=k) for k in was.keys() - now.keys()
    ]
    for key in was.keys() & now.keys():
        named = f"{now[key]['name']} ({key}){p_('punctuation', ': ')}"
        lines += [f"{named}{line}" for line in _event(session, was[key], now[key])]
    return sorted(lines)


def _event(session: Session, was: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    if was == now:
        return []
    lines: list[str] = []
    if was["reading"] != now["reading"]:
        readings = (_frozen(session, side["reading"]) for side in (was, now))
        lines += [said(line) for line in differences(*readings)]
    fields = sorted((was.keys() | now.keys()) - {"games", "reading", "reader", "key", "name"})
    lines += [changed(n, was.get(n), now.get(n)) for n in fields if was.get(n) != now.get(n)]
    return lines + _games(was["games"], now["games"])


def _games(was: Sequence[Mapping[str, Any]], now: Sequence[Mapping[str, Any]]) -> list[str]:
    """Games whose players were matched otherwise, or that were left out or taken in by ruling."""
    lines, colon = [], p_("punctuation", ": ")
    old = {g["ref"]: g for g in was}
    for game in now:
        before, names = old.get(game["ref"]), (game["white_name"], game["black_name"])
        if before is None or (before["white_name"], before["black_name"]) != names:
            continue  # another reading: its differences are told above
        facts = {"round": game["round"], "white": names[0], "black": names[1]}
        what = _("round {round}, {white} – {black}", **facts)
        himself = met_himself(game["white"], game["excluded"])
        for side in ("white",) if himself else ("white", "black"):  # why he has no ID is told below
            if before[side] != game[side]:
                who, is_, was_ = game[f"{side}_name"], _named(game[side]), _named(before[side])
                told = _("{name} is {id}, not {before}", name=who, id=is_, before=was_)
                lines.append(f"{what}{colon}{told}")
        if before["excluded"] != game["excluded"]:
            why = game["excluded"]
            told = _("left out ({why})", why=why) if why else _("taken in")
            lines.append(f"{what}{colon}{told}")
        if before["days"] != game["days"]:
            told = _("played on {day}, not {before}", day=days(*game["days"]), before=days(*before["days"]))
            lines.append(f"{what}{colon}{told}")
    return lines


def _named(player: str) -> str:
    """The ID of a member; of whom a run knows by his place in the event, that he is none."""
    return _("nobody on the register") if "#" in player else player


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
        before = was.get(member["id"], member)
        for name in sorted((member.keys() | before.keys()) - FROM_BEFORE):
            if before.get(name) != member.get(name):
                told = _(QUIET[name]) if name in QUIET else changed(name, before.get(name), member.get(name))
                lines.append(f"{member['id']} {member['name']}{_(', ')}{told}")
    return lines


FIELDS: dict[str, str] = tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))


def changed(name: str, was: Any, now: Any) -> str:
    """A line that says what a field was and is."""
    field = _(FIELDS[name]) if name in FIELDS else name.replace("_", " ")
    return _("{field}: {was} → {now}", field=field, was=shown(was), now=shown(now))


def shown(value: Any) -> str:
    """A frozen value: lists and mappings without their brackets, a pair of days as from and to."""
    if value is None or value == [] or value == {}:
        return _("none")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, dict):
        return p_("problem", "; ").join(f"{key} {shown(v)}" for key, v in sorted(value.items()))
    if isinstance(value, list | tuple):
        return _(", ").join(_span(item) for item in value)
    return str(value)


def _span(item: Any) -> str:
    if isinstance(item, list | tuple) and len(item) == 2 and all(isinstance(part, str) for part in item):
        return _("{first} to {last}", first=item[0], last=item[1])
    return " ".join(map(shown, item)) if isinstance(item, list | tuple) else shown(item)

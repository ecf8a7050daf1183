"""What speaks against two entries of the register being one person, and what a merge would leave open."""

import json
from collections.abc import Iterator

from sqlmodel import Session, col, select

from importer.merged import merged
from importer.rulings import Kind, Rulings
from importer.tables import EventPlayerRow, EventRow, MemberRow, PairingRow
from office.lists.chain import latest_published
from office.tables import ListRatingRow
from scraper.records import Problem

FACTS = {"born": "birth date", "fide_id": "FIDE ID", "sex": "sex"}
"""What one person has once."""

ANYWAY = "if they are one person all the same: --anyway, and say why with --reason"


def conflicts(session: Session, gone: MemberRow, kept: MemberRow) -> list[Problem]:
    """Everything that speaks against it, each with its place."""
    return [
        *_facts(gone, kept),
        *_events(session, gone, kept),
        *_ratings(session, gone, kept),
        *_adjustments(session, gone, kept),
    ]


def _facts(gone: MemberRow, kept: MemberRow) -> Iterator[Problem]:
    for name, words in FACTS.items():
        one, other = getattr(kept, name), getattr(gone, name)
        if one is not None and other is not None and one != other:
            place, expected = f"register, {words}", f"{one}, as {_named(kept)} has it"
            yield Problem("merge-facts-differ", place, expected, f"{other}, of {_named(gone)}", ANYWAY)


def _events(session: Session, gone: MemberRow, kept: MemberRow) -> Iterator[Problem]:
    """Events with both of them: one person is in an event once."""
    one = merged(session)
    rows = session.exec(select(EventPlayerRow).where(col(EventPlayerRow.member_id).is_not(None)))
    numbers: dict[int, dict[int, list[int]]] = {}
    for row in rows:
        who = one.row(row.member_id or 0)
        if who in (gone.id, kept.id):
            numbers.setdefault(row.event_id, {}).setdefault(who, []).append(row.number)
    for event_id, players in sorted(numbers.items()):
        if len(players) < 2:
            continue
        event = session.get_one(EventRow, event_id)
        all_numbers = {n for mine in players.values() for n in mine}
        games = session.exec(select(PairingRow).where(PairingRow.event_id == event_id))
        rounds = sorted(p.round for p in games if {p.white, p.black} <= all_numbers)
        found = "both played in it"
        if rounds:
            found += ", against each other in round " + ", ".join(str(r) for r in rounds)
        place = f"E{event.id} {event.name} ({event.key})"
        yield Problem("merge-played-together", place, "one of the two", found, ANYWAY)


def _ratings(session: Session, gone: MemberRow, kept: MemberRow) -> Iterator[Problem]:
    last = latest_published(session)
    if last is None:
        return
    rows = session.exec(
        select(ListRatingRow).where(
            ListRatingRow.version_id == last.id,
            col(ListRatingRow.federation_id).in_([gone.federation_id, kept.federation_id]),
        )
    )
    held: dict[str, dict[str, ListRatingRow]] = {}
    for row in rows:
        held.setdefault(row.type, {})[row.federation_id] = row
    for type_, who in sorted(held.items()):
        if len(who) == 2 and len({row.rating for row in who.values()}) == 2:
            mine, theirs = who[kept.federation_id], who[gone.federation_id]
            place = f"list of {last.list_date}, {type_}"
            expected = f"one rating; {kept.federation_id} has {mine.rating} ({mine.games} games)"
            found = f"{gone.federation_id} has {theirs.rating} ({theirs.games} games)"
            remedy = f"{ANYWAY}; R53 says which stands, banzuke rule adjustment puts it right"
            yield Problem("merge-ratings-differ", place, expected, found, remedy)


def _adjustments(session: Session, gone: MemberRow, kept: MemberRow) -> Iterator[Problem]:
    """One rating has one adjustment on a list."""
    met: set[tuple[str, str]] = set()
    for row in Rulings.in_force(session).of_kind(Kind.ADJUSTMENT):
        subject = json.loads(row.subject)
        if subject["member"] in (gone.federation_id, kept.federation_id):
            about = subject["list"], subject["type"]
            if about in met:
                place, remedy = f"list of {about[0]}, {about[1]}", "take one of the two rulings back first"
                found = f"two; ruling {row.id} is the later one"
                yield Problem("merge-ratings-differ", place, "one adjustment of a rating", found, remedy)
            met.add(about)


def _named(member: MemberRow) -> str:
    return f"{member.federation_id} {member.name}"

"""What an officer says to the figures that he was shown: his word on alarms, and that they are published.
Figures that were made since are others, and he is told so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from sqlmodel import col, func, select

from importer.rulings import Made
from office.errors import refusal
from office.families import day_here
from office.lists.chain import draft, list_after, require_published
from office.lists.law import law_of_version
from office.rules.decisions import refuse_undecided
from office.runs.publication_alarms import NOT_SEEN, accept, refuse, still_open
from office.runs.publication_store import look_at, note_report
from office.runs.publish import note_seen_by, publish_list, refuse_early
from office.tables import GameLineRow, ListVersionRow

if TYPE_CHECKING:
    from sqlmodel import Session

    from office.runs.coming import Coming
    from office.runs.publication_store import Looked


@dataclass(frozen=True, slots=True)
class Played:
    """What an event did to a rating: how many of its games counted, and what they came to in hundredths of a
    point; None where the edition does not add games up one by one."""

    event_key: str
    event_name: str
    games: int
    change: int | None


def played(session: Session, version: ListVersionRow) -> Mapping[tuple[str, str], Sequence[Played]]:
    """By ID and type, what moved each rating of a version: the events with games that counted."""
    g = GameLineRow
    by = (g.federation_id, g.type, g.event_key, g.event_name)
    query = select(*by, func.count(), func.sum(g.c)).where(g.version_id == version.id)  # type: ignore[call-overload]
    rows = session.execute(
        query.where(col(g.counts) | col(g.for_initial)).group_by(*by).order_by(func.min(g.first_day))
    )
    found: dict[tuple[str, str], list[Played]] = {}
    for member, type_, key, name, games, change in rows:
        found.setdefault((member, type_), []).append(Played(key, name, games, change))
    return found


def accept_shown(session: Session, names: Sequence[str], shown: str, *, made: Made) -> None:
    """The officer's word on alarms of the draft that he was shown; one that is answered already stays as it
    is. `shown`: the draft's SHA-256. Refused where the draft is another one by now."""
    version = _shown(session, shown)
    note_seen_by(session, version, made)
    raised = look_at(session, version).alarms
    waiting = still_open(session, raised)
    given = [name for name in names if name not in {a.name for a in raised} - {a.name for a in waiting}]
    looked = look_at(session, version, partial(accept, session, names=given, made=made))
    note_report(session, version, looked.report)


def refuse_unready(session: Session, now: Coming, looked: Looked, made: Made) -> None:
    """Says before the officer is asked what keeps the next list from being published: no draft that is what
    it would be now, a period that is not over, a rating to decide, an alarm. The rows themselves are reckoned
    anew and compared when it is published."""
    version = now.version
    if not now.drafted:
        remedy = "look at what changed, then make the draft anew: banzuke rate; banzuke preview"
        expected = "the register, events and rulings that the draft was reckoned from"
        found = "other ones since the draft was made"
        raise refusal("draft-out-of-date", f"list of {version.list_date}", expected, found, remedy)
    refuse_early(version, day_here(session, made.now), law_of_version(version)[0])
    refuse_undecided(session, version.list_date)
    refuse([alarm for alarm in looked.open if alarm.code != NOT_SEEN])


def publish_shown(session: Session, shown: str, *, made: Made) -> ListVersionRow:
    """Publishes the draft that the officer was shown and said yes to. Asked twice, it gives what was
    published at the first time. Refused as `publish_list` refuses, and where the draft is another one."""
    is_it = select(ListVersionRow).where(
        ListVersionRow.text_sha256 == shown, ListVersionRow.state == "published"
    )
    out = session.exec(is_it).first()
    if out is not None:
        return out
    note_seen_by(session, _shown(session, shown), made)
    return publish_list(session, None, made=made, shown=shown)


def _shown(session: Session, sha256: str) -> ListVersionRow:
    """The draft of the next list, if it is the one that was shown."""
    list_date = list_after(require_published(session))
    version = draft(session, list_date)
    if version is None or version.text_sha256 != sha256:
        expected, found = "the draft that you were shown", "another one made since" if version else "none"
        remedy = "look at what changed, then make the draft anew: banzuke rate; banzuke preview"
        raise refusal("draft-out-of-date", f"list of {list_date}", expected, found, remedy)
    return version

"""What an officer says to a correction that he was shown: what was stored since may make another one of it,
and he is told so."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from sqlmodel import Session

from importer.rulings import Made
from office.corrections.difference import difference_text
from office.corrections.open_lists import chain
from office.corrections.recalculate import Corrected, correct
from office.errors import refusal
from office.families import day_here
from office.lists.chain import published
from office.runs.publication_alarms import Alarm
from office.tables import ListVersionRow
from office.words import _
from office.words.problems import in_language


@dataclass(frozen=True, slots=True)
class Shown:
    """A correction as it would be now. `marked`: what it is known by; `lists`: of each list the version that
    it makes, in words what changes, and the alarms that wait for the officer's word."""

    marked: str
    lists: Sequence[tuple[ListVersionRow, str, Sequence[Alarm]]]

    @property
    def alarms(self) -> list[Alarm]:
        """The alarms of all lists."""
        return [alarm for _row, _text, alarms in self.lists for alarm in alarms]


def would_be(session: Session, made: Made) -> Shown:
    """The correction that could be made now, in a session that is rolled back. Refused as `correct`
    refuses."""
    found = correct(session, made=made, what_if=True)
    return Shown(marked(found), [(x.after, in_words(x), x.alarms) for x in found])


def in_words(one: Corrected) -> str:
    """What a correction changes in a list, and whose first rating it leaves to the next one."""
    lines = [difference_text(one.difference, one.before, one.after)]
    for row in map(in_language, one.undecided):
        facts = {"whose": row.place, "games": row.found}
        lines.append(
            "  "
            + _(
                "{whose}: {games}. No first rating is decided on a list that is out: the player stays unrated"
                " on it, and a later list asks: the next one with a new game of his, or the next (R106).",
                **facts,
            )
        )
    return "\n".join(lines)


def correct_shown(
    session: Session, shown: str | None, accepted: Sequence[str], *, made: Made
) -> list[Corrected]:
    """Publishes the correction that the officer was shown and said yes to; nothing where that very one was
    published before. `shown`: what it is `marked` as, None where nobody was asked; `accepted`: names of
    alarms that are right as they are."""
    if shown is not None and _was_published(session, shown):
        return []
    lists = [v.list_date for v in chain(session, day_here(session, made.now))]
    found = correct(session, accepted=accepted, made=made)
    if not found:
        looked = ", ".join(map(str, lists)) or "none is open"
        expected = "figures that are other than published"
        raise refusal("nothing-to-correct", "open lists", expected, f"none ({looked})")
    if shown not in (None, marked(found)):
        expected, given = "the difference that you were shown", "another one, by what was stored since"
        remedy = "look at it: banzuke correction preview; then publish it"
        raise refusal("draft-out-of-date", "banzuke correction publish", expected, given, remedy)
    return found


def marked(found: Sequence[Corrected]) -> str:
    """What a correction is known by."""
    return _mark([(one.before, one.after) for one in found])


def _mark(pairs: Sequence[tuple[ListVersionRow, ListVersionRow]]) -> str:
    """A correction is the texts that it replaces and those that take their place."""
    lines = (f"{old.list_date} {old.version} {old.text_sha256} {new.text_sha256}\n" for old, new in pairs)
    return sha256("".join(lines).encode()).hexdigest()


def _was_published(session: Session, shown: str) -> bool:
    """Whether the correction is out: the versions of one moment, each after the one that it replaced."""
    made: dict[object, list[tuple[ListVersionRow, ListVersionRow]]] = defaultdict(list)
    rows = published(session)
    known = {(row.list_date, row.version): row for row in rows}
    for row in sorted(rows, key=lambda row: row.list_date):
        if row.version > 1:
            made[row.published_at].append((known[row.list_date, row.version - 1], row))
    return any(_mark(pairs) == shown for pairs in made.values())

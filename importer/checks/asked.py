"""What the text of an edition asks of a report beside its games: organizer, application, notice, items.

The numbers and articles are handed in (`Asked`, days): the importer knows no regulations. None of these
keeps a list waiting but the organizer, who is the officer's to accept.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from importer.findings import Facts, Finding, covered
from importer.names import COMMAS, in_roman_letters, is_person
from importer.rulings import CODES
from importer.tables import ApplicationRow
from scraper.records import EventRecord

BY_FILE = {
    "venue": "place",
    "chief-arbiter": "arbiter",
    "person-in-charge": "run_by",
    "non-members": "non_members",
}
"""Items that a reading can hold and a link need not show, by the names editions use, with the field. What
every reading has its own check for (days, organizer, time control, IDs, results) is asked there."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One thing an edition asks: its article, the day until which, where there is one, and whether a list
    waits for the answer (R54)."""

    article: str
    until: date | None = None
    blocks: bool = False


TELL = "tell the organizer; the event is rated all the same"


def unregistered_organizer(facts: Facts, asked: Asked, registered: bool) -> Iterator[Finding]:
    """Who is on no register of organizers on the event's days, or not named: the officer accepts or refuses
    him."""
    if registered:
        return
    ruling, named = facts.view.organizer_ruling(), facts.view.event.organizer
    remedy = "enter the organizer, or: banzuke resolve PROBLEM --organizer accepted (or refused: not rated)"
    if not named:
        remedy = (
            "ask who organized the event; where that organizer is registered: banzuke resolve PROBLEM"
            " --organizer accepted (if not: refused, not rated); or import the event again with the organizer"
        )
    yield facts.finding(
        "organizer-unregistered",
        {},
        "organizer",
        f"the Federation, or an organizer registered on the event's days ({asked.article})",
        f"“{named}”" if named else "none named",
        remedy,
        settled_by=ruling.id if ruling else None,
    )


def application(
    facts: Facts, asked: Asked, applied: ApplicationRow | None, type_: str | None
) -> Iterator[Finding]:
    """Missing or late; or with another type, or not announced as rated. Shown; the event is rated."""
    if applied is None:
        expected = f"an application by {asked.until} ({asked.article})"
        remedy = "enter it if it came; the event is rated all the same"
        found = "none that is this event's"
        yield _shown(facts, "application-missing", "application", expected, found, remedy)
        return
    if asked.until is not None and (on := applied.applied_on) > asked.until:
        expected, found = f"by {asked.until} ({asked.article})", f"on {on}"
        yield _shown(facts, "application-late", "application", expected, found, TELL)
    if type_ is not None and applied.type != type_:
        expected, found = f"{type_}, as the time control has it", f"{applied.type} applied for"
        remedy = "ask which time control was played; without an answer the minutes decide"
        yield _shown(facts, "application-other-type", "application", expected, found, remedy)
    if applied.announced is False:
        expected = f"the event named as rated, with its type ({asked.article})"
        yield _shown(facts, "application-not-announced", "announcement", expected, "not announced so", TELL)


def fide_notice(facts: Facts, asked: Asked, applied: ApplicationRow | None) -> Iterator[Finding]:
    """A FIDE official event of which the office was not told in time."""
    on = applied.applied_on if applied else None
    if on is None or (asked.until is not None and on > asked.until):
        expected = f"a notice by {asked.until} ({asked.article})"
        found = f"told on {on}" if on else "no application or notice"
        yield _shown(facts, "fide-notice-late", "FIDE official event", expected, found, TELL)


def report_items(facts: Facts, asked: Asked, items: Sequence[str]) -> Iterator[Finding]:
    """What a report that came as a file does not say; the address of an upload stands for a report."""
    if facts.record.source.tournament is not None:
        return
    remedy = "ask the organizer; the event is rated without it"
    for item in items:
        field = BY_FILE.get(item)
        if field is not None and getattr(facts.record, field) is None:
            expected = f"{item} ({asked.article})"
            yield _shown(facts, "report-item-missing", "report", expected, "nothing", remedy, item=item)


def non_members(facts: Facts, asked: Asked) -> Iterator[Finding]:
    """A stated number of participants who are no members other than the office finds, or can still find; one
    whose membership does not hold all the time may be counted among them or not."""
    stated, event = facts.record.non_members, facts.view.event
    players = facts.view.players.values()
    ours = sum(player.match == "no-member" for player in players)
    undecided = sum(player.match in CODES for player in players)
    if event.first_day is not None and event.last_day is not None:
        held = (facts.memberships.get(p.member_id, ()) for p in players if p.member_id is not None)
        undecided += sum(not covered(spans, event.first_day, event.last_day) for spans in held)
    if stated is not None and not ours <= stated <= ours + undecided:
        expected = f"{stated} participants who are no members, as reported ({asked.article})"
        found = f"{ours} by the register and the rulings"
        remedy = "look who was taken for a guest or a member; the register stands"
        yield _shown(facts, "non-members-differ", "report", expected, found, remedy)


def sent_apart(facts: Facts, asked: Asked, items: Sequence[str], what: str) -> Iterator[Finding]:
    """What such an event has to send that no reading holds: the officer says when it is there."""
    found, remedy = "not with the report", "ask the organizer; --accept when it is there"
    for item in items:
        if item != "txt-file" or facts.record.source.site != "trf":
            expected = f"{item} ({asked.article})"
            yield _shown(facts, "report-item-missing", what, expected, found, remedy, item=item)


def newcomers(facts: Facts, asked: Asked, missing: Mapping[str, Sequence[str]]) -> Iterator[Finding]:
    """Members in their first event of whom something is not known; `missing` by federation ID and name."""
    found, remedy = "not on the register", "ask the organizer, and enter it: banzuke members import"
    for who, items in sorted(missing.items()):
        place, expected = f"newcomer {who}", f"{', '.join(items)} ({asked.article})"
        yield _shown(facts, "newcomer-incomplete", place, expected, found, remedy, member=who)


def newcomers_apart(
    facts: Facts, asked: Asked, items: Sequence[str], who: Sequence[str]
) -> Iterator[Finding]:
    """What a report gives of newcomers and no register here keeps, as their e-mail addresses (7(1)): asked
    once an event, the officer says when it came. `who`: federation IDs and names."""
    remedy = "ask the organizer; --accept when it came"
    for item in items if who else ():
        expected, found = f"{item} ({asked.article})", f"kept nowhere here, of {', '.join(sorted(who))}"
        yield _shown(facts, "newcomer-incomplete", "newcomers", expected, found, remedy, item=item)


def fees_open(facts: Facts, asked: Asked, players: int, ruled_by: int | None) -> Iterator[Finding]:
    """Renewal fees of which nobody recorded what became."""
    yield facts.finding(
        "fee-open",
        {},
        "renewal fees",
        f"paid by {asked.until} ({asked.article})",
        f"nothing recorded; {players} players (banzuke fees)",
        "banzuke resolve PROBLEM --fee-paid YYYY-MM-DD, --fee-unpaid or --fee-accepted;"
        " or for all events of the organizer: banzuke rule fees",
        blocks=False,
        settled_by=ruled_by,
    )


def _shown(
    facts: Facts, code: str, place: str, expected: str, found: str, remedy: str, **subject: str
) -> Finding:
    return facts.finding(code, dict(subject), place, expected, found, remedy, blocks=False)


# How a report writes names (Note 4; 2022 4(3)): in Roman letters, surname first, without a comma. Asked of
# the report form alone. TRF and Swiss Perfect files write "Surname, First" by their own format, and so do the
# site's pages.

FORM = "form"
LISTED = 20
"""So many names are written out; the others are counted."""


def names_not_as_asked(record: EventRecord) -> list[str]:
    """The names of a form, with their numbers, that are written otherwise; none of any other report."""
    if record.source.site != FORM:
        return []
    return [
        f"{player.number} {player.name}"
        for player in record.players
        if is_person(player.name) and not _as_asked(player.name)
    ]


def names_shown(names: list[str]) -> str:
    """The names on one line, so many of them."""
    more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
    return "; ".join(names[:LISTED]) + more


def spelling(facts: Facts, asked: Asked) -> Iterator[Finding]:
    """The names of a report form that are not written as asked, in one finding. Shown."""
    names = names_not_as_asked(facts.record)
    if names:
        expected = f"names in Roman letters, surname first, without a comma ({asked.article})"
        found, place = names_shown(names), "list of players"
        remedy = "tell the organizer; the event is rated all the same; --accept takes them as they are"
        yield facts.finding("name-not-as-asked", {}, place, expected, found, remedy, blocks=False)


def _as_asked(name: str) -> bool:
    return in_roman_letters(name) and not COMMAS & set(name)

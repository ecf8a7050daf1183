"""What a report has to say of its event (4(3)), what the reader met in it, and what is not there yet: results
(R16), the day of every round (3(5), R3), the time control (2(2)). And what came in, or was decided, that does
not fit what is stored."""

import json
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256

from importer.checks.asked import FORM
from importer.findings import Facts, Finding, covered
from importer.lengths import TEXT
from importer.rulings import Kind, subject_text
from importer.view import rounds_paired, rounds_unknown
from scraper.records import Kind as Paired

ASKED_ELSEWHERE = frozenset(
    {
        "event-running",
        "result-pending",
        "round-not-paired",
        "round-without-date",
        "swiss-perfect-result-unknown",
        "time-control-missing",
        "time-control-unreadable",
    }
)
"""Codes whose question a check of ours asks with a subject that rulings can be made on."""

SHOWN = frozenset({"form-note", "swiss-perfect-day-hint", "swiss-perfect-rows-ignored"})
"""Codes for which no list waits: there is nothing to decide."""

OFFICE_REMEDIES = {
    "player-twice": "ask the organizer, and import the corrected event; or leave out the game that was not "
    "played: banzuke resolve EVENT --exclude --round N --board N, then banzuke resolve PROBLEM --accept; "
    "with --accept alone every one of these games is rated",
    "round-unknown": "import the link again when its page of pairings shows the rounds; or banzuke resolve "
    "PROBLEM --accept: the games are rated as the grid has them, without rounds, colours and boards",
}
"""What the officer can do, where the reader's own remedy speaks of pages to be given."""

PENDING = Paired.PENDING.value
PLAYED = (Paired.GAME.value, PENDING)
"""What is a game over the board, or can still be one."""

KIND_MINUTES = {"standard": (45, None), "rapid": (10, 59), "blitz": (0, 10)}
"""Minutes at move 60 that a printed kind can stand for: FIDE's bounds, and 45 to 59 minutes, which are
rapid for FIDE and standard here (2(2)), under either name."""

STATED_MINUTES = KIND_MINUTES | {"rapid": (10, 44)}
"""The same of the type that the federation's own form asks for (4(3) a): there rapid ends at 45 (2(2))."""

REMEDY = "ask the organizer, then: banzuke resolve PROBLEM --time-control “45+30” (minutes + seconds a move)"

LASTING = (Kind.ACCEPT, Kind.DEFER)
"""Kinds without a question of their own: an accepted problem that changed is open by itself, and a
deferral stands whatever becomes of the event."""


def reading_problems(facts: Facts) -> Iterator[Finding]:
    """Every problem of the reading that no other check asks about."""
    met: Counter[tuple[str, str]] = Counter()
    for problem in facts.record.problems:
        if problem.code not in ASKED_ELSEWHERE:
            met[problem.code, problem.place] += 1
            nth = met[problem.code, problem.place]
            yield facts.finding(
                problem.code,
                {"place": problem.place} if nth == 1 else {"place": problem.place, "nth": nth},
                problem.place,
                problem.expected,
                problem.found,
                OFFICE_REMEDIES.get(problem.code, problem.remedy),
                blocks=problem.code not in SHOWN,
            )


def event_without_days(
    facts: Facts, asked: str = "the event's first and last day (4(3) a)"
) -> Iterator[Finding]:
    """4(3) a: without its days nothing can be said of membership, age or lateness. `asked`: what for."""
    event = facts.view.event
    if event.first_day is None or event.last_day is None:
        expected = asked
        if event.first_day is not None:
            found = f"the first day alone, {event.first_day}"
        elif event.last_day is not None:
            found = f"the last day alone, {event.last_day}"
        else:
            found = "none"
    elif event.first_day > event.last_day:
        expected, found = "a first day not after the last", f"{event.first_day} to {event.last_day}"
    else:
        return
    remedy = "ask the organizer, then: banzuke resolve PROBLEM --days YYYY-MM-DD/YYYY-MM-DD; or import again"
    yield facts.finding("event-without-days", {}, "details", expected, found, remedy)


def missing_report_items(facts: Facts) -> Iterator[Finding]:
    """4(3) a: the organizer. Shown; the list does not wait for it."""
    if not facts.view.event.organizer:
        expected = "the organizer's name (4(3) a)"
        remedy = "ask the organizer; the event is rated without it"
        yield facts.finding("organizer-missing", {}, "details", expected, "none", remedy, blocks=False)


def newer_reading(facts: Facts) -> Iterator[Finding]:
    """The source changed after a list was published: a correction (7(3)), never a silent change."""
    if facts.changes:
        found, expected = "; ".join(facts.changes), "the event as it was when its list was published"
        remedy = "the published list stands; a correction: banzuke correction open EVENT; or --accept"
        subject = {"changes": found}
        if len(subject_text(subject)) > TEXT:  # a decision holds no more, and has to be possible
            digest = sha256(found.encode("utf-8", "surrogatepass")).hexdigest()
            subject = {"changes": f"{len(facts.changes)}, SHA-256 {digest}"}
        yield facts.finding("changed-after-publication", subject, "", expected, found, remedy)


def pending_results(facts: Facts) -> Iterator[Finding]:
    """Each pairing without a result, and each round without pairings: of a start list alone the first."""
    view = facts.view
    odd = {
        p.place.rpartition(", round ")[2]: p.found
        for p in facts.record.problems
        if p.code == "swiss-perfect-result-unknown"
    }
    a_file = facts.record.source.tournament is None
    remedy = "import the link again when it is entered, or --accept: an unfinished game is not rated"
    if a_file:
        remedy = "import a file that has it, or --accept: an unfinished game is not rated"
    for pairing in view.pairings:
        if pairing.kind == PENDING:
            place = f"round {pairing.round}, {view.name(pairing.white)} – {view.name(pairing.black)}"
            found = odd.get(place.removeprefix("round "), "none yet")
            yield facts.finding("result-pending", view.game(pairing), place, "a result", found, remedy)
    if rounds_unknown(facts.record):
        return  # asked once, by the reading's own problem
    paired = rounds_paired(view.pairings)
    remedy = "import the link again when the round is over, or --accept if it is not played any more"
    if a_file:
        remedy = "import a file that has the round, or --accept if it is not played any more"
    for number in range(1, max(view.event.round_count or 0, not paired) + 1):
        if number not in paired:
            place = f"round {number}"
            yield facts.finding("round-not-paired", {"round": number}, place, "pairings", "none", remedy)


def report_day(facts: Facts) -> Iterator[Finding]:
    """An incomplete event has no report day; when all that is open in it is accepted, the officer says it."""
    if facts.view.event.complete_on is not None or facts.view.read_as.on_arrival:
        return
    if any(f.settled_by is None for f in pending_results(facts)):
        return
    ruling = facts.view.reported_ruling()
    settled = ruling.id if ruling else None
    expected, found = "the day it counts as reported (R16)", "none, because results were missing"
    remedy = "banzuke resolve PROBLEM --reported YYYY-MM-DD"
    yield facts.finding("report-day-open", {}, "", expected, found, remedy, settled_by=settled)


def rounds_without_date(facts: Facts) -> Iterator[Finding]:
    """A round that nobody dates. The list waits only where the day matters: a game was played in it, and the
    event spans two years, or a player's membership holds on some of its days and not on others."""
    event = facts.view.event
    if event.first_day is None or event.last_day is None:
        return  # asked by event_without_days
    gridded = rounds_unknown(facts.record)
    for number in sorted({p.round for p in facts.view.pairings}):
        row = facts.view.rounds.get(number)
        if row is not None and row.played_on is not None:
            yield from round_outside(facts, number)
            continue
        ruling = facts.view.round_date_ruling(number)
        why = _why_it_matters(facts, number)
        if event.first_day == event.last_day:
            continue  # the schedule's only day is the round's day
        yield facts.finding(
            "round-without-date",
            {"round": number},
            f"the games of the grid, leg {number}" if gridded else f"round {number}",
            "the day it was played",
            "no date" + (f"; it matters: {why}" if why else ""),
            "ask the organizer, then: banzuke resolve PROBLEM --date YYYY-MM-DD"
            + ("" if why else "; without an answer any day of the event gives the same, and it is rated"),
            blocks=bool(why),
            settled_by=ruling.id if ruling else None,
        )


def round_outside(facts: Facts, number: int) -> Iterator[Finding]:
    """A round that is dated outside the event."""
    event, row = facts.view.event, facts.view.rounds.get(number)
    if event.first_day is None or event.last_day is None or row is None or row.played_on is None:
        return
    ruling = facts.view.round_date_ruling(number)
    if not event.first_day <= row.played_on <= event.last_day:
        expected, found = f"a day from {event.first_day} to {event.last_day}", str(row.played_on)
        remedy = "ask the organizer, then: banzuke resolve PROBLEM --date YYYY-MM-DD, or --accept"
        yield facts.finding(
            "round-outside-event",
            {"round": number},
            f"round {number}",
            expected,
            found,
            remedy,
            settled_by=ruling.id if ruling else None,
        )


def _why_it_matters(facts: Facts, number: int) -> str | None:
    first, last = facts.view.event.first_day, facts.view.event.last_day
    assert first and last
    played = [p for p in facts.view.pairings if p.round == number and p.kind in PLAYED]
    if played and first.year != last.year:
        return f"the event runs from {first.year} into {last.year}, and ages are taken by the year (R3)"
    for pairing in played:
        for at in (pairing.white, pairing.black):
            player = None if at is None else facts.view.players.get(at)
            if player is None or player.member_id is None:
                continue
            spans = facts.memberships.get(player.member_id, [])
            touches = any(a <= last and first <= b for a, b in spans)
            if touches and not covered(spans, first, last):
                return f"{player.name} is a member on some days of the event only (3(5))"
    return None


def against_kind(kind: str | None, minutes: int | None, site: str) -> bool:
    """Whether a time control of so many minutes can be none of the kind that stands beside it: printed by a
    site or a program, or stated on the form."""
    if kind not in KIND_MINUTES or minutes is None:
        return False
    low, high = (STATED_MINUTES if site == FORM else KIND_MINUTES)[kind]
    return minutes < low or (high is not None and minutes > high)


def time_control(facts: Facts) -> Iterator[Finding]:
    """Missing, unreadable, or against the kind that the page prints; asked, never guessed."""
    event = facts.view.event
    ruling = facts.view.time_control_ruling()
    settled = ruling.id if ruling else None
    place, told = "details, row Time control", f"“{event.time_control}”"
    if event.time_control is None:
        expected = "a time control (4(3) a)"
        yield facts.finding("time-control-missing", {}, place, expected, "none", REMEDY, settled_by=settled)
    elif event.minutes_at_60 is None:
        expected = "a time control such as 90 min + 30 sec/move"
        yield facts.finding("time-control-unreadable", {}, place, expected, told, REMEDY, settled_by=settled)
    elif against_kind(event.printed_kind, event.minutes_at_60, facts.record.source.site):
        expected = f"a time control that is {event.printed_kind}"
        found = f"“{event.time_control}”, {event.minutes_at_60} minutes at move 60"
        remedy = REMEDY + ", or --accept to rate by the minutes"
        yield facts.finding(
            "time-control-contradicts-kind", {}, place, expected, found, remedy, settled_by=settled
        )


def stale_rulings(facts: Facts) -> Iterator[Finding]:
    """Each ruling on this event that does not act: the facts it was decided on are other ones now, or what
    it is about is no longer there. To be asked after everything else has looked its rulings up."""
    rulings = facts.view.rulings
    if not rulings.any_on(facts.view.key):
        return
    remedy = "decide the question again, or take the ruling back: banzuke resolve --take-back RULING"
    for kind in Kind:
        if kind in LASTING:
            continue
        for row in rulings.of_event(facts.view.key, kind):
            if row.id in rulings.met and row.id not in rulings.unfit:
                continue
            about = ", ".join(f"{k} {v}" for k, v in json.loads(row.subject).items() if v is not None)
            place = " ".join(filter(None, (f"ruling {row.id}: {row.kind}", row.value, about)))
            unfit = row.id in rulings.unfit
            found = "other facts in the source now" if unfit else "nothing of the kind any more"
            expected = "the facts it was decided on"
            yield facts.finding("ruling-no-longer-fits", {"ruling": row.id}, place, expected, found, remedy)

"""Making a list: which one, whether it can be made, and the run itself."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import astuple
from datetime import date, datetime

from sqlmodel import Session, select

from importer.rulings import Kind, Made, Rulings, fingerprint, record
from office.desk.refresh import refresh
from office.errors import OfficeError, refusal
from office.families import family_named, refuse_other_family
from office.journal.note import entry_of_change
from office.lists.chain import list_after, require_published
from office.lists.columns import held
from office.lists.erased import Erased
from office.lists.event_names import EventNames
from office.lists.law import carried_over, edition_subject, law_of, law_of_version
from office.lists.packing import unpacked
from office.rules.decisions import note_decisions, questions
from office.runs.decisions import adjustments_of, refuse_points
from office.runs.inputs import Values, events_of, gather
from office.runs.open_questions import refuse_open
from office.runs.report import games_of, run_report
from office.runs.store import store_draft
from office.runs.trust import refuse_changed
from office.tables import ListRatingRow, ListVersionRow
from office.undisturbed import undisturbed
from office.words import language
from rating.codes import told as in_words
from rating.columns.register import Register
from rating.edition import Edition
from rating.editions import load
from rating.errors import RatingError
from rating.interpretations import Interpretations, interpretations
from rating.outcome import Outcome
from rating.records import NO_LISTS, Adjustment, EarlierLists, Event, Member
from scraper.records import Problem


@contextmanager
def refusing() -> Iterator[None]:
    """The rating engine's refusals in the office's words, each with a remedy."""
    try:
        yield
    except RatingError as error:
        raise OfficeError(*(Problem(*astuple(p)) for p in in_words(error.problems))) from error


@undisturbed()
def rate_list(
    session: Session, list_date: date | None, *, switches: Interpretations, now: datetime
) -> ListVersionRow:
    """Reckons the next list and stores it as a draft; repeated, the draft is made anew.

    Refused if the list is not the next one, or falls under no edition held; `WaitsForOfficer` while a
    question about one of its events is open. What the run itself asks (2019 2(4)) is noted under numbers;
    the draft stands without these ratings, and is not published before they are answered.
    """
    desk = refresh(session, switches, proven=True)  # it is looked at anew before the list is published
    last = require_published(session)
    list_date = which_list(last, list_date)
    with held(session, last.id):
        refuse_changed(session, [last], desk.current)
        law = edition_of(list_date, desk.rulings, switches)
        events = desk.for_list(list_date)
        refuse_open(session, [*desk.left_behind(list_date), *events], list_date, switches)
        rulings = desk.rulings
        del desk  # and with it the register as matching sees it
        inputs = gather(session, list_date, last, events, law, switches)
        refuse_points(session, inputs, law, rulings)
        outcome = reckon(inputs, law, switches)
        note_decisions(session, outcome, law, inputs, rulings)
        if questions(session, list_date):
            again = gather(session, list_date, last, events, law, switches)
            if again != inputs:  # a rating was decided over other games than these
                inputs, outcome = again, reckon(again, law, switches)
                note_decisions(session, outcome, law, inputs, rulings)
    made = store_draft(session, outcome, inputs, events, law, last, now)
    # one made anew as it was, each day by the job, has no entry
    entry_of_change(session, "draft", list_date.isoformat(), {"text": made.text_sha256}, now)
    return made


_NO_TIME_CONTROL = re.compile(r"^(  .+\), reported on [^,:]+, )None(: \d+ of \d+ games rated)", re.MULTILINE)


def report_shown(session: Session, version: ListVersionRow) -> str:
    """The report of a run in the language spoken; in another than the kept one it is made anew. Of who is
    erased the ID stands for the name; events of a festival have their groups."""
    report = version.report
    if language() != "en" and version.how == "run":
        law, switches = law_of_version(version)
        inputs = unpacked(version.inputs)
        outcome = reckon(inputs, law, switches)
        report = run_report(outcome, inputs, law, games_of(outcome))
    return _in_its_place(EventNames(session).in_text(version.id, Erased(session).told(report)))


def _in_its_place(report: str) -> str:
    """A report in which the further lines of a reason stand below its first, and an event is said to have no
    time control. As it is kept they stand at the margin, where after a line that is set in a blank one comes
    first, and None stands there; what is kept is compared and stays."""
    lines: list[str] = []
    for line in _NO_TIME_CONTROL.sub(r"\1no time control\2", report).split("\n"):
        follows = bool(line.strip()) and not line[0].isspace() and bool(lines) and lines[-1].startswith("  ")
        lines.append(f"      {line}" if follows else line)
    return "\n".join(lines)


def reckon(inputs: Values, law: Edition, switches: Interpretations) -> Outcome:
    """The outcome of frozen inputs."""
    family = family_named(load(inputs["edition"]).family)
    return reckon_list(
        family.members(inputs["members"]),
        events_of(inputs),
        list_date=date.fromisoformat(inputs["list"]),
        law=law,
        switches=switches,
        adjustments=adjustments_of(inputs),
    )


@refusing()
def reckon_list(
    members: Iterable[Member] | Register,
    events: Iterable[Event],
    *,
    list_date: date,
    law: Edition,
    switches: Interpretations,
    adjustments: Iterable[Adjustment],
    earlier_lists: EarlierLists = NO_LISTS,
) -> Outcome:
    """The outcome of a list; tests hold the two engines equal. NumPy is loaded here and nowhere before: other
    commands start without it. What the engine cannot decide comes back as problems."""
    told: Values = {"list_date": list_date, "edition": law, "switches": switches}
    told |= {"adjustments": adjustments, "earlier_lists": earlier_lists}
    if isinstance(members, Register) or not law.by_event:
        from rating.columns.engine import rate

        return rate(members, events, **told)
    from rating.engine import rate as by_event

    return by_event(members, events, **told)


def which_list(last: ListVersionRow, wanted: date | None) -> date:
    """The list that is made now: the one after the last published. Any other is refused by name."""
    following = list_after(last)
    if wanted is None or wanted == following:
        return following
    if wanted.day == 1 and wanted <= last.list_date:
        code, expected = "list-published", f"a list after {last.list_date}"
        found = f"{wanted}: the lists up to {last.list_date} are out"
    else:
        code, expected, found = "list-date", f"the next list, {following}", str(wanted)
        if wanted.day == 1 and wanted > following:
            code, found = "list-skips", f"{wanted}, which leaves out a period"
    remedy = f"make the next list: banzuke rate --list {following}"
    raise refusal(code, "--list", expected, found, remedy)


@refusing()
def edition_of(list_date: date, rulings: Rulings, switches: Interpretations) -> Edition:
    """The edition of a list (R0); refused with the editions held where there is none."""
    return law_of(list_date, rulings, switches)


def switches_from(chosen: list[str]) -> Interpretations:
    """The interpretations of a run from words like `R1=half-up`; refused with what could be chosen."""
    return interpretations(**chosen_from(chosen))


def chosen_from(chosen: list[str]) -> dict[str, str]:
    """The switches that such words name, and no other; refused in the same way."""
    words: dict[str, str] = {}
    for text in chosen:
        number, equals, word = text.partition("=")
        if not equals:
            raise refusal("interpretation", "--interpretation", "R1=half-up", f"“{text}”")
        name, word = number.strip().lower(), word.strip()
        if words.setdefault(name, word) != word:
            expected, found = "one reading of each point", f"{name.upper()} twice: {words[name]}, {word}"
            raise refusal("interpretation", "--interpretation", expected, found)
    with refusing():
        interpretations(**words)
    return words


def rule_edition(session: Session, list_date: date | None, edition: str, *, made: Made) -> None:
    """Records the officer's word on the edition of a list (R0); refused are one that is not held, and an
    older one that does not know a type of rating on the list before."""
    with refusing():
        refuse_other_family(session, edition)
    last = require_published(session)
    day = which_list(last, list_date)
    law = load(edition)
    known = {*law.shapes.types(law), *carried_over(law)}
    rated = set(session.exec(select(ListRatingRow.type).filter_by(version_id=last.id).distinct()))
    if lost := sorted(rated - known):
        expected = f"one that knows the ratings of the list of {last.list_date}: {', '.join(sorted(rated))}"
        found, remedy = f"{edition}, which does not know {', '.join(lost)}", "name a later edition"
        raise refusal("unknown-type", "--edition", expected, found, remedy)
    subject, facts = edition_subject(day), fingerprint("edition")
    record(session, Kind.EDITION, subject=subject, facts=facts, value=edition, made=made)

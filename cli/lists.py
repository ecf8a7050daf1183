"""Lists: all of them, rate, preview, publish, explain."""

from datetime import date
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from cli.options import MANY, AcceptAlarm, ListDate, Member, Reason, Who, Yes, apart, of_the_text, option
from cli.out import (
    after_alarms,
    end_without_yes,
    note,
    refuse_unseen,
    say,
    say_json,
    show_problem,
    show_problems,
)
from cli.session import deciding, made_by, now, open_office, reading, stored_if_it_can_be, today
from office.words import _, n_
from office.words import language as spoken

if TYPE_CHECKING:
    from sqlmodel import Session

    from office.desk.desk import DeskEvent
    from rating.interpretations import Interpretations
    from scraper.records import Problem


def lists(context: typer.Context) -> None:
    """All lists and versions. When each was published, what it holds, and its SHA-256."""
    from office.lists.overview import lists_text

    with reading(context) as session:
        text, step = lists_text(session), ""
        if not text:
            from office.desk.next_step import first_step

            step = first_step(session)
    if text:
        say(text)
    else:
        note(_("No list yet. Next: {step}", step=step))


def _read_as(context: typer.Context, param: typer.CallbackParam, chosen: Any) -> Any:
    """Of --as-drafted and --interpretation what was typed; refused where it is both, or no reading."""
    other = "interpretation" if param.name == "as_drafted" else "as_drafted"
    if chosen and context.params.get(other):
        from office.errors import refusal

        expected, remedy = "one of the two", "leave one of them out"
        raise refusal("interpretation", "--as-drafted", expected, "--interpretation too", remedy)
    return of_the_text(chosen) if param.name == "interpretation" else chosen


def _held(edition: str | None) -> str | None:
    """The edition as it was typed; refused where none of the name is held."""
    if edition is not None:
        from office.runs.rate import refusing
        from rating.editions import load

        with refusing():
            load(edition)
    return edition


def rate(
    context: typer.Context,
    list_date: ListDate = None,
    edition: Annotated[
        str | None,
        option("Make the list under this edition, by a decision (R0); needs --reason.", callback=_held),
    ] = None,
    interpretation: Annotated[
        list[str],
        option("Another reading of the text, e.g. R1=half-up (docs/interpretations.md).", callback=_read_as),
    ] = [],  # noqa: B006  typer copies it
    as_drafted: Annotated[
        bool,
        option("Read the text as the draft does that stands.", "--as-drafted", callback=_read_as),
    ] = False,
    reason: Reason = "",
    who: Who = None,
) -> None:
    """Make the draft of the next list. Repeat it as often as you like."""
    from office.errors import WaitsForOfficer
    from office.runs.rate import rule_edition, switches_from
    from office.words.formats import day, joined

    office = open_office(context.obj, reason)
    switches = None if as_drafted else switches_from(interpretation)
    if who:
        office.officer(who)
    waits: WaitsForOfficer | None = None
    with office.writing() as session:
        if edition is not None:
            rule_edition(session, list_date, edition, made=made_by(office, who, reason))
        try:
            report, lost, waiting, undecided, step, until, parted = _drafted(session, list_date, switches)
        except WaitsForOfficer as asked:
            if edition is None:
                raise
            waits = asked  # the word on the edition stays: it is asked under it, and answered
    if waits is not None:
        raise waits
    say(report.rstrip())
    if lost:
        note(_("The draft before was made otherwise; to keep that: banzuke rate {options}", options=lost))
    for event in waiting:
        label, reported = event.view.label, event.view.reported_on()
        told = _("Not in this list: {event}, which is incomplete or has no report day yet", event=label)
        if reported is not None:
            on = day(reported)
            told = _("Not in this list: {event}, reported on {day}, which no list takes", event=label, day=on)
        note(told)
    show_problems(parted)
    if undecided:
        which = _(", ").join(undecided)
        told = n_(
            "{n} question to decide: {which}.",
            "{n} questions to decide: {which}.",
            len(undecided),
            which=which,
        )
        note(joined((told, _("Next: banzuke problems, then banzuke rate"))))
        raise typer.Exit(3)
    note(_("Next: {step}", step=step))
    if until is not None:
        _tell_open(until)


def _drafted(
    session: "Session", list_date: date | None, switches: "Interpretations | None"
) -> "tuple[str, str, list[DeskEvent], list[str], str, date | None, list[Problem]]":
    """A draft is made: its report; how the one before was made, if otherwise; the events that no list has;
    the questions of the run; what is done next; until when the period is open; and whom a merge taken back
    leaves off. `switches` None: those of the draft that stands."""
    from office.desk.next_step import next_step
    from office.desk.refresh import refresh
    from office.lists.chain import draft, list_after, require_published
    from office.lists.law import chosen_for, law_of_version
    from office.rules.decisions import open_questions
    from office.runs.coming import not_kept
    from office.runs.publication_alarms import parted, still_open
    from office.runs.publish import open_until
    from office.runs.rate import rate_list, report_shown

    if switches is None:
        switches = chosen_for(draft(session, list_date or list_after(require_published(session))))
    lost = " ".join(f"--interpretation {told}" for told in not_kept(session, switches))
    version = rate_list(session, list_date, switches=switches, now=now())
    desk = refresh(session, switches)
    unplaced = [e for e in desk.events if not e.published and not e.list_date]
    waiting = [e for e in unplaced if not e.view.excluded()]
    undecided = [f"P{row.id}" for row in open_questions(session, version.list_date)]
    until = open_until(version, today(session), law_of_version(version)[0])
    leaves = [alarm.problem() for alarm in still_open(session, parted(session, version))]
    step = next_step(session, desk, today(session))
    return report_shown(session, version), lost, waiting, undecided, step, until, leaves


def preview(
    context: typer.Context,
    list_date: ListDate = None,
    accept_alarm: AcceptAlarm = [],  # noqa: B006  typer copies it
    reason: Reason = "",
    jump: Annotated[
        int | None, option("Points that raise an alarm; remembered.", "--alarm-jump", min=1, max=MANY)
    ] = None,
    games: Annotated[
        int | None, option("Games that raise an alarm; remembered.", "--alarm-games", min=1, max=MANY)
    ] = None,
    everything: Annotated[bool, option("Also show players whose rating does not change.", "--all")] = False,
    who: Annotated[str | None, option("Who looks.", envvar="BANZUKE_OFFICER")] = None,
) -> None:
    """Look at the draft: what changes, and what to check."""
    from importer.rulings import Made
    from office.desk.next_step import PUBLISH, after_preview
    from office.journal.acting import acts
    from office.lists.chain import newest
    from office.lists.law import law_of_version
    from office.runs.publish import note_looked, open_until, preview_list

    office = open_office(context.obj, reason)
    made = Made(reason, office.officer(who) if accept_alarm else who or "", now())
    acts(made.who, reason)
    answers = bool(accept_alarm) or jump is not None or games is not None
    with office.writing() if answers else office.reading() as session:
        seen = preview_list(
            session, list_date, accept_alarm, made=made, jump=jump, games=games, everything=everything
        )
        step, until = PUBLISH, None
        if not seen.published:
            version, step = newest(session, seen.list_date), after_preview(session, today(session))
            until = open_until(version, today(session), law_of_version(version)[0])
    say(seen.text)
    say()
    say(seen.report.rstrip())
    if seen.published:
        return

    def looked() -> bool:
        with office.writing() as session:
            return note_looked(session, seen, made=made)

    if not answers and not stored_if_it_can_be(looked):
        note(_("There is no record that you looked at this draft: look again with banzuke preview"))
    if step != PUBLISH:
        note(_("Next: {step}", step=step))
    elif seen.open or until is None:
        note(after_alarms(seen.open, PUBLISH))
    if until is not None:
        _tell_open(until)


def _tell_open(until: date) -> None:
    from office.words.formats import day

    note(_("Reports can still arrive until {day}; it can be published after that.", day=day(until)))


def publish(
    context: typer.Context,
    list_date: ListDate = None,
    accept_alarm: AcceptAlarm = [],  # noqa: B006  typer copies it
    reason: Reason = "",
    yes: Yes = False,
    who: Annotated[str | None, option("Who publishes.", envvar="BANZUKE_OFFICER")] = None,
) -> None:
    """Make the draft final. From then on the list cannot be changed."""
    from office.jobs.board import site_command
    from office.runs.publication_store import kept, look_at
    from office.runs.publish import publish_list
    from office.words.formats import day

    shown = None if yes else _agreed(context, list_date, accept_alarm, reason, who)
    with deciding(context, who, reason) as (session, made):
        version = publish_list(session, list_date, accepted=accept_alarm, made=made, shown=shown)
        row = kept(session, version)
        report, site = look_at(session, version).shown, site_command(session)
    assert row is not None
    if yes and row.seen_sha256 is None:  # nobody looked before: now he does; who was asked has seen it
        say(report.rstrip())
        say()
    say(
        _(
            "List of {day}, version {version}, is published; SHA-256 {sha256}",
            day=day(version.list_date),
            version=version.version,
            sha256=version.text_sha256,
        )
    )
    note(_("Next: banzuke export list, and {command}", command=site))


def _agreed(
    context: typer.Context, list_date: date | None, accept: list[str], reason: str, who: str | None
) -> str:
    """The SHA-256 of the draft that the officer at the terminal says yes to; ends the command without a yes.
    What would be refused is refused first; nothing is stored meanwhile. A clock that cannot be right is told
    of: the moment of a publication is signed."""
    from office.doctor.clock import clock_behind
    from office.runs.publication_store import kept, look_at
    from office.runs.publish import publish_list
    from office.words.formats import day

    office = open_office(context.obj)
    with office.reading() as session:
        made = made_by(office, who, reason)
        version = publish_list(session, list_date, accepted=accept, made=made)
        row, report = kept(session, version), look_at(session, version).shown
        sha256, behind = version.text_sha256, clock_behind(session, made.now)
        what = _("The list of {day}, version {version}", day=day(version.list_date), version=version.version)
    remedy = "look at the list with banzuke preview, then: banzuke publish --yes"
    refuse_unseen("publish-unconfirmed", "banzuke publish", remedy)
    if row is None or row.seen_sha256 is None:
        say(report.rstrip())
        say()
    if behind is not None:
        show_problem(behind)
    say(
        _(
            "{list}, can never be changed or taken back once it is published: its ratings, its games "
            "and every decision behind it are frozen. An error found later makes a new version beside "
            "it, by a correction.",
            list=what,
        )
    )
    end_without_yes(_("Publish it? yes or no:"), _("Nothing was published"))
    return sha256


def explain(
    context: typer.Context,
    member: Member,
    list_date: ListDate = None,
    language: Annotated[
        Literal["en", "ja"] | None,
        option("Language of text and HTML.", "--lang", show_default="as spoken", callback=apart),
    ] = None,
    as_json: Annotated[bool, option("The facts as JSON.", "--json", callback=apart)] = False,
    as_html: Annotated[
        bool,
        option(
            "A page for everybody's browser; opponents who are withheld are not named.",
            "--html",
            callback=apart,
        ),
    ] = False,
) -> None:
    """Every game and step behind a rating, with their articles."""
    from office.lists.chain import newest
    from office.register.find import find_member
    from publication.account.document import document, explain_page, explain_text
    from publication.account.gather import account, merged_note
    from publication.exports.fields import wishes_of

    with reading(context) as session:
        found = find_member(session, member)
        version = newest(session, list_date)
        told = account(session, found, version, public=as_html)
        ageless = found.federation_id in wishes_of(session).birth if as_html else False
        merged = merged_note(session, found)
    words = language or spoken()
    if merged:
        note(_("{merged}; lists from then on have the one entry", merged=merged))
    if as_json:
        say_json(document(told))
    elif as_html:
        say(explain_page(told, words, reasons_of_k=not ageless).rstrip())
    else:
        say(explain_text(told, words).rstrip())
    if any(part.fault for part in told.parts):
        raise typer.Exit(1)

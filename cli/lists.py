"""Lists: all of them, rate, preview, explain, whatif; the stored history under other rules."""

from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import MANY, ListDate, Reason, Who, day
from cli.out import after_alarms, note, say
from cli.publish import AcceptAlarm
from cli.session import open_office, reading, stored_if_it_can_be
from office.words import _, n_
from office.words import language as spoken

if TYPE_CHECKING:
    from importer.rulings import Made
    from office.opened import Office
    from office.runs.publish import Previewed


class Language(StrEnum):
    """Languages of explanations."""

    en = "en"
    ja = "ja"


def lists(context: typer.Context) -> None:
    """All lists and versions. When each was published, what it holds, and its SHA-256."""
    from office.lists.overview import lists_text

    with reading(context) as session:
        text = lists_text(session)
    if text:
        say(text)
    else:
        note(_("No list yet. Next: banzuke opening import LIST.csv --list YYYY-MM-01"))


def rate(
    context: typer.Context,
    list_date: ListDate = None,
    edition: Annotated[
        str | None, typer.Option(help="Make the list under this edition, by a ruling (R0); needs --reason.")
    ] = None,
    interpretation: Annotated[
        list[str], typer.Option(help="Read a point otherwise, e.g. R1=half-up (docs/interpretations.md).")
    ] = [],  # noqa: B006  typer copies it
    reason: Annotated[str, typer.Option(help="Why this edition.")] = "",
    who: Who = None,
) -> None:
    """Make the draft of the next list. Repeat it as often as you like."""
    from importer.rulings import Made
    from office.clock import now
    from office.desk.refresh import refresh
    from office.rules.decisions import open_questions
    from office.runs.rate import rate_list, report_shown, rule_edition, switches_from

    office = open_office(context.obj)
    switches = switches_from(interpretation)
    with office.writing() as session:
        if edition is not None:
            made = Made(reason, office.officer(who), now())
            rule_edition(session, list_date and list_date.date(), edition, made=made)
        version = rate_list(session, list_date and list_date.date(), switches=switches, now=now())
        unplaced = [e for e in refresh(session, switches).events if not e.published and not e.list_date]
        waiting = [e for e in unplaced if not e.view.excluded()]
        undecided = [f"P{row.id}" for row in open_questions(session, version.list_date)]
        report = report_shown(version)
    say(report.rstrip())
    for event in waiting:
        note(
            _(
                "Not in this list: {event}, which is incomplete or has no report day yet",
                event=event.view.label,
            )
        )
    if undecided:
        note(
            n_(
                "{n} question to decide: {which}.",
                "{n} questions to decide: {which}.",
                len(undecided),
                which=", ".join(undecided),
            )
            + " "
            + _("Next: banzuke problems, then banzuke rate")
        )
        raise typer.Exit(3)
    note(_("Next: banzuke preview, then banzuke publish"))


def preview(
    context: typer.Context,
    list_date: ListDate = None,
    accept_alarm: AcceptAlarm = [],  # noqa: B006  typer copies it
    reason: Reason = "",
    jump: Annotated[
        int | None,
        typer.Option("--alarm-jump", min=1, max=MANY, help="Points that raise an alarm; remembered."),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option("--alarm-games", min=1, max=MANY, help="Games that raise an alarm; remembered."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Also who does not move.")] = False,
    who: Annotated[str | None, typer.Option(envvar="BANZUKE_OFFICER", help="Who looks.")] = None,
) -> None:
    """Look at the draft: what changes, and what to check."""
    from importer.rulings import Made
    from office.clock import now
    from office.journal.acting import acts
    from office.runs.publish import preview_list

    office = open_office(context.obj)
    made = Made(reason, office.officer(who) if accept_alarm else who or "", now())
    acts(made.who, reason)
    answers = bool(accept_alarm) or jump is not None or games is not None
    with office.writing() if answers else office.reading() as session:
        seen = preview_list(
            session,
            list_date and list_date.date(),
            accept_alarm,
            made=made,
            jump=jump,
            games=games,
            everything=everything,
        )
    say(seen.text)
    say()
    say(seen.report.rstrip())
    if seen.published:
        return
    if not answers:
        _note_looked(office, seen, made)
    note(after_alarms(seen.open, "banzuke publish"))


def _note_looked(office: "Office", seen: "Previewed", made: "Made") -> None:
    """Notes that the draft was looked at; where that cannot be stored now, says so: what was shown stands."""
    from office.runs.publish import note_looked

    def looked() -> bool:
        with office.writing() as session:
            return note_looked(session, seen, made=made)

    if not stored_if_it_can_be(looked):
        note(_("It is not noted that you have looked at this draft: look again with banzuke preview"))


def explain(
    context: typer.Context,
    member: Annotated[str, typer.Argument(help="The member's ID or whole name.")],
    list_date: ListDate = None,
    language: Annotated[
        Language | None, typer.Option("--lang", help="Language of text and HTML.", show_default="as spoken")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The facts as JSON.")] = False,
    as_html: Annotated[
        bool, typer.Option("--html", help="A page for everybody's browser; who is withheld is not named.")
    ] = False,
) -> None:
    """Every game and step behind a rating, with their articles."""
    import json

    from office.lists.chain import newest
    from office.register.find import find_member
    from publication.account.document import document
    from publication.account.gather import account, merged_note
    from publication.account.text import explain_page, explain_text

    with reading(context) as session:
        found = find_member(session, member)
        version = newest(session, list_date and list_date.date())
        told = account(session, found, version, public=as_html)
        merged = merged_note(session, found)
    words = language.value if language else spoken()
    if merged:
        note(_("{merged}; lists from then on have the one entry", merged=merged))
    if as_json:
        say(json.dumps(document(told), ensure_ascii=False, indent=1))
    elif as_html:
        say(explain_page(told, words).rstrip())
    else:
        say(explain_text(told, words).rstrip())
    if any(part.fault for part in told.parts):
        raise typer.Exit(1)


def whatif(
    context: typer.Context,
    member: Annotated[str, typer.Argument(help="The member's ID or whole name.")],
    game: Annotated[
        list[str], typer.Option(help="A supposed game: “win 1850”, “draw N10210137”. Repeat it.")
    ],
    type_: Annotated[
        str | None, typer.Option("--type", help="standard or rapid.", show_default="the edition's first")
    ] = None,
    event_class: Annotated[
        str | None, typer.Option("--class", help="The class of the event, where K hangs on it, as lightning.")
    ] = None,
    day: Annotated[datetime | None, day("When they are played.")] = None,
    interpretation: Annotated[list[str], typer.Option(help="Read a point otherwise, e.g. R1=half-up.")] = [],  # noqa: B006
) -> None:
    """What a rating would become with supposed games."""
    from importer.merged import stands_for
    from office.register.find import find_member
    from office.runs.rate import switches_from
    from office.whatif.games import supposed, what_if
    from publication.account.gather import merged_note

    office = open_office(context.obj)
    games = [supposed(text) for text in game]
    switches = switches_from(interpretation)
    with office.reading() as session:
        found = find_member(session, member)
        if merged := merged_note(session, found):
            note(merged)
            found = stands_for(session, found)
        text = what_if(
            session, found.federation_id, type_, games, event_class=event_class,
            day=day.date() if day else None, switches=switches,
        )  # fmt: skip
    say(text)


def simulate(
    context: typer.Context,
    edition: Annotated[str | None, typer.Option(help="Another edition, e.g. ncs-2022-09.")] = None,
    amended: Annotated[
        Path | None, typer.Option(exists=True, dir_okay=False, help="An amended copy of an edition's file.")
    ] = None,
    interpretation: Annotated[list[str], typer.Option(help="Read a point otherwise, e.g. R1=half-up.")] = [],  # noqa: B006
    first: Annotated[datetime | None, day("First list.", "--from")] = None,
    last: Annotated[datetime | None, day("Last list.", "--to")] = None,
    csv: Annotated[Path | None, typer.Option("--csv", help="Write every rating into this file.")] = None,
    plots: Annotated[Path | None, typer.Option(help="Draw plots (SVG, PNG) into this folder.")] = None,
) -> None:
    """Run published lists under other rules. Nothing stored is touched (7(4))."""
    from office.simulate.report import require_plots, table
    from publication.assess.asked import simulated
    from publication.exports.files import write_whole

    office = open_office(context.obj)
    if plots is not None:
        require_plots()
    with office.reading() as session:
        days = {"first": first and first.date(), "last": last and last.date()}
        told = simulated(session, edition, amended, interpretation, **days)
    say(told.text)
    if csv is not None:
        write_whole(csv, table(told.lists).encode())
        say(_("Every rating: {csv}", csv=csv))
    if plots is not None:
        from office.simulate.report import draw

        for path in draw(told.lists, plots):
            say(_("Plot: {path}", path=path))

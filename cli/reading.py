"""An event shown as it is read, before it is reported; with what the office would ask."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import MANY, Offline, Replay, argument, option, refuse_empty
from cli.out import note, problem_lines, progress_line, say, say_json
from cli.session import now, open_office
from office.words import _, n_

if TYPE_CHECKING:
    from office.opened import Office
    from scraper.records import EventRecord


def read(
    context: typer.Context,
    source: Annotated[
        list[str], argument("An address, a saved page, a report as a file, or a folder of these.")
    ],
    as_json: Annotated[bool, option("The whole reading as JSON.", "--json")] = False,
    check: Annotated[bool, option("What the office would ask, before you report.")] = False,
    card: Annotated[
        list[int],
        option("Fetch the card of this starting number too: year of birth. One page each.", min=1, max=MANY),
    ] = [],  # noqa: B006  typer copies it
    replay: Replay = None,
    offline: Offline = False,
) -> None:
    """Show an event as it is read. Nothing is stored but the pages."""
    from importer.given import HOME
    from office.families import family_of
    from office.intake.event_text import event_text
    from office.intake.sources import cache_folder, read_sources
    from office.place import Place

    refuse_empty(source)
    place = Place(context.obj)
    archive = place.archive if place.has_office() else cache_folder()

    def home() -> str:
        if not place.has_office():
            return HOME
        with open_office(context.obj).reading() as session:
            return family_of(session).home

    records = read_sources(
        source,
        archive=archive,
        replay=replay,
        progress=progress_line(_("reading")),
        offline=offline,
        cards=card,
        contact=lambda: open_office(context.obj).contact() if place.has_office() else "",
        home=home,
    )
    if as_json:
        documents = [r.to_dict() for r in records]
        say_json(documents[0] if len(documents) == 1 else documents)
    for record in () if as_json else records:
        lines = [event_text(record)]
        if not check:
            lines.append(n_("{n} problem", "{n} problems", len(record.problems)))
            lines += [line for problem in record.problems for line in problem_lines(problem)]
        say("\n".join(lines).rstrip())
    if check:
        office = open_office(place.folder) if place.has_office() else None
        questions = [_asked(record, office) for record in records]
        for text, _count in questions:
            (note if as_json else say)(text)
        if any(count for _text, count in questions):
            raise typer.Exit(3)


def _asked(record: "EventRecord", office: "Office | None") -> tuple[str, int]:
    """What an office would ask, and how many questions that is; without one, what any would ask."""
    from office.intake.asked import WouldAsk, asked_of, would_ask

    desk = WouldAsk()
    if office is not None:
        with office.reading() as session:
            moment = now()
            desk = would_ask(session, record, now=moment, today=office.day(moment))
    questions, hints = asked_of(record, desk)
    lines = [_("The office would ask nothing: this can be reported.")]
    if questions:
        lines = [
            n_(
                "Before you report, the office would ask {n} question:",
                "Before you report, the office would ask {n} questions:",
                len(questions),
            )
        ]
    for number, problem in enumerate(questions, start=1):
        lines += problem_lines(problem, f"{number}. ")
    if hints:
        lines.append(_("The office may ask for this too, if it does not know the answer."))
    for problem in hints:
        lines += problem_lines(problem)
    return "\n".join(lines), len(questions)

"""Taking reports in: import, read."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import MANY, day
from cli.out import note, progress_line, say, show_problem
from cli.session import open_office
from office.words import _, n_

if TYPE_CHECKING:
    from collections.abc import Sequence

    from office.intake.before import WouldAsk
    from office.place import Place
    from scraper.records import EventRecord, Problem

Replay = Annotated[
    Path | None,
    typer.Option(exists=True, file_okay=False, help="Answer from a recorded conversation, not the site."),
]

Offline = Annotated[
    bool, typer.Option("--offline", help="Ask nobody: answer from the archive of pages, or refuse.")
]


def import_(
    context: typer.Context,
    sources: Annotated[
        list[str],
        typer.Argument(
            help="Links, files with text (an e-mail), reports as files (form, Swiss Perfect, TRF, zip), saved"
            " pages and folders of them, or - for standard input."
        ),
    ],
    reported: Annotated[datetime | None, day("The day the report arrived, here. Default: today.")] = None,
    reporter: Annotated[
        str | None, typer.Option(help="Who reported (4(2)): a member's ID, a name, an address, or organizer.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Take more than ten events at once.")] = False,
    replay: Replay = None,
    offline: Offline = False,
) -> None:
    """Take in reports: links, the text of mails, files. Each event is read and stored."""
    from cli.files import import_files, report_files
    from cli.told import STATES, imported_counts, tell_file, tell_link
    from office.clock import now
    from office.errors import refusal
    from office.intake.files import take_files
    from office.intake.links import Link, links_in, mail_day, refuse_many, take_links
    from office.intake.sources import client_for
    from office.mail.pasted import mails_among
    from office.rules.people import reporter_named
    from scraper.records import Problem

    office = open_office(context.obj)
    day = reported.date() if reported else None
    today = office.day(now())
    if day is not None and day > today:
        remedy = "give the day the e-mail arrived"
        raise refusal("day-to-come", "--reported", "a day not after today", str(day), remedy)
    named = reporter_named(reporter) if reporter is not None else None
    reports, sources, large = report_files(sources)
    for problem in large:
        show_problem(problem)
    not_read = import_files(office, reports, day, today, now, named, every=every) if reports else 0
    not_read += len(large)
    if not sources:
        raise typer.Exit(1 if not_read else 0)
    texts = [(s, _standard_input() if s == "-" else _text(s)) for s in sources]
    pasted = mails_among(texts, now(), office.day)
    links: list[Link] = []
    refused: list[Problem] = []
    if pasted.texts or not (pasted.files or pasted.problems):
        links, refused = links_in(
            [text for _name, text in pasted.texts],
            [name if name != text else "the text given" for name, text in pasted.texts],
        )
    links = [pasted.as_it_was(link) for link in links]
    refused = [*pasted.problems, *refused]
    for problem in (*refused, *pasted.noted):
        show_problem(problem)
    if not every:
        refuse_many(links)
    days = {link.reference: day or pasted.days.get(link.reference) for link in links}
    sent = {link.reference: named or pasted.senders.get(link.reference) for link in links}
    if day is None:
        for arrived in sorted({*pasted.days.values(), *(d for _file, d, _by in pasted.files if d)}):
            note(
                _(
                    "A mail arrived on {day} (its Received header): that is the day of its report (R46)",
                    day=arrived,
                )
            )
        undated = [text for _name, text in texts] if not pasted.days else []
        for written in sorted({d for t in undated if (d := mail_day(t, office.day)) and d < today}):
            note(_("The e-mail is dated {day}. If it arrived on that day, add --reported {day}", day=written))
    stated = (
        _("reported on {day}", day=day)
        if day
        else _("reported today, {day} (R16; --reported sets another day)", day=today)
    )
    note(n_("{n} event to fetch, {reported}", "{n} events to fetch, {reported}", len(links), reported=stated))
    with client_for(office.place.archive, replay, note, offline=offline, contact=office.contact) as client:
        taken = []
        for reported_on, by in dict.fromkeys((days[k.reference], sent[k.reference]) for k in links):
            taken += take_links(
                office.engine,
                client,
                [k for k in links if (days[k.reference], sent[k.reference]) == (reported_on, by)],
                reported=reported_on,
                clock=now,
                progress=lambda link: progress_line(link.words),
                reporter=by,
            )
            if taken[-1].ends_run:
                break
    failed = sum(not tell_link(one, days[one.link.reference] or today) for one in taken)
    for arrived_on, sender in dict.fromkeys((d, by) for _file, d, by in pasted.files):
        for one_file in take_files(
            office.engine,
            [file for file, d, by in pasted.files if (d, by) == (arrived_on, sender)],
            archive=office.place.archive,
            reported=day or arrived_on,
            clock=now,
            reporter=named or sender,
            every=every,
        ):
            failed += not tell_file(one_file, day or arrived_on or today)
    counts = {s: sum(t.stored is not None and t.stored.state == s for t in taken) for s in STATES}
    say(imported_counts(counts, failed))
    if taken and taken[-1].ends_run and len(taken) < len(links):
        left = ", ".join(link.words.removeprefix("tournament ") for link in links[len(taken) :])
        note(
            _(
                "Stopped. The others would be stopped in the same way and were not asked for: {which}",
                which=left,
            )
        )
    waiting = [t.open_questions for t in taken if t.stored is not None][-1:]
    note(_("Next: banzuke problems") if any(waiting) else _("Next: banzuke status"))
    lost = failed or not_read or pasted.problems
    if lost or any(map(_lost, refused)) or (refused and _only_links(sources)):
        raise typer.Exit(1)


def _only_links(sources: list[str]) -> bool:
    """Whether addresses were given one by one: then each that is refused is an error, not a by-catch."""
    return all("://" in s and len(s.split()) == 1 for s in sources)


def _standard_input() -> str:
    """What is piped in or typed; bytes that are no UTF-8 are kept as they are."""
    import sys

    from office.mail.limits import LARGEST

    if sys.stdin.isatty():
        note(_("Waiting for text: paste it here, then end with Ctrl-D on a line of its own (Windows Ctrl-Z)"))
    piped = getattr(sys.stdin, "buffer", None)
    # A byte more than a mail may have: its reader then names it as too large.
    given = piped.read(LARGEST + 1) if piped is not None else sys.stdin.read(LARGEST + 1).encode()
    return str(given.decode("utf-8", "surrogateescape"))


def _text(source: str) -> str:
    """The text behind a source: a file's, or the source itself."""
    try:
        if not Path(source).is_file():
            return source
    except OSError:  # a text too long for the name of a file
        return source
    return Path(source).read_text("utf-8", "replace")


def _lost(problem: "Problem") -> bool:
    """Whether what was refused may have been a report: other sites' links in an e-mail are none."""
    return problem.code in (
        "no-link",
        "no-such-source",
        "page-not-a-mail",
        "address-hidden",
        "text-too-large",
    ) or ("chess-results.com" in problem.place.lower())


def _desk(place: "Place", records: "Sequence[EventRecord]") -> "list[WouldAsk]":
    """What the desk would ask of each event; nothing where there is no office."""
    from office.clock import now
    from office.intake.before import WouldAsk, would_ask

    if not place.has_office():
        return [WouldAsk() for _record in records]
    office = open_office(place.folder)
    found = []
    for record in records:
        with office.reading() as session:
            moment = now()
            found.append(would_ask(session, record, now=moment, today=office.day(moment)))
    return found


def read(
    context: typer.Context,
    source: Annotated[
        list[str],
        typer.Argument(help="An address, a saved page, a folder of saved pages, or a report as a file."),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="The whole reading as JSON.")] = False,
    check: Annotated[bool, typer.Option(help="What the office would ask, before you report.")] = False,
    card: Annotated[
        list[int],
        typer.Option(
            min=1, max=MANY, help="Fetch the card of this starting number too: year of birth. One page each."
        ),
    ] = [],  # noqa: B006  typer copies it
    replay: Replay = None,
    offline: Offline = False,
) -> None:
    """Show an event as it is read. Nothing is stored but the pages."""
    import json

    from cli.show import asked, event_page
    from office.intake.sources import cache_folder, read_sources
    from office.place import Place

    place = Place(context.obj)
    archive = place.archive if place.has_office() else cache_folder()
    records = read_sources(
        source,
        archive=archive,
        replay=replay,
        progress=progress_line("reading"),
        offline=offline,
        cards=card,
        contact=lambda: open_office(context.obj).contact() if place.has_office() else "",
    )
    if as_json:
        documents = [r.to_dict() for r in records]
        say(json.dumps(documents[0] if len(documents) == 1 else documents, ensure_ascii=False, indent=1))
    else:
        for record in records:
            say(event_page(record, problems=not check))
    if check:
        questions = [asked(record, desk) for record, desk in zip(records, _desk(place, records), strict=True)]
        if not as_json:
            for text, _ in questions:
                say(text)
        if any(count for _, count in questions):
            raise typer.Exit(3)

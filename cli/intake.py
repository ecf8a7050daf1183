"""Taking reports in; and the form on which organizers report."""

import os.path
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import Day, Offline, Replace, Replay, argument, day, option
from cli.out import note, note_left, notice, progress_line, save_beside, say, show_problems
from cli.session import now, open_office, reading
from office.words import _, n_, p_
from office.words.formats import day as day_told

if TYPE_CHECKING:
    from collections.abc import Mapping

    from importer.given import GivenFile
    from office.intake.links import Link
    from office.intake.take_in import Came, Taken
    from office.mail.pasted import Pasted
    from office.opened import Office
    from scraper.client import Client
    from scraper.records import Problem


def import_(
    context: typer.Context,
    sources: Annotated[
        list[str],
        argument(
            "Links, files with text (an e-mail), reports as files (form, Swiss Perfect, TRF, zip), saved"
            " pages and folders of them, or - for standard input."
        ),
    ],
    reported: Annotated[Day | None, day("The day the report arrived, here. Default: today.")] = None,
    reporter: Annotated[
        str | None, option("Who reported (4(2)): a member's ID, a name, an address, or organizer.")
    ] = None,
    every: Annotated[bool, option("Take more than ten events at once.", "--all")] = False,
    replay: Replay = None,
    offline: Offline = False,
) -> None:
    """Take in reports: links, the text of mails, files. Each event is read and stored."""
    from cli.told import next_step, say_counts
    from importer.rulings import Rulings
    from office.doctor.clock import clock_behind
    from office.intake.take_in import Came
    from office.lists.law import check_report_day
    from office.rules.people import reporter_named

    office = open_office(context.obj)
    today = office.day(now())
    with office.reading() as session:
        if reported is not None:
            check_report_day(reported, today, Rulings.in_force(session), "--reported")
        elif (behind := clock_behind(session, now())) is not None:  # the day that it gives is a wrong one
            show_problems([behind])
    named = reporter_named(reporter) if reporter is not None else None
    stated = (
        _("reported on {day}", day=day_told(reported))
        if reported
        else _("reported today, {day} (R16; --reported sets another day)", day=day_told(today))
    )
    reports, sources, large = _sorted_out(sources)
    show_problems(large)
    not_read = len(large)
    if reports:
        note(n_("{n} file, {reported}", "{n} files, {reported}", len(reports), reported=stated))
        came = Came(reported, reporter=named)
        stored, failed = _take_files(office, reports, came, today, by_hand=True, every=every)
        failed += sum(len(one.problems) for one in stored if one.stored is not None)
        say_counts(stored, failed)
        next_step(stored)
        not_read += failed
    if sources:
        not_read += _take_texts(
            office, sources, reported, named, today, stated, every=every, replay=replay, offline=offline
        )
    if not_read:
        raise typer.Exit(1)


def _take_texts(
    office: "Office",
    sources: list[str],
    reported: date | None,
    named: str | None,
    today: date,
    stated: str,
    *,
    every: bool,
    replay: Path | None,
    offline: bool,
) -> int:
    """Fetches what links and mails lead to, takes what mails bring with them, and says what became of each;
    how much was not read. `named`: who reported, where that was said; `stated`: when, in words."""
    from cli.told import next_step, say_counts, tell
    from office.intake.links import Link, links_in, refuse_many
    from office.intake.sources import office_client
    from office.intake.take_in import Came
    from office.mail.nothing_new import newest_report, of_pasted
    from office.mail.pasted import mails_among

    texts = [(s, _standard_input() if s == "-" else _text(s)) for s in sources]
    pasted = mails_among(texts, now(), office.day)
    links: list[Link] = []
    refused: list[Problem] = []
    if pasted.texts or not (pasted.files or pasted.problems):
        links, refused = links_in(pasted.texts)
    refused = [*pasted.problems, *refused]
    show_problems([*refused, *pasted.noted])
    if not every:
        refuse_many(links)
    if reported is None:
        _note_days(pasted, [text for _name, text in texts], office, today)
    note(n_("{n} event to fetch, {reported}", "{n} events to fetch, {reported}", len(links), reported=stated))
    together: dict[tuple[date | None, str | None], list[Link]] = {}
    for link in links:
        arrived_on, by = pasted.days.get(link.reference), pasted.senders.get(link.reference)
        together.setdefault((reported or arrived_on, named or by), []).append(link)
    last = 0
    if pasted.mails and named is None:  # of them it is asked below what is new
        with office.reading() as session:
            last = newest_report(session)
    with office_client(office, replay, notice, offline=offline) as client:
        taken = _take_links(office, client, together, today)
    failed = sum(not tell(one, arrived_on) for one, arrived_on in taken)
    all_taken = [one for one, _day in taken]
    for arrived_on, sender in dict.fromkeys((d, by) for _file, d, by in pasted.files):
        files = [file for file, d, by in pasted.files if (d, by) == (arrived_on, sender)]
        came = Came(reported or arrived_on, reporter=named or sender)
        attached, lost = _take_files(office, files, came, today, every=every)
        all_taken += attached
        failed += lost
    say_counts(all_taken, failed)
    if taken and taken[-1][0].ends_run and len(taken) < len(links):
        in_turn = [link for group in together.values() for link in group]
        left = ", ".join(link.words.removeprefix("tournament ") for link in in_turn[len(taken) :])
        note(
            _(
                "Stopped. The others would be stopped in the same way and were not asked for: {which}",
                which=left,
            )
        )
    doubts: list[Problem] = []
    if pasted.mails and named is None:
        with office.reading() as session:
            found = (of_pasted(session, *mail, last) for mail in pasted.mails)
            doubts = [problem for problem in found if problem is not None]
    show_problems(doubts)
    next_step(all_taken)
    addressed = [problem for problem in refused if _lost(problem) or _only_links(sources)]
    return failed + len(pasted.problems) + len(addressed) + len(doubts)


def _sorted_out(sources: list[str]) -> "tuple[list[GivenFile], list[str], list[Problem]]":
    """The files among what was given that are reports, saved pages or no text at all, told by their content;
    the rest, links and text; and what is too large to be opened. A folder stands for its files."""
    from importer.errors import ImportRefused
    from importer.given import GivenFile, bytes_of
    from office.intake.sources import files_of, is_report_file, left_in

    files, rest = [], []
    large: list[Problem] = []
    for source in sources:
        if os.path.isdir(source):
            files += (held := files_of(Path(source)))
            note_left(source, left_in(Path(source), held))
            continue
        try:
            data = bytes_of(Path(source)) if os.path.isfile(source) else None
        except ImportRefused as error:
            large += error.problems
            continue
        if data is not None and is_report_file(source, data):
            files.append(GivenFile(Path(source).name, data))
        else:
            rest.append(source)
    return files, rest, large


def _take_files(
    office: "Office",
    files: "list[GivenFile]",
    came: "Came",
    today: date,
    *,
    every: bool,
    by_hand: bool = False,
) -> "tuple[list[Taken], int]":
    """Takes files in and says what became of them; and how many events were not read."""
    from cli.told import tell
    from office.intake.files import take_files

    archive = office.place.archive
    taken = take_files(office.engine, files, came, archive=archive, clock=now, by_hand=by_hand, every=every)
    return taken, sum(not tell(one, came.reported or today) for one in taken)


def _note_days(pasted: "Pasted", texts: list[str], office: "Office", today: date) -> None:
    """Says on which days mails arrived, or may have arrived."""
    from office.intake.links import mail_day

    dated = {*pasted.days.values(), *(d for _file, d, _by in pasted.files if d)}
    for arrived in sorted(dated):
        note(
            _(
                "A mail arrived on {day} (its Received header): that is the day of its report (R46)",
                day=day_told(arrived),
            )
        )
    undated = [] if dated else texts
    for written in sorted({d for t in undated if (d := mail_day(t, office.day)) and d < today}):
        note(_("The e-mail is dated {day}. If it arrived on that day, add --reported {day}", day=written))


def _take_links(
    office: "Office",
    client: "Client",
    together: "Mapping[tuple[date | None, str | None], list[Link]]",
    today: date,
) -> "list[tuple[Taken, date]]":
    """Takes links in, by the day they were reported on and by whom: what became of each, and its day. The
    last one may have ended the run."""
    from office.intake.links import take_links
    from office.intake.take_in import Came

    taken: list[tuple[Taken, date]] = []
    for (reported, by), links in together.items():
        found = take_links(
            office.engine,
            client,
            links,
            Came(reported, reporter=by),
            clock=now,
            progress=lambda link: progress_line(link.words),
        )
        taken += [(one, reported or today) for one in found]
        if found[-1].ends_run:
            break
    return taken


def _only_links(sources: list[str]) -> bool:
    """Whether addresses were given one by one: then each that is refused is an error, not a by-catch."""
    return all("://" in s and len(s.split()) == 1 for s in sources)


def _standard_input() -> str:
    """What is piped in or typed; bytes that are no UTF-8 are kept as they are."""
    from office.mail.limits import LARGEST

    if sys.stdin.isatty():
        note(_("Waiting for text: paste it here, then end with Ctrl-D on a line of its own (Windows Ctrl-Z)"))
    piped = getattr(sys.stdin, "buffer", None)
    # A byte more than a mail may have: its reader then names it as too large.
    given = piped.read(LARGEST + 1) if piped is not None else sys.stdin.read(LARGEST + 1).encode()
    return str(given.decode("utf-8", "surrogateescape"))


def _text(source: str) -> str:
    """The text behind a source: a file's, or the source itself."""
    return Path(source).read_text("utf-8", "replace") if os.path.isfile(source) else source


def _lost(problem: "Problem") -> bool:
    """Whether what was refused may have been a report: other sites' links in an e-mail are none."""
    codes = ("no-link", "no-such-source", "page-not-a-mail", "address-hidden", "text-too-large")
    return problem.code in codes or "chess-results.com" in problem.place.lower()


def form(
    context: typer.Context,
    file: Annotated[Path, argument("The workbook to write, FILE.xlsx.", dir_okay=False)],
    members: Annotated[bool, option("With the members' IDs and names to pick from.", "--members")] = False,
    replace: Replace = False,
) -> None:
    """Write the Rating Report Form, a workbook for organizers (4(4))."""
    from importer.form.layout import VERSION
    from importer.form.write import write_form
    from office.errors import refusal
    from office.place import Place

    if file.suffix.casefold() != ".xlsx":
        remedy = "name it FILE.xlsx"
        raise refusal("form-name", str(file), "a file that ends in .xlsx", file.name, remedy)
    known, family, told = None, None, f"{file}{p_('punctuation', ': ')}{_('Rating Report Form')} {VERSION}"
    if members or Place(context.obj).has_office():  # without one it is that of the usual family
        from office.families import family_of
        from publication.exports.programs import form_members

        with reading(context) as session:
            family = family_of(session)
            known = form_members(session) if members else None
    if known is not None:
        told += _(", ") + n_("{n} member to pick from", "{n} members to pick from", len(known))
    save_beside(file, write_form(known, family), replace=replace)
    say(told)
    note(_("Organizers fill it in and send it; banzuke import FILE reads it back"))

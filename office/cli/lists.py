"""Lists: rate, preview, publish, export list, explain."""

from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

ListDate = Annotated[
    datetime | None,
    typer.Option("--list", formats=["%Y-%m-%d"], help="The list's date, the 1st of a month."),
]


class Language(StrEnum):
    """Languages of explanations."""

    en = "en"
    ja = "ja"


def register(app: typer.Typer) -> None:
    """Adds these commands."""
    for command in (rate, preview, publish):
        app.command()(command)
    export = typer.Typer(
        no_args_is_help=True, help="Files for the website and others.", rich_markup_mode=None
    )
    export.callback()(lambda: None)
    export.command("list")(export_list)
    app.add_typer(export, name="export")
    app.command()(explain)
    app.command()(whatif)


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
    who: Annotated[str | None, typer.Option(envvar="BANZUKE_OFFICER", help="Who decides.")] = None,
) -> None:
    """Reckon the next list and keep it as a draft. Repeat it as often as you like."""
    from office.cli.out import note, say
    from office.cli.session import open_office
    from office.clock import now
    from office.database.engine import transaction
    from office.desk.refresh import refresh
    from office.runs.rate import rate_list, rule_edition, switches_from

    office = open_office(context.obj)
    switches = switches_from(interpretation)
    with transaction(office.engine) as session:
        if edition is not None:
            officer = office.officer(who)
            rule_edition(
                session, list_date and list_date.date(), edition, reason=reason, who=officer, now=now()
            )
        version = rate_list(session, list_date and list_date.date(), switches=switches, now=now())
        waiting = [e for e in refresh(session, switches).events if not e.published and not e.list_date]
    say(version.report.rstrip())
    for event in waiting:
        note(f"Not in this list: {event.view.label}, which is incomplete or waits for its report day")
    note("Next: banzuke preview, then banzuke publish")


def preview(context: typer.Context, list_date: ListDate = None) -> None:
    """The draft as it would be printed, with what changed."""
    from office.cli.out import note, say
    from office.cli.session import open_office
    from office.database.engine import look
    from office.runs.preview import preview_text

    office = open_office(context.obj)
    with look(office.engine) as session:
        say(preview_text(session, list_date and list_date.date()))
    note("Next: banzuke publish")


def publish(
    context: typer.Context,
    list_date: ListDate = None,
    who: Annotated[str | None, typer.Option(envvar="BANZUKE_OFFICER", help="Who publishes.")] = None,
) -> None:
    """Make the draft final. From then on the database refuses every change to it."""
    from office.cli.out import note, say
    from office.cli.session import open_office
    from office.clock import now
    from office.database.engine import transaction
    from office.runs.publish import publish_list

    office = open_office(context.obj)
    officer = office.officer(who)
    with transaction(office.engine) as session:
        version = publish_list(session, list_date and list_date.date(), officer=officer, now=now())
    say(
        f"List of {version.list_date}, version {version.version}, is published; SHA-256 {version.text_sha256}"
    )
    note("Next: banzuke export list")


def export_list(
    context: typer.Context,
    list_date: ListDate = None,
    to: Annotated[
        Path | None, typer.Option(help="The folder to write into.", show_default="lists/ in the office")
    ] = None,
    bom: Annotated[bool, typer.Option("--bom", help="With the mark by which Excel knows UTF-8.")] = False,
) -> None:
    """Write a published list as CSV in the Japanese columns."""
    from office.cli.out import say
    from office.cli.session import open_office
    from office.database.engine import look
    from office.errors import OfficeError
    from office.exports.files import write_whole
    from office.exports.japanese_list import file_name, japanese_list
    from office.lists.chain import newest
    from scraper.records import Problem

    office = open_office(context.obj)
    with look(office.engine) as session:
        version = newest(session, list_date and list_date.date(), published=list_date is None)
        if version.state != "published":
            found, remedy = "a draft", "publish it first: banzuke publish"
            raise OfficeError(
                Problem("not-published", f"list of {version.list_date}", "a published list", found, remedy)
            )
        data = japanese_list(session, version, bom=bom)
        name = file_name(version)
    path = (to or office.place.lists) / name
    write_whole(path, data)
    say(f"{path}: {data.count(bytes([10])) - 1} players")


def explain(
    context: typer.Context,
    member: Annotated[str, typer.Argument(help="The member's ID or whole name.")],
    list_date: ListDate = None,
    language: Annotated[Language, typer.Option("--lang", help="Language of text and HTML.")] = Language.en,
    as_json: Annotated[bool, typer.Option("--json", help="The facts as JSON.")] = False,
    as_html: Annotated[bool, typer.Option("--html", help="A page for a browser.")] = False,
) -> None:
    """Every game behind a rating, with the article of each figure."""
    import json

    from office.cli.out import say
    from office.cli.session import open_office
    from office.database.engine import look
    from office.explain.document import document
    from office.explain.member import find_member, story
    from office.explain.text import explain_text
    from office.lists.chain import newest

    office = open_office(context.obj)
    with look(office.engine) as session:
        found = find_member(session, member)
        version = newest(session, list_date and list_date.date())
        doc = document(story(session, found, version))
    if as_json:
        say(json.dumps(doc, ensure_ascii=False, indent=1))
    elif as_html:
        from office.explain.page import explain_page

        say(explain_page(doc, language.value).rstrip())
    else:
        say(explain_text(doc, language.value).rstrip())
    if any(not part["check"]["holds"] for part in doc.get("types", ()) if "check" in part):
        raise typer.Exit(1)


def whatif(
    context: typer.Context,
    member: Annotated[str, typer.Argument(help="The member's ID or whole name.")],
    game: Annotated[
        list[str], typer.Option(help="A supposed game: “win 1850”, “draw N10210137”. Repeat it.")
    ],
    type_: Annotated[str, typer.Option("--type", help="standard or rapid.")] = "standard",
    day: Annotated[datetime | None, typer.Option(formats=["%Y-%m-%d"], help="When they are played.")] = None,
    interpretation: Annotated[list[str], typer.Option(help="Read a point otherwise, e.g. R1=half-up.")] = [],  # noqa: B006
) -> None:
    """What a rating would become with supposed games."""
    from office.cli.out import say
    from office.cli.session import open_office
    from office.database.engine import look
    from office.explain.member import find_member
    from office.runs.rate import switches_from
    from office.whatif.games import supposed, what_if
    from office.whatif.text import what_if_text

    office = open_office(context.obj)
    games = [supposed(text) for text in game]
    switches = switches_from(interpretation)
    with look(office.engine) as session:
        found = find_member(session, member)
        played = day.date() if day else None
        answer = what_if(session, found.federation_id, type_, games, day=played, switches=switches)
    say(what_if_text(answer))

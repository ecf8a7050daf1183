"""`banzuke rule`: decisions on a list, a member or an organizer, which no question asks for."""

from datetime import datetime
from typing import Annotated

import typer

Who = Annotated[str | None, typer.Option(envvar="BANZUKE_OFFICER", help="Who decides.")]
Reason = Annotated[str, typer.Option(help="Why; kept with the ruling.")]
Day = Annotated[datetime | None, typer.Option(formats=["%Y-%m-%d"])]
ListDate = Annotated[
    datetime | None, typer.Option("--list", formats=["%Y-%m-%d"], help="The list's date; the next one.")
]


def register(app: typer.Typer) -> None:
    """Adds these commands."""
    group = typer.Typer(
        no_args_is_help=True,
        help="Decide what no question asks for: adjustments, ratings from outside, an organizer's fees.",
        rich_markup_mode=None,
    )
    for command in (adjustment, outside, fees):
        group.command()(command)
    app.add_typer(group, name="rule")


def adjustment(
    context: typer.Context,
    member: Annotated[str, typer.Argument(help="The member's ID or whole name.")],
    points: Annotated[int, typer.Option(help="Points to add; --points=-12 takes them off.")],
    reference: Annotated[str, typer.Option(help="The decision it rests on; printed in explanations.")],
    type_: Annotated[str, typer.Option("--type", help="standard, rapid or ncs.")] = "standard",
    list_date: ListDate = None,
    announced: Annotated[
        datetime | None, typer.Option(formats=["%Y-%m-%d"], help="The day the members were told, 2019 5(2).")
    ] = None,
    closed_list: Annotated[
        datetime | None,
        typer.Option(formats=["%Y-%m-%d"], help="The closed list whose error it makes good, 7(3)."),
    ] = None,
    error_reported: Annotated[
        datetime | None, typer.Option(formats=["%Y-%m-%d"], help="The day that error was pointed out.")
    ] = None,
    reason: Reason = "",
    who: Who = None,
) -> None:
    """Add points to a rating on one list: a decision of the Board, or the error of a closed list."""
    from office.cli.out import note, say
    from office.cli.session import open_office
    from office.clock import now
    from office.database.engine import transaction
    from office.rules.enter import adjust
    from office.rules.standing import Adjusting, ruled_text

    office = open_office(context.obj)
    officer = office.officer(who)
    days = [d.date().isoformat() if d else None for d in (announced, closed_list, error_reported)]
    with transaction(office.engine) as session:
        row = adjust(
            session,
            member,
            type_,
            Adjusting(points, reference, *days),
            list_date and list_date.date(),
            reason=reason,
            who=officer,
            now=now(),
        )
        said = f"ruling {row.id}: adjustment {ruled_text(row)}: {row.subject}"
    say(said)
    note("Next: banzuke rate; banzuke resolve --take-back RULING undoes it")


def outside(
    context: typer.Context,
    member: Annotated[str, typer.Argument(help="The member's ID or whole name.")],
    jca: Annotated[int | None, typer.Option(help="His JCA rating, 2019 2(3).")] = None,
    foreign: Annotated[
        int | None, typer.Option(help="Another country's rating, taken on application, 2019 2(3).")
    ] = None,
    reason: Reason = "",
    who: Who = None,
) -> None:
    """A rating from outside that an unrated member may take over."""
    from office.cli.out import note, say
    from office.cli.session import open_office
    from office.clock import now
    from office.database.engine import transaction
    from office.rules.enter import outside as enter

    given = [(of, rating) for of, rating in (("jca", jca), ("foreign", foreign)) if rating is not None]
    if len(given) != 1:
        raise typer.BadParameter("give --jca or --foreign")
    office = open_office(context.obj)
    officer = office.officer(who)
    (of, rating) = given[0]
    with transaction(office.engine) as session:
        row = enter(session, member, of, rating, reason=reason, who=officer, now=now())
        said = f"ruling {row.id}: outside-rating {row.value}: {row.subject}"
    say(said)
    note("Next: banzuke rate; banzuke resolve --take-back RULING undoes it")


def fees(
    context: typer.Context,
    organizer: Annotated[str, typer.Argument(help="The organizer, as events name him.")],
    list_date: Annotated[datetime, typer.Option("--list", formats=["%Y-%m-%d"], help="The list's date.")],
    paid: Annotated[
        datetime | None, typer.Option(formats=["%Y-%m-%d"], help="The day the fees were paid.")
    ] = None,
    unpaid: Annotated[bool, typer.Option("--unpaid", help="They were not paid in time.")] = False,
    accepted: Annotated[bool, typer.Option("--accepted", help="Rate them though not paid.")] = False,
    reason: Reason = "",
    who: Who = None,
) -> None:
    """What became of all fees of an organizer for one list. One event: banzuke resolve E3 --fee-paid DAY."""
    from office.cli.out import note, say
    from office.cli.session import open_office
    from office.clock import day_in_japan, now
    from office.database.engine import transaction
    from office.rules.enter import fee_of_all
    from office.rules.events import fee_answer

    words = [
        word
        for word, given in (
            (f"paid {paid.date()}" if paid else "", paid is not None),
            ("unpaid", unpaid),
            ("accepted", accepted),
        )
        if given
    ]
    if len(words) != 1:
        raise typer.BadParameter("give one of --paid DAY, --unpaid, --accepted")
    office = open_office(context.obj)
    officer = office.officer(who)
    with transaction(office.engine) as session:
        value = fee_answer(words[0], day_in_japan(now()))
        row = fee_of_all(session, organizer, list_date.date(), value, reason=reason, who=officer, now=now())
        said = f"ruling {row.id}: fee {row.value}: {organizer}, list of {list_date.date()}"
    say(said)
    note("Next: banzuke fees, or banzuke rate")

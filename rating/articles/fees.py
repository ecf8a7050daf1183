"""Renewal fees: who owes them for whom, as a function of who played in what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING

from rating.calendar import add_months
from rating.citation import article
from rating.interpretations import Interpretations
from rating.records import Event
from rating.steps import Fee, Period

if TYPE_CHECKING:
    from rating.edition import Edition


@article("ncs-2022-09", "3(4)", reads=("fee_yen",))
def fee_for_each_report(law: Edition, events: Sequence[Event], switches: Interpretations) -> tuple[Fee, ...]:
    """The fees of a period: one for each player of each report; the periodic meetings of one organizer
    charge a player once."""
    paid: set[tuple[str, str]] = set()
    fees = []
    for event, organizer, player in _played(law, events, switches):
        if event.periodic and (organizer, player) in paid:
            continue
        if event.periodic:
            paid.add((organizer, player))
        fees.append(Fee(organizer, event.id, player, law.number("fee_yen")))
    return tuple(fees)


@article("ncs-2019-09", "3(4)", reads=("fee_yen",))
def fee_for_each_player(law: Edition, events: Sequence[Event], switches: Interpretations) -> tuple[Fee, ...]:
    """The fees of a period: one for each player, however many games, due with his first report (R32: or
    one with each organizer)."""
    paid: set[tuple[str, str]] = set()
    fees = []
    for event, organizer, player in _played(law, events, switches):
        payer = organizer if switches.r32 == "each-organizer" else ""
        if (payer, player) not in paid:
            paid.add((payer, player))
            fees.append(Fee(organizer, event.id, player, law.number("fee_yen")))
    return tuple(fees)


@article("ncs-2022-09", "3(5)")
def unpaid_and_not_accepted(_law: Edition, unpaid: str | None, accepted: bool) -> bool:
    """True where games are not rated because the fee was not paid by the end of the month."""
    return unpaid is not None and not accepted


@article("ncs-2022-09", "3(5)")
def end_of_month(law: Edition, reported: date, period: Period, switches: Interpretations) -> date:
    """The last day on which the fee of a report is paid in time: the end of the month; of which one, R37."""
    month = reported if switches.r37 == "of-report" else period.last
    return add_months(month.replace(day=1), 1) - timedelta(days=1)


@article("ncs-2019-09", "3(4)", reads=("fee_within_days",))
def days_after_report(law: Edition, reported: date, period: Period, switches: Interpretations) -> date:
    """The same, some days from the report."""
    return reported + timedelta(days=law.number("fee_within_days"))


def paired_owe(switches: Interpretations) -> bool:
    """Whether a fee is owed for who was paired with somebody, also if all he has are forfeits (R121)."""
    return switches.r121 == "paired"


def _played(
    law: Edition, events: Sequence[Event], switches: Interpretations
) -> Iterator[tuple[Event, str, str]]:
    """Who played a game in which event, in the order of the reports. A forfeit is no game."""
    paired = paired_owe(switches)
    for event in sorted(events, key=lambda event: (event.reported, event.id)):
        players = {
            player
            for game in event.games
            if paired or not law.shapes.forfeit(law, game.result)
            for player in (game.white, game.black)
        }
        for player in sorted(players):
            yield event, event.organizer or event.id, player

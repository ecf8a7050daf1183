"""What organizers owe for a period, where the edition has renewal fees."""

from collections.abc import Container, Iterable
from datetime import date

from rating.edition import Edition
from rating.game_lines import by_the_report, type_of
from rating.interpretations import OURS, Interpretations
from rating.records import Event
from rating.reports import reports_of
from rating.steps import Fee


def fees_owed(
    law: Edition,
    events: Iterable[Event],
    list_date: date,
    switches: Interpretations = OURS,
    guests: Container[str] = (),
) -> list[Fee]:
    """The fees of the reports of a list's period (2022 3(4), 2019 3(4)), by organizer; an event without one
    stands for itself. None where the edition knows no fees. `guests`: the players who are on no register, who
    owe one like everybody or none (R125)."""
    if not law.has("fees"):
        return []
    reports = [one for one in reports_of(law, events, list_date) if is_charged(law, one, switches)]
    free = () if guests_owe(switches) else guests
    fees = (fee for fee in law.shapes.fees(law, reports, switches) or () if fee.player not in free)
    return sorted(fees, key=lambda fee: fee.organizer)


def guests_owe(switches: Interpretations) -> bool:
    """Whether a fee is owed for who is on no register (R125)."""
    return switches.r125 == "every-player"


def is_charged(law: Edition, report: Event, switches: Interpretations) -> bool:
    """Whether fees are owed for a report: for each, or not for one of which no game is rated whoever played
    it (R114)."""
    return all_are_charged(switches) or any(
        not any(by_the_report(law, report, game, type_of(law, report, switches), switches))
        for game in report.games
    )


def all_are_charged(switches: Interpretations) -> bool:
    """Whether fees are owed for each report, whatever is rated of it (R114)."""
    return switches.r114 == "owed"

"""What each organizer owes for a period, where the edition has renewal fees."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from rating.edition import Edition
from rating.game_lines import by_the_report, type_of
from rating.interpretations import OURS, Interpretations
from rating.records import Event
from rating.reports import reports_of
from rating.steps import Fee


@dataclass(frozen=True, slots=True)
class Statement:
    """The renewal fees of one organizer for one list: the article, each fee, and their sum in yen."""

    organizer: str
    article: str
    fees: tuple[Fee, ...]

    @property
    def yen(self) -> int:
        return sum(fee.yen for fee in self.fees)


def fee_statements(
    law: Edition, events: Iterable[Event], list_date: date, switches: Interpretations = OURS
) -> tuple[Statement, ...]:
    """The statements of the reports of a list's period (2022 3(4), 2019 3(4)), by organizer; an event
    without one stands for itself. Empty where the edition knows no fees."""
    if not law.has("fees"):
        return ()
    reports = [one for one in reports_of(law, events, list_date) if is_charged(law, one, switches)]
    fees = law.shapes.fees(law, reports, switches) or ()
    organizers = sorted({fee.organizer for fee in fees})
    return tuple(
        Statement(name, law.article_of_role("fees"), tuple(fee for fee in fees if fee.organizer == name))
        for name in organizers
    )


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

"""Days by which something has to be there: reports of the coming list, errors in lists that are open."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from office.corrections.open_lists import first_published, last_open_day
from office.lists.chain import standing_versions
from office.lists.law import law_of
from office.words import _, n_
from office.words.formats import day
from rating.errors import RatingError

if TYPE_CHECKING:
    from sqlmodel import Session

    from importer.rulings import Rulings


@dataclass(frozen=True, slots=True)
class Deadline:
    """`list_date`: of which list; `reports`: whether it is for its reports, else for errors in it (7(3));
    `left`: days from today to the last day, less than zero when it is past."""

    list_date: date
    reports: bool
    last_day: date
    left: int

    def words(self) -> str:
        """The same for people."""
        facts = {"list": day(self.list_date), "day": day(self.last_day)}
        told = (
            _("reports for the list of {list} until {day}", **facts)
            if self.reports
            else _("errors in the list of {list} until {day}", **facts)
        )
        return _("{what}: {value}", what=told, value=self.time_left())

    def time_left(self) -> str:
        """How long it is to the day."""
        if self.left < 0:
            return _("past")
        return n_("{n} day left", "{n} days left", self.left)


def deadlines(session: Session, coming: date | None, rulings: Rulings, today: date) -> list[Deadline]:
    """The last day of the coming list's period, also when it is past; and of each published list the last on
    which an error in it can be reported, while it is open. What has the least time first."""
    found = []
    if coming is not None:
        try:
            law = law_of(coming, rulings)
        except RatingError:
            pass  # the page says what is missing
        else:
            last = law.shapes.period(law, coming).last
            found.append(Deadline(coming, True, last, (last - today).days))
    for version in reversed(standing_versions(session)):
        if version.how != "run":
            break  # what was taken over is not recalculated
        closes = last_open_day(first_published(session, version.list_date))
        if closes is None:
            continue
        if closes < today:
            break  # those before it are closed too
        found.append(Deadline(version.list_date, False, closes, (closes - today).days))
    return sorted(found, key=lambda one: (one.last_day, one.list_date))

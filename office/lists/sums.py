"""The sums behind a list, added up again from its stored rows."""

from sqlmodel import Session

from office.families import family_named
from office.lists.law import law_of_version
from office.tables import ListVersionRow
from scraper.records import Problem


def wrong_sums(session: Session, version: ListVersionRow) -> list[Problem]:
    """Everything of a version that its stored rows do not give; empty when all holds."""
    if version.how == "opening":
        return []
    law, switches = law_of_version(version)
    remedy = "do not publish; make the draft anew: banzuke rate"
    return [
        Problem(
            "sum-does-not-hold", f"list of {version.list_date}, {place}", "the stored figures", found, remedy
        )
        for place, found in family_named(law.family).faults(session, version, law, switches)
    ]

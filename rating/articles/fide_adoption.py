"""The FIDE rating a member brings."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING

from rating.citation import article
from rating.interpretations import Interpretations

if TYPE_CHECKING:
    from rating.edition import Edition


@article("jcf-2024-10", "6(1)")
def fide_at_joining(
    law: Edition,
    type: str,
    fide: Mapping[str, int],
    joined: date | None,
    list_date: date,
    switches: Interpretations,
) -> int | None:
    """The FIDE rating of the same type at first joining, not below the floor; None where there is none
    or the member joined too late for this list (R19). An unknown day of joining is long past."""
    if type not in fide:
        return None
    until = list_date if switches.r19 == "list-date" else law.shapes.period(law, list_date).last
    if joined is not None and joined > until:
        return None
    return law.shapes.floor(law, fide[type])

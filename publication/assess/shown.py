"""Who is named in a report: nobody who asked to be withheld. All of them count in the figures."""

from collections.abc import Set
from dataclasses import replace

from office.assess.assessment import Assessment


def without(told: Assessment, withheld: Set[str]) -> Assessment:
    """The assessment as others may see it."""
    return replace(
        told,
        crossings=[one for one in told.crossings if one.id not in withheld],
        shifts=[one for one in told.shifts if one.id not in withheld],
    )

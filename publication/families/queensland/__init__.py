"""The Queensland family in what leaves the office."""

from typing import TYPE_CHECKING

from office.families import queensland
from publication.exports.fields import Audience

if TYPE_CHECKING:
    from publication.families.family import Family


class Queensland(queensland.Queensland):
    """Its part of the publication."""

    audience = Audience.QJ
    first_type = "qj"
    usual_formats = ("qj-text", "qj-xlsx", "qj-top")


FAMILY: "Family" = Queensland()

"""The Japanese family in what leaves the office."""

from typing import TYPE_CHECKING

from office.families import japanese
from publication.exports.fields import Audience

if TYPE_CHECKING:
    from publication.families.family import Family


class Japanese(japanese.Japanese):
    """Its part of the publication."""

    audience = Audience.PUBLIC
    first_type = "standard"
    usual_formats = ("japan",)


FAMILY: "Family" = Japanese()

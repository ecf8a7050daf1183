"""The Queensland family in what leaves the office."""

from typing import TYPE_CHECKING

from office.families import queensland
from publication.exports.fields import Audience
from publication.families.family import OwnFormat
from publication.families.queensland.account.document import document
from publication.families.queensland.account.events import beside
from publication.families.queensland.account.telling import tell
from publication.families.queensland.list import excel_file, text_file
from publication.families.queensland.top import top_file

if TYPE_CHECKING:
    from publication.families.family import Family


class Queensland(queensland.Queensland):
    """Its part of the publication: what goes out with the list (Organisers 6)."""

    audience = Audience.JUNIORS
    home = "school"
    first_type = "qj"
    formats = {  # noqa: RUF012
        "qj-text": OwnFormat(text_file),
        "qj-xlsx": OwnFormat(excel_file, letters=False),
        "qj-top": OwnFormat(top_file),
    }
    export_games = None

    beside = staticmethod(beside)
    tell = staticmethod(tell)
    document = staticmethod(document)


FAMILY: "Family" = Queensland()

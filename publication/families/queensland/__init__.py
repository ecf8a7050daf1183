"""The Queensland family in what leaves the office."""

from typing import TYPE_CHECKING

from office.families import queensland
from office.words import N_
from publication.exports.fields import Audience
from publication.families.family import Format
from rating.families import Later

if TYPE_CHECKING:
    from publication.families.family import Family
    from publication.families.queensland import list as list_
    from publication.families.queensland.account import document, telling
else:
    list_ = Later(f"{__name__}.list")
    document, telling = Later(f"{__name__}.account.document"), Later(f"{__name__}.account.telling")


class Queensland(queensland.Queensland):
    """Its part of the publication: what goes out with the list (Organisers 6)."""

    audience = Audience.JUNIORS
    home = "school"
    first_type = "qj"
    formats = {  # noqa: RUF012
        "qj-text": Format(list_.text_file, N_("The text of Queensland's list")),
        "qj-xlsx": Format(list_.excel_file, N_("Queensland's list as a workbook"), letters=False),
        "qj-top": Format(list_.top_file, N_("Queensland's top players and most improved")),
    }
    export_games = None

    beside = staticmethod(document.beside)
    tell = staticmethod(telling.tell)
    document = staticmethod(document.document)


FAMILY: "Family" = Queensland()

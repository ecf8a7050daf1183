"""The Japanese family in what leaves the office."""

from typing import TYPE_CHECKING

from office.families import japanese
from office.words import N_
from publication.exports.fields import Audience
from publication.families.family import ExportGames, Format
from rating.families import Later

if TYPE_CHECKING:
    from publication.account import by_game, document
    from publication.families.family import Family
    from publication.families.japanese import list as list_
else:
    by_game, document = Later("publication.account.by_game"), Later("publication.account.document")
    list_ = Later(f"{__name__}.list")


class Japanese(japanese.Japanese):
    """Its part of the publication."""

    audience = Audience.PUBLIC
    home = "club"
    first_type = "standard"
    formats = {  # noqa: RUF012
        "japan": Format(list_.list_file, N_("The table that the public sites read (CSV)"), table=True)
    }
    export_games: ExportGames | None = staticmethod(list_.games_files)

    beside = staticmethod(by_game.beside)
    tell = staticmethod(by_game.tell)
    document = staticmethod(document.game_by_game)


FAMILY: "Family" = Japanese()

"""The Japanese family in what leaves the office."""

from typing import TYPE_CHECKING

from office.families import japanese
from publication.account import by_game
from publication.exports.fields import Audience
from publication.families.family import ExportGames, OwnFormat
from publication.families.japanese.games import games_files
from publication.families.japanese.list import list_file

if TYPE_CHECKING:
    from publication.families.family import Family


class Japanese(japanese.Japanese):
    """Its part of the publication."""

    audience = Audience.PUBLIC
    home = "club"
    first_type = "standard"
    formats = {"japan": OwnFormat(list_file, table=True)}  # noqa: RUF012
    export_games: ExportGames | None = staticmethod(games_files)

    beside = staticmethod(by_game.beside)
    tell = staticmethod(by_game.tell)
    document = staticmethod(by_game.document)


FAMILY: "Family" = Japanese()

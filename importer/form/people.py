"""The players of a form or a list by what a cell of a game may name them by."""

from collections.abc import Mapping

from importer.matching.identifiers import plain_id
from importer.names import name_key
from scraper.records import Player


class People:
    """The players by number, federation ID, FIDE ID and name. What names two of them names nobody."""

    def __init__(self, players: Mapping[int, Player]) -> None:
        self.players = players
        self._by_text: dict[str, set[int]] = {}
        for number, player in players.items():
            ways = (plain_id(player.national_id or ""), player.fide_id or "", name_key(player.name))
            for way in {way for way in ways if way}:
                self._by_text.setdefault(way, set()).add(number)

    def number(self, text: str, id_: str = "") -> int | None:
        """The number of the one player whom the text names, or of two of that name the one with the ID that
        stands beside it; None for none or several."""
        found = self._by_text.get(plain_id(id_), set()) & self._by_text.get(name_key(text), set())
        if len(found) == 1:
            return next(iter(found))
        if text.isascii() and text.isdigit() and len(text) < 10 and int(text) in self.players:
            return int(text)
        for way in (plain_id(text), text.lstrip("0"), name_key(text)):
            found = self._by_text.get(way, set()) if way else set()
            if len(found) == 1:
                return next(iter(found))
        return None

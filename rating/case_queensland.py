"""Reading a rating case of a list that is reckoned event by event."""

from datetime import date

from rating.case_cells import HIGHEST, NO_DAY
from rating.case_reader import GAME, Reader
from rating.edition import Edition
from rating.records import AcfRating, Event, EventPerformance, Game, Held, Member

MEMBER = {"id", "ratings", "acf", "last_played", "previous_period"}
HELD = {"rating", "provisional"}
BEFORE = {"performance", "games", "time_class"}
EVENT = {"id", "time_class", "reported", "last_day", "games", "excluded"}


class EventReader(Reader):
    """A case being read; what differs from the other family."""

    def _types(self, law: Edition) -> set[str]:
        return set(law.shapes.types(law))

    def _member(self, law: Edition, item: object, place: str) -> Member:
        data = self._keys(item, MEMBER, place)
        ratings = {}
        lists = data.get("ratings")
        known = {} if lists is None else self._keys(lists, self._types(law), f"{place}.ratings")
        for type, raw in known.items():
            where = f"{place}.ratings.{type}"
            held = self._keys(raw, HELD, where)
            rating = self._rating(held, "rating", where, lowest=-HIGHEST)  # QJ 2 has no lowest one
            ratings[type] = Held(rating, 0, rating, provisional=self._flag(held, "provisional", where))
        last = self._date(data, "last_played", place) if data.get("last_played") is not None else None
        acf: tuple[AcfRating, ...] = ()
        if data.get("acf") is not None:
            # A case states the rating of the newest list; it is before every event.
            acf = (AcfRating(date.min, self._rating(data, "acf", place, lowest=1)),)
        return Member(
            id=self._id(data, "id", place),
            ratings=ratings,
            acf=acf,
            last_played=last,
            previous_period=tuple(
                self._before(law, part, f"{place}.previous_period[{n}]")
                for n, part in enumerate(self._items(data, "previous_period", place, needed=False))
            ),
        )

    def _before(self, law: Edition, item: object, place: str) -> EventPerformance:
        data = self._keys(item, BEFORE, place)
        return EventPerformance(
            self._rating(data, "performance", place, lowest=-HIGHEST),
            self._positive(data.get("games"), f"{place}.games"),
            self._class(law, data.get("time_class"), place) or "",
        )

    def _positive(self, value: object, place: str) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            self.refuse(place, "not-a-number", "a whole number, one or more", value)
            return 1
        return value

    def _class(self, law: Edition, value: object, place: str) -> str | None:
        known = law.words("time_classes")
        if value not in known:
            self.refuse(f"{place}.time_class", "time-class", f"one of {', '.join(known)}", value)
            return None
        return str(value)

    def _event(self, law: Edition, item: object, place: str) -> Event:
        data = self._keys(item, EVENT, place)
        reported = self._date(data, "reported", place)
        # A case may leave the days out: nothing but the order of lists hangs on them.
        last = self._date(data, "last_day", place) if data.get("last_day") is not None else reported
        return Event(
            id=self._id(data, "id", place),
            excluded=self._said(data, "excluded", place),
            reported=reported,
            last_day=last,
            time_class=self._class(law, data.get("time_class"), place),
            games=tuple(
                self._played(game, f"{place}.games[{n}]", last)
                for n, game in enumerate(self._items(data, "games", place))
            ),
        )

    def _played(self, item: object, place: str, last_day: date) -> Game:
        data = dict(self._keys(item, GAME, place))
        if data.get("date") is None and last_day != NO_DAY:
            data["date"] = last_day.isoformat()
        return self._game(data, place)

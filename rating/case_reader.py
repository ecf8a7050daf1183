"""Reading a rating case into records; problems are gathered with their place in the file."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any, TypeVar

from rating.case_cells import HIGHEST, NO_DAY, Cells, at, typed_list
from rating.edition import Edition
from rating.edition_kinds import FIDE_TYPES
from rating.errors import CaseError, TimeControlError
from rating.interpretations import OURS, Interpretations
from rating.records import Adjustment, EarlierGame, EarlierLists, Event, Game, Held, Member
from rating.results import KNOWN
from rating.time_control import parse_notation

CASE = {"regulation", "list", "members", "events", "adjustments", "notices", "earlier_lists"}
MEMBER = {
    *("id", "born", "joined", "membership", "ratings", "fide", "jca", "foreign", "decided", "unrated_games"),
}
HELD = {"rating", "games", "peak"}
EARLIER = {"type", "date", "opponent_rating", "score", "event", "opponent"}
EVENT = {
    *("id", "reported", "last_day", "type", "time_control", "fide_rated", "late_accepted", "games"),
    *("one_time", "fee_unpaid", "fee_accepted", "organizer_refused", "excluded", "for_list", "match_games"),
}
GAME = {"round", "date", "white", "black", "result", "excluded"}
ADJUSTMENT = {"member", "type", "points", "reference", "announced"}

M = TypeVar("M", Member, Event)


class Reader(Cells):
    """A case being read."""

    def __init__(self, case: Mapping[str, Any], switches: Interpretations = OURS) -> None:
        super().__init__()
        self.case = case
        self.switches = switches

    def list_date(self) -> date:
        """The list's date. CaseError at once where it is none: everything else depends on it."""
        self._keys(self.case, CASE, "case")
        day = self._date(self.case, "list", "")
        if day == NO_DAY:
            raise CaseError(self.problems)
        return day

    def members(self, law: Edition) -> list[Member]:
        items = enumerate(self._items(self.case, "members", ""))
        found = [self._member(law, item, f"members[{n}]") for n, item in items]
        return self._each_once(found, "members", "member-twice", "each member once")

    def events(self, law: Edition) -> list[Event]:
        items = enumerate(self._items(self.case, "events", ""))
        found = [self._event(law, item, f"events[{n}]") for n, item in items]
        return self._each_once(found, "events", "event-twice", "each event once")

    def _each_once(self, found: list[M], place: str, code: str, expected: str) -> list[M]:
        seen: set[str] = set()
        for n, item in enumerate(found):
            if item.id in seen:
                self.refuse(f"{place}[{n}].id", code, expected, item.id)
            seen.add(item.id)
        return found

    def _member(self, law: Edition, item: object, place: str) -> Member:
        data = self._keys(item, MEMBER, place)
        spans = []
        for n, span in enumerate(self._items(data, "membership", place, needed=False)):
            where = f"{place}.membership[{n}]"
            if not isinstance(span, list) or len(span) != len(("from", "to")):
                self.refuse(where, "not-a-span", "[first day, last day]", span)
                continue
            start, end = self._day(span[0], f"{where}[0]"), self._day(span[1], f"{where}[1]")
            if NO_DAY not in (start, end) and end < start:
                self.refuse(where, "days-reversed", "a last day not before the first", span)
            spans.append((start, end))
        return Member(
            id=self._id(data, "id", place),
            born=self._date(data, "born", place) if data.get("born") is not None else None,
            joined=self._date(data, "joined", place) if data.get("joined") is not None else None,
            membership=tuple(spans),
            ratings=self._ratings(law, data.get("ratings"), f"{place}.ratings"),
            fide=self._by_type(FIDE_TYPES, data.get("fide"), f"{place}.fide", lowest=1),
            jca=self._rating(data, "jca", place, lowest=1) if data.get("jca") is not None else None,
            foreign=self._rating(data, "foreign", place, lowest=1)
            if data.get("foreign") is not None
            else None,
            decided=self._by_type(law.shapes.types(law), data.get("decided"), f"{place}.decided"),
            earlier_games=tuple(
                self._earlier(law, game, f"{place}.unrated_games[{n}]")
                for n, game in enumerate(self._items(data, "unrated_games", place, needed=False))
            ),
        )

    def _types(self, law: Edition) -> set[str]:
        """The types a rating of the list before can have."""
        return {*law.shapes.types(law), *(law.shapes.carried_over(law) or {})}

    def _ratings(self, law: Edition, item: object, place: str) -> dict[str, Held]:
        if item is None:
            return {}
        ratings = {}
        for type, held in self._keys(item, self._types(law), place).items():
            where = f"{place}.{type}"
            data = self._keys(held, HELD, where)
            rating, peak = (self._rating(data, key, where) for key in ("rating", "peak"))
            games = self._whole(data, "games", where)
            if peak < rating:
                self.refuse(f"{where}.peak", "peak-below-rating", f"{rating} or more", peak)
            ratings[type] = Held(rating, games, peak)
        return ratings

    def _by_type(self, known: Iterable[str], item: object, place: str, *, lowest: int = 0) -> dict[str, int]:
        """Ratings of some types: those that FIDE gave, or the officer decided (2019 2(4))."""
        data = {} if item is None else self._keys(item, set(known), place)
        return {type: self._rating(data, type, place, lowest=lowest) for type in data}

    def _earlier(self, law: Edition, item: object, place: str) -> EarlierGame:
        data = self._keys(item, EARLIER, place)
        enters = law.shapes.event_types(law)
        type = self._type({**dict.fromkeys(self._types(law)), **enters}, data, place)
        return EarlierGame(
            type=enters.get(type, type),
            date=self._date(data, "date", place),
            opponent_rating=self._rating(data, "opponent_rating", place),
            score=self._score(data.get("score"), f"{place}.score"),
            event=self._id(data, "event", place) if data.get("event") is not None else None,
            opponent=self._id(data, "opponent", place) if data.get("opponent") is not None else None,
        )

    def _event(self, law: Edition, item: object, place: str) -> Event:
        data = self._keys(item, EVENT, place)
        known = law.shapes.event_types(law)
        type = self._type(known, data, place) if data.get("type") is not None else None
        fide_official = self._flag(data, "fide_rated", place)
        minutes = None
        if data.get("time_control") is not None:
            text = self._text(data, "time_control", place)
            try:
                minutes = law.shapes.minutes(law, parse_notation(text)) if text else None
            except TimeControlError as error:
                for problem in error.problems:
                    where = f"{place}.time_control"
                    self.refuse(where, problem.code, problem.expected, problem.found)
        elif type is None:
            self.refuse(place, "no-type", "type or time_control", sorted(data))
        by_minutes = (
            None if minutes is None else law.shapes.rating_type(law, minutes, fide_official, self.switches)
        )
        if type is not None and minutes is not None and type != by_minutes:
            expected = f"{by_minutes or 'too fast to be rated'} by {minutes} minutes"
            self.refuse(f"{place}.type", "type-contradicts-time", expected, type)
        return Event(
            id=self._id(data, "id", place),
            reported=self._date(data, "reported", place),
            last_day=self._date(data, "last_day", place),
            type=type,
            minutes_at_60=minutes,
            fide_official=fide_official,
            late_accepted=self._flag(data, "late_accepted", place),
            one_time=tuple(self._names(data, "one_time", place)),
            fee_unpaid=self._said(data, "fee_unpaid", place),
            fee_accepted=self._flag(data, "fee_accepted", place),
            organizer_refused=self._said(data, "organizer_refused", place),
            excluded=self._said(data, "excluded", place),
            for_list=self._date(data, "for_list", place) if data.get("for_list") is not None else None,
            match_games=self._whole(data, "match_games", place) if "match_games" in data else None,
            games=tuple(
                self._game(game, f"{place}.games[{n}]")
                for n, game in enumerate(self._items(data, "games", place))
            ),
        )

    def _game(self, item: object, place: str) -> Game:
        data = self._keys(item, GAME, place)
        white, black = self._id(data, "white", place), self._id(data, "black", place)
        if white and white == black:
            self.refuse(place, "against-himself", "two players", white)
        result = data.get("result")
        if result not in KNOWN:
            self.refuse(f"{place}.result", "unknown-result", f"one of {', '.join(KNOWN)}", result)
        day = self._date(data, "date", place)
        return Game(
            round=self._whole(data, "round", place),
            white=white,
            black=black,
            result=str(result),
            first_day=day,
            last_day=day,
            ref=place,
            excluded=self._said(data, "excluded", place),
        )

    def adjustments(self, law: Edition) -> list[Adjustment]:
        """Points that the office adds by decision; what the edition asks of them is for `rate` to look at."""
        found = []
        for n, item in enumerate(self._items(self.case, "adjustments", "", needed=False)):
            place = f"adjustments[{n}]"
            data = self._keys(item, ADJUSTMENT, place)
            points = data.get("points")
            if not isinstance(points, int) or isinstance(points, bool) or not 0 < abs(points) <= HIGHEST:
                expected = f"points, + or -, {HIGHEST} at most"
                self.refuse(f"{place}.points", "not-a-number", expected, points)
                points = 1
            announced = self._date(data, "announced", place) if data.get("announced") is not None else None
            member, reference = self._id(data, "member", place), self._text(data, "reference", place)
            type = self._type(law.shapes.types(law), data, place)
            found.append(Adjustment(member, type, points, reference, announced))
        return found

    def earlier_lists(self, law: Edition) -> EarlierLists:
        """Lists before the one before, for an edition that rates an event from the one of its day."""
        data, place = self.case.get("earlier_lists", {}), "earlier_lists"
        if data and not law.has("list_following"):
            self.refuse(place, "unknown-key", f"nothing: {law.id} rates all from the list before", place)
        found: dict[date, dict[str, dict[str, int]]] = {}
        for day, rows in self._any(data, place).items():
            where, types = at(place, str(day)), self._types(law)
            on_list = found.setdefault(self._day(day, where), {})
            for id, held in self._any(rows, where).items():
                row = at(where, str(id))
                on_list[id] = {type: self._rating(held, type, row) for type in self._keys(held, types, row)}
        return found

    def _any(self, item: object, place: str) -> Mapping[str, Any]:
        """An object whose keys are names or dates."""
        return self._keys(item, set(item) if isinstance(item, Mapping) else {"…"}, place)

    def notices(self) -> bool:
        """Whether the outcome is to carry the notices."""
        return self._flag(self.case, "notices", "")

    def _said(self, data: Mapping[str, Any], key: str, place: str) -> str | None:
        """The officer's reason for a decision, None where there is none."""
        return self._text(data, key, place) if data.get(key) is not None else None

    def _names(self, data: Mapping[str, Any], key: str, place: str) -> Iterator[str]:
        for n, item in enumerate(self._items(data, key, place, needed=False)):
            yield self._id({f"{key}[{n}]": item}, f"{key}[{n}]", place)

    def _type(self, known: Iterable[str], data: Mapping[str, Any], place: str) -> str:
        types = tuple(known)
        value = data.get("type")
        if value not in types:
            self.refuse(at(place, "type"), "unknown-type", f"one of {typed_list(types)}", value)
            return types[0]
        return str(value)

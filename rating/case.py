"""Rating cases: a small federation and its events as JSON in, the list that comes out as JSON.

A case is `{"list", "members", "events"}` with an optional "regulation", "adjustments" and "notices" (true:
the outcome carries what was assumed); a file may hold it under "case". What cannot be read, and what cannot
have happened, is refused with `CaseError`, every problem with its place in the file.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any

from rating import editions
from rating.case_cells import at, named
from rating.case_queensland import EventReader
from rating.case_reader import Reader
from rating.edition import Edition
from rating.engine import rate
from rating.errors import CaseError, Problem
from rating.interpretations import OURS, Interpretations
from rating.outcome import GameLine, Outcome, Row, signed
from rating.records import Event, Game, Member
from rating.reports import is_taken
from rating.steps import Period


def impossible(
    members: Sequence[Member], events: Sequence[Event], list_date: date, period: Period
) -> Iterator[Problem]:
    """A problem for each, with the place of the game or of the value in the file. A report can come before
    its event ends, as a link does; it brings no game after the event or, to this list, after its period."""
    for n, member in enumerate(members):
        for m, earlier in enumerate(member.earlier_games):
            if member.born is not None and earlier.date < member.born:
                where = f"members[{n}].unrated_games[{m}].date"
                yield _before_birth(where, member, earlier.date.isoformat())
            if earlier.date > period.last:
                where, expected = f"members[{n}].unrated_games[{m}].date", period.last.isoformat()
                yield Problem("game-after-report", where, f"a day up to {expected}", earlier.date.isoformat())
    register = {member.id: member for member in members}
    for event in events:
        seen: dict[tuple[int, frozenset[str]], Game] = {}
        for game in event.games:
            place, day = game.ref or "", game.last_day.isoformat()
            pair = game.round, frozenset((game.white, game.black))
            if (first := seen.setdefault(pair, game)) is not game:
                expected = f"{game.white} and {game.black} once in round {game.round}"
                yield Problem("pairing-twice", place, expected, f"again, as {first.ref}")
            last = min(event.last_day, period.last) if is_taken(event, list_date, period) else event.last_day
            if game.last_day > last:
                expected = f"a day up to {last.isoformat()}, with this report of {event.reported.isoformat()}"
                yield Problem("game-after-report", f"{place}.date", expected, day)
            for player in (game.white, game.black):
                member = register.get(player, Member(player))
                if member.born is not None and game.first_day < member.born:
                    yield _before_birth(f"{place}.date", member, day)


def _before_birth(place: str, member: Member, day: str) -> Problem:
    born = member.born.isoformat() if member.born else ""
    return Problem("game-before-birth", place, f"a day after {member.id} was born, {born}", day)


CELLS = ("id", "previous", "change", "rating", "games", "period_games", "how")
CELLS_OF_EVENTS = ("id", "previous", "change", "rating", "period_games", "provisional", "listed")
BYTE_ORDER_MARK = "\ufeff"


def load_case(text: str | bytes) -> dict[str, Any]:
    """The case a file holds, itself or under "case". CaseError where it is no JSON object, is not in
    UTF-8, or has a key twice: which of the two was meant nobody knows."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        data = json.loads(text.removeprefix(BYTE_ORDER_MARK), object_pairs_hook=_Object)
    except UnicodeDecodeError as error:
        found = f"a byte that is none at {error.start}"
        raise CaseError(Problem("not-json", "file", "a JSON object in UTF-8", found)) from None
    except (ValueError, RecursionError) as error:
        raise CaseError(Problem("not-json", "file", "a JSON object", str(error))) from None
    if wrong := (*_keys_twice(data), *_no_characters(data)):
        raise CaseError(wrong)
    if isinstance(data, dict) and "case" in data:
        if unknown := sorted(set(data) - {"what", "case", "outcome"}):
            found = ", ".join(map(named, unknown))
            raise CaseError(Problem("unknown-key", "file", "what, case, outcome", found))
        data = data["case"]
    if not isinstance(data, dict):
        raise CaseError(Problem("not-a-case", "case", "a JSON object", type(data).__name__))
    return data


class _Object(dict[str, Any]):
    """A JSON object that remembers which of its keys stood in it more than once."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.twice = tuple(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)


def _keys_twice(data: object) -> Iterator[Problem]:
    """A problem for each key that stands twice in one object, in the order of the file."""
    for place, item in _parts(data):
        if isinstance(item, _Object):
            for key in item.twice:
                yield Problem("key-twice", at(place, _seen(key)), "each key once", named(_seen(key)))


def _no_characters(data: object) -> Iterator[Problem]:
    """A problem for each key or text with half of a character that takes two: no file can hold it."""
    for place, item in _parts(data):
        texts = item if isinstance(item, Mapping) else (item,)
        for text in texts:
            if isinstance(text, str) and text != _seen(text):
                where = at(place, _seen(text)) if isinstance(item, Mapping) else place
                yield Problem("not-a-text", where or "file", "whole characters", _seen(text))


def _seen(text: str) -> str:
    """A text as it can be written: halves of characters by their numbers."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _parts(data: object) -> Iterator[tuple[str, object]]:
    """Everything in a file with its place, in the order of the file."""
    open_: list[tuple[str, object]] = [("", data)]
    while open_:
        place, item = open_.pop()
        yield place, item
        inside: list[tuple[str, object]] = []
        if isinstance(item, Mapping):
            inside = [(at(place, _seen(key)), value) for key, value in item.items()]
        elif isinstance(item, list):
            inside = [(f"{place}[{n}]", value) for n, value in enumerate(item)]
        open_ += reversed(inside)


def outcome_of(case: Mapping[str, Any], switches: Interpretations = OURS) -> dict[str, Any]:
    """The outcome of a case in the form of the examples: regulation, list, period, lists, decisions,
    excluded; and where the case asks for it, notices. CaseError where the case cannot be read or cannot be
    true, RatingError where it cannot be reckoned."""
    reader = Reader(case, switches)
    list_date = reader.list_date()
    law = _edition(reader, case, list_date, switches)
    if law.by_event:
        reader = EventReader(case, switches)
    members = reader.members(law)
    events = reader.events(law)
    adjustments, with_notices = reader.adjustments(law), reader.notices()
    earlier_lists = reader.earlier_lists(law)
    if reader.problems:
        raise CaseError(reader.problems)
    if problems := tuple(impossible(members, events, list_date, law.shapes.period(law, list_date))):
        raise CaseError(problems)
    made = partial(rate, list_date=list_date, edition=law, switches=switches)
    outcome = made(members, events, adjustments=adjustments, earlier_lists=earlier_lists)
    # Each game has its place in the file as its key; games are shown in the file's order.
    places = [game.ref or "" for event in events for game in event.games]
    cells = CELLS_OF_EVENTS if law.by_event else CELLS
    told = _as_json(outcome, {place: n for n, place in enumerate(places)}, cells)
    if with_notices:
        told["notices"] = [
            {"code": item.code, "id": item.member, "type": item.type, "detail": item.detail}
            for item in outcome.notices
        ]
    return told


def _edition(reader: Reader, case: Mapping[str, Any], list_date: date, switches: Interpretations) -> Edition:
    regulation = case.get("regulation")
    if regulation is None:
        return editions.edition_for(list_date, switches)
    if not isinstance(regulation, str):
        reader.refuse("regulation", "not-a-text", "the name of an edition", regulation)
        raise CaseError(reader.problems)
    return editions.load(regulation)


def _as_json(outcome: Outcome, order: Mapping[str, int], cells: tuple[str, ...]) -> dict[str, Any]:
    whole = [{"event": item.event, "reason": item.reason} for item in outcome.events_not_rated]
    return {
        "regulation": outcome.edition,
        "list": outcome.list_date.isoformat(),
        "period": [outcome.period.first.isoformat(), outcome.period.last.isoformat()],
        "lists": {type: [_row(row, cells) for row in rows] for type, rows in outcome.lists.items()},
        "decisions": [
            {"id": item.id, "type": item.type, "reason": item.reason} for item in outcome.decisions
        ],
        "excluded": [*whole, *_excluded(outcome, order)],
    }


def _row(row: Row, cells: tuple[str, ...]) -> dict[str, Any]:
    told = {name: getattr(row, name) for name in cells}
    return told | {"change": None if row.change is None else signed(row.change)}


def _excluded(outcome: Outcome, order: Mapping[str, int]) -> list[dict[str, Any]]:
    """Every game that is not rated for a rated player, and those an initial rating is worked from, once."""
    whole = {item.event for item in outcome.events_not_rated}
    games: dict[tuple[str, str], GameLine] = {}
    for line in outcome.lines:  # White's side before Black's
        if line.reasons and line.event not in whole and (line.rated_player or line.for_initial):
            games.setdefault((line.event, line.ref or ""), line)
    return [
        {
            "event": line.event,
            "round": line.round,
            "white": line.player if line.colour == "white" else line.opponent,
            "black": line.opponent if line.colour == "white" else line.player,
            "reason": line.reasons[0].reason,
        }
        for line in sorted(games.values(), key=lambda line: order.get(line.ref or "", 0))
    ]

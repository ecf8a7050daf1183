"""Every game of a period from both sides, as `rating.game_lines.sides_of` gives it.

Games that beyond doubt count for both players are reckoned on columns; the article functions
themselves decide all others, so that a reason is never worded twice.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import chain, repeat
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from rating.columns.arrays import NO_BIRTH_DATE, UNRATED, Flags, Games, Holders, whole_numbers
from rating.columns.both_ratings import COUNTS_AS_RATED, NO_MINUTES, RATE_OF_PLAY, TOO_FAR_APART, Played
from rating.columns.expected import EXPECTED
from rating.columns.k_factor import REASONS
from rating.columns.kernel import Reckoned, k_of_years, reckon, years_of
from rating.columns.membership import MEMBERSHIP
from rating.errors import Problem
from rating.field import Field
from rating.game_lines import Side, sides_of
from rating.outcome import GameLine
from rating.records import Event, Game, Member
from rating.results import SCORES
from rating.steps import UNRATED as NO_STANDING
from rating.steps import Source, Standing

RATING, GAMES = 1500, 100

Clear = Callable[[Event, Game], GameLine | None]


def nothing_against_the_event(field: Field) -> Clear:
    """Asks the article functions about a game of two players against whom nothing can be said: rated
    for ever, members for ever. What then still stands against it concerns all such games of the event.

    The answer is that game from White's side, of whatever event is alike; None where it does not count, or
    where the officer left this very game out. Events that are alike, days and results are asked about once.
    """
    standing = Standing("list", RATING, GAMES, RATING)
    everything = dict.fromkeys(field.law.shapes.types(field.law), standing)
    white, black = (Member(id, membership=((date.min, date.max),)) for id in ("white", "black"))
    ideal = replace(
        field,
        members={white.id: white, black.id: black},
        standings=replace(field.standings, by_member={white.id: everything, black.id: everything}),
    )
    Asked = dict[tuple[str, date, date], GameLine | None]
    of_alike: dict[Event, Asked] = {}
    of_event: dict[str, Asked] = {}

    def clear(event: Event, game: Game) -> GameLine | None:
        if game.excluded or event.id in field.then or event.id in field.matches:
            return None  # who meets whom under which list, and in which round, is asked game by game
        asked = of_event.get(event.id)
        if asked is None:
            # What an event is called, and who pays for it, decides about no game.
            alike = replace(event, id="", games=(), organizer=None, periodic=False)
            asked = of_event[event.id] = of_alike.setdefault(alike, {})
        key = (game.result, game.first_day, game.last_day)
        if key not in asked:
            asked[key] = _line(ideal, event, replace(game, white=white.id, black=black.id))
        return asked[key]

    return clear


def _line(ideal: Field, event: Event, game: Game) -> GameLine | None:
    """White's line, where it counts: what counts for one of two players of whom the same is known counts for
    both."""
    white = next(iter(sides_of(ideal, event, game, []))).line
    return white if white.counts else None


Days = NDArray[np.int64]
Pairing = tuple[Event, Game]


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The players by number and what they hold; by slot, where their ratings are from. The last number is
    everyone who is no member."""

    number: dict[str, int]
    types: tuple[str, ...]
    holders: Holders
    held: Flags
    sources: list[Source | None]


@dataclass(frozen=True, slots=True, eq=False)
class Counted:
    """The games that count beyond doubt: their places among all games, for each the line of an ideal
    game of its event and day, and the columns."""

    places: tuple[int, ...]
    ideals: tuple[GameLine, ...]
    columns: Games


def board_of(field: Field) -> Board:
    """The members of a field as columns, one number each in the order of the register."""
    number = {id: place for place, id in enumerate(field.members)}
    types = field.law.shapes.types(field.law)
    held = [field.standings.by_member.get(id, {}) for id in number]
    standings = [[*(mine.get(type, NO_STANDING) for mine in held), NO_STANDING] for type in types]
    born = [NO_BIRTH_DATE if m.born is None else m.born.toordinal() for m in field.members.values()]
    cells = map(attrgetter("rating", "games", "peak", "adopted", "held", "source"), chain(*standings))
    ratings, games, peaks, adopted, holding, sources = zip(*cells, strict=True)

    def of_types(cells: Sequence[int | bool]) -> NDArray[np.int64]:
        return np.array(cells, np.int64).reshape(len(types), len(held) + 1)

    holders = Holders(
        rating=of_types([UNRATED if rating is None else rating for rating in ratings]),
        games=of_types(games),
        peak=of_types([0 if peak is None else peak for peak in peaks]),
        adopted=of_types(adopted).astype(np.bool_),
        born=whole_numbers([*born, NO_BIRTH_DATE]),
    )
    return Board(number, types, holders, of_types(holding).astype(np.bool_), list(sources))


def sides(field: Field, games: Sequence[Pairing], problems: list[Problem]) -> list[Side]:
    """Both sides of every game, in the order of the games, White's first.

    Equal to `sides_of` for each; problems are added in the same order. RatingError where the edition
    has a shape without a counterpart (`columns-not-for`).
    """
    board = board_of(field)
    counted = _counted(field, board, games)
    # The limit on K asks for all games of a period, also those that the articles decide: see the engine.
    reckoned = reckon(field.law, board.holders, counted.columns, field.list_date, field.switches)
    reckoned_sides = _sides(field, board, games, counted, reckoned)
    found: list[Side] = []
    done = 0
    for place, both in zip(counted.places, reckoned_sides, strict=True):
        found.extend(_by_the_articles(field, games[done:place], problems))
        found.extend(both)
        done = place + 1
    found.extend(_by_the_articles(field, games[done:], problems))
    return found


def _by_the_articles(field: Field, games: Sequence[Pairing], problems: list[Problem]) -> Iterator[Side]:
    for event, game in games:
        yield from sides_of(field, event, game, problems)


def _counted(field: Field, board: Board, games: Sequence[Pairing]) -> Counted:
    law = field.law
    clear = nothing_against_the_event(field)
    ideals = [clear(event, game) for event, game in games]
    places = [place for place, ideal in enumerate(ideals) if ideal is not None]
    taken = [games[place][1] for place in places]
    nobody, number = len(board.number), board.number
    white = whole_numbers([number.get(game.white, nobody) for game in taken])
    black = whole_numbers([number.get(game.black, nobody) for game in taken])
    first = whole_numbers([game.first_day.toordinal() for game in taken])
    last = whole_numbers([game.last_day.toordinal() for game in taken])
    halves = whole_numbers([SCORES[game.result][0] for game in taken])
    type_number = {type: place for place, type in enumerate(board.types)}
    type = whole_numbers([type_number[line.type or ""] for line in ideals if line is not None])

    rated, held = (board.holders.rating > UNRATED).ravel(), board.held.ravel()
    slots = [type * board.holders.players + player for player in (white, black)]
    sure = (white < nobody) & (black < nobody)
    if law.has("membership"):
        covered = MEMBERSHIP.for_edition(law)
        members = tuple(field.members.values())
        sure &= covered(members, white, first, last) & covered(members, black, first, last)
    ratings = board.holders.rating.ravel().astype(np.int64)
    known = [games[place][0].minutes_at_60 for place in places]
    minutes = whole_numbers([NO_MINUTES if asked is None else asked for asked in known])
    played = Played(type, minutes, ratings[slots[0]], ratings[slots[1]])
    for against in (RATE_OF_PLAY, TOO_FAR_APART):
        if law.has(against.role):
            sure &= ~against.for_edition(law)(law, played)
    sure &= COUNTS_AS_RATED.for_edition(law)(rated, held, slots[0], slots[1], field.switches)
    sure &= _one_k(field, board, slots, first, last)
    kept = tuple(place for place, is_sure in zip(places, sure.tolist(), strict=True) if is_sure)
    return Counted(
        kept,
        tuple(ideal for place in kept if (ideal := ideals[place]) is not None),
        Games(white[sure], black[sure], halves[sure], last[sure], type[sure]),
    )


def _one_k(field: Field, board: Board, slots: Sequence[Days], first: Days, last: Days) -> Flags:
    """True where K of both players is the same on the first and the last day. Where it is not, the
    articles ask the officer for the day."""
    years, year_of = years_of(np.concatenate((first, last)))
    if year_of is None:
        return np.ones(first.shape, np.bool_)
    table = k_of_years(field.law, board.holders, years, field.list_date, field.switches).k
    by_year = table.reshape(len(years), -1)
    same: list[Flags] = [by_year[year_of(first), slot] == by_year[year_of(last), slot] for slot in slots]
    return same[0] & same[1]


def _sides(
    field: Field, board: Board, games: Sequence[Pairing], counted: Counted, reckoned: Reckoned
) -> Iterator[tuple[Side, Side]]:
    """White's and Black's side of every game that counts."""
    taken = [games[place] for place in counted.places]
    read = attrgetter("ref", "round", "board", "first_day", "last_day", "white", "black", "result")
    told = list(zip(*(read(game) for _, game in taken), strict=True)) or [()] * 8
    ref, round_, at, first, last, white, black, result = told
    ideals = counted.ideals
    held = [_held(board, counted.columns, side) for side in (0, 1)]
    scores = [[SCORES[word][side] for word in result] for side in (0, 1)]
    both: list[Iterator[Side]] = []
    for side, colour in enumerate(("white", "black")):
        own, other = held[side], held[1 - side]
        pd, k, c, reason, missing = _values_of(own.slots, counted.columns, reckoned, side)
        # In the order of the fields: there are two lines for each game, and names cost as much again.
        lines = map(
            GameLine,
            (event.id for event, _ in taken),
            *(ref, round_, at, first, last),
            (ideal.type for ideal in ideals),
            *((white, black) if side == 0 else (black, white)),
            repeat(colour),
            result,
            scores[side],
            *(own.ratings.tolist(), own.source, other.ratings.tolist(), other.source),
            repeat(True),  # rated_player
            repeat(True),  # counts
            repeat(False),  # for_initial
            *_differences(field, board, own, other),
            pd,
            (ideal.expected_article for ideal in ideals),
            k,
            map(REASONS.__getitem__, reason),
            (ideal.k_article for ideal in ideals),
            c,
        )
        both.append(map(Side, lines, missing))
    return zip(*both, strict=True)


@dataclass(frozen=True, slots=True, eq=False)
class _Own:
    """What one side of each game holds before the list, game by game: the slots, the number of the type, the
    ratings, and where these are from."""

    slots: Days
    types: Days
    ratings: Days
    source: list[Source | None]


def _held(board: Board, columns: Games, side: int) -> _Own:
    player = (columns.white, columns.black)[side].astype(np.int64)
    types = columns.type.astype(np.int64)
    slots = types * board.holders.players + player
    ratings = board.holders.rating.ravel().astype(np.int64)[slots]
    return _Own(slots, types, ratings, list(map(board.sources.__getitem__, slots.tolist())))


def _differences(field: Field, board: Board, own: _Own, other: _Own) -> Sequence[Sequence[object]]:
    """The difference of the ratings in each game, the difference used, and the column read."""
    expected = EXPECTED.for_edition(field.law)(field.law)
    less = own.ratings - other.ratings
    d = np.abs(less)
    used = expected.used(d, own.ratings, own.types, board.types)
    return d.tolist(), used.tolist(), ["H" if more else "L" for more in (less >= 0).tolist()]


Values = tuple[list[int], list[int], list[int], list[int], list[bool]]


def _values_of(slots: Days, columns: Games, reckoned: Reckoned, side: int) -> Values:
    """PD, K, C, the place of K's reason and whether a birth date was missing for it, game by game."""
    years, year_of = years_of(columns.day)
    year = np.zeros_like(slots) if year_of is None else year_of(columns.day)
    table = reckoned.k_table
    reason = table.reason.reshape(len(years), -1)[year, slots]
    missing = table.birth_date_missing.reshape(len(years), -1)[year, slots]
    lists = (reckoned.pd[side], reckoned.k[side], reckoned.c[side], reason, missing)
    return tuple(column.tolist() for column in lists)

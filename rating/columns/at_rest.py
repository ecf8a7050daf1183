"""What a list says of who is at rest, on columns: members with ratings of the list before and nothing else
that a list asks for, who play no game.

Nothing is assumed of them that the articles do not say: what an edition's functions give for such a rating is
said here by their names, and whoever is not at rest beyond doubt is left to the articles.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rating.columns.arrays import LARGEST_RATING, Flags, whole_numbers
from rating.columns.counterparts import Counterparts
from rating.columns.register import HeldColumns, Register
from rating.columns.totals import FLOOR, LEAVES_LIST
from rating.edition import Edition
from rating.interpretations import Interpretations
from rating.row_columns import at_rest

Points = NDArray[np.int64]
Stands = Callable[[Edition, Points, Points, Interpretations], tuple[Points, Points, Flags]]
"""From ratings and peaks of the list before those with which their holders enter a list, and whether each
does so beyond doubt."""

STANDING_BEFORE: Counterparts[Stands] = Counterparts("standing_before")
OPENING: Counterparts[Callable[[Edition, Points, Interpretations], Points]] = Counterparts("opening")
ON_LIST: Counterparts[Callable[[Interpretations], bool]] = Counterparts("on_list")
"""Whether without a game there is a row of every rating that is held, and of no other."""
TAKEN_OVER: Counterparts[Callable[[], bool]] = Counterparts("taken_over")
"""Whether a rating that is held stands whatever else its holder may take over."""

ENTERING_AGAIN: Counterparts[Callable[[Interpretations], bool]] = Counterparts("entering_again")
"""Whether whom a UR player met on lists before is asked for again."""


@STANDING_BEFORE.of("list_then_fide_then_unrated")
def list_then_fide_then_unrated(
    law: Edition, rating: Points, peak: Points, switches: Interpretations
) -> tuple[Points, Points, Flags]:
    """What the list before had, as the edition opens with it."""
    opened = OPENING.for_edition(law)(law, rating, switches)
    return opened, np.maximum(opened, peak), np.ones(rating.shape, np.bool_)


@STANDING_BEFORE.of("listed_or_unrated")
def listed_or_unrated(
    law: Edition, rating: Points, peak: Points, _switches: Interpretations
) -> tuple[Points, Points, Flags]:
    """The same, but for who is rated too low for the list."""
    return rating, peak, rating >= law.number("listed_from")


@OPENING.of("opening_at_floor")
def opening_at_floor(law: Edition, rating: Points, switches: Interpretations) -> Points:
    """Raised to the floor (R13)."""
    return FLOOR.for_edition(law)(law, rating) if switches.r13 == "from-last-list" else rating


@ON_LIST.of("held_or_with_rated_game")
def held_or_with_rated_game(_switches: Interpretations) -> bool:
    """Only with a game is there a row of a rating that may be taken over."""
    return True


@ON_LIST.of("held_or_taken_over")
def held_or_taken_over(switches: Interpretations) -> bool:
    """The same, unless it has its row at once (R66)."""
    return switches.r66 != "at-once"


@ENTERING_AGAIN.of("as_reckoned_or_of_list_before")
def as_reckoned_or_of_list_before(switches: Interpretations) -> bool:
    """By the list before, they do (R105)."""
    return switches.r105 != "of-each-game"


@TAKEN_OVER.of("other_type_then_outside", "standard_reached_or_not")
def other_type_then_outside() -> bool:
    """Only for a type without a rating."""
    return True


def met_before(law: Edition, register: Register, switches: Interpretations) -> Iterator[str]:
    """The IDs of whom UR players met on lists before, where a list asks for them; they are not at rest."""
    if not law.has("entering_again") or not ENTERING_AGAIN.for_edition(law)(switches):
        return
    for place, plain in enumerate(register.plain):
        for game in () if plain else register.member(place).earlier_games:
            if game.opponent is not None:
                yield game.opponent


@dataclass(frozen=True, slots=True)
class Resting:
    """The rows of who is at rest, by type as `rating.row_columns` has them; the places in the register of
    everybody else, in order."""

    rows: Mapping[str, Mapping[str, Sequence[Any]]]
    moving: Sequence[int]


def resting(law: Edition, register: Register, busy: Collection[str], switches: Interpretations) -> Resting:
    """Who is at rest, with the rows of the list. `busy`: IDs of who plays, or is given points."""
    types, count = law.shapes.types(law), len(register.ids)
    free = np.array(register.plain, np.bool_) if count else np.zeros(0, np.bool_)
    said = TAKEN_OVER.for_edition(law)() and ON_LIST.for_edition(law)(switches)
    if not said or len(set(register.ids)) < count:  # of who stands twice the checks tell
        free[:] = False
    free &= ~np.fromiter(map(busy.__contains__, register.ids), np.bool_, count)
    by_id = None if all(map(str.__lt__, register.ids, register.ids[1:])) else _ranks(register.ids)
    worked: dict[str, tuple[Any, ...]] = {}
    for name, held in register.held.items():
        places = np.array(held.places, np.int64)
        if name not in types or not _are_whole(held):  # also one that another is carried over from
            free[places] = False
            continue
        rating, games, peak = map(whole_numbers, (held.rating, held.games, held.peak))  # type: ignore[arg-type]
        sound = (games >= 0) & (rating >= 0) & (rating <= peak)
        before, peaked, enters = STANDING_BEFORE.for_edition(law)(law, rating, peak, switches)
        still = law.shapes.rounding(law, (), switches)
        after = FLOOR.for_edition(law)(law, before + still)
        if law.has("leaves_list"):
            enters = enters & ~LEAVES_LIST.for_edition(law)(law, after)
        free[places[~(sound & enters)]] = False
        worked[name] = places, before, after, after != before + still, np.maximum(after, peaked), still
    rows = {}
    for type in types:
        if type in worked:
            rows[type] = _rows(law, register, type, worked[type], free, by_id, switches)
        else:
            rows[type] = at_rest([])
    return Resting(rows, np.flatnonzero(~free).tolist())


def _rows(
    law: Edition,
    register: Register,
    type: str,
    worked: tuple[Any, ...],
    free: Flags,
    by_id: NDArray[np.int64] | None,
    switches: Interpretations,
) -> Mapping[str, Sequence[Any]]:
    places, before, after, acted, peak, still = worked
    held = register.held[type]
    kept = np.flatnonzero(free[places])
    if by_id is not None:
        kept = kept[np.argsort(by_id[places[kept]])]
    chosen = kept.tolist()
    games = list(map(held.games.__getitem__, chosen))
    adopted = list(map(held.adopted.__getitem__, chosen))
    pairs = list(zip(games, adopted, strict=True))
    marks = {(n, was): law.shapes.marks(law, "rated", n, was, switches) or () for n, was in set(pairs)}
    return at_rest(
        list(map(register.ids.__getitem__, places[kept].tolist())),
        previous=before[kept].tolist(),
        rounded=[still] * len(chosen),
        floor_acted=acted[kept].tolist(),
        rating=after[kept].tolist(),
        games=games,
        peak=peak[kept].tolist(),
        adopted=adopted,
        marks=list(map(marks.__getitem__, pairs)),
    )


def _ranks(ids: Sequence[str]) -> NDArray[np.int64]:
    """The place of each ID among all of them in order."""
    found = np.empty(len(ids), np.int64)
    found[sorted(range(len(ids)), key=ids.__getitem__)] = np.arange(len(ids))
    return found


def _are_whole(held: HeldColumns) -> bool:
    """Whether all figures of a type are whole numbers that columns can hold; where one is not, the checks say
    whose."""
    columns = (held.rating, held.games, held.peak)
    if any({*map(type, column)} - {int} for column in columns) or {*map(type, held.adopted)} - {bool}:
        return False
    return all(min(c) > -LARGEST_RATING and max(c) < LARGEST_RATING for c in columns if c)

"""K on columns: a table over the years of the games and everyone's standing."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from rating.columns.arrays import NO_BIRTH_DATE, UNRATED, Flags, Holders, Ints, whole_numbers
from rating.columns.counterparts import Counterparts
from rating.edition import Edition
from rating.interpretations import Interpretations
from rating.outcome import Row
from rating.records import Held

REASONS = ("top", "new", "junior", "usual")
TOP, NEW, JUNIOR, USUAL = range(4)
FIRST_YEAR, FIRST_ORDINAL = 1970, 719163
"""NumPy counts its years from 1970 and its days from 1 January 1970, of which this is the ordinal."""

Years = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class KTable:
    """K for games of each year, all of shape (years, types, players).

    `reason`: the place in REASONS of the rule that gave it. `birth_date_missing`: the junior rule could
    have held, but the birth date is not known.
    """

    k: NDArray[np.int16]
    reason: NDArray[np.int8]
    birth_date_missing: Flags


KRule = Callable[[Edition, Holders, Years, date, Interpretations], KTable]
"""A rule takes the edition, who holds what, the years of the games, the date of the list and the
switches."""

K_FACTOR: Counterparts[KRule] = Counterparts("k_factor")


@K_FACTOR.of("top_new_junior_usual")
def top_new_junior_usual(
    law: Edition, holders: Holders, years: Years, list_date: date, switches: Interpretations
) -> KTable:
    """By the counts and peaks of the list before, and by age (JCF 5(1))."""
    peak = _peak(holders, switches)
    top, could_be_junior = peak >= law.number("k_top_from_peak"), peak < law.number("k_junior_below_peak")
    return _first_that_holds(law, holders, switches, top, could_be_junior, years, list_date)


@K_FACTOR.of("top_new_junior_by_rating")
def top_new_junior_by_rating(
    law: Edition, holders: Holders, years: Years, list_date: date, switches: Interpretations
) -> KTable:
    """The same where a junior's rating decides, not his peak (2022 5(2))."""
    top = _peak(holders, switches) >= law.number("k_top_from_peak")
    could_be_junior = holders.rating < law.number("k_junior_below_rating")
    return _first_that_holds(law, holders, switches, top, could_be_junior, years, list_date)


@K_FACTOR.of("top_now_new_junior")
def top_now_new_junior(
    law: Edition, holders: Holders, years: Years, list_date: date, switches: Interpretations
) -> KTable:
    """The same where the top mark is for who stands at it now, and every junior has a junior's K
    (2019 4(3))."""
    top = holders.rating >= law.number("k_top_from_rating")
    everyone = np.ones(top.shape, np.bool_)
    return _first_that_holds(law, holders, switches, top, everyone, years, list_date)


@K_FACTOR.of("top_junior_new_usual")
def top_junior_new_usual(
    law: Edition, holders: Holders, years: Years, list_date: date, switches: Interpretations
) -> KTable:
    """Juniors before who is new, by the years of birth and of the list before or the game (FIDE 8.3.3)."""
    mark = law.number("k_junior_below_rating")
    could_be_junior = (holders.peak if switches.r80 == "never-reached" else holders.rating) < mark
    if switches.r81 == "list-before":
        years = np.full_like(years, law.shapes.previous_list(law, list_date).year)
    known = holders.born != NO_BIRTH_DATE
    born_in = _days(holders.born).astype("datetime64[Y]").astype(np.int64) + FIRST_YEAR
    young = known & (years[:, None] - born_in[None, :] <= law.number("k_junior_until_age"))
    reason = np.full((years.size, *holders.rating.shape), np.int8(USUAL))
    reason[:, holders.games < law.number("k_new_below_games")] = NEW
    reason[young[:, None, :] & could_be_junior] = JUNIOR
    reason[:, holders.peak >= law.number("k_top_from_peak")] = TOP
    return _told(law, reason, could_be_junior & ~known)


def _first_that_holds(
    law: Edition,
    holders: Holders,
    switches: Interpretations,
    top: Flags,
    could_be_junior: Flags,
    years: Years,
    list_date: date,
) -> KTable:
    """R4: top before new before junior before usual, or top after both. R12: the games of each type, or of
    all types together."""
    games = holders.games
    if switches.r12 == "both-types":
        games = np.broadcast_to(games.sum(axis=0), games.shape)
    ages = _ages(holders, years, list_date, switches)
    new = games < law.number("k_new_below_games")
    if switches.r14 == "initial-only":
        new &= ~holders.adopted
    known = holders.born != NO_BIRTH_DATE
    young = known & (ages < law.number("k_junior_below_age"))
    reason = np.where(young[:, None, :] & could_be_junior, np.int8(JUNIOR), np.int8(USUAL))
    if switches.r4 == "ten-first":
        reason[:, new] = NEW
        reason[:, top] = TOP
    else:
        reason[(reason == USUAL) & top] = TOP
        reason[:, new] = NEW
    return _told(law, reason, could_be_junior & ~known)


def _told(law: Edition, reason: NDArray[np.int8], not_known: Flags) -> KTable:
    k = np.array([law.number(f"k_{word}") for word in REASONS], np.int16)
    return KTable(k[reason], reason, (reason == USUAL) & not_known)


def _peak(holders: Holders, switches: Interpretations) -> Ints:
    """R62: type by type, or all types together."""
    if switches.r62 != "both-types":
        return holders.peak
    return np.broadcast_to(holders.peak.max(axis=0), holders.peak.shape)


def _ages(holders: Holders, years: Years, list_date: date, switches: Interpretations) -> Years:
    """Whole years on 1 January of each year or of the list's (R3), as R22 counts birthdays, of shape
    (years, players); rubbish without a birth date."""
    if switches.r3 == "year-of-list":
        years = np.full_like(years, list_date.year)
    days = _days(holders.born.astype(np.int64) - (switches.r22 == "day-before"))
    born_in = days.astype("datetime64[Y]")
    # Who is born on 1 January completes a year on it, everyone else later in the year.
    after_new_year = days > born_in.astype("datetime64[D]")
    first_year = born_in.astype(np.int64) + FIRST_YEAR + after_new_year
    return years[:, None] - first_year[None, :]


def _days(ordinals: Ints) -> NDArray[np.datetime64]:
    return (ordinals.astype(np.int64) - FIRST_ORDINAL).astype("datetime64[D]")


@dataclass(frozen=True, slots=True)
class OfType:
    """Everybody's rating of one type, as columns: federation IDs, and of each what a K hangs on."""

    ids: Sequence[str]
    rating: Sequence[int]
    games: Sequence[int]
    peak: Sequence[int]
    adopted: Sequence[bool]

    @classmethod
    def of(cls, held: Mapping[str, Held | Row]) -> "OfType":
        """The same of ratings by ID."""
        told = map(attrgetter("rating", "games", "peak", "adopted"), held.values())
        return cls(tuple(held), *(zip(*told, strict=True) if held else ((),) * 4))


def printed(
    law: Edition,
    held: Mapping[str, OfType],
    born: Mapping[str, date | None],
    list_date: date,
    switches: Interpretations,
) -> dict[str, list[int]]:
    """K for a game on the day of the list (R23) by what everybody then holds: by type, in the order of those
    who hold a rating of it. `born`: of all of them."""
    place = dict(zip(born, range(len(born)), strict=True))
    places = [whole_numbers([*map(place.__getitem__, mine.ids)]) for mine in held.values()]
    if not born:
        return {type: [] for type in held}

    def column(value: str, missing: int) -> NDArray[np.int64]:
        found, told = np.full((len(held), len(born)), missing, np.int64), attrgetter(value)
        for row, at, mine in zip(found, places, held.values(), strict=True):
            row[at] = np.array(told(mine), np.int64)
        return found

    days = [NO_BIRTH_DATE if day is None else day.toordinal() for day in born.values()]
    holders = Holders(
        rating=column("rating", UNRATED),
        games=column("games", 0),
        peak=column("peak", 0),
        adopted=column("adopted", 0).astype(np.bool_),
        born=whole_numbers(days),
    )
    year = np.array([list_date.year])
    (of_types,) = K_FACTOR.for_edition(law)(law, holders, year, list_date, switches).k
    return {type: k[at].tolist() for type, k, at in zip(held, of_types, places, strict=True)}

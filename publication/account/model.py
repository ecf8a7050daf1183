"""The account of a rating: everything that a member's numbers on one list stand on, as plain values.

Built from stored rows alone (publication/account/gather.py); text, JSON, HTML and the site's pages render it.
Scores are halves, changes and expected scores hundredths, as stored. A name is None where it is withheld from
the readers, "" where nobody said it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from publication.account.events import NOTHING, Beside, Pool
from publication.account.readings import Reading
from rating.adjusted import points_onto
from rating.edition import Edition
from rating.interpretations import Interpretations

Day = date


class Origin(NamedTuple):
    """Where a rating comes from. `how`: `list`, of the list of `list_date` (`version` None where only the
    day is stored); `fide`, FIDE's rating at joining; `adopted`, taken over from the rating `of` (None: of
    the other type); `outside`, taken over from `of`, a rating that is not this office's; `assumed`, what the
    text takes an unrated opponent for; `handed-over`, stated with the opening balance. `article` says so."""

    how: str
    article: str | None = None
    list_date: date | None = None
    version: int | None = None
    of: str | None = None


@dataclass(frozen=True, slots=True)
class ListVersion:
    """One version of a list (office/tables/). `previous`: date and version of the one whose ratings
    it used. `rules` and `switches` are None where it was taken over from before this office."""

    id: int
    family: str
    list_date: date
    version: int
    state: str
    how: str
    edition: str | None
    interpretations: str
    period_first: date | None
    period_last: date | None
    previous: tuple[date, int] | None
    rules: Edition | None
    switches: Interpretations | None

    @property
    def law(self) -> Edition:
        """The edition it was made under; asked only where there is one."""
        assert self.rules is not None
        return self.rules

    @property
    def types(self) -> tuple[str, ...]:
        """The types of its edition; none where it has none by name."""
        return self.rules.shapes.types(self.rules) if self.rules else ()

    @property
    def each_rounded(self) -> bool:
        """Whether changes were rounded one by one, not their sum (R2)."""
        return self.switches is not None and self.switches.r2 == "game-by-game"

    def raised_first(self, worked: int) -> int | None:
        """The floor, where a rating that the games alone bring below it is raised to it before points by
        decision are added (R126)."""
        assert self.switches is not None
        onto = points_onto(self.law, worked, self.switches)
        return None if onto == worked else onto

    @property
    def each_event_once(self) -> bool:
        """Whether events weigh the same in the mean of a new player's performances (R104)."""
        return self.switches is not None and self.switches.r104 == "by-events"

    def article(self, role: str) -> str:
        """The article of its edition that settles this."""
        return article(self.law, role)

    def origin(self, how: str, of: str | None = None) -> Origin:
        """Where a rating came from that this list used, from what is stored of it: `list`, `fide`, `adopted`
        (`of`: whose; None: it is not stored, and no rating of the other type was held) or `assumed`."""
        if how == "list":
            return Origin("list", None, *(self.previous or ()))
        if how == "adopted" and of not in self.types and self.law.has("outside_rating"):
            how = "outside"
        return Origin(how, self.article(ORIGINS[how]), of=of)


ORIGINS = {"fide": "fide", "adopted": "other_type", "outside": "outside_rating", "assumed": "unrated"}
"""The role of rating/shapes.py under which a rating that is not of a list is used."""


@cache
def article(law: Edition, role: str) -> str:
    """The article of an edition that fills a role of rating/shapes.py."""
    return law.article_of_role(role)


class Reason(NamedTuple):
    """Why a game does not count. Readers from outside see `reason` and `article` alone: the office's own
    words can name people."""

    reason: str
    article: str
    detail: str = ""
    player: str | None = None
    who: str | None = None
    day: str | None = None


class Game(NamedTuple):
    """One game as the member had it; a plain tuple, since a site has hundreds of thousands of them. The names
    are those of office/tables/. `opponent_taken_from`: whose rating the opponent adopted;
    `opponent_kanji`: his kanji as the list prints them, None where it does not. `side`: `white` or `black` as
    `result` is to be read, also where nobody knows the colours."""

    type: str | None
    event_key: str
    event_name: str
    round: int
    board: int | None
    first_day: date
    last_day: date
    opponent_id: str | None
    opponent_name: str | None
    colour: str | None
    result: str
    rating: int | None
    rating_from: str | None
    opponent_rating: int | None
    opponent_rating_from: str | None
    opponent_taken_from: str | None
    opponent_kanji: str | None
    score: int | None
    d: int | None
    d_used: int | None
    column: str | None
    pd: int | None
    expected_article: str | None
    k: int | None
    k_reason: str | None
    k_article: str | None
    c: int | None
    counts: bool
    for_initial: bool
    side: str | None
    reasons: tuple[Reason, ...]


class KeptGame(NamedTuple):
    """A game towards an initial rating, in the event `source`. `event_key`, `round`, `opponent_id` None and
    `opponent_name` "" where an opening balance does not say them; `list`: the date of the list that the
    opponent's rating is of, None where it is assumed or handed over."""

    type: str
    date: Day
    opponent_rating: int
    score: int
    source: str
    event_key: str | None
    round: int | None
    opponent_id: str | None
    opponent_name: str | None
    list: Day | None
    rating_from: Origin
    opponent_kanji: str | None = None


class Rating(NamedTuple):
    """A stored rating, as office/tables/ has it."""

    type: str
    how: str
    previous: int | None
    previous_from: str | None
    taken_from: str | None
    change: int | None
    rounded: int | None
    floored: bool
    rating: int
    games: int
    period_games: int
    peak: int
    peak_assumed: bool
    k: int | None
    rank: int | None
    initial: str | None
    adjusted: int | None
    adjustment_reference: str | None
    decided: int | None
    marks: str | None


@dataclass(frozen=True, slots=True)
class Initial:
    """How an initial rating was worked out from games. `decided` (rating, and the reason, "" for readers from
    outside) where the regulations leave it to the federation."""

    window: tuple[date, date]
    games: tuple[KeptGame, ...]
    score: int
    ra: Fraction
    p: int
    dp: int
    pr: int
    floor_acted: bool
    decided: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """What one list did to one rating. `row` None: unrated (`type` None: games of no type). `joined`: rating
    and games of this ID on the list before, None for none, where a merge made the rating go on from others.
    `checked`: the figures were worked out again, `fault`: what they would have to be if they do not hold."""

    type: str | None
    row: Rating | None = None
    games: tuple[Game, ...] = ()
    initial: Initial | Pool | None = None
    beside: Beside = NOTHING
    joined: tuple[int | None, int | None] | None = None
    checked: bool = False
    fault: str | None = None

    @property
    def how(self) -> str:
        """`opening`, `rated`, `adopted`, `initial`, or `unrated`."""
        return self.row.how if self.row else "unrated"

    @property
    def shown(self) -> int | None:
        """The rating that the list shows."""
        return self.row.rating if self.row and self.beside.listed else None

    @property
    def marks(self) -> tuple[str, ...]:
        """What the list prints beside it."""
        stored = (self.row and self.row.marks) or ""
        return (*stored.split(), *(("provisional",) if self.beside.provisional else ()))

    def origin(self, game: Game, version: ListVersion) -> Origin | None:
        """Where the opponent's rating in a game came from; None where he had none."""
        if game.opponent_rating is None:
            return None
        return version.origin(game.opponent_rating_from or "assumed", game.opponent_taken_from)

    @property
    def without_kanji(self) -> Part:
        """The same without its opponents' kanji: what a list printed of them says nothing of the member."""
        games, made = tuple(x._replace(opponent_kanji=None) for x in self.games), self.initial
        if isinstance(made, Initial):
            made = replace(made, games=tuple(x._replace(opponent_kanji=None) for x in made.games))
        return replace(self, games=games, initial=made)

    @property
    def counted(self) -> list[Game]:
        return [x for x in self.games if x.counts]

    @property
    def towards_initial(self) -> list[Game]:
        return [x for x in self.games if x.for_initial]

    @property
    def left_out(self) -> list[Game]:
        return [x for x in self.games if not x.counts and not x.for_initial]


@dataclass(frozen=True, slots=True)
class Account:
    """The account of a member's ratings on one list: a part for each type, and one for games of no type.
    `kept`: games of who is unrated that later lists will take. Name, kanji, `active` and `last_game` as the
    list has them; they and the readings are there where the account of one member is asked for."""

    id: str
    version: ListVersion
    parts: tuple[Part, ...] = ()
    kept: tuple[KeptGame, ...] = ()
    readings: tuple[Reading, ...] = ()
    name: str = ""
    kanji: str | None = None
    active: bool = True
    last_game: date | None = None

    def kept_of(self, part: Part) -> list[KeptGame]:
        """The kept games of a part's type, also those of the type that it goes on from (R13)."""
        law = self.version.rules
        carried = (law.shapes.carried_over(law) if law else None) or {}
        return [x for x in self.kept if carried.get(x.type, x.type) == part.type]

"""What a language's table holds, and how printed words become those of the English page."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Self

from scraper.words import PageKind


@dataclass(frozen=True, slots=True)
class Word:
    """A `printed` word and the `english` one of the same page; `seen` names a saved page that has it."""

    printed: str
    english: str
    seen: str | None = None


class Words(tuple[Word, ...]):
    """Words of one kind."""

    def __new__(cls, *words: Word) -> Self:
        return super().__new__(cls, words)

    @cached_property
    def english(self) -> dict[str, str]:
        """The English word of each as it is printed."""
        return {w.printed: w.english for w in self}


NO_WORDS = Words()


@dataclass(frozen=True, slots=True)
class ViewWord:
    """A view's heading as printed, with `{n}` for the round after which a list stands, and what it heads.

    `what` names in English a view from which nothing is taken.
    """

    printed: str
    kind: PageKind
    seen: str | None = None
    what: str = ""


@dataclass(frozen=True, slots=True)
class RoundWords:
    """How a round is headed: its number (`Round {n}`), then the words before its day and before its time."""

    number: str
    before_day: str
    before_time: str
    seen: str | None = None


View = tuple[ViewWord, int | None]
"""A view's heading, and the round in it."""


@dataclass(frozen=True, eq=False)
class Language:
    """One language, of which there is one object: it is its own key. `code` is the page's `lang`, `lan` the
    parameter of the address.

    `team_views` and `team_facts` are of team events: the latter open the brackets behind a team's name, and
    `nobody` stands for a player at a board that has none. `dates` are the words between two days, `types`
    the tournament types. `colours` are the letters of crosstables and cards; without any, crosstables are
    not read. `menu_known` says that the menu of individual events is known: a row that is missing in it is
    then not there.
    """

    name: str
    code: str
    lan: int
    update: Word
    views: tuple[ViewWord, ...]
    columns: Words
    tie_break: Word
    team_views: tuple[ViewWord, ...] = ()
    labels: Words = NO_WORDS
    types: Words = NO_WORDS
    card: Words = NO_WORDS
    menu: Words = NO_WORDS
    menu_known: bool = True
    alone: Words = NO_WORDS
    nobody: Words = NO_WORDS
    team_facts: tuple[Word, ...] = ()
    menu_round: Word | None = None
    round_words: RoundWords | None = None
    dates: tuple[Word, ...] = ()
    annotation: Word | None = None
    colours: dict[str, str] = field(default_factory=dict)
    colours_seen: str | None = None

    @cached_property
    def menu_round_pattern(self) -> re.Pattern[str] | None:
        """`Rd.7/9` in the menu: a round, and at the last one the number of rounds."""
        if self.menu_round is None:
            return None
        return re.compile(re.escape(self.menu_round.printed) + r"(\d{1,3})(?:/(\d{1,3}))?", re.ASCII)

    @cached_property
    def round_pattern(self) -> re.Pattern[str] | None:
        """A round's heading: `number`, then what is printed as its day and as its time."""
        words = self.round_words
        if words is None:
            return None
        day, time = re.escape(words.before_day), re.escape(words.before_time)
        return re.compile(
            f"{_numbered(words.number)}(?: {day} (?P<day>.*?))?(?: {time} (?P<time>.*))?", re.ASCII
        )

    @lru_cache(maxsize=256)  # noqa: B019 - languages live as long as the program
    def view(self, heading: str) -> View | None:
        """What a view's heading says; None for an unknown one. A group can stand behind it, ` - Open`."""
        return _met(self.views, heading)

    @lru_cache(maxsize=256)  # noqa: B019 - as above
    def team_view(self, heading: str) -> View | None:
        """As `view`, of a team event."""
        return _met(self.team_views, heading)


def _met(words: Iterable[ViewWord], heading: str) -> View | None:
    for text in (heading, heading.partition(" - ")[0]):
        for word in words:
            if m := re.fullmatch(_numbered(word.printed), text, re.ASCII):
                number = m.groupdict().get("n")
                return word, int(number) if number else None
    return None


def _numbered(printed: str) -> str:
    """A pattern of the printed words with a number in the place of `{n}`."""
    return re.escape(printed).replace(re.escape("{n}"), r"(?P<n>\d{1,3})")

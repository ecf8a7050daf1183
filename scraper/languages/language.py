"""What a language's table holds, and how printed words become those of the English page."""

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import NamedTuple

from scraper.words import TEAM_OTHER, PageKind


class Word(NamedTuple):
    """A line of the table: for `what` a word stands as it is `printed`, what it `means` (the English word; of
    the heading of a view its kind, or a key of `TEAM_OTHER`), and a saved page that has it, empty where it is
    only reported. `{n}` in headings is a number of rounds."""

    what: str
    printed: str
    means: str
    seen: str

    @property
    def kind(self) -> PageKind:
        """The kind of the view that it heads."""
        return PageKind.OTHER if self.means in TEAM_OTHER else PageKind(self.means)


View = tuple[Word, int | None]
"""A view's heading, and the round in it."""


class Language:
    """One language, of which there is one object: it is its own key. `code` is the page's `lang`, `lan` the
    parameter of the address. `menu_known` says that the menu of individual events is known: a row that is
    missing in it is then not there.

    Words with their English ones: `columns` and `labels` of lists and details, tournament `types`, labels of
    a `card` and of the `menu`, what stands for Black (`alone`) or for a player at a board that has none
    (`nobody`), what opens the brackets behind a team's name (`team_facts`), the words between two `dates`,
    and the letters of crosstables and cards (`colours`; without any, crosstables are not read).
    """

    def __init__(
        self, name: str, code: str, lan: int, words: Iterable[Word], *, menu_known: bool = True
    ) -> None:
        self.name, self.code, self.lan, self.menu_known = name, code, lan, menu_known
        self.words = tuple(words)
        self.views, self.team_views = (
            [word for word in self.words if word.what == what] for what in ("view", "view of teams")
        )
        told: dict[str, dict[str, str]] = defaultdict(dict)
        for word in self.words:
            told[word.what][word.printed] = word.means
        self._told = told
        self.columns, self.labels, self.types = told["column"], told["detail"], told["type"]
        self.card, self.menu = told["card"], told["menu"]
        self.alone, self.nobody = told["for Black"], told["for a player"]
        self.team_facts, self.dates = told["behind a team"], told["between days"]
        self.colours = told["colour"]
        (self.update,), (self.tie_break,) = told["update"], told["tie-break"]
        self.annotation = next(iter(told["annotation"]), None)

    @cached_property
    def menu_round_pattern(self) -> re.Pattern[str] | None:
        """`Rd.7/9` in the menu: a round, and at the last one the number of rounds."""
        for printed in self._told["round in the menu"]:
            return re.compile(re.escape(printed) + r"(\d{1,3})(?:/(\d{1,3}))?", re.ASCII)
        return None

    @cached_property
    def round_pattern(self) -> re.Pattern[str] | None:
        """A round's heading: its number, then what is printed as its day and as its time."""
        days, times = self._told["before the day"], self._told["before the time"]
        for number, day, time in zip(self._told["round"], days, times, strict=True):
            behind = f"(?: {re.escape(day)} (?P<day>.*?))?(?: {re.escape(time)} (?P<time>.*))?"
            return re.compile(_numbered(number) + behind, re.ASCII)
        return None

    @lru_cache(maxsize=256)  # noqa: B019 - languages live as long as the program
    def view(self, heading: str) -> View | None:
        """What a view's heading says; None for an unknown one. A group can stand behind it, ` - Open`."""
        return _met(self.views, heading)

    @lru_cache(maxsize=256)  # noqa: B019 - as above
    def team_view(self, heading: str) -> View | None:
        """As `view`, of a team event."""
        return _met(self.team_views, heading)


def _met(words: Iterable[Word], heading: str) -> View | None:
    for text in (heading, heading.partition(" - ")[0]):
        for word in words:
            if m := re.fullmatch(_numbered(word.printed), text, re.ASCII):
                number = m.groupdict().get("n")
                return word, int(number) if number else None
    return None


def _numbered(printed: str) -> str:
    """A pattern of the printed words with a number in the place of `{n}`."""
    return re.escape(printed).replace(re.escape("{n}"), r"(?P<n>\d{1,3})")

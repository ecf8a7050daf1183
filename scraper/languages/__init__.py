"""The languages in which a saved page is read: one table of words for all of them, words.csv.

Each word names the saved page in which it was seen, or none: then it is only reported, by
shared/chess-results.md. A word that is not in the table is a problem that names it, never guessed. English is
what the client asks for (lan=1), and the words of the others lead to it. Russian is seen in the layout of
2020, which prints `Ст.ном` wrongly over the ranks; of Portuguese one ranking is seen; of German the pages of
leagues of teams, gated and not. Crosstables and cards in German and cards in Russian print `s` for Black.
"""

import csv
import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property, lru_cache
from pathlib import Path
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


_NAMES = (("English", "en", 1), ("Russian", "ru", 11), ("Portuguese", "pt", 10), ("German", "de", 0))
_MENU_UNKNOWN = ("de",)
with Path(__file__).with_name("words.csv").open(encoding="utf-8", newline="") as _file:
    _WORDS = [(code, Word(*word)) for code, *word in csv.reader(_file)]

LANGUAGES: tuple[Language, ...] = tuple(
    Language(name, code, lan, [w for of, w in _WORDS if of == code], menu_known=code not in _MENU_UNKNOWN)
    for name, code, lan in _NAMES
)
ENGLISH = LANGUAGES[0]


@lru_cache(maxsize=256)
def language_of(update: str, code: str) -> Language | None:
    """The language of a page: by its update line, which every page has, else by its attribute `lang`.

    None for a language without a table, and where the two contradict each other.
    """
    by_code = next((x for x in LANGUAGES if x.code == code), None)
    if not update:
        return by_code if code else ENGLISH
    by_update = next((x for x in LANGUAGES if update.startswith(x.update)), None)
    if code and by_code is not by_update:
        return None
    return by_update

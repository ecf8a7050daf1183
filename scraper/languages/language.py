"""What a language's table holds, and how printed words become those of the English page."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from scraper.words import PageKind


@dataclass(frozen=True, slots=True)
class Word:
    """A `printed` word and the `english` one of the same page; `seen` names a saved page that has it."""

    printed: str
    english: str
    seen: str | None = None


@dataclass(frozen=True, slots=True)
class ViewWord:
    """A view's heading as a pattern (the number of rounds varies) and what it is a heading of.

    The group `round`, where there is one, is the round after which a list stands.
    """

    pattern: re.Pattern[str]
    kind: PageKind
    seen: str | None = None


@dataclass(frozen=True, eq=False)
class Language:
    """One language, of which there is one object: it is its own key. `code` is the page's `lang`, `lan` the
    parameter of the address.

    `round_heading` has the groups `number`, `date` and `time`; `dates` the words between two days.
    `colours` are the letters of crosstables and cards; without any, crosstables are not read.
    """

    name: str
    code: str
    lan: int
    update: Word
    views: tuple[ViewWord, ...]
    columns: tuple[Word, ...]
    tie_break: Word
    labels: tuple[Word, ...] = ()
    card: tuple[Word, ...] = ()
    menu: tuple[Word, ...] = ()
    alone: tuple[Word, ...] = ()
    menu_round: Word | None = None
    round_heading: re.Pattern[str] | None = None
    dates: tuple[Word, ...] = ()
    annotation: Word | None = None
    colours: dict[str, str] = field(default_factory=dict)
    colours_seen: str | None = None

    @cached_property
    def heading_of(self) -> dict[str, str]:
        """Printed headings of columns to English ones."""
        return {w.printed: w.english for w in self.columns}

    @cached_property
    def label_of(self) -> dict[str, str]:
        """Printed labels of the details to English ones."""
        return {w.printed: w.english for w in self.labels}

    @cached_property
    def card_label_of(self) -> dict[str, str]:
        """Printed labels of a player's card to English ones."""
        return {w.printed: w.english for w in self.card}

    @cached_property
    def menu_of(self) -> dict[str, str]:
        """Printed labels of the menu to English ones."""
        return {w.printed: w.english for w in self.menu}

    @cached_property
    def alone_of(self) -> dict[str, str]:
        """What stands for Black where there is no opponent, to the English word."""
        return {w.printed: w.english for w in self.alone}

    @cached_property
    def menu_round_pattern(self) -> re.Pattern[str] | None:
        """`Rd.7/9` in the menu: a round, and at the last one the number of rounds."""
        if self.menu_round is None:
            return None
        return re.compile(re.escape(self.menu_round.printed) + r"(\d{1,3})(?:/(\d{1,3}))?", re.ASCII)

    @lru_cache(maxsize=256)  # noqa: B019 - languages live as long as the program
    def view(self, heading: str) -> tuple[PageKind, int | None] | None:
        """The kind of a view's heading, and the round it stands after; None for an unknown heading."""
        for view in self.views:
            if m := view.pattern.fullmatch(heading):
                round = m.groupdict().get("round")
                return view.kind, int(round) if round else None
        return None

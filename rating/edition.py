"""One edition of the regulations, read from its file of cited values and named functions.

An edition is whole: nothing is taken from another one. The loader refuses what it does not know
(keys, roles, reasons), what has no citation, what is missing and what nothing uses, and says where.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, NoReturn

from rating.errors import EditionError, Problem
from rating.families import family_named
from rating.shapes import Shapes, no_such_article, roles_in
from rating.tables import Step

BY_GAME = frozenset(roles_in(Shapes))
"""The roles of `Shapes`; all others are those of lists that are reckoned event by event."""
if TYPE_CHECKING:
    from rating.edition_kinds import Value
    from rating.shapes_queensland import QueenslandShapes


@dataclass(frozen=True, slots=True)
class Entry:
    """One paragraph of the text as the file has it, with the line of the file it stands on.

    `effective` is None in an undated text. `source`: where values were read that the text names but
    does not print. `repeats`: the articles of another chapter that it says again, `for_types`.
    """

    article: str
    seeds: tuple[str, ...]
    effective: date | None
    says: str
    values: Mapping[str, Value]
    functions: Mapping[str, str]
    reasons: tuple[str, ...]
    rulings: tuple[str, ...]
    elsewhere: str | None
    source: str | None
    line: int
    repeats: tuple[str, ...] = ()
    for_types: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """An edition: where its text is held, since when it is in force, its entries in the text's order.

    In force from `in_force_from` up to but not including `in_force_until` (None: still in force). An
    undated text is never in force by itself: both are None, and it is always asked for by name.
    `family`: the name of its family, by whose kind it is reckoned by `shapes` or by `queensland`.
    `amends`: of a draft, the edition it would amend. `repeated`: by article and type, the article of another
    chapter that says it again for this type.
    """

    id: str
    family: str
    title: str
    in_force_from: date | None
    in_force_until: date | None
    seeds: tuple[str, ...]
    prevailing: str
    entries: tuple[Entry, ...]
    values: Mapping[str, Value]
    shapes: Shapes[Edition]
    queensland: QueenslandShapes[Edition]
    amends: str | None = None
    repeated: Mapping[tuple[str, str], str] = field(default_factory=dict)

    @property
    def by_event(self) -> bool:
        """Whether ratings are worked out event by event, by `queensland`, not game by game."""
        return family_named(self.family).by_event

    def number(self, name: str) -> int:
        """A whole number of this edition."""
        value = self._value(name)
        if not isinstance(value, int):
            raise self._wrong(name, "a whole number")
        return value

    def word(self, name: str) -> str:
        """A word of this edition."""
        value = self._value(name)
        if not isinstance(value, str):
            raise self._wrong(name, "a text")
        return value

    def words(self, name: str) -> tuple[str, ...]:
        """A list of words of this edition."""
        value = self._value(name)
        if not isinstance(value, tuple) or not all(isinstance(item, str) for item in value):
            raise self._wrong(name, "a list of texts")
        return tuple(str(item) for item in value)

    def steps(self, name: str) -> tuple[Step, ...]:
        """A table of differences and expected scores."""
        value = self._value(name)
        if not isinstance(value, tuple) or not value or not isinstance(value[0], Step):
            raise self._wrong(name, "a table of steps")
        return value  # what begins with a step is a table: see edition_kinds

    def percentages(self, name: str) -> Mapping[int, int]:
        """A table from whole percentages to rating points."""
        value = self._value(name)
        if not isinstance(value, Mapping):
            raise self._wrong(name, "a table of percentages")
        return value

    def article_of_reason(self, reason: str, type: str | None = None) -> str:
        """The article under which a game (of this type) does not count for this reason."""
        for entry in self.entries:
            if reason in entry.reasons:
                return self._for_type(entry.article, type)
        raise EditionError(
            Problem("unknown-reason", self.id, "a reason of this edition", reason, "see rating/reasons.py")
        )

    def article_of_role(self, role: str, type: str | None = None) -> str:
        """The article of the function that fills a role of `shapes`, for a game of this type."""
        for entry in self.entries:
            if role in entry.functions:
                return self._for_type(entry.article, type)
        raise EditionError(Problem("unknown-role", self.id, "a role of rating/shapes.py", role))

    def article_of_value(self, name: str, type: str | None = None) -> str:
        """The article that gives a value, for a game of this type."""
        for entry in self.entries:
            if name in entry.values:
                return self._for_type(entry.article, type)
        raise self._wrong(name, "a value of this edition")

    def has(self, role: str) -> bool:
        """True where this edition has an article for a role."""
        held = self.shapes if role in BY_GAME else self.queensland
        return getattr(held, role) not in (no_such_article, not_of_this_family)

    def in_force_on(self, day: date) -> bool:
        """True where the edition is in force on this day; an undated one is on none."""
        if self.in_force_from is None:
            return False
        return self.in_force_from <= day and (self.in_force_until is None or day < self.in_force_until)

    def _for_type(self, article: str, type: str | None) -> str:
        return article if type is None else self.repeated.get((article, type), article)

    def _value(self, name: str) -> Value:
        try:
            return self.values[name]
        except KeyError:
            raise self._wrong(name, "a value of this edition") from None

    def _wrong(self, name: str, expected: str) -> EditionError:
        return EditionError(Problem("edition-value", f"{self.id}: {name}", expected, "something else"))


def not_of_this_family(law: Edition, /, *_: object, **__: object) -> NoReturn:
    """Stands where an edition is of the other family and has no use for a role."""
    raise EditionError(Problem("other-family", law.id, "a role of its family", law.family))

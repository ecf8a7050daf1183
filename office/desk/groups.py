"""Questions that are one question to a person: results missing in an event, its likely guests."""

from collections.abc import Iterable
from dataclasses import dataclass

from importer.findings import Finding
from importer.tables import ProblemRow
from importer.unmatched import ABROAD, CODES
from office.words import _

TOGETHER = frozenset({"result-pending", "round-not-paired", "newcomer-incomplete"})
"""Codes of questions that have the same answer throughout an event, as a rule."""

LISTED = 5
"""So many of a group are written out; the others are counted."""


@dataclass(frozen=True, slots=True)
class Group:
    """Open questions of one event that one answer settles; or one question by itself."""

    rows: tuple[ProblemRow, ...]

    @property
    def first(self) -> ProblemRow:
        return self.rows[0]

    @property
    def target(self) -> str:
        """How all of them are named to `banzuke resolve`."""
        from office.desk.targets import spans

        return spans(row.id or 0 for row in self.rows)

    @property
    def asked(self) -> str:
        """The one question, in words."""
        n = len(self.rows)
        if self.first.code in CODES.values():
            return _("{n} players of other federations, no likely member: all guests?", n=n)
        if self.first.code == "result-pending":
            return _("{n} results are still missing", n=n)
        if self.first.code == "round-not-paired":
            return _("{n} rounds are not paired", n=n)
        return _("of {n} newcomers something is not known", n=n)


def grouped(rows: Iterable[ProblemRow]) -> list[Group]:
    """The questions in the order given, those that belong together at the place of their first."""
    found: dict[object, list[ProblemRow]] = {}
    for row in rows:
        together = row.state == "open" and (row.code in TOGETHER or likely_guest(row))
        key = (row.event_key, row.code, row.blocks) if together else row.id
        found.setdefault(key, []).append(row)
    return [Group(tuple(group)) for group in found.values()]


def count(asked: Iterable[Finding]) -> int:
    """How many questions these are, of one event, to a person."""
    return len({f.code if f.code in TOGETHER or likely_guest(f) else f.key for f in asked})


def likely_guest(row: ProblemRow | Finding) -> bool:
    """Whether it is about a player of another federation for whom no member is likely."""
    return row.code in CODES.values() and ABROAD in row.found

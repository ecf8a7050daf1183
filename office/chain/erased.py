"""Rows of the ledger that an erasure emptied (R94): what they say now, and how the chain knows them.

The chain covers every row with its text, and an erasure takes the text away. So a row that is other than its
link says is taken for erased if it is empty in just the way an erasure leaves it, and a decision in force
erased its member; the row's place in the chain, its member, field and moments stand. Anything else that is
other is a fault, as ever.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session, col, select

from importer.rulings import Kind
from importer.tables import RulingRow

ERASED = "erased"
"""The source of a fact that was erased: nobody says it any more."""

EMPTY: Mapping[str, Mapping[str, Any]] = {
    "register_fact": {"value": None, "source": ERASED},
    "member_name": {"name": "", "source": ERASED},
    "organizer_person": {"name": None, "email": None},
}
"""By table, what an erasure leaves in a row's columns. The name of a member, which cannot be nothing, becomes
his ID."""

WHOSE = {"register_fact": "member_id", "member_name": "member_id", "organizer_person": "federation_id"}
"""By table, the part of a row's line that says whose it is."""


@dataclass(frozen=True, slots=True)
class Erasures:
    """The members who were erased, by federation ID."""

    members: frozenset[str]

    def hold(self, line: str) -> bool:
        """Whether a row's line is what an erasure leaves."""
        if not self.members:
            return False
        table, told = json.loads(line)
        left, who = EMPTY.get(table), told.get(WHOSE.get(table, ""))
        if left is None or who not in self.members:
            return False
        if table == "register_fact" and told.get("field") == "name":
            left = {**left, "value": who}
        return all(told.get(name) == value for name, value in left.items())


def erasures(session: Session) -> Erasures:
    """Every erasure that was decided."""
    query = select(RulingRow.subject).where(
        RulingRow.kind == Kind.ERASURE.value, col(RulingRow.taken_back_at).is_(None)
    )
    return Erasures(frozenset(json.loads(subject)["member"] for subject in session.exec(query)))

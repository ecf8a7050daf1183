"""Rulings that belong to a list, a member or an organizer rather than to an event: their words and values."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from importer.rulings import Kind, Rulings, Subject, fingerprint
from importer.tables import RulingRow

JCA, FOREIGN = "jca", "foreign"
"""Whose rating an outside rating is: JCA's, or another country's taken on application (2019 2(3))."""

PAID, UNPAID, ACCEPTED = "paid", "unpaid", "accepted"
"""What became of a fee; `paid` is followed by the day."""

STANDING = fingerprint("standing")
"""The facts of a ruling that stands whatever becomes of an event."""


@dataclass(frozen=True, slots=True)
class Adjusting:
    """The value of an adjustment: points, reference, the day the members were told; and where it corrects
    a closed list (7(3)), that list and the day the error was reported."""

    points: int
    reference: str
    announced: str | None = None
    closed_list: str | None = None
    error_reported: str | None = None

    def text(self) -> str:
        """As it is stored."""
        told = {name: value for name, value in asdict(self).items() if value is not None}
        return json.dumps(told, ensure_ascii=False)


def adjustment_subject(list_date: date, member: str, type_: str) -> Subject:
    """An adjustment is of one rating on one list."""
    return {"list": list_date.isoformat(), "member": member, "type": type_}


def decided_subject(list_date: date, member: str, type_: str) -> Subject:
    """A first rating is decided for one list: the next one asks again."""
    return {"list": list_date.isoformat(), "member": member, "type": type_}


def outside_subject(member: str, of: str) -> Subject:
    """`of`: `jca` or `foreign`."""
    return {"member": member, "of": of}


def fee_subject(organizer: str, list_date: date) -> Subject:
    """The fees of everything an organizer reported for one list."""
    return {"organizer": organizer, "list": list_date.isoformat()}


def adjustments_on(rulings: Rulings, list_date: date) -> list[dict[str, Any]]:
    """The adjustments of a list as a run freezes them, in a fixed order."""
    found = []
    for row in rulings.of_event(None, Kind.ADJUSTMENT):
        subject = json.loads(row.subject)
        if subject["list"] == list_date.isoformat():
            told = json.loads(row.value or "{}")
            found.append(
                {
                    "member": subject["member"],
                    "type": subject["type"],
                    "points": told["points"],
                    "reference": _reference(told),
                    "announced": told.get("announced"),
                }
            )
    return sorted(found, key=lambda item: (item["member"], item["type"]))


def outside_ratings(rulings: Rulings, known: Any) -> dict[str, dict[str, int]]:
    """JCA's and other countries' ratings by member; `known` tells whether a moment is early enough (R17)."""
    found: dict[str, dict[str, int]] = {}
    for row in rulings.of_event(None, Kind.OUTSIDE):
        subject = json.loads(row.subject)
        if known(row.made_at):
            found.setdefault(subject["member"], {})[subject["of"]] = int(row.value or "")
    return found


def list_of(row: RulingRow) -> date | None:
    """The list that a ruling on a member's rating is about, None for others."""
    if row.kind not in (Kind.ADJUSTMENT, Kind.DECIDED):
        return None
    return date.fromisoformat(json.loads(row.subject)["list"])


def fee_of_organizer(rulings: Rulings, names: Iterable[str], list_date: date) -> RulingRow | None:
    """What was ruled of all fees of an organizer for a list, under the first of his names that has any."""
    found = (rulings.standing(Kind.FEE, fee_subject(name, list_date)) for name in names)
    return next((row for row in found if row is not None), None)


def ruled_text(row: RulingRow) -> str | None:
    """The value of a ruling as it is shown."""
    if row.kind not in (Kind.ADJUSTMENT.value, Kind.PERSON.value):
        return row.value
    told = json.loads(row.value or "{}")
    if row.kind == Kind.PERSON.value:
        return " ".join(("as", told["as"], *([told["valid"]] if "valid" in told else [])))
    announced = f"; announced {told['announced']}" if told.get("announced") else ""
    return f"{told['points']:+d}; {_reference(told)}{announced}"


def _reference(told: dict[str, Any]) -> str:
    closed = told.get("closed_list")
    more = f" (correction of the list of {closed}, error reported {told['error_reported']})" if closed else ""
    return f"{told['reference']}{more}"

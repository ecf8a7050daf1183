"""Rulings that no longer fit what they were made on."""

import json
from collections.abc import Iterator

from importer.checks.facts import Facts
from importer.findings import Finding


def stale_rulings(facts: Facts) -> Iterator[Finding]:
    """Each ruling on this event that met other facts than those it was decided on: it does not act."""
    for row in facts.view.rulings.unfit:
        if row.event_key == facts.view.key:
            about = ", ".join(f"{k} {v}" for k, v in json.loads(row.subject).items() if v is not None)
            yield facts.finding(
                "ruling-no-longer-fits",
                {"ruling": row.id},
                f"ruling {row.id}: {row.kind} {row.value or ''} {about}".rstrip(),
                "the facts it was decided on",
                "other facts in the source now",
                "decide the question again, or take the ruling back: banzuke resolve --take-back RULING",
            )

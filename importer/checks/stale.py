"""Rulings that no longer fit what they were made on."""

import json
from collections.abc import Iterator

from importer.checks.facts import Facts
from importer.findings import Finding
from importer.rulings import Kind

LASTING = (Kind.ACCEPT, Kind.DEFER)
"""Kinds without a question of their own: an accepted problem that changed is open by itself, and a
deferral stands whatever becomes of the event."""


def stale_rulings(facts: Facts) -> Iterator[Finding]:
    """Each ruling on this event that does not act: the facts it was decided on are other ones now, or what
    it is about is no longer there. To be asked after everything else has looked its rulings up."""
    rulings = facts.view.rulings
    if not rulings.any_on(facts.view.key):
        return
    for kind in Kind:
        if kind in LASTING:
            continue
        for row in rulings.of_event(facts.view.key, kind):
            if row.id in rulings.met and row.id not in rulings.unfit:
                continue
            about = ", ".join(f"{k} {v}" for k, v in json.loads(row.subject).items() if v is not None)
            yield facts.finding(
                "ruling-no-longer-fits",
                {"ruling": row.id},
                " ".join(filter(None, (f"ruling {row.id}: {row.kind}", row.value, about))),
                "the facts it was decided on",
                "other facts in the source now"
                if row.id in rulings.unfit
                else "nothing of the kind any more",
                "decide the question again, or take the ruling back: banzuke resolve --take-back RULING",
            )

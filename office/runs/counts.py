"""What a run came to, in numbers that stand in its row beside the text report."""

from __future__ import annotations

import json

from office.runs.inputs import Values
from rating.outcome import Outcome


def counts_of(outcome: Outcome, inputs: Values) -> str:
    """The counts of a run as JSON: `events` reported in the period, `games` that counted and `not_counted`,
    and by type of rating how many are `listed`, `played` a game that counted, and have their first rating on
    this list, from their games (`initial`) or taken over (`adopted`)."""
    games = [line.counts for line in outcome.lines if line.colour == "white"]  # each game has a line a side
    found = {
        "events": len(inputs["events"]),
        "games": sum(games),
        "not_counted": len(games) - sum(games),
        "types": {
            type_: {
                "listed": sum(row.listed for row in rows),
                "played": sum(row.period_games > 0 and row.how != "initial" for row in rows),
                "initial": sum(row.how == "initial" for row in rows),
                "adopted": sum(row.how == "adopted" for row in rows),
            }
            for type_, rows in outcome.lists.items()
        },
    }
    return json.dumps(found, sort_keys=True)

"""All cases, in the groups in which the tests take them."""

from __future__ import annotations

from tests.office.kills.by_itself import JOBS, OF_SERVERS
from tests.office.kills.cases import IN_DATABASE, IN_FILES, MAKING, Case

ARRIVES = ("import", "inbox", "members", "organizers", "applications", "fide", "opening", "poll", "reread")
DECIDED = ("resolve", "rate", "preview", "publish", "site", "correction", "rule", "rulings")


def _group(*first: str) -> dict[str, Case]:
    return {name: case for name, case in IN_DATABASE.items() if name.split()[0] in first}


GROUPS: dict[str, dict[str, Case]] = {
    "arrives": _group(*ARRIVES) | OF_SERVERS,
    "decided": _group(*DECIDED),
    "kept": {n: c for n, c in IN_DATABASE.items() if n.split()[0] not in ARRIVES + DECIDED} | MAKING,
    "files": IN_FILES,
    "jobs": JOBS,
}
CASES = {name: case for group in GROUPS.values() for name, case in group.items()}

OFTEN = ("import", "rate", "publish", "correction publish", "poll", "site again", "inbox import", "work")
"""Commands of many steps: the short run kills each twice, and lets something fail."""

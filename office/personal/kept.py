"""What an office keeps of people, table by table (`kept.toml`): the one place that says so, for the export of
everything about a member, for the erasure, and for docs/privacy.md."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

NOBODY = frozenset(
    {
        *("application", "event", "event_round", "pairing", "poll", "reread", "version_event", "chain_link"),
        *("organizer", "organizer_name", "organizer_span", "fide_list", "message_place"),
        "sending_part",
    }
)
"""Tables that hold nothing of a person; a table that is neither here nor in `kept.toml` fails a test."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A table with something of people: what, why, until when, and what an erasure takes of it. `by`: the
    columns by which a member's rows are found, and what of him stands there."""

    what: str
    why: str
    until: str
    erased: str
    by: Mapping[str, str] = field(default_factory=dict)


@cache
def kept() -> Mapping[str, Kept]:
    """By table."""
    told = tomllib.loads(Path(__file__).with_name("kept.toml").read_text("utf-8"))
    return {table: Kept(**parts) for table, parts in told.items()}


def markdown() -> str:
    """The table of docs/privacy.md."""
    head = "| table | what is kept | why | how long | erased on request |\n|---|---|---|---|---|\n"
    return head + "".join(
        f"| `{table}` | {one.what} | {one.why} | {one.until} | {one.erased} |\n"
        for table, one in kept().items()
    )

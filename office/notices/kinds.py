"""Which kinds of notices there are, and to whom each goes."""

from dataclasses import dataclass
from enum import StrEnum

from office.errors import refusal
from office.words import N_


class To(StrEnum):
    """Who a notice is for."""

    OFFICERS = "officers"
    REPORTERS = "reporters"
    MEMBERS = "members"


TO = {
    To.OFFICERS: N_("to officers"),
    To.REPORTERS: N_("to who reported"),
    To.MEMBERS: N_("to members"),
}


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of notice: its name, to whom, and when it goes out."""

    name: str
    to: To
    what: str


KINDS = {
    kind.name: kind
    for kind in (
        Kind("waiting", To.OFFICERS, N_("something waits for the officer")),
        Kind("read", To.REPORTERS, N_("a report was read")),
        Kind("asked", To.REPORTERS, N_("a report is asked about, or could not be read")),
        Kind("published", To.REPORTERS, N_("a reported event is on a published list")),
        Kind("membership", To.MEMBERS, N_("a membership ends within thirty days, or ended")),
        Kind("uncounted", To.MEMBERS, N_("games without a membership, while a renewal saves them")),
    )
}
"""By name. A further kind is a further line, its texts in `texts/`, and who is due in `due.py`."""


def kind_named(name: str) -> Kind:
    """The kind of this name; refused if there is none."""
    if name not in KINDS:
        remedy = "one of these: " + ", ".join(KINDS)
        raise refusal("no-such-notice", "banzuke notices", "a kind of notice", f"“{name}”", remedy)
    return KINDS[name]


class State(StrEnum):
    """`SENDING`: noted before it leaves; where that is long ago, nobody knows whether it left (R91).
    `FAILED`: it did not leave, and is tried again. `REFUSED`: it did not leave, and is not tried again."""

    SENDING = "sending"
    SENT = "sent"
    FAILED = "failed"
    REFUSED = "refused"

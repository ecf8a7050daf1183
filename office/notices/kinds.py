"""Which kinds of notices there are, to whom each goes, what one is about, and what became of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from sqlmodel import Session

from office.errors import refusal, typed_list
from office.families import family_of
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
    """A kind of notice: its name, to whom, and when it goes out. `memberships`: only where the texts of the
    office ask for them."""

    name: str
    to: To
    what: str
    memberships: bool = False


KINDS = {
    kind.name: kind
    for kind in (
        Kind("waiting", To.OFFICERS, N_("something waits for the officer")),
        Kind("read", To.REPORTERS, N_("a report was read")),
        Kind("asked", To.REPORTERS, N_("a report is asked about, or could not be read")),
        Kind("published", To.REPORTERS, N_("a reported event is on a published list")),
        Kind("membership", To.MEMBERS, N_("a membership ends within thirty days, or ended"), True),
        Kind("uncounted", To.MEMBERS, N_("games without a membership, while a renewal saves them"), True),
    )
}
"""By name. A further kind is a further line, its texts in `texts/`, and who is due in `gather.py`."""

WEBHOOK = "webhook"
"""The recipient that is no address."""


def kinds_of(session: Session) -> Mapping[str, Kind]:
    """The kinds that an office has, by name."""
    known = family_of(session).memberships
    return {name: kind for name, kind in KINDS.items() if known or not kind.memberships}


def to_members(session: Session) -> bool:
    """Whether any kind that an office has goes to members, so that their addresses are of use."""
    return any(kind.to == To.MEMBERS for kind in kinds_of(session).values())


def kind_named(name: str, kinds: Mapping[str, Kind] = KINDS) -> Kind:
    """The kind of this name; refused if there is none."""
    if name not in kinds:
        remedy = f"one of these: {typed_list(kinds)}"
        raise refusal("no-such-notice", "banzuke notices", "a kind of notice", f"“{name}”", remedy)
    return kinds[name]


@dataclass(frozen=True, slots=True)
class About:
    """One occasion, by a name that stays the same, and what a text says of it."""

    occasion: str
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Due:
    """A notice that is to go out: to whom, in which language (None: both), about what. `facts`: of all of
    it."""

    kind: str
    recipient: str
    language: str | None
    abouts: tuple[About, ...]
    facts: dict[str, Any] = field(default_factory=dict)


class State(StrEnum):
    """`SENDING`: noted before it leaves; where that is long ago, or it was handed over, nobody knows whether
    it left (R91). `SENT`: taken by the server or put into the folder. `FAILED`: it did not leave, and is
    tried again. `REFUSED`: it did not leave, and is not tried again."""

    SENDING = "sending"
    SENT = "sent"
    FAILED = "failed"
    REFUSED = "refused"


LEFT = {
    State.SENT: N_("sent"),
    State.FAILED: N_("not taken yet, tried again"),
    State.REFUSED: N_("not taken"),
    State.SENDING: N_("unknown: it may have left"),
}
"""How a notice left that was handed over."""


@dataclass(frozen=True, slots=True)
class Left:
    """How a notice left when it was handed over, and what was said, in a line."""

    how: State
    said: str = ""


def line(text: str) -> str:
    """What a server said, in one line of bounded length."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:300]

"""A notice that is to go out: to whom, about what."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any

from sqlmodel import Session, select

from office.notices.tables import NoticeRecipientRow


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


WEBHOOK = "webhook"
"""The recipient that is no address."""


def key_of(recipient: str) -> str:
    """What is kept of a recipient for good, so that he is told nothing twice."""
    return hashlib.sha256(recipient.casefold().encode()).hexdigest()


def known(session: Session) -> dict[str, NoticeRecipientRow]:
    """What the office knows of addresses, by what is kept of each."""
    return {key_of(row.address): row for row in session.exec(select(NoticeRecipientRow))}

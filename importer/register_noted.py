"""Whose entries a transaction changed in the register, for whoever keeps a journal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import cast

from sqlmodel import Session

KEPT = "banzuke_register"
"""Where a session has it."""

Noted = Mapping[tuple[datetime, str], set[int]]
"""By the moment and where the change comes from: members, by row id."""


def noted(session: Session, now: datetime, source: str, members: Iterable[int]) -> None:
    """Remembers whose entries were changed."""
    told: dict[tuple[datetime, str], set[int]] = session.info.setdefault(KEPT, {})
    told.setdefault((now, source), set()).update(members)


def taken(session: Session) -> Noted:
    """What was remembered since it was taken last."""
    return cast("Noted", session.info.pop(KEPT, {}))

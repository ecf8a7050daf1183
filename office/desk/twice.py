"""The same event by two ways: the question stands on the one that no list holds yet."""

from collections.abc import Sequence
from dataclasses import replace

from sqlmodel import Session

from importer.checks import Facts
from importer.checks.twice import reported_twice
from importer.merged import merged
from importer.twice import Alike, alike
from importer.view import reading
from office.desk.desk import DeskEvent


def asked_twice(session: Session, desk: Sequence[DeskEvent], *, any_game: bool) -> list[DeskEvent]:
    """The desk with the question, on each event that no list holds yet, whether it was reported before."""
    by_key = {e.view.key: e for e in desk}
    asked: dict[str, list[Alike]] = {}
    fresh = {key for key, e in by_key.items() if e.published is None}
    for key, found in alike(
        [e.view for e in desk], fresh, any_game=any_game, stands_for=merged(session).row
    ).items():
        for one in found:
            if by_key[key].published is None:
                asked.setdefault(key, []).append(one)
            elif by_key[one.other.key].published is None:
                turned = replace(one, other=by_key[key].view)
                asked.setdefault(one.other.key, []).append(turned)
    more = {
        key: tuple(
            reported_twice(
                Facts(by_key[key].view, reading(session, by_key[key].view.event.reading_id), {}), found
            )
        )
        for key, found in asked.items()
    }
    return [replace(e, findings=(*e.findings, *more.get(e.view.key, ()))) for e in desk]

"""The stored rows that accounts are made of."""

from typing import Any

from sqlalchemy import create_engine, event
from sqlmodel import Session

from office.lists.columns import table_of
from office.tables import ListRatingRow
from publication.account.stored import stayed

ASKED = [(1, "N1", "rapid"), (2, "N1", "rapid"), (2, "N2", "standard"), (2, "N2", "rapid")]


def test_ratings_that_stayed_are_found_without_a_look_at_every_list() -> None:
    engine = create_engine("sqlite://")
    table_of(ListRatingRow).create(engine)
    told: list[tuple[str, Any]] = []
    event.listen(engine, "before_cursor_execute", lambda *given: told.append((given[2], given[3])))
    rating = {"rating": 1500, "games": 9, "period_games": 0, "peak": 1500, "how": "rated"}
    rating |= {"peak_assumed": False, "floored": False, "adopted": False}
    with Session(engine) as session:
        for version, number, type_ in [*ASKED, (1, "N2", "rapid"), (1, "N1", "standard"), (3, "N1", "rapid")]:
            session.add(ListRatingRow(version_id=version, federation_id=number, type=type_, **rating))
        session.flush()
        told.clear()
        found = [(row.version_id, row.federation_id, row.type) for row in stayed(session, ASKED)]
        assert sorted(found) == sorted(ASKED)
        plans = [
            row[-1]
            for text, given in [*told]
            for row in session.connection().exec_driver_sql(f"EXPLAIN QUERY PLAN {text}", given)
        ]
    engine.dispose()
    assert plans
    assert not [plan for plan in plans if plan.startswith("SCAN")], plans

"""The stored rows that accounts are made of: ratings, games, games that are kept."""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from sqlalchemy.orm import aliased
from sqlmodel import Session, and_, case, col, func, or_, select

from importer.rulings import Kind
from importer.tables import RulingRow
from office.tables import EarlierGameRow, GameLineRow, ListMemberRow, ListRatingRow, ListVersionRow
from publication.account.model import Game, Rating
from publication.account.sides import side_of
from rating.results import FORFEITS

CHUNK = 400
"""So many at a time: of members, of ratings."""

KEY = ("federation_id", "version_id")

_RATING = select(*(getattr(ListRatingRow, name) for name in (*KEY, *Rating._fields)))


def ratings(
    session: Session,
    ids: Sequence[str],
    asked: Collection[int],
    *,
    everything: bool,
    renamed: Collection[int],
) -> Iterable[Any]:
    """The ratings that moved or are new, on the versions `renamed` also those of a type that the list before
    did not have of the member (R13); with `everything` all of them."""
    r, query = ListRatingRow, _RATING.where(col(ListRatingRow.federation_id).in_(ids))
    if asked:
        query = query.where(col(r.version_id).in_(asked))
    if everything:
        return session.connection().execute(query).all()
    moved = (
        (col(r.period_games) > 0)
        | (r.how != "rated")
        | col(r.previous).is_(None)
        | (r.previous_from != "list")
        | (r.previous != r.rating)
        | col(r.adjustment_reference).is_not(None)
    )
    if renamed:
        was, v = aliased(ListRatingRow), ListVersionRow
        same = (v.id == r.version_id, was.federation_id == r.federation_id, was.type == r.type)
        held = select(was.type).join(v, col(v.previous_id) == was.version_id).where(*same).correlate(r)
        moved |= col(r.version_id).in_(renamed) & ~held.exists()
    return session.connection().execute(query.where(moved)).all()


def stayed(session: Session, of: Sequence[tuple[int, str, str]]) -> Iterator[Any]:
    """The ratings of who played without one that counted: a list left them as they were, and says so. Asked
    version by version: of versions beside IDs SQLite looks at every row of every list."""
    r, by_version = ListRatingRow, dict[int, dict[str, set[str]]]()
    for version, number, type_ in of:
        by_version.setdefault(version, {}).setdefault(number, set()).add(type_)
    for version, types in by_version.items():
        every = [*types]
        for n in range(0, len(every), CHUNK):
            query = _RATING.where(r.version_id == version, col(r.federation_id).in_(every[n : n + CHUNK]))
            for row in session.connection().execute(query):
                if row.type in types[row.federation_id]:
                    yield row


def joined(session: Session, ids: Sequence[str], asked: Collection[int]) -> Iterator[Any]:
    """Of who was ever merged with another entry: member, version, type, and rating and games of this ID on
    the list before, where his rating did not go on from these."""
    told = session.execute(select(RulingRow.subject, RulingRow.value).where(RulingRow.kind == Kind.MERGE))
    named = {number for subject, into in told for number in (json.loads(subject)["member"], into)}
    if not (mine := named.intersection(ids)):
        return
    r, v, was = ListRatingRow, ListVersionRow, aliased(ListRatingRow)
    same = (was.version_id == v.previous_id, was.federation_id == r.federation_id, was.type == r.type)
    query = select(r.federation_id, r.version_id, r.type, was.rating, was.games)  # type: ignore[call-overload]
    query = query.join(v, col(v.id) == r.version_id).outerjoin(was, and_(*same))
    query = query.where(col(r.federation_id).in_(sorted(mine)), r.how == "rated", r.previous_from == "list")
    if asked:
        query = query.where(col(r.version_id).in_(asked))
    other = (was.rating != r.previous) | (was.games != r.games - r.period_games)
    yield from session.connection().execute(query.where(col(was.rating).is_(None) | other))


def lines(session: Session, ids: Sequence[str], asked: Collection[int]) -> Iterable[Any]:
    """Games, and with `asked` those towards an initial rating also of other versions: they say where the
    opponents' ratings came from. Without it the versions are not asked for: a database would go by their
    index and look at every row of them."""
    g, r = GameLineRow, ListRatingRow
    theirs = (r.version_id == g.version_id, r.federation_id == g.opponent_id, r.type == g.type)
    whose = select(r.taken_from).where(*theirs).scalar_subquery()
    # Who met nobody that he is rated against has no row of the type; then the row of the other says whose.
    other = aliased(ListRatingRow)
    held = (other.previous_from.in_(("list", "fide")), other.version_id == g.version_id)  # type: ignore[union-attr]
    his = (*held, other.federation_id == g.opponent_id, other.type != g.type)
    taken = func.coalesce(whose, select(other.type).where(*his).scalar_subquery())
    p = ListMemberRow
    printed = select(p.kanji).where(p.version_id == g.version_id, p.federation_id == g.opponent_id)
    made: dict[str, Any] = {
        "opponent_taken_from": case((col(g.opponent_rating_from) == "adopted", taken)),
        "opponent_kanji": printed.scalar_subquery(),
    }
    order = (col(g.first_day), col(g.event_key), col(g.round), col(g.board), col(g.version_id))

    def found(side: Any) -> Sequence[Any]:
        made["side"] = side.label("side")
        columns: list[Any] = [made.get(n, getattr(g, n, None)) for n in (*KEY, *Game._fields)]
        query = select(*columns).where(col(g.federation_id).in_(ids))
        if asked:
            query = query.where(or_(col(g.version_id).in_(asked), col(g.for_initial)))
        return session.connection().execute(query.order_by(*order)).all()

    rows = found(col(g.colour))
    if any(row.side is None and row.result in FORFEITS for row in rows):  # seldom, and slower
        rows = found(side_of())
    return rows


def kept(session: Session, ids: Sequence[str], asked: Collection[int]) -> Iterable[EarlierGameRow]:
    """Games that are kept of who is unrated."""
    e = EarlierGameRow
    query = select(e).where(col(e.federation_id).in_(ids), col(e.version_id).in_(asked))
    return session.exec(query.order_by(col(e.played_on), col(e.id)))


def kept_of_unrated(session: Session, of: Sequence[tuple[int, str, str]]) -> Iterator[EarlierGameRow]:
    """The games that are kept of those of these members who have no rating at all on the version."""
    e, r, by_version = EarlierGameRow, ListRatingRow, dict[int, set[str]]()
    for version, number, _type in of:
        by_version.setdefault(version, set()).add(number)
    for version, numbers in by_version.items():
        every = sorted(numbers)
        rated = select(r.id).where(r.version_id == version, r.federation_id == e.federation_id)
        for n in range(0, len(every), CHUNK):
            query = select(e).where(e.version_id == version, col(e.federation_id).in_(every[n : n + CHUNK]))
            yield from session.exec(query.where(~rated.exists()).order_by(col(e.played_on), col(e.id)))

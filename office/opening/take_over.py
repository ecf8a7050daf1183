"""Storing the opening balance: the first version of the chain, published as it is handed over."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from sqlmodel import Session, select

from importer.csv_file import Line, refuse_faults
from importer.names import federation_id, name_key
from importer.tables import MemberRow
from importer.view import spans_by_member
from office.errors import refusal
from office.lists.canonical import canonical_text, packed, sha256
from office.lists.chain import latest_published, next_list
from office.opening.files import TYPE_COLUMNS, Opening, OpeningGame
from office.tables import EarlierGameRow, ListMemberRow, ListRatingRow, ListVersionRow
from rating.editions import edition_for
from rating.errors import EditionError


@dataclass(frozen=True, slots=True)
class TakenOver:
    """What came in, what had to be assumed (federation ID and type of each), and which members of the
    register have no line and so no rating."""

    members: int
    ratings: int
    games: int
    peaks_assumed: tuple[tuple[str, str], ...]
    last_game_unknown: int
    without_line: tuple[str, ...]


def take_over(
    session: Session,
    list_date: date,
    lines: Sequence[Line],
    ratings: Sequence[Opening],
    games: Sequence[OpeningGame],
    *,
    officer: str,
    now: datetime,
) -> TakenOver:
    """Stores and publishes the opening list. Refused with every fault if a line names nobody on the
    register, or another name than the register's; and if the office has a list already."""
    refuse_repeated(latest_published(session))
    if list_date.day != 1:
        remedy = "give the date the list was published under, --list YYYY-MM-01"
        raise refusal("list-date", "--list", "the 1st of a month (3(6))", str(list_date), remedy)
    members = {m.federation_id: m for m in session.exec(select(MemberRow))}
    _check_floor(list_date, ratings)
    _check_people(lines, games, ratings, members)
    inputs, inputs_sha = packed(
        {
            "list": [r.cells for r in lines],
            "games": [g.line.cells for g in games],
        }
    )
    version = ListVersionRow(
        list_date=list_date,
        version=1,
        how="opening",
        state="draft",
        made_at=now,
        inputs=inputs,
        inputs_sha256=inputs_sha,
        text_sha256="",
        report="",
    )
    session.add(version)
    session.flush()
    assert version.id is not None
    _add_rows(session, version.id, list_date, ratings, games, members)
    session.flush()
    assumed = tuple((r.federation_id, r.type) for r in ratings if r.peak is None)
    unknown = {r.federation_id for r in ratings if r.last_game is None}
    listed = {federation_id(line.text("ID") or "") for line in lines}
    without = tuple(sorted(members.keys() - listed))
    done = TakenOver(len(lines), len(ratings), len(games), assumed, len(unknown), without)
    version.text_sha256 = sha256(canonical_text(session, version))
    version.report = (
        f"Opening balance: {len(ratings)} ratings of {len({r.federation_id for r in ratings})} members.\n"
    )
    version.state, version.published_at, version.published_by = "published", now, officer
    session.add(version)
    session.flush()
    return done


def refuse_repeated(earlier: ListVersionRow | None) -> None:
    """An office that has a list does not take one over any more."""
    if earlier is not None:
        remedy = "the opening balance is taken over once; later changes are corrections"
        raise refusal(
            "opening-repeated", "opening", "an office without lists", f"list {earlier.list_date}", remedy
        )


def _check_floor(list_date: date, ratings: Sequence[Opening]) -> None:
    """No rating below the floor of the edition that the next list falls under, nor of a type that this
    edition does not know. One that is carried over from an earlier edition keeps what it was (R13)."""
    try:
        law = edition_for(next_list(list_date))
    except EditionError:
        return  # asked of the officer when that list is made
    types, carried = law.shapes.types(law), law.shapes.carried_over(law) or {}
    for rating in ratings:
        if rating.type in carried:
            continue
        if rating.type not in types:
            expected = f"ratings of the types of {law.id}: {', '.join((*types, *carried))}"
            column, remedy = TYPE_COLUMNS[rating.type], "take the list over as it was published"
            rating.line.fault(column, expected, rating.type, remedy)
            continue
        lowest = law.shapes.floor(law, rating.rating)
        if rating.rating < lowest:
            column, expected = (
                TYPE_COLUMNS[rating.type],
                f"a rating of {lowest} or more, the floor of {law.id}",
            )
            rating.line.fault(column, expected, str(rating.rating), "correct the rating")


def _check_people(
    lines: Sequence[Line],
    games: Sequence[OpeningGame],
    ratings: Sequence[Opening],
    members: dict[str, MemberRow],
) -> None:
    rated = {(r.federation_id, r.type) for r in ratings}
    for line in lines:
        member = members.get(federation_id(line.text("ID") or "") or "")
        name = line.text("Name") or ""
        if member is None:
            line.fault("ID", "an ID on the register", f"“{line.text('ID')}”", "import the member first")
        elif name_key(name) != name_key(member.name):
            line.fault(
                "Name", f"“{member.name}”, as on the register", f"“{name}”", "correct the ID or the name"
            )
    for game in games:
        if game.federation_id not in members:
            found = f"“{game.line.text('ID')}”"
            game.line.fault("ID", "an ID on the register", found, "import the member first")
        elif (game.federation_id, game.type) in rated:
            found = "a rating of this type on the list"
            remedy = "take the line out: a rated player's games are in his count"
            game.line.fault("ID", "a player who is UR in this type", found, remedy)
    refuse_faults([*lines, *(g.line for g in games)])


def _add_rows(
    session: Session,
    version_id: int,
    list_date: date,
    ratings: Sequence[Opening],
    games: Sequence[OpeningGame],
    members: dict[str, MemberRow],
) -> None:
    spans = spans_by_member(session)
    last_games = {r.federation_id: r.last_game for r in ratings}
    year_before = date(list_date.year - 1, list_date.month, 1)
    for number, last_game in last_games.items():
        member = members[number]
        assert member.id is not None
        session.add(
            ListMemberRow(
                version_id=version_id,
                federation_id=number,
                name=member.name,
                kanji=member.kanji,
                member_on_day=any(a <= list_date <= b for a, b in spans.get(member.id, ())),
                active=last_game is not None and last_game >= year_before,
                last_game=last_game,
            )
        )
    for r in ratings:
        session.add(
            ListRatingRow(
                version_id=version_id,
                federation_id=r.federation_id,
                type=r.type,
                rating=r.rating,
                games=r.games,
                period_games=0,
                peak=r.rating if r.peak is None else r.peak,
                peak_assumed=r.peak is None,
                how="opening",
            )
        )
    for g in games:
        session.add(
            EarlierGameRow(
                version_id=version_id,
                federation_id=g.federation_id,
                type=g.type,
                played_on=g.played_on,
                opponent_rating=g.opponent_rating,
                score=g.score,
                source=g.source,
            )
        )

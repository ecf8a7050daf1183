"""The opening balance of an office of the Japanese lists: ratings, peaks, UR players' games."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from sqlmodel import Session

from importer.csv_file import Line, refuse_faults
from importer.given import GivenFile
from importer.register_cells import check_member
from importer.rulings import Rulings
from importer.tables import MemberRow
from importer.view import spans_by_member
from office.errors import refusal
from office.families import family_of
from office.families.japanese.opening_files import TYPE_COLUMNS, Game, Rated, read_games, read_list
from office.families.japanese.rows import year_before
from office.lists.chain import next_list
from office.lists.law import law_of
from office.opening.opening import Opening, named
from office.tables import EarlierGameRow, ListMemberRow, ListRatingRow
from office.words import _, n_
from rating.errors import EditionError

KEPT = ("federation_id", "type", "played_on", "opponent_rating", "score", "source")


def opening(
    session: Session,
    list_date: date,
    file: GivenFile,
    beside: GivenFile | None,
    members: Mapping[str, MemberRow],
) -> Opening:
    """The opening list from a file, with the unrated players' games of the one beside it."""
    family = family_of(session)
    lines, ratings = read_list(file, family)
    games = read_games(beside, family) if beside else []
    if list_date.day != 1:
        remedy = "give the date the list was published under, --list YYYY-MM-01"
        raise refusal("list-date", "--list", "the 1st of a month (3(6))", str(list_date), remedy)
    _check_floor(session, list_date, ratings)
    listed = {line.number: family.member_number(line.text("ID") or "") or "" for line in lines}
    _check_people(lines, listed, games, ratings, members)
    without = sorted(members.keys() - listed.values())
    assumed = [f"{r.federation_id} {r.type}" for r in ratings if r.peak is None]
    unknown = {r.federation_id for r in ratings if r.last_game is None}
    told = named(_("On the register without a line, so unrated (UR): {n}", n=len(without)), without)
    told += named(_("No peak was handed over, so the rating is taken for it: {n}", n=len(assumed)), assumed)
    if unknown:
        not_active = _(
            "Not active on lists until a game is rated here, as the last one was not handed over (R18): {n}"
        )
        told.append(not_active.format(n=len(unknown)))
    people = len({r.federation_id for r in ratings})
    return Opening(
        content={"list": [line.cells for line in lines], "games": [g.line.cells for g in games]},
        rows=_rows(session, list_date, ratings, games, members),
        report=f"Opening balance: {len(ratings)} ratings of {people} members.\n",
        counts=", ".join(
            (
                n_("{n} rating", "{n} ratings", len(ratings)),
                n_("{n} earlier game", "{n} earlier games", len(games)),
            )
        ),
        told=told,
        then=_("Next: banzuke import LINK, or paste an e-mail into: banzuke import -"),
    )


def _check_floor(session: Session, list_date: date, ratings: Sequence[Rated]) -> None:
    """No rating below the floor of the edition that the next list falls under, nor of a type that this
    edition does not know. One that is carried over from an earlier edition keeps what it was (R13)."""
    try:
        law = law_of(next_list(list_date), Rulings.in_force(session))
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
    listed: Mapping[int, str],
    games: Sequence[Game],
    ratings: Sequence[Rated],
    members: Mapping[str, MemberRow],
) -> None:
    rated = {(r.federation_id, r.type) for r in ratings}
    for line in lines:
        number = listed[line.number]
        check_member(line, number, members.get(number), line.text("Name") or "")
    for game in games:
        check_member(game.line, game.federation_id, members.get(game.federation_id), None)
        if (game.federation_id, game.type) in rated:
            found = "a rating of this type on the list"
            remedy = "take the line out: a rated player's games are in his count"
            game.line.fault("ID", "a player who is UR in this type", found, remedy)
    refuse_faults([*lines, *(g.line for g in games)])


def _rows(
    session: Session,
    list_date: date,
    ratings: Sequence[Rated],
    games: Sequence[Game],
    members: Mapping[str, MemberRow],
) -> Sequence[tuple[type, Sequence[Mapping[str, Any]]]]:
    spans = spans_by_member(session)
    last_games = {r.federation_id: r.last_game for r in ratings}
    people = [
        {
            "federation_id": number,
            "name": members[number].name,
            "kanji": members[number].kanji,
            "member_on_day": any(a <= list_date <= b for a, b in spans.get(members[number].id or 0, ())),
            "active": last_game is not None and last_game >= year_before(list_date),
            "last_game": last_game,
        }
        for number, last_game in last_games.items()
    ]
    held = [
        {
            "federation_id": r.federation_id,
            "type": r.type,
            "rating": r.rating,
            "games": r.games,
            "period_games": 0,
            "peak": r.rating if r.peak is None else r.peak,
            "peak_assumed": r.peak is None,
            "how": "opening",
        }
        for r in ratings
    ]
    kept = [{name: getattr(g, name) for name in KEPT} for g in games]
    return (ListMemberRow, people), (ListRatingRow, held), (EarlierGameRow, kept)

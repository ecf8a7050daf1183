"""The opening balance of an office of the Japanese lists, from CSV or workbooks: the last list and UR
players' games.

The list may be the file the federation publishes (formats.md), with peak columns added: `ID, Name, ST,
ST-G, ST-Peak, RP, RP-G, RP-Peak, Last-Game`. An empty rating is UR. The games: `ID, Type (ST or RP),
Date, Opponent Rating, Score (1, 0.5, 0), Source`. A list from before September 2022 has one rating: `NCS,
NCS-G, NCS-Peak` in the place of the others (2019 1(1)), and its games are of type NCS.
"""

from __future__ import annotations

import codecs
from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from sqlmodel import Session

from importer.also_called import also_called
from importer.cell_values import parse_count, parse_rating
from importer.csv_file import Line, refuse_faults, refuse_repeats
from importer.families.family import Family
from importer.merged import merged, spans_by_member
from importer.register_cells import check_member, day_before, id_on
from importer.rulings import Rulings
from importer.tables import MemberRow
from importer.workbook.read import is_workbook
from office.errors import refusal
from office.families import family_of
from office.families.family import OnFile, Opening, Told, filed, named, without_line
from office.families.japanese.rows import year_before
from office.lists.chain import next_list
from office.lists.law import carried_over, law_if_held
from office.lists.rows import type_said
from office.tables import EarlierGameRow, ListMemberRow, ListRatingRow
from office.words import _, n_

if TYPE_CHECKING:
    from importer.given import GivenFile

TYPE_COLUMNS = {"standard": "ST", "rapid": "RP", "ncs": "NCS"}
TWO_RATINGS = (("ID", "Name", "ST", "ST-G", "RP", "RP-G"), ("ST-Peak", "RP-Peak", "Last-Game"))
ONE_RATING = (("ID", "Name", "NCS", "NCS-G"), ("NCS-Peak", "Last-Game"))
"""The columns that a list needs, and those that it can have beside them."""
NOT_TAKEN_OVER = ("Kanji", "K", "ST-K", "ST-R", "RP-K", "RP-R", "NCS-K", "NCS-R", "Act", "Mem", "Marks")
"""Columns of the published file that are worked out anew for every list."""
TYPES_IN_JAPANESE = {"スタンダード": "ST", "ラピッド": "RP"}
GAME_COLUMNS = ("ID", "Type", "Date", "Opponent Rating", "Score", "Source")
NO_RATING = "enter the rating, or take the figure out; a UR player's games go into the games file"
SCORES = {"1": 2, "0.5": 1, "½": 1, "1/2": 1, "0": 0}


def _from_zero(text: str) -> int:
    """A rating where 0 is the lowest (2019 2(2)); ValueError where it is none."""
    return 0 if text == "0" else parse_rating(text)


PARSED = {"ncs": _from_zero}
"""Ratings that can be 0; a later list that prints it means UR (2022 6(3))."""


def _ratings(line: Line, family: Family, list_date: date) -> list[OnFile]:
    number = id_on(line, family)
    line.needed("Name", "the Roman name")
    last_game = day_before(line, "Last-Game", list_date)
    found = []
    for type_, column in TYPE_COLUMNS.items():
        parse = PARSED.get(type_, parse_rating)
        rating = line.value(column, parse, "a rating, empty for UR")
        games = line.value(f"{column}-G", parse_count, "the number of rated games")
        peak = line.value(f"{column}-Peak", parse, "the highest rating ever held")
        if line.text(column) is None and line.judges(column):
            for other, value in ((f"{column}-Peak", peak), (f"{column}-G", games)):
                if value:
                    line.fault(other, f"nothing, as {column} is empty (UR)", str(value), NO_RATING)
        elif line.text(f"{column}-G") is None:
            line.fault(f"{column}-G", "the number of rated games (5(1))", "an empty cell", "fill it in")
        elif rating == games == 0:  # nobody falls so low without a game
            line.fault(column, "a rating, empty for UR", "0 without a rated game", NO_RATING)
        if rating is None:
            continue
        if peak is not None and peak < rating:
            at_least = f"at least the rating, {rating}"
            line.fault(f"{column}-Peak", at_least, str(peak), "correct one of the two")
        row = {"federation_id": number, "type": type_, "rating": rating, "games": games, "period_games": 0}
        row |= {"peak": rating if peak is None else peak, "peak_assumed": peak is None, "how": "opening"}
        found.append(OnFile(line, row, last_game))
    return found


def _game(line: Line, family: Family, list_date: date, one: bool) -> OnFile:
    kinds = {column: type_ for type_, column in TYPE_COLUMNS.items() if (column in ONE_RATING[0]) is one}
    expected = " or ".join(kinds)
    type_, score = line.needed("Type", expected), line.needed("Score", "1, 0.5 or 0")
    type_ = TYPES_IN_JAPANESE.get(type_, type_)
    if type_ and type_ not in kinds:
        line.fault("Type", f"{expected}, as on the list", f"“{type_}”", "correct the cell")
    if score and score not in SCORES:
        line.fault("Score", "1, 0.5 or 0", f"“{score}”", "correct the cell")
    for column in ("Date", "Opponent Rating"):
        line.needed(column, "the day and the opponent's rating of every game (6(3))")
    parse = PARSED.get(kinds.get(type_, ""), parse_rating)
    row = {
        "federation_id": id_on(line, family),
        "type": kinds.get(type_, ""),
        "played_on": day_before(line, "Date", list_date) or date.min,
        "opponent_rating": line.value("Opponent Rating", parse, "a rating") or 0,
        "score": SCORES.get(score, 0),
        "source": line.needed("Source", "where the game was played"),
    }
    return OnFile(line, row)


def opening(
    session: Session,
    list_date: date,
    file: GivenFile,
    beside: GivenFile | None,
    members: Mapping[str, MemberRow],
) -> Opening:
    """The opening list from a file, with the unrated players' games of the one beside it."""
    if list_date.day != 1:
        remedy = "give the date the list was published under, --list YYYY-MM-01"
        raise refusal("list-date", "--list", "the 1st of a month (3(6))", str(list_date), remedy)
    family = family_of(session)
    one = _has_one_rating(file, family, members)
    required, optional = ONE_RATING if one else TWO_RATINGS
    called = also_called("opening")
    lines, unread = filed(file, required, (*optional, *NOT_TAKEN_OVER), family, members, called)
    refuse_repeats(lines, "ID", lambda line: family.member_number(line.text("ID") or "") or line.number)
    ratings = [rating for line in lines for rating in _ratings(line, family, list_date)]
    beside_lines, more = list[Line](), list[Told]()
    if beside is not None:
        beside_lines, more = filed(beside, GAME_COLUMNS, (), family, members, also_called("games"))
    games = [_game(line, family, list_date, one) for line in beside_lines]
    _check_floor(session, list_date, ratings)
    listed = {line.number: family.member_number(line.text("ID") or "") or "" for line in lines}
    _check_people(lines, listed, games, ratings, members)
    without = without_line(merged(session), members, listed.values())
    assumed = [f"{r.member} {type_said(r.row['type'])}" for r in ratings if r.row["peak_assumed"]]
    unknown = sorted({r.member for r in ratings if r.last_game is None})
    told = named(_("On the register without a line, so unrated (UR): {n}", n=len(without)), without)
    told += named(_("No peak is known, so the rating is used as the peak: {n}", n=len(assumed)), assumed)
    not_active = _(
        "Not active on lists until a game is rated here, because the last one is not known (R18): {n}",
        n=len(unknown),
    )
    last_games = {r.member: r.last_game for r in ratings}
    counts = (
        n_("{n} rating", "{n} ratings", len(ratings)),
        n_("{n} earlier game", "{n} earlier games", len(games)),
    )
    return Opening(
        content={"list": [line.cells for line in lines], "games": [g.line.cells for g in games]},
        rows=(
            (ListMemberRow, _people(session, list_date, last_games, members)),
            (ListRatingRow, [r.row for r in ratings]),
            (EarlierGameRow, [g.row for g in games]),
        ),
        report=f"Opening balance: {len(ratings)} ratings of {len(last_games)} members.\n",
        counts=_(", ").join(counts),
        told=[*told, *named(not_active, unknown), *unread, *more],
        then=_("Next: banzuke import LINK, or paste an e-mail into: banzuke import -"),
    )


def _has_one_rating(file: GivenFile, family: Family, members: Mapping[str, MemberRow]) -> bool:
    """Whether it is a list of the one rating of 2019, by its headings."""
    called = also_called("opening")
    if is_workbook(file.data):
        every = (*TWO_RATINGS[0], *TWO_RATINGS[1], *ONE_RATING[0], *ONE_RATING[1], *NOT_TAKEN_OVER)
        lines, _unread = filed(file, ("ID", "Name"), every, family, members, called)
        return any("NCS" in line.cells for line in lines)
    first = file.data.lstrip(codecs.BOM_UTF8).split(b"\n", 1)[0]
    ways = (first.decode(encoding, "replace").split(",") for encoding in ("utf-8", "cp932"))
    return any("NCS" in called.columns([h.strip().strip('"') for h in way], ("NCS",)) for way in ways)


def _check_floor(session: Session, list_date: date, ratings: Sequence[OnFile]) -> None:
    """No rating of a type that the edition of the next list does not know, nor below the floor of this
    edition if the list taken over falls under it too. One of an earlier edition keeps what it was (R13)."""
    rulings = Rulings.in_force(session)
    law = law_if_held(next_list(list_date), rulings)
    if law is None:
        return  # asked of the officer when that list is made
    own = law_if_held(list_date, rulings)
    types, carried = law.shapes.types(law), carried_over(law)
    for line, row, _last_game in ratings:
        type_, rating = row["type"], row["rating"]
        if type_ in carried:
            continue
        if type_ not in types:
            expected = f"ratings of the types of {law.id}: {', '.join((*types, *carried))}"
            line.fault(TYPE_COLUMNS[type_], expected, type_, "take the list over as it was published")
            continue
        lowest = law.shapes.floor(law, rating)
        if own is law and rating < lowest:
            expected = f"a rating of {lowest} or more, the floor of {law.id}"
            line.fault(TYPE_COLUMNS[type_], expected, str(rating), "correct the rating")


def _check_people(
    lines: Sequence[Line],
    listed: Mapping[int, str],
    games: Sequence[OnFile],
    ratings: Sequence[OnFile],
    members: Mapping[str, MemberRow],
) -> None:
    rated = {(r.member, r.row["type"]) for r in ratings}
    for line in lines:
        number = listed[line.number]
        check_member(line, number, members.get(number), line.text("Name"))
    for game in games:
        check_member(game.line, game.member, members.get(game.member), None)
        if game.member and (game.member, game.row["type"]) in rated:
            found = "a rating of this type on the list"
            remedy = "take the line out: a rated player's games are already counted"
            game.line.fault("ID", "a player who is UR in this type", found, remedy)
    refuse_faults([*lines, *(g.line for g in games)])


def _people(
    session: Session, list_date: date, last_games: Mapping[str, date | None], members: Mapping[str, MemberRow]
) -> list[dict[str, Any]]:
    one = merged(session)
    spans = spans_by_member(session, one)
    return [
        {
            "federation_id": number,
            "name": members[number].name,
            "kanji": members[number].kanji,
            "member_on_day": any(
                a <= list_date <= b for a, b in spans.get(one.row(members[number].id or 0), ())
            ),
            "active": last_game is not None and last_game >= year_before(list_date),
            "last_game": last_game,
        }
        for number, last_game in last_games.items()
    ]

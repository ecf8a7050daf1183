"""The published list in the Japanese columns, `rating-YYYY-MM-DD.csv`, and the rated games of a list in
theirs, `YYYY-ST/YYYY-MM-DD.csv` and `YYYY-RP/YYYY-MM-DD.csv`: names do not move.

The list has one line for everybody with a rating of either type; standard rating downwards, who has none
last, then rapid, then ID. `Act` and `Mem` are 1 or 0 (R24). No birth date, address or e-mail can get in
(7(1)), nor who asked to be withheld: it is written of the public list alone.

Folder and file of games are named for the list that rates them. A game stands there if it did something for
one of the two: moved a rating, or counts towards a first one. K and rating are those of the game; empty for
who had none. Order: day, event, round, board. The columns know no “colours unknown”: where the source says
none, who is named first in it stands as White. Of who asked to be withheld nothing stands there, on his side
of the game: not the ID, the name, K, the rating or the change.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache, partial
from typing import Any, NamedTuple

from sqlmodel import Session, col, select

from office.lists.columns import each_once
from office.lists.packing import unpacked
from office.tables import GameLineRow, ListVersionRow
from publication.exports.cells import Cell, Writing
from publication.exports.fields import Audience, nowhere
from publication.exports.files import File
from publication.exports.public_list import PublicList, owners
from publication.site.held import marks_of
from rating.interpretations import Interpretations

COLUMNS = ("ID", "Name", "Kanji", "ST-K", "ST", "ST-G", "ST-R", "RP", "RP-G", "Act", "Mem")
ONE_RATING = ("ID", "Name", "Kanji", "NCS-K", "NCS", "NCS-G", "NCS-R", "Act", "Mem")
"""The columns of a list with one rating (2019 1(1))."""
MARKS = "Marks"
"""A last column on lists that mark ratings: provisional (2019 5(1)), for no qualification (2022 6(3))."""


def list_file(_: Session, listing: PublicList, writing: Writing, apart: str) -> File:
    """The list as CSV, lines ended by CRLF. In UTF-8 without a mark by default, since a reader takes the
    first heading for `ID`."""
    name = listing.file_name("csv", f"rating{apart}")
    told = _columns(listing)
    data = writing.table([*told], owners(listing.tables, listing.members), [*told.values()])
    return File(name, data, len(listing.members))


def _columns(listing: PublicList) -> dict[str, Sequence[Cell]]:
    """By heading the cells of each member."""
    one = "ncs" in listing.types
    chosen = dict(listing.of.interpretations).get("R24", Interpretations().r24)
    signs = ("0", "1") if chosen == "one-and-zero" else ("", "Y")
    cells = [*map(listing.shown, ("id", "name", "kanji"))]
    cells += listing.beside("ncs" if one else "standard", "k", "rating", "games", "rank")
    cells += [] if one else listing.beside("rapid", "rating", "games")
    cells += [[signs[sign] for sign in listing.shown(name)] for name in ("active", "member")]
    found = dict(zip(ONE_RATING if one else COLUMNS, cells, strict=True))
    if any(any(listing.table(type_)["signs"]) for type_ in listing.types):
        types = sorted(listing.types)
        marked = zip(*(listing.beside(type_, "signs")[0] for type_ in types), strict=True)
        found[MARKS] = each_once(marked, partial(_marks, types, one))
    return found


def _marks(types: Sequence[str], one: bool, signs: Sequence[str | None]) -> str:
    """Every mark, with its type where there are two: `rapid provisional`."""
    told = ((type_, word) for type_, mine in zip(types, signs, strict=True) for word in marks_of(mine or ""))
    return "; ".join(word if one else f"{type_} {word}" for type_, word in told)


GAME_COLUMNS = (
    "White Point", "White ID", "White Name", "White Kanji", "White K", "White Rating",
    "Black ID", "Black Name", "Black Kanji", "Black K", "Black Rating",
    "Date", "Time", "Source", "PGN Moves", "Round", "White Change", "Black Change",
)  # fmt: skip
"""The last three are asked for by the newest reader; older ones go by the names before them."""
TIMES = {"standard": "ST", "rapid": "RP", "ncs": "ST"}
"""What `Time` says of each rating type; a list with one rating has only `ST`."""
POINTS = {0: "0", 1: "0.5", 2: "1"}


class Line(NamedTuple):
    """What is read of a side of a game, as it is stored."""

    event_key: str
    round: int
    board: int | None
    type: str | None
    federation_id: str | None
    player_name: str
    opponent_id: str | None
    opponent_name: str
    k: int | None
    rating: int | None
    score: int | None
    c: int | None
    counts: bool
    for_initial: bool


NOBODY = ("", "", "", None, None)
"""A player of whom nothing is shown: ID, name, kanji, K and rating."""


def games_files(
    session: Session, version: ListVersionRow, writing: Writing, *, hide_ids: bool = False, inputs: Any = None
) -> dict[str, tuple[bytes, int]]:
    """By the path below the folder of games: the file, and how many games it holds. A type without a game
    has no file. `inputs`: what the version was reckoned from, where it is unpacked already."""
    found: dict[str, list[tuple[str, tuple[Cell, ...]]]] = {}
    inputs = inputs or unpacked(version.inputs)
    for time, owner, row in _game_rows(session, version, writing, inputs, hide_ids=hide_ids):
        found.setdefault(time, []).append((owner, row))
    suffix = ("" if version.version == 1 else f"-v{version.version}") + ("-no-ids" if hide_ids else "")
    day = version.list_date
    return {
        f"{day.year}-{time}/{day}{suffix}.csv": (writing.csv([("headings", GAME_COLUMNS), *rows]), len(rows))
        for time, rows in sorted(found.items(), reverse=True)
    }


def _game_rows(
    session: Session, version: ListVersionRow, writing: Writing, inputs: Any, *, hide_ids: bool
) -> Iterator[tuple[str, str, tuple[Cell, ...]]]:
    members = {m["id"]: m for m in inputs.get("members", ())}
    hidden = nowhere(session, Audience.PUBLIC)
    lines = _lines(session, version)

    def side(line: Line) -> tuple[Cell, ...]:
        if line.federation_id in hidden:
            return NOBODY
        member = members.get(line.federation_id, {})
        number = "" if hide_ids else line.federation_id or ""
        return (number, line.player_name, member.get("kanji") or "", line.k, line.rating)

    def change(line: Line) -> Decimal | None:
        """What the game did to the rating, exactly, before the list rounds the sum; None where nothing."""
        nothing = line.federation_id in hidden or not line.counts or line.c is None
        return None if nothing else _hundredths(line.c or 0)

    def order(one: tuple[dict[str, Any], dict[str, Any]]) -> tuple[Any, ...]:
        event, game = one
        return (_day(game), event["key"], game["round"], game["board"] or 0, game["ref"])

    games = [(event, game) for event in inputs.get("events", ()) for game in event["games"]]
    for event, game in sorted(games, key=order):
        white, black = (_take(lines, event, game, who, members) for who in ("white", "black"))
        if white is None or black is None or not any(x.counts or x.for_initial for x in (white, black)):
            continue
        type_ = white.type or black.type
        if type_ not in TIMES or white.score is None:
            continue
        cells = (
            POINTS[white.score], *side(white), *side(black),
            _day(game), TIMES[type_], event["name"], None,
            game["round"], change(white), change(black),
        )  # fmt: skip
        players = f", round {game['round']}: {game['white_name']} – {game['black_name']}"
        owner = event["name"] + (players if writing.can(event["name"]) else "")
        yield TIMES[type_], owner, cells


@lru_cache(maxsize=4096)
def _hundredths(n: int) -> Decimal:
    return Decimal(n).scaleb(-2)


def _day(game: dict[str, Any]) -> str:
    """The day of the game; of one whose day is not known the last on which it can have been played."""
    return str(game["days"][1])


Key = tuple[str, int, int | None, str, str]


def _lines(session: Session, version: ListVersionRow) -> dict[Key, list[Line]]:
    """The stored sides of every game, by event, round, board, player and opponent; in stored order."""
    found: dict[Key, list[Line]] = {}
    g = GameLineRow
    query = (
        select(*(getattr(g, name) for name in Line._fields))
        .where(g.version_id == version.id)
        .order_by(col(g.id))
    )
    for line in map(Line._make, session.connection().execute(query).all()):
        player = line.federation_id or line.player_name
        opponent = line.opponent_id or line.opponent_name
        found.setdefault((line.event_key, line.round, line.board, player, opponent), []).append(line)
    return found


def _take(
    lines: dict[Key, list[Line]],
    event: dict[str, Any],
    game: dict[str, Any],
    who: str,
    members: dict[str, Any],
) -> Line | None:
    """The next stored side of a game; None where the run took no notice of it."""
    names = [game[s] if game[s] in members else game[f"{s}_name"] for s in ("white", "black")]
    player, opponent = names if who == "white" else reversed(names)
    held = lines.get((event["key"], game["round"], game["board"], player, opponent))
    return held.pop(0) if held else None

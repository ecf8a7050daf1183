"""A list of games as an event: its players are those whom the games name."""

import hashlib
from collections.abc import Sequence
from datetime import date
from pathlib import PurePosixPath

from importer.form.cells import Cells, headings, settle_days, table_rows
from importer.form.games import Games, read_games
from importer.form.layout import Field
from importer.form.people import People
from importer.given import Faulty, GivenFile
from importer.matching.identifiers import plain_id
from importer.names import is_person, name_key
from importer.workbook.sheet import Sheet
from scraper.records import EventRecord, PageSource, Player, Problem, Source

READER = "game-list 1"
"""Raised whenever the same file could be read differently than before."""

WHITE = ("White name", "White player", "白番", "白番氏名", "白氏名")
WHITE_ID = ("ID White", "白番ID", "白番連盟ID", "白会員番号", "白番会員番号", "白番の会員番号")
BLACK = ("Black name", "Black player", "黒番", "黒番氏名", "黒氏名")
BLACK_ID = ("ID Black", "黒番ID", "黒番連盟ID", "黒会員番号", "黒番会員番号", "黒番の会員番号")
FIELDS = (
    Field("round", "Round", "ラウンド", needed=True, others=("Rd", "Rd.", "Rnd", "R", "回戦", "回", "局")),
    Field("date", "Date", "日付", others=("Day", "対局日", "日")),
    Field("white", "White", "白", needed=True, others=WHITE),
    Field("white_id", "White ID", "白ID", others=WHITE_ID),
    Field("result", "Result", "結果", needed=True, others=("Res", "Res.", "Score", "White point", "勝敗")),
    Field("black", "Black", "黒", needed=True, others=BLACK),
    Field("black_id", "Black ID", "黒ID", others=BLACK_ID),
)
OPTIONAL = frozenset(f.key for f in FIELDS if not f.needed)


def find_list(sheets: Sequence[Sheet]) -> Sheet | None:
    """The first sheet with the headings of round, White, Black and result in one row; None if none has."""
    needed = {f.key for f in FIELDS} - OPTIONAL
    return next((s for s in sheets if (head := headings(s, FIELDS)) and needed <= head[1].keys()), None)


def read_game_list(file: GivenFile, sheet: Sheet) -> EventRecord | Faulty:
    """The event of the list. It has no name, organizer and time control: they are asked, and so are its days
    unless every round has one."""
    rows = table_rows(file, sheet, FIELDS, OPTIONAL)
    settle_days([(row, "date") for row in rows if isinstance(row, Cells)])
    players = _players([row for row in rows if isinstance(row, Cells)])
    games = read_games(file, sheet, rows, People(players))
    if games.faults:
        return Faulty(tuple(games.faults))
    first, last = _days(games)
    return EventRecord(
        name=PurePosixPath(file.name).stem,
        first_day=first,
        last_day=last,
        round_count=max(p.round for p in games.pairings),
        rounds=games.rounds,
        players=tuple(players.values()),
        pairings=tuple(sorted(games.pairings, key=lambda p: p.round)),
        problems=(_no_name(file), *games.notes),
        source=Source("game-list", None, READER, (_source(file),)),
    )


def _players(rows: Sequence[Cells]) -> dict[int, Player]:
    """Whom the rows name, in their order: one for each name, and for each ID of that name."""
    ids: dict[str, dict[str, str]] = {}
    names: dict[str, str] = {}
    for row in rows:
        for key in ("white", "black"):
            name, id_ = row.text(key), row.text(f"{key}_id")
            if is_person(name):
                names.setdefault(name_key(name), name)
                ids.setdefault(name_key(name), {}).setdefault(plain_id(id_), id_)
    found = [
        (names[key], id_) for key, met in ids.items() for plain, id_ in met.items() if plain or len(met) == 1
    ]
    return {n: Player(n, name, national_id=id_ or None) for n, (name, id_) in enumerate(found, start=1)}


def _days(games: Games) -> tuple[date | None, date | None]:
    """First and last day, where every round that was played has its day."""
    played = {p.round for p in games.pairings}
    days = [r.date for r in games.rounds if r.number in played]
    told = [day for day in days if day is not None]
    return (min(told), max(told)) if len(told) == len(played) else (None, None)


def _no_name(file: GivenFile) -> Problem:
    expected, remedy = (
        "the event's name",
        "--accept takes the file's name; or import a report that names the event",
    )
    return Problem("event-name-missing", file.name, expected, "a list of games", remedy)


def _source(file: GivenFile) -> PageSource:
    sha256 = hashlib.sha256(file.data).hexdigest()
    return PageSource("game-list", None, None, file.name, sha256, None, None)

"""A plain list of games, as a workbook or as CSV, as an event: its players are those whom the games name."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import PurePosixPath

from importer.csv_file import csv_rows, cut_off, decoded
from importer.errors import ImportRefused, Says
from importer.form.cells import Cells, as_text, heading_problem, headings, settle_days, table_rows
from importer.form.games import NAMED, People, beside, keys_of, read_games
from importer.form.layout import Field
from importer.given import MOST_ROUNDS, Games, GivenFile
from importer.keys import event_key
from importer.matching.identifiers import one_id
from importer.names import is_person, long_vowel_key
from importer.plain_text import is_jis, is_utf16
from importer.workbook.sheet import Sheet, letters
from importer.written import folded, round_number
from scraper.records import EventRecord, Kind, Pairing, Player, Problem, Round, Source

READER = "game-list 9"
"""Raised whenever the same file could be read differently than before."""

WHITE = ("White name", "White player", "白番", "白番氏名", "白氏名")
WHITE_ID = ("ID White", "白番ID", "白番連盟ID", "白会員番号", "白番会員番号", "白番の会員番号")
BLACK = ("Black name", "Black player", "黒番", "黒番氏名", "黒氏名")
BLACK_ID = ("ID Black", "黒番ID", "黒番連盟ID", "黒会員番号", "黒番会員番号", "黒番の会員番号")
WHITES = "White point"
FIELDS = (
    Field("round", "Round", "ラウンド", needed=True, others=("Rd", "Rd.", "Rnd", "R", "回戦", "回", "局")),
    Field("date", "Date", "日付", others=("Day", "対局日", "日")),
    Field("white", "White", "白", needed=True, others=WHITE),
    Field("white_id", "White ID", "白ID", others=WHITE_ID),
    Field("result", "Result", "結果", needed=True, others=("Res", "Res.", "Score", WHITES, "勝敗")),
    Field("black", "Black", "黒", needed=True, others=BLACK),
    Field("black_point", "Black point"),
    Field("black_id", "Black ID", "黒ID", others=BLACK_ID),
)
OPTIONAL = frozenset(f.key for f in FIELDS if not f.needed)

_BEGINNING = 4096


def find_list(sheets: Sequence[Sheet]) -> Sheet | None:
    """The first sheet with the headings of round, White, Black and result in one row; None if none has."""
    needed = {f.key for f in FIELDS} - OPTIONAL
    return next((s for s in sheets if (head := headings(s, FIELDS)) and needed <= head[1].keys()), None)


def read_game_list(file: GivenFile, sheet: Sheet, others: Sequence[Sheet] = ()) -> EventRecord:
    """The event of the list; `ImportRefused` with every fault, such as games on the `others` of a workbook.
    It has no name, organizer and time control: they are asked, and so are its days unless every round has
    one."""
    rows, wrong = table_rows(file, sheet, FIELDS, OPTIONAL)
    if wrong:
        raise ImportRefused(wrong)
    if (turned := _black_first(file, sheet)) is not None:
        raise ImportRefused([turned])
    settle_days([(row, "date") for row in rows])
    players = _players(rows)
    people = People(players, numbered=False)
    games = read_games(file, sheet, rows, people)
    more, notes = beside(file, others, FIELDS)
    if games.faults or more:
        raise ImportRefused([*games.faults, *more], _says(file, rows, people))
    return _event(file, players, games, notes)


def _event(
    file: GivenFile, players: Mapping[int, Player], games: Games, notes: Sequence[Problem]
) -> EventRecord:
    first, last = _days(games)
    remedy = "--accept takes the file's name; or import a report that names the event"
    no_name = Problem("event-name-missing", file.name, "the event's name", "a list of games", remedy)
    return EventRecord(
        name=PurePosixPath(file.name).stem,
        first_day=first,
        last_day=last,
        round_count=max(p.round for p in games.pairings),
        rounds=games.rounds,
        players=tuple(players.values()),
        pairings=tuple(sorted(games.pairings, key=lambda p: p.round)),
        problems=(no_name, *games.notes, *notes),
        source=Source("game-list", None, READER, (file.page("game-list"),)),
    )


def _black_first(file: GivenFile, sheet: Sheet) -> Problem | None:
    """A fault where Black stands before White and the heading of the results does not say whose they are: a
    result is White's, and who wrote `1-0` there may have meant the name on the left."""
    number, columns, _ = headings(sheet, FIELDS) or (0, {}, [])
    white, black = columns["white"], columns["black"]
    heading = as_text(sheet.rows[number - 1][columns["result"] - 1])
    if white < black or folded(heading) == folded(WHITES):
        return None
    found = f"Black in column {letters(black)}, White in column {letters(white)}"
    remedy = f"put White before Black; or head the results “{WHITES}”, and give White's; then send it again"
    return heading_problem(file, sheet, "the column of White before that of Black", found, remedy)


def _says(file: GivenFile, rows: Sequence[Cells], people: People) -> Says | None:
    """Which event a list with faults is about, as far as its rounds, days and names can be read; None where
    no row names a round and a player."""
    days: dict[int, date | None] = {}
    met = []
    for row in rows:
        round_ = round_number(row.text("round"))
        white, black = (people.number(row.text(key), row.text(f"{key}_id")) for key in ("white", "black"))
        if white is not None and round_ is not None and 1 <= round_ <= MOST_ROUNDS:
            met.append(Pairing(round_, None, white, black, None, Kind.PENDING))
            days[round_] = days.get(round_) or row.day("date")
    if not met:
        return None
    event = _event(file, people.players, Games(met, tuple(Round(n, day) for n, day in days.items())), ())
    return Says(event_key(event), tuple(p.name for p in people.players.values()))


def _players(rows: Sequence[Cells]) -> dict[int, Player]:
    """Whom the rows name, in their order: one for each name, and for each ID of that name; with a fault where
    a name without an ID stands beside one that differs in its long vowels (Ono, Ōno: 小野, 大野)."""
    one: dict[str, str] = {}
    met: dict[str, dict[str, Player]] = {}
    spelled: dict[str, dict[str, str]] = {}
    numberless: list[tuple[Cells, str, str]] = []
    for row in rows:
        for key in ("white", "black"):
            name, id_ = row.text(key), row.text(f"{key}_id")
            if is_person(name):
                ways = keys_of(name)
                who = next((one[way] for way in ways if way in one), ways[0])
                one.update(dict.fromkeys(ways, who))
                met.setdefault(who, {}).setdefault(one_id(id_), Player(0, name, national_id=id_ or None))
                spelled.setdefault(who, {}).setdefault(_long_vowels(name), name)
                numberless += [] if id_ else [(row, key, name)]
    for row, key, name in numberless:
        others = [n for way, n in spelled[one[keys_of(name)[0]]].items() if way != _long_vowels(name)]
        if others:
            remedy = "write one player's name in one way, or put the IDs beside two; send it again"
            row.fault(key, NAMED, f"“{name}”, and elsewhere “{others[0]}”", remedy)
    found = [p for of_name in met.values() for id_, p in of_name.items() if id_ or len(of_name) == 1]
    return {n: replace(player, number=n) for n, player in enumerate(found, start=1)}


def _long_vowels(name: str) -> str:
    """What tells Ono from Ōno; the same for all names without Roman letters."""
    return "" if len(keys_of(name)) > 1 else long_vowel_key(name)


def _days(games: Games) -> tuple[date | None, date | None]:
    """First and last day, where every round that was played has its day."""
    played = {p.round for p in games.pairings}
    days = [r.date for r in games.rounds if r.number in played]
    told = [day for day in days if day is not None]
    return (min(told), max(told)) if len(told) == len(played) else (None, None)


def is_game_list(data: bytes) -> bool:
    """Whether one of the first lines of a CSV file is the headings of a list of games; also in UTF-16, as
    Excel writes “Unicode text”, and in ISO-2022-JP: these are refused by their names."""
    return (is_utf16(data) or b"\0" not in data[:_BEGINNING]) and _delimiter(data) is not None


def list_sheet(file: GivenFile) -> Sheet:
    """The lines of a CSV file as a sheet; `ImportRefused` for another encoding, an open quotation mark, too
    many lines, lines that are longer than the headings (a comma in a name makes two cells of it), or a file
    that ends within a game: what is left of `0-1` is 0, and would be a bye."""
    text, delimiter = decoded(file.data, file.name, option=False), _delimiter(file.data) or ","
    rows = csv_rows(text, file.name, delimiter)
    sheet = Sheet("", [row for _, row in rows])
    if (head := headings(sheet, FIELDS)) is not None:
        width = max(at for at, cell in enumerate(sheet.rows[head[0] - 1], start=1) if str(cell).strip())
        longer = [(n, row) for n, row in rows[head[0] :] if any(cell.strip() for cell in row[width:])]
        if longer:
            raise ImportRefused([_longer(file, n, width, len(row)) for n, row in longer])
        ends = cut_off(text, rows[head[0] - 1 :], file.name)
        if ends is not None and len(rows[-1][1]) >= head[1].get("result", width):
            raise ImportRefused([ends[1]])
    return sheet


def _longer(file: GivenFile, line: int, width: int, cells: int) -> Problem:
    remedy = "put cells that hold a comma, or what else parts the cells, into quotation marks; send it again"
    return Problem("bad-line", f"{file.name}, line {line}", f"{width} cells", f"{cells} cells", remedy)


def _wide(data: bytes) -> tuple[str, ...]:
    """Which UTF-16 it is: as the mark says, else by the letter that comes first."""
    return ("utf-16",) if data[0] >= 0xFE else ("utf-16-le" if data[0] else "utf-16-be",)


def _delimiter(data: bytes) -> str | None:
    """What stands between the headings; None if none of the first lines has them."""
    usual = ("iso2022_jp",) if is_jis(data) else ("utf-8-sig", "cp932")
    for encoding in _wide(data) if is_utf16(data) else usual:
        lines = data[:_BEGINNING].decode(encoding, "ignore").splitlines()[:10]
        for delimiter in ",;\t":
            rows = [[cell.strip(' "') for cell in line.split(delimiter)] for line in lines]
            if find_list([Sheet("", rows)]) is not None:
                return delimiter
    return None

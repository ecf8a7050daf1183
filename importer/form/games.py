"""The sheet of games: who played whom, on which day, with what result."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache

from importer.form.cells import Cells, as_text, empty, placed, table_rows
from importer.form.layout import MOST_NUMBER, RESULTS, Field, named
from importer.form.remarks import (
    in_other_rows,
    not_read,
    of_several,
    played_all_the_same,
    under_examples,
)
from importer.form.remarks import named as note_remarks
from importer.given import MOST_ROUNDS, Games, GivenFile, with_boards
from importer.matching.agreement import japanese
from importer.matching.identifiers import one_id, plain_id
from importer.names import folded as plain_names
from importer.names import is_person, turned_words
from importer.workbook.sheet import MOST_ROWS, Sheet
from importer.written import BESIDE_AN_OPPONENT, DRAW, Outcome, folded, round_number, whole
from importer.written import RESULTS as WRITTEN
from scraper.records import Kind, Pairing, Player, Problem, Result, Round

WANTED = "the No. of a player on the sheet of players"
NAMED = "a player's name, with the ID beside it where two have one name"
"""In a list of games, which has no such sheet."""

A_GAME = frozenset({"white", "result", "black"})
"""The columns by which another sheet is known to hold games."""

HALF_AS_A_DAY = frozenset({(1, 2), (2, 1)})
"""Month and day of what a spreadsheet makes of `1/2`."""

_TOLD = 10
"""So many hidden rows are written out; the others are counted."""

AGAINST_NOBODY: Mapping[Result | None, Outcome] = {
    Result.WHITE_WINS: (Result.BYE_ONE, Kind.BYE),
    Result.WHITE_BY_FORFEIT: (Result.BYE_ONE, Kind.BYE),
    Result.DRAW: (Result.BYE_HALF, Kind.HALF_BYE),
    Result.BLACK_WINS: (Result.BYE_ZERO, Kind.NOT_PAIRED),
    Result.BLACK_BY_FORFEIT: (Result.BYE_ZERO, Kind.NOT_PAIRED),
}
"""White's points where the other side says `bye`, or nobody."""


OF_BLACK: Mapping[Result | None, Result] = {
    Result.WHITE_WINS: Result.BLACK_WINS,
    Result.BLACK_WINS: Result.WHITE_WINS,
    Result.DRAW: Result.DRAW,
}
"""What a result is from Black's side: a list may have a column of points for either."""


@lru_cache(maxsize=16384)
def keys_of(name: str) -> tuple[str, ...]:
    """What names one player in a file, the same that is one name for matching: the words; and in Japanese
    writing the signs, for the blank between them says little."""
    words = plain_names([name])[0]
    signs = words.replace(" ", "")
    return (turned_words(words), signs) if japanese(signs) else (turned_words(words),)


class People:
    """The players of a form or a list by number, federation ID, FIDE ID and name. What names two of them
    names nobody. `numbered`: the file numbers them itself; else a number names nobody."""

    def __init__(self, players: Mapping[int, Player], *, numbered: bool = True) -> None:
        self.players, self.numbered = players, numbered
        self._by_text: dict[str, set[int]] = {}
        for number, player in players.items():
            ids = (read(player.national_id or "") for read in (plain_id, one_id))
            for way in {way for way in (*ids, player.fide_id or "", *keys_of(player.name)) if way}:
                self._by_text.setdefault(way, set()).add(number)

    def number(self, text: str, id_: str = "") -> int | None:
        """The number of the one player whom the text names, or of two of that name the one with the ID that
        stands beside it; None for none or several."""
        keys = keys_of(text)
        of_id = self._by_text.get(one_id(id_), ())
        found = {n for n in of_id if any(n in self._by_text.get(key, ()) for key in keys)}
        if len(found) == 1:
            return next(iter(found))
        if self.numbered and (number := whole(text)) in self.players:
            return number
        for ways in ((plain_id(text),), (text.lstrip("0"),), keys):
            named = [self._by_text.get(way, set()) for way in ways]
            if all(len(of_way) < 2 for of_way in named) and len(found := set().union(*named)) == 1:
                return next(iter(found))
        return None

    def of_name(self, text: str) -> list[int]:
        """The numbers of the players who have a name, in their order."""
        return sorted({number for key in keys_of(text) for number in self._by_text.get(key, ())})


def read_games(file: GivenFile, sheet: Sheet, rows: Sequence[Cells], people: People) -> Games:
    """The games of the sheet's rows; what stands alone in rows below them is a note, and shown, and so are
    columns that are not read."""
    games = Games()
    dated: dict[int, date] = {}
    seen: dict[tuple[int, int], int] = {}
    rows, fields = list(rows), list(rows[0].fields.values()) if rows else ()
    all_rows = list(rows)
    while rows and _is_note(rows[-1], people):
        games.notes.insert(0, _note(rows.pop()))
    remarks = not_read(sheet, rows)
    for cells in rows:
        round_ = _round(cells)
        day = cells.day("date")
        if round_ is not None and day is not None and dated.setdefault(round_, day) != day:
            remedy = (
                "correct it, or give a game of another day a round of its own behind the last; send it again"
            )
            cells.fault("date", f"{dated[round_]}, as above for round {round_}", str(day), remedy)
        pairing = _pairing(cells, round_, people, seen)
        if pairing is not None and pairing.kind is Kind.GAME:
            played_all_the_same(cells, remarks)
        if pairing is not None and not cells.faults:
            games.pairings.append(pairing)
        games.faults += cells.faults
    unplayed = any(pairing.kind is Kind.FORFEIT for pairing in games.pairings)
    for met in in_other_rows(file, sheet, fields, all_rows, unplayed=unplayed):
        (games.faults if met.code == "form-cell" else games.notes).append(met)
    games.faults += of_several(sheet, rows, remarks)
    games.faults += [*_not_shown(file, sheet, rows), *under_examples(file, sheet)]
    games.notes += note_remarks(file, sheet, remarks)
    if not games.pairings and not games.faults:
        games.faults.append(empty(file, sheet, "games"))
    games.pairings = list(with_boards(games.pairings))
    last = max((p.round for p in games.pairings), default=0)
    games.rounds = tuple(Round(n, dated.get(n)) for n in range(1, last + 1))
    return games


def _not_shown(file: GivenFile, sheet: Sheet, rows: Sequence[Cells]) -> Iterator[Problem]:
    """A fault where rows of games are hidden: taken out by who hid them, or other events' behind a filter,
    and nobody who looks at the sheet sees that they would be rated."""
    hidden = sorted(sheet.hidden)
    met = [
        cells.row
        for cells in rows
        if (at := bisect_right(hidden, (cells.row, MOST_ROWS))) and cells.row <= hidden[at - 1][1]
    ]
    if met:
        more = f" and {len(met) - _TOLD} more" if len(met) > _TOLD else ""
        found = f"games in hidden rows: {', '.join(map(str, met[:_TOLD]))}{more}"
        remedy = "show all rows (clear the filter), delete what is not of this event, and send it again"
        expected = "games in rows that are shown"
        yield Problem("form-cell", placed(file, sheet), expected, found, remedy)


def beside(
    file: GivenFile, sheets: Iterable[Sheet], fields: Sequence[Field]
) -> tuple[list[Problem], list[Problem]]:
    """What stands on the sheets that are not read: of games, which would be lost, a fault for each sheet; of
    anything else one note. A sheet of one round need not say which, nor the day."""
    faults, names = [], []
    optional = {f.key for f in fields} - A_GAME
    for sheet in sheets:
        rows = table_rows(file, sheet, fields, optional)[0]
        if rows:
            place = f"{placed(file, sheet)}, row {rows[0].row}"
            remedy = "put all games on one sheet (another event into another file) and send it again"
            expected, found = "all games on one sheet", "games on a second sheet, perhaps a hidden one"
            faults.append(Problem("form-cell", place, expected, found, remedy))
        elif any(as_text(cell) for row in sheet.rows for cell in row):
            names.append(f"“{sheet.name}”")
    if not names:
        return faults, []
    remedy = "look at it: nothing was taken from it"
    found = f"something on {', '.join(names)}"
    return faults, [Problem("form-note", file.name, "the sheets that are read", found, remedy)]


def _is_note(cells: Cells, people: People) -> bool:
    """Whether a row holds nothing but one text that is no part of a game."""
    text = cells.alone()
    return bool(text) and not any(
        (
            round_number(text) is not None,
            people.number(text) is not None,
            text.isdigit(),
            any(way.get(folded(text)) for way in (WRITTEN, BESIDE_AN_OPPONENT)),
            named("result", text),
        )
    )


def _note(cells: Cells) -> Problem:
    place = f"{placed(cells.file, cells.sheet)}, row {cells.row}"
    remedy = "read it: it is no game, and nothing was taken from it"
    return Problem("form-note", place, "games", f"a note below them, “{cells.alone()}”", remedy)


def _round(cells: Cells) -> int | None:
    expected = f"a round, 1 to {MOST_ROUNDS}"
    text = cells.needed("round", expected)
    number = round_number(text)
    if text and not (number is not None and 1 <= number <= MOST_ROUNDS):
        cells.fault("round", expected, f"“{text}”")
        return None
    return number


def _pairing(
    cells: Cells, round_: int | None, people: People, seen: dict[tuple[int, int], int]
) -> Pairing | None:
    """One row of the games; None where a cell of it is at fault."""
    result, kind = _result(cells) or (None, Kind.PENDING)
    mine, other = folded(cells.text("result")), cells.text("black")
    of_two = "-" in mine and not isinstance(cells.value("result"), date)
    forgotten = kind is Kind.GAME and of_two and not other  # as likely as it is a bye
    if forgotten:
        remedy = "fill it in and send it again"
        cells.fault("black", "the opponent, or “bye” if there was none", "an empty cell", remedy)
    elif kind in (Kind.GAME, Kind.FORFEIT) and _is_nobody(other):
        result, kind = AGAINST_NOBODY.get(result, (result, kind))
    points = cells.text("black_point")
    of_black = DRAW if _is_half(cells.value("black_point")) else WRITTEN.get(folded(points))
    if kind is Kind.GAME and points and of_black != (OF_BLACK.get(result), kind):
        cells.fault("black_point", f"points of Black that go with “{mine}” of White", f"“{points}”")
    unsaid = kind is Kind.PENDING and bool(other) and _is_nobody(other)  # a bye of how many points?
    if unsaid and not mine:
        remedy = "fill it in and send it again"
        cells.fault("result", "the points of the bye: 1, ½ or 0", "an empty cell", remedy)
    alone = forgotten or unsaid or kind in (Kind.BYE, Kind.HALF_BYE, Kind.NOT_PAIRED)
    white, black = _player(cells, "white", people), _player(cells, "black", people, needed=not alone)
    for key, number in (("white", white), ("black", black)):
        if number is not None and number not in people.players:
            cells.fault(key, WANTED, str(number), "correct it, or add the player and send it again")
        if number is not None and round_ is not None:
            before = seen.setdefault((round_, number), cells.row)
            if before != cells.row:
                found = f"{cells.text(key)} again, first in row {before}"
                cells.fault(key, f"each player once in round {round_}", found)
    if white is not None and white == black:
        cells.fault("black", "another player than White", cells.text("black"))
    if alone and black is not None:
        remedy = (
            "choose a forfeit (such as 1-0 forfeit) where Black did not come; for a bye leave Black empty"
        )
        cells.fault("black", "an empty cell beside a bye", other, remedy)
    if round_ is None or white is None:
        return None
    return Pairing(round_, None, white, black, result, kind)


def _player(cells: Cells, key: str, people: People, *, needed: bool = True) -> int | None:
    """The number of the player whom the cell names: by number, by federation or FIDE ID, or by name."""
    if not needed and _is_nobody(cells.text(key)):
        return None
    text = cells.needed(key, WANTED if people.numbered else NAMED)
    if not text:
        return None
    found = people.number(text, cells.text(f"{key}_id"))
    if found is None and people.numbered:
        found = whole(text, 1, MOST_NUMBER)
    if found is None:
        expected = f"{WANTED}, or his ID or name as there" if people.numbered else NAMED
        if people.numbered and (several := people.of_name(text)):
            expected = (
                f"the No. or the ID of one of the players of this name, No. {', '.join(map(str, several))}"
            )
        cells.fault(key, expected, f"“{text}”")
    return found


def _is_nobody(text: str) -> bool:
    """Whether a cell names that there is no opponent (`bye`), or is empty."""
    return not is_person(text) and not any(sign.isdigit() for sign in text)


def _is_half(value: object) -> bool:
    """Whether a cell is the day that a spreadsheet made of `1/2`."""
    return isinstance(value, date) and (value.month, value.day) in HALF_AS_A_DAY


def _result(cells: Cells) -> Outcome | None:
    """What the cell says, by the list or as people write it; a fault if it says nothing known."""
    if _is_half(cells.value("result")):
        return DRAW
    way = folded(cells.text("result"))
    if way in BESIDE_AN_OPPONENT and cells.text("black"):
        return BESIDE_AN_OPPONENT[way]
    if way in WRITTEN:
        return WRITTEN[way]
    word = cells.choice("result", needed=False)
    return RESULTS[word] if word else None

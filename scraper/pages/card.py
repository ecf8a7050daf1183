"""A player's card, art=9: labels with values, then his games. It alone has the year of birth.

In the layout of 2019/20 a result reads `w 1` or `s ½` (s: Black, in English too); in that of 2026 the
colour is a class of a box in the cell (reported). The row of an opponent without a rating can be a cell
short: the last one, which has the change of rating, is missing (seen: belyaladya2019_player_card).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from selectolax.lexbor import LexborNode

from scraper.errors import OtherPageKind
from scraper.languages import ENGLISH, Language
from scraper.pages.facts import NO_ID
from scraper.pages.tokens import CARD_COLOURS, CARD_RESULT
from scraper.problems import At, Notes, place
from scraper.records import Player
from scraper.tables import Row, Table, cells_of, own_rows, read_table
from scraper.values import clean, whole
from scraper.words import BLACK_MARK, WHITE_MARK

HEADINGS = ("Rd.", "SNo", "Name", "Res.")
_YEARS = range(1900, 2100)
_MOST = 9_999
"""The highest number of a label that can be one."""


@dataclass(frozen=True, slots=True)
class CardGame:
    """One row of a card: `colour` and `score` are those of the card's player, as in a crosstable.

    `opponent` is None for a bye. `k` and `change` are the printed rating columns: what other software made of
    real games, for our arithmetic to be held against.
    """

    row: int
    round: int
    opponent: int | None
    name: str
    colour: str | None
    score: str
    rating_international: int | None = None
    k: str = ""
    change: str = ""


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """The card of `player`, whose year of birth stands only here; `change` as printed."""

    player: Player
    games: tuple[CardGame, ...]
    change: str = ""


def read_card(found: Sequence[LexborNode], notes: Notes, language: Language) -> PlayerCard:
    """The card of a page whose lists were `found`. OtherPageKind without a name and a starting number."""
    labels = _labels(found[0], notes, language) if found else {}
    number, name = whole(labels.get("Starting rank", "")), labels.get("Name", "")
    if not number or not name:
        expected = "a player's card with the labels Name and Starting rank"
        where = place(notes.origin, table=1)
        raise OtherPageKind.because("headings-unknown", where, expected, " | ".join(labels) or "no labels")

    def number_of(label: str) -> int | None:
        text = labels.get(label, "")
        value = whole(text)
        if text and (value is None or value > _MOST):
            notes.met("cell-unreadable", "a whole number", text, table=1, column=label)
            return None
        return value or None

    year = number_of("Year of birth")
    player = Player(
        number=number,
        name=name,
        federation=labels.get("Federation") or None,
        national_id=_id(labels.get("Ident-Number", "")),
        fide_id=_id(labels.get("Fide-ID", "")),
        rating=number_of("Rating"),
        rating_national=number_of("Rating national"),
        rating_international=number_of("Rating international"),
        club=labels.get("Club/City") or None,
        born=str(year) if year in _YEARS else None,
    )
    games: list[CardGame] = []
    if len(found) > 1:
        table = read_table(found[1], language)
        if any(h not in table.headings for h in HEADINGS):
            expected = f"the headings {', '.join(HEADINGS)}"
            headings = " | ".join(table.headings) or "no row of headings"
            notes.met("headings-unknown", expected, headings, table=2)
        else:
            games = [g for row in table.rows if (g := _game(row, table, notes))]
    number_of("Rank")  # it is not used; one that is no number shows a damaged page
    return PlayerCard(player, tuple(games), labels.get("FIDE rtg +/-", ""))


def _labels(node: LexborNode, notes: Notes, language: Language) -> dict[str, str]:
    labels: dict[str, str] = {}
    for row in own_rows(node):
        cells = tuple(cells_of(row))
        if len(cells) != 2:
            continue
        printed = clean(cells[0].text())
        english = language.card.get(printed) or ENGLISH.card.get(printed)
        if english is None:
            expected = f"a label that is known in {language.name}"
            notes.met("word-unknown", expected, repr(printed), table=1, column=printed)
        else:
            labels.setdefault(english, clean(cells[1].text()))
    return labels


def _id(text: str) -> str | None:
    return None if text in NO_ID else text


def _game(row: Row, table: Table, notes: Notes) -> CardGame | None:
    at = partial(At, table=2, row=row.number)
    if len(table.headings) - len(row.texts) not in (0, 1):
        notes.met("row-width", f"{len(table.headings)} cells", f"{len(row.texts)} cells", **at())
        return None
    printed = row.text(table.column("Rd."))
    round = whole(printed)
    if not round:
        notes.met("cell-unreadable", "the number of a round", printed or "an empty cell", **at(column="Rd."))
        return None
    column = table.headings.index("Res.")
    colour, score = _result(row, column)
    if score is None:
        expected = "a colour and a score, as in w 1, s ½"
        notes.met("result-unknown", expected, repr(row.text(column)), **at(column="Res."))
        return None
    return CardGame(
        row=row.number,
        round=round,
        opponent=whole(row.text(table.column("SNo"))) or None,
        name=row.text(table.column("Name")),
        colour=colour,
        score=score,
        rating_international=whole(row.text(table.column("RtgI"))) or None,
        k=row.text(table.column("K")),
        change=row.text(table.column("rtg+/-")),
    )


def _result(row: Row, column: int) -> tuple[str | None, str | None]:
    """Colour and score of the cell; the score is None where the text is unknown."""
    m = re.fullmatch(CARD_RESULT, row.text(column))
    if m is None:
        return None, None
    colour = CARD_COLOURS.get(m["colour"] or "")
    for css, its in ((WHITE_MARK, "w"), (BLACK_MARK, "b")):
        if column < len(row.texts) and row.cells[column].css_first(f".{css}") is not None:
            colour = its
    score = m["score"] or ""
    if m["forfeit"]:
        score = {"1": "+", "0": "-"}.get(score, score)
    return colour, score

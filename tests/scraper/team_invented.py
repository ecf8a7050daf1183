"""A small invented team event in the structure of the real pages: three teams of two boards, three rounds.

Tests break one thing in it and look for the one problem that must follow.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from scraper.records import SavedPage
from tests.scraper.invented import DETAILS, page

MENU = (
    '<table><tr valign="top"><td class="CRnowrap b">Lists</td><td class="CR">Team-Starting rank, '
    "Starting rank list of players</td></tr>"
    '<tr valign="top"><td class="CRnowrap b">Team pairings</td><td class="CR"><a>Rd.1</a>, <a>Rd.2</a>, '
    "<a>Rd.3</a></td></tr>"
    '<tr valign="top"><td class="CRnowrap b">Board Pairings</td><td class="CR"><i><b>Rd.1, </b></i>'
    "<a>Rd.2</a>, <a>Rd.3</a> </td></tr></table>"
)
SHEET = ["Bo.", "", "Name", "Rtg", "FED", "FideID", "1", "2", "3", "Pts.", "Games", "RtgAvg"]
LISTED = ["No.", "", "", "Name", "ID", "FideID", "Rtg", "FED", "Typ", "Gr", "Team", "Bo."]
MATCHES = ["No.", "Team", "Team", "Res.", ":", "Res."]
PEOPLE = {
    1: "Akagi, Aoi",
    2: "Beppu, Bunta",
    3: "Chiba, Chie",
    4: "Doi, Daichi",
    5: "Ebina, Eri",
    6: "Fukui, Fumi",
    7: "Goto, Gen",
}
TEAMS = {"Edo": (1, 4, 7), "Naniwa": (2, 5), "Kyo (first)": (3, 6)}
RATINGS = {1: 2100, 2: 2000, 3: 1900, 4: 1800, 5: 1700, 6: 0, 7: 0}
ADDRESS = "https://chess-results.com/tnr990002.aspx?lan=1"


def seat(number: int | None, colour: str, links: bool = True) -> str:
    """A name cell of a board: a table of its own with the mark of the colour."""
    if number is None:
        return ""
    name = f'<a Class="CRdb" href="{ADDRESS}&amp;art=9&amp;snr={number}">{PEOPLE[number]}</a>'
    name = name if links else PEOPLE[number]
    mark = f'<td><div class="Farbe{colour}T"></div></td>' if colour else ""
    return f'<table><tr>{mark}<td class="CR">{name}</td></tr></table>'


def row(cells: list[str], css: str = "CRng2", tag: str = "td") -> str:
    """One row, as the site prints it."""
    return f'<tr class="{css}">' + "".join(f"<{tag}>{c}</{tag}>" for c in cells) + "</tr>\n"


def over(text: str, width: int) -> str:
    """A heading over the whole width of the table."""
    return f'<tr class="CRg1b"><td class="none" colspan="{width}">{text}</td></tr>\n'


def table(rows: str) -> str:
    """The list of a view."""
    return f'<table class="CRs1" border="0">\n{rows}</table>'


@dataclass
class BoardRow:
    """One board: number, White's mark at the left or right (`w`/`s`), the players, the printed result."""

    bo: str
    left: int | None
    colours: str
    right: int | None
    result: str
    extra: list[str] = field(default_factory=list)


@dataclass
class MatchRows:
    """A match of the board pairings."""

    first: tuple[str, str]
    second: tuple[str, str]
    score: str
    boards: list[BoardRow]


@dataclass
class TeamEvent:
    """The event's cells, ready to be broken; `pages` prints them."""

    boards: dict[int, list[MatchRows]] = field(
        default_factory=lambda: {
            1: [
                MatchRows(
                    ("1", "Edo"),
                    ("2", "Naniwa"),
                    "1½:½",
                    [BoardRow("1.1", 1, "ws", 2, "1 - 0"), BoardRow("1.2", 4, "sw", 5, "½ - ½")],
                )
            ],
            2: [
                MatchRows(
                    ("3", "Kyo (first)"),
                    ("1", "Edo"),
                    "1 : 1",
                    [BoardRow("1.1", 3, "ws", 1, "0 - 1"), BoardRow("1.2", 6, "sw", 7, "+ - -")],
                )
            ],
            3: [
                MatchRows(
                    ("2", "Naniwa"),
                    ("3", "Kyo (first)"),
                    "2 : 0",
                    [BoardRow("1.1", 2, "ws", 3, "1 - 0"), BoardRow("1.2", 5, "s", None, "+ - -")],
                )
            ],
        }
    )
    matches: dict[int, list[list[str]]] = field(
        default_factory=lambda: {
            1: [["1", "Edo", "Naniwa", "1½", ":", "½"], ["2", "Kyo (first)", "bye", "2", ":", ""]],
            2: [["1", "Kyo (first)", "Edo", "1", ":", "1"], ["2", "Naniwa", "bye", "2", ":", ""]],
            3: [["1", "Naniwa", "Kyo (first)", "2", ":", "0"], ["2", "Edo", "bye", "2", ":", ""]],
        }
    )
    marks: dict[int, list[str]] = field(
        default_factory=lambda: {
            1: ["1", "1", "", "2"],
            4: ["½", "", "", "0,5"],
            7: ["", "-", "", "0"],
            2: ["0", "", "1", "1"],
            5: ["½", "", "+", "1,5"],
            3: ["", "0", "0", "0"],
            6: ["", "+", "", "1"],
        }
    )
    teams: dict[str, tuple[int, ...]] = field(default_factory=lambda: dict(TEAMS))
    listed: list[int] = field(default_factory=lambda: [2, 1, 3, 4, 5, 7, 6])
    headings: dict[int, str] = field(
        default_factory=lambda: {n: f"Round {n} on 2026/08/0{n} at 10:00" for n in (1, 2, 3)}
    )
    details: dict[str, str] | None = field(
        default_factory=lambda: {
            **DETAILS,
            "Tournament type": "Swiss-System for teams",
            "Date": "2026/08/01 to 2026/08/09",
        }
    )
    updated: dict[str, str] = field(default_factory=dict)
    menu: str = MENU
    links: bool = True
    gate: bool = False
    list_headings: list[str] = field(default_factory=lambda: list(LISTED))

    def pages(self, *leave_out: str) -> list[SavedPage]:
        """All pages but those named: `players`, `teams`, `b1` to `b3` (boards), `m1` to `m3` (matches)."""
        made = {"players": self.players_page(), "teams": self.teams_page()}
        made |= {f"b{n}": self.boards_page(n) for n in self.boards}
        made |= {f"m{n}": self.matches_page(n) for n in self.matches}
        return [p for key, p in made.items() if key not in leave_out]

    def players_page(self) -> SavedPage:
        """The list of players in the order of their ratings; it has the national IDs."""
        rows = row(self.list_headings, "CRng1b", "th")
        for place, n in enumerate(self.listed, start=1):
            team, board = next(((t, m.index(n) + 1) for t, m in self.teams.items() if n in m), ("", ""))
            name = self._name(n)
            rows += row(
                [str(place), "", "", name, f"10{n}", "", str(RATINGS[n]), "JPN", "", "", team, str(board)]
            )
        return self._page("players", "Starting rank", table(rows), "art=16")

    def _name(self, n: int) -> str:
        link = f'<a Class="CRdb" href="{ADDRESS}&amp;art=9&amp;snr={n}">{PEOPLE[n]}</a>'
        return link if self.links else PEOPLE[n]

    def teams_page(self, results: bool = True) -> SavedPage:
        """The composition, with results or without."""
        heads = SHEET if results else [h for h in SHEET if not h.isdigit() and h not in ("Pts.", "Games")]
        rows = ""
        for rank, (team, numbers) in enumerate(self.teams.items(), start=1):
            rows += over(f"&nbsp;&nbsp;{rank}. {team} (RtgAvg:1900, Captain: A. Nobody / TB1: 2)", len(heads))
            rows += row(heads, "CRng1b", "th")
            for board, n in enumerate(numbers, start=1):
                marks = [*self.marks[n], "1"] if results else []
                cells = [str(board), "", self._name(n), str(RATINGS[n]), "JPN", ""]
                rows += row([*cells, *marks, "1900"])
        view = f"Team-Composition with{'' if results else 'out'} round-results"
        key = "teams" if results else "line-up"
        return self._page(key, view, table(rows), f"art={1 if results else 8}", details=self.details)

    def boards_page(self, *rounds: int, query: str | None = None) -> SavedPage:
        """The boards of a round, or of several on one page."""
        content = table("".join(self._round(n) for n in rounds)) if any(map(self.boards.get, rounds)) else ""
        key = f"b{rounds[0]}"
        return self._page(key, "Board Pairings", content, query or f"art=3&rd={rounds[0]}")

    def _round(self, n: int) -> str:
        rows = over(self.headings[n], 9) if self.headings.get(n) else ""
        for match in self.boards[n]:
            heads = ["Bo.", *match.first, "Rtg", "-", *match.second, "Rtg", match.score]
            rows += row(heads, "CRng1b", "th")
            for b in match.boards:
                rows += row(self._cells(b))
        return rows

    def _cells(self, b: BoardRow) -> list[str]:
        left = seat(b.left, b.colours[:1], self.links)
        right = seat(b.right, b.colours[1:2], self.links)
        ratings = ["" if n is None else str(RATINGS[n]) for n in (b.left, b.right)]
        return [b.bo, "", left, ratings[0], "-", "", right, ratings[1], b.result, *b.extra]

    def matches_page(self, n: int) -> SavedPage:
        """The team pairings of a round."""
        rows = over(self.headings[n], 6) if self.headings.get(n) else ""
        rows += row(MATCHES, "CRng1b", "th") + "".join(map(row, self.matches[n]))
        return self._page(f"m{n}", "Team pairings", table(rows), f"art=2&rd={n}")

    def _page(
        self, key: str, view: str, content: str, query: str, details: dict[str, str] | None = None
    ) -> SavedPage:
        return page(
            view,
            content,
            query=f"lan=1&{query}",
            tournament=990002,
            name="An Invented League",
            updated=self.updated.get(key, "09.08.2026 18:00:00"),
            details=None if self.gate else details,
            menu=self.menu,
            gate=self.gate,
            origin=f"{key}.html",
        )

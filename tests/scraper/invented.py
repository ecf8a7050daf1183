"""A small invented event in the structure of the real pages: six players, three rounds.

Tests break one thing in it and look for the one problem that must follow.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from scraper.records import SavedPage

UPDATED = "09.08.2026 18:00:00"
MENU = (
    '<table><tr valign="top"><td class="CRnowrap b">Lists</td><td class="CR">{lists}</td></tr>'
    '<tr valign="top"><td class="CRnowrap b">Board Pairings</td><td class="CR">'
    "<a>Rd.1</a>, <a>Rd.2</a>, <a>Rd.3/3</a> , <a>not paired</a></td></tr></table>"
)
DETAILS = {
    "Organizer(s)": "A Chess Club",
    "Federation": "Japan ( JPN )",
    "Time control (Standard)": "90 min + 30 s/move",
    "Number of rounds": "3",
    "Tournament type": "Swiss-System",
    "Rating calculation": "Rating national",
    "Date": "2026/08/08 to 2026/08/09",
}
NAMES = ["Akagi, Aoi", "Beppu, Bunta", "Chiba, Chie", "Doi, Daichi", "Ebina, Eri", "Fukui, Fumi"]
TITLES = ["IM", "", "", "", "", ""]
RATINGS = ["2300", "2200", "2100", "2000", "1900", "0"]
START_COLUMNS = ["No.", "", "Name", "ID", "FideID", "FED", "Rtg", "sex", "Club/City"]
ROUND_COLUMNS = ["Bo.", "No.", "", "White", "Rtg", "Pts.", "Result", "Pts.", "", "Black", "Rtg", "No."]
CROSS_COLUMNS = ["No.", "", "Name", "Rtg", "FED", "1.Rd", "2.Rd", "3.Rd", "Pts.", "Rk.", "TB1"]
MISSED_COLUMNS = ["SNo", "", "Name", "Rtg", "FED", "1.Rd", "2.Rd", "3.Rd"]


def table(columns: list[str], rows: list[list[str]]) -> str:
    """A list as the site prints it: `th` and `td` mixed in the headings, a blank before odd rows."""
    heads = "".join(
        f'<td class="CR">{c}</td>'
        if c in ("White", "Black") or c.endswith(".Rd")
        else f"<th>&nbsp;{c}&nbsp;</th>"
        for c in columns
    )
    body = "".join(
        f'<tr class="CRg{2 - i % 2} JPN"> ' + "".join(f'<td class="CRc">{c}</td>' for c in row) + "</tr>"
        for i, row in enumerate(rows)
    )
    return f'<table Class="CRs1" border="0"><tr class="CRg1b">{heads}</tr>{body}</table>'


def page(
    view: str,
    content: str = "",
    *,
    query: str = "lan=1",
    tournament: int = 990001,
    name: str = "An Invented Open",
    updated: str = UPDATED,
    lang: str = "en",
    details: dict[str, str] | None = None,
    menu: str | None = None,
    gate: bool = False,
    origin: str | None = None,
    address: str | None = None,
    form: str = "form1",
) -> SavedPage:
    """One page round `content`, which stands under the view's heading."""
    shown = "".join(
        f'<tr><td class="CR">{k}</td><td class="CR">{v}</td></tr>' for k, v in (details or {}).items()
    )
    shown = f'<table border="0">{shown}</table>' if shown else ""
    menu = MENU.format(lists="Starting rank, Alphabetical list") if menu is None else menu
    note = (
        '<h3>Note: all links are shown after clicking</h3><p class="CRsmall"><input id="cb_alleDetails"/></p>'
    )
    html = f"""<!DOCTYPE html>
<html lang="{lang}" xmlns="http://www.w3.org/1999/xhtml"><head><title>Chess-Results</title></head><body>
<form method="post" action="./tnr{tournament}.aspx?{query.replace("&", "&amp;")}&amp;SNode=S0" id="{form}">
{f'<div class="defaultDialogMsg">{note}</div>' if gate else ""}
<div class="defaultDialog"><h3 Class="CRmsg">Round 99 on 2001/01/01 was a remark</h3><h2>{name} </h2>
<table><tr><td Class="CR0">{shown}<p class="CRsmall">Last update {updated}, Creator/Last Upload: x</p>
{"" if gate else menu}</td></tr></table></div>
<div class="defaultDialog"><h2>{view}</h2>{content}</div>
</form></body></html>
"""
    body = html.encode()
    return SavedPage(body, origin or f"{view}.html", hashlib.sha256(body).hexdigest(), address)


@dataclass
class Invented:
    """The event's cells, ready to be broken; `pages` prints them."""

    start: list[list[str]] = field(
        default_factory=lambda: [
            ["1", "IM", NAMES[0], "101", "7000001", "JPN", "2300", "", "Edo"],
            ["2", "", NAMES[1], "0", "", "JPN", "2200", "", ""],
            ["3", "", NAMES[2], "103", "7000003", "JPN", "2100", "w", ""],
            ["4", "", NAMES[3], "104", "", "KOR", "2000", "M", ""],
            ["5", "", NAMES[4], "", "", "JPN", "1900", "w", ""],
            ["6", "", NAMES[5], "", "", "JPN", "0", "", ""],
        ]
    )
    rounds: dict[int, list[list[str]]] = field(
        default_factory=lambda: {
            1: [
                _game(1, 1, "0", "1 - 0", "0", 4),
                _game(2, 5, "0", "½ - ½", "0", 2),
                _game(3, 3, "0", "- - +", "0", 6),
            ],
            2: [
                _game(1, 6, "1", "0 - 1", "1", 1),
                _game(2, 2, "½", "1 - 0", "½", 5),
                _alone(3, 4, "0", "1", "bye"),
                _alone(4, 3, "0", "½", "not paired"),
            ],
            3: [
                _game(1, 1, "2", "½ - ½", "1½", 2),
                _game(2, 4, "1", "+ - -", "1", 6),
                _alone(3, 5, "½", "0", "not paired"),
                _alone(4, 3, "½", "0", "not paired"),
            ],
        }
    )
    crosstable: list[list[str]] = field(
        default_factory=lambda: [
            _crossed(1, "  4w1", "  6b1", "  2w½", "2,5"),
            _crossed(2, "  5b½", "  5w1", "  1b½", "2"),
            _crossed(3, "  6w-", "   -½", "   -0", "0,5"),
            _crossed(4, "  1b0", "   -1", "  6w+", "2"),
            _crossed(5, "  2w½", "  2b0", "   -0", "0,5"),
            _crossed(6, "  3b+", "  1w0", "  4b-", "1"),
        ]
    )
    missed: list[list[str]] = field(
        default_factory=lambda: [
            ["3", "", NAMES[2], "2100", "JPN", "0F", "*", "*"],
            ["4", "", NAMES[3], "2000", "KOR", "", "bye", ""],
            ["5", "", NAMES[4], "1900", "JPN", "", "", "*"],
            ["6", "", NAMES[5], "0", "JPN", "", "", "0F"],
        ]
    )
    details: dict[str, str] | None = field(default_factory=lambda: dict(DETAILS))
    headings: dict[int, str] = field(
        default_factory=lambda: {n: f"Round {n} on 2026/08/0{8 + n // 3} at 10:00" for n in (1, 2, 3)}
    )
    updated: dict[str, str] = field(default_factory=dict)
    menu: str | None = None

    def pages(self, *leave_out: str) -> list[SavedPage]:
        """All pages but those named: `start`, `1`, `2`, `3`, `crosstable`, `missed`."""
        made = {
            "start": self.start_page(),
            "crosstable": self.crosstable_page(),
            "missed": self.missed_page(),
        }
        made |= {str(n): self.round_page(n) for n in self.rounds}
        return [p for key, p in made.items() if key not in leave_out]

    def start_page(self) -> SavedPage:
        """The start list, with the details."""
        content = table(START_COLUMNS, self.start)
        return self._page("start", "Starting rank", content, "lan=1&art=0", details=self.details)

    def round_page(self, n: int, query: str | None = None) -> SavedPage:
        """One round; without rows it is not paired yet."""
        content = table(ROUND_COLUMNS, self.rounds[n]) if self.rounds[n] else ""
        heading = f"<h3>{self.headings[n]}</h3>" if self.headings[n] else ""
        return self._page(str(n), "Pairings/Results", heading + content, query or f"lan=1&art=2&rd={n}")

    def crosstable_page(self) -> SavedPage:
        """The starting rank crosstable."""
        content = table(CROSS_COLUMNS, self.crosstable)
        return self._page("crosstable", "Starting rank crosstable", content, "lan=1&art=5")

    def missed_page(self) -> SavedPage:
        """The list "not paired"."""
        return self._page("missed", "not paired", table(MISSED_COLUMNS, self.missed), "lan=1&art=40")

    def _page(
        self, key: str, view: str, content: str, query: str, details: dict[str, str] | None = None
    ) -> SavedPage:
        updated = self.updated.get(key, UPDATED)
        origin = f"{key}.html"
        return page(
            view, content, query=query, updated=updated, origin=origin, details=details, menu=self.menu
        )


def _game(board: int, white: int, before_w: str, result: str, before_b: str, black: int) -> list[str]:
    left = [str(board), str(white), TITLES[white - 1], NAMES[white - 1], RATINGS[white - 1], before_w]
    right = [before_b, TITLES[black - 1], NAMES[black - 1], RATINGS[black - 1], str(black)]
    return [*left, result, *right]


def _alone(board: int, white: int, before: str, result: str, word: str) -> list[str]:
    left = [str(board), str(white), TITLES[white - 1], NAMES[white - 1], RATINGS[white - 1], before]
    return [*left, result, "", "", word, "", ""]


def _crossed(number: int, *cells: str) -> list[str]:
    name = NAMES[number - 1].replace(",", "")
    who = [TITLES[number - 1], name, RATINGS[number - 1], "KOR" if number == 4 else "JPN"]
    return [str(number), *who, *cells, str(number), "0"]

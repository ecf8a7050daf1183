"""Invented pages that list tournaments, in the structure that readers of the site report (section 8)."""

from __future__ import annotations

from collections.abc import Sequence

COLUMNS = ["No.", "Tournament", "FED", "flag", "Last update", "from", "to", "Tournament director", "dbkey"]
_REST = ["JPN", "", "3 Days 4 Hours", "2026/10/03", "2026/10/04", "A Director"]


def search(*tournaments: tuple[int, str], found: int | None = None, page: str = "TurnierSuche") -> str:
    """The answer to the form of a search; without tournaments the form as a plain link shows it."""
    rows = [
        [str(n), f'<a href="tnr{number}.aspx?lan=1&SNode=S0">{name}</a>', *_REST, str(number)]
        for n, (number, name) in enumerate(tournaments, start=1)
    ]
    count = len(tournaments) if found is None else found
    told = f"<p><b>With this selection {count} tournaments were found.</b></p>" if rows or count else ""
    return _page(page, "Tournament-Database", told + (_table("CRs2", COLUMNS, rows) if rows else ""))


def player_search(*rows: tuple[str, int, str]) -> str:
    """The answer to the form of a player search: a row for each player and tournament."""
    columns = ["Name", "ID", "Fide-ID", "Club/City", "FED", "Tournament", "End"]
    cells = [
        [who, "", "", "", "JPN", f'<a href="tnr{number}.aspx?lan=1&snr=3">{name}</a>', "2026/10/04"]
        for who, number, name in rows
    ]
    return _page("SpielerSuche", "Player-Database", _table("CRs2", columns, cells))


def federation(*tournaments: tuple[int, str]) -> str:
    """The tournaments of a federation, by a plain GET."""
    rows = [
        [str(n), f'<a href="tnr{number}.aspx?lan=1">{name}</a>', "2 Hours"]
        for n, (number, name) in enumerate(tournaments, start=1)
    ]
    return _page("fed", "Tournament selection", _table("CRs1", ["No.", "Tournament", "Last update"], rows))


def _table(kind: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    heads = "".join(f"<th>{c}</th>" if n % 2 else f"<td>{c}</td>" for n, c in enumerate(columns))
    body = "".join(f'<tr class="CRg2">{"".join(f"<td>{c}</td>" for c in row)}</tr>' for row in rows)
    return f'<table class="{kind}"><tr class="CRg1b">{heads}</tr>{body}</table>'


def _page(name: str, heading: str, content: str) -> str:
    return f"""<!DOCTYPE html>
<html lang="en" xmlns="http://www.w3.org/1999/xhtml"><head><title>
\tChess-Results Server Chess-results.com - {heading}
</title></head><body><form method="post" action="./{name}.aspx?lan=1&amp;SNode=S0" id="form1">
<a href="Default.aspx?lan=1">Home</a><div class="defaultDialog"><h2>{heading}</h2>{content}</div>
</form></body></html>
"""

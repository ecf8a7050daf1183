"""Pages that list tournaments rather than show one: searches, lists of federations, the start page.

Nothing is read of them but which tournaments they name. Reported, not seen among the saved pages of
shared/samples: the result of a search is the answer to a posted form, in `table.CRs2`, a row for each
tournament (of a player search: for each player in it) with its name as a link, `from`, `to` and its number
again in the column `dbkey`; over it `With this selection 771 tournaments were found.` The list of a
federation has the same links by a plain GET.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

from scraper.addresses import names_a_list
from scraper.errors import SearchPage
from scraper.problems import problem
from scraper.tables import cells_of, own_rows
from scraper.values import clean

SHOWN = 20
"""So many of the tournaments found are named in a problem."""

_TOURNAMENT = re.compile(r"(?:^|/)tnr0*([1-9]\d{0,8})\.aspx", re.IGNORECASE | re.ASCII)
_NUMBER = re.compile(r"[1-9]\d{0,8}", re.ASCII)
_DAY = re.compile(r"(?:\d{4}/\d{1,2}/\d{1,2}|\d{1,2}\.\d{1,2}\.\d{4})", re.ASCII)
_FOUND = re.compile(r"With this selection (\d{1,7}) tournaments? (?:was|were) found", re.ASCII)
_EXPECTED = "a page of one tournament, or a list that names one"


@dataclass(frozen=True, slots=True)
class Listed:
    """A tournament of a list: its number, its name and its days as printed."""

    tournament: int
    name: str
    days: str

    def __str__(self) -> str:
        return f"{self.tournament} {self.name}" + (f" ({self.days})" if self.days else "")


def search_page(tree: LexborHTMLParser, origin: str) -> SearchPage | None:
    """What a page that lists tournaments says, as the refusal it is; None for any other page.

    `SearchPage.tournament` is the one tournament that it names, if it is certain that there is no other:
    a row whose two numbers differ, rows without a number and a count that the rows do not have leave it open.
    """
    form = tree.css_first("form")
    if form is None or not names_a_list(form.attributes.get("action") or ""):
        return None
    found, doubts = _listed(tree)
    text = clean(tree.body.text()) if tree.body is not None else ""
    if "\ufffd" in text:
        doubts.append("bytes that are no text")
    stated = _FOUND.search(text)
    if stated and int(stated[1]) != len(found) and found:
        doubts.append(f"the page says that {stated[1]} were found")
    if not found:
        words = "; ".join(["no tournament", *doubts])
        return SearchPage(problem("search-names-none", origin, expected=_EXPECTED, found=words), None)
    shown = "; ".join(str(x) for x in found[:SHOWN])
    if len(found) > SHOWN:
        shown += f"; and {len(found) - SHOWN} more"
    if len(found) > 1 or doubts:
        words = f"{len(found)}: " + "; ".join([shown, *doubts])
        return SearchPage(problem("search-names-several", origin, expected=_EXPECTED, found=words), None)
    (only,) = found
    remedy = f"Give its own address: https://chess-results.com/tnr{only.tournament}.aspx"
    return SearchPage(
        problem("search-names-one", origin, expected="a page of one tournament", found=shown, remedy=remedy),
        only.tournament,
    )


def _listed(tree: LexborHTMLParser) -> tuple[list[Listed], list[str]]:
    """The tournaments of a page, each once, in its order; and what makes it doubtful that these are all."""
    found: dict[int, Listed] = {}
    doubts: list[str] = []
    tables = tree.css("table.CRs2") or tree.css("table.CRs1")
    for table in tables:
        keys: int | None = None
        headed, counted, rows = False, False, 0
        for row in own_rows(table):
            cells = list(cells_of(row))
            texts = [clean(c.text()) for c in cells]
            if keys is None and "dbkey" in texts:
                keys = texts.index("dbkey")
            css = row.attributes.get("class") or ""
            if css.endswith("1b") or all(c.tag == "th" for c in cells):
                headed, counted = True, texts[:1] == ["No."]
                continue
            rows += 1
            if not headed and rows == 1:
                doubts.append("a row before any headings")
            if counted and texts[:1] != [str(rows)]:
                doubts.append(f"a row numbered “{''.join(texts[:1])[:20]}” in the place {rows}")
            links = list(_links(row))
            numbers = {n for n, _ in links}
            key = texts[keys] if keys is not None and keys < len(texts) else ""
            if _NUMBER.fullmatch(key):
                numbers.add(int(key))
            if len(numbers) > 1:
                doubts.append(f"a row with the numbers {', '.join(map(str, sorted(numbers)))}")
            elif not numbers and len(cells) > 1:
                doubts.append(f"a row without a tournament's number: “{' | '.join(texts)[:80]}”")
            days = " to ".join(dict.fromkeys(t for t in texts if _DAY.fullmatch(t)))
            names = dict(reversed(links))
            second = texts[1] if len(texts) > 1 else ""
            for number in sorted(numbers):
                found.setdefault(number, Listed(number, names.get(number) or second, days))
    if not tables:
        for number, name in _links(tree.root):
            found.setdefault(number, Listed(number, name, ""))
        if found:
            doubts.append("links without a table")
    return list(found.values()), doubts[:3]


def _links(node: LexborNode | None) -> Iterator[tuple[int, str]]:
    """The tournaments that links within a node lead to, with the links' texts."""
    for link in node.css("a") if node is not None else ():
        target = _TOURNAMENT.search((link.attributes.get("href") or "").split("?")[0])
        if target:
            yield int(target[1]), clean(link.text())

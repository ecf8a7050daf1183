"""The tables of docs/reading.md, made from the data of `tokens`."""

from __future__ import annotations

from scraper.pages.tokens import BYES, CELLS, GAMES, MARKS, MIRRORED, REFUSED
from scraper.records import Result


def token_tables() -> str:
    """Markdown: every token, its kind and result in the record, and the page in which it was seen."""
    rounds = [
        *(_row("two players", t.text, t.kind, t.result, t.seen, t.note) for t in GAMES),
        *(_row(word, t.text, t.kind, t.result, t.seen, t.note) for word, row in BYES.items() for t in row),
    ]
    refused = [f"| two players | {_code(r.text)} | (a problem) | | reported | {r.why} |" for r in REFUSED]
    cells = [_row("cell", t.text, t.kind, t.result, t.seen, t.note) for t in CELLS]
    pairs = [
        f"| {_code(f'12w{white}')} and {_code(f'7b{black}')} | {kind} | {_result(result)} |"
        for (white, black), (result, kind) in MIRRORED.items()
    ]
    marks = [_row("", m.text, " or ".join(sorted(m.kinds)), m.result, m.seen, m.note) for m in MARKS]
    return "\n".join(
        [
            "### A round (art=2)",
            "",
            "| Black | Result | kind | result | where | |",
            "|---|---|---|---|---|---|",
            *rounds,
            *refused,
            "",
            "### A cell of the starting rank crosstable (art=5)",
            "",
            "| | cell | kind | result | where | |",
            "|---|---|---|---|---|---|",
            *cells,
            "",
            "A game stands in two cells; number 7 with White against number 12:",
            "",
            "| cells | kind | result |",
            "|---|---|---|",
            *pairs,
            "",
            '### The list "not paired" (art=40)',
            "",
            "| | mark | kind | result, if nothing else names the round | where | |",
            "|---|---|---|---|---|---|",
            *marks,
        ]
    )


def _row(who: str, text: str, kind: str, result: Result | None, seen: str | None, note: str) -> str:
    return f"| {who} | {_code(text)} | {kind} | {_result(result)} | {_seen(seen)} | {note} |"


def _code(text: str) -> str:
    return f"`{text}`" if text else "(empty)"


def _result(result: Result | None) -> str:
    return f"`{result}`" if result else "null"


def _seen(page: str | None) -> str:
    return f"seen: {page}" if page else "reported"

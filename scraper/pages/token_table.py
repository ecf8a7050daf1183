"""The tables of docs/reading.md, made from the data of `tokens`."""

from scraper.languages import ENGLISH, LANGUAGES
from scraper.languages.language import ViewWord
from scraper.pages.tokens import BYES, CARD_CELLS, CELLS, GAMES, GRID_SEEN, MARKS, MIRRORED, REFUSED
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
            "### A cell of a crosstable (art=5, art=4) of a Swiss event",
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
            "### A cell of a round robin's grid (art=5, art=4)",
            "",
            "`*` is the player himself, an empty cell is not played. Two scores in a cell are legs 1, 2 of",
            "a double round robin (reported). There are no colours: White is the lower number.",
            "",
            "| cell | opponent's cell | kind | result | where |",
            "|---|---|---|---|---|",
            *(
                f"| {_code(a)} | {_code(b)} | {kind} | {_result(result)} | {_seen(GRID_SEEN.get(pair))} |"
                for pair, (result, kind) in MIRRORED.items()
                for a, b in [pair]
            ),
            "",
            "### A player's card (art=9)",
            "",
            "| cell | meaning | where |",
            "|---|---|---|",
            *(f"| {_code(text)} | {meaning} | {_seen(seen)} |" for text, meaning, seen in CARD_CELLS),
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
    return f"`{text}`".replace("|", "\\|") if text else "(empty)"


def _result(result: Result | None) -> str:
    return f"`{result}`" if result else "null"


def _seen(page: str | None) -> str:
    return f"seen: {page}" if page else "reported"


def _told(view: ViewWord) -> str:
    return f"not needed: {view.what}" if view.what else view.kind


def word_tables() -> str:
    """Markdown: every word of every language, the English one, and the page in which it was seen."""
    lines: list[str] = []
    for language in LANGUAGES:
        words = [
            ("update", language.update),
            *(("column", w) for w in language.columns),
            ("column", language.tie_break),
            *(("detail", w) for w in language.labels),
            *(("type", w) for w in language.types),
            *(("card", w) for w in language.card),
            *(("menu", w) for w in language.menu),
            *(("for Black", w) for w in language.alone),
            *(("for a player", w) for w in language.nobody),
            *(("behind a team", w) for w in language.team_facts),
            *(("between days", w) for w in language.dates),
        ]
        rows = [f"| {what} | {_code(w.printed)} | {w.english} | {_seen(w.seen)} |" for what, w in words]
        views = [
            f"| {what} | {_code(v.printed)} | {_told(v)} | {_seen(v.seen)} |"
            for what, listed in (("view", language.views), ("view of teams", language.team_views))
            for v in listed
        ]
        colours = [
            f"| colour | {_code(letter)} | {colour} | {_seen(language.colours_seen)} |"
            for letter, colour in language.colours.items()
        ]
        table = [*views, *rows, *colours]
        if language is ENGLISH:
            table = [row for row in table if row.startswith("| view")]
        lines += [f"### {language.name} (lan={language.lan})", ""]
        lines += ["| | printed | means | where |", "|---|---|---|---|", *table, ""]
    return "\n".join(lines).strip()

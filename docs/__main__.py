"""Writes the pages made from data: problems.md in two languages, interpretations.md, tables of others."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from office.personal.everything import markdown as kept_tables
from office.settings import markdown as settings_tables
from office.words import p_, speaking
from office.words.codes import CONTEXT
from rating.rulings import RULINGS, Ruling
from scraper.languages import ENGLISH, LANGUAGES
from scraper.pages.tokens import BYES, CELLS, GAMES, MARKS, MIRRORED, REFUSED, Token
from scraper.records import Result
from scraper.words import TEAM_OTHER

CORRECTIONS = tomllib.loads(Path(__file__).with_name("corrections.toml").read_text("utf-8"))["correction"]
"""What the sheet of FIDE's facts has otherwise than the text: the article, both readings."""
_USSA = "ussa2026_roundrobin_crosstable"
GRID_SEEN: dict[tuple[str, str], str] = dict.fromkeys((("1", "0"), ("0", "1"), ("½", "½"), ("+", "-")), _USSA)
"""Pairs of cells of a grid, and the page that has them."""
_CARD = "belyaladya2019_player_card"
CARD_CELLS: tuple[tuple[str, str, str | None], ...] = (
    ("w 1", "won with White", _CARD),
    ("s 0", "lost with Black", _CARD),
    ("w ½", "drawn with White", _CARD),
    ("1", "won; a box of class FarbewT or FarbesT in the cell is the colour (2026)", None),
    ("w 1K", "won by forfeit, without play", None),
    ("s 0K", "lost by forfeit, without play", None),
    ("- 1", "a bye", None),
)
"""What a card prints; a card is compared with the rounds and makes no games of its own."""


def token_tables() -> str:
    """Markdown: every token, its kind and result in the record, and the page in which it was seen."""
    rounds = [("two players", t) for t in GAMES] + [(word, t) for word, row in BYES.items() for t in row]
    unread = REFUSED.items()
    refused = [f"| two players | {_code(text)} | (a problem) | | reported | {why} |" for text, why in unread]
    pairs = [
        f"| {_code(f'12w{white}')} and {_code(f'7b{black}')} | {kind} | {_result(result)} |"
        for (white, black), (result, kind) in MIRRORED.items()
    ]
    grid = [
        f"| {_code(a)} | {_code(b)} | {kind} | {_result(result)} | {_seen(GRID_SEEN.get((a, b)))} |"
        for (a, b), (result, kind) in MIRRORED.items()
    ]
    cards = [f"| {_code(text)} | {meaning} | {_seen(seen)} |" for text, meaning, seen in CARD_CELLS]
    marks = [_row(("", m)) for m in MARKS]
    parts = (
        "### A round (art=2)",
        _table("Black", "Result", "kind", "result", "where", "", rows=[*map(_row, rounds), *refused]),
        "### A cell of a crosstable (art=5, art=4) of a Swiss event",
        _table("", "cell", "kind", "result", "where", "", rows=[_row(("cell", t)) for t in CELLS]),
        "A game is in two cells. Number 7 with White against number 12:",
        _table("cells", "kind", "result", rows=pairs),
        "### A cell of a round robin's grid (art=5, art=4)",
        "`*` is the player's own cell. An empty cell is not played. Two scores in a cell are legs 1 and 2\n"
        "of a double round robin (reported). There are no colours: White is the lower number.",
        _table("cell", "opponent's cell", "kind", "result", "where", rows=grid),
        "### A player's card (art=9)",
        _table("cell", "meaning", "where", rows=cards),
        '### The list "not paired" (art=40)',
        _table("", "mark", "kind", "result, if nothing else names the round", "where", "", rows=marks),
    )
    return "\n\n".join(parts)


def _table(*headings: str, rows: Sequence[str] = ()) -> str:
    head = "".join(f"| {heading} " if heading else "| " for heading in headings)
    return "\n".join([f"{head}|", f"|{'---|' * len(headings)}", *rows])


def _row(met: tuple[str, Token]) -> str:
    who, t = met
    kinds = " or ".join(sorted(t.kinds))
    return f"| {who} | {_code(t.text)} | {kinds} | {_result(t.result)} | {_seen(t.seen)} | {t.note} |"


def _code(text: str) -> str:
    return f"`{text}`".replace("|", "\\|") if text else "(empty)"


def _result(result: Result | None) -> str:
    return f"`{result}`" if result else "null"


def _seen(page: str | None) -> str:
    return f"seen: {page}" if page else "reported"


_SHOWN = (
    *("update", "column", "tie-break", "detail", "type", "card", "menu", "for Black", "for a player"),
    *("behind a team", "between days", "colour"),
)
"""What of another language than English is shown beside its views."""


def word_tables() -> str:
    """Markdown: every word of every language, the English one, and the page in which it was seen."""
    lines: list[str] = []
    for language in LANGUAGES:
        lines += [f"### {language.name} (lan={language.lan})", "", _table("", "printed", "means", "where")]
        for word in language.words:
            if word.what.startswith("view") or (language is not ENGLISH and word.what in _SHOWN):
                what = "column" if word.what == "tie-break" else word.what
                means = f"not needed: {TEAM_OTHER[word.means]}" if word.means in TEAM_OTHER else word.means
                lines.append(f"| {what} | {_code(word.printed)} | {means} | {_seen(word.seen)} |")
        lines.append("")
    return "\n".join(lines).strip()


ROOT = Path(__file__).resolve().parents[1]
PARTS = {
    "scraper/fetch_codes.toml": ("Fetching from the site", "サイトからの取得"),
    "scraper/codes.toml": ("Reading pages", "ページの読み取り"),
    "importer/codes.toml": ("Taking events and the register in", "大会と会員名簿の取り込み"),
    "office/codes.toml": ("The office", "レーティング部"),
    "rating/codes.toml": ("Working out ratings", "計算"),
}
HEADS = (
    "# Problems\n\nEvery problem has a name, says where it is, what was expected, what was found and what to"
    " do.\nThis page is made by `python -m docs` from the lists beside the code.\n",
    "# 確認事項とエラーの一覧\n\nどれも、名前を付けて、場所、必要なもの、実際の内容、対応とともに示します。"
    "このページは、プログラムの持つ一覧から `python -m docs` で作成します。\n",
)
COLUMNS = ("| problem | what it means | what to do |", "| 名前 | 意味 | 対応 |")


def listed(file: str) -> Mapping[str, Mapping[str, str]]:
    """The problems of a list: `meaning` and `remedy` by code, as the language spoken words them."""
    codes = tomllib.loads((ROOT / file).read_text("utf-8"))
    return {code: {part: p_(CONTEXT, text) for part, text in told.items()} for code, told in codes.items()}


def problems_page(language: str = "en") -> str:
    """The page: one table for each part of the program."""
    told = ("en", "ja").index(language)
    with speaking(language):
        return HEADS[told] + "".join(_part(PARTS[file][told], COLUMNS[told], listed(file)) for file in PARTS)


def _part(title: str, columns: str, codes: Mapping[str, Mapping[str, str]]) -> str:
    rows = "".join(f"| `{code}` | {told['meaning']} | {told['remedy']} |\n" for code, told in codes.items())
    return f"\n## {title}\n\n{columns}\n|---|---|---|\n{rows}"


HERE = Path(__file__).parent
DESK: Mapping[str, Mapping[str, Any]] = tomllib.loads((HERE / "desk.toml").read_text("utf-8"))
"""Rulings on the desk's API, which no text decides either, by number."""


def of_the_regulations() -> str:
    """The page of the interpretations, as far as the regulations go: from the rulings alone."""
    parts = [
        "# Interpretations",
        "",
        "The regulations leave some points open. Each point has a number and a name, the reading the",
        "office follows, the other readings, and one switch that selects among them. A rating run",
        "stores which were used. This page is generated: `python -m docs`.",
        "",
        "| | name | article | switch | reading followed |",
        "|---|---|---|---|---|",
    ]
    for ruling in RULINGS.values():
        parts.append(
            f"| {ruling.number} | {ruling.name} | {ruling.article} "
            f"| `{ruling.switch}` | `{ruling.words[0]}` |"
        )
    for ruling in RULINGS.values():
        parts.extend(("", *_ruling(ruling)))
    parts.extend(("", "## Where FIDE's text was read otherwise than the sheet of its facts", ""))
    parts.extend(f"- {x['article']}: the sheet, “{x['sheet']}”; {x['text']}" for x in CORRECTIONS)
    return "\n".join(parts) + "\n"


def _ruling(ruling: Ruling) -> list[str]:
    lines = [
        f"## {ruling.number} · {ruling.name}",
        "",
        f"{ruling.article}. Consulted in {ruling.consulted_in}.",
        "",
        f"**Left open.** {ruling.left_open}",
        "",
    ]
    for number, (word, meaning) in enumerate(ruling.alternatives.items()):
        mark = "**followed:** " if number == 0 else ""
        lines.append(f"- `{ruling.switch} = {word}` – {mark}{meaning}")
    return lines


def of_the_desk() -> str:
    """The last part of that page."""
    parts = [
        "",
        "## Of the desk",
        "",
        "No rating hangs on these. Each is switched in `banzuke.toml` ([settings](settings.md)).",
    ]
    for number, ruling in DESK.items():
        parts += ["", f"## {number} · {ruling['name']}", "", f"Consulted in {ruling['consulted_in']}.", ""]
        parts += [f"**Left open.** {ruling['left_open']}", ""]
        for n, (word, meaning) in enumerate(ruling["alternatives"].items()):
            mark = "**followed:** " if n < ruling["followed"] else ""
            parts.append(f"- `{word}` – {mark}{meaning}")
    return "\n".join(parts) + "\n"


def filled_page(page: str, name: str, by: str, told: Callable[[], str]) -> str:
    """The page with its tables as its own language words them."""
    with speaking("ja" if page.startswith("ja/") else "en"):
        return _filled(page, (name, by, told()))


KEPT = ("kept", "office/personal/everything.py", kept_tables)
SET = ("settings", "office/settings.py", settings_tables)


def pages() -> dict[str, str]:
    """Each page made from data, by file name, as it should stand."""
    tokens, words = f"{token_tables()}\n", f"{word_tables()}\n"
    table = "docs/__main__.py"
    return {
        "problems.md": problems_page(),
        "ja/problems.md": problems_page("ja"),
        "interpretations.md": of_the_regulations() + of_the_desk(),
        **{page: filled_page(page, *KEPT) for page in ("privacy.md", "ja/privacy.md")},
        **{page: filled_page(page, *SET) for page in ("settings.md", "ja/settings.md")},
        "reading.md": _filled("reading.md", ("tokens", table, tokens), ("words", table, words)),
    }


def _filled(page: str, *made: tuple[str, str, str]) -> str:
    """A page as it stands, with what is made between its comments: their name, what makes it, the text."""
    text = (HERE / page).read_text("utf-8")
    for name, by, told in made:
        begin, end = f"<!-- {name}: made by {by} -->\n", f"<!-- end of {name} -->"
        before, rest = text.split(begin)
        text = f"{before}{begin}{told}{end}{rest.split(end)[1]}"
    return text


if __name__ == "__main__":
    for name, text in pages().items():
        (HERE / name).write_text(text, encoding="utf-8")

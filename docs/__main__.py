"""Writes the pages made from data: problems.md, interpretations.md, and the tables of reading.md."""

from pathlib import Path

from docs.problems import problems_page
from rating.interpretations import markdown
from scraper.pages.token_table import token_tables, word_tables

HERE = Path(__file__).parent
BEGIN, END = "<!-- tokens: made by scraper/pages/token_table.py -->", "<!-- end of tokens -->"
WORDS, WORDS_END = "<!-- words: made by scraper/pages/token_table.py -->", "<!-- end of words -->"


def pages() -> dict[str, str]:
    """Each page made from data, by file name, as it should stand."""
    before, rest = (HERE / "reading.md").read_text("utf-8").split(BEGIN)
    after = rest.split(END)[1]
    after = f"{WORDS}\n{word_tables()}\n{WORDS_END}".join(
        (after.split(WORDS)[0], after.split(WORDS_END)[1]),
    )
    return {
        "problems.md": problems_page(),
        "interpretations.md": markdown(),
        "reading.md": f"{before}{BEGIN}\n{token_tables()}\n{END}{after}",
    }


if __name__ == "__main__":
    for name, text in pages().items():
        (HERE / name).write_text(text, encoding="utf-8")

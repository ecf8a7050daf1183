"""Writes the pages made from data: problems.md, interpretations.md, tables of three others."""

from pathlib import Path

from docs.problems import problems_page
from office.personal.everything import markdown as kept_tables
from office.settings import markdown as settings_tables
from office.settings import rulings_markdown as of_settings
from rating.interpretations import markdown
from scraper.pages.token_table import token_tables, word_tables

HERE = Path(__file__).parent
BEGIN, END = "<!-- tokens: made by scraper/pages/token_table.py -->", "<!-- end of tokens -->"
WORDS, WORDS_END = "<!-- words: made by scraper/pages/token_table.py -->", "<!-- end of words -->"


KEPT, KEPT_END = "<!-- kept: made by office/personal/everything.py -->", "<!-- end of kept -->"

SET, SET_END = "<!-- settings: made by office/settings.py -->", "<!-- end of settings -->"


def pages() -> dict[str, str]:
    """Each page made from data, by file name, as it should stand."""
    before, rest = (HERE / "reading.md").read_text("utf-8").split(BEGIN)
    after = rest.split(END)[1]
    after = f"{WORDS}\n{word_tables()}\n{WORDS_END}".join(
        (after.split(WORDS)[0], after.split(WORDS_END)[1]),
    )
    above, below = (HERE / "privacy.md").read_text("utf-8").split(KEPT)
    top, bottom = (HERE / "settings.md").read_text("utf-8").split(SET)
    return {
        "problems.md": problems_page(),
        "interpretations.md": markdown() + of_settings(),
        "privacy.md": f"{above}{KEPT}\n{kept_tables()}{KEPT_END}{below.split(KEPT_END)[1]}",
        "settings.md": f"{top}{SET}\n{settings_tables()}{SET_END}{bottom.split(SET_END)[1]}",
        "reading.md": f"{before}{BEGIN}\n{token_tables()}\n{END}{after}",
    }


if __name__ == "__main__":
    for name, text in pages().items():
        (HERE / name).write_text(text, encoding="utf-8")

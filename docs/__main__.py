"""Writes the pages made from data: problems.md, interpretations.md, tables of three others."""

from pathlib import Path

from docs.problems import problems_page
from office.personal.everything import markdown as kept_tables
from office.settings import markdown as settings_tables
from office.settings import rulings_markdown as of_settings
from rating.interpretations import markdown
from scraper.pages.token_table import token_tables, word_tables

HERE = Path(__file__).parent


def pages() -> dict[str, str]:
    """Each page made from data, by file name, as it should stand."""
    tokens, words = f"{token_tables()}\n", f"{word_tables()}\n"
    table = "scraper/pages/token_table.py"
    return {
        "problems.md": problems_page(),
        "interpretations.md": markdown() + of_settings(),
        "privacy.md": _filled("privacy.md", ("kept", "office/personal/everything.py", kept_tables())),
        "settings.md": _filled("settings.md", ("settings", "office/settings.py", settings_tables())),
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

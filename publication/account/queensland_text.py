"""The explanation event by event as plain text and as one HTML page; both from the same blocks."""

from office.text_table import table
from publication.account.phrases import made_under, title
from publication.account.queensland_blocks import Heading, Line, Table, Values, blocks
from publication.account.templates import rendered
from publication.account.words import LANGUAGES


def explain_text(doc: Values, language: str = "en") -> str:
    """Everything behind the rating of one player on one list."""
    lines = [*_head(doc, language)]
    for block in blocks(doc, language):
        match block:
            case Heading(text):
                lines += [""] if text == "=" else ["", text]
            case Line(text, deep):
                lines.append(f"    {text}" if deep else f"  {text}")
            case Table(headings, rows):
                lines += [f"  {line}" for line in table(rows, headings).splitlines()]
    return "\n".join(lines) + "\n"


def explain_page(doc: Values, language: str = "en") -> str:
    """The same in a page that needs nothing else: no script, no font, no other file; names escaped."""
    head, *intro = _head(doc, language)
    parts = [(type(block).__name__, block) for block in blocks(doc, language)]
    return rendered("queensland.html", title=head, intro=intro, language=language, parts=parts)


def _head(doc: Values, language: str) -> list[str]:
    words = LANGUAGES[language]
    told = words["taken_over"] if doc["how"] == "opening" else made_under(doc, words)
    return [title(doc, words), told]

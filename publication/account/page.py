"""The explanation as one HTML page that needs nothing else: no script, no font, no other file."""

from office.runs.report import signed
from publication.account import queensland_text
from publication.account.document import Values
from publication.account.phrases import (
    SCORES,
    closing,
    day,
    headline,
    k_reason,
    kept,
    kept_game,
    left_out,
    made_under,
    performance,
    title,
    window,
)
from publication.account.templates import rendered
from publication.account.words import LANGUAGES, say


def explain_page(doc: Values, language: str = "en") -> str:
    """The same facts in the same order as the text; every name escaped."""
    if doc.get("family") == "queensland":
        return queensland_text.explain_page(doc, language)
    words = LANGUAGES[language]
    return rendered(
        "page.html",
        doc=doc,
        language=language,
        words=words,
        scores=SCORES,
        title=title(doc, words),
        made_under=made_under(doc, words) if doc["how"] != "opening" else "",
        headline=lambda part: headline(part, words),
        closing=lambda part: closing(part, words),
        day=lambda game: day(game, words),
        left_out=lambda game: left_out(game, words),
        window=lambda part: window(part, words),
        kept=lambda part: kept(part, words),
        kept_game=lambda game: kept_game(game, words),
        performance=lambda part: performance(part, words),
        k_reason=lambda game: k_reason(game["k_reason"], doc["k_numbers"], words),
        say=lambda key, **facts: say(words, key, **facts),
        signed=signed,
        hundredths=lambda n: f"{n // 100}.{n % 100:02d}",
    )

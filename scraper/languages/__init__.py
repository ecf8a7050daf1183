"""The languages in which a saved page is read: one table of words each, as data.

Each word names the saved page in which it was seen, or None: then it is only reported, by
shared/chess-results.md. A word that is in no table is a problem that names it, never guessed.
"""

from functools import lru_cache

from scraper.languages.english import ENGLISH
from scraper.languages.german import GERMAN
from scraper.languages.language import Language
from scraper.languages.portuguese import PORTUGUESE
from scraper.languages.russian import RUSSIAN

__all__ = ["ENGLISH", "LANGUAGES", "Language", "language_of"]

LANGUAGES: tuple[Language, ...] = (ENGLISH, RUSSIAN, PORTUGUESE, GERMAN)


@lru_cache(maxsize=256)
def language_of(update: str, code: str) -> Language | None:
    """The language of a page: by its update line, which every page has, else by its attribute `lang`.

    None for a language without a table, and where the two contradict each other.
    """
    by_code = next((x for x in LANGUAGES if x.code == code), None)
    if not update:
        return by_code if code else ENGLISH
    by_update = next((x for x in LANGUAGES if update.startswith(x.update.printed)), None)
    if code and by_code is not by_update:
        return None
    return by_update

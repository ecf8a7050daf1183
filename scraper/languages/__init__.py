"""The languages in which a saved page is read: one table of words for all of them, words.csv.

Each word names the saved page in which it was seen, or none: then it is only reported, by
shared/chess-results.md. A word that is not in the table is a problem that names it, never guessed. English is
what the client asks for (lan=1), and the words of the others lead to it. Russian is seen in the layout of
2020, which prints `Ст.ном` wrongly over the ranks; of Portuguese one ranking is seen; of German the pages of
leagues of teams, gated and not. Crosstables and cards in German and cards in Russian print `s` for Black.
"""

import csv
from functools import lru_cache
from pathlib import Path

from scraper.languages.language import Language, Word

__all__ = ["ENGLISH", "LANGUAGES", "Language", "language_of"]

_NAMES = (("English", "en", 1), ("Russian", "ru", 11), ("Portuguese", "pt", 10), ("German", "de", 0))
_MENU_UNKNOWN = ("de",)
with Path(__file__).with_name("words.csv").open(encoding="utf-8", newline="") as _file:
    _WORDS = [(code, Word(*word)) for code, *word in csv.reader(_file)]

LANGUAGES: tuple[Language, ...] = tuple(
    Language(name, code, lan, [w for of, w in _WORDS if of == code], menu_known=code not in _MENU_UNKNOWN)
    for name, code, lan in _NAMES
)
ENGLISH = LANGUAGES[0]


@lru_cache(maxsize=256)
def language_of(update: str, code: str) -> Language | None:
    """The language of a page: by its update line, which every page has, else by its attribute `lang`.

    None for a language without a table, and where the two contradict each other.
    """
    by_code = next((x for x in LANGUAGES if x.code == code), None)
    if not update:
        return by_code if code else ENGLISH
    by_update = next((x for x in LANGUAGES if update.startswith(x.update)), None)
    if code and by_code is not by_update:
        return None
    return by_update

"""Words people see, in their language: `_("Rated {games} games", games=3)`.

The English text is the source text and the key of the catalogues in `locale/` (docs/words.md). What a
catalogue does not hold, or holds blank or in a form that does not fit, is said in English: never an error,
never nothing.
"""

import gettext
import struct
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "ja")
LOCALE = Path(__file__).parent / "locale"

_spoken: ContextVar[str | None] = ContextVar("language", default=None)


def known(language: str | None) -> str | None:
    """The language of a name by its name (`ja`, `JA`, `ja_JP.UTF-8`), None if not ours."""
    short = (language or "").strip().replace("-", "_").split("_")[0].split(".")[0].lower()
    return short if short in LANGUAGES else None


def language() -> str:
    return _spoken.get() or "en"


def chosen() -> bool:
    """Whether a language was chosen; where none is, English is spoken."""
    return _spoken.get() is not None


def speak(language: str | None) -> None:
    """From here on this language; English, and none is chosen, for one that is not ours."""
    _spoken.set(known(language))


@contextmanager
def speaking(language: str | None) -> Iterator[None]:
    """Within the block this language; English for one that is not ours."""
    before = _spoken.set(known(language) or "en")
    try:
        yield
    finally:
        _spoken.reset(before)


def _(text: str, /, **facts: object) -> str:
    """`text` in the language spoken, its `{places}` filled with the facts."""
    return filled(catalogue(language()).gettext(text), text, facts) if text else text


def p_(context: str, text: str, /, **facts: object) -> str:
    """As `_`, for a text that needs another translation in this context (a column's heading, a button)."""
    return filled(catalogue(language()).pgettext(context, text), text, facts) if text else text


def n_(one: str, many: str, n: int, /, **facts: object) -> str:
    """`one` or `many` as the language counts `n`, which both may show as `{n}`."""
    facts = {"n": n, **facts}
    return filled(catalogue(language()).ngettext(one, many, n), one if n == 1 else many, facts)


def N_(text: str, /) -> str:  # gettext's own name for it
    """Marks a text for the catalogues that is said later, by `_` of a variable."""
    return text


def filled(translated: str, english: str, facts: dict[str, object]) -> str:
    """The translation with its facts; the English one if the translation asks for others."""
    if not facts:
        return translated
    if translated != english:
        try:
            return translated.format(**facts)
        except (LookupError, ValueError, AttributeError):
            return english.format(**facts)
    return english.format(**facts)


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """The compiled catalogue of a language; an empty one, speaking English, if it is missing or damaged."""
    found = _read(LOCALE / language / "LC_MESSAGES" / "banzuke.mo")
    if language != "en":
        found.add_fallback(catalogue("en"))
    return found


def _read(path: Path) -> gettext.NullTranslations:
    try:
        with path.open("rb") as file:
            held = vars(found := gettext.GNUTranslations(file))
    except (OSError, ValueError, LookupError, struct.error):
        return gettext.NullTranslations()
    held["_catalog"] = {key: text for key, text in held["_catalog"].items() if text.strip()}
    return found


VARIABLE, SETTING = "BANZUKE_LANG", "language"
VALUED = ("--office",)
"""Options before the command that are followed by a value."""


def asked(arguments: Sequence[str], environment: Mapping[str, str]) -> str | None:
    """The language of a command line (without the program's name). Only what stands before the command
    counts; the office's embedded database is looked into only if nothing else says it (of an office on
    PostgreSQL it is known when the office is opened: cli/session.py)."""
    options = _before_the_command(arguments)
    said = known(options.get("--lang")) or known(environment.get(VARIABLE))
    return said or known(_of_office(office_of(arguments, environment) / "banzuke.sqlite"))


def office_of(arguments: Sequence[str], environment: Mapping[str, str]) -> Path:
    """The office's folder that a command line means."""
    return Path(_before_the_command(arguments).get("--office") or environment.get("BANZUKE_OFFICE") or ".")


def _before_the_command(arguments: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    rest = list(arguments)
    while rest and rest[0].startswith("-"):
        name, equals, value = rest.pop(0).partition("=")
        if not equals and name in ("--lang", *VALUED) and rest:
            value = rest.pop(0)
        found[name] = value
    return found


def _of_office(database: Path) -> str | None:
    """The setting of an office on the embedded database; None if there is none or it cannot be read."""
    import sqlite3

    try:
        if not database.is_file():
            return None
        connection = sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True, timeout=0.2)
        try:
            row = connection.execute("SELECT value FROM setting WHERE name = ?", (SETTING,)).fetchone()
        finally:
            connection.close()
    except (OSError, RuntimeError, ValueError, sqlite3.Error):
        # no such folder can be, links go round, or of a damaged one the error itself is no text
        return None
    return str(row[0]) if row else None

"""Which language is spoken, before the commands are built: --lang, BANZUKE_LANG, the office's setting."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from office.words import known

VARIABLE, SETTING = "BANZUKE_LANG", "language"
VALUED = ("--office",)
"""Options before the command that are followed by a value."""


def asked(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language of a command line (without the program's name). Only what stands before the command
    counts; the office's database is looked into only if nothing else says it."""
    options = _before_the_command(arguments)
    said = known(options.get("--lang")) or known(environment.get(VARIABLE))
    return said or known(_of_office(office_of(arguments, environment) / "banzuke.sqlite")) or "en"


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
    except (OSError, RuntimeError, sqlite3.Error):  # no such folder can be, or links that go round
        return None
    return str(row[0]) if row else None

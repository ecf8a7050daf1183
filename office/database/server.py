"""What a PostgreSQL server says that fails the office, as a problem with what is to be done. It is told from
the code (SQLSTATE), the same in every language; before there is a connection there is none."""

from collections.abc import Sequence
from dataclasses import replace

from office.errors import problem_of
from scraper.records import Problem

CROWDED = ("too many c", "connection slots", "no more connections", "多すぎます", "接続スロット")
"""What a server, or a pooler before it, says that has no connection free, in English and in Japanese."""

GONE = ("08", "28", "53", "57", "58", "F0")
"""How codes begin with which a server is not there for us, or has no room. Others, as of what is larger than
it takes (54), are faults of the program or of a report."""


def of_driver(error: BaseException) -> bool:
    """Whether an error comes from the driver of a server, which is not loaded for it."""
    return any(kind.__module__.startswith("psycopg") for kind in type(error).__mro__)


def told_of_server(error: BaseException) -> Sequence[Problem]:
    """The problem that an error of the driver is; none where nobody foresaw it."""
    state, found = getattr(error, "sqlstate", None) or "", str(error)
    if told := next((problem for codes, problem in _TOLD if state.startswith(codes)), None):
        return (replace(told, found=found),)
    lost = any(kind.__name__ == "OperationalError" for kind in type(error).__mro__)
    return (_unreachable(found),) if lost and (not state or state.startswith(GONE)) else ()


def _unreachable(found: str) -> Problem:
    if "password" in found or "パスワード" in found:  # in which language, its owner says
        expected = "a server that lets the office in"
        remedy = "set BANZUKE_DATABASE_PASSWORD, or see docs/settings.md; then the same again"
        return problem_of("database-unreachable", "database", expected, found, remedy)
    if any(words in found for words in CROWDED):
        return replace(_CROWDED, found=found)
    return problem_of("database-unreachable", "database", "a server that answers", found)


def _problem(code: str, expected: str, remedy: str) -> Problem:
    return Problem(code, "database", expected, "", remedy)


_CROWDED = _problem(
    "database-unreachable",
    "a server with a connection free for the office",
    "the server runs: end programs that are connected to it and need not be, or raise max_connections"
    " or the limit of the office's user or database; then the same again: nothing is stored by halves",
)
_TOLD = (
    (
        ("42501", "3F000"),
        _problem(
            "database-unwritable",
            "a user of the database who may do this",
            "name one in banzuke.toml; who has no more than GRANT SELECT can do what reads",
        ),
    ),
    (
        ("25006",),
        _problem(
            "database-unwritable",
            "a server that can be written",
            "name the server that is written to in banzuke.toml, not a copy of it (standby), or turn off"
            " default_transaction_read_only for the office's user; what reads can be done",
        ),
    ),
    (
        ("40", "55006", "55P03"),
        _problem(
            "database-busy",
            "to be alone with it",
            "another command, or another program, is at work in the database; try again when it is done",
        ),
    ),
    (
        ("53100",),
        _problem(
            "database-unwritable",
            "room on the server's disk",
            "make room on the disk of the server; then the same again: nothing is stored by halves",
        ),
    ),
    (("53300",), _CROWDED),
    (
        ("53",),
        _problem(
            "database-unreachable",
            "a server with room and time for the office",
            "make room on the server, or raise its time limits for the office's user; then the same again",
        ),
    ),
    (
        ("25P03", "25P04", "57014", "57P05"),
        _problem(
            "database-unreachable",
            "a server with time for the office",
            "the server runs: raise its time limits for the office's user, or ask its administrator who ended"
            " the command; then the same again: nothing is stored by halves",
        ),
    ),
    (
        ("58030", "58P01", "XX001", "XX002"),
        _problem(
            "database-damaged",
            "data that the server can read",
            "have the server's log and disk looked at before anything else; an index alone is mended by"
            " REINDEX; for rows that are lost, put a copy back from your backup, on a sound disk; the archive"
            " of pages is not touched",
        ),
    ),
)
"""By how its code begins, what is told, but for what the server said: the first that fits."""

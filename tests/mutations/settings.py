"""Damaged settings (banzuke.toml): read, or refused by name."""

from __future__ import annotations

import random
from functools import lru_cache

from office.database.engine import open_engine
from office.errors import OfficeError
from office.mail.settings import mailbox_settings
from office.place import Place
from office.settings import settings
from tests.mutations import folder_of_its_own
from tests.mutations.values import damaged

WHOLE = b"""database = "postgresql://office@127.0.0.1:5432/office"

[inbox]
host = "imap.example.jp"
user = "rating@example.jp"
folder = "INBOX"
security = "tls"
port = 993
"""
ODD = (
    "0",
    "-1",
    "99999999999999999999",
    "1.5",
    "nan",
    '""',
    '"sqlite:///x"',
    '"postgresql://h:99999999/x"',
    '"postgresql://[::1"',
    '"mysql://x"',
    '"\\u0000"',
    "[]",
    "{}",
    "9999-12-31",
    "true",
    "[" * 3000,
    '"' + "x" * 3000 + '"',
    "'\u0663'",
)


@lru_cache(maxsize=1)
def place() -> Place:
    return Place(folder_of_its_own())


def changed(chance: random.Random) -> bytes:
    lines = WHOLE.decode().splitlines()
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(lines))
        name, equals, _ = lines[at].partition(" = ")
        lines[at] = (
            f"{name} = {chance.choice(ODD)}"
            if equals
            else chance.choice(("", "[inbox", "[[inbox]]", "inbox = 3"))
        )
    return "\n".join(lines).encode()


def fault(chance: random.Random) -> str | None:
    """What damaged settings lead to that must not be, None if all is well."""
    return judged(damaged(WHOLE, chance) if chance.random() < 0.4 else changed(chance))


def judged(data: bytes) -> str | None:
    """The same of settings as they are."""
    place().settings.write_bytes(data)
    for read in (
        lambda: open_engine(place()).dispose(),
        lambda: mailbox_settings(place(), {}, {}),
        lambda: settings(place(), {}),
    ):
        try:
            read()
        except OfficeError as refused:
            if not all(p.code and p.place and p.expected and p.found and p.remedy for p in refused.problems):
                return f"says nothing: {refused.problems}"
        except Exception as error:  # noqa: BLE001 - any is the fault that is looked for
            return f"{type(error).__name__}: {error}"
    return None

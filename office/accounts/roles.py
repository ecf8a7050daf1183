"""What an account may do."""

from enum import StrEnum

from office.errors import refusal, typed_list
from office.words import N_


class Role(StrEnum):
    """From the least to the most; each may do what those before it may, but see `may`."""

    READER = "reader"
    REPORTER = "reporter"
    OFFICER = "officer"
    ADMINISTRATOR = "administrator"


NAMES = {
    Role.READER: N_("reader"),
    Role.REPORTER: N_("reporter"),
    Role.OFFICER: N_("officer"),
    Role.ADMINISTRATOR: N_("administrator"),
}
MEANING = {
    Role.READER: N_("sees the desk, decides nothing"),
    Role.REPORTER: N_("sends reports and sees what became of their own, nothing else"),
    Role.OFFICER: N_("decides, rates, publishes"),
    Role.ADMINISTRATOR: N_("an officer who also looks after the office and its accounts"),
}


class Need(StrEnum):
    """What a page asks of whoever opens it."""

    SIGNED_IN = "signed-in"
    REPORT = "report"
    READ = "read"
    DECIDE = "decide"
    ACCOUNTS = "accounts"


_MAY = {
    Need.SIGNED_IN: frozenset(Role),
    Need.REPORT: frozenset({Role.REPORTER, Role.OFFICER, Role.ADMINISTRATOR}),
    Need.READ: frozenset({Role.READER, Role.OFFICER, Role.ADMINISTRATOR}),
    Need.DECIDE: frozenset({Role.OFFICER, Role.ADMINISTRATOR}),
    Need.ACCOUNTS: frozenset({Role.ADMINISTRATOR}),
}


def may(role: Role, need: Need) -> bool:
    """Whether the role has what a page needs."""
    return role in _MAY[need]


def role_named(text: str) -> Role:
    """The role of a name; refused if there is none."""
    try:
        return Role(text)
    except ValueError:
        raise refusal("no-such-role", "--role", f"one of {typed_list(Role)}", f"“{text}”") from None

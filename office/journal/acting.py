"""Who acts, and why, for the journal: each door says so when it knows."""

from contextvars import ContextVar
from typing import NamedTuple


class Acting(NamedTuple):
    """Who changes something and why; empty where nobody has said so."""

    who: str = ""
    why: str = ""


_now: ContextVar[Acting] = ContextVar("acting")


def acts(who: str = "", why: str = "") -> None:
    """From here on, in this thread or request, it is he who changes things."""
    _now.set(Acting(who, why))


def acting() -> Acting:
    """Who changes things now."""
    return _now.get(Acting())

"""Who asks, from where, and in which language."""

from __future__ import annotations

from datetime import datetime
from ipaddress import IPv6Network, ip_address
from zoneinfo import ZoneInfo

from fastapi import Request

from office.accounts.programs import NOTED
from office.accounts.sessions import Account, account_of, seen
from office.families import family_of
from office.house import fact
from office.words import SETTING, known
from web.desk import Desk

LOOPBACK = ("127.0.0.1", "::1")
FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip")


def who(desk: Desk, token: str | None, now: datetime) -> tuple[Account | None, str, str, ZoneInfo]:
    """Who holds the token, the office's name, its language ("" where none is set) and its time zone."""
    with desk.office.reading() as session:
        found = account_of(session, token, now) if token else None
        told = fact(session, "name"), fact(session, SETTING), family_of(session).zone
    if found is None:
        return None, *told
    account, last = found
    if last + NOTED <= now:
        note_seen(desk, account.session, now)
    return account, *told


def note_seen(desk: Desk, session_number: int, now: datetime) -> None:
    """Notes that a session, or a program's token, was used now. Where somebody else writes it is noted with
    the next request; where nothing can be written, pages are read all the same. What was worked out of the
    office stays as it is."""
    desk.kept.watch.note(desk.office.engine, seen(session_number, now))


def whence(host: str) -> str:
    """What is counted as one place: an address; by IPv6 its network, of which a machine takes any."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if address.version == 4:
        return host
    return str(address.ipv4_mapped or IPv6Network((address.packed[:8] + bytes(8), 64)))


def from_here(request: Request) -> bool:
    """Whether this machine itself asks, and no proxy on it for somebody else."""
    here = request.client is not None and request.client.host in LOOPBACK
    return here and not any(name in request.headers for name in FORWARDED)


def accepted(request: Request) -> str | None:
    """The first of our languages that the browser asks for."""
    wanted = []
    for part in request.headers.get("accept-language", "")[:500].split(","):
        name, _semicolon, rest = part.partition(";")
        try:
            weight = float(rest.partition("=")[2]) if rest else 1.0
        except ValueError:
            weight = 0.0
        wanted.append((-weight, known(name)))
    return next((name for weight, name in sorted(wanted, key=lambda w: w[0]) if name and weight < 0), None)

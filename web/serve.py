"""The desk as an application: its pages, and what stands around them; and its server: uvicorn in this
process, on this machine alone unless told otherwise."""

from __future__ import annotations

import errno
import os
import re
import resource
import socket
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

import office.clock
from importer.given import LARGEST
from importer.kept_reader import kept
from office.accounts.people import accounts, add, find, link, set_role
from office.accounts.roles import Role
from office.accounts.sessions import sessions_of
from office.clock import Clock
from office.database.engine import transaction
from office.errors import refusal
from office.house import fact
from office.opened import Office
from office.settings import settings as those_set
from web.api import published
from web.api.asked import Limited, Limits
from web.api.kept import KeptAnswers
from web.api.published import LARGEST as LARGEST_SENT
from web.asked import no_page
from web.desk import FORM, LOOPBACK, Desk
from web.guard import Guard, Heads
from web.lines import Line
from web.measured import Measured, Measures, routes, to_log
from web.pages import (
    decisions,
    files,
    hosts,
    house,
    jobs,
    lists,
    member_more,
    members,
    organizers,
    questions,
    reports,
    settings,
    take,
    tasks,
)
from web.render import static
from web.told import told, told_http

HOST = re.compile(
    r"(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*", re.I | re.A
)
"""The name of a host (RFC 1123), not of letters beyond ASCII: those are written as xn--."""
GRACE = 5
"""Seconds that open pages have when the desk is closed."""
LINES = 10_000
"""Lines and files that may be open at once; systems give a program 256 or 1024 unless it asks for more."""


def first_link(office_: Office, demo_officer: str | None) -> str | None:
    """The token by which the first administrator comes in; None where one has come in already. He has the
    name of the office's officer. `demo_officer`: who sits at the desk of invented data,
    and comes in whenever it is opened."""
    now = office.clock.now()
    with transaction(office_.engine) as session:
        rows = [row for row in accounts(session) if row.role == Role.ADMINISTRATOR and row.closed_at is None]
        came_in = any(row.password or sessions_of(session, row.id or 0, now) for row in rows)
        if came_in and demo_officer is None:
            return None
        name = demo_officer or fact(session, "officer") or "administrator"
        row = rows[0] if rows else find(session, name)
        if row is None:
            row = add(session, name, Role.ADMINISTRATOR, who="banzuke serve", now=now)
        elif row.closed_at is None:  # added as an officer before there was an administrator
            set_role(session, row, Role.ADMINISTRATOR)
        return link(session, row, now=now)


@dataclass(frozen=True, slots=True)
class Listening:
    """A desk whose port is held. `address`: where it is."""

    address: str
    server: uvicorn.Server
    bound: socket.socket

    def run(self) -> None:
        """Answers until it is ended: by a signal, or by `stop` from elsewhere."""
        self.server.run(sockets=[self.bound])

    def stop(self) -> None:
        """Ends it; open pages have a few seconds."""
        self.server.should_exit = True


@contextmanager
def listening(
    office_: Office,
    *,
    host: str,
    port: int,
    names: Sequence[str] = (),
    proxies: Sequence[str] = (),
    demo: bool = False,
    jobs: bool = False,
    replay: Path | None = None,
    organizers: bool = False,
    clock: Clock | None = None,
    held: socket.socket | None = None,
) -> Iterator[Listening]:
    """Within the block the port is held. `names`: under which the desk is reached; `proxies`: addresses that
    are believed when they say who asks; `jobs`: whether whoever opens it carries out the jobs beside it;
    `replay`: recorded answers in place of the site's; `organizers`: whether they may check and report without
    an account; `held`: what `hold` gave for the same, if it was asked before."""
    _ask_for_lines()
    with closing(held or hold(host, port, names, proxies)) as bound, kept():
        shown = f"[{host}]" if ":" in host else host
        number = _ip(host)
        anywhere = number is not None and number.is_unspecified
        alone = host == "localhost" or (number is not None and number.is_loopback)
        given = {name.lower() for name in names}
        desk = Desk(
            office_,
            clock or office.clock.now,
            hosts=frozenset(LOOPBACK | given | (set() if anywhere else {shown.lower()})),
            second_factor=not (alone and not names and not proxies),
            demo=demo,
            jobs=jobs,
            replay=replay,
            organizers=organizers,
            settings=those_set(office_.place, os.environ)[0],
        )
        config = uvicorn.Config(
            application(desk),
            http=Line,
            lifespan="off",
            ws="none",
            log_level="warning",
            access_log=False,  # addresses of people, and nothing that the office needs
            server_header=False,
            proxy_headers=bool(proxies),
            forwarded_allow_ips=list(proxies),
            timeout_graceful_shutdown=GRACE,
            h11_max_incomplete_event_size=32_768,
        )
        at = f"http://{'127.0.0.1' if anywhere else shown}:{bound.getsockname()[1]}/"
        try:
            yield Listening(at, uvicorn.Server(config), bound)
        finally:
            desk.tasks.end(0)
            desk.works.end(GRACE)


def hold(host: str, port: int, names: Sequence[str], proxies: Sequence[str]) -> socket.socket:
    """The port of a desk that is going to be; refused where it is taken, or what is given beside it is no
    name or address. Nothing of the office is looked at."""
    for proxy in proxies:
        if _ip(proxy) is None:
            expected, remedy = (
                "the IP address of a proxy",
                "give the machine's IP address, not * for everybody",
            )
            raise refusal("proxy-unnamed", "--proxy-headers", expected, f"“{proxy}”", remedy)
    for name in names:
        if not HOST.fullmatch(name):
            expected = "the name of a host, as desk.federation.example"
            remedy = "without https:// and without a path"
            raise refusal("host-unnamed", "--name", expected, f"“{name}”", remedy)
    return _bound(host, port)


def _ask_for_lines() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = LINES if hard == resource.RLIM_INFINITY else min(LINES, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _bound(host: str, port: int) -> socket.socket:
    """A socket on this address; refused where it cannot be had."""
    try:
        family, kind, number, _name, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        made = socket.socket(family, kind, number)
        try:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            made.bind(address)
            made.listen()  # who asks before it answers waits, and is not turned away
        except OSError:
            made.close()
            raise
    except (OSError, UnicodeError) as error:  # the latter of a name that no host can have
        found = (error.strerror if isinstance(error, OSError) else None) or str(error)
        remedy = "close what has it, or take another: banzuke serve --port 0"
        elsewhere = isinstance(error, UnicodeError | socket.gaierror) or error.errno == errno.EADDRNOTAVAIL
        if elsewhere:
            remedy = "give an address of this machine: --host"
        raise refusal(
            "address-taken", f"{host}, port {port}", "an address that is free", found, remedy
        ) from None
    return made


def _ip(host: str) -> IPv4Address | IPv6Address | None:
    """The address that a host is named by; None where it is a name."""
    try:
        return ip_address(host)
    except ValueError:
        return None


PAGES = (
    *(reports, questions, hosts, member_more, members, files, tasks, lists, take),
    *(organizers, settings, jobs, house, decisions),
)
"""Modules with pages; each has its `routes`."""

UPLOADS: dict[str, int] = {
    **dict.fromkeys(("/reports", "/take/", "/setup/mails", "/members/fide"), LARGEST + FORM),
    "/organizers": 10_000_000 + FORM,
    "/office/verify": 50_000_000 + FORM,
    "/settings/decisions": LARGEST + FORM,
    "/api/v1/reports": LARGEST_SENT,
}
"""Where more may be sent than a form: the beginning of the address, and how many bytes."""


def application(at: Desk) -> FastAPI:
    """Everything that a desk answers."""
    made = answering()
    made.state.desk = at
    made.state.routes = [*routes.routes, *(route for module in PAGES for route in module.routes.routes)]
    made.state.measures = Measures(write=to_log(at.settings.log))
    made.state.kept = KeptAnswers(at.kept.watch)
    made.add_middleware(Limited, limits=Limits(at.settings.api_questions))
    larger = {begins: most for begins, most in UPLOADS.items() if at.organizers or begins != "/organizers"}
    made.add_middleware(Guard, desk=at, told=told, larger=larger)
    made.add_middleware(Heads)
    made.add_middleware(Measured, measures=made.state.measures)
    return made


def answering() -> FastAPI:
    """Every address, whichever desk it is of."""
    made = FastAPI(title="Banzuke", openapi_url=None, docs_url=None, redoc_url=None, redirect_slashes=False)
    for door in (published.routes, published.sent, routes):  # first: looked for in this order
        made.include_router(door)
    made.add_exception_handler(HTTPException, told_http)
    made.add_exception_handler(RequestValidationError, told_http)
    made.add_api_route("/static/{name}", _static, methods=["GET"], include_in_schema=False)
    for module in PAGES:
        made.include_router(module.routes)
    return made


def _static(name: str) -> Response:
    if name not in static():
        raise no_page(name)
    data, kind = static()[name]
    return Response(data, media_type=kind, headers={"cache-control": "public, max-age=31536000, immutable"})

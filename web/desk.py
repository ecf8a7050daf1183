"""What every page works with: the office, the clock, the names under which the desk is reached."""

from dataclasses import dataclass, field
from pathlib import Path

from office.clock import Clock
from office.database.state import Kept
from office.opened import Office
from office.settings import Settings, usual
from web.held import Holding
from web.taps import Taps
from web.tasks.queue import Tasks
from web.works import Works

LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})
FORM = 1_000_000
"""Bytes of what a form sends, without files."""


@dataclass(frozen=True, slots=True)
class Desk:
    """`kept`: what was worked out of the office as it stands; `hosts`: the names under which it may be asked
    for, so that no other page can name this machine as its own; `second_factor`: whether officers have to
    have an authenticator; `demo`: invented data; `works`: what is read in the background; `tasks`: what takes
    longer than a page may; `organizers`:
    whether they may check and report without an account; `held`: files that were shown and not stored
    yet; `settings`: what whoever runs it has set; `replay`: recorded answers in place of the
    site's."""

    office: Office
    clock: Clock
    works: Works
    tasks: Tasks
    kept: Kept
    hosts: frozenset[str] = field(default=LOOPBACK)
    second_factor: bool = False
    demo: bool = False
    organizers: bool = False
    settings: Settings = field(default_factory=usual)
    replay: Path | None = None
    taps: Taps = field(default_factory=Taps)
    held: Holding = field(default_factory=Holding)

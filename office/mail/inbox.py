"""The office's mails: those given and those of the mailbox are kept, then taken, one run at a time."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from office.clock import Clock
from office.intake.links import Link
from office.intake.sources import client_for
from office.mail.arrival import ORDERS
from office.mail.keep import At, Kept, Shelf
from office.mail.settings import Mailbox, Secret
from office.mail.sources import Given
from office.mail.take import Run, TakenMail, take_waiting
from office.opened import Office
from office.poll.lock import alone
from rating.interpretations import Interpretations
from scraper.fetch import Progress


@dataclass(frozen=True, slots=True)
class Hears:
    """Who is told while it goes on. `kept` of each mail as it is kept, `mailbox` its name and how many mails
    in it are new, `taken` of each mail whose reports were taken, `notice` what the site does; `progress` of
    the pages of each link."""

    kept: Callable[[Kept], None]
    mailbox: Callable[[str, int], None]
    taken: Callable[[TakenMail], None]
    notice: Callable[[str], None]
    progress: Callable[[Link], Progress]


@dataclass(frozen=True, slots=True)
class Looked:
    """Every mail that was seen, without its files, and what was taken of those that wait."""

    seen: tuple[Kept, ...]
    run: Run


def look_through(
    office: Office,
    given: Callable[[], Iterable[Given]],
    opening: tuple[Mailbox, Secret] | None,
    hears: Hears,
    *,
    clock: Clock,
    switches: Interpretations,
    since: date | None = None,
    every: bool = False,
    replay: Path | None = None,
    offline: bool = False,
) -> Looked:
    """Keeps the mails `given` and those of the mailbox that were not seen before (`since`: of this day on),
    then takes every mail that waits. Refused while another run is at it. `replay` and `offline` as for
    `client_for`, `every` as for `take_waiting`."""
    with alone(office.place.folder, "inbox"):
        own = switches.r67 == "own"
        shelf = Shelf(office.place, office.engine, clock, ORDERS[switches.r46], forwarded_own=own)
        seen: list[Kept] = []

        def keep(one: Given, at: At | None = None) -> None:
            kept = shelf.keep(one, at)
            hears.kept(kept)
            seen.append(replace(kept, mail=kept.mail.without_files()))

        for one in given():
            keep(one)
        if opening is not None:
            _from_server(shelf, *opening, since, keep, hears)
        with client_for(
            office.place.archive, replay, hears.notice, offline=offline, contact=office.contact
        ) as client:
            run = take_waiting(
                office.engine,
                office.place,
                shelf,
                client,
                clock=clock,
                every=every,
                progress=hears.progress,
                tell=hears.taken,
            )
    return Looked(tuple(seen), run)


def _from_server(
    shelf: Shelf,
    mailbox: Mailbox,
    secret: Secret,
    since: date | None,
    keep: Callable[[Given, At], None],
    hears: Hears,
) -> None:
    """Keeps every mail of the mailbox that was not seen before."""
    from office.mail.imap import opened

    with opened(mailbox, secret) as box:
        known = shelf.known(mailbox.account, mailbox.folder, box.uid_validity)
        new = [uid for uid in box.uids(since) if uid not in known]
        hears.mailbox(f"{mailbox.account} {mailbox.folder}", len(new))
        for held in box.mails(new):
            keep(held.given, At(mailbox.account, mailbox.folder, box.uid_validity, held.uid))

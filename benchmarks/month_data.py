"""A month for the two ways through an office: ten events of forty players, as organizers' pages print them.

Invented, the same for the same seed. Most players stand with their right ID; in each event a few names have a
slip or no ID, and two guests from abroad play in every second one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

from scraper.addresses import Address
from scraper.archive import FileArchive
from scraper.client import Client
from scraper.fetch import fetch_event
from scraper.records import SavedPage
from tests.importer.people import Person, people, register_file
from tests.importer.spellings import misspelled
from tests.standin.model import Entrant, Event
from tests.standin.pairing import swiss
from tests.standin.recording import RecordingTransport
from tests.standin.server import Standin

EVENTS, PLAYERS, ROUNDS, MEMBERS = 10, 40, 5, 400
FIRST = 1400001
ABROAD = ("Quillmark Orin", "Vandermolen Tess", "Okonkwo Pia", "Brzezicki Aleks", "Thistlewood Ned")
GUEST = "nobody"
OPENING = date(2026, 10, 1)
REPORTED, OVER = datetime(2026, 10, 31, 10, tzinfo=UTC), datetime(2026, 10, 31, 16, tzinfo=UTC)
"""When the links arrive, and when the period of the list is over: an evening in Japan, and after midnight."""


@dataclass(frozen=True)
class Month:
    """What arrives. `behind`: whose each printed name is, by tournament."""

    everybody: list[Person]
    events: tuple[Event, ...]
    behind: dict[int, dict[str, str]]

    @property
    def mail(self) -> str:
        """The organizers' links, one to a line."""
        return "\n".join(f"https://chess-results.com/tnr{event.number}.aspx?lan=1" for event in self.events)


def founded(done: Callable[..., object], folder: Path, everybody: Sequence[Person]) -> None:
    """An office with its members and a list of everybody's ratings; `done` does a command in it."""
    register, opening = folder / "register.csv", folder / "opening.csv"
    register.write_bytes(register_file(everybody))
    rows = [f"{p.federation_id},{p.name},{rating(n)},40,," for n, p in enumerate(everybody)]
    opening.write_text("ID,Name,ST,ST-G,RP,RP-G\n" + "\n".join(rows) + "\n", "utf-8")
    done("init", "--officer", "Officer One")
    done("members", "import", register)
    done("opening", "import", opening, "--list", OPENING)


def fetched(folder: Path, events: Iterable[Event]) -> tuple[Path, list[list[SavedPage]]]:
    """The pages of each event, fetched once from a server that answers as the site does; its recording."""
    cassette = folder / "cassette"
    with Standin(events := tuple(events)) as standin:
        recording = RecordingTransport(standin.transport)
        with Client(FileArchive(folder / "pages"), transport=recording) as client:
            pages = [fetch_event(Address(event.number), client) for event in events]
        recording.save(cassette, "Invented events of a month.")
    return cassette, pages


def month(seed: int = 2) -> Month:
    """A month as it comes."""
    dice = random.Random(seed)
    everybody = people(MEMBERS)
    made = [_event(number, everybody, dice) for number in range(EVENTS)]
    return Month(everybody, tuple(e for e, _ in made), {e.number: whose for e, whose in made})


def rating(number: int) -> int:
    """What the n-th member has on the list."""
    return 1200 + number * 37 % 1100


def entrant(person: Person, rated: int, name: str = "", id_: str | None = None) -> Entrant:
    """A member as an organizer enters him, with another name or ID than his own where one is said."""
    surname, _, given = (name or person.name).partition(" ")
    its_id = person.federation_id if id_ is None else id_
    return Entrant(0, surname, given or surname, rated, its_id, federation=person.federation)


def _event(number: int, everybody: list[Person], dice: random.Random) -> tuple[Event, dict[str, str]]:
    guests = dice.sample(ABROAD, 2) if number % 2 == 0 else []
    rows: list[Entrant] = []
    behind = {}
    for at, chosen in enumerate(dice.sample(range(len(everybody)), PLAYERS - len(guests))):
        person = everybody[chosen]
        name = (misspelled(person, dice) or person.name) if at < 2 else person.name
        rows.append(entrant(person, rating(chosen), name, "" if at == 2 else None))
        behind[rows[-1].name] = person.federation_id
    for guest in guests:
        surname, _, given = guest.partition(" ")
        rows.append(Entrant(0, surname, given, 1650, federation=dice.choice(("USA", "KOR", "GER"))))
        behind[rows[-1].name] = GUEST
    first = date(2026, 10, 3) + timedelta(days=2 * number)
    hours = ("10:00", "13:00", "16:00")
    days = [(first + timedelta(days=n // 3), hours[n % 3]) for n in range(ROUNDS)]
    return event(number, rows, days), behind


def event(number: int, rows: Iterable[Entrant], days: Sequence[tuple[date, str]]) -> Event:
    """The n-th event, with these entrants by rating and a round on each of these days and hours."""
    ordered = sorted(rows, key=lambda e: (-e.rating, e.name))
    entrants = tuple(replace(e, number=n) for n, e in enumerate(ordered, 1))
    last = days[-1][0]
    return Event(
        number=FIRST + number,
        name=f"Invented Open {number + 1}",
        organizer="An Invented Club",
        location="Invented Hall",
        round_count=len(days),
        first_day=days[0][0],
        last_day=last,
        time_control="60 min + 30 sec",
        time_control_kind="Standard",
        last_update=datetime.combine(last, time(19, 0)),
        server_time=datetime.combine(last + timedelta(days=1), time(9, 0)),
        entrants=entrants,
        rounds=swiss([e.rating for e in entrants], list(days), number),
        chief_arbiter="Sato Hana",
        start_columns=("ID", "FED", "Rtg", "sex", "Club/City"),
    )

"""A month for the two ways through an office: ten events of forty players, as organizers' pages print them.

Invented, the same for the same seed. Most players stand with their right ID; in each event a few names have a
slip or no ID, and two guests from abroad play in every second one.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

from scraper.addresses import Address
from scraper.archive import FileArchive
from scraper.cassette import RecordingTransport
from scraper.client import Client
from scraper.fetch import fetch_event
from tests.importer.people import Person, people, register_file
from tests.importer.spellings import misspelled
from tests.standin.model import Entrant, Event
from tests.standin.pairing import swiss
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

    def files(self, folder: Path) -> tuple[Path, Path]:
        """The register and a list of everybody's ratings."""
        register, opening = folder / "register.csv", folder / "opening.csv"
        register.write_bytes(register_file(self.everybody))
        rows = [f"{p.federation_id},{p.name},{_rating(n)},40,," for n, p in enumerate(self.everybody)]
        opening.write_text("ID,Name,ST,ST-G,RP,RP-G\n" + "\n".join(rows) + "\n", "utf-8")
        return register, opening

    def recorded(self, folder: Path) -> Path:
        """The events' pages, fetched once from a server that answers as the site does."""
        cassette = folder / "cassette"
        with Standin(self.events) as standin:
            recording = RecordingTransport(standin.transport)
            with Client(FileArchive(folder / "pages"), transport=recording) as client:
                for event in self.events:
                    fetch_event(Address(event.number), client)
            recording.save(cassette, "Ten invented events of a month.")
        return cassette


def month(seed: int = 2) -> Month:
    """A month as it comes."""
    dice = random.Random(seed)
    everybody = people(MEMBERS)
    made = [_event(number, everybody, dice) for number in range(EVENTS)]
    return Month(everybody, tuple(e for e, _ in made), {e.number: whose for e, whose in made})


def _rating(number: int) -> int:
    return 1200 + number * 37 % 1100


def _event(number: int, everybody: list[Person], dice: random.Random) -> tuple[Event, dict[str, str]]:
    guests = dice.sample(ABROAD, 2) if number % 2 == 0 else []
    rows: list[Entrant] = []
    behind = {}
    for at, chosen in enumerate(dice.sample(range(len(everybody)), PLAYERS - len(guests))):
        person = everybody[chosen]
        name = (misspelled(person, dice) or person.name) if at < 2 else person.name
        its_id = "" if at == 2 else person.federation_id
        surname, _, given = name.partition(" ")
        given = given or surname
        rows.append(Entrant(0, surname, given, _rating(chosen), its_id, federation=person.federation))
        behind[rows[-1].name] = person.federation_id
    for guest in guests:
        surname, _, given = guest.partition(" ")
        rows.append(Entrant(0, surname, given, 1650, federation=dice.choice(("USA", "KOR", "GER"))))
        behind[rows[-1].name] = GUEST
    rows.sort(key=lambda e: (-e.rating, e.name))
    entrants = tuple(replace(e, number=n) for n, e in enumerate(rows, 1))
    first = date(2026, 10, 3) + timedelta(days=2 * number)
    hours = ("10:00", "13:00", "16:00")
    days: list[tuple[date | None, str | None]] = [
        (first + timedelta(days=n // 3), hours[n % 3]) for n in range(ROUNDS)
    ]
    last = first + timedelta(days=(ROUNDS - 1) // 3)
    event = Event(
        number=FIRST + number,
        name=f"Invented Open {number + 1}",
        organizer="An Invented Club",
        location="Invented Hall",
        round_count=ROUNDS,
        first_day=first,
        last_day=last,
        time_control="60 min + 30 sec",
        time_control_kind="Standard",
        last_update=datetime.combine(last, time(19, 0)),
        server_time=datetime.combine(last + timedelta(days=1), time(9, 0)),
        entrants=entrants,
        rounds=swiss([e.rating for e in entrants], days, number),
        chief_arbiter="Sato Hana",
        start_columns=("ID", "FED", "Rtg", "sex", "Club/City"),
    )
    return event, behind

"""The three events of the demo, played by members of the invented federation.

(a) an open of five rounds, old enough to be gated; (b) a rapid of six rounds with games online, where
one ID has a wrong digit, one player has no ID and a name that two members share, and one is a guest;
(c) a weekend cup whose page says Rapid and which is standard in Japan, with a round without a date.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from tests.standin.model import Entrant, Event
from tests.standin.pairing import swiss
from tests.standin.people import EXPIRED, MIDWAY, NAMESAKES, NEW_WITH_FIDE, Member, members

OPEN, RAPID, CUP = 1499501, 1499612, 1499733

OPEN_PLAYERS = (
    0,
    1,
    2,
    3,
    5,
    6,
    7,
    8,
    9,
    10,
    12,
    14,
    15,
    16,
    18,
    20,
    21,
    23,
    25,
    27,
    29,
    32,
    33,
    36,
    39,
    42,
    54,
)
RAPID_PLAYERS = (2, 4, 6, 9, 13, 15, 17, 22, 24, 26, 28, 31, 34, 35, 38, 57)
CUP_PLAYERS = (3, 11, 18, 22, 26, 30, 37, 40, 44, 49, 52, 53)

WRONG_DIGIT = 26
"""The member whose ID the rapid prints with a wrong last digit."""
GUEST = ("Quillmark", "Orin", "AUS", 1655)


def events() -> tuple[Event, ...]:
    """The three, the same on every run."""
    register = members()
    return _open(register), _rapid(register), _cup(register)


def printed_id(member: Member) -> str:
    """As an organizer's list has it: some have lost their leading N to a spreadsheet."""
    return member.id.removeprefix("N") if member.index % 6 == 3 else member.id


def _open(register: Sequence[Member]) -> Event:
    players = _numbered([_standard(register[i]) for i in (*OPEN_PLAYERS, EXPIRED[0])])
    days = [
        (date(2026, 9, 19), "13:00"),
        (date(2026, 9, 20), "10:00"),
        (date(2026, 9, 20), "15:00"),
        (date(2026, 9, 26), "13:00"),
        (date(2026, 9, 27), "10:00"),
    ]
    return Event(
        number=OPEN,
        name="Kazemachi Autumn Open 2026",
        organizer="Kazemachi Chess Club",
        location="Kazemachi Civic Hall",
        round_count=5,
        first_day=days[0][0],
        last_day=days[-1][0],
        time_control="90 min + 30 sec",
        time_control_kind="Standard",
        last_update=datetime(2026, 9, 27, 15, 12, 40),  # noqa: DTZ001 - the site states no zone
        server_time=datetime(2026, 10, 19, 11, 5, 12),  # noqa: DTZ001
        entrants=players,
        rounds=swiss(
            _strengths(players), days, 11, absent={(2, 9): "half", (2, 22): "zero"}, forfeits={(4, 17): "f"}
        ),
        director="Namikaze Ushio",
        chief_arbiter="NA Namikaze Ushio",
        average_age=37,
        start_columns=("ID", "FideID", "FED", "Rtg", "sex", "Club/City"),
        gated=True,
    )


def _rapid(register: Sequence[Member]) -> Event:
    entrants = [_rapid_entrant(register[i]) for i in RAPID_PLAYERS]
    namesake = register[NAMESAKES[0]]
    entrants.append(_entrant(namesake, namesake.rapid.value - 6 if namesake.rapid else 0, national_id=""))
    surname, given, federation, rating = GUEST
    entrants.append(Entrant(0, surname, given, rating, federation=federation, rating_international=rating))
    players = _numbered(entrants)
    hours = ("10:00", "11:15", "13:15", "14:30", "15:45", "17:00")
    absent = {
        (1, 7): "half",
        (1, 12): "half",
        (4, 15): "zero",
        (5, 3): "half",
        (6, 10): "zero",
        (6, 16): "zero",
    }
    return Event(
        number=RAPID,
        name="Tsukimi Rapid 2026",
        organizer="Tsukimi Chess Circle",
        location="Tsukimi Community Centre",
        round_count=6,
        first_day=date(2026, 10, 11),
        last_day=date(2026, 10, 11),
        time_control="15 min + 10 sec",
        time_control_kind="Rapid",
        last_update=datetime(2026, 10, 11, 18, 40, 3),  # noqa: DTZ001
        server_time=datetime(2026, 10, 12, 9, 1, 30),  # noqa: DTZ001
        entrants=players,
        rounds=swiss(
            _strengths(players),
            [(date(2026, 10, 11), h) for h in hours],
            21,
            absent=absent,
            forfeits={(3, 5): "f"},
        ),
        chief_arbiter="Harimizu Shizuku",
        rating_calculation="Rating national",
        start_columns=("ID", "FideID", "FED", "Rtg", "RtgI", "RtgN", "sex"),
        pgn=True,
        number_column=False,
    )


def _cup(register: Sequence[Member]) -> Event:
    players = _numbered([_standard(register[i]) for i in (*CUP_PLAYERS, MIDWAY, NEW_WITH_FIDE)])
    days: list[tuple[date | None, str | None]] = [
        (date(2026, 10, 17), "10:00"),
        (date(2026, 10, 17), "14:00"),
        (None, None),
        (date(2026, 10, 18), "14:00"),
    ]
    return Event(
        number=CUP,
        name="Koyo Weekend Cup 2026",
        organizer="Koyo Chess Club",
        location="Koyo Library",
        round_count=4,
        first_day=date(2026, 10, 17),
        last_day=date(2026, 10, 18),
        time_control="45 min + 15 sec",
        time_control_kind="Rapid",
        last_update=datetime(2026, 10, 18, 17, 55, 20),  # noqa: DTZ001
        server_time=datetime(2026, 10, 19, 11, 6, 2),  # noqa: DTZ001
        entrants=players,
        rounds=swiss(_strengths(players), days, 31, absent={(2, 9): "half", (2, 12): "zero"}),
        chief_arbiter="Ashikawara Koharu",
        start_columns=("ID", "FED", "Rtg", "sex", "Club/City"),
        points_column=True,
    )


def _standard(member: Member) -> Entrant:
    rating = member.standard.value if member.standard else member.fide_standard or 0
    # The list an organizer prints is a little older than the office's.
    return _entrant(member, rating and max(1000, rating - member.index % 4 * 3))


def _rapid_entrant(member: Member) -> Entrant:
    rating = member.rapid.value if member.rapid else member.standard.value if member.standard else 0
    printed = printed_id(member)
    if member.index == WRONG_DIGIT:
        printed = printed[:-1] + str((int(printed[-1]) + 3) % 10)
    return _entrant(member, rating, national_id=printed)


def _entrant(member: Member, rating: int, *, national_id: str | None = None) -> Entrant:
    return Entrant(
        number=0,
        surname=member.surname,
        given=member.given,
        rating=rating,
        rating_national=rating,
        national_id=printed_id(member) if national_id is None else national_id,
        fide_id=member.fide_id,
        sex="w" if member.sex == "f" else "",
        club=member.club,
    )


def _numbered(entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """Starting numbers by rating, then by name."""
    order = sorted(entrants, key=lambda e: (-e.rating, e.name, e.national_id))
    return tuple(Entrant(**{**e.__dict__, "number": n}) for n, e in enumerate(order, start=1))


def _strengths(entrants: Sequence[Entrant]) -> list[int]:
    """What the invented results follow; an unrated player is as good as 1550."""
    return [e.rating or 1550 for e in entrants]

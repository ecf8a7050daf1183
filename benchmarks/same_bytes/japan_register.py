"""The register of the twelve-list office, and the list that was before."""

from collections.abc import Sequence
from datetime import date, timedelta

from benchmarks.same_bytes.desk import Desk
from benchmarks.same_bytes.people import Person
from benchmarks.same_bytes.reports import table

RATED = 150
"""So many of the members stand on the list before the first one."""


def founded(desk: Desk, everybody: Sequence[Person]) -> None:
    """The office made, with its register and the list before its first one; `RATED` stand on that."""
    desk.product.present.on(date(2026, 9, 25))
    desk.done("init", "--name", "Invented Chess Federation", "--officer", "Olga Officer")
    rows = [registered(n, one) for n, one in enumerate(everybody)]
    desk.done("members", "import", desk.file("register.csv", table(rows)))
    opening = [_before(n, one) for n, one in enumerate(everybody[:RATED])]
    games = [
        {
            "ID": everybody[RATED + n % 9].id,
            "Type": "ST" if n % 3 else "RP",
            "Date": f"2026-0{1 + n % 8}-{10 + n % 9}",
            "Opponent Rating": 1300 + 37 * n % 500,
            "Score": ("1", "0.5", "0")[n % 3],
            "Source": f"Invented Open {n}",
        }
        for n in range(40)
    ]
    desk.done(
        *("opening", "import", desk.file("opening.csv", table(opening))),
        *("--games", desk.file("games.csv", table(games)), "--list", "2026-10-01"),
    )


def registered(n: int, one: Person, **more: object) -> dict[str, object]:
    """The n-th member as a register file has him."""
    row: dict[str, object] = {
        "ID": one.id, "Name": one.name, "Kanji": one.kanji, "Birth": one.born, "Sex": one.sex,
        "Federation": "JPN", "Club": one.club, "Memberships": "2020-04-01/2030-03-31",
    }  # fmt: skip
    if n % 5 == 0:
        row["FIDE ID"] = 7_000_000 + n
    if n % 29 == 3:
        row["Memberships"] = "2025-04-01/2027-03-31; 2027-06-01/2028-03-31 paid 2027-06-01"
    if n % 31 == 4:
        row["Memberships"] = "2024-04-01/2025-03-31"
    if n % 23 == 5:
        row["Birth"] = ""
    if n in (12, 60, RATED + 5):
        row["Withheld"] = "yes"
    if n in (13, 61):
        row["Birth withheld"] = "yes"
    if RATED + 20 <= n < RATED + 40:
        row |= {"Joined": f"2026-{10 + n % 3}-15", "FIDE ST": 1400 + 11 * n % 900}
        row |= {"FIDE Source": "FIDE list 2026-09", "FIDE ID": 7_100_000 + n}
        if n % 2:
            row["FIDE RP"] = 1450 + 13 * n % 800
    return row | more


def _before(n: int, one: Person) -> dict[str, object]:
    row: dict[str, object] = {"ID": one.id, "Name": one.name}
    if n % 11:
        rating = max(1000, one.strength + 10 - n % 20)
        row |= {"ST": rating, "ST-G": 5 + 7 * n % 140}
        row |= {"ST-Peak": rating + 13 * n % 120} if n % 7 else {}
    if n % 4 == 0 or not n % 11:
        rating = max(1000, one.strength - 40 + n % 80)
        row |= {"RP": rating, "RP-G": 3 + n % 60, "RP-Peak": rating + n % 50}
    if n % 6:
        row["Last-Game"] = date(2025, 6, 1) + timedelta(days=n * 3)
    return row

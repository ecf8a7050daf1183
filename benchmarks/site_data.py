"""An invented office with many members and lists, put into an empty database: for the site's benchmark."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import Engine, insert, text

from importer.tables import MemberRow
from office.database.engine import transaction
from office.tables import GameLineRow, ListMemberRow, ListRatingRow, ListVersionRow

SYLLABLES = ("ka", "shi", "mo", "ri", "ta", "na", "ha", "yu", "ko", "se", "mi", "to", "ra", "no", "ki", "su")
TYPES = ("standard", "rapid")
GAMES_EACH = 5
NOON = datetime(2020, 1, 1, 3, 0, tzinfo=UTC)


def month(first: date, n: int) -> date:
    """The 1st of the month `n` months after `first`."""
    months = first.year * 12 + first.month - 1 + n
    return date(months // 12, months % 12 + 1, 1)


class Federation:
    """Members with ratings that move when they play. The same seed, the same federation."""

    def __init__(self, members: int, seed: int = 6) -> None:
        self.random = random.Random(seed)
        self.ids = [f"N{10_000_000 + n}" for n in range(members)]
        self.names = [f"{self._word(3).title()} {self._word(2).title()}" for _ in self.ids]
        self.ratings = {t: [self.random.randint(1000, 2300) for _ in self.ids] for t in TYPES}
        self.games = {t: [self.random.randint(0, 300) for _ in self.ids] for t in TYPES}
        self.lists = 0
        self.previous_id: int | None = None

    def _word(self, syllables: int) -> str:
        return "".join(self.random.choice(SYLLABLES) for _ in range(syllables))

    def register(self, engine: Engine) -> None:
        """The members on the register."""
        rows = [
            {"federation_id": i, "name": n, "sex": self.random.choice("mf"), "known_since": NOON}
            for i, n in zip(self.ids, self.names, strict=True)
        ]
        with transaction(engine) as session:
            session.execute(insert(MemberRow), rows)

    def publish(self, engine: Engine, playing: int) -> int:
        """The next list, in which so many members of each type play; its version id."""
        list_date = month(date(2020, 1, 1), self.lists)
        self.lists += 1
        with transaction(engine) as session:
            version = ListVersionRow(
                list_date=list_date,
                version=1,
                how="opening" if self.previous_id is None else "run",
                state="draft",
                previous_id=self.previous_id,
                edition=None if self.previous_id is None else "jcf-2024-10",
                made_at=NOON,
                inputs=b"",
                inputs_sha256="",
                text_sha256=f"{self.lists:064d}",
                report="",
            )
            session.add(version)
            session.flush()
            assert version.id is not None
            ratings, lines = self._month(version.id, list_date, playing)
            people = [
                {
                    "version_id": version.id,
                    "federation_id": i,
                    "name": n,
                    "member_on_day": True,
                    "active": True,
                }
                for i, n in zip(self.ids, self.names, strict=True)
            ]
            session.execute(insert(ListMemberRow), people)
            session.execute(insert(ListRatingRow), ratings)
            if lines:
                session.execute(insert(GameLineRow), lines)
            session.execute(
                text("UPDATE list_version SET state = 'published', published_at = :at WHERE id = :id"),
                {"at": f"{list_date} 03:00:00.000000", "id": version.id},
            )
            self.previous_id = version.id
        return version.id

    def _month(
        self, version_id: int, list_date: date, playing: int
    ) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        ratings: list[dict[str, Any]] = []
        lines: list[dict[str, Any]] = []
        for type_ in TYPES:
            changes: dict[int, int] = {}
            if version_id != 1:
                for line in self._games(version_id, list_date, type_, playing):
                    n = line.pop("n")
                    changes[n] = changes.get(n, 0) + line["c"]
                    lines.append(line)
            before = list(self.ratings[type_])
            for n, c in changes.items():
                self.ratings[type_][n] = max(1000, before[n] + (c + 50) // 100)
                self.games[type_][n] += GAMES_EACH
            order = sorted(range(len(before)), key=lambda n, t=type_: -self.ratings[t][n])
            for rank, n in enumerate(order, 1):
                ratings.append(
                    {
                        "version_id": version_id,
                        "federation_id": self.ids[n],
                        "type": type_,
                        "previous": None if version_id == 1 else before[n],
                        "change": None if version_id == 1 else changes.get(n, 0),
                        "rounded": None if version_id == 1 else self.ratings[type_][n] - before[n],
                        "floored": False,
                        "rating": self.ratings[type_][n],
                        "games": self.games[type_][n],
                        "period_games": GAMES_EACH if n in changes else 0,
                        "peak": self.ratings[type_][n],
                        "peak_assumed": False,
                        "adopted": False,
                        "how": "opening" if version_id == 1 else "rated",
                        "k": 20,
                        "rank": rank,
                    }
                )
        return ratings, lines

    def _games(self, version_id: int, list_date: date, type_: str, playing: int) -> Iterator[dict[str, Any]]:
        """Both sides of each game: the players in a ring, each against the next few."""
        players = self.random.sample(range(len(self.ids)), playing)
        key = f"chess-results:{self.lists * 10 + TYPES.index(type_)}"
        for n, white in enumerate(players):
            for step in range(1, GAMES_EACH + 1):
                black = players[(n + step) % playing]
                score = self.random.choice((0, 1, 2))
                sides = ((white, black, "white", score), (black, white, "black", 2 - score))
                if step % 2 == 0:
                    continue
                for player, opponent, colour, mine in sides:
                    yield {
                        "n": player,
                        "version_id": version_id,
                        "federation_id": self.ids[player],
                        "player_name": self.names[player],
                        "opponent_id": self.ids[opponent],
                        "opponent_name": self.names[opponent],
                        "event_key": key,
                        "event_name": f"Invented Open {list_date}",
                        "round": step,
                        "board": n + 1,
                        "first_day": list_date,
                        "last_day": list_date,
                        "type": type_,
                        "colour": colour,
                        "result": ("0-1", "1/2-1/2", "1-0")[score],
                        "rating": self.ratings[type_][player],
                        "opponent_rating": self.ratings[type_][opponent],
                        "d": abs(self.ratings[type_][player] - self.ratings[type_][opponent]),
                        "pd": 50,
                        "k": 20,
                        "score": mine,
                        "c": (mine * 50 - 50) * 20,
                        "counts": True,
                        "for_initial": False,
                        "reasons": "[]",
                    }

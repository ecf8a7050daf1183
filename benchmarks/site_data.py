"""An invented office with many members and lists, put into an empty database: for the site's benchmark."""

import random
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import Engine, insert, text

from benchmarks.history_events import JAPANESE, Reported
from benchmarks.same_bytes.people import KANJI, SYLLABLES, month
from importer.tables import MemberRow
from office.database.engine import transaction
from office.lists.canonical import packed
from office.tables import GameLineRow, ListMemberRow, ListRatingRow, ListVersionRow, VersionEventRow
from scraper.records import EventRecord, Kind, Pairing, Player, Result, Round, Source

TYPES = ("standard", "rapid")
GAMES_EACH = 5
EVENT_PLAYERS = 40
CLUBS = tuple(f"{name} Chess Club" for name in ("Kita", "Minami", "Higashi", "Nishi", "Chuo"))
NOON = datetime(2020, 1, 1, 3, 0, tzinfo=UTC)


class Federation:
    """Members with ratings that move when they play. The same seed, the same federation."""

    def __init__(self, members: int, seed: int = 6) -> None:
        self.random = random.Random(seed)
        self.ids = [f"N{10_000_000 + n}" for n in range(members)]
        self.names = [f"{self._word(3).title()} {self._word(2).title()}" for _ in self.ids]
        self.kanji = ["".join(self.random.choices(KANJI, k=4)) for _ in self.ids]
        self.ratings = {t: [self.random.randint(1000, 2300) for _ in self.ids] for t in TYPES}
        self.games = {t: [self.random.randint(0, 300) for _ in self.ids] for t in TYPES}
        self.lists = 0
        self.previous_id: int | None = None

    def _word(self, syllables: int) -> str:
        return "".join(self.random.choice(SYLLABLES) for _ in range(syllables))

    def register(self, engine: Engine) -> None:
        """The members on the register."""
        rows = [
            {
                "federation_id": i, "name": n, "kanji": k, "kana": "やまかわ たろう",
                "club": self.random.choice(CLUBS), "sex": self.random.choice("mf"), "known_since": NOON,
                "withheld": False, "birth_withheld": False,
            }
            for i, n, k in zip(self.ids, self.names, self.kanji, strict=True)
        ]  # fmt: skip
        with transaction(engine) as session:
            session.execute(insert(MemberRow), rows)

    def publish(self, engine: Engine, playing: int) -> int:
        """The next list, in which so many members of each type play; its version id."""
        list_date = month(date(2020, 1, 1), self.lists)
        self.lists += 1
        run = {
            "how": "run", "edition": "jcf-2024-10", "previous_id": self.previous_id,
            "period_first": month(list_date, -2).replace(day=21),
            "period_last": month(list_date, -1).replace(day=20),
        }  # fmt: skip
        with transaction(engine) as session:
            version = ListVersionRow(
                list_date=list_date, version=1, state="draft", made_at=NOON, inputs=b"", inputs_sha256="",
                text_sha256=f"{self.lists:064d}", report="",
                **({"how": "opening"} if self.previous_id is None else run),
            )  # fmt: skip
            session.add(version)
            session.flush()
            assert version.id is not None
            ratings, lines = self._month(version.id, list_date, playing)
            people = [
                {
                    "version_id": version.id, "federation_id": i, "name": n, "kanji": k,
                    "member_on_day": True, "active": True,
                }
                for i, n, k in zip(self.ids, self.names, self.kanji, strict=True)
            ]  # fmt: skip
            session.execute(insert(ListMemberRow), people)
            session.execute(insert(ListRatingRow), ratings)
            if lines:
                session.execute(insert(GameLineRow), lines)
                told = list(self._events(lines))
                readings = Reported(JAPANESE, tuple(record for record, _ in told), list_date).noted(session)
                kept = [
                    {"version_id": version.id, "event_key": key, "reading_id": reading}
                    for key, reading in readings.items()
                ]
                session.execute(insert(VersionEventRow), kept)
                version.inputs = packed({"members": [], "events": [event for _, event in told]})[0]
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
        first = version_id == 1
        for type_ in TYPES:
            changes: Counter[int] = Counter()
            for line in () if first else self._games(version_id, list_date, type_, playing):
                changes[line.pop("n")] += line["c"]
                lines.append(line)
            before = list(self.ratings[type_])
            for n, c in changes.items():
                self.ratings[type_][n] = max(1000, before[n] + (c + 50) // 100)
                self.games[type_][n] += GAMES_EACH
            order = sorted(range(len(before)), key=lambda n, t=type_: -self.ratings[t][n])
            for rank, n in enumerate(order, 1):
                ratings.append(
                    {
                        "version_id": version_id, "federation_id": self.ids[n], "type": type_,
                        "previous": None if first else before[n],
                        "change": None if first else changes[n],
                        "rounded": None if first else self.ratings[type_][n] - before[n],
                        "floored": False, "rating": self.ratings[type_][n], "games": self.games[type_][n],
                        "period_games": GAMES_EACH if n in changes else 0, "peak": self.ratings[type_][n],
                        "peak_assumed": False, "adopted": False,
                        "how": "opening" if first else "rated", "k": 20, "rank": rank,
                    }
                )  # fmt: skip
        return ratings, lines

    def _events(self, lines: list[dict[str, Any]]) -> Iterator[tuple[EventRecord, dict[str, Any]]]:
        """Each event as it was reported and read, and as the list's inputs hold it."""
        games: dict[str, list[dict[str, Any]]] = {}
        for line in lines:
            if line["colour"] == "white":
                games.setdefault(line["event_key"], []).append(line)
        named = {line["federation_id"]: line["player_name"] for line in lines}
        for key, mine in games.items():
            who = sorted({i for x in mine for i in (x["federation_id"], x["opponent_id"])})
            number = {i: n for n, i in enumerate(who, 1)}
            day = mine[0]["first_day"]
            record = EventRecord(
                name=mine[0]["event_name"],
                organizer="Invented Chess Club",
                first_day=day,
                last_day=day,
                rounds=tuple(Round(n, day) for n in range(1, GAMES_EACH + 1)),
                players=tuple(Player(number[i], named[i], national_id=i) for i in who),
                pairings=tuple(
                    Pairing(x["round"], x["board"], *_seats(x, number), Result(x["result"]), Kind.GAME)
                    for x in mine
                ),
                source=Source(tournament=int(key.partition(":")[2])),
            )
            event = {
                "key": key, "name": record.name, "first_day": day.isoformat(), "last_day": day.isoformat(),
                "excluded": None,
                "games": [
                    {
                        "round": x["round"], "board": x["board"], "white": x["federation_id"],
                        "white_name": x["player_name"], "black": x["opponent_id"],
                        "black_name": x["opponent_name"], "result": x["result"], "colours": True,
                        "days": [day.isoformat(), day.isoformat()], "excluded": None,
                        "ref": " ".join(map(str, (key, x["round"], *_seats(x, number)))),
                    }
                    for x in mine
                ],
            }  # fmt: skip
            yield record, event

    def _games(self, version_id: int, list_date: date, type_: str, playing: int) -> Iterator[dict[str, Any]]:
        """Both sides of each game, event by event: the players in a ring, each against the next few."""
        everyone = self.random.sample(range(len(self.ids)), playing)
        for n in range(0, playing, EVENT_PLAYERS):
            number = self.lists * 1000 + TYPES.index(type_) * 500 + n // EVENT_PLAYERS
            players, key = everyone[n : n + EVENT_PLAYERS], f"chess-results:{number}"
            yield from self._event(players, version_id, list_date, type_, key)

    def _event(
        self, players: list[int], version_id: int, list_date: date, type_: str, key: str
    ) -> Iterator[dict[str, Any]]:
        for n, white in enumerate(players):
            for step in range(1, GAMES_EACH + 1):
                black = players[(n + step) % len(players)]
                score = self.random.choice((0, 1, 2))
                sides = ((white, black, "white", score), (black, white, "black", 2 - score))
                if step % 2 == 0:
                    continue
                for player, opponent, colour, mine in sides:
                    yield {
                        "n": player, "version_id": version_id, "federation_id": self.ids[player],
                        "player_name": self.names[player], "opponent_id": self.ids[opponent],
                        "opponent_name": self.names[opponent], "event_key": key,
                        "event_name": f"Invented Open {list_date}", "round": step, "board": n + 1,
                        "first_day": list_date, "last_day": list_date, "type": type_, "colour": colour,
                        "result": ("0-1", "1/2-1/2", "1-0")[score], "rating": self.ratings[type_][player],
                        "opponent_rating": self.ratings[type_][opponent],
                        "d": abs(self.ratings[type_][player] - self.ratings[type_][opponent]), "pd": 50,
                        "k": 20, "score": mine, "c": (mine * 50 - 50) * 20, "counts": True,
                        "for_initial": False, "reasons": "[]",
                    }  # fmt: skip


def _seats(line: dict[str, Any], number: dict[str, int]) -> tuple[int, int]:
    """The starting numbers of the two players of a game."""
    return number[line["federation_id"]], number[line["opponent_id"]]

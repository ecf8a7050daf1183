"""What the driver alone takes to read what a list is made from, and to store the rows it comes to."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Engine

Rows = Sequence[Sequence[Any]]

READ_WHOLE = ("member", "register_fact", "membership", "acf_rating", "ruling")
OF_EVENTS = ("event_round", "event_player", "pairing")
OF_VERSION = (
    *("list_member", "list_rating", "game_line", "earlier_game", "event_line", "event_rating"),
    *("event_performance", "version_event", "publication", "chain_link"),
)
CARRIED = ("list_member", "list_rating", "earlier_game", "event_rating", "event_performance")


class Bare:
    """A connection of the driver, SQLite's or psycopg, used as its manual says for many rows."""

    def __init__(self, engine: Engine) -> None:
        self._held: Any = engine.raw_connection()  # it closes the driver's connection when it is forgotten
        self.driver: Any = self._held.driver_connection
        self.served = engine.dialect.name == "postgresql"
        if not self.served:
            self.driver.execute("PRAGMA foreign_keys = ON")

    def rows(self, query: str, *values: object) -> Rows:
        """All rows of a query."""
        cursor = self.driver.cursor()
        cursor.execute(query.replace("?", "%s") if self.served else query, values)
        found: Rows = cursor.fetchall()
        return found

    def put(self, table: str, rows: Rows) -> None:
        """Rows with all their columns: `COPY`, or `executemany`."""
        if not rows:
            return
        cursor = self.driver.cursor()
        if not self.served:
            cursor.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)
            return
        with cursor.copy(f"COPY {table} FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)

    def made(self, version: int) -> Mapping[str, Rows]:
        """Every row that a version came to, its own first."""
        own = {"list_version": self.rows("SELECT * FROM list_version WHERE id = ?", version)}
        told = {t: self.rows(f"SELECT * FROM {t} WHERE version_id = ?", version) for t in OF_VERSION}
        self.end()
        return own | told

    def floor(self, before: int, first_event: int, made: Mapping[str, Rows]) -> int:
        """Reads what a list is made from and stores what it came to, in one transaction; how many rows."""
        if not self.served:
            self.driver.execute("BEGIN IMMEDIATE")
        count = sum(len(self.rows(f"SELECT * FROM {table}")) for table in READ_WHOLE)
        for table in CARRIED:
            count += len(self.rows(f"SELECT * FROM {table} WHERE version_id = ?", before))
        for table in OF_EVENTS:
            count += len(self.rows(f"SELECT * FROM {table} WHERE event_id >= ?", first_event))
        query = "SELECT r.* FROM event e JOIN {} r ON {} WHERE e.id >= ?"
        count += len(self.rows(query.format("reading", "r.id = e.reading_id"), first_event))
        columns = [c for c, *_ in self._described("list_version")]
        state, own = columns.index("state"), list(made["list_version"][0])
        own[state] = "draft"
        self.put("list_version", [own])
        for table, rows in made.items():
            if table != "list_version":
                self.put(table, rows)
                count += len(rows)
        publish = "UPDATE list_version SET state = 'published' WHERE id = ?"
        cursor = self.driver.cursor()
        cursor.execute(publish.replace("?", "%s") if self.served else publish, (own[columns.index("id")],))
        self.end()
        return count + 1

    def _described(self, table: str) -> Sequence[Sequence[Any]]:
        cursor = self.driver.cursor()
        cursor.execute(f"SELECT * FROM {table} LIMIT 0")
        described: Sequence[Sequence[Any]] = cursor.description
        return described

    def end(self) -> None:
        """The transaction is stored."""
        if self.served or self.driver.in_transaction:
            self.driver.commit()

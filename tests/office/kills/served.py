"""A database of a PostgreSQL server in which commands are killed: kept as a template, put back from it."""

from __future__ import annotations

from dataclasses import dataclass

import psycopg
from sqlalchemy import make_url

NAME, KEPT = "killed", "killed_kept"


@dataclass(frozen=True)
class Served:
    """One database of the `cluster`, by the address of its first one."""

    cluster: str

    @property
    def address(self) -> str:
        return make_url(self.cluster).set(database=NAME).render_as_string(hide_password=False)

    def empty(self) -> None:
        """The database with nothing in it."""
        self._run(f"DROP DATABASE IF EXISTS {NAME} WITH (FORCE)", f"CREATE DATABASE {NAME}")

    def keep(self) -> None:
        """As it is now it is put back from now on."""
        self._run(f"DROP DATABASE IF EXISTS {KEPT} WITH (FORCE)", f"CREATE DATABASE {KEPT} TEMPLATE {NAME}")

    def put_back(self) -> None:
        """Whoever is still in it, of a killed command too, is put out."""
        self._run(f"DROP DATABASE IF EXISTS {NAME} WITH (FORCE)", f"CREATE DATABASE {NAME} TEMPLATE {KEPT}")

    def _run(self, *statements: str) -> None:
        with psycopg.connect(self.cluster, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement.encode())

"""Alembic, run from Python: the database is brought to the newest form; one of a newer Banzuke, or of a past
that nobody knows, is refused. Looking which form it has needs no Alembic, which loads slowly."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, inspect, text

from office.database.engine import MOVED, REVISION, moved, reader
from office.database.form import Difference, differences, known_forms
from office.errors import OfficeError, refusal

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parent / "migrations"


def config() -> "Config":
    """Alembic's configuration; there is no alembic.ini."""
    from alembic.config import Config

    made = Config()
    made.set_main_option("script_location", str(MIGRATIONS))
    return made


def upgrade(engine: Engine, to: str = "head") -> None:
    """Brings the database to a migration, the newest unless said; does nothing if it is there. Refused where
    another Banzuke made it, and where its tables are not those of the migration it says it is at."""
    from alembic import command

    made = config()
    with engine.execution_options(**{REVISION: None}).begin() as connection:
        found = revision(connection)
        if found is not None or inspect(connection).has_table("list_version"):
            _refuse_unknown(connection, "database", found)
        made.attributes["connection"] = connection
        command.upgrade(made, to)


def is_made(engine: Engine) -> bool:
    """Whether an office was made in this database to the end: its settings are written last."""
    with reader(engine).connect() as connection:
        if not inspect(connection).has_table("setting"):
            return False
        return connection.execute(text("SELECT name FROM setting")).first() is not None


def check(engine: Engine, name: str) -> None:
    """Refuses a database that is not at the newest migration, or whose tables are not those of it. From then
    on the engine refuses to write once another program has changed the form, or moved the office."""
    with reader(engine).connect() as connection:
        found = revision(connection)
        _refuse_unknown(connection, name, found)
    if found != _head():
        raise _refused("database-version", name, f"migration {found}", "run: banzuke migrate")
    engine.update_execution_options(**{REVISION: found})


def unlike(connection: Connection) -> list[Difference]:
    """Every table, constraint, index, trigger and function that is other than the newest migration left."""
    return sorted(differences(connection, _head()))


def _refuse_unknown(connection: Connection, name: str, found: str | None) -> None:
    """Refuses an office of an unknown past: of a migration that is not held, or of another form than its
    migration made."""
    if found is not None and EARLIER.fullmatch(found):
        raise _refused("office-of-old", name, f"migration {found}, of a Banzuke before migration b1", CARRY)
    if found == MOVED:
        raise moved(name)
    if found not in known_forms():
        remedy = "use the Banzuke that made it, or a newer one"
        raise _refused("database-version", name, f"migration {found or 'none'}", remedy)
    other = sorted(differences(connection, found, tables_alone=True))
    if other:
        shown = ", ".join(f"{one.name}: {one.found}" for one in other[:SHOWN])
        raise _refused("office-of-old", name, f"migration {found} with other tables ({shown})", CARRY)


EARLIER = re.compile("000[1-9]")
"""Migrations that were changed after offices had been made by them: their names say nothing."""

CARRY = "carry it over with the Banzuke that made it; docs/operations.md says how, under Offices of the past"
SHOWN = 5


def revision(connection: Connection) -> str | None:
    """The migration that the database says it is at, in Alembic's own table."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _head() -> str:
    """The newest migration: the last whose form is held."""
    return list(known_forms())[-1]


def _refused(code: str, name: str, found: str, remedy: str) -> OfficeError:
    return refusal(code, name, f"migration {_head()}", found, remedy)

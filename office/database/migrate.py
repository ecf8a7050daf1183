"""Alembic, run from Python: the database is brought to the newest form, or a newer one is refused."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, inspect
from sqlmodel import col, select

from office.database.engine import reader
from office.errors import OfficeError, refusal
from office.tables import SettingRow

MIGRATIONS = Path(__file__).parent / "migrations"


def config() -> Config:
    """Alembic's configuration; there is no alembic.ini."""
    made = Config()
    made.set_main_option("script_location", str(MIGRATIONS))
    return made


def upgrade(engine: Engine) -> None:
    """Brings the database to the newest migration; does nothing if it is there. One that a newer Banzuke
    made is refused."""
    made = config()
    with engine.begin() as connection:
        found = MigrationContext.configure(connection).get_current_revision()
        if found is not None and found not in _known():
            raise _other_version("database", found)
        made.attributes["connection"] = connection
        command.upgrade(made, "head")


def is_made(engine: Engine) -> bool:
    """Whether an office was made in this database to the end: its settings are written last."""
    with reader(engine).connect() as connection:
        if not inspect(connection).has_table(str(SettingRow.__tablename__)):
            return False
        return connection.execute(select(col(SettingRow.name))).first() is not None


def check(engine: Engine, name: str) -> None:
    """Refuses a database that is not at the newest migration."""
    with reader(engine).connect() as connection:
        found = MigrationContext.configure(connection).get_current_revision()
    if found != _head():
        raise _other_version(name, found)


def _head() -> str | None:
    return ScriptDirectory.from_config(config()).get_current_head()


def _known() -> set[str]:
    return {s.revision for s in ScriptDirectory.from_config(config()).walk_revisions()}


def _other_version(name: str, found: str | None) -> OfficeError:
    remedy = "run: banzuke migrate" if found in _known() else "use the Banzuke that made it, or a newer one"
    return refusal("database-version", name, f"migration {_head()}", f"migration {found or 'none'}", remedy)

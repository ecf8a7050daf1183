"""Alembic, run from Python: the database is brought to the newest form, or a newer one is refused."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine

from office.errors import OfficeError
from scraper.records import Problem

MIGRATIONS = Path(__file__).parent / "migrations"


def config() -> Config:
    """Alembic's configuration; there is no alembic.ini."""
    made = Config()
    made.set_main_option("script_location", str(MIGRATIONS))
    return made


def upgrade(engine: Engine) -> None:
    """Brings the database to the newest migration; does nothing if it is there."""
    made = config()
    with engine.begin() as connection:
        made.attributes["connection"] = connection
        command.upgrade(made, "head")


def check(engine: Engine, name: str) -> None:
    """Refuses a database that is not at the newest migration."""
    with engine.connect() as connection:
        found = MigrationContext.configure(connection).get_current_revision()
    script = ScriptDirectory.from_config(config())
    head = script.get_current_head()
    if found == head:
        return
    known = {s.revision for s in script.walk_revisions()}
    remedy = "run: banzuke migrate" if found in known else "use the Banzuke that made it, or a newer one"
    raise OfficeError(
        Problem("database-version", name, f"migration {head}", f"migration {found or 'none'}", remedy)
    )

"""The database in which the office is, as whoever looks after it asks: which, where, how large."""

from dataclasses import dataclass

from sqlalchemy import func, select

from office.database.copy import tables
from office.database.engine import reader
from office.database.migrate import revision
from office.opened import Office


@dataclass(frozen=True, slots=True)
class About:
    """`kind`: sqlite or postgresql; `where`: its file, or server and name without a password; `form`: the
    migration it is at; `size`: bytes on the disk; `rows`: of all tables."""

    kind: str
    where: str
    form: str
    size: int
    tables: int
    rows: int


def about(office: Office) -> About:
    every = tables()
    with reader(office.engine).connect() as connection:
        form = revision(connection) or ""
        rows = sum(connection.execute(select(func.count()).select_from(one)).scalar_one() for one in every)
        if connection.dialect.name == "sqlite":
            file = office.place.database
            beside = file, file.with_name(f"{file.name}-wal")  # what SQLite keeps beside it
            where, size = str(file), sum(one.stat().st_size for one in beside if one.is_file())
        else:
            url = office.engine.url
            where = f"{url.host or 'localhost'}, {url.database}"
            query = "SELECT pg_database_size(current_database())"
            size = int(connection.exec_driver_sql(query).scalar_one())
    return About(office.engine.dialect.name, where, form, size, len(every), rows)

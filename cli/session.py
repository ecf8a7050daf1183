"""What every command on an office opens: its place, its database, the officer's name."""

from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from sqlalchemy import Engine

from office.database.engine import look, open_engine
from office.database.migrate import check
from office.errors import OfficeError
from office.place import Place
from office.tables import SettingRow
from scraper.records import Problem


@dataclass(frozen=True, slots=True)
class Office:
    """An opened office."""

    place: Place
    engine: Engine

    def day(self, moment: datetime) -> date:
        """The calendar day of a moment where the office is."""
        from office.families import day_here

        with look(self.engine) as session:
            return day_here(session, moment)

    def officer(self, named: str | None) -> str:
        """Who acts: as named, else the officer the office was set up with; refused where nobody is."""
        with look(self.engine) as session:
            setting = session.get(SettingRow, "officer")
        who = named or (setting.value if setting else "")
        if not who:
            remedy = "say who you are: --who NAME, or BANZUKE_OFFICER=NAME"
            raise OfficeError(Problem("nobody", "--who", "who decides", "nobody", remedy))
        return who


def open_office(folder: Path) -> Office:
    """The office in a folder; refused where there is none or its database is of another version."""
    place = Place(folder).require()
    engine = open_engine(place)
    check(engine, "the server's database" if place.server() else str(place.database))
    return Office(place, engine)

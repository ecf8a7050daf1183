"""Facts about the office."""

from sqlmodel import Field, SQLModel

import importer.tables  # noqa: F401  the naming convention
from office.journal.note import watch


class SettingRow(SQLModel, table=True):
    """One fact about the office: its name, its edition family, its officer."""

    __tablename__ = "setting"

    name: str = Field(primary_key=True)
    value: str


watch(SettingRow)

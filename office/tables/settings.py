"""What this office is."""

from sqlmodel import Field, SQLModel


class SettingRow(SQLModel, table=True):
    """One fact about the office: its name, its edition family, its officer."""

    __tablename__ = "setting"

    name: str = Field(primary_key=True)
    value: str

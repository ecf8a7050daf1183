"""Where mails lie on servers."""

from sqlmodel import BigInteger, Field, SQLModel, UniqueConstraint

import importer.tables.received  # noqa: F401  a message is pointed to


class MessagePlaceRow(SQLModel, table=True):
    """Where a mailbox on a server holds a message: account and folder, and the number that the server gives
    it there, which is good for as long as `uid_validity` stays."""

    __tablename__ = "message_place"
    __table_args__ = (UniqueConstraint("account", "folder", "uid_validity", "uid"),)

    id: int | None = Field(default=None, primary_key=True)
    message_row_id: int = Field(foreign_key="message.id", index=True)
    account: str
    folder: str
    uid_validity: int = Field(sa_type=BigInteger)
    uid: int = Field(sa_type=BigInteger)

"""The table of the chain's links."""

from sqlmodel import Field, LargeBinary, SQLModel

import office.tables.versions  # noqa: F401  a link points to a version


class ChainLinkRow(SQLModel, table=True):
    """One publication in the chain, from 1. `head` is the SHA-256 over the head before it and the canonical
    text of every row it covers (office/chain/link.py). `ledger` (gzip, JSON) names what was kept since the
    link before, `listed` the rows of the version: by table, each row's id with the beginning of the SHA-256
    of its line, so that a row that is other than it was can be named. The database refuses any change."""

    __tablename__ = "chain_link"

    number: int = Field(primary_key=True)
    version_id: int = Field(foreign_key="list_version.id", unique=True)
    ledger: bytes = Field(sa_type=LargeBinary)
    listed: bytes = Field(sa_type=LargeBinary)
    head: str


LINKED = "banzuke_linked"
"""Where a session has that its transaction added a link."""

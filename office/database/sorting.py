"""How PostgreSQL sorts text: by its signs, as SQLite does, whatever language the database was made for."""

from typing import Any

from sqlalchemy import ColumnClause, String
from sqlalchemy.dialects.postgresql.psycopg import PGCompiler_psycopg
from sqlmodel import AutoString


class BySign(PGCompiler_psycopg):
    """Statements in which text is sorted by code point: an order is the same on every server, and the one
    that copies, lists and pages have from SQLite."""

    def order_by_clause(self, select: Any, **more: Any) -> str:
        """As it is, but for columns of text."""
        return str(super().order_by_clause(select, **more | {"by_sign": True}))  # type: ignore[no-untyped-call]

    def visit_column(self, column: ColumnClause[Any], *args: Any, **more: Any) -> str:
        """A column; one of text with its order, where it is sorted by."""
        by_sign = more.pop("by_sign", False)
        told = super().visit_column(column, *args, **more)
        return f'{told} COLLATE "C"' if by_sign and isinstance(column.type, String | AutoString) else told

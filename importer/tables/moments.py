"""Moments in time as the database keeps them."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import DateTime, TypeDecorator


class Moment(TypeDecorator[datetime]):
    """An aware moment, stored as UTC without a zone (SQLite has none) and given back aware."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Any) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a moment without a time zone: {value}")
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Any) -> datetime | None:
        return None if value is None else value.replace(tzinfo=UTC)

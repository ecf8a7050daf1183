"""The canonical text of a list version: every figure in a fixed order, for its SHA-256."""

import gzip
import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from sqlmodel import Session, select

from office.tables import (
    EarlierGameRow,
    EventLineRow,
    EventPerformanceRow,
    EventRatingRow,
    GameLineRow,
    ListMemberRow,
    ListRatingRow,
    ListVersionRow,
)

LEFT_OUT = {"id", "version_id"}
TABLES = (
    ListMemberRow,
    ListRatingRow,
    GameLineRow,
    EarlierGameRow,
    EventLineRow,
    EventRatingRow,
    EventPerformanceRow,
)


LATER = {ListRatingRow.__tablename__: ("adjusted", "adjustment_reference", "decided", "marks")}
"""By table: columns that came after lists were published. They are written, by name, only where something
stands in them: the text of a list on which nothing of this acted is what it was before there were any."""


def canonical_text(session: Session, version: ListVersionRow) -> str:
    """All rows of a version as text: a head, then one line a row, sorted; the same list, the same text."""
    return text_of(
        version.list_date,
        version.version,
        version.how,
        version.edition,
        {t: session.exec(select(t).where(t.version_id == version.id)).all() for t in TABLES},
    )


def text_of(
    list_date: date, number: int, how: str, edition: str | None, rows: Mapping[type, Sequence[Any]]
) -> str:
    """The same from rows at hand: by table, those of the version."""
    lines = ["\t".join([list_date.isoformat(), str(number), how, edition or ""])]
    for table in TABLES:
        lines += sorted(_line(str(table.__tablename__), row) for row in rows.get(table, ()))
    return "\n".join(lines) + "\n"


def sha256(text: str | bytes) -> str:
    """The SHA-256 of text (as UTF-8) or bytes, in hexadecimal."""
    return hashlib.sha256(text.encode() if isinstance(text, str) else text).hexdigest()


def packed(content: Any) -> tuple[bytes, str]:
    """Plain values as compressed canonical JSON, and the SHA-256 of that JSON."""
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return gzip.compress(text.encode(), mtime=0), sha256(text)


def unpacked(data: bytes) -> Any:
    """What `packed` packed."""
    return json.loads(gzip.decompress(data))


def _line(table: str, row: Any) -> str:
    later = LATER.get(table, ())
    fields: Sequence[str] = [n for n in type(row).model_fields if n not in LEFT_OUT and n not in later]
    more = [f"{n}={_cell(getattr(row, n))}" for n in later if getattr(row, n) is not None]
    return "\t".join([table, *(_cell(getattr(row, n)) for n in fields), *more])


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, bool):
        return "1" if value else "0"
    return str(value).replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")

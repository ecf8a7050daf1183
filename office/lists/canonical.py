"""The canonical text of a list version: every figure in a fixed order, for its SHA-256."""

import gzip
import hashlib
import json
from collections.abc import Sequence
from datetime import date
from typing import Any

from sqlmodel import Session, select

from office.tables import EarlierGameRow, GameLineRow, ListMemberRow, ListRatingRow, ListVersionRow

LEFT_OUT = {"id", "version_id"}
TABLES = (ListMemberRow, ListRatingRow, GameLineRow, EarlierGameRow)


def canonical_text(session: Session, version: ListVersionRow) -> str:
    """All rows of a version as text: a head, then one line a row, sorted; the same list, the same text."""
    head = [version.list_date.isoformat(), str(version.version), version.how, version.edition or ""]
    lines = ["\t".join(head)]
    for table in TABLES:
        rows = session.exec(select(table).where(table.version_id == version.id)).all()
        lines += sorted(_line(table.__tablename__, row) for row in rows)
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
    fields: Sequence[str] = [n for n in type(row).model_fields if n not in LEFT_OUT]
    return "\t".join([table, *(_cell(getattr(row, n)) for n in fields)])


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, bool):
        return "1" if value else "0"
    return str(value).replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")

"""The same mails on PostgreSQL: strange characters, repeats and refusals are stored as on SQLite."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select

from cli.main import app
from cli.session import open_office
from importer.tables import MessageRow, ReportRow
from office.database.engine import look
from tests.office.mail.shapes import SHAPES, mail

ODD = mail("no link", subject=b"a\x00b =?utf-7?q?+2AA-?= \xff", message_id=b"<odd@example.jp>")


def stored(folder: Path, mails: Path, *init: str) -> list[tuple[Any, ...]]:
    app(["--office", str(folder), "init", *init], standalone_mode=False)
    app(["--office", str(folder), "inbox", str(mails), "--offline"], standalone_mode=False)
    app(["--office", str(folder), "inbox", str(mails), "--offline"], standalone_mode=False)
    office = open_office(folder)
    with look(office.engine) as session:
        messages = [
            (m.sha256, m.message_id, m.sender_name, m.subject, m.arrived_at, m.arrived_on, m.state, m.repeats)
            for m in session.exec(select(MessageRow).order_by(MessageRow.id))  # type: ignore[arg-type]
        ]
        reports = [(r.reference, r.state, r.message_id) for r in session.exec(select(ReportRow))]
    return [*messages, *sorted(reports)]


@pytest.fixture
def mails(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "mails"
    folder.mkdir()
    for n, name in enumerate(("raw halfwidth katakana", "nothing in it", "winmail.dat", "a file twice")):
        (folder / f"{n}.eml").write_bytes(SHAPES[name].raw.replace(b"<one@", b"<%d@" % n))
    (folder / "8.eml").write_bytes(ODD)
    (folder / "9.eml").write_bytes(SHAPES["raw halfwidth katakana"].raw.replace(b"<one@", b"<0@") + b"\r\n")
    return folder


@pytest.mark.slow
def test_mails_are_stored_on_postgresql_as_on_sqlite(server: str, tmp_path: Path, mails: Path) -> None:
    embedded = stored(tmp_path / "embedded", mails)
    served = stored(tmp_path / "served", mails, "--database", server)
    assert [row[1:] for row in served] == [row[1:] for row in embedded]
    assert len(served) == 8

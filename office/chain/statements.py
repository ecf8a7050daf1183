"""The chain outside the database: its heads, and what the office says of each link to everybody, signed.

`heads.txt` in the office's folder has a line a publication. What somebody takes out of the database whole,
the newest list with its link, is still named here.

A statement names a published version, the SHA-256 of its list's text, the head of the link (office/chain/
link.py), and by its SHA-256 the statement before it: who has one of them and the office's public key knows
every list up to it. Like `heads.txt`, they are written when a publication is stored; what a power cut kept
from being written, the next command that stores anything writes.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session, col, select

from office.chain.key import PUBLIC, new_key, office_key, office_public_key
from office.chain.minisign import PublicKey, Unfit, check, signed
from office.chain.tables import ChainLinkRow
from office.errors import OfficeError, problem_of
from office.journal.note import entry
from office.lists.packing import sha256
from office.place import Place
from office.tables import ListVersionRow
from scraper.records import Problem
from scraper.unfinished import put

NAME = "heads.txt"


def write_heads(place: Place, session: Session) -> None:
    """Adds the heads that the file does not have yet. Left alone where it does not go with the database:
    then `head_faults` says so. A file that is gone is begun anew with the first publication alone."""
    path = place.folder / NAME
    there = path.is_file()
    written = path.read_text("utf-8", "replace").splitlines() if there else []
    newest = newest_link(session)
    if newest <= len(written) or (not there and newest > 1):
        return
    lines = heads(session)
    if lines[: len(written)] == written:
        put(path, "".join(f"{line}\n" for line in lines).encode(), mode=0o600)


def unwritten(path: Path, found: str = "not written yet") -> Problem:
    """Something that the office says outside the database and has not written yet."""
    return problem_of("unwritten", str(path), "what the office says outside its database", found)


def head_faults(place: Place, session: Session) -> Iterator[Problem]:
    """Publications that the file knows and the database does not, or otherwise; a file that is not there."""
    path = place.folder / NAME
    lines = heads(session)
    if not path.is_file():
        if len(lines) > 1:
            remedy = f"put it back from a copy; if it was never there, make it empty: touch {NAME}"
            yield Problem(
                "head-differs", str(path), f"the heads of {len(lines)} publications", "none", remedy
            )
        return
    remedy = "the database is not the one that was published from: put back a copy that has them all"
    for number, written in enumerate(path.read_text("utf-8", "replace").splitlines(), 1):
        held = lines[number - 1] if number <= len(lines) else "no such publication"
        if held != written:
            yield Problem("head-differs", f"{path}, line {number}", written, held, remedy)


def newest_link(session: Session) -> int:
    """The number of the newest link; 0 where nothing is published."""
    return (
        session.exec(select(ChainLinkRow.number).order_by(col(ChainLinkRow.number).desc()).limit(1)).first()
        or 0
    )


def heads(session: Session) -> list[str]:
    """The lines as they should stand: number, list, version, head."""
    return [f"{number} {day} v{version} {head}" for number, head, day, version, *_more in _links(session)]


def _links(session: Session) -> Iterable[Sequence[Any]]:
    """Number and head of every link; list, version, moment and sum of the text of what it publishes, None
    where that is gone."""
    link, version = ChainLinkRow.__table__, ListVersionRow.__table__  # type: ignore[attr-defined]
    columns = (version.c.list_date, version.c.version, version.c.published_at, version.c.text_sha256)
    query = sa.select(link.c.number, link.c.head, *columns).order_by(link.c.number)
    joined = query.join_from(link, version, link.c.version_id == version.c.id, isouter=True)
    return session.connection().execute(joined)


SIGNATURE = ".minisig"
FIRST = "none"
"""What stands for the statement before the first one."""

LARGEST = 2_000
"""Bytes of a statement; one has some 350."""

_FORM = re.compile(
    r"rating list statement 1\nnumber (?P<number>[1-9][0-9]{0,5})\nlist (?P<list_date>\d{4}-\d\d-\d\d)\n"
    r"version (?P<version>[1-9][0-9]{0,5})\npublished (?P<published>[0-9T:-]{19}Z)\n"
    r"sha256 (?P<sha256>[0-9a-f]{64})\nhead (?P<head>[0-9a-f]{64})\nbefore (?P<before>none|[0-9a-f]{64})\n",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Statement:
    """One link as everybody may know it. `published`: its moment in UTC; `sha256`: of the list's text, as
    site and files show it; `before`: the SHA-256 of the statement before this one."""

    number: int
    list_date: str
    version: int
    published: str
    sha256: str
    head: str
    before: str

    def text(self) -> bytes:
        lines = (
            "rating list statement 1",
            f"number {self.number}",
            f"list {self.list_date}",
            f"version {self.version}",
            f"published {self.published}",
            f"sha256 {self.sha256}",
            f"head {self.head}",
            f"before {self.before}",
        )
        return "".join(f"{line}\n" for line in lines).encode()

    @property
    def name(self) -> str:
        """Its file: `0003-2026-11-01-v1.txt`."""
        return f"{self.number:04}-{self.list_date}-v{self.version}.txt"

    @property
    def comment(self) -> str:
        """What the signature says beside it."""
        return f"list of {self.list_date}, version {self.version}"


@dataclass(frozen=True, slots=True)
class Signed:
    statement: Statement
    signature: bytes


def statement_of(data: bytes) -> Statement:
    """A statement from its file. Unfit where it is none."""
    if len(data) > LARGEST:
        raise Unfit(f"{len(data)} bytes")
    found = _FORM.fullmatch(data.decode("ascii", "replace"))
    if found is None:
        raise Unfit("no statement of a list")
    told = found.groupdict()
    return Statement(int(told.pop("number")), version=int(told.pop("version")), **told)


def statements(session: Session) -> list[Statement]:
    """What the office says of every link, the first one first."""
    found: list[Statement] = []
    before = FIRST
    for number, head, day, version, moment, text in _links(session):
        if day is not None:
            published = moment and (moment.astimezone(UTC) if moment.tzinfo else moment)
            told = f"{published:%Y-%m-%dT%H:%M:%S}Z" if published else "none"  # somebody took it out
            found.append(Statement(number, day.isoformat(), version, told, text, head, before))
            before = sha256(found[-1].text())
    return found


def write_statements(place: Place, session: Session, *, anew: bool = False) -> None:
    """Writes and signs what is not written yet; `anew`: signs all with the key there is now. Left alone where
    the database is not the one that `heads.txt` or an earlier statement was written from: `statement_faults`
    says so. Refused where there is something to sign and no key to do it with."""
    folder, newest = place.statements, newest_link(session)
    there = {file.name for file in folder.glob("*.txt*")}
    signatures = sum(name + SIGNATURE in there for name in there)
    whole = signatures >= newest and (place.folder / PUBLIC).is_file()
    if not newest or (whole and not anew):
        return
    if any(head_faults(place, session)):
        return
    told = statements(session)
    if any(_written(place, one) not in (None, one.text()) for one in told):
        return
    key = office_key(place)
    folder.mkdir(exist_ok=True)
    for one in told:
        file = folder / one.name
        if not file.is_file():
            put(file, one.text(), mode=0o600)
        signature = file.with_name(file.name + SIGNATURE)
        if anew or not signature.is_file():
            put(signature, signed(key, one.text(), one.comment), mode=0o600)


def key_shown(place: Place, session: Session, *, renew: datetime | None) -> PublicKey:
    """The public key, once everything published is signed with it. `renew`: the moment from which it is
    another one, with an entry in the journal; everybody who checks lists has to be told."""
    if renew:
        new_key(place)
    public = office_key(place).public
    if renew:
        entry(session.connection(), "key", public.id, {"value": public.text}, renew)
    write_statements(place, session, anew=renew is not None)
    return public


def signed_statements(place: Place, session: Session) -> list[Signed]:
    """Every statement that is signed, the first one first, up to the first that is not."""
    found: list[Signed] = []
    for one in statements(session):
        signature = place.statements / (one.name + SIGNATURE)
        if _written(place, one) != one.text() or not signature.is_file():
            break
        found.append(Signed(one, signature.read_bytes()))
    return found


def unknown_statements(session: Session, key: PublicKey, folder: Path) -> Iterator[Statement]:
    """What a folder has of statements, signed with this key, that the office knows nothing of: it published
    them later than it is, as an office out of a backup. What is damaged there is none."""
    told = {one.text() for one in statements(session)}
    for file in sorted(folder.glob("*.txt")):
        data, signature = file.read_bytes(), file.with_name(file.name + SIGNATURE)
        if data not in told and signature.is_file():
            with suppress(Unfit):
                check(key, data, signature.read_bytes())
                yield statement_of(data)


def statement_faults(place: Place, session: Session) -> Iterator[Problem]:
    """Statements in the office's folder that the database does not know or says otherwise, and signatures
    that do not hold."""
    told = statements(session)
    key: PublicKey | None = None
    unfit: Sequence[Problem] = ()
    try:
        key = office_public_key(place)
    except OfficeError as error:
        unfit = error.problems
    yield from _others(place, told, key)
    yield from unfit
    for one in told if key else ():
        same = _written(place, one) == one.text()  # of another one it was said above
        if key and same and (other := _unsigned(place, one, key)):
            signature = place.statements / (one.name + SIGNATURE)
            yield problem_of("signature-differs", str(signature), f"a signature by the key {key.id}", other)


def _others(place: Place, told: Sequence[Statement], key: PublicKey | None) -> Iterator[Problem]:
    """Statements in the folder that are none of those that the database tells."""
    known = {one.name: one for one in told}
    for file in sorted(place.statements.glob("*.txt")):
        held = known.get(file.name)
        if held is None or file.read_bytes() != held.text():
            found = "no such publication" if held is None else "another one"
            remedy = "the database is not the one that was published from: put back a copy that has them all"
            if held is not None and key and _unsigned(place, held, key) == "":
                found, remedy = "another one than its signature is of", "delete it; then: banzuke key"
            yield Problem("head-differs", str(file), "the publication that was signed", found, remedy)


def told_outside(place: Place, session: Session) -> None:
    """Refused where what was just published is not told outside the database, because what is told there is
    of another one: it stays as it is, and nothing is signed (`write_heads`, `write_statements`)."""
    key: PublicKey | None = None
    with suppress(OfficeError):  # which is told where it is to sign
        key = office_public_key(place)
    if problems := [*head_faults(place, session), *_others(place, statements(session), key)]:
        raise OfficeError(*problems)


def _unsigned(place: Place, one: Statement, key: PublicKey) -> str | None:
    """Why the signature beside a statement is none of what the database says; empty where it is one, None
    where there is no signature."""
    signature = place.statements / (one.name + SIGNATURE)
    if not signature.is_file():
        return None
    try:
        check(key, one.text(), signature.read_bytes())
    except Unfit as error:
        return str(error)
    return ""


def _written(place: Place, one: Statement) -> bytes | None:
    file = place.statements / one.name
    return file.read_bytes() if file.is_file() else None

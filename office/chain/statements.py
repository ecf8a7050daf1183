"""What the office says to everybody of each link of its chain, signed: `statements/` in the office's folder.

A statement names a published version, the SHA-256 of its list's text, the head of the link (office/chain/
link.py), and by its SHA-256 the statement before it: who has one of them and the office's public key knows
every list up to it. Like `heads.txt`, they are written when a publication is stored; what a power cut kept
from being written, the next command that stores anything writes.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC

import sqlalchemy as sa
from sqlmodel import Session

from office.chain.key import new_key, office_key, office_public_key
from office.chain.minisign import PublicKey, SecretKey, Unfit, check, signed
from office.chain.outside import head_faults, newest_link
from office.chain.tables import ChainLinkRow
from office.errors import OfficeError
from office.lists.canonical import sha256
from office.place import Place
from office.tables import ListVersionRow
from scraper.records import Problem
from scraper.unfinished import put

FOLDER = "statements"
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
        """The statement as it is signed."""
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
    """A statement with its signature."""

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
    link, version = ChainLinkRow.__table__, ListVersionRow.__table__  # type: ignore[attr-defined]
    columns = (version.c.list_date, version.c.version, version.c.published_at, version.c.text_sha256)
    rows = session.connection().execute(
        sa.select(link.c.number, *columns, link.c.head)
        .join_from(link, version, link.c.version_id == version.c.id)
        .order_by(link.c.number)
    )
    found: list[Statement] = []
    before = FIRST
    for number, day, version_number, moment, text, head in rows:
        published = moment.astimezone(UTC) if moment.tzinfo else moment
        told = f"{published:%Y-%m-%dT%H:%M:%S}Z"
        found.append(Statement(number, day.isoformat(), version_number, told, text, head, before))
        before = sha256(found[-1].text())
    return found


def write_statements(place: Place, session: Session, *, anew: bool = False) -> None:
    """Writes and signs what is not written yet; `anew`: signs all with the key there is now. Left alone where
    the database is not the one that `heads.txt` or an earlier statement was written from: `statement_faults`
    says so. Refused where there is something to sign and no key to do it with."""
    folder, newest = place.folder / FOLDER, newest_link(session)
    if not newest or (not anew and any(folder.glob(f"{newest:04}-*{SIGNATURE}"))):
        return
    if any(head_faults(place, session)):
        return
    told = statements(session)
    if any(_written(place, one) not in (None, one.text()) for one in told):
        return
    key = office_key(place)
    folder.mkdir(exist_ok=True)
    for one in told:
        _sign(place, one, key, anew=anew)


def _sign(place: Place, one: Statement, key: SecretKey, *, anew: bool) -> None:
    file = place.folder / FOLDER / one.name
    if not file.is_file():
        put(file, one.text(), mode=0o600)
    signature = file.with_name(file.name + SIGNATURE)
    if anew or not signature.is_file():
        put(signature, signed(key, one.text(), one.comment), mode=0o600)


def key_shown(place: Place, session: Session, *, renew: bool = False) -> PublicKey:
    """The public key, once everything published is signed with it. `renew`: it is another one from here on,
    and everybody who checks lists has to be told."""
    if renew:
        new_key(place)
    public = office_key(place).public
    write_statements(place, session, anew=renew)
    return public


def signed_statements(place: Place, session: Session) -> list[Signed]:
    """Every statement that is signed, the first one first, up to the first that is not."""
    found: list[Signed] = []
    for one in statements(session):
        signature = place.folder / FOLDER / (one.name + SIGNATURE)
        if _written(place, one) != one.text() or not signature.is_file():
            break
        found.append(Signed(one, signature.read_bytes()))
    return found


def statement_faults(place: Place, session: Session) -> Iterator[Problem]:
    """Statements in the office's folder that the database does not know or says otherwise, and signatures
    that do not hold."""
    folder = place.folder / FOLDER
    known = {one.name: one for one in statements(session)}
    remedy = "the database is not the one that was published from: put back a copy that has them all"
    for file in sorted(folder.glob("*.txt")):
        held = known.get(file.name)
        if held is None or file.read_bytes() != held.text():
            found = "no such publication" if held is None else "another one"
            yield Problem("head-differs", str(file), "the publication that was signed", found, remedy)
    try:
        key = office_public_key(place)
    except OfficeError as error:
        yield from error.problems
        return
    for one in known.values() if key else ():
        signature = folder / (one.name + SIGNATURE)
        same = _written(place, one) == one.text()  # of another one it was said above
        if key is not None and same and signature.is_file():
            try:
                check(key, one.text(), signature.read_bytes())
            except Unfit as error:
                expected, again = f"a signature by the key {key.id}", "delete it; then: banzuke key"
                yield Problem("signature-differs", str(signature), expected, str(error), again)


def _written(place: Place, one: Statement) -> bytes | None:
    file = place.folder / FOLDER / one.name
    return file.read_bytes() if file.is_file() else None

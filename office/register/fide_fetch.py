"""FIDE's monthly list asked of FIDE: the three single lists, as their text says of which month each is."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from urllib.parse import urlsplit

import httpx
from sqlmodel import Session, select

from importer.fide_list.players import TYPES
from importer.tables import FideListRow
from office.errors import OfficeError, Unanswered, refusal
from scraper.certificates import doubt_in, why_not
from scraper.client import user_agent
from scraper.unfinished import folder_in
from scraper.wire import SECONDS, Wire

ADDRESS = "https://ratings.fide.com/download/{kind}_rating_list.zip"
"""The newest list of a kind, packed. The combined list does not say its month, so it is not taken here."""

LARGEST = 200_000_000
"""Bytes; the standard list is some fifteen million, packed."""

LONGEST, SILENCE = 900.0, 60.0
"""Seconds for a whole list, and for the next bytes of it."""

LOOPBACK = ("localhost", "127.0.0.1", "::1")


def missing(session: Session, month: date) -> list[str]:
    """Which lists of a month (its first day) the office has not got; none where it has the combined one."""
    held = set(session.exec(select(FideListRow.kind).where(FideListRow.month == month)))
    return [] if "all" in held else [kind for kind in TYPES if kind not in held]


@contextmanager
def fetched(address: str, kind: str, beside: Path, contact: str) -> Iterator[Path]:
    """The list of a kind as a file, which is gone behind the block. One request and no second try here: the
    job has its own. Redirects are not followed; what is more than a list can be is refused."""
    refuse_unprotected(address)
    url = address.replace("{kind}", kind)
    with folder_in(beside) as work:
        file = work / f"{kind}_rating_list.zip"
        try:
            _fetch(url, file, contact)
        except httpx.HTTPError as error:
            doubt = doubt_in(error)
            found = why_not(doubt) if doubt is not None else f"{error}" or type(error).__name__
            raise Unanswered(*_refused(url, found).problems) from None
        yield file


def refuse_unprotected(address: str) -> None:
    """Refuses what is no address with a protected connection, or on this machine."""
    parts = urlsplit(address)
    here = parts.scheme == "http" and parts.hostname in LOOPBACK
    if not (here or (parts.scheme == "https" and parts.hostname)):
        expected, remedy = "https://…, with {kind} where it says which list", f"--address {ADDRESS}"
        raise refusal("fide-not-fetched", "--address", expected, f"“{address}”", remedy)


def _fetch(url: str, file: Path, contact: str) -> None:
    headers = {"User-Agent": user_agent(contact), "Accept": "application/zip", "Accept-Encoding": "identity"}
    ends, size = time.monotonic() + LONGEST, 0
    with (
        httpx.Client(transport=Wire(), headers=headers, timeout=SILENCE) as client,
        client.stream("GET", url, extensions={SECONDS: LONGEST}) as answer,
    ):
        if answer.status_code != httpx.codes.OK:
            refused = _refused(url, f"the answer {answer.status_code}")
            raise Unanswered(*refused.problems) if answer.is_server_error else refused
        with file.open("wb") as out:
            # As it comes: what would be packed once more is unpacked without a limit, and is no list.
            for piece in answer.iter_raw():
                size += len(piece)
                if size > LARGEST:
                    raise _refused(url, f"more than {LARGEST // 1_000_000} MB")
                if time.monotonic() > ends:
                    raise _refused(url, f"a list that took longer than {LONGEST:.0f} seconds")
                out.write(piece)
        length = answer.headers.get("Content-Length", "")
        whole = int(length) if length.isdecimal() else size
        if whole != size:
            raise _refused(url, f"{size} of {whole} bytes")


def _refused(url: str, found: str) -> OfficeError:
    remedy = "it is tried again the next day; or save the file by hand: banzuke fide import FILE"
    return refusal("fide-not-fetched", url, "FIDE's list, packed", found, remedy)

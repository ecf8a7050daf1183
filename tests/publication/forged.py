"""Public archives as a forger makes them: every sum right again, and signed by a key of his own."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace

from office.chain.minisign import SecretKey, made, signed
from office.chain.statements import FIRST, statement_of
from office.lists.packing import sha256

Parts = dict[str, bytes]


def zipped(parts: Parts) -> bytes:
    """An archive of these parts."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return out.getvalue()


def unzipped(data: bytes) -> Parts:
    """The parts of an archive."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def head_signed(parts: Parts, key: SecretKey | None = None) -> Parts:
    """The parts with a signature over `bundle.json` as it is now; all else as it is."""
    return parts | {"bundle.json.minisig": signed(key or made(), parts["bundle.json"], "forged")}


def resigned(parts: Parts, key: SecretKey | None = None) -> Parts:
    """The parts with statements, sums and signatures of a forger who mends them all, by one key: his own."""
    key = key or made()
    found = {name: data for name, data in parts.items() if not name.endswith(".minisig")}
    head = json.loads(found.pop("bundle.json"))
    told = sorted(
        ((statement_of(found.pop(entry["statement"])), entry) for entry in head["versions"]),
        key=lambda one: one[0].number,
    )
    before = FIRST
    for number, (statement, entry) in enumerate(told, 1):
        mine = replace(
            statement,
            number=number,
            list_date=entry["list"],
            version=entry["version"],
            sha256=entry["published_sha256"],
            before=before,
        )
        before = sha256(mine.text())
        entry["statement"] = f"statements/{mine.name}"
        found[entry["statement"]] = mine.text()
        found[entry["statement"] + ".minisig"] = signed(key, mine.text(), mine.comment)
    found["key.pub"] = key.public.file()
    head |= {"key": key.public.text, "files": {name: sha256(data) for name, data in found.items()}}
    return head_signed(found | {"bundle.json": json.dumps(head).encode()}, key)

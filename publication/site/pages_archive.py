"""What the site proves its lists with: the key, the signed statements, and, where the office turned it on,
the public archive that `banzuke bundle` writes.

Whoever asked to be withheld stands in it under a number, and nobody with a birth date (publication/exports/
fields.py); but it tells in which years somebody was a junior, which the site does not show by itself.
"""

import io
import zipfile

from office.chain.key import PUBLIC
from office.chain.statements import SIGNATURE
from office.errors import OfficeError
from publication.site.builder import Site
from publication.site.state import archive_signature, signature

ARCHIVE = "archive.zip"
"""Its address below `data/`: one file for all lists, for each list starts from the one before it."""


def proof_pages(site: Site) -> None:
    """The key as `data/key.pub`, and below `data/statements/` each statement with its signature."""
    if site.proof.key is not None:
        site.write(f"data/{PUBLIC}", site.proof.key.file())
    for one in site.proof.signed.values():
        path = f"data/statements/{one.statement.name}"
        site.write(path, one.statement.text())
        site.write(path + SIGNATURE, one.signature)


def archive_pages(site: Site) -> None:
    """The archive as `data/archive.zip`, made again when a version is new; versions it has are taken over. An
    archive that is refused is none of the site, and the refusal is told with it."""
    place = site.proof.place
    if not (site.settings.archive and site.proof.key and place and site.versions):
        return
    path = f"data/{ARCHIVE}"
    under = signature(archive_signature(), sorted(site.withheld), site.proof.key.text)
    said = [(v.mark, site.proof.of(v)) for v in site.versions]
    mark = signature(under, site.settings.name, said)
    # apart from what the pages are made under: another address of the site is the same archive
    if site.before.archive == f"{under} {mark}" and site.release.keep(path):
        site.state.pages[path], site.state.archive, site.archive = mark, site.before.archive, ARCHIVE
        return
    from publication.bundle.write import write_bundle  # it asks the rules of rating, which no page does

    try:
        known = site.release.standing(path) if site.before.archive.startswith(f"{under} ") else None
        data, _ = write_bundle(site.session, place, site.tell, _parts(known))
    except OfficeError as error:
        site.release.written.problems += error.problems
        return
    site.write(path, data)
    site.state.pages[path] = mark
    site.state.archive, site.archive = f"{under} {mark}", ARCHIVE


def _parts(data: bytes | None) -> dict[str, bytes]:
    if data is None:
        return {}
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return {name: archive.read(name) for name in archive.namelist()}
    except (zipfile.BadZipFile, OSError, ValueError):
        return {}  # damaged where it stands: all of it is made again

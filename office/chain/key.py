"""The office's key, with which it signs what it published: `key.sec`, its own (0600), and `key.pub`.

Made with the office, or when an older office first needs one. An office that has the public half alone, or
neither half and something that was signed, lost its key: it never makes another by itself, for whoever checks
lists knows the old one. `banzuke key --new` does, and the office has to announce it.
"""

import os
import tempfile
from pathlib import Path

from office.chain.minisign import PublicKey, SecretKey, Unfit, made, public_key, secret_key
from office.errors import OfficeError, refusal
from office.faults import FILE_TROUBLE
from office.place import Place
from scraper.unfinished import PREFIX, put

SECRET, PUBLIC = "key.sec", "key.pub"


def office_key(place: Place) -> SecretKey:
    """The key to sign with; made where the office never had one. Refused where it was lost, or where its
    halves are not of one key."""
    secret, public = place.folder / SECRET, place.folder / PUBLIC
    if not secret.exists() and (public.exists() or any(place.statements.glob("*"))):
        known = office_public_key(place)
        found = f"{PUBLIC} ({known.id}) alone" if known else "neither half, and signed statements"
        remedy = (
            f"put {SECRET} back from a copy; if there is none: banzuke key --new, and announce the new key"
        )
        raise refusal("key-lost", str(secret), "the office's key, to sign with", found, remedy)
    if not secret.exists():
        _put_first(secret, made().file())
    try:
        key = secret_key(secret.read_bytes())
    except Unfit as error:
        raise _unfit(secret, str(error)) from None
    except OSError as error:
        raise _unread(secret, error) from None
    known = office_public_key(place)
    if known is None:
        put(public, key.public.file(), mode=0o600)
    elif known != key.public:
        raise _unfit(secret, f"the key {key.public.id}, and {PUBLIC} of the key {known.id}")
    return key


def office_public_key(place: Place) -> PublicKey | None:
    """The public half; None in an office that never had a key. Refused where the file holds no key."""
    file = place.folder / PUBLIC
    try:
        return public_key(file.read_text("ascii"))
    except FileNotFoundError:
        return None
    except ValueError as error:
        raise _unfit(file, str(error)) from None
    except OSError as error:
        raise _unread(file, error) from None


def new_key(place: Place) -> SecretKey:
    """Another key in the place of the one there is, whose files are kept beside it under its name."""
    secret, public = place.folder / SECRET, place.folder / PUBLIC
    try:
        known = office_public_key(place)
    except OfficeError:  # the new one takes the place of whatever stands there
        known = None
    name = f"key-{known.id}" if known else "key-unfit"
    for file in (secret, public):
        if file.exists():
            file.replace(place.folder / f"{name}{file.suffix}")
    _put_first(secret, made().file())
    return office_key(place)


def _put_first(file: Path, data: bytes) -> None:
    """Writes a file that is not there yet; where another command was quicker, its file stays."""
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=PREFIX)  # 0600
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        os.link(name, file)
    except FileExistsError:
        pass  # that one is read
    finally:
        Path(name).unlink()


def _unfit(file: Path, found: str) -> OfficeError:
    remedy = f"put {SECRET} and {PUBLIC} back from one copy; if there is none: banzuke key --new"
    return refusal("key-unfit", str(file), "a key of the office in the format of minisign", found, remedy)


def _unread(file: Path, error: OSError) -> OfficeError:
    """It may well be a key, as that of an office of another account: no reason for another one."""
    found = error.strerror or str(error)
    return refusal("file-trouble", str(file), "a file that can be used", found, FILE_TROUBLE)

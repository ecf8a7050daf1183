"""Backups that only the holder of a key can read, in the format of age (age-encryption.org), which other
programs read too. Recipients are public keys, `age1…` or of SSH; an identity is the file with the secret
one."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from office.errors import OfficeError, refusal
from office.faults import FILE_TROUBLE

_MAGIC = b"age-encryption.org/"
_SECRET = "AGE-SECRET-KEY-"
LARGEST = 100_000
"""Bytes of a file with keys."""


def is_encrypted(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(len(_MAGIC)) == _MAGIC


def recipients(given: Sequence[str]) -> list[Any]:
    """The public keys that were given, each in a line or in a file with a line each. Refused where one is
    none, and where a file has none: nobody would be kept from reading the backup."""
    pyrage = _library()
    expected, remedy = "a public key, age1… or ssh-…", "make one with age-keygen, and give its public key"
    found = []
    for text in given:
        file, place = Path(text), "--recipient"
        lines = [text]
        if len(text) < 1000 and file.is_file():
            lines, place = _lines(file), text
        elif not _like_a_key(text):
            told = "a folder" if len(text) < 1000 and file.is_dir() else "no such file"
            either = "a public key, age1… or ssh-…, or a file with such keys"
            correct = "correct the name of the file, or give the public key itself"
            raise refusal("backup-key-unfit", text[:1000], either, told, correct)
        if not lines:
            raise refusal("backup-key-unfit", text, expected, "none", remedy)
        for line in lines:
            if line.startswith(_SECRET):
                raise refusal("backup-key-unfit", place, expected, "a secret key", remedy)
            kind = pyrage.ssh if line.startswith("ssh-") else pyrage.x25519
            try:
                found.append(kind.Recipient.from_str(line))
            except pyrage.RecipientError as error:
                raise refusal("backup-key-unfit", place, expected, str(error), remedy) from None
    return found


def _like_a_key(text: str) -> bool:
    """Whether a text is a key of either kind, or would be one, rather than the name of a file."""
    alone = not {".", "/", "\\"} & set(text)
    return (
        text.startswith(_SECRET)
        or (text.startswith("ssh-") and " " in text)
        or (text.startswith("age1") and alone)
    )


def encrypt(source: Path, target: Path, to: Sequence[Any]) -> None:
    """Writes the same file for these recipients alone."""
    pyrage = _library()
    with source.open("rb") as plain, target.open("xb") as out:
        try:
            pyrage.encrypt_io(plain, out, list(to))
        except pyrage.EncryptError as error:
            raise _trouble(target, str(error)) from None
        out.flush()
        os.fsync(out.fileno())


def decrypt(source: Path, target: Path, identity: Path | None) -> None:
    """Writes what an encrypted file holds. Refused without the secret key, or where the file is not whole."""
    pyrage = _library()
    if identity is None:
        remedy = "name the file with the secret key: --identity FILE"
        raise refusal("backup-encrypted", str(source), "the key for which it was encrypted", "none", remedy)
    known = _identities(pyrage, identity)
    try:
        with source.open("rb") as packed, target.open("xb") as out:
            pyrage.decrypt_io(packed, out, known)
    except (pyrage.DecryptError, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        if "[Errno" in str(error):  # of the file that was written
            raise _trouble(target, str(error)) from None
        remedy = "use the key it was encrypted for; if it is that one, take another copy of this backup"
        expected = "a whole backup that this key opens"
        raise refusal("backup-unfit", str(source), expected, str(error), remedy) from None


def _identities(pyrage: Any, file: Path) -> list[Any]:
    remedy = "give the file that age-keygen wrote, or a private key of SSH without a passphrase"
    try:
        text = file.read_bytes()[:LARGEST]
        if text.lstrip().startswith(b"-----BEGIN"):
            return [pyrage.ssh.Identity.from_buffer(text)]
        if found := [pyrage.x25519.Identity.from_str(line) for line in _lines(file)]:
            return found
        raise ValueError("none")
    except (pyrage.IdentityError, ValueError) as error:
        raise refusal("backup-key-unfit", str(file), "a secret key", str(error), remedy) from None


def _lines(file: Path) -> list[str]:
    lines = file.read_bytes()[:LARGEST].decode("utf-8", "replace").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]


def _trouble(file: Path, found: str) -> OfficeError:
    return refusal("file-trouble", str(file), "a file that can be used", found, FILE_TROUBLE)


def _library() -> Any:
    try:
        import pyrage
    except ModuleNotFoundError:
        raise refusal("no-age", "backup", "the library pyrage", "none") from None
    return pyrage

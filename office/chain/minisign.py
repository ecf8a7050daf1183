"""Keys and signatures in the format of minisign (jedisct1.github.io/minisign), which other tools read.

Ed25519 over the BLAKE2b-512 of what is signed; a second signature covers the first one with its trusted
comment. Secret keys are stored without a passphrase, as `minisign -G -W` does: the file's mode keeps them.
"""

import base64
import binascii
import hashlib
import secrets
from dataclasses import dataclass

LARGEST = 2_000
"""Bytes of a key or a signature; one of minisign's has some 300."""

_HASHED, _PLAIN, _NO_KDF, _BLAKE = b"ED", b"Ed", b"\x00\x00", b"B2"
_ID, _KEY, _SIGNATURE = 8, 32, 64
_NOT_ENCRYPTED = bytes(32 + 8 + 8)
"""Salt and limits of a key that no passphrase guards."""


class Unfit(ValueError):
    """Text that is no key or signature of this format, or a signature that does not hold; says what."""


@dataclass(frozen=True, slots=True)
class PublicKey:
    """What signatures are checked with. `number` tells keys apart."""

    number: bytes
    raw: bytes

    @property
    def id(self) -> str:
        """How minisign names it: sixteen hexadecimal digits."""
        return self.number[::-1].hex().upper()

    @property
    def text(self) -> str:
        """The key in one line, as `minisign -P` and `banzuke verify --key` take it."""
        return base64.b64encode(_PLAIN + self.number + self.raw).decode()

    def file(self) -> bytes:
        """The same as a file."""
        return f"untrusted comment: minisign public key {self.id}\n{self.text}\n".encode()


@dataclass(frozen=True, slots=True)
class SecretKey:
    """What is signed with. Never shown: its representation tells the public key alone."""

    public: PublicKey
    seed: bytes

    def __repr__(self) -> str:
        return f"SecretKey({self.public.id})"

    def file(self) -> bytes:
        """The key as minisign keeps one without a passphrase."""
        body = _PLAIN + _NO_KDF + _BLAKE + _NOT_ENCRYPTED + self.public.number + self.seed + self.public.raw
        text = base64.b64encode(body + bytes(32)).decode()
        return f"untrusted comment: secret key of a rating office; keep it to yourself\n{text}\n".encode()


def made() -> SecretKey:
    return _secret(secrets.token_bytes(_ID), secrets.token_bytes(_KEY))


def _secret(number: bytes, seed: bytes) -> SecretKey:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    raw = Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()
    return SecretKey(PublicKey(number, raw), seed)


def public_key(text: str) -> PublicKey:
    """A public key from its one line or its file. Unfit where it is none."""
    data = _decoded(_last_line(text), len(_PLAIN) + _ID + _KEY, "a public key")
    if data[:2] != _PLAIN:
        raise Unfit("a key of another kind")
    return PublicKey(data[2 : 2 + _ID], data[2 + _ID :])


def secret_key(data: bytes) -> SecretKey:
    """A secret key from its file. Unfit where it is none, or one with a passphrase."""
    at = 6 + len(_NOT_ENCRYPTED)
    body = _decoded(_last_line(_ascii(data)), at + _ID + 2 * _KEY + 32, "a secret key")
    if body[:6] != _PLAIN + _NO_KDF + _BLAKE:
        raise Unfit("a secret key with a passphrase, or of another kind")
    found = _secret(body[at : at + _ID], body[at + _ID : at + _ID + _KEY])
    if found.public.raw != body[at + _ID + _KEY : at + _ID + 2 * _KEY]:
        raise Unfit("a secret key whose halves do not belong together")
    return found


def signed(key: SecretKey, data: bytes, comment: str) -> bytes:
    """The signature of data as a file; the same data and comment, the same bytes. `comment` is signed too."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    own = Ed25519PrivateKey.from_private_bytes(key.seed)
    first = own.sign(hashlib.blake2b(data).digest())
    second = own.sign(first + comment.encode())
    head = base64.b64encode(_HASHED + key.public.number + first).decode()
    tail = base64.b64encode(second).decode()
    lines = (
        f"untrusted comment: signature by key {key.public.id}",
        head,
        f"trusted comment: {comment}",
        tail,
    )
    return "".join(f"{line}\n" for line in lines).encode()


def check(key: PublicKey, data: bytes, signature: bytes) -> str:
    """The trusted comment of a signature that holds. Unfit where it does not, or is another key's."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    lines = _ascii(signature).split("\n")
    if len(lines) != 5 or lines[4] or not lines[2].startswith("trusted comment: "):
        raise Unfit("no signature in the format of minisign")
    first = _decoded(lines[1], 2 + _ID + _SIGNATURE, "a signature")
    second = _decoded(lines[3], _SIGNATURE, "a signature")
    if first[:2] != _HASHED:
        raise Unfit("a signature of another kind")
    if first[2 : 2 + _ID] != key.number:
        raise Unfit(f"a signature by the key {PublicKey(first[2 : 2 + _ID], b'').id}")
    comment = lines[2].removeprefix("trusted comment: ")
    try:
        public = Ed25519PublicKey.from_public_bytes(key.raw)
        public.verify(first[2 + _ID :], hashlib.blake2b(data).digest())
        public.verify(second, first[2 + _ID :] + comment.encode())
    except (InvalidSignature, ValueError):
        raise Unfit("a signature that does not hold") from None
    return comment


def _ascii(data: bytes) -> str:
    if len(data) > LARGEST:
        raise Unfit(f"{len(data)} bytes")
    try:
        return data.decode("ascii")
    except UnicodeDecodeError:
        raise Unfit("other letters than ASCII") from None


def _last_line(text: str) -> str:
    lines = text.strip().splitlines() if len(text) <= LARGEST else []
    if not lines or len(lines) > 2:
        raise Unfit("no key in the format of minisign")
    return lines[-1].strip()


def _decoded(text: str, size: int, what: str) -> bytes:
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise Unfit(f"no base64 where {what} stands") from None
    if len(data) != size:
        raise Unfit(f"{len(data)} bytes where {what} has {size}")
    return data

"""An office that gets mails about an event of the stand-in site."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.publication.site import connect, event, registered
from tests.standin.server import Standin
from tests.workplace import Workplace


@pytest.fixture
def standin() -> Iterator[Standin]:
    with Standin([event(), event(9900002, name="Second Open")]) as made:
        yield made


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A key and a certificate for 127.0.0.1 that no authority of this machine has signed."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    address = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([address]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file = tmp_path_factory.mktemp("keys") / "server.pem"
    file.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return file


@pytest.fixture
def desk(work: Workplace, standin: Standin) -> Workplace:
    """The office of the stand-in's events, on 2 November 2026."""
    registered(work, event())
    connect(work.monkeypatch, standin)
    for name in ("HOST", "PORT", "USER", "PASSWORD", "FOLDER", "SECURITY"):
        work.monkeypatch.delenv(f"BANZUKE_IMAP_{name}", raising=False)
    return work

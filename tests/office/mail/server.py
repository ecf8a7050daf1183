"""A real IMAP server on loopback, in a process of its own, with the mails that a test puts into it.

Run as a program it is the server: pymap's own, with its backend in memory. Arguments: port; `none`,
`starttls` or `tls`; a file with certificate and key; a folder of mails (`*.eml`, by name); the file that says
it is up.
"""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import time
from argparse import Namespace
from pathlib import Path
from types import TracebackType

from tests.begun import Begun
from tests.servers import free_port

ROOT = Path(__file__).resolve().parents[3]
USER, PASSWORD = "rating", "invented password"
TOKEN = "ya29.invented-token"
"""What the server takes instead of the password (XOAUTH2)."""


class ImapServer:
    """The server while a test runs. `restart` makes a new mailbox of the same mails: another UIDVALIDITY."""

    def __init__(
        self, folder: Path, *mails: bytes, security: str = "none", certificate: Path | None = None
    ) -> None:
        self.folder, self.security, self.certificate = folder, security, certificate
        self.port = free_port()
        folder.mkdir(exist_ok=True)
        for number, raw in enumerate(mails):
            (folder / f"{number:03}.eml").write_bytes(raw)
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> ImapServer:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def start(self) -> None:
        up = self.folder / "up"
        up.unlink(missing_ok=True)
        words = [self.port, self.security, self.certificate or "-", self.folder, up]
        self._process = Begun(
            [sys.executable, "-W", "ignore", "-m", "tests.office.mail.server", *map(str, words)],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        until = time.monotonic() + 30
        while not up.exists():
            if self._process.poll() is not None or time.monotonic() > until:
                self._process.kill()
                raise RuntimeError(self._process.communicate()[1].decode())
            time.sleep(0.02)

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.communicate(timeout=20)
            self._process = None

    def restart(self) -> None:
        self.stop()
        self.port = free_port()
        self.start()


async def _serve(port: int, security: str, certificate: str, folder: Path, up: Path) -> None:
    import ssl
    from contextlib import AsyncExitStack
    from datetime import UTC, datetime

    from proxyprotocol.reader import ProxyProtocolReader
    from pymap.backend.dict import DictBackend, Identity
    from pymap.config import IMAPConfig
    from pymap.exceptions import InvalidAuth
    from pymap.imap import IMAPServer, IMAPService
    from pymap.parsing.message import AppendMessage
    from pysasl import SASLAuth
    from pysasl.creds.external import ExternalCredentials, ExternalVerificationRequired
    from pysasl.creds.server import ServerCredentials
    from pysasl.hashing import BuiltinHash

    args = Namespace(
        host="127.0.0.1",
        port=str(port),
        debug=False,
        cert=certificate if security == "starttls" else None,
        key=certificate if security == "starttls" else None,
        tls=security == "starttls",
        proxy_protocol=None,
        passlib_cfg=None,
        inherited_sockets=None,
        demo_data=False,
        demo_user=USER,
        demo_password=PASSWORD,
    )
    mechanisms = SASLAuth.named([b"PLAIN", b"LOGIN", b"XOAUTH2"])
    IMAPConfig.tls_auth = property(lambda self: mechanisms)  # type: ignore[assignment]
    quick = BuiltinHash(rounds=1)  # half a million rounds take half a second of each login
    backend, config = await DictBackend.init(args, hash_context=quick)
    by_password = backend.login.authenticate

    async def authenticate(credentials: ServerCredentials) -> Identity:
        if not isinstance(credentials, ExternalCredentials):
            return await by_password(credentials)
        try:
            credentials.verify(None)
        except ExternalVerificationRequired as asked:
            if (credentials.authzid, asked.token) != (USER, TOKEN):
                raise InvalidAuth from None
        return Identity(USER, backend.login, None, frozenset())

    backend.login.authenticate = authenticate  # type: ignore[method-assign]
    config.apply_context()
    async with AsyncExitStack() as stack:
        await backend.start(stack)
        if security == "tls":
            context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            context.load_cert_chain(certificate)
            callback = ProxyProtocolReader(config.proxy_protocol).get_callback(
                IMAPServer(backend.login, config)
            )
            await stack.enter_async_context(
                await asyncio.start_server(callback, "127.0.0.1", port, ssl=context)
            )
        else:
            await IMAPService(backend, config).start(stack)
        async with backend.login.demo_user_identity.new_session() as session:
            inbox = await session.mailbox_set.get_mailbox("INBOX")
            await session.mailbox_set.add_mailbox("Reports")
            for file in sorted(folder.glob("*.eml")):
                moment = datetime(2026, 10, 20, 16, 30, tzinfo=UTC)
                await inbox.append(AppendMessage(file.read_bytes(), moment, frozenset()))
        stopped = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
        up.touch()
        await stopped.wait()


if __name__ == "__main__":
    at, security_, certificate_, folder_, up_ = sys.argv[1:]
    asyncio.run(_serve(int(at), security_, certificate_, Path(folder_), Path(up_)))

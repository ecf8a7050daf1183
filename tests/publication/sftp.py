"""A real SFTP server on loopback, for uploads of the site."""

from __future__ import annotations

import asyncio
import errno
import os
import threading
from pathlib import Path
from typing import Any

import pytest


class Server:
    """An SFTP server over SSH whose whole tree is a folder; it takes the one key in `key`. `keeps`: whether
    nobody may delete there; `full`: whether its disk is full, `no_names`: whether it has no room for another
    file."""

    def __init__(self, folder: Path) -> None:
        asyncssh = pytest.importorskip("asyncssh")
        self.root, self.key = folder / "server", folder / "key"
        self.keeps = self.full = self.no_names = False
        self.root.mkdir(parents=True)
        (self.root / "www").mkdir()
        mine, theirs = (
            asyncssh.generate_private_key("ssh-ed25519"),
            asyncssh.generate_private_key("ssh-ed25519"),
        )
        self.key.write_bytes(mine.export_private_key())
        self.key.chmod(0o600)
        self.options = (
            f"-oIdentityFile={self.key}",
            "-oStrictHostKeyChecking=no",
            f"-oUserKnownHostsFile={folder}/h",
        )
        keys = asyncssh.import_authorized_keys(mine.export_public_key().decode())
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()

        async def listen() -> Any:
            class Tree(asyncssh.SFTPServer):  # type: ignore[name-defined, misc]
                def remove(_tree, path: bytes) -> None:
                    if self.keeps:
                        raise asyncssh.SFTPPermissionDenied("no")
                    super().remove(path)

                def open(_tree, path: bytes, pflags: int, attrs: Any) -> Any:
                    if self.no_names:
                        raise OSError(errno.EDQUOT, os.strerror(errno.EDQUOT))
                    return super().open(path, pflags, attrs)

                def write(_tree, file: Any, offset: int, data: bytes) -> int:
                    if self.full:
                        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                    return int(super().write(file, offset, data))

            def tree(channel: Any) -> Any:
                return Tree(channel, chroot=str(self.root).encode())

            # As a server that takes uploads alone: whatever else it is told to do, it does not.
            no: dict[str, Any] = {"process_factory": lambda process: process.exit(1)}
            given: dict[str, Any] = {**no, "server_host_keys": [theirs], "authorized_client_keys": keys}
            return await asyncssh.listen("127.0.0.1", 0, sftp_factory=tree, **given)

        self.listening = asyncio.run_coroutine_threadsafe(listen(), self.loop).result(20)
        self.address = f"sftp://office@127.0.0.1:{self.listening.get_port()}/www/ratings"

    def stop(self) -> None:
        async def close() -> None:
            self.listening.close()
            await self.listening.wait_closed()

        asyncio.run_coroutine_threadsafe(close(), self.loop).result(20)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(20)
        self.loop.close()

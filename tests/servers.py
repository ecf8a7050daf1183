"""Real web servers on loopback, each with the lines of the handbook: nginx, Apache, Caddy."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from textwrap import dedent

import pytest

DOCS = Path(__file__).resolve().parent.parent / "docs"
MODULES = Path("/usr/lib/apache2/modules")
PROGRAMS = {"nginx": "nginx", "Apache": "apache2", "Caddy": "caddy"}
PATH = f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin"


def lines_for(server: str, page: str) -> str:
    """The block of a page of the handbook that stands behind “With SERVER”."""
    text = (DOCS / page).read_text("utf-8")
    (found,) = re.findall(rf"^With {server}.*?\n\n```\n(.*?)^```", text, re.S | re.M)
    return str(found)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def serving(server: str, lines: str, folder: Path, tls: tuple[Path, Path] | None = None) -> Iterator[int]:
    """Within the block a server with these lines answers; its port. `tls`: certificate and key."""
    program = shutil.which(PROGRAMS[server], path=PATH)
    if program is None or (server == "Apache" and not MODULES.is_dir()):
        pytest.skip(f"{server} is not installed")
    port, config = free_port(), folder / f"{server}.conf"
    config.write_text({"nginx": _nginx, "Apache": _apache, "Caddy": _caddy}[server](lines, folder, port, tls))
    words = {
        "nginx": [program, "-c", config, "-g", "daemon off;"],
        "Apache": [program, "-f", config, "-DFOREGROUND"],
        "Caddy": [program, "run", "--config", config, "--adapter", "caddyfile"],
    }[server]
    home: Mapping[str, str] = {"HOME": str(folder), "PATH": PATH}
    told = folder / "told"
    with told.open("wb") as said:
        running = subprocess.Popen(words, stdout=said, stderr=said, env=home)
        try:
            _wait(port, running, told)
            yield port
        finally:
            running.terminate()
            running.wait(20)


def _wait(port: int, running: subprocess.Popen[bytes], told: Path) -> None:
    for _ in range(200):
        assert running.poll() is None, told.read_text()
        with socket.socket() as asked:
            if asked.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError(told.read_text())


def _nginx(lines: str, folder: Path, port: int, tls: tuple[Path, Path] | None) -> str:
    kept = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    given = f"ssl_certificate {tls[0]}; ssl_certificate_key {tls[1]};" if tls else ""
    types = Path("/etc/nginx/mime.types")
    return dedent("""\
        {user} pid {at}/pid; error_log {at}/error.log; events {{}}
        http {{ {types} access_log off; {temp}
        server {{ listen 127.0.0.1:{port} {ssl}; {given}
        {lines} }} }}
        """).format(
        user="user root;" if os.geteuid() == 0 else "",
        at=folder,
        types=f"include {types};" if types.is_file() else "",
        temp=" ".join(f"{one}_temp_path {folder}/{one};" for one in kept),
        port=port,
        ssl="ssl" if tls else "",
        given=given,
        lines=lines,
    )


def _apache(lines: str, folder: Path, port: int, tls: tuple[Path, Path] | None) -> str:
    wanted = "mpm_event authz_core mime dir alias negotiation deflate filter headers proxy proxy_http ssl"
    loaded = "\n".join(f"LoadModule {one}_module {MODULES}/mod_{one}.so" for one in wanted.split())
    given = f"SSLEngine on\nSSLCertificateFile {tls[0]}\nSSLCertificateKeyFile {tls[1]}" if tls else ""
    user = "User www-data\nGroup www-data" if os.geteuid() == 0 else ""
    return (
        f"ServerRoot {folder}\nPidFile {folder}/pid\nMutex file:{folder} default\nServerName localhost\n"
        f"ErrorLog {folder}/error.log\n{loaded}\nTypesConfig /etc/mime.types\n"
        f"Listen 127.0.0.1:{port}\n{user}\n"
        f"<VirtualHost 127.0.0.1:{port}>\n{given}\n{lines}\n</VirtualHost>\n"
    )


def _caddy(lines: str, folder: Path, port: int, tls: tuple[Path, Path] | None) -> str:
    """`lines` begin with the name of the site, on a line of its own or before a brace."""
    name, rest = re.split(r"[ \n]", lines, maxsplit=1)
    rest = rest.strip().removeprefix("{").removesuffix("}") if rest.lstrip().startswith("{") else rest
    given = f"tls {tls[0]} {tls[1]}" if tls else ""
    scheme = f"https://{name}" if tls else "http://"
    glob = "{\nadmin off\nauto_https disable_redirects\n}\n"
    return f"{glob}{scheme}:{port} {{\nbind 127.0.0.1\n{given}\n{rest}\n}}\n"

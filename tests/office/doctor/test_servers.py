"""`doctor --network` opens every server that the office works with, names each that is not as it should be,
and gives none of them anything."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from office.doctor import servers
from office.errors import OfficeError
from publication.site import upload
from publication.site.upload import reach
from tests.office.mail.conftest import certificate  # noqa: F401  a fixture
from tests.office.mail.outgoing import Https, Smtp, https_server, smtp_server
from tests.publication.sftp import Server
from tests.publication.test_site_upload import server  # noqa: F401  a fixture
from tests.servers import free_port
from tests.workplace import Workplace

PASSWORD = "invented password"


@pytest.fixture
def smtp(work: Workplace, certificate: Path) -> Iterator[Smtp]:  # noqa: F811
    with smtp_server(Smtp(security="tls", certificate=certificate, password=PASSWORD)) as made:
        yield made


@pytest.fixture
def hook(certificate: Path) -> Iterator[Https]:  # noqa: F811
    with https_server(Https(certificate)) as made:
        yield made


@pytest.fixture
def settled(
    work: Workplace,
    certificate: Path,  # noqa: F811
    smtp: Smtp,
    hook: Https,
    server: Server,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> Workplace:
    """An office that sends notices by mail and to a webhook, and its site to a server."""
    monkeypatch.setattr(servers, "SITE", f"https://127.0.0.1:{hook.port}/")
    monkeypatch.setattr(upload, "_SSH", (*upload._SSH, *server.options))
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    monkeypatch.setenv("BANZUKE_SMTP_PASSWORD", PASSWORD)
    said = {"HOST": "127.0.0.1", "PORT": str(smtp.port), "USER": "rating", "SENDER": "rating@office.example",
            "WEBHOOK": f"https://127.0.0.1:{hook.port}/a-secret"}  # fmt: skip
    for name, value in said.items():
        monkeypatch.setenv(f"BANZUKE_NOTICES_{name}", value)
    work.done("jobs", "change", "site", "--with", f"/srv/www --upload {server.address}")
    work.done("jobs", "on", "site")
    return work


def named(work: Workplace) -> set[tuple[str, str]]:
    """The servers that are not as they should be, each with what is found."""
    problems = work.run("doctor", "--network", "--no-pages").problems()
    assert all(one["do"] for one in problems)
    return {(one["code"], one["place"]) for one in problems} - {("open-to-others", str(work.folder))}


def of_servers(found: set[tuple[str, str]]) -> set[tuple[str, str]]:
    return {one for one in found if one[0].startswith(("smtp", "unreachable", "upload", "notices"))}


def test_servers_that_answer_are_opened_and_given_nothing(
    settled: Workplace, smtp: Smtp, hook: Https, server: Server  # noqa: F811
) -> None:  # fmt: skip
    assert of_servers(named(settled)) == set()
    assert (smtp.sessions, smtp.got, hook.got) == (1, [], [])
    assert not (server.root / "www" / "ratings").exists()
    settled.done("doctor", "--no-pages")
    assert smtp.sessions == 1, "without --network nobody is asked"


def test_each_server_that_is_gone_is_named_with_what_to_do(
    settled: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    dead = [free_port() for _ in range(3)]
    monkeypatch.setenv("BANZUKE_NOTICES_PORT", str(dead[0]))
    monkeypatch.setenv("BANZUKE_NOTICES_WEBHOOK", f"https://127.0.0.1:{dead[1]}/a-secret?token=x")
    to = f"sftp://office@127.0.0.1:{dead[2]}/www/ratings"
    settled.done("jobs", "change", "site", "--with", f"/srv/www --upload={to}")
    assert of_servers(named(settled)) == {
        ("smtp-unreachable", f"127.0.0.1:{dead[0]}"),
        ("unreachable", f"https://127.0.0.1:{dead[1]}"),  # never the secret behind it
        ("upload-unreachable", to),
    }
    settled.done("jobs", "off", "site")  # no server is worked with any more
    assert "upload-unreachable" not in {code for code, _ in named(settled)}


def test_a_login_that_is_refused_and_a_certificate_that_does_not_hold_are_named(
    settled: Workplace, smtp: Smtp, hook: Https, monkeypatch: pytest.MonkeyPatch
) -> None:
    smtp.password = "another one"
    assert of_servers(named(settled)) == {("smtp-login-refused", "rating@127.0.0.1")}
    monkeypatch.delenv("SSL_CERT_FILE")
    address = f"https://127.0.0.1:{hook.port}"
    found = {("unreachable", address), ("unreachable", f"{address}/"), ("smtp-certificate", _at(smtp))}
    assert of_servers(named(settled)) == found
    monkeypatch.setenv("BANZUKE_NOTICES_SECURITY", "ssl")
    assert ("notices-settings", "[notices], security") in of_servers(named(settled))


def _at(smtp: Smtp) -> str:
    return f"127.0.0.1:{smtp.port}"


def test_an_upload_server_that_does_not_take_the_key_is_named(
    server: Server,  # noqa: F811
    tmp_path: Path,
) -> None:
    other = tmp_path / "other"
    asyncssh = pytest.importorskip("asyncssh")
    other.write_bytes(asyncssh.generate_private_key("ssh-ed25519").export_private_key())
    other.chmod(0o600)
    assert list(reach(server.address, server.options)) == []
    (problem,) = reach(server.address, [o.replace(str(server.key), str(other)) for o in server.options])
    assert problem.code == "upload-unreachable" and "ermission denied" in problem.found


def test_an_sftp_that_ends_by_writing_to_an_ssh_that_is_gone_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So the program ends at times on a busy machine, with what its ssh said before."""
    sftp = tmp_path / "sftp"
    sftp.write_text(
        "#!/bin/sh\necho 'connect to host 127.0.0.1 port 9: Connection refused' >&2\nkill -PIPE $$\n"
    )
    sftp.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    (problem,) = reach("sftp://office@127.0.0.1:9/www")
    assert problem.code == "upload-unreachable" and problem.found.endswith("Connection refused")


def test_an_upload_by_rsync_needs_rsync_and_a_server_that_ssh_opens(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch  # noqa: F811
) -> None:  # fmt: skip
    rsync = tmp_path / "bin" / "rsync"  # looked for, never run
    rsync.parent.mkdir()
    rsync.touch(0o755)
    monkeypatch.setenv("PATH", f"{rsync.parent}:/usr/bin:/bin")
    port = server.address.removesuffix("/www/ratings").rpartition(":")[2]
    to = "office@127.0.0.1:www/ratings"
    assert list(reach(to, (*server.options, f"-oPort={port}"))) == []  # though it runs no command
    (problem,) = reach(to, (f"-oPort={free_port()}",))
    assert problem.code == "upload-unreachable" and "refused" in problem.found
    monkeypatch.setenv("PATH", "")
    with pytest.raises(OfficeError) as refused:
        list(reach(to))
    assert refused.value.problems[0].found == "not installed"

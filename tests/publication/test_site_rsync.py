"""The site sent by the real rsync where it is; what is no server; servers that hold an upload."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from office.errors import OfficeError
from publication.site import running
from publication.site.order import in_order
from publication.site.target import Target
from publication.site.upload import Server, reach, rsync_words, server_of, upload
from tests.workplace import MORI, NAMES, Workplace, tree

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    "text",
    [
        *("", "host", "/srv/www", "host:", "host:/", "host:/..", "user@host:../www", "ftp://host/site"),
        *("-oProxyCommand=x:/www", "-x@host:/www", "host:-x", "a b:/www", "host:/www;rm -r x", "host:/$(x)"),
        *("sftp://host", "sftp://host/", "sftp://host:0/www", "sftp://host:99999/www", 'sftp://host/w"x'),
        *("sftp://user:word@host/www", "https://host/www", "host:/www\n!rm"),
    ],
)
def test_what_is_no_server_or_the_root_of_one_is_refused(text: str) -> None:
    with pytest.raises(OfficeError) as refused:
        server_of(text)
    assert [p.code for p in refused.value.problems] == ["upload-target"]


def test_rsync_deletes_behind_and_can_ask_for_no_password() -> None:
    words = rsync_words("/usr/bin/rsync", Path("/site/1"), server_of("office@web.example:www/ratings"), ())
    assert words[-3:] == ["--", "/site/1/", "office@web.example:www/ratings/"]
    assert {"--recursive", "--delete-after", "--delay-updates"} <= set(words)
    assert "BatchMode=yes" in words[words.index("-e") + 1]


def hanging(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *does: str) -> None:
    """Programs that do this in the place of the system's: a server that holds them does the same to them."""
    (tmp_path / "bin").mkdir()
    for name in ("rsync", "ssh", "sftp", "rclone"):
        program = tmp_path / "bin" / name
        program.write_text("\n".join(("#!/bin/sh", *does, "")))
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")


SLEEPS, FLOODS = ("exec sleep 60",), ("exec yes nonsense >&2",)
EVERYWHERE = ("web.example:ratings", "sftp://web.example/ratings", "s3://our-bucket/ratings")


@pytest.mark.parametrize("address", EVERYWHERE)
@pytest.mark.parametrize(("does", "found"), [(SLEEPS, "more than 1 seconds"), (FLOODS, "MB of words")])
def test_a_server_that_holds_an_upload_or_talks_without_end_is_left(
    site: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    address: str,
    does: tuple[str, ...],
    found: str,
) -> None:
    hanging(tmp_path, monkeypatch, *does)
    limit = 1.0 if does is SLEEPS else 60.0
    for name, value in (("LONGEST", limit), ("OPENED", limit)):
        monkeypatch.setattr(f"publication.site.upload.{name}", value)
    monkeypatch.setattr("publication.site.running.MOST", 1_000_000)
    begun = time.monotonic()
    with pytest.raises(OfficeError) as refused:
        upload(Target(site), server_of(address))
    assert found in refused.value.problems[0].found
    (problem,) = reach(address)
    assert problem.code == "upload-unreachable" and found in problem.found
    assert time.monotonic() - begun < 20


@pytest.mark.parametrize(("code", "why"), [(11, "as on a full disk"), (23, "")])
def test_what_rsync_ends_with_without_a_word_is_told(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, why: str
) -> None:
    rsync = tmp_path / "bin" / "rsync"
    rsync.parent.mkdir()
    rsync.write_text(f"#!/bin/sh\nexit {code}\n")
    rsync.chmod(0o755)
    monkeypatch.setenv("PATH", f"{rsync.parent}:{os.environ['PATH']}")
    with pytest.raises(OfficeError) as refused:
        upload(Target(site), server_of("web.example:ratings"))
    (problem,) = refused.value.problems
    assert f"exit code {code}" in problem.found and problem.found.endswith(why)


@pytest.fixture
def rsynced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of this machine that rsync takes for one of a server."""
    if shutil.which("rsync") is None:
        pytest.skip("rsync is not installed")
    there = tmp_path / "there"
    there.mkdir()
    ssh = tmp_path / "bin" / "ssh"  # stands for a connection to this machine: drops options and the host
    ssh.parent.mkdir()
    ssh.write_text('#!/bin/sh\nwhile [ "${1#-}" != "$1" ]; do shift; done\nshift\nexec sh -c "$*"\n')
    ssh.chmod(0o755)
    monkeypatch.setenv("PATH", f"{ssh.parent}:{os.environ['PATH']}")
    return there


def test_rsync_makes_the_servers_folder_the_site(site: Path, rsynced: Path) -> None:
    there = rsynced
    (there / "old").mkdir()
    (there / "old" / "page.html").write_text("old")
    for left in (there / "old" / ".~tmp~", there / "en" / "members" / ".~tmp~"):  # of one that was cut off
        left.mkdir(parents=True)
        (left / "N1.html").write_text("who is withheld since")
    upload(Target(site), server_of(f"web.example:{there}"))
    assert tree(there) == tree(site) and not list(there.rglob(".~tmp~"))
    assert Target(site).unsent() == ([], [])


def cut_before_the_whole(target: Target, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """An upload by rsync or rclone whose time is over when the site as a whole is to be sent."""
    real = running.ran

    def ran(words: Sequence[str], given: bytes, seconds: float) -> tuple[int, bytes]:
        if {"sync", "--delete-after"} & set(words):
            raise running.NoEnd
        return real(words, given, seconds)

    with monkeypatch.context() as patch:
        patch.setattr("publication.site.upload.ran", ran)
        with pytest.raises(OfficeError):
            upload(target, server)


def test_by_rsync_too_who_is_withheld_is_gone_first_and_then_what_spoke_of_him(
    work: Workplace, site: Path, rsynced: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, server = Target(site), server_of(f"web.example:{rsynced}")
    upload(target, server)
    before = tree(rsynced)
    for path in before:  # rsync takes what is as large and of the same second for the same
        os.utime(rsynced / path, (0, 0))
    page = f"en/members/{MORI}.html"
    held = rsynced / "en" / "members" / ".~tmp~"
    held.mkdir()
    for path in (held / f"{MORI}.html", held / "index.html", rsynced / "en" / "other.html"):
        path.write_bytes(before[page])
    work.register({"ID": MORI, "Name": NAMES[MORI], "Withheld": "yes"})
    work.done("publish")
    work.done("site", site)
    order = in_order(target, *target.unsent())
    cut_before_the_whole(target, server, monkeypatch)
    assert page in order.gone and "en/index.html" in order.first
    first = {path: (site / path).read_bytes() for path in order.first}
    left = {path: data for path, data in before.items() if path not in order.gone}
    others = {"en/other.html": before[page], "en/members/.~tmp~/index.html": before[page]}
    assert tree(rsynced) == {**left, **first, **others}
    upload(target, server)
    assert tree(rsynced) == tree(site)

"""The site sent to a bucket of S3: by the real rclone to a real server of S3 on loopback."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from office.errors import OfficeError
from publication.site.order import in_order
from publication.site.target import Target
from publication.site.upload import reach, server_of, upload
from tests.office.writers import busy
from tests.publication.test_site_rsync import cut_before_the_whole
from tests.workplace import MORI, NAMES, Workplace, tree

HERE = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
RCLONE = shutil.which("rclone", path=HERE)
KEY = ("officekey", "office-secret-word")
ADDRESS = "s3://ratings/public/list"

pytestmark = pytest.mark.skipif(RCLONE is None, reason="rclone is not installed")


@pytest.fixture
def bucket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """What a server of S3 has of the bucket `ratings`; it lets in who signs with the one key."""
    (tmp_path / "server" / "ratings").mkdir(parents=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    monkeypatch.setenv("PATH", HERE)
    monkeypatch.setenv("RCLONE_CONFIG", str(tmp_path / "rclone.conf"))
    made = ("provider=Rclone", f"access_key_id={KEY[0]}", f"secret_access_key={KEY[1]}")
    there = f"endpoint=http://127.0.0.1:{port}"
    subprocess.run(["rclone", "config", "create", "s3", "s3", *made, there], check=True, capture_output=True)
    words = ["rclone", "serve", "s3", "--addr", f"127.0.0.1:{port}", "--auth-key", ",".join(KEY)]
    serving = subprocess.Popen([*words, str(tmp_path / "server")], stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            with socket.socket() as asked:
                if asked.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield tmp_path / "server" / "ratings"
    finally:
        serving.terminate()
        serving.wait(20)


@pytest.mark.slow
def test_the_bucket_has_the_site_byte_for_byte_and_later_only_what_changed(
    work: Workplace, bucket: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is withheld is gone first, and then what spoke of him."""
    busy(work)
    folder, there = work.folder.parent / "site", bucket / "public" / "list"
    work.done("site", folder, "--address", "https://federation.example/", "--upload", ADDRESS)
    assert tree(there) == tree(folder) and len(tree(there)) > 20
    assert Target(folder).unsent() == ([], [])
    before = {path: (there / path).stat().st_ino for path in tree(there)}
    (folder.parent / "old").write_text("old")
    put = ("rclone", "copyto", folder.parent / "old", "s3:ratings/public/list/old page.html")
    subprocess.run(put, check=True)
    assert (there / "old page.html").read_text() == "old"
    work.done("publish")
    work.done("site", folder, "--upload", ADDRESS)
    assert tree(there) == tree(folder)
    assert 0 < sum((there / path).stat().st_ino != had for path, had in before.items()) < len(before)
    assert not list(reach(ADDRESS))
    stood = tree(there)
    work.register({"ID": MORI, "Name": NAMES[MORI], "Withheld": "yes"})
    work.done("site", folder)
    target = Target(folder)
    order = in_order(target, *target.unsent())
    cut_before_the_whole(target, server_of(ADDRESS), monkeypatch)
    assert f"en/members/{MORI}.html" in order.gone and "en/index.html" in order.first
    first = {path: (folder / path).read_bytes() for path in order.first}
    assert tree(there) == {**{path: stood[path] for path in stood.keys() - {*order.gone}}, **first}
    upload(target, server_of(ADDRESS))
    assert tree(there) == tree(folder)


def test_a_wrong_key_or_no_bucket_is_told_and_the_next_upload_sends_it(
    work: Workplace, bucket: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy(work)
    folder = work.folder.parent / "site"
    work.done("site", folder, "--address", "https://federation.example/")
    unsent = Target(folder).unsent()
    with monkeypatch.context() as patch:
        config = Path(os.environ["RCLONE_CONFIG"])
        other = config.with_name("other.conf")
        other.write_text(config.read_text().replace(KEY[1], "another"))
        patch.setenv("RCLONE_CONFIG", str(other))
        with pytest.raises(OfficeError) as refused:
            upload(Target(folder), server_of(ADDRESS))
        assert [p.code for p in refused.value.problems] == ["upload-failed"]
        assert "SignatureDoesNotMatch" in refused.value.problems[0].found
        assert [p.code for p in reach(ADDRESS)] == ["upload-unreachable"]
    assert [p.code for p in reach("s3://another-bucket")] == ["upload-unreachable"]
    assert Target(folder).unsent() == unsent and not tree(bucket)
    upload(Target(folder), server_of(ADDRESS))
    assert tree(bucket / "public" / "list") == tree(folder)


def test_a_storage_that_was_never_entered_is_told(
    work: Workplace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", HERE)
    monkeypatch.setenv("RCLONE_CONFIG", str(tmp_path / "none.conf"))
    busy(work)
    folder = work.folder.parent / "site"
    refused = work.run("site", folder, "--address", "https://federation.example/", "--upload", ADDRESS)
    assert (refused.code, refused.problem()["code"]) == (1, "upload-failed")
    assert "config file" in refused.problem()["found"]


@pytest.mark.parametrize(
    "text",
    [
        "s3://",
        "s3:///x",
        "s3://Bucket/x",
        "s3://b/x",
        "s3://bucket/../x",
        "s3://key:word@bucket/x",
        "s3://-o/x",
    ],
)
def test_what_is_no_bucket_is_refused(text: str) -> None:
    with pytest.raises(OfficeError) as refused:
        server_of(text)
    assert [p.code for p in refused.value.problems] == ["upload-target"]

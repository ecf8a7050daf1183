"""The site sent to a server: by the real sftp to a real server on loopback."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from office.errors import OfficeError
from office.words import speaking
from office.words.problems import said
from publication.site import running
from publication.site.order import in_order
from publication.site.target import Target
from publication.site.upload import parts, server_of, sftp_lines, upload
from tests.office.writers import busy
from tests.publication.sftp import Server
from tests.workplace import MORI, NAMES, Workplace, tree

pytestmark = pytest.mark.slow


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path / "ssh")
    yield made
    made.stop()


def test_the_server_has_the_site_byte_for_byte_and_later_only_what_changed(
    work: Workplace, site: Path, server: Server
) -> None:
    there, target = server.root / "www" / "ratings", Target(site)
    sent, gone = upload(target, server_of(server.address), server.options)
    assert tree(there) == tree(site) and sent == len(tree(site)) > 20 and gone == 0
    assert upload(target, server_of(server.address), server.options) == (0, 0)
    before = {path: (there / path).stat().st_mtime_ns for path in tree(there)}
    work.done("publish")
    work.done("site", site)
    assert target.unsent()[0]
    sent, _gone = upload(target, server_of(server.address), server.options)
    assert tree(there) == tree(site)
    touched = [path for path in before if (there / path).stat().st_mtime_ns != before[path]]
    assert 0 < len(touched) <= sent < len(before)


def test_what_is_gone_is_deleted_there(site: Path, server: Server) -> None:
    target, there = Target(site), server.root / "www" / "ratings"
    upload(target, server_of(server.address), server.options)
    (there / "old page.html").write_text("old")
    target.deleted_list.write_text("old page.html\nnever there.html\n", encoding="utf-8")
    assert upload(target, server_of(server.address), server.options) == (0, 2)
    assert tree(there) == tree(site)


def test_who_is_withheld_is_gone_before_anything_is_sent_and_what_spoke_of_him_is_sent_first(
    work: Workplace, site: Path, server: Server
) -> None:
    target, there = Target(site), server.root / "www" / "ratings"
    upload(target, server_of(server.address), server.options)
    letters = b"letter-m.html"  # of names that begin as his, and nobody else's
    spoke = {path for path, data in tree(there).items() if MORI.encode() in data or letters in data}
    work.register({"ID": MORI, "Name": NAMES[MORI], "Withheld": "yes"})
    work.done("publish")
    work.done("site", site)
    order = in_order(target, *target.unsent())
    gone, first = set(order.gone), spoke & set(order.changed)
    assert {path for path in tree(there) if MORI in path} | {"en/members/letter-m.html"} <= gone
    assert f"data/members/{MORI}.json" in gone and not order.last
    assert {"sitemap.xml", "en/index.html", "en/members/index.html"} <= first
    new = set(order.changed) - tree(there).keys()
    assert first <= set(order.changed[: len(first | new)]) < set(order.changed)
    server.full = True
    with pytest.raises(OfficeError):
        upload(target, server_of(server.address), server.options)
    assert not gone & tree(there).keys()
    server.full = False
    upload(target, server_of(server.address), server.options)
    assert tree(there) == tree(site)


def test_a_page_that_was_cut_off_in_the_middle_and_is_gone_since_is_deleted_too(
    site: Path, server: Server
) -> None:
    target, there = Target(site), server.root / "www" / "ratings"
    upload(target, server_of(server.address), server.options)
    (there / "en" / "gone.html.banzuke-new").write_text("who is withheld since")
    target.deleted_list.write_text("en/gone.html\n", encoding="utf-8")
    upload(target, server_of(server.address), server.options)
    assert tree(there) == tree(site)


def test_a_page_that_the_server_does_not_delete_is_told_until_it_does(site: Path, server: Server) -> None:
    target, there = Target(site), server.root / "www" / "ratings"
    upload(target, server_of(server.address), server.options)
    (there / "gone.html").write_text("who is withheld since")
    target.deleted_list.write_text("gone.html\n", encoding="utf-8")
    server.keeps = True
    with pytest.raises(OfficeError) as refused:
        upload(target, server_of(server.address), server.options)
    (problem,) = refused.value.problems
    assert problem.code == "upload-failed" and "/www/ratings/gone.html" in problem.found
    assert target.unsent() == ([], ["gone.html"])
    server.keeps = False
    assert upload(target, server_of(server.address), server.options) == (0, 1)
    assert tree(there) == tree(site)


def test_what_keeps_the_site_from_a_server_is_told_without_the_folders_that_are_there(
    site: Path, server: Server
) -> None:
    (server.root / "www" / "ratings").write_text("a file, where the site's folder is to be")
    with pytest.raises(OfficeError) as refused:
        upload(Target(site), server_of(server.address), server.options)
    (problem,) = refused.value.problems
    assert "404.html.banzuke-new" in problem.found and "mkdir" not in problem.found


@pytest.mark.parametrize("what", ["full", "no_names"])
def test_a_full_disk_of_the_server_is_told_as_one(site: Path, server: Server, what: str) -> None:
    setattr(server, what, True)
    with pytest.raises(OfficeError) as refused:
        upload(Target(site), server_of(server.address), server.options)
    (problem,) = refused.value.problems
    told = "Failure: the server says no more than that; often its disk or a quota is full"
    assert problem.found.endswith(told)
    with speaking("ja"):
        assert "ディスクか割り当て容量" in said(problem.found)
    setattr(server, what, False)
    upload(Target(site), server_of(server.address), server.options)
    assert tree(server.root / "www" / "ratings") == tree(site)


def test_another_server_gets_the_whole_site_and_the_first_one_too_when_it_comes_back(
    work: Workplace, site: Path, server: Server
) -> None:
    """Also what is gone since the one that comes back got it last is deleted there."""
    target = Target(site)
    first, other = server_of(server.address), server_of(f"{server.address}-new")
    for one in (first, other):
        sent, _gone = upload(target, one, server.options)
        assert tree(server.root / one.folder.lstrip("/")) == tree(site) and sent == len(tree(site))
    work.register({"ID": MORI, "Name": NAMES[MORI], "Withheld": "yes"})
    work.done("publish")
    work.done("site", site)
    upload(target, other, server.options)
    upload(target, first, server.options)
    assert tree(server.root / "www" / "ratings") == tree(site)
    assert upload(target, first, server.options) == (0, 0)


def test_an_upload_that_was_refused_is_done_by_the_next_one(
    work: Workplace, site: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    unsent = Target(site).unsent()
    other = server.key.with_name("other")
    asyncssh = pytest.importorskip("asyncssh")
    other.write_bytes(asyncssh.generate_private_key("ssh-ed25519").export_private_key())
    other.chmod(0o600)
    options = [o.replace(str(server.key), str(other)) for o in server.options]
    with pytest.raises(OfficeError) as refused:
        upload(Target(site), server_of(server.address), options)
    (problem,) = refused.value.problems
    assert problem.code == "upload-failed" and "ermission denied" in problem.found
    assert "\r" not in problem.found
    assert Target(site).unsent() == unsent
    upload(Target(site), server_of(server.address), server.options)
    assert tree(server.root / "www" / "ratings") == tree(site)


def cut_off(server: Server, target: Target, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """An upload in parts of three files whose disk is full after the second; what is there."""
    monkeypatch.setattr("publication.site.upload.PART", 3)
    begun, real = 0, running.ran

    def ran(words: Sequence[str], given: bytes, seconds: float) -> tuple[int, bytes]:
        nonlocal begun
        begun += 1
        server.full = begun > 2
        return real(words, given, seconds)

    with monkeypatch.context() as patch:
        patch.setattr("publication.site.upload.ran", ran)
        with pytest.raises(OfficeError):
            upload(target, server_of(server.address), server.options)
    server.full = False
    whole = tree(server.root / "www" / "ratings")
    return [path for path in whole if not path.endswith(".banzuke-new")]


def test_an_upload_that_was_cut_off_goes_on_where_it_ended(
    work: Workplace, site: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large site over a slow line takes more than the time of one; a part is not sent again, but for what
    is other since."""
    target, there = Target(site), server.root / "www" / "ratings"
    before = cut_off(server, target, monkeypatch)
    assert len(before) == 6
    work.done("site", site, "--address", "https://other.example/")
    again = {path for path in before if (there / path).read_bytes() != (site / path).read_bytes()}
    assert 0 < len(again) < 6
    sent, _gone = upload(target, server_of(server.address), server.options)
    assert tree(there) == tree(site) and sent == len(tree(site)) - 6 + len(again)
    assert upload(target, server_of(server.address), server.options) == (0, 0)


def test_what_is_sent_at_once_is_bounded_in_files_and_in_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("publication.site.upload.PART", 3)
    monkeypatch.setattr("publication.site.upload.WEIGHT", 100)
    for name, size in (("a", 1), ("b", 1), ("c", 1), ("d", 60), ("e", 60), ("f", 200), ("g", 1)):
        (tmp_path / name).write_bytes(b"x" * size)
    assert list(parts(tmp_path, "abcdefg")) == [["a", "b", "c"], ["d", "e"], ["f"], ["g"]]


def test_another_server_has_nothing_of_what_was_cut_off(
    work: Workplace, site: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what it got of it, and is gone since, is deleted there."""
    target, other = Target(site), server_of(f"{server.address}-new")
    assert f"badges/{MORI}.svg" in cut_off(server, target, monkeypatch)
    assert upload(target, other, server.options)[0] == len(tree(site))
    work.register({"ID": MORI, "Name": NAMES[MORI], "Withheld": "yes"})
    work.done("site", site)
    upload(target, other, server.options)
    assert upload(target, server_of(server.address), server.options)[0] == len(tree(site))
    assert tree(server.root / "www" / "ratings") == tree(site)


def test_the_command_writes_the_site_and_says_what_kept_it_from_the_server(work: Workplace) -> None:
    busy(work)
    folder = work.folder.parent / "site"
    closed = "sftp://office@127.0.0.1:1/www/ratings"  # nobody listens on port 1
    words = ("site", folder, "--address", "https://federation.example/", "--upload")
    refused = work.run(*words, closed)
    assert (refused.code, refused.problem()["code"]) == (1, "upload-failed")
    assert "refused" in refused.problem()["found"]
    assert (folder / "index.html").is_file()
    assert "index.html" in Target(folder).unsent()[0]
    work.monkeypatch.setenv("PATH", "")
    refused = work.run(*words, closed)
    assert (refused.code, refused.problem()["found"]) == (1, "not installed")


def test_sftp_is_told_folders_first_and_a_page_takes_its_place_in_one_step() -> None:
    lines = sftp_lines(Path("/site/1"), "/www", ["a/b.html"], ["c.html"])
    assert list(lines) == [
        '-mkdir "/www"',
        '-mkdir "/www/a"',
        'put "/site/1/a/b.html" "/www/a/b.html.banzuke-new"',
        'chmod 644 "/www/a/b.html.banzuke-new"',
        'rename "/www/a/b.html.banzuke-new" "/www/a/b.html"',
        '-rm "/www/c.html"',
        '-rm "/www/c.html.banzuke-new"',
    ]

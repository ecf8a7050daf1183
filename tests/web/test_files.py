"""Files, announcement, archive, website and jobs at the desk: the very bytes that the command line writes,
and what was written where."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from office.accounts.roles import Role
from publication.exports.formats import COMMON
from tests.office.test_publication import drafted
from tests.web.conftest import Served, served
from tests.web.test_lists import text
from tests.workplace import MORI, Workplace

pytestmark = pytest.mark.slow

LIST = ("--list", "2026-11-01")


@pytest.fixture
def out(work: Workplace) -> Iterator[Served]:
    """The small federation with its list of November published: version 2 of the desk's numbers."""
    drafted(work)
    work.done("publish")
    with served(work) as desk:
        yield desk


@pytest.mark.parametrize("name", ["japan", *COMMON])
def test_a_file_is_the_one_that_the_command_line_writes(out: Served, tmp_path: Path, name: str) -> None:
    client = out.signed_in("Reader", Role.READER)
    out.work.done("export", "list", "--format", name, "--to", tmp_path / "out", *LIST)
    (written,) = (tmp_path / "out").iterdir()
    page = client.get("/lists/2/files")
    assert f'href="/lists/2/files/{name}"' in page.text
    got = client.get(f"/lists/2/files/{name}")
    assert got.status_code == 200
    assert got.content == written.read_bytes()
    assert got.headers["content-disposition"] == f'attachment; filename="{written.name}"'


def test_letters_and_hidden_ids_are_those_of_the_command_line(out: Served, tmp_path: Path) -> None:
    client = out.signed_in()
    words = ("--encoding", "cp932", "--hide-ids", "--replace")
    out.work.done("export", "list", "--format", "csv", "--to", tmp_path / "out", *words, *LIST)
    (written,) = (tmp_path / "out").iterdir()
    page = client.get("/lists/2/files").text
    assert (
        'value="cp932"' in page and "the Japanese sites cannot read it" in page and 'name="replace"' in page
    )
    chosen = client.get("/lists/2/files?kind=csv&letters=cp932&ids=no&replace=yes")
    got = client.get(chosen.headers["location"])
    assert got.content == written.read_bytes() and b"N9000" not in got.content
    assert got.headers["content-type"] == "text/csv; charset=shift_jis"
    for path, status in (
        ("csv?letters=latin", 422),
        ("json?letters=cp932", 422),
        ("swiss-perfect?ids=no", 422),
        ("qj-text", 422),  # of another family
        ("nothing", 404),
    ):
        refused = client.get(f"/lists/2/files/{path}")
        assert refused.status_code == status, (path, refused.status_code, refused.text)
    for path in ("/lists/99/files", "/lists/99/files/csv", "/lists/99/games.zip", "/members/for/excel"):
        assert client.get(path).status_code == 404, path


def test_whose_name_a_file_cannot_have_is_told_before_it_is_saved(work: Workplace) -> None:
    drafted(work)
    work.register({"ID": MORI, "Name": "李 Šora"})
    work.resolve(work.the("member-ambiguous"), "--match", MORI)
    work.done("rate")
    work.done("preview")
    work.done("publish")
    ((published,),) = work.rows("SELECT max(id) FROM list_version")
    with served(work) as desk:
        client = desk.signed_in("Reader", Role.READER)
        for path, words in (
            ("/members/for/swiss-manager", ("export", "members", "--for", "swiss-manager")),
            (
                f"/lists/{published}/files/swiss-perfect",
                ("export", "list", "--format", "swiss-perfect", *LIST),
            ),
            (
                f"/lists/{published}/files/csv?letters=cp932&replace=yes",
                ("export", "list", "--format", "csv", "--encoding", "cp932", "--replace", *LIST),
            ),
        ):
            said = work.done(*words).err.strip()
            assert MORI in said
            page = client.get(path)
            assert said in text(page), path
            (link,) = re.findall(r'href="([^"]+anyway=yes)"', page.text)
            saved = client.get(unescape(link))
            assert "attachment" in saved.headers["content-disposition"], path
        assert "attachment" in client.get("/members/for/swiss-manager-excel").headers["content-disposition"]


def test_a_draft_leaves_the_office_in_no_file(work: Workplace) -> None:
    drafted(work)
    with served(work) as desk:
        client = desk.signed_in()
        for path in ("files", "files/csv", "games.zip", "announcement"):
            refused = client.get(f"/lists/2/{path}")
            assert refused.status_code == 409 and "not-published" in refused.text, path


def test_games_members_and_the_file_for_fide(out: Served, tmp_path: Path) -> None:
    client = out.signed_in()
    out.work.done("export", "games", "--to", tmp_path / "games", *LIST)
    with zipfile.ZipFile(io.BytesIO(client.get("/lists/2/games.zip").content)) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    there = [p for p in (tmp_path / "games").rglob("*") if p.is_file()]
    assert held == {p.relative_to(tmp_path / "games").as_posix(): p.read_bytes() for p in there} != {}
    for program in ("swiss-manager", "swiss-manager-excel", "swiss-perfect"):
        assert f"/members/for/{program}" in client.get("/members").text
        out.work.done("export", "members", "--for", program, "--to", tmp_path / program)
        assert client.get(f"/members/for/{program}").content == (tmp_path / program).read_bytes()
    client.get("/events/1")
    stated = {"city": "Invented Town", "arbiter": "Arbiter, Invented", "federation": "JPN"}
    words = [word for name, value in stated.items() for word in (f"--{name}", value)]
    out.work.done("export", "trf", "E1", "--to", tmp_path / "one.trf", *words)
    got = client.post("/events/1/trf", stated)
    assert got.content == (tmp_path / "one.trf").read_bytes() and b"Invented Town" in got.content
    assert out.signed_in("Reader", Role.READER).post("/events/1/trf", stated).status_code == 403


@pytest.mark.parametrize(("use", "lang"), [("news", "ja"), ("news", "en"), ("mail", "ja"), ("mail", "en")])
def test_the_announcement_is_that_of_the_command_line(out: Served, use: str, lang: str) -> None:
    page = out.signed_in().get(f"/lists/2/announcement?for={use}&in={lang}")
    written = out.work.done("announce", "--for", use, "--lang", lang).out
    assert written.strip() in unescape(page.text)
    assert out.signed_in("Other").get("/lists/2/announcement?for=all").status_code == 404


def test_the_archive_is_checked_by_anybody(out: Served, tmp_path: Path) -> None:
    client = out.signed_in()
    assert "/lists/archive" in client.get("/lists").text
    got = client.post("/lists/archive")
    assert got.status_code == 200 and got.headers["content-type"] == "application/zip"
    file = tmp_path / "lists.zip"
    file.write_bytes(got.content)
    key = out.work.done("key").out.split()[-1]
    assert out.work.done("verify", file, "--key", key).code == 0
    out.work.done("bundle", tmp_path / "other.zip")
    assert (tmp_path / "other.zip").read_bytes() == got.content
    reader = out.signed_in("Reader", Role.READER)
    assert "/lists/archive" not in reader.get("/lists").text
    assert reader.post("/lists/archive").status_code == 403


def test_the_website_is_written_by_its_button_and_says_where(out: Served, tmp_path: Path) -> None:
    client, site = out.signed_in(), tmp_path / "site"
    page = client.get("/site")
    assert "banzuke jobs change site" in page.text and "It has not run yet" in page.text
    refused = client.post("/settings/jobs/site", {"do": "on"})
    assert "job-unready" in refused.text
    refused = client.post("/settings/jobs/site", {"do": "now"})
    assert refused.status_code == 409 and "job-off" in refused.text
    assert "nothing-chosen" in client.post("/settings/jobs/site", {"do": "else"}).text
    out.work.done("jobs", "change", "site", "--with", str(site))
    assert client.post("/settings/jobs/site", {"do": "on", "back": "/site"}).headers["location"] == "/site"
    names = {"name_ja": "架空チェス連盟", "name_en": "Invented Federation", "mail": "office@example.org"}
    stored = client.post("/site", {**names, "address": "https://example.org/list", "archive": "yes"})
    assert stored.headers["location"] == "/site?done=stored"
    page = client.get("/site").text
    assert 'value="https://example.org/list/"' in page and 'name="archive" value="yes" checked' in page
    assert 'name="ages" value="yes">' in page
    for wrong in ({"address": "ftp://example.org"}, {"mail": "nobody"}):
        assert client.post("/site", {**names, **wrong}).status_code == 422
    assert client.post("/settings/jobs/site", {"do": "now", "back": "/elsewhere"}).headers["location"] == (
        "/settings/jobs/site"
    )
    out.work.done("work", "--once")  # what runs beside a desk looks like this
    assert (site / "data" / "SHA256SUMS").exists() and "架空チェス連盟" in (
        site / "ja/index.html"
    ).read_text()
    said = text(client.get("/site"))
    assert f"{site}/index.html" in said and "files" in said
    assert str(site) in text(client.get("/settings/jobs/site"))


def test_what_another_officer_set_of_the_website_stays_as_he_set_it(out: Served) -> None:
    """Whoever changes one setting sends the whole form, as it stood when he opened the page."""
    one, other = out.signed_in("Officer Three"), out.signed_in("Officer Four")
    fields = 'name="(was-[a-z_]+)" value="([^"]*)"'
    shown = dict(re.findall(fields, one.get("/site").text))
    assert len(shown) == 8 and not shown["was-archive"]
    other.get("/site")
    assert other.post("/site", {**shown, "archive": "yes", "name_en": "Other"}).status_code == 303
    before = {name.removeprefix("was-"): value for name, value in shown.items()}
    assert one.post("/site", {**before, **shown, "mail": "a@example.org"}).status_code == 303
    now = dict(re.findall(fields, one.get("/site").text))
    assert (now["was-archive"], now["was-mail"], now["was-name_en"]) == ("yes", "a@example.org", "Other")
    emptied = {name.removeprefix("was-"): value for name, value in now.items()} | {"archive": "", "mail": ""}
    assert one.post("/site", {**now, **emptied}).status_code == 303
    left = dict(re.findall(fields, one.get("/site").text))
    assert (left["was-archive"], left["was-mail"], left["was-name_en"]) == ("", "", "Other")


@pytest.mark.parametrize(
    ("at", "told"),
    [
        ({"jobs": True}, "run while this desk or “banzuke work” does"),
        ({}, "This desk runs no jobs"),
        ({"demo": True}, "This desk with invented data runs no jobs"),
    ],
)
def test_it_is_told_whether_this_desk_carries_jobs_out(
    work: Workplace, at: dict[str, bool], told: str
) -> None:
    with served(work, **at) as desk:
        client = desk.signed_in()
        for path in ("/settings/jobs", "/settings/jobs/poll"):
            assert told in text(client.get(path))
        assert ("runs no jobs" in text(client.get("/site"))) is not at.get("jobs", False)


def test_jobs_are_listed_and_switched_by_officers_alone(out: Served) -> None:
    client = out.signed_in()
    page = text(client.get("/settings/jobs"))
    told = out.work.done("jobs").out
    for line in filter(None, map(str.strip, told.splitlines())):
        if ": " in line:
            assert line.split(": ", 1)[1] in page
    assert client.post("/settings/jobs/poll", {"do": "on"}).status_code == 303
    assert "poll" in out.work.done("journal").out
    assert client.post("/settings/jobs/poll", {"do": "off"}).status_code == 303
    assert out.work.rows("SELECT switched_on, changed_by FROM job WHERE name = 'poll'") == [
        (0, "Officer One")
    ]
    assert client.get("/settings/jobs/nothing").status_code == 404
    reader = out.signed_in("Reader", Role.READER)
    for path in ("/settings/jobs", "/settings/jobs/poll", "/site"):
        assert reader.get(path).status_code == 403

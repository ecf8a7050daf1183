"""The website written again over what was left of it: after a kill, beside another run, with nothing kept or
more kept than it is."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from publication.site import pages_members, told_before
from publication.site.kept import NAME
from publication.site.stories import Story
from publication.site.target import Target
from tests.office.test_corrections import PAIRS
from tests.office.test_killed import killed
from tests.publication.test_site import site_of
from tests.publication.test_site_again import Office
from tests.workplace import ONO, TANI, Workplace, small_federation, tree

pytestmark = pytest.mark.slow

KILLS = (
    (("os", "", "link"), 3, True),
    (("publication.site.target", "Release", "switch"), 1, True),
    (("os", "", "sync"), 1, True),
    (("os", "", "symlink"), 1, True),
)


@pytest.mark.parametrize(("where", "call", "before"), KILLS)
def test_a_kill_in_the_middle_leaves_the_old_site(
    work: Workplace, where: tuple[str, str, str], call: int, before: bool
) -> None:
    office = Office(work, 0)
    site = site_of(work)
    stood = tree(site)
    office.new_list()
    killed(work, where, call, "site", site, before=before)
    assert tree(site) == stood
    work.moment = datetime(2026, 11, 2, 1, tzinfo=UTC)
    work.done("site", site)
    work.done("site", site.parent / "again")
    assert tree(site) == tree(site.parent / "again")
    assert "en/lists/2026-11-01/index.html" in tree(site)


def test_a_build_that_was_killed_before_it_kept_what_it_told_is_gone_on_from(work: Workplace) -> None:
    office = Office(work, 0)
    office.new_list()
    site = site_of(work)
    office.new_list()
    killed(work, ("publication.site.kept", "Kept", "done"), 1, "site", site)
    office.new_list()
    work.done("site", site)
    work.done("site", site.parent / "whole")
    assert tree(site) == tree(site.parent / "whole")


@pytest.mark.parametrize("changed", [False, True])
def test_an_office_out_of_a_backup_takes_no_later_list_off_the_website(
    work: Workplace, changed: bool
) -> None:
    """A statement that somebody changed in the folder was signed by nobody, and is written as it was."""
    office = Office(work, 0)
    work.done("backup", work.folder.parent / "backups")
    (backup,) = (work.folder.parent / "backups").iterdir()
    office.new_list()
    site = site_of(work)
    stood = tree(site)
    back = replace(work, folder=work.folder.parent / "back")
    back.done("restore", backup)
    if changed:
        (newest,) = (site / "data" / "statements").glob("*-2026-11-01-v1.txt")
        newest.write_bytes(newest.read_bytes().replace(b"version 1", b"version 2"))
        back.done("site", site)
        assert "data/statements/" + newest.name not in tree(site)
        return
    said = back.run("site", site)
    assert said.code == 1 and tree(site) == stood
    problem = said.problem()
    assert (problem["code"], problem["place"]) == ("site-ahead", str(site))
    assert problem["found"].startswith("also the list of 2026-11-01, version 1, published 2026-11-02T")
    back.done("site", site.parent / "another")
    assert "en/lists/2026-11-01/index.html" not in tree(site.parent / "another")


TOLD = (
    (f"en/members/{TANI}.html", b"</h3>", b"</h3><!-- changed -->"),
    (f"ja/members/{TANI}.html", b"</h3>", b"</h3><!-- changed -->"),
    (f"data/members/{TANI}.json", b'"opponent_name":"', b'"opponent_name":"changed '),
    (f"data/members/{TANI}.csv", b",rated,", b",changed,"),
)


@pytest.mark.parametrize(("path", "was", "now"), TOLD, ids=["en", "ja", "figures", "games"])
@pytest.mark.parametrize("noted", [False, True])
def test_what_lists_said_is_taken_from_the_files_that_stand_if_they_are_as_they_were_written(
    work: Workplace, noted: bool, path: str, was: bytes, now: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    office = Office(work, 0)
    office.new_list()
    office.new_list()
    with monkeypatch.context() as patched:
        if noted:  # as if the build before had written it: no sum says otherwise
            patched.setattr(told_before, "_sum", lambda *_: "")
        site = site_of(work)
        assert was in (site / path).read_bytes()
        changed = (site / path).read_bytes().replace(was, now)
        (site / path).unlink()
        (site / path).write_bytes(changed)
        office.new_list()
        work.done("site", site)
        assert (b"changed" in (site / path).read_bytes()) is noted
    work.done("site", site, "--ages")
    work.done("site", site.parent / "whole")
    assert tree(site) == tree(site.parent / "whole")


def rows_read(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Whose stories are read from now on, and how many lists they tell of."""
    read: list[tuple[str, int]] = []
    real = pages_members.stories

    def noted(*asked: Any) -> Iterator[Story]:
        for story in real(*asked):
            read.append((story.person.id, len(story.entries)))
            yield story

    monkeypatch.setattr(pages_members, "stories", noted)
    return read


def test_of_a_new_list_only_what_it_says_is_read(work: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    office = Office(work, 0)
    office.new_list()
    office.new_list()
    site, read = site_of(work), rows_read(monkeypatch)
    office.new_list()
    work.done("site", site)
    assert {*read} == {(number, 1) for number in PAIRS[2][2:4]}
    read.clear()
    office.club()
    work.done("site", site)
    assert read and {lists for _, lists in read} == {0}
    work.done("site", site.parent / "whole")
    assert tree(site) == tree(site.parent / "whole")


@pytest.mark.parametrize(
    "what", ["no database", "cut short", "another form", "another career", "another text"]
)
def test_what_is_kept_of_members_is_not_taken_for_more_than_it_is(
    work: Workplace, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    office = Office(work, 0)
    office.new_list()
    office.new_list()
    site = site_of(work)
    kept = site.parent / ".public.site" / NAME
    assert kept.stat().st_mode & 0o077 == 0
    changes = {
        "another form": "ALTER TABLE member DROP COLUMN career",
        "another career": "UPDATE member SET career = CAST(replace(career, '1', '2') AS BLOB)",
        "another text": "UPDATE member SET sum = CAST(X'FF' AS TEXT)",
    }
    if what in changes:
        with closing(sqlite3.connect(kept)) as database:
            database.execute(changes[what])
            database.commit()
    else:
        kept.write_bytes(b"no database" if what == "no database" else kept.read_bytes()[:4096])
    read = rows_read(monkeypatch)
    office.new_list()
    work.done("site", site)
    assert max(lists for _, lists in read) > 1
    work.done("site", site.parent / "whole")
    assert tree(site) == tree(site.parent / "whole")


@pytest.mark.parametrize("why", ["a folder", "locked"])
def test_where_no_database_can_be_kept_the_site_is_written_all_the_same(work: Workplace, why: str) -> None:
    office = Office(work, 0)
    office.new_list()
    site = site_of(work)
    office.new_list()
    kept = site.parent / ".public.site" / NAME
    with closing(sqlite3.connect(kept, isolation_level=None)) as database:
        if why == "locked":
            database.execute("BEGIN EXCLUSIVE")
        else:
            kept.unlink()
            kept.mkdir()
        said = work.done("site", site)
    assert f"{kept}: " in said.err and "The next build takes longer" in said.err
    work.done("site", site.parent / "whole")
    assert tree(site) == tree(site.parent / "whole")


def test_of_who_is_shown_no_more_nothing_is_kept(work: Workplace) -> None:
    office = Office(work, 0)
    office.new_list()
    site = site_of(work)

    def kept() -> set[str]:
        with closing(sqlite3.connect(site.parent / ".public.site" / NAME)) as database:
            return {number for (number,) in database.execute("SELECT id FROM member")}

    assert ONO in kept()
    office.member(ONO, "Withheld", "yes")
    work.done("site", site)
    assert ONO not in kept()


def test_the_release_before_which_has_who_is_withheld_since_is_its_owners_alone(work: Workplace) -> None:
    """A web server of the folder beside the site's would hand it out."""
    office = Office(work, 0)
    office.new_list()
    site = site_of(work)
    assert site.resolve().stat().st_mode & 0o777 == 0o755
    for wish in ("yes", "no"):  # the second is made in the folder of the first
        before = site.resolve()
        office.member(ONO, "Withheld", wish)
        work.done("site", site)
        assert (before.stat().st_mode & 0o777, site.resolve().stat().st_mode & 0o777) == (0o700, 0o755)
        assert (before / f"en/members/{ONO}.html").exists() == (wish == "yes")


@pytest.mark.parametrize("stopped", [False, True])
def test_a_release_is_made_in_the_folder_of_the_one_before_the_last(work: Workplace, stopped: bool) -> None:
    office = Office(work, 0)
    site = site_of(work)
    first, number = site.resolve(), site.resolve().stat().st_ino
    office.new_list()
    work.done("site", site)
    second, stood = site.resolve(), tree(site)
    same = sorted(p for p in first.rglob("*.svg") if p.samefile(second / p.relative_to(first)))
    same[0].unlink()
    same[0].write_text("whatever became of it meanwhile")
    same[1].unlink()
    (first.parent / ".DS_Store").write_text("not of the site")
    (first / "en/stray").mkdir()
    (first / "en/stray/stray.html").write_text("stray")
    office.new_list()
    if stopped:
        killed(work, ("os", "", "sync"), 1, "site", site, before=True)
        assert site.resolve() == second and not first.exists()
    work.done("site", site)
    assert tree(second) == stood
    assert stopped or site.resolve().stat().st_ino == number
    work.done("site", site.parent / "whole")
    assert tree(site) == tree(site.parent / "whole")
    assert not (site / "en/stray").exists()


def test_two_runs_at_once_exclude_each_other(work: Workplace) -> None:
    small_federation(work)
    site = work.folder.parent / "public"
    with Target(site).alone():
        assert work.run("site", site).problem()["code"] == "site-running"
    assert not site.exists()
    work.done("site", site)

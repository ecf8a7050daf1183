"""The office's key, and the signed statements of its lists; the format held against minisign's own files."""

from __future__ import annotations

import base64
import json
import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from office.chain.minisign import Unfit, check, made, public_key, secret_key, signed
from office.chain.statements import NAME as HEADS
from office.chain.statements import Statement, statement_of
from office.lists.packing import sha256
from tests.office.test_corrections import four_lists
from tests.workplace import Workplace, small_federation, whole

SECRET = b"""untrusted comment: minisign encrypted secret key
RWQAAEIyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAXrhEXN31VYEq8b2u9OYlmLmpQduBst6v\
bhjVvMagnBk3ANEsqkt6WLhJg7k13l/TxqH4Y8alYt6btS+EXccKXkrJpWjcNae4AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
"""
PUBLIC = """untrusted comment: minisign public key 8155F5DD5C44B85E
RWReuERc3fVVgbhJg7k13l/TxqH4Y8alYt6btS+EXccKXkrJpWjcNae4
"""
SIGNATURE = b"""untrusted comment: signature from minisign secret key
RUReuERc3fVVgYmkZYGFWBRRHdRlFy2SM12VtFjUwIyzHbBIo4M1u/wrG7nFz77WGTkcWIlb04Z0Fja+wMIiz8hDwdCVEJwVVAc=
trusted comment: list 1
ExoD/8MjSR5FVn4josTugzD022UXXgFIddnM2pos3Pz4djHfyi6nVBGs5ogw7J3dh7ui70plG1bPXaeGcpu7CA==
"""
"""A key and a signature over “hello” and a line's end, made by minisign 0.11: -G -W, and -S -t "list 1"."""


def test_keys_and_signatures_are_those_of_minisign() -> None:
    key = secret_key(SECRET)
    assert public_key(PUBLIC) == key.public
    assert key.public.id == "8155F5DD5C44B85E"
    assert key.public.file().decode() == PUBLIC
    assert check(key.public, b"hello\n", SIGNATURE) == "list 1"
    assert signed(key, b"hello\n", "list 1").split(b"\n")[1:] == SIGNATURE.split(b"\n")[1:]
    assert key.file().split(b"\n")[1] == SECRET.split(b"\n")[1]
    assert base64.b64encode(key.seed).decode() not in repr(key)


@pytest.mark.parametrize("at", range(0, len(SIGNATURE), 7))
def test_a_signature_with_one_letter_changed_does_not_hold(at: int) -> None:
    """Anywhere but in the comment that is untrusted, and says nothing."""
    changed = SIGNATURE[:at] + (b"A" if SIGNATURE[at : at + 1] != b"A" else b"B") + SIGNATURE[at + 1 :]
    if at < SIGNATURE.index(b"\n"):
        assert check(public_key(PUBLIC), b"hello\n", changed) == "list 1"
        return
    with pytest.raises(Unfit):
        check(public_key(PUBLIC), b"hello\n", changed)


@pytest.mark.parametrize("data", [b"", b"\xff" * 40, b"x" * 5000, SIGNATURE * 2, SIGNATURE[:-20], b"\n" * 4])
def test_what_is_no_signature_or_key_is_unfit(data: bytes) -> None:
    key = public_key(PUBLIC)
    with pytest.raises(Unfit):
        check(key, b"hello\n", data)
    with pytest.raises(Unfit):
        public_key(data.decode("latin-1"))
    with pytest.raises(Unfit):
        secret_key(data)
    with pytest.raises(Unfit):
        check(made().public, b"hello\n", SIGNATURE)
    with pytest.raises(Unfit):
        check(key, b"hello", SIGNATURE)


def files(work: Workplace) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in sorted((work.folder / "statements").iterdir())}


def test_each_list_is_signed_when_it_is_published_and_names_the_statement_before(work: Workplace) -> None:
    four_lists(work, 2)
    found = files(work)
    names = ["0001-2026-10-01-v1.txt", "0002-2026-11-01-v1.txt", "0003-2026-12-01-v1.txt"]
    assert sorted(found) == sorted(n + e for n in names for e in ("", ".minisig"))
    key = public_key((work.folder / "key.pub").read_text())
    lists = work.rows("SELECT list_date, version, text_sha256, published_at FROM list_version ORDER BY id")
    heads = (work.folder / "heads.txt").read_text().splitlines()
    before = "none"
    for number, (name, (day, version, sum_, moment), head) in enumerate(
        zip(names, lists, heads, strict=True), 1
    ):
        published = f"{moment[:10]}T{moment[11:19]}Z"
        assert head.startswith(f"{number} {day} v{version} ")
        assert found[name].decode().splitlines() == [
            "rating list statement 1", f"number {number}", f"list {day}", f"version {version}",
            f"published {published}", f"sha256 {sum_}", f"head {head.split()[-1]}", f"before {before}",
        ]  # fmt: skip
        assert check(key, found[name], found[name + ".minisig"]) == f"list of {day}, version {version}"
        assert statement_of(found[name]).text() == found[name]
        before = sha256(found[name])


def test_a_statement_of_another_form_is_unfit() -> None:
    good = Statement(1, "2026-10-01", 1, "2026-10-02T00:00:00Z", "0" * 64, "1" * 64, "none").text()
    assert statement_of(good).text() == good
    for bad in (b"", good[:-1], good + b"more\n", good.replace(b"number 1", b"number 01"), good * 20):
        with pytest.raises(Unfit):
            statement_of(bad)


def test_the_secret_key_is_the_officers_alone_and_in_nothing_that_leaves(work: Workplace) -> None:
    four_lists(work, 1)
    secret = work.folder / "key.sec"
    assert oct(secret.stat().st_mode & 0o777) == "0o600"
    out = work.folder.parent / "out"
    work.done("bundle", out / "lists.zip")
    work.done("site", out / "site")
    work.done("export", "list", "--to", out)
    seed, line = secret_key(secret.read_bytes()).seed, secret.read_bytes().split(b"\n")[1]
    for file in (p for p in out.rglob("*") if p.is_file()):
        data = file.read_bytes()
        assert seed not in data and line not in data and base64.b64encode(seed)[:40] not in data
    assert (work.folder / "key.pub").read_bytes() == (out / "site/data/key.pub").read_bytes()


def test_the_site_shows_the_key_and_beside_each_list_its_statement_and_signature(work: Workplace) -> None:
    four_lists(work, 2)
    site = work.folder.parent / "site"
    work.done("site", site)
    key = public_key((site / "data/key.pub").read_text())
    index = json.loads((site / "data/index.json").read_text())
    assert index["key"] == key.text
    for entry in index["lists"]:
        statement = site / "data" / entry["statement"]
        told = statement_of(statement.read_bytes())
        assert (told.list_date, told.version, told.sha256) == (
            entry["list"],
            entry["version"],
            entry["sha256"],
        )
        check(key, statement.read_bytes(), statement.with_name(statement.name + ".minisig").read_bytes())
        for lang in ("en", "ja"):
            page = (site / f"{lang}/lists/{entry['list']}/index.html").read_text()
            for link in (entry["statement"], entry["statement"] + ".minisig"):
                assert f'href="../../../data/{link}"' in page
            assert "about.html#key" in page
    for lang in ("en", "ja"):
        about = (site / f"{lang}/about.html").read_text()
        assert 'id="key"' in about and about.count(key.text) == 3 and key.id in about


def unsigned(work: Workplace) -> None:
    """The office as one that is older than its key."""
    four_lists(work, 2)
    shutil.rmtree(work.folder / "statements")
    for name in ("key.sec", "key.pub"):
        (work.folder / name).unlink()


@pytest.mark.parametrize(
    "command", [("language", "en"), ("bundle", "{to}/x.zip"), ("site", "{to}/s"), ("key",)]
)
def test_an_office_older_than_the_key_makes_one_on_need(work: Workplace, command: tuple[str, ...]) -> None:
    unsigned(work)
    work.done(*(word.format(to=work.folder.parent) for word in command))
    if command[0] == "language":  # stores nothing that the chain knows of, by a transaction of its own
        work.done("contact", "office@example.org")
    assert len(files(work)) == 6
    key = public_key((work.folder / "key.pub").read_text())
    for name, data in files(work).items():
        if name.endswith(".txt"):
            check(key, data, files(work)[name + ".minisig"])
    assert "3 published versions: all made again" in work.done("rebuild", "--no-pages").out


def test_what_a_power_cut_kept_from_being_signed_the_next_command_signs(work: Workplace) -> None:
    four_lists(work, 2)
    whole = files(work)
    for name in ("0003-2026-12-01-v1.txt", "0003-2026-12-01-v1.txt.minisig"):
        (work.folder / "statements" / name).unlink()
    (work.folder / "key.pub").unlink()
    work.done("contact", "office@example.org")
    assert files(work) == whole


def test_a_lost_key_is_told_of_and_never_replaced_by_itself(work: Workplace) -> None:
    four_lists(work, 1)
    (work.folder / "key.sec").unlink()
    shutil.rmtree(work.folder / "statements")
    said = work.run("contact", "office@example.org")
    assert (said.code, said.problem()["code"]) == (0, "key-lost")
    assert work.run("bundle", work.folder.parent / "x.zip").problem()["code"] == "key-lost"
    assert work.run("key").problem()["code"] == "key-lost"
    assert not (work.folder / "key.sec").exists() and not (work.folder / "statements").exists()
    refused = work.run("key", "--new")
    assert refused.problem()["code"] == "key-unconfirmed"
    old = (work.folder / "key.pub").read_bytes()
    said = work.done("key", "--new", "--yes")
    assert (work.folder / f"key-{public_key(old.decode()).id}.pub").read_bytes() == old
    new = public_key(said.out.strip())
    assert new != public_key(old.decode())
    archive = work.folder.parent / "lists.zip"
    work.done("bundle", archive)
    assert work.run("verify", archive, "--key", work.file(old)).problem()["code"] == "verify-signature"
    assert "all as published" in work.done("verify", archive, "--key", new.text).out


@pytest.mark.parametrize(("half", "code"), [("key.sec", "key-lost"), ("key.pub", "key-unfit")])
def test_what_only_a_key_mends_is_told_once_and_as_the_key_alone(
    work: Workplace, half: str, code: str
) -> None:
    four_lists(work, 1)
    before = [one["code"] for one in work.run("doctor").problems()]
    (work.folder / half).unlink()
    if half == "key.pub":
        (work.folder / half).write_text("no key\n")
    shutil.rmtree(work.folder / "statements")
    told = [one["code"] for one in work.run("doctor").problems()]
    assert sorted(told) == sorted([*before, code])


def test_a_key_of_which_both_halves_are_lost_is_never_replaced_by_itself(work: Workplace) -> None:
    four_lists(work, 1)
    for name in ("key.sec", "key.pub"):
        (work.folder / name).unlink()
    for words in (("key",), ("bundle", work.folder.parent / "x.zip"), ("doctor",)):
        assert "key-lost" in {one["code"] for one in work.run(*words).problems()}
    site = work.run("site", work.folder.parent / "site", "--archive")
    assert (site.code, [one["code"] for one in site.problems()]) == (0, ["key-lost"])
    assert not (work.folder / "key.sec").exists() and not (work.folder / "key.pub").exists()
    new = public_key(work.done("key", "--new", "--yes").out.strip())
    for name in (said := files(work)):
        if name.endswith(".txt"):
            check(new, said[name], said[name + ".minisig"])


def test_with_a_new_key_everything_is_signed_anew_and_says_the_same(work: Workplace) -> None:
    four_lists(work, 2)
    before, old = files(work), public_key((work.folder / "key.pub").read_text())
    new = public_key(work.done("key", "--new", "--yes").out.strip())
    after = files(work)
    assert {n: d for n, d in before.items() if n.endswith(".txt")} == {
        n: d for n, d in after.items() if n.endswith(".txt")
    }
    for name in before:
        if name.endswith(".txt"):
            check(old, before[name], before[name + ".minisig"])
            check(new, after[name], after[name + ".minisig"])
    assert oct((work.folder / f"key-{old.id}.sec").stat().st_mode & 0o777) == "0o600"


@pytest.mark.parametrize("data", [b"", b"rubbish", SECRET])
def test_halves_that_do_not_belong_together_are_refused(work: Workplace, data: bytes) -> None:
    (work.folder / "key.sec").write_bytes(data)
    assert work.run("key").problem()["code"] == "key-unfit"


def test_a_statement_that_the_database_does_not_know_is_named_and_nothing_is_signed(work: Workplace) -> None:
    four_lists(work, 1)
    folder = work.folder / "statements"
    kept = (folder / "0002-2026-11-01-v1.txt").read_bytes()
    (folder / "0002-2026-11-01-v1.txt").write_bytes(kept.replace(b"sha256 ", b"sha256 0", 1))
    (folder / "0002-2026-11-01-v1.txt.minisig").unlink()
    (folder / "0003-2026-12-01-v1.txt").write_bytes(kept)
    work.done("contact", "office@example.org")
    assert not (folder / "0002-2026-11-01-v1.txt.minisig").exists()
    found = {Path(p["place"]).name: p for p in work.run("rebuild", "--no-pages").problems()}
    assert {name: p["code"] for name, p in found.items()} == {
        "0002-2026-11-01-v1.txt": "head-differs",
        "0003-2026-12-01-v1.txt": "head-differs",
    }
    assert found["0002-2026-11-01-v1.txt"]["do"].startswith("the database is not the one")
    refused = work.run("bundle", work.folder.parent / "x.zip").problem()
    assert (refused["code"], refused["place"]) == ("list-unsigned", "list of 1 November 2026, version 1")


def test_a_statement_that_was_changed_beside_its_signature_is_no_fault_of_the_database(
    work: Workplace,
) -> None:
    four_lists(work, 2)
    said, file = files(work), work.folder / "statements" / "0002-2026-11-01-v1.txt"
    file.write_bytes(said[file.name].replace(b"version 1", b"version 2"))
    problem = work.run("rebuild", "--no-pages").problem()
    assert (problem["code"], problem["place"]) == ("head-differs", str(file))
    assert problem["do"] == "delete it; then: banzuke key"
    file.unlink()
    work.done("key")
    work.done("rebuild", "--no-pages")
    assert files(work) == said


@pytest.mark.parametrize("words", [("key",), ("doctor", "--repair", "--no-pages")])
def test_what_is_gone_of_an_older_statement_is_written_again(work: Workplace, words: tuple[str, ...]) -> None:
    four_lists(work, 2)
    said = files(work)
    for name in ("0001-2026-10-01-v1.txt.minisig", "0002-2026-11-01-v1.txt"):
        (work.folder / "statements" / name).unlink()
    work.done(*words)
    assert files(work) == said


def test_a_signature_that_does_not_hold_is_named(work: Workplace) -> None:
    four_lists(work, 1)
    file = work.folder / "statements" / "0001-2026-10-01-v1.txt.minisig"
    file.write_bytes((work.folder / "statements" / "0002-2026-11-01-v1.txt.minisig").read_bytes())
    problem = work.run("rebuild", "--no-pages").problem()
    assert (problem["code"], problem["place"]) == ("signature-differs", str(file))
    file.unlink()
    work.done("key")
    work.done("rebuild", "--no-pages")


def test_a_list_that_is_published_from_an_older_copy_is_told_to_be_another_one_outside(
    work: Workplace,
) -> None:
    small_federation(work)
    work.done("rate")
    work.done("preview")
    older = work.folder.parent / "older.sqlite"
    whole(work.database, older)
    assert work.done("publish").problems() == []
    outside = {
        name: (work.folder / name).read_bytes()
        for name in (HEADS, *(f"statements/{name}" for name in files(work)))
    }
    for beside in ("-wal", "-shm"):
        work.database.with_name(work.database.name + beside).unlink(missing_ok=True)
    shutil.copy(older, work.database)
    work.moment += timedelta(hours=1)
    said = work.done("publish").problems()
    assert [(one["code"], one["place"]) for one in said] == [
        ("head-differs", f"{work.folder / HEADS}, line 2"),
        ("head-differs", str(work.folder / "statements" / "0002-2026-11-01-v1.txt")),
    ]
    assert {name: (work.folder / name).read_bytes() for name in outside} == outside


def test_a_list_that_is_published_without_the_heads_before_it_is_told_to_be_unsigned(
    work: Workplace,
) -> None:
    small_federation(work)
    work.done("rate")
    work.done("preview")
    (work.folder / HEADS).unlink()
    (work.folder / "statements" / "0001-2026-10-01-v1.txt").write_text("another one")
    said = work.done("publish").problems()
    assert {one["code"] for one in said} == {"head-differs"}
    assert said[0]["do"].startswith("put it back from a copy")
    assert [path.name for path in (work.folder / "statements").glob("0002*")] == []

"""A backup that is encrypted opens with its key alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.office.backup.test_backup import backed_up, other, refused
from tests.office.doctor.test_doctor import fetched  # noqa: F401  a fixture
from tests.office.test_killed import cup  # noqa: F401  a fixture
from tests.workplace import Workplace


@pytest.fixture
def keys(tmp_path: Path) -> tuple[str, Path]:
    """A public key, and the file with the secret one, as age-keygen writes it."""
    pyrage = pytest.importorskip("pyrage")
    identity = pyrage.x25519.Identity.generate()
    file = tmp_path / "key.txt"
    file.write_text(f"# created: 2026-11-02\n# public key: {identity.to_public()}\n{identity}\n")
    return str(identity.to_public()), file


def test_an_encrypted_backup_opens_with_its_key_alone(
    fetched: Workplace,  # noqa: F811
    keys: tuple[str, Path],
    tmp_path: Path,
) -> None:
    import pyrage

    public, secret = keys
    file = backed_up(fetched, "--recipient", public)
    assert file.name.endswith(".tar.age") and file.read_bytes().startswith(b"age-encryption.org/v1\n")
    assert b"Invented" not in file.read_bytes()
    assert refused(fetched, file)["code"] == "backup-encrypted"
    stranger = tmp_path / "stranger.txt"
    stranger.write_text(str(pyrage.x25519.Identity.generate()))
    assert refused(fetched, file, "--identity", stranger)["code"] == "backup-unfit"
    assert (
        refused(fetched, file, "--identity", fetched.file("no key", "no.txt"))["code"] == "backup-key-unfit"
    )
    data = file.read_bytes()
    for changed in (data[:-1], data[: len(data) // 2], data[:5000] + b"\0" + data[5001:], data + b"x"):
        broken = fetched.file(changed, "broken.age")
        assert refused(fetched, broken, "--identity", secret)["code"] == "backup-unfit"
    made = other(fetched)
    made.done("restore", file, "--identity", secret)
    assert made.dump() == fetched.dump()


def test_no_key_is_named_before_anything_is_made(fetched: Workplace, keys: tuple[str, Path]) -> None:  # noqa: F811
    folder = fetched.folder.parent / "backups"
    # the second: the secret key in the place of the public one; of a file with none all could read the backup
    for given in ("age1nonsense", str(keys[1]), fetched.file("# public keys\n", "keys.txt")):
        said = fetched.run("backup", folder, "--recipient", given)
        assert (said.code, said.problem()["code"]) == (1, "backup-key-unfit")
        assert "AGE-SECRET-KEY" not in said.all
    said = fetched.run("backup", folder, "--recipient", keys[1].read_text().split()[-1])
    assert said.problem()["found"] == "a secret key" and "AGE-SECRET-KEY" not in said.all
    assert not folder.exists()


def test_a_file_with_keys_that_is_not_there_is_told_as_one(
    fetched: Workplace,  # noqa: F811
    tmp_path: Path,
) -> None:
    pytest.importorskip("pyrage")
    folder = fetched.folder.parent / "backups"
    for given, found in (
        ("keys.txt", "no such file"),
        ("ssh-keys", "no such file"),
        ("age1-keys.txt", "no such file"),
        (str(tmp_path), "a folder"),
    ):
        problem = fetched.run("backup", folder, "--recipient", given).problem()
        assert (problem["place"], problem["found"]) == (given, found)
    wrong = fetched.file("age1nonsense\n", "wrong.txt")
    assert fetched.run("backup", folder, "--recipient", wrong).problem()["place"] == str(wrong)
    assert not folder.exists()

"""What the guided runs begin with is read without a fault, and so is all they ever found."""

from __future__ import annotations

import pytest

from tests.mutations import readers
from tests.mutations.readers import FINDS, READERS, kept


@pytest.mark.parametrize("name", READERS)
def test_sound_input_has_no_fault(name: str) -> None:
    seeds = list(READERS[name].seeds())
    assert seeds
    assert [found for seed in seeds if (found := READERS[name].judged(seed))] == []


@pytest.mark.parametrize("name", READERS)
def test_what_was_found_once_is_no_fault_any_more(name: str) -> None:
    assert [found for data in kept(name) if (found := READERS[name].judged(data))] == []


def test_every_find_belongs_to_a_reader() -> None:
    assert {path.stem for path in FINDS.glob("*.json")} <= set(READERS)


@pytest.mark.parametrize(
    ("name", "where"),
    [
        ("pages", "tests.scraper.mutations.read_page"),
        ("reports", "tests.importer.mutations.read_files"),
        ("mails", "tests.office.mail.mutations.mail_of"),
        ("cases", "tests.mutations.cases.load_case"),
        ("registers", "tests.mutations.registers.examine_register"),
        ("old workbooks", "tests.importer.mutations.read_files"),
        ("workbooks", "tests.importer.mutations.read_files"),
        ("settings", "tests.mutations.settings.mailbox_settings"),
        ("archives", "tests.mutations.bundles.verify_bundle"),
    ],
)
def test_a_reader_that_fails_is_found(name: str, where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_given: object, **_named: object) -> None:
        raise IndexError("a fault of the program")

    seed = next(READERS[name].seeds())  # may be made by the reader itself
    monkeypatch.setattr(where, failing)
    found = READERS[name].judged(seed)
    assert found is not None and "IndexError: a fault of the program" in found


def test_a_find_is_kept_once_and_read_again(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readers, "FINDS", tmp_path)
    assert kept("mails") == []
    readers.keep("mails", "IndexError: one", b"From: x\r\n\r\n\x00")
    readers.keep("mails", "IndexError: one", b"another that leads to the same")
    readers.keep("mails", "KeyError: two", b"")
    assert sorted(kept("mails")) == [b"", b"From: x\r\n\r\n\x00"]

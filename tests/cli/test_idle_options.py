"""An option is heeded or refused: what somebody typed is nowhere passed over in silence."""

from __future__ import annotations

import pytest

from tests.importer.ods import workbook
from tests.workplace import HATA, MORI, Workplace, small_federation

IDLE = {
    "--keep": [("backup", "shelf", "--months", 3)],
    "--new": [("key", "--yes"), ("key", "--reason", "it was lost")],
    "--imap": [
        ("inbox", "mail.eml", "--folder", "Reports"),
        ("inbox", "--host", "mail.example.jp"),
        ("inbox", "--port", 993),
        ("inbox", "--user", "office"),
        ("inbox", "--security", "tls"),
        ("inbox", "--since", "2026-10-01"),
    ],
    "MAIL": [("inbox", "reply", "--template", "--to", "reply.eml")],
    "--demo": [("serve", "--to", "demo")],
    "NAME": [("officer", "--who", "Abe"), ("officer", "--reason", "x"), ("language", "--reason", "x")],
    "ADDRESS": [("contact", "--reason", "x")],
    "REQUESTS": [("budget", "--reason", "x")],
    "NAME.csv": [("members", "export", "register.xlsx", "--bom")],
    "--encoding cp932": [("export", "list", "--replace"), ("export", "games", "--replace")],
    "--baseline elo": [("assess", "--baseline", "even", "--elo-k", 30)],
    "an answer": [
        ("resolve", "P1", "--reason", "so"),
        ("resolve", "P1", "--who", "Abe"),
        ("resolve", "P1", "--round", 2),
        ("resolve", "P1-P3", "--code", "member-unknown"),
    ],
}
"""What does nothing without another option or word."""

APART = [
    ("explain", MORI, "--json", "--lang", "ja"),
    ("import", "https://chess-results.com/tnr1.aspx", "--offline", "--replay", "."),
    ("drift", "--from", ".", "--replay", "."),
    ("announce", "--template", "--list", "2026-10-01"),
    ("announce", "--template", "--lang", "ja"),
    ("announce", "--template", "--for", "mail"),
    ("serve", "--demo", "--jobs"),
    ("rulings", "--all", "export", "rulings.json"),
]


@pytest.mark.parametrize(
    ("other", "words"), [(other, words) for other, every in IDLE.items() for words in every]
)
def test_an_option_that_does_nothing_without_another_is_refused(
    work: Workplace, other: str, words: tuple[str, ...]
) -> None:
    before = work.dump()
    said = work.run(*words)
    option = next(word for word in reversed(words) if str(word).startswith("--"))
    assert said.code == 2
    assert f"{option} does nothing without {other}" in " ".join(said.err.split())
    assert work.dump() == before


@pytest.mark.parametrize("words", APART)
def test_options_of_which_only_one_would_be_heeded_are_refused(
    work: Workplace, words: tuple[str, ...]
) -> None:
    said = work.run(*words)
    assert said.code == 2
    assert " exclude each other" in " ".join(said.err.split())


@pytest.mark.parametrize(
    ("words", "reading", "acting"),
    [
        (("inbox", "mail.eml"), "R1=half-up", "R46, R67, R127"),
        (("notices", "send"), "R46=sent", "R71, R91, R92, R93"),
        (("members", "erase", MORI, "--yes", "--reason", "x"), "R46=sent", "R94"),
    ],
)
def test_a_reading_of_a_point_that_the_command_does_not_ask_about_is_refused(
    work: Workplace, words: tuple[str, ...], reading: str, acting: str
) -> None:
    small_federation(work)
    before = work.dump()
    said = work.run(*words, "--interpretation", reading).problem()
    assert (said["code"], said["expected"]) == ("interpretation", f"a point that acts here: {acting}")
    assert said["found"] == reading
    assert work.dump() == before


def test_who_decides_by_the_environment_is_no_option_that_was_typed(
    work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BANZUKE_OFFICER", "Abe")
    work.done("officer")


def test_the_encoding_of_a_workbook_is_none_that_can_be_declared(work: Workplace) -> None:
    file = work.file(
        workbook({"Members": [["ID", "Name", "Memberships"], [HATA, "Hata Rin", ""]]}), "register.ods"
    )
    said = work.run("members", "import", file, "--encoding", "cp932").problem()
    assert (said["code"], said["do"]) == ("bad-encoding", "leave --encoding out")
    work.done("members", "import", file)


def test_a_folder_of_mails_goes_with_a_recorded_conversation_of_the_site(work: Workplace) -> None:
    """As `drift --from` does not, whose parameter had the same name."""
    said = work.run("inbox", "--imap", "--folder", "Reports", "--replay", ".")
    assert said.code == 1 and "imap-settings" in said.err

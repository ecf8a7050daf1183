"""A member with an invented mark in every field, whose office hands him out whole and erases him."""

from __future__ import annotations

from datetime import UTC, datetime

from tests.importer.invented import ALWAYS, pairing, player, reading
from tests.office.test_register_files import table
from tests.workplace import HATA, MORI, NAMES, ONO, TANI, Workplace, once

LATER = datetime(2027, 3, 2, 1, tzinfo=UTC)
"""More than ninety days after the list of November 2026 was published: no list with his game is open."""
MARKED = {
    "ID": MORI, "Name": NAMES[MORI], "Kanji": "森標", "Kana": "モリシルシ", "Birth": "1931-03-14", "Sex": "m",
    "FIDE ID": "7654321", "Club": "Markclub", "School": "Markschool", "Location": "Markplace",
    "Federation": "JPN", "Former names": "Formermark Sora", "Memberships": ALWAYS,
}  # fmt: skip
GONE = ("モリシルシ", "7654321", "Markclub", "Markschool", "Markplace", "Formermark", "mark@example.jp",
        "tell@mark.example")  # fmt: skip
"""What an erasure takes out of the database, wherever in it it stood."""


@once
def marked_office(work: Workplace) -> Workplace:
    """Mori, with a mark in every field, plays on the published list of November and reports for a club."""
    people = [MARKED, *({"ID": i, "Name": NAMES[i], "Memberships": ALWAYS} for i in (HATA, TANI, ONO))]
    work.done("members", "import", work.file(table(*people), "register.csv"))
    changed = {**MARKED, "Club": "Markclub II"}
    work.done("members", "import", work.file(table(changed), "again.csv"))
    rows = [{"ID": i, "Name": n, "ST": 1500, "ST-G": 100, "ST-Peak": 1750} for i, n in NAMES.items()]
    work.opening([row for row in rows if row["ID"] in (MORI, HATA, TANI, ONO)])
    players = [player(n, NAMES[i], i) for n, i in enumerate((MORI, HATA), start=1)]
    work.store(reading(players, [pairing(1, 1, 2, "1-0")]))
    work.done("rate")
    work.done("publish")
    people_of = "Name,Kind,Valid,Reporters\nInvented Club,club,2015-04-01/,Mori Sora {} mark@example.jp\n"
    work.done("organizers", "import", work.file(people_of.format(MORI), "organizers.csv"))
    work.done("notices", "address", "tell@mark.example", "--member", MORI)
    work.done("notices", "on", "membership")
    work.monkeypatch.setenv("BANZUKE_NOTICES_SENDER", "rating@office.example")
    moment, work.moment = work.moment, datetime(2035, 3, 30, 1, tzinfo=UTC)
    assert "sent" in work.done("notices", "send").out
    work.moment = moment
    return work


def bytes_of(work: Workplace) -> bytes:
    return b"".join(p.read_bytes() for p in work.folder.glob("banzuke.sqlite*") if "writer" not in p.name)


def outgoing(work: Workplace) -> str:
    """The mails that no server took."""
    return "".join(p.read_text("ascii") for p in (work.folder / "outgoing").iterdir())


def published_rows(work: Workplace) -> list[tuple[object, ...]]:
    return [
        row
        for name in ("list_version", "list_member", "list_rating", "game_line", "chain_link", "reading")
        for row in work.rows(f"SELECT * FROM {name} ORDER BY 1")
    ]


def erased(work: Workplace, *words: str) -> None:
    work.moment = LATER
    work.done("members", "erase", MORI, "--yes", "--reason", "asked for it by letter", *words)

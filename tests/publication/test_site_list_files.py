"""A list's files on the site are those that `export list` writes, to the byte."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

from importer.plain_text import written
from publication.exports.public_list import json_list, listed
from publication.site.columns import tables
from publication.site.held import Row
from publication.site.versions import Version
from tests.importer.invented import register_csv
from tests.office.test_corrections import four_lists
from tests.publication.exported import faults, rows, told
from tests.publication.test_site import site_of
from tests.publication.test_site_families import juniors_site
from tests.workplace import HATA, MORI, NAMES, ONO, TANI, Workplace

SCHEMA = json.loads((Path(__file__).resolve().parents[2] / "docs/schemas/list.schema.json").read_text())


def same(work: Workplace, csv: str, name: str) -> Path:
    """Writes the site, and each list by `export`; the files have to be the same. Gives the site."""
    site = site_of(work)
    versions = work.rows(
        "SELECT list_date, max(version) FROM list_version WHERE state = 'published' GROUP BY 1"
    )
    assert versions
    for day, version in versions:
        out = work.folder / "out" / day
        work.done("export", "list", "--list", day, "--format", csv, "--format", "json", "--to", out)
        suffix = "" if version == 1 else f"-v{version}"
        held = site / f"data/lists/{day}-v{version}"
        assert (
            held.with_name(f"{held.name}.csv").read_bytes()
            == (out / f"{name}-{day}{suffix}.csv").read_bytes()
        )
        data = (out / f"list-{day}{suffix}.json").read_bytes()
        assert held.with_name(f"{held.name}.json").read_bytes() == data
        document = json.loads(data)
        assert list(faults(document, SCHEMA, SCHEMA, "the list")) == []
        assert len(data.splitlines()) == len(document["members"]) + 2
    return site


def test_a_japanese_list_is_in_the_columns_of_the_federation_and_the_published_schema(
    work: Workplace,
) -> None:
    four_lists(work, 2)
    site = same(work, "japan", "rating")
    table = rows((site / "data/lists/2026-11-01-v1.csv").read_bytes())
    assert list(table[0]) == ["ID", "Name", "Kanji", "ST-K", "ST", "ST-G", "ST-R", "RP", "RP-G", "Act", "Mem"]
    assert {row["ID"] for row in table} == {MORI, HATA, TANI, ONO}


def test_who_is_withheld_is_in_neither(work: Workplace) -> None:
    four_lists(work, 1)
    work.done(
        "members", "import", work.file(register_csv([{"ID": HATA, "Name": NAMES[HATA], "Withheld": "yes"}]))
    )
    site = same(work, "japan", "rating")
    for file in (site / "data/lists").iterdir():
        assert HATA not in told(file) and NAMES[HATA] not in told(file)


def test_a_list_that_was_made_with_other_interpretations_is_written_by_them(work: Workplace) -> None:
    four_lists(work, 1)
    work.moment = datetime(2026, 12, 1, 1, tzinfo=UTC)
    work.done("rate", "--interpretation", "R24=yes-or-empty")
    work.done("publish")
    site = same(work, "japan", "rating")
    told = rows((site / "data/lists/2026-12-01-v1.csv").read_bytes())
    assert {row["Mem"] for row in told} == {"Y"}


def test_a_list_of_another_family_is_the_common_table(queensland: Workplace) -> None:
    juniors_site(queensland)
    same(queensland, "csv", "list")


def test_the_json_of_odd_names_and_missing_figures_is_what_the_library_writes() -> None:
    r = Row(None, "", "", "", 1500, None, "initial", 0, 0, None, 0, 0, "")
    other = r._replace(rank=1, k=40, change=-10, signs="P")
    odd = ('quoted "twice" \\', "\U0001f600 </script>", "", "森 空", "a\tb", "\u200fright")
    people = [(f"N{n}", name, name, n % 2, 1 - n % 2) for n, name in enumerate(odd)]
    standard = [_stored(p[0], r, "") for p in people]
    rapid = [_stored("N1", other, "provisional")]
    day = date(2026, 11, 1)
    types = ("standard", "rapid")
    version = Version(2, day, 2, "opening", None, None, "0" * 64, types, True, None, False, ())
    found = tables(people, (("standard", standard), ("rapid", rapid)), None)
    listing = listed(version, found, None)
    keys = ("rating", "rank", "games", "period_games", "k", "previous", "change", "how")
    lines = json_list(listing).decode().split("\n")[1:-2]
    ordered = sorted(people, key=lambda p: (p[0] != "N1", p[0]))  # who has a rapid rating too is the first
    assert len(lines) == len(ordered)
    hidden = json_list(replace(listing, with_ids=False)).decode().split("\n")[1:-2]
    for line, unnamed, (number, name, kanji, active, member) in zip(lines, hidden, ordered, strict=True):
        ratings = {"rapid": other, "standard": r} if number == "N1" else {"standard": r}
        told = {
            "id": number, "name": name, "kanji": kanji or None, "active": bool(active),
            "member": bool(member),
            "ratings": {
                t: {**{k: getattr(x, k) for k in keys}, "marks": list(x.marks)} for t, x in ratings.items()
            },
        }  # fmt: skip
        assert json.loads(unnamed.removesuffix(",")) == told | {"id": None}
        dumped = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
        assert line.removesuffix(",") == written(dumped).decode()
        assert json.loads(line.removesuffix(",")) == told


def _stored(number: str, r: Row, marks: str) -> tuple[object, ...]:
    """A rating as it is read."""
    return (number, None, r.rating, r.games, None, marks, r.how, r.period_games, r.rank, r.k, r.change)

"""Who may see what: a member with a marker in every field, through every file that leaves the office."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from sqlmodel import Session, create_engine

from importer.tables import MemberRow
from publication.exports import fields
from publication.exports.fields import TABLE, Audience, Field, Wishes, Withheld, facts, may_show
from publication.exports.formats import PAIRING, known
from publication.families import family_named
from tests.importer.invented import ALWAYS
from tests.office.test_desk import EVENT
from tests.office.test_queensland import ANNA, BEN, NAMES, event, rated
from tests.office.test_register_files import table
from tests.publication.exported import tells, told
from tests.queensland import opening as queensland_opening
from tests.queensland import register as queensland_register
from tests.workplace import HATA, MORI, ONO, TANI, Workplace, once
from tests.workplace import NAMES as JAPAN

MARKS = {
    "born": ("1931-03-14", "19310314", "1931/03/14", "14.03.1931", "1931.03.14"),
    "year": ("1931",),
    "fide": ("7654321",),
    "kana": ("カナシルシ",),
    "club": ("Markclub",),
    "school": ("Markschool",),
    "place": ("Markplace",),
    "mail": ("mark@example.jp",),
    "withheld": ("Hatamark", "Rinmark", "秘田", "ヒダ", "Hiddenclub", "8765432"),
}
"""What stands in the register of one member, and of another who asked to be withheld; and a mail address in
the reason of a ruling."""

SEEN: dict[str, set[str]] = {
    # By hand from the table of formats.md; `kana` is a spelling of the name, which the site is searched by.
    "public": {"kana", "club"},
    "qj": {"born", "year", "club", "school", "place"},
    "pairing": {"year", "fide", "club"},
    "fide": {"born", "year", "fide", "withheld"},
}

GRANTED = """
                          public  qj   pairing  fide  bundle
name                      yes     yes  yes      yes   yes
kanji                     yes     yes  yes      yes   yes
id                        yes     yes  yes      yes   yes
ratings, games, K         yes     yes  yes      yes   yes
sex                       yes     yes  yes      yes   no
club                      yes     yes  yes      yes   no
federation                yes     yes  yes      yes   no
school                    no      yes  no       no    no
location                  no      yes  no       no    no
birth date                no      yes  no       yes   no
year of birth             no      yes  yes      yes   no
e-mail, address, notes    no      no   no       no    no
"""
"""The table as formats.md has it, written out once more by hand."""


def test_the_table_is_that_of_the_formats() -> None:
    head, *rows = GRANTED.strip("\n").splitlines()
    audiences = dict(zip(("public", "qj", "pairing", "fide", "bundle"), Audience, strict=True))
    for row in rows:
        name, words = row[:26].strip(), row[26:].split()
        for audience, word in zip(head.split(), words, strict=True):
            assert may_show(audiences[audience], Field(name)) is (word == "yes"), (name, audience)
    assert [TABLE[a].withheld for a in Audience] == [
        Withheld.NOWHERE, Withheld.NOWHERE, Withheld.ID_ONLY, Withheld.AS_REQUIRED, Withheld.BY_NUMBER,
    ]  # fmt: skip


@pytest.mark.parametrize("audience", list(Audience))
def test_what_is_not_granted_is_not_in_the_facts_of_a_member(audience: Audience) -> None:
    texts = {name: f"mark-{name}" for name in fields.COLUMNS}
    member = MemberRow(federation_id="N90000001", born=date(1931, 3, 14), known_since=None, **texts)  # type: ignore[arg-type]
    told = facts(member, audience, Wishes())
    assert told is not None
    for name, field in fields.COLUMNS.items():
        assert getattr(told, name) == (f"mark-{name}" if may_show(audience, field) else "")
    assert (told.born is not None) is may_show(audience, Field.BIRTH_DATE)
    assert (told.born_year is not None) is may_show(audience, Field.BIRTH_YEAR)
    who = frozenset({"N90000001"})
    shown = facts(member, audience, Wishes(birth=who))
    assert shown is not None
    assert ((shown.born or shown.born_year) is not None) is (audience is Audience.FIDE)
    hidden = facts(member, audience, Wishes(withheld=who))
    if audience in (Audience.PUBLIC, Audience.JUNIORS):
        assert hidden is None
    elif audience is not Audience.FIDE:
        assert hidden == fields.Facts("N90000001" if audience is Audience.PAIRING else "", hidden=True)


@pytest.mark.parametrize("audience", list(Audience))
def test_the_facts_of_all_are_those_of_each(audience: Audience) -> None:
    engine = create_engine("sqlite://")
    MemberRow.__table__.create(engine)  # type: ignore[attr-defined]
    numbers = [f"N9000000{n}" for n in range(1, 6)]
    wishes = Wishes(withheld=frozenset(numbers[1:2]), birth=frozenset(numbers[1:3]))
    since, held = datetime(2026, 1, 1, tzinfo=UTC), dict[str, MemberRow]()
    for n, number in enumerate(numbers):
        texts = {name: None if n == 3 else f"{name} {n}" for name in fields.COLUMNS} | {"name": f"X {n}"}
        day = date(1931, 3, 14) if n < 4 else None
        held[number] = MemberRow(federation_id=number, born=day, known_since=since, **texts)  # type: ignore[arg-type]
    with Session(engine) as session:
        session.add_all(held.values())
        for only in (numbers, numbers[2:]):
            each = {number: facts(held[number], audience, wishes) for number in only}
            asked = None if only is numbers else only
            found = {n: told for n, told, _, _ in fields.facts_of_all(session, audience, wishes, asked)}
            assert found == {number: told for number, told in each.items() if told is not None}
        for number, _, born, hidden in fields.facts_of_all(session, audience, wishes):
            assert hidden is (number in wishes.birth and TABLE[audience].birth_wish)
            assert born == (None if hidden else held[number].born)
    engine.dispose()


def test_no_export_asks_the_register_itself_who_is_withheld() -> None:
    exports = Path(fields.__file__).parent
    folders = [
        exports,
        *(exports.parent / name for name in ("api", "site", "announce", "bundle", "families")),
    ]
    asking = re.compile(r"\.(withheld|birth_withheld|kana|born)\b(?!=)")
    found = {}
    for file in (file for folder in folders for file in folder.rglob("*.py")):
        words = {m.group() for m in asking.finditer(file.read_text("utf-8"))}
        if words and file.name not in ("fields.py",):
            found[file.name if file.parent in folders else f"{file.parent.name}/{file.name}"] = words
    # these take what they show from `facts`, or, the Queensland list, from what is frozen with the list; the
    # site's people.py hides the date behind the table's own questions
    assert found.keys() <= TAKING.keys()
    assert all(words <= TAKING[name] for name, words in found.items()), found


TAKING: dict[str, set[str]] = {
    "programs.py": {".born", ".kana"},
    "trf.py": {".born"},
    "queensland/list.py": {".born"},
    "people.py": {".born", ".kana", ".withheld"},
    "data.py": {".kana"},
    "search.py": {".kana"},
    "builder.py": {".withheld"},
    "events.py": {".withheld"},
    "pages_downloads.py": {".withheld"},
    "stories.py": {".withheld"},
    "signed.py": {".withheld"},
    "write.py": {".withheld"},
}
"""Who handles such a fact: of what `facts` granted, or of the set that `wishes_of` gave."""

PEOPLE = (
    {"ID": MORI, "Name": JAPAN[MORI], "Kana": "カナシルシ", "Birth": "1931-03-14", "Sex": "m",
     "FIDE ID": "7654321", "Club": "Markclub", "School": "Markschool", "Location": "Markplace",
     "Federation": "JPN"},
    {"ID": HATA, "Name": "Hatamark Rinmark", "Kanji": "秘田", "Kana": "ヒダ", "Birth": "1972-02-02",
     "Club": "Hiddenclub", "FIDE ID": "8765432", "Withheld": "yes"},
    {"ID": TANI, "Name": JAPAN[TANI]},
    {"ID": ONO, "Name": JAPAN[ONO]},
)  # fmt: skip


@pytest.fixture
@once
def japan(work: Workplace) -> Workplace:
    """Mori has a mark in every field; Hata asked to be withheld after two lists had shown him."""
    open_ = [dict(row) for row in PEOPLE]
    open_[1].pop("Withheld")
    work.done("members", "import", work.file(register_file(*open_), "register.csv"))
    names = {str(p["ID"]): p["Name"] for p in PEOPLE}
    work.opening({"ID": i, "Name": n, "ST": 1500, "ST-G": 100, "ST-Peak": 1750} for i, n in names.items())
    players = tuple(
        type(p)(p.number, names[p.national_id or ""], national_id=p.national_id) for p in EVENT.players
    )
    work.store(replace(EVENT, players=players))
    work.resolve("E1", "--exclude", "--round", "2", "--board", "1", reason="mail of mark@example.jp")
    work.done("rate")
    work.done("publish")
    work.done("members", "import", work.file(register_file(*PEOPLE), "register.csv"))
    return work


def register_file(*people: dict[str, str]) -> bytes:
    return table(*({"Memberships": ALWAYS, **one} for one in people))


def content(folder: Path) -> str:
    """Everything below a folder as one text; with every name of a file."""
    found = [text for path in sorted(folder.rglob("*")) if path.is_file() for text in (path.name, told(path))]
    assert found
    return "\n".join(found)


def seen(text: str) -> set[str]:
    return {mark for mark, words in MARKS.items() if any(tells(text, word) for word in words)}


QJ = family_named("queensland").formats
JAPANESE_FORMATS = {f: ("pairing" if f in PAIRING else "public") for f in known() if f not in QJ}


@pytest.mark.parametrize(("format_", "audience"), JAPANESE_FORMATS.items())
def test_every_format_of_a_list_shows_only_what_its_readers_may_see(
    japan: Workplace, format_: str, audience: str
) -> None:
    for list_date in ("2026-10-01", "2026-11-01"):
        japan.done("export", "list", "--list", list_date, "--format", format_)
    text = content(japan.folder / "lists")
    assert seen(text) <= SEEN[audience]
    if format_ not in ("parquet", "swiss-manager-excel"):
        assert MORI.removeprefix("N") in text or "Mori" in text
    assert (HATA[1:] in text) is (audience == "pairing")


def test_the_games_show_nothing_of_who_is_withheld_and_nothing_but_names(japan: Workplace) -> None:
    japan.done("export", "games", "--list", "2026-11-01")
    text = content(japan.folder / "games")
    assert "Mori Sora" in text
    assert seen(text) == set()
    assert HATA not in text


def test_files_for_organizers_show_the_year_and_the_withheld_by_id_alone(japan: Workplace) -> None:
    target = japan.folder / "members"
    for program in ("swiss-manager", "swiss-manager-excel", "swiss-perfect"):
        japan.done("export", "members", "--for", program, "--to", target / f"{program}.xlsx")
    japan.done("form", target / "form.xlsx", "--members")
    text = content(target)
    assert seen(text) == {"year", "fide", "club"}
    assert HATA[1:] in text


def test_fides_file_shows_what_fide_requires(japan: Workplace) -> None:
    words = ("--city", "Kyoto", "--arbiter", "Ota Mei", "--federation", "JPN")
    japan.done("export", "trf", "E1", "--to", japan.folder / "fide" / "x.trf", *words)
    assert seen(content(japan.folder / "fide")) == SEEN["fide"]


@pytest.mark.parametrize("erased", [False, True])
def test_fides_file_has_of_a_merged_entry_what_it_alone_knows_unless_it_was_erased(
    japan: Workplace, erased: bool
) -> None:
    """Its birth date stays in the register for K on published lists, and is shown to nobody (7(1))."""
    again = {"ID": "N90000007", "Name": JAPAN[TANI], "Birth": "1944-07-08"}
    japan.done("members", "import", japan.file(register_file(again), "again.csv"))
    if erased:
        japan.done("members", "erase", "N90000007", "--yes", "--reason", "asked for it by letter")
    japan.done("members", "merge", "N90000007", "--into", TANI, "--reason", "one person")
    words = ("--city", "Kyoto", "--arbiter", "Ota Mei", "--federation", "JPN")
    japan.done("export", "trf", "E1", "--to", japan.folder / "fide" / "x.trf", *words)
    assert ("1944/07/08" in content(japan.folder / "fide")) is not erased


def test_the_site_shows_only_what_everybody_may_see(japan: Workplace) -> None:
    japan.done("site", japan.folder / "site")
    text = content(japan.folder / "site")
    assert "Mori Sora" in text
    assert seen(text) <= SEEN["public"]
    assert HATA not in text


@pytest.fixture
@once
def young(queensland: Workplace) -> Workplace:
    facts = {
        ANNA: {"Birth": "1931-03-14", "Sex": "f", "School": "Markschool", "Location": "Markplace"},
        BEN: {"Birth": "2011-11-11", "School": "Hiddenclub"},
    }  # fmt: skip
    people = [{"ID": i, "Name": n, **facts.get(i, {})} for i, n in NAMES.items()]
    queensland_register(queensland, *people)
    ratings = {ANNA: 1000, BEN: 1100}
    queensland_opening(
        queensland,
        ({"ID": i, "Name": NAMES[i], "QJ": r, "Last-Game": "2026-08-01"} for i, r in ratings.items()),
    )
    rated(queensland, event((ANNA, BEN, "1-0"), (BEN, ANNA, "1/2-1/2")))
    queensland_register(queensland, {"ID": BEN, "Name": NAMES[BEN], "Withheld": "yes"})
    return queensland


@pytest.mark.parametrize("format_", [f for f in known() if f not in ("japan", "parquet")])
def test_every_format_of_a_queensland_list_shows_only_what_its_readers_may_see(
    young: Workplace, format_: str
) -> None:
    young.done("export", "list", "--format", format_)
    text = content(young.folder / "lists")
    allowed = SEEN["qj" if format_ in QJ else "pairing" if format_ in PAIRING else "public"]
    assert seen(text) <= allowed
    assert "Anna" in text
    assert "Baker" not in text and "20111111" not in text
    if format_ in ("qj-text", "qj-xlsx"):
        assert {"born", "school", "place"} <= seen(text)


def test_a_wish_to_show_no_birth_date_empties_the_year_for_organizers(japan: Workplace) -> None:
    japan.done(
        "members", "import", japan.file(register_file({**PEOPLE[0], "Birth withheld": "yes"}), "r.csv")
    )
    japan.done("export", "list", "--format", "swiss-manager", "--format", "swiss-perfect")
    assert "year" not in seen(content(japan.folder / "lists"))
    assert ALWAYS not in content(japan.folder / "lists")


def bundled(work: Workplace) -> str:
    work.done("bundle", work.folder / "bundle" / "lists.zip")
    return content(work.folder / "bundle")


def test_the_public_bundle_shows_no_personal_data_and_the_withheld_by_a_number(japan: Workplace) -> None:
    text = bundled(japan)
    assert "Mori Sora" in text
    assert seen(text) - {"mail"} == set()
    assert HATA not in text


def test_the_public_bundle_does_not_carry_the_officers_notes(japan: Workplace) -> None:
    assert "mail" not in seen(bundled(japan))


@pytest.mark.parametrize("kept", [HATA, TANI])
def test_an_entry_merged_with_one_who_is_withheld_is_the_same_person_everywhere(
    japan: Workplace, kept: str
) -> None:
    """Hata asked to be withheld; Tani turns out to be a second entry of the same person, or the first."""
    gone = TANI if kept == HATA else HATA
    japan.done("members", "merge", gone, "--into", kept, "--anyway", "--reason", "one person")
    words = [w for f in known() if f not in {*QJ, "parquet"} for w in ("--format", f)]
    for list_date in ("2026-10-01", "2026-11-01"):
        japan.done("export", "list", "--list", list_date, *words)
        japan.done("export", "games", "--list", "2026-11-01")
    japan.done("form", japan.folder / "lists" / "form.xlsx", "--members")
    japan.done("site", japan.folder / "site")
    told = [japan.done("announce", "--lang", lang, "--list", "2026-11-01").out for lang in ("ja", "en")]
    everything = "\n".join([*(content(japan.folder / n) for n in ("lists", "games", "site")), *told])
    for text in (everything, bundled(japan)):
        assert "Mori" in text
        assert [name for name in ("Tani Ken", "Hatamark Rinmark") if name in text] == []

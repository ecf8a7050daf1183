"""One member by one command, found by any part of any name; and entries that may be one person."""

from __future__ import annotations

import time

import pytest
from sqlalchemy import event

from importer.tables import MemberRow
from office.database.engine import transaction
from office.register.enter import add, correct, renew
from tests.office.test_merge import federation, game
from tests.office.test_register_files import table
from tests.workplace import HATA, MORI, NAMES, Said, Workplace, small_federation

AGAIN = "N90000016"
FACTS = {"Birth": "1980-01-02", "Sex": "f", "Federation": "JPN"}


def entry(number: str, name: str, **more: str) -> dict[str, str]:
    return {"ID": number, "Name": name, "Memberships": "", **FACTS, **more}


def register(work: Workplace, *members: dict[str, str]) -> Said:
    return work.done("members", "import", work.file(table(*members), "register.csv"))


def found(work: Workplace, *text: str) -> list[str]:
    return [line.split()[0] for line in work.done("members", "search", *text).out.splitlines()]


ONE = entry(
    "N90000011",
    "Saito Kenichi",
    Kanji="齋藤 健一",
    Kana="サイトウ ケンイチ",
    **{"Former names": "Ohta Kenichi; 太田 健一", "FIDE ID": "79000011"},
)
TWO = entry("N90000012", "Ono Shoji", Kanji="小野 昭二", Birth="1990-05-05")
THREE = entry("N90000013", "Müller Jürgen", Federation="GER", Birth="1970-01-01")


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("Saito", ["N90000011"]),
        ("kenichi SAITOH", ["N90000011"]),
        ("Saitou Ken'", ["N90000011"]),
        ("斉藤", ["N90000011"]),
        ("斎藤健", ["N90000011"]),
        ("さいとう", ["N90000011"]),
        ("ｻｲﾄｳ ｹﾝ", ["N90000011"]),
        ("太田", ["N90000011"]),
        ("Ota", ["N90000011"]),
        ("saito 健一", ["N90000011"]),
        ("79000011", ["N90000011"]),
        ("n9000001", ["N90000011", "N90000012", "N90000013"]),
        ("Ohno", ["N90000012"]),
        ("Syozi", ["N90000012"]),
        ("昭", ["N90000012"]),
        ("mueller", ["N90000013"]),
        ("Muller Jurg", ["N90000013"]),
        ("Saito N", ["N90000011"]),
        ("Saito Shoji", ["Nobody"]),
        ("Ono N1", ["Nobody"]),
        ("斎藤健二", ["Nobody", "N90000011"]),  # of similar names
        ("Saiko", ["Nobody", "N90000011"]),
        ("Kneichi Saito", ["Nobody", "N90000011"]),
        ("Kenishu", ["Nobody"]),
        ("79000012", ["Nobody"]),
        ("Oto", ["Nobody"]),
    ],
)
def test_a_member_is_found_by_any_part_of_any_spelling(work: Workplace, text: str, who: list[str]) -> None:
    register(work, ONE, TWO, THREE)
    assert found(work, text) == who
    assert found(work, *text.split()) == who


def test_whose_name_begins_with_what_is_typed_stands_first(work: Workplace) -> None:
    """Watanabe is a frequent name: whoever looked for Abe had to look through all of them."""
    many = [entry(f"N900000{n}", f"Watanabe Ken{n}", Kanji="渡辺 健") for n in range(21, 24)]
    register(work, *many, entry("N90000031", "Abe Haruka", Kanji="阿部 遥", Kana="アベ ハルカ"))
    watanabes = [f"N900000{n}" for n in range(21, 24)]
    for text in ("Abe", "abe", "あべ"):
        assert found(work, text) == ["N90000031", *watanabes]
    assert found(work, "Haruka", "Abe") == ["N90000031"]
    assert found(work, "watanabe") == watanabes


def test_a_found_member_is_told_from_others(work: Workplace) -> None:
    register(work, {**ONE, "Memberships": "2025-04-01/2026-03-31; 2026-04-01/2027-03-31"}, TWO)
    assert work.done("members", "search", "ota").out == (
        "N90000011 Saito Kenichi 齋藤 健一, Ohta Kenichi, born 1980, FIDE ID 79000011,"
        " member until 31 March 2027\n"
    )
    assert "no membership" in work.done("members", "search", "shoji").out
    (problem,) = work.run("members", "search", "−").problems()
    assert problem["code"] == "no-such-member"
    assert work.done("members", "search", "Kenchi").out.startswith(
        "Nobody found. With a similar name: 1\nN90000011 Saito Kenichi"
    )
    began = time.process_time()
    assert work.done("members", "search", "Kenchi" * 1000, "Saito").out == "Nobody on the register.\n"
    assert time.process_time() - began < 5
    for name in ("小野昭二", "小野 昭二", "さいとうけんいち", "サイトウ ケンイチ", "Shoji Ono"):
        assert work.done("members", "show", name).out.startswith(("N90000011", "N90000012")), name
    (problem,) = work.run("members", "show", "Kenchi").problems()
    assert problem["do"].endswith("members search …")


def test_one_member_is_added_by_one_command_as_by_a_file(work: Workplace) -> None:
    small_federation(work)
    said = work.done(
        *("members", "add", "n90000021", "Tsukimi Rin", "2026-04-01/2027-03-31 paid 2026-03-20"),
        *("--kanji", "月見 凛", "--kana", "ツキミ リン", "--birth", "2010-02-03", "--sex", "f"),
        *("--federation", "JPN", "--fide-id", "79000021", "--club", "Kazemachi", "--joined", "2026-04-01"),
        *("--former", "Asagiri Rin", "--who", "the office"),
    )
    assert said.out == "N90000021 Tsukimi Rin: new\n"
    by_command = work.done("members", "show", "N90000021").out
    assert "Birth: 2010-02-03 — known since 2 November 2026, entered by the office" in by_command
    assert "Membership: 2026-04-01/2027-03-31 paid 2026-03-20" in by_command
    export = work.file("", "register.csv")
    work.done("members", "export", export)
    assert "0 new, 0 changed" in work.done("members", "import", export).out


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", ["Sex: female", "Withheld: yes"]), ("ja", ["性別：女", "氏名の非公開：はい"])],
)
def test_codes_of_the_register_are_shown_in_words(work: Workplace, language: str, told: list[str]) -> None:
    work.monkeypatch.setenv("BANZUKE_LANG", language)
    register(work, entry(HATA, "Hata Rin", Sex="f", Withheld="yes"))
    lines = work.done("members", "show", HATA).out.splitlines()
    assert set(told) <= {line.split(" — ")[0].strip() for line in lines}


def test_what_cannot_be_taken_is_named_and_nothing_is_stored(work: Workplace) -> None:
    small_federation(work)
    before = work.dump()
    said = work.run("members", "add", "N123", "Tsukimi, Rin", "2027-03-31/2026-04-01", "--sex", "x")
    assert said.code != 0
    assert [p["place"] for p in said.problems()] == [
        "new member, ID",
        "new member, Sex",
        "new member, Name",
        "new member, Memberships",
    ]
    assert all("file" not in p["do"] for p in said.problems())
    (problem,) = work.run("members", "add", MORI, "Tsukimi Rin").problems()
    assert (problem["code"], problem["found"]) == ("member-exists", f"{MORI} Mori Sora")
    work.done("members", "add", "N90000021", "Tsukimi Rin", "--dry-run")
    assert work.dump() == before


def test_who_is_likely_on_the_register_is_not_added_unless_anyway(work: Workplace) -> None:
    small_federation(work)
    said = work.run("members", "add", AGAIN, NAMES[HATA])
    (problem,) = said.problems()
    assert problem["code"] == "member-again"
    assert problem["found"] == f"{HATA} Hata Rin may be the same: the same name"
    assert found(work, AGAIN) == ["Nobody"]
    work.done("members", "add", AGAIN, NAMES[HATA], "--anyway")
    assert found(work, "hata") == [HATA, AGAIN]


def spans(work: Workplace, number: str = MORI) -> list[str]:
    lines = work.done("members", "show", number).out.splitlines()
    standing = [
        line.split("Membership: ")[1] for line in lines if "Membership: " in line and " to " not in line
    ]
    return [line.partition(" —")[0] for line in standing]


def test_a_membership_whose_days_are_the_wrong_way_round_is_told_so(work: Workplace) -> None:
    small_federation(work)
    said = work.run("members", "renew", "N90000001", "2027-03-31/2026-04-01")
    assert said.problem()["expected"] == "a last day not before the first"
    assert said.problem()["found"] == "“2027-03-31/2026-04-01”"
    said = work.run("members", "renew", "N90000001", "2026-04-01/")
    assert said.problem()["expected"].startswith("intervals like")


def test_one_member_is_renewed_by_one_command(work: Workplace) -> None:
    small_federation(work)
    held = spans(work)
    said = work.done("members", "renew", "Sora Mori", "2035-04-01/2036-03-31 paid 2035-03-01")
    assert said.out.startswith(f"{MORI} Memberships: “")
    assert spans(work) == [*held, "2035-04-01/2036-03-31 paid 2035-03-01"]
    again = work.done("members", "renew", MORI, "2035-04-01/2036-03-31 paid 2035-03-01")
    assert again.out == "Nothing to change: these memberships are there.\n"
    assert work.run("members", "renew", MORI, "-").problem()["found"] == "“-”"
    assert "Next:" not in work.done("members", "renew", MORI, "2037-04-01/2038-03-31", "--dry-run").err
    assert work.run("members", "renew", "Sora Mo", "-").problem()["do"].endswith("members search …")
    work.done("members", "renew", MORI, "2035-04-01/2036-03-31 paid 2035-03-15")
    assert spans(work) == [*held, "2035-04-01/2036-03-31 paid 2035-03-15"]
    work.done("members", "renew", MORI, "2035-10-03/2035-10-04 one-time 1499612")
    assert spans(work)[-1] == "2035-10-03/2035-10-04 one-time chess-results:1499612"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((MORI, "2035-04-01"), "bad-cell"),
        ((MORI, "2035-04-01/2036-03-31", "2036-01-01/2036-12-31"), "membership-overlaps"),
        ((MORI, "2026-06-01/2036-03-31"), "membership-overlaps"),
        ((MORI, "2027-03-31/2028-03-30"), "membership-overlaps"),
        ((MORI, "2025-04-02/2026-04-01"), "membership-overlaps"),
        (("Mori", "2035-04-01/2036-03-31"), "no-such-member"),
    ],
)
def test_a_renewal_that_cannot_be_is_refused(work: Workplace, words: tuple[str, ...], code: str) -> None:
    small_federation(work, mori={"Memberships": "2026-04-01/2027-03-31"})
    before = work.dump()
    assert {p["code"] for p in work.run("members", "renew", *words).problems()} == {code}
    assert work.dump() == before


def pairs(work: Workplace, *words: str) -> dict[tuple[str, str], str]:
    """Each two entries, with what is said of them."""
    blocks = work.done("members", "duplicates", *words).out.split("\n\n")[1:]
    return {
        (lines[0].split()[0], lines[1].split()[0]): " ".join(" ".join(lines[2:]).split())
        for lines in map(str.splitlines, blocks)
    }


DOUBLES = {
    "one name and one kanji": ({"Kanji": "羽田 凛"}, "for: the same name; the same kanji"),
    "another form of the kanji": (
        {"Name": "Takahashi Rin", "Kanji": "髙橋 凛"},
        "for: the same name; the same kanji in another form",
    ),
    "another birth date": (
        {"Kanji": "羽田 凛", "Birth": "1980-01-12"},
        "for: the same name; the same kanji against: birth date: 1980-01-02 and 1980-01-12",
    ),
    "another romanisation": (
        {"Name": "Hatta Rin", "Kanji": "羽田 凛"},
        "for: names one slip apart; the same kanji; the same birth date",
    ),
    "one slip": ({"Name": "Hata Rim"}, "for: names one slip apart; the same birth date"),
    "a former name": (
        {"Name": "Kage Mio", "Former names": "Hata Rin"},
        "for: a former name is the same; the same birth date",
    ),
    "another surname": ({"Name": "Kage Rin"}, "for: the same given name; the same birth date"),
    "one FIDE ID": (
        {"Name": "Kage Mio", "Birth": "1981-01-01", "FIDE ID": "79000001"},
        "for: the same FIDE ID against: birth date: 1980-01-02 and 1981-01-01",
    ),
}


def test_a_file_that_is_only_looked_at_names_no_list_on_which_its_doubles_do_not_stand(
    work: Workplace,
) -> None:
    file = work.file(table(entry(HATA, "Hata Rin"), entry(AGAIN, "Hata Rin")), "register.csv")
    said = work.done("members", "import", file, "--dry-run")
    assert "Pairs of entries that may be one person: 1\n" in said.err
    assert "Pairs of entries that may be one person: 0" in work.done("members", "duplicates").out


@pytest.mark.parametrize("what", DOUBLES)
def test_entries_that_may_be_one_person_are_listed_with_what_speaks_for_and_against(
    work: Workplace, what: str
) -> None:
    more, told = DOUBLES[what]
    one = entry(HATA, "Hata Rin", Kanji="羽田 凛", **{"FIDE ID": "79000001"})
    other = {**entry(AGAIN, "Hata Rin"), **more}
    if "髙" in more.get("Kanji", ""):
        one |= {"Name": "Takahashi Rin", "Kanji": "高橋 凛"}
    rest = (TWO, THREE)
    if "FIDE ID" in more:  # a file that holds both would be refused
        register(work, one, *rest)
        said = register(work, other)
    else:
        said = register(work, one, other, *rest)
    assert "Pairs of entries that may be one person: 1; see banzuke members duplicates" in said.err
    listed = pairs(work)
    assert list(listed) == [(HATA, AGAIN)]
    assert listed[HATA, AGAIN].startswith(told)
    assert pairs(work, "N90000012") == {}
    assert list(pairs(work, AGAIN)) == [(HATA, AGAIN)]


@pytest.mark.parametrize(
    "more",
    [
        {"Kanji": "秦 倫", "Birth": "1999-01-01"},
        {"Kanji": "秦 倫"},
        {"Birth": "1999-01-01"},
        {"Sex": "m"},
    ],
)
def test_namesakes_of_whom_something_is_other_are_listed_only_with_all(
    work: Workplace, more: dict[str, str]
) -> None:
    kanji = "羽田 凛" if "Kanji" in more else ""
    register(work, entry(HATA, "Hata Rin", Kanji=kanji), {**entry(AGAIN, "Hata Rin"), **more})
    assert pairs(work) == {}
    assert (
        "Pairs with one name whose other facts differ: 1; --all shows them"
        in work.done("members", "duplicates").err
    )
    told = pairs(work, "--all")
    assert list(told) == [(HATA, AGAIN)]
    assert ("sex: female and male" in told[HATA, AGAIN]) == ("Sex" in more)


def test_very_many_of_one_name_stand_beside_the_first_alone_and_who_shares_more_with_another(
    work: Workplace,
) -> None:
    """Else two thousand of one name were two million pairs."""
    ids = [f"N900001{number:02}" for number in range(60)]
    days = [f"1980-{1 + number // 28:02}-{1 + number % 28:02}" for number in (*range(59), 30)]
    register(work, *(entry(i, "Hata Rin", Birth=day) for i, day in zip(ids, days, strict=True)))
    assert set(pairs(work)) == {(ids[30], ids[59])}
    assert set(pairs(work, "--all")) == {(ids[0], other) for other in ids[1:]} | {(ids[30], ids[59])}
    assert len(pairs(work, ids[7], "--all")) == 59


@pytest.mark.parametrize(
    ("name", "other", "said"),
    [
        ("Hall Matthew", "Hall Matt", "the same name with a short form"),
        ("Hall Matthew", "Hall M", "the same name with an initial"),
        ("Hall Matthew John", "Hall Matthew", "the same name without a middle name"),
    ],
)
def test_a_shorter_name_and_the_same_birth_date_can_be_one_person(
    work: Workplace, name: str, other: str, said: str
) -> None:
    """“Matt instead of Matthew is a problem” (QJ Organisers 3): it was found at an event, and not here."""
    register(work, entry(HATA, name, Birth="2014-08-05"), entry(AGAIN, other, Birth="2014-08-05"))
    assert pairs(work) == {(HATA, AGAIN): f"for: {said}; the same birth date"}


def test_who_is_entered_under_a_short_form_is_told_of_the_entry_that_is_there(work: Workplace) -> None:
    register(work, entry(HATA, "Hall Matthew", Birth="2014-08-05"))
    new = ("members", "add", AGAIN, "Hall Matt", "2026-04-01/2027-03-31", "--birth", "2014-08-05")
    assert {p["code"] for p in work.run(*new).problems()} == {"member-again"}


def test_twins_with_other_names_and_namesakes_born_on_other_days_are_no_shorter_names(
    work: Workplace,
) -> None:
    register(
        work, entry(HATA, "Hall Matthew", Birth="2014-08-05"), entry(AGAIN, "Hall Mark", Birth="2014-08-05")
    )
    register(work, entry("N90000017", "Hall Matt", Birth="2013-08-05"))
    assert pairs(work, "--all") == {}


def test_twins_and_strangers_are_no_doubles(work: Workplace) -> None:
    twins = entry(HATA, "Hata Rin"), entry(AGAIN, "Hata Saki")
    register(work, *twins, TWO, THREE, entry("N90000017", "Kage Mio"))
    assert pairs(work, "--all") == {}


def test_events_of_both_and_memberships_on_one_day_speak_against_it(work: Workplace) -> None:
    federation(work, Memberships="2026-04-01/2027-03-31")
    kept = entry(HATA, NAMES[HATA], Birth="1980-05-05", Memberships="2026-04-01/2027-03-31")
    register(work, kept)
    again = "N90000006"
    work.store(game(HATA, again, "1-0"))
    assert pairs(work)[HATA, again] == (
        "for: the same name; the same birth date"
        " against: both played in E1 Open 1400001; both were annual members on the same days"
    )


def test_two_persons_are_ruled_apart_until_it_is_taken_back(work: Workplace) -> None:
    register(work, entry(HATA, "Hata Rin"), entry(AGAIN, "Hata Rin"))
    said = work.done("members", "apart", AGAIN, HATA, "--reason", "both came to the office", "--who", "me")
    assert said.out == f"Decision 1: {AGAIN} and {HATA} are two people\n"
    work.done("members", "apart", HATA, AGAIN, "--reason", "the same again", "--who", "me")
    assert work.rows("SELECT id FROM ruling WHERE taken_back_at IS NULL") == [(2,)]
    assert pairs(work, "--all") == {}
    (problem,) = work.run("members", "merge", AGAIN, "--into", HATA, "--reason", "one").problems()
    assert (problem["code"], problem["found"]) == ("merge-impossible", "decision 2: they are two people")
    work.done("resolve", "--take-back", "2", "--reason", "a mistake")
    assert list(pairs(work)) == [(HATA, AGAIN)]
    (problem,) = work.run("members", "apart", HATA, HATA, "--reason", "two").problems()
    assert problem["code"] == "merge-impossible"


def test_who_was_ruled_another_person_is_so_of_the_member_whom_the_entry_was_merged_into(
    work: Workplace,
) -> None:
    third = "N90000007"
    register(work, entry(HATA, "Hata Rin"), entry(AGAIN, "Hata Rin"), entry(third, "Hata Rin"))
    work.done("members", "apart", third, AGAIN, "--reason", "both came to the office")
    work.done("members", "merge", AGAIN, "--into", HATA, "--reason", "one person")
    assert pairs(work, "--all") == {}
    for gone, kept in ((third, HATA), (HATA, third)):
        said = work.run("members", "merge", gone, "--into", kept, "--anyway", "--reason", "one person")
        assert said.problem()["found"] == "decision 1: they are two people"


def test_a_merged_entry_is_no_double_and_is_found_under_both_ids(work: Workplace) -> None:
    register(work, entry(HATA, "Hata Rin"), entry(AGAIN, "Hatta Rin", Kanji="羽田 凛"))
    work.done("members", "merge", AGAIN, "--into", HATA, "--reason", "one person")
    assert pairs(work) == {}
    assert found(work, "hatta") == [HATA]
    assert f"also entered as {AGAIN}" in work.done("members", "search", AGAIN).out
    said = work.run("members", "renew", AGAIN, "2035-04-01/2036-03-31")
    assert said.problems()[0]["do"] == f"renew {HATA}"


def test_a_name_with_signs_that_steer_is_refused_by_hand_as_in_a_file(work: Workplace) -> None:
    found = work.run("members", "add", "N90000077", "Foo\x1b[31mBar").problem()
    assert found["code"] == "bad-cell" and "U+001B" in found["found"]
    assert work.run("members", "add", "N90000077", "?no Jun").problem()["found"] == "“?no Jun”"


def test_who_enters_or_changes_one_member_reads_no_other_as_a_whole(work: Workplace) -> None:
    """Of 10,000 members it took a second and more."""
    small_federation(work)
    read: set[str] = set()
    by = {"who": "Officer", "now": work.moment}

    def noted(row: MemberRow, _context: object) -> None:
        read.add(row.federation_id)

    event.listen(MemberRow, "load", noted)
    try:
        with transaction(work.engine()) as session:
            correct(session, HATA, {"Club": "Koyo"}, since="", source="", **by)
            renew(session, HATA, ["2036-04-01/2037-03-31"], **by)
            new = {"ID": AGAIN, "Name": "Nobody Else", "Birth": "1999-09-09"}
            assert add(session, new, anyway=False, **by).not_in_file == tuple(sorted(NAMES))
    finally:
        event.remove(MemberRow, "load", noted)
    assert read == {HATA, AGAIN}

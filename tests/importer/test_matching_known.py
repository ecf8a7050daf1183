"""The register's tables as matching sees them: every name that stands, merged entries as one member."""

from datetime import UTC, date, datetime

from importer.known import known_members
from importer.tables import MemberNameRow, MemberRow

NOW = datetime(2026, 10, 1, tzinfo=UTC)


def member(session, number, name, **more):
    row = MemberRow(federation_id=f"N9000000{number}", name=name, known_since=NOW, **more)
    session.add(row)
    session.flush()
    return row.id


def called(session, member_id, kind, name, until=None):
    session.add(
        MemberNameRow(
            member_id=member_id, kind=kind, name=name, source="test", known_since=NOW, known_until=until
        )
    )
    session.flush()


def test_every_fact_and_name_that_stands_is_there(session):
    sora = member(session, 1, "Mori Sora", kanji="森 空", kana="モリ ソラ", born=date(2001, 2, 3), sex="m")
    called(session, sora, "former", "Kage Sora")
    called(session, sora, "roman", "Mori Sohra")
    called(session, sora, "roman", "Mori Wrong", until=NOW)
    (known,) = known_members(session, {"N90000001": [1500, 1600]})
    assert (known.name, known.kanji, known.kana) == ("Mori Sora", "森 空", "モリ ソラ")
    assert (known.former_names, known.other_names) == (("Kage Sora",), ("Mori Sohra",))
    assert (known.born, known.ratings) == (date(2001, 2, 3), (1500, 1600))


def test_entries_merged_one_into_the_other_are_the_last_of_them(session):
    last = member(session, 1, "Mori Sora")
    middle = member(session, 2, "Mori Sorra", merged_into=last)
    first = member(session, 3, "Morri Sora", kanji="森 空", merged_into=middle)
    called(session, first, "former", "Kage Sora")
    (known,) = known_members(session, {})
    assert (known.member_id, known.other_ids) == (last, ("N90000002", "N90000003"))
    assert known.other_names == ("Mori Sorra", "Morri Sora", "森 空")
    assert known.former_names == ("Kage Sora",)


def test_what_is_known_of_a_merged_entry_alone_is_known_of_the_member(session):
    last = member(session, 1, "Mori Sora", sex="f", fide_id="7001")
    middle = member(session, 2, "Mori Sora", merged_into=last, sex="m", born=date(2001, 2, 3))
    told = {"fide_id": "7002", "federation": "KOR", "born": date(2001, 2, 4), "club": "Hill CC"}
    member(session, 3, "Mori Sora", merged_into=middle, **told)
    member(session, 4, "Hata Rin")
    one, other = known_members(session, {})
    assert (one.fide_id, one.sex, one.born) == ("7001", "f", date(2001, 2, 3))
    assert (one.federation, one.club) == ("KOR", "Hill CC")
    assert (other.fide_id, other.federation, other.sex, other.born, other.club) == (None,) * 5

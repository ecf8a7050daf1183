"""The invented register is what those who test with it rely on."""

from __future__ import annotations

from collections import Counter

from importer.names import name_key
from importer.register import examine_register
from rating.families import part
from tests.importer.people import SHARING, people, register_file


def test_the_same_seed_gives_the_same_people_and_another_others() -> None:
    assert people(500, seed=3) == people(500, seed=3)
    assert people(500, seed=3) != people(500, seed=4)


def test_seven_in_a_hundred_share_their_name_and_nobody_an_id() -> None:
    made = people(5000)
    names = Counter(name_key(p.name) for p in made)
    assert sum(n for n in names.values() if n > 1) == round(5000 * SHARING)
    assert len({p.federation_id for p in made}) == 5000
    fide_ids = [p.fide_id for p in made if p.fide_id]
    assert len(set(fide_ids)) == len(fide_ids) > 2000


def test_japanese_members_have_kanji_and_kana_and_foreign_ones_neither() -> None:
    made = people(5000)
    japanese = [p for p in made if p.kanji]
    assert 0.8 < len(japanese) / 5000 < 0.9
    assert all(p.kana and p.kana.count(" ") == 1 for p in japanese)
    assert all(p.kana is None for p in made if p.kanji is None)
    assert any(p.former for p in made)


def test_the_register_file_is_one_that_the_office_takes() -> None:
    file = register_file(people(5000))
    entries, faults = examine_register(file, "people.csv", family=part("japanese", "importer"))
    assert faults == []
    assert [e.federation_id for e in entries] == [p.federation_id for p in people(5000)]

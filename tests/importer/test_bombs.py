"""Small files that unpack, repeat or claim to be large: refused within their bounds, by name."""

from __future__ import annotations

import io
import struct
import time
import tracemalloc
import zipfile
import zlib

import pytest

from importer import reader
from importer.errors import ImportRefused
from importer.files import AT_ONCE, read_files
from importer.form.games import People
from importer.given import GivenFile
from importer.register import examine_register
from importer.unpack import MOST_ENTRIES, member_of, unpack, zip_of
from office.mail.quoted import unflowed
from office.mail.read import mail_of
from rating.families import part
from rating.time_control import minutes_at_60
from scraper.records import Player
from tests.importer.test_trf import HEAD, ROWS
from tests.importer.test_workbook import ods, text_cell
from tests.office.mail.mutations import NOW
from tests.office.mail.shapes import head

TRF = (HEAD + ROWS).encode()


def zeros(megabytes: int) -> bytes:
    """So many megabytes of zeros, deflated in a thousandth of them."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = packer.compress(bytes(1_000_000)) + packer.flush(zlib.Z_FULL_FLUSH)
    return block * megabytes + packer.flush()


def lying(megabytes: int, said: int, name: bytes = b"xl/workbook.xml") -> bytes:
    """A zip of one part that unpacks to so many megabytes of zeros, whatever its entry says."""
    body = zeros(megabytes)
    facts = struct.pack("<HHHHHIIIHH", 20, 0, zipfile.ZIP_DEFLATED, 0, 0x21, 0, len(body), said, len(name), 0)
    entry = b"PK\x01\x02" + struct.pack("<H", 20) + facts + struct.pack("<HHHII", 0, 0, 0, 0, 0) + name
    local = b"PK\x03\x04" + facts + name + body
    end = b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, 1, 1, len(entry), len(local), 0)
    return local + entry + end


def refused(data: bytes) -> str:
    with pytest.raises(ImportRefused) as caught:
        examine_register(data, "register", family=part("japanese", "importer"))
    return caught.value.problems[0].code


def test_no_more_is_unpacked_than_a_zip_says_of_a_part() -> None:
    tracemalloc.start()
    with zip_of(lying(400, 1000)) as archive, pytest.raises(zipfile.BadZipFile):
        member_of(archive, archive.infolist()[0])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 5_000_000


def test_a_workbook_whose_sizes_lie_is_broken() -> None:
    assert refused(lying(400, 1000)) == "workbook-broken"
    assert refused(lying(400, 400_000_000)) == "table-too-large"


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_ways_of_packing_that_python_unpacks_all_at_once_are_refused(method: int) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        archive.writestr("a.trf", TRF)
    with pytest.raises(ImportRefused) as caught:
        unpack("a.zip", made.getvalue())
    (problem,) = caught.value.problems
    assert problem.code == "archive-broken" and "packed in an unusual way" in problem.found


def test_a_directory_without_end_is_not_listed() -> None:
    entry = b"PK\x01\x02" + bytes(42)
    with pytest.raises(zipfile.BadZipFile), zip_of(entry * (MOST_ENTRIES + 1)):
        pass


def test_a_few_bytes_of_ods_that_repeat_one_cell_for_ever_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reader, "MEMORY", 400_000_000)  # the same in less time
    cell = text_cell("x" * 10_000, ' table:number-columns-repeated="100"')
    data = ods(f'<table:table-row table:number-rows-repeated="10000">{cell}</table:table-row>')
    assert len(data) < 15_000  # which stand for 10 GB
    assert refused(data) == "reading-too-much"
    row = f'<table:table-row table:number-rows-repeated="9999999">{text_cell("x")}</table:table-row>'
    assert refused(ods(row)) == "table-too-large"


def test_a_table_of_very_many_columns_or_rows_is_refused() -> None:
    assert refused(b"ID,Name,Memberships" + b",x" * 20_000 + b"\n") == "table-too-large"
    assert refused(b"ID,Name,Memberships" + b"," * 997 + b"\n" + b",\n" * 2_001) == "table-too-large"


def test_a_register_of_ten_thousand_members_is_read() -> None:
    lines = "".join(f"N{n:08d},Mori Sora {n},2026-04-01/2027-03-31\n" for n in range(1, 10_001))
    entries, faults = examine_register(
        b"ID,Name,Memberships\n" + lines.encode(), "register", family=part("japanese", "importer")
    )
    assert (len(entries), faults) == (10_000, [])


def zip_of_trfs(count: int) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for number in range(count):
            archive.writestr(f"{number}.trf", TRF.replace(b"Invented Open", b"Open %d" % number))
    return made.getvalue()


def test_a_zip_of_very_many_reports_is_one_question() -> None:
    given = [GivenFile("all.zip", zip_of_trfs(199)), GivenFile("one.trf", TRF)]
    many, one = read_files(given, minutes_at_60, every=False)
    (problem,) = many.problems
    assert (problem.code, problem.place) == ("many-events", "all.zip")
    assert problem.found == "199; none was taken" and f"at most {AT_ONCE} events" in problem.expected
    assert one.record is not None
    assert len(read_files([GivenFile("a.zip", zip_of_trfs(11))], minutes_at_60, every=True)) == 11


def test_a_trf_file_that_is_wrong_in_every_line_takes_time_with_its_length_alone() -> None:
    line = "001 {:4d} m    " + "x" * 33 + "X1x00X JPNX12345678901 19x0/01/01   3.0X    1X" + "  zzz1 q x" * 9
    damaged = "012 Open\n" + "".join(f"{line.format(n)}\n" for n in range(1, 3001))
    began = time.process_time()
    (reading,) = read_files([GivenFile("wrong.trf", damaged.encode())], minutes_at_60)
    assert len(reading.problems) > 3000 and {p.code for p in reading.problems} == {"trf-line"}
    assert time.process_time() - began < 5  # it took minutes


def test_paragraphs_that_flow_take_time_with_their_length_alone() -> None:
    began = time.process_time()
    assert len(unflowed("word \n" * 100_000, delete_space=False)) == 5 * 100_000
    assert len(unflowed("> \n" * 100_000, delete_space=True)) > 0
    assert time.process_time() - began < 3  # it took minutes


def test_a_mail_of_texts_that_flow_is_read() -> None:
    flowed = b"Content-Type: text/plain; charset=utf-8; format=flowed"
    began = time.process_time()
    mail = mail_of(head(flowed) + b"x \r\n" * 100_000, NOW)
    assert mail.arrived is not None and time.process_time() - began < 5


def test_one_of_many_namesakes_is_found_by_his_id_without_looking_at_them_all() -> None:
    players = {n: Player(n, "Sato Jun", national_id=f"N{n:08}") for n in range(1, 20_001)}
    people = People(players, numbered=False)
    begun = time.process_time()
    assert [people.number("Sato Jun", f"N{n:08}") for n in range(1, 3_001)] == list(range(1, 3_001))
    assert {people.number("Sato Jun") for _ in range(3_000)} == {None}
    assert time.process_time() - begun < 1

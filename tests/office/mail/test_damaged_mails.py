"""What is no mail, mails without bounds, and damaged ones."""

from __future__ import annotations

import os
import random

import pytest

from office.mail.limits import LARGEST, MOST_PARTS
from office.mail.tnef import unpacked
from tests.depth import deep
from tests.office.mail.mutations import damaged, fault
from tests.office.mail.shapes import (
    LINK,
    PLAIN,
    TRF,
    attached,
    head,
    html,
    mail,
    multipart,
    part,
    whole,
    winmail,
)
from tests.office.mail.test_reading import codes, read


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "mail-empty"),
        (b" \r\n\r\n", "mail-empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "mail-not-one"),
        (b"PK\x03\x04\x14\x00", "mail-not-one"),
        (b"Dear officer,\r\n\r\nthe results", "mail-not-one"),
        (b"note: this: is no mail\r\n\r\nx", "mail-not-one"),
        (b"<html><body>" + LINK.encode(), "mail-not-one"),
        (mail("x" * (LARGEST + 1)), "mail-too-large"),
        (b"Subject: x\r\n" + b"X-Header: y\r\n" * 20_000 + b"\r\n", "mail-too-many-parts"),
        (head() + b"--a\r\n" * 20_000, "mail-too-many-parts"),
        (head() + b"Content-Type: multipart/mixed; boundary=a\r\n" * 200, "mail-too-many-parts"),
    ],
)
def test_what_is_no_mail_is_refused_by_name_before_it_is_parsed(raw: bytes, code: str) -> None:
    found = read(raw)
    assert codes(found) == (code,)
    assert found.arrived is None
    assert found.reports == frozenset()


def nested(depth: int) -> bytes:
    raw = part(b"Content-Type: text/plain", LINK.encode())
    for level in range(depth):
        raw = multipart(b"mixed", raw, boundary=b"b%d" % level)
    return head()[:-2] + raw


def test_parts_in_parts_are_read_to_a_bound_and_beyond_it_said() -> None:
    assert codes(read(nested(10))) == ()
    assert read(nested(10)).addresses
    assert codes(read(nested(60))) == ("mail-too-many-parts",)
    assert codes(read(nested(3_000))) == ("mail-too-many-parts",)


@pytest.mark.slow
def test_thousands_of_parts_are_not_read() -> None:
    pieces = [part(b"Content-Type: text/plain", b"x")] * (MOST_PARTS + 100)
    assert codes(read(head()[:-2] + multipart(b"mixed", *pieces))) == ("mail-too-many-parts",)


@pytest.mark.slow
def test_a_mail_of_the_greatest_size_and_one_made_to_be_slow_are_read_in_seconds() -> None:
    slow = {
        "one long line": mail("a" * (LARGEST - 1000)),
        "html without end": head(b"Content-Type: text/html") + b"<div>" * 200_000 + html(LINK),
        "encoded words": mail(subject=b"=?utf-8?q?" + b"=?utf-8?q?a" * 9000),
        "quotes": mail(("> " * 2000 + "\r\n") * 400),
        "addresses": mail("https://chess-results.com/" * 20_000),
        "wrapped links": mail("https://x.example/?u=https%3A%2F%2Fchess-results.com%2F " * 10_000),
        "blanks": mail("chess-results.com/" + " " * 400_000),
        "breaks": mail("https://chess-results.com/tnr1=\r\n" * 20_000),
        "parameters": head(b"Content-Type: text/plain; " + b"a=b; " * 3000 + b'n="' + b"\\" * 5000),
    }
    for name, raw in slow.items():
        began = spent()
        read(raw)
        assert spent() - began < 20, name


def spent() -> float:
    """Seconds of the processor, those of a reader apart too: others may use the machine."""
    return sum(os.times()[:4])


@pytest.mark.parametrize("hundred", range(deep(20, 4)))
def test_a_damaged_mail_is_read_or_refused_and_never_breaks_the_reader(hundred: int) -> None:
    for seed in range(100 * hundred, 100 * hundred + 100):
        assert fault(random.Random(seed)) is None, seed


@pytest.mark.slow
def test_most_damaged_mails_are_still_read_so_that_the_damage_reaches_the_reader() -> None:
    found = [read(damaged(random.Random(seed))) for seed in range(deep(300, 90))]
    assert 3 * sum(mail.arrived is not None for mail in found) > 2 * len(found)
    assert 10 * sum(bool(mail.reports) for mail in found) > 3 * len(found)


@pytest.mark.parametrize("cut", [1, 7, 20, 60])
def test_a_damaged_winmail_is_not_half_unpacked(cut: int) -> None:
    packed = winmail({"a.trf": b"one", "b.trf": b"two"})
    assert [f.data for f in unpacked(packed) or ()] == [b"one", b"two"]
    assert unpacked(packed[:-cut]) is None
    assert unpacked(packed[:-cut] + bytes([packed[-cut] ^ 1]) + packed[len(packed) - cut + 1 :]) is None


def test_a_winmail_with_an_attached_mail_is_left_to_the_officer() -> None:
    packed = winmail({"a.trf": b"one"})
    without_data = packed[:6] + packed[6:].replace(b"\x0f\x80\x06\x00", b"\x05\x90\x06\x00")
    assert unpacked(without_data) is None


def test_pictures_in_a_winmail_ask_nothing_beside_a_report() -> None:
    pictures = {"prize-giving.JPG": b"\xff\xd8\xff", "image001.png": b"\x89PNG"}
    found, alone = (
        read(whole(b"mixed", PLAIN, attached(b'filename="winmail.dat"', winmail(files))))
        for files in ({**pictures, "a.trf": TRF}, pictures)
    )
    assert ([f.name for f in found.files], found.problems) == (["a.trf"], ())
    assert [p.place for p in alone.problems] == ["winmail.dat/prize-giving.JPG, winmail.dat/image001.png"]

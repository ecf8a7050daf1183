"""What is read of a mail: shapes of real mail programs, files, characters."""

from __future__ import annotations

import base64
from datetime import UTC, datetime

import pytest

from office.mail.charsets import text_of
from office.mail.headers import decoded
from office.mail.html import read_html
from office.mail.quoted import unflowed
from office.mail.read import Mail, read_mail
from tests.depth import every
from tests.office.mail.shapes import (
    GAMES,
    LINK,
    NUMBER,
    PLAIN,
    SHAPES,
    TRF,
    attached,
    head,
    mail,
    part,
    whole,
)

NOW = datetime(2026, 11, 2, 1, 0, tzinfo=UTC)


def read(raw: bytes) -> Mail:
    return read_mail(raw, NOW, "the mail")


def codes(found: Mail) -> tuple[str, ...]:
    return tuple(p.code for p in found.problems)


@pytest.mark.parametrize("name", SHAPES)
def test_a_mail_says_its_tournaments_its_files_and_what_has_to_be_asked(name: str) -> None:
    shape = SHAPES[name]
    found = read(shape.raw)
    assert tuple(a.tournament for a in found.addresses) == shape.tournaments
    assert tuple(f.name for f in found.files) == shape.files
    assert codes(found) == shape.codes
    assert found.sender.endswith("@example.jp")
    assert found.message_id == "<one@example.jp>"
    if shape.subject is not None:
        assert found.subject == shape.subject
    if shape.sender_name is not None:
        assert found.sender_name == shape.sender_name
    for problem in found.problems:
        assert all((problem.place, problem.expected, problem.found, problem.remedy))


def test_an_attached_file_is_not_overlooked_because_it_is_empty_or_called_a_picture() -> None:
    def sent(data: bytes, kind: bytes) -> Mail:
        return read(whole(b"mixed", PLAIN, attached(b'filename="report.xlsx"', data, kind)))

    empty = sent(b"", b"application/vnd.ms-excel")
    assert codes(empty) == ("mail-file-unknown",) and "0 bytes" in empty.problems[0].found
    assert [f.data for f in sent(TRF, b"image/jpeg").files] == [TRF]


@pytest.mark.parametrize("kind", [b"application/pgp-signature", b"text/calendar", b"text/vcard"])
def test_a_report_called_what_mail_programs_attach_by_themselves_is_taken(kind: bytes) -> None:
    sent = read(whole(b"mixed", PLAIN, attached(b'filename="report.trf"', TRF, kind)))
    assert ([f.data for f in sent.files], codes(sent)) == ([TRF], ())
    assert read(whole(b"mixed", PLAIN, attached(b'filename="x.asc"', b"a signature", kind))).files == ()


@pytest.mark.parametrize("other", [b"boundary=other", b""])
def test_files_of_a_mail_whose_parts_cannot_be_told_apart_are_not_passed_over(other: bytes) -> None:
    """Its link was found, and of the file beside it nothing was said."""
    text = part(b"Content-Type: text/plain; charset=utf-8", LINK.encode())
    sent = whole(b"mixed", text, attached(b'filename="report.trf"', TRF))
    sound, odd = read(sent), read(sent.replace(b'boundary="=_bound"', other))
    assert (len(sound.files), codes(sound)) == (1, ())
    assert [a.tournament for a in odd.addresses] == [NUMBER]
    assert codes(odd) == ("mail-file-unknown",) and "cannot be told apart" in odd.problems[0].found


@pytest.mark.parametrize(
    ("text", "disposition", "size", "asked"),
    [
        (b"our results", b"attachment", 4_000, True),
        (b"our results", b"inline", 40_000, True),  # as phones and Outlook put a photo among the words
        (b"thank you\r\n-- \r\nInvented Club", b"inline", 4_000, False),  # a logo
        (LINK.encode(), b"attachment", 40_000, False),  # of the prize-giving
    ],
)
def test_a_picture_is_asked_about_where_nothing_else_of_the_mail_is_a_report(
    text: bytes, disposition: bytes, size: int, asked: bool
) -> None:
    picture = attached(b'filename="IMG_1.jpg"', b"\xff\xd8\xff\xe0" + b"\0" * size, b"image/jpeg")
    words = part(b"Content-Type: text/plain", text)
    found = read(whole(b"mixed", words, picture.replace(b"attachment", disposition)))
    assert [(p.code, p.place) for p in found.problems] == [("mail-file-unknown", "IMG_1.jpg")] * asked


@pytest.mark.parametrize("name", ["standings.csv", "standings.txt", "standings.html"])
def test_an_attached_text_is_asked_about_where_nothing_else_of_the_mail_is_a_report(name: str) -> None:
    file = attached(f'filename="{name}"'.encode(), b"1;Mori Sora;3\n2;Hata Rin;2\n", b"text/plain")
    found = read(whole(b"mixed", PLAIN, file))
    assert [(p.code, p.place) for p in found.problems] == [("mail-file-unknown", name)]
    assert codes(read(whole(b"mixed", part(b"Content-Type: text/plain", LINK.encode()), file))) == ()


def test_a_photo_that_an_html_text_holds_itself_is_asked_about() -> None:
    photo = b'<p>results <img src="data:image/png;base64,' + b"iVBO" * 9_000 + b'"></p>'
    assert codes(read(head(b"Content-Type: text/html") + photo)) == ("mail-file-unknown",)


@pytest.mark.parametrize("lines", [TRF, GAMES])
def test_a_report_that_stands_in_the_text_of_a_mail_is_named(lines: bytes) -> None:
    text = b"Dear officer,\r\n\r\n" + lines + b"\r\nInvented Club"
    assert codes(read(mail(text.decode()))) == ("mail-report-in-text",)
    assert codes(read(mail("> " + text.decode().replace("\n", "\n> ")))) == ()


def test_names_of_files_as_mutt_writes_them_are_read() -> None:
    """In ISO-2022-JP, with bare signs of the escapes and a character over two pieces (Mutt 2.2.12)."""
    names = (
        b"filename*0*=iso-2022-jp''%1B$B%3D%295%28Bg2q#2#0#2#6$N7k2LJs9p%3Dq!JBh#12s;\n"
        b"\tfilename*1*=$+$iBh#52s$^$G!K%3AG%3D%2AHG%1B%28B%2Etrf",
        b"filename*=iso-2022-jp''%1B$BF|K%5C%1B%28B%20%1B$B8l%1B%28B%20%22q%22%2Etrf",
    )
    for coded, name in zip(
        names,
        ("秋季大会２０２６の結果報告書（第１回から第５回まで）最終版.trf", '日本 語 "q".trf'),
        strict=True,
    ):
        assert [f.name for f in read(whole(b"mixed", PLAIN, attached(coded, TRF))).files] == [name]


def test_of_a_name_written_in_both_ways_one_is_taken() -> None:
    both = b"filename=\"ketsu.trf\";\n\tfilename*=UTF-8''%E7%B5%90%E6%9E%9C.trf"
    for given in (both, b";\n\t".join(reversed(both.split(b";\n\t")))):
        assert [f.name for f in read(whole(b"mixed", PLAIN, attached(given, TRF))).files] == ["結果.trf"]


@pytest.mark.parametrize("kind", [b"text/plain", b"text/html"])
def test_a_text_in_base64_that_is_cut_off_or_goes_on_in_plain_words_keeps_its_link(kind: bytes) -> None:
    headers = head(b"Content-Type: " + kind + b"; charset=utf-8\r\nContent-Transfer-Encoding: base64")
    text = base64.b64encode(f"結果です {LINK} 以上 ".encode())
    footer = b"\r\n_______\r\nlist mailing list\r\nlist@example.jp\r\n"
    for cut in range(4):
        for body in (text[: len(text) - cut], text + footer + b"x" * cut):
            assert [a.tournament for a in read(headers + body).addresses] == [NUMBER]


def test_a_tournament_that_only_an_invitation_links_is_asked_about() -> None:
    def invitation(link: str) -> bytes:
        text = f"BEGIN:VCALENDAR\r\nDESCRIPTION:{link[:30]}\r\n {link[30:]}\r\nEND:VCALENDAR\r\n"
        return part(b"Content-Type: text/calendar; method=REQUEST; charset=utf-8", text.encode())

    alone = read(whole(b"alternative", PLAIN, invitation(LINK)))
    assert (alone.addresses, codes(alone)) == ((), ("mail-file-unknown",))
    assert codes(read(whole(b"alternative", PLAIN, invitation("https://example.jp/")))) == ()
    own = part(b"Content-Type: text/plain", LINK.encode())
    assert codes(read(whole(b"alternative", own, invitation(LINK)))) == ()


def test_a_packed_file_and_moves_of_games_in_the_text_of_a_mail_are_named() -> None:
    packed = "begin 644 open.trf\r\nM,#$R($EN=F5N=&5D\r\n`\r\nend\r\n"
    assert codes(read(mail(packed))) == ("mail-report-in-text",)
    signed = f"{LINK}\r\n-- \r\nMori Sora\r\n{packed}"  # programs pack behind the signature
    assert codes(read(mail(signed))) == ("mail-report-in-text",)
    moves = '[Event "Open"]\r\n\r\n1. e4 e5 1-0\r\n'
    assert codes(read(mail(moves))) == ("file-of-another-program",)
    assert codes(read(mail(moves + LINK))) == ()


def test_an_attached_text_is_one_by_its_bytes_not_by_what_it_is_called() -> None:
    def sent(data: bytes, kind: bytes = b"text/plain") -> Mail:
        return read(whole(b"mixed", PLAIN, attached(b'filename="link.txt"', data, kind)))

    assert codes(sent(b"\x03\0\0\0" + LINK.encode())) == ("mail-file-unknown",)
    no_mail = attached(b'filename="x.eml"', b"\0 no mail", b"application/octet-stream")
    assert codes(read(whole(b"mixed", PLAIN, no_mail))) == ("mail-file-unknown",)
    for data, kind in (("utf-16", b"text/plain"), ("utf-16-le", b"text/plain; charset=utf-16le")):
        assert [a.tournament for a in sent(LINK.encode(data), kind).addresses] == [NUMBER]


@pytest.mark.parametrize("name", every(list(SHAPES), 3))
def test_a_mail_with_unix_lines_says_the_same(name: str) -> None:
    raw = SHAPES[name].raw
    unix = read(raw.replace(b"\r\n", b"\n"))
    assert (unix.reports, codes(unix), unix.subject) == (
        read(raw).reports,
        codes(read(raw)),
        read(raw).subject,
    )


def test_the_home_page_in_a_signature_is_noted_and_no_error() -> None:
    found = read(SHAPES["a footer alone"].raw)
    assert [p.code for p in found.noted] == ["address-not-a-tournament"] * 2
    assert found.problems == ()


# Characters


def test_what_is_declared_is_taken_only_if_it_fits() -> None:
    assert text_of("結果".encode("cp932"), "utf-8") == "結果"
    assert text_of("結果".encode("euc_jp"), None) == "結果"
    assert text_of("結果①㈱".encode("cp932"), "Shift_JIS") == "結果①㈱"
    assert text_of(b"\x1b$B-!-j\x1b(B", "iso-2022-jp") == "①㈱"  # NEC's row 13
    for picture in (b"uA", b"v0", b"v~"):  # of a mobile carrier
        assert text_of(b"\x1b$B7k2L" + picture + b"Js9p\x1b(B", "iso-2022-jp") == "結果\ufffd報告"
    assert text_of("日本語".encode("iso-2022-jp"), "us-ascii") == "日本語"
    assert text_of(b"caf\xe9", "iso-8859-1") == "café"
    assert text_of(b"\x1b$B\x21", "iso-2022-jp") == ""
    for odd in ("hex", "zlib_codec", "punycode", "unicode_escape", "undefined", "idna", ""):
        assert text_of(b"plain", odd) == "plain"
    assert text_of("結果".encode("utf-7"), "utf-7") == "結果"
    assert text_of(b"+2AA-", "utf-7") == "+2AA-"  # half of a pair, which no page can show


def test_encoded_words_are_read_also_where_a_character_is_cut_in_two() -> None:
    assert decoded("=?utf-8?b?5aSn?= =?UTF-8?B?5Lya?= 2026") == "大会 2026"
    assert decoded("=?utf-8?b?5aQ=?=\r\n =?utf-8?b?p+S8mg==?=") == "大会"
    assert decoded("=?utf-8?q?=E5=A4=A7_x?=") == "大 x"
    assert decoded("=?utf-8?b?!!!?= =?broken") == "=?broken"
    assert decoded("=?x-none?b?YQ==?=") == "a"


def test_flowed_lines_are_joined_and_a_signature_is_not() -> None:
    assert unflowed("> aa \n> bb\nc \nd\n-- \nsig", delete_space=False) == "> aa bb\nc d\n-- \nsig"
    assert unflowed("a \nb", delete_space=True) == "ab"


def test_an_html_mail_is_read_without_its_scripts_and_styles() -> None:
    found = read_html(
        f"<style>p {{}}</style><script>https://chess-results.com/tnr1.aspx</script>x<br>y<a href={LINK}>z</a>"
        "<!-- https://chess-results.com/tnr2.aspx -->"
    )
    assert found.text == "x\nyz"
    assert [a.href for a in found.anchors] == [LINK]


@pytest.mark.parametrize(
    ("style", "seen"),
    [
        ("display:none", False),
        ("color: red; DISPLAY : none !important", False),
        ("visibility:hidden;", False),
        ("opacity: 0.0", False),
        ("max-height:0px;overflow:hidden", False),
        ("font-size:0", False),
        ("display:block", True),
        ("opacity:0.5", True),
        ("max-height:0", True),
        ("font-size:0.9em", True),
        ('font-size:0px"><b style="font-size:13px', True),  # as letters that are laid out in tables
    ],
)
def test_a_link_that_nobody_sees_is_not_the_organizers(style: str, seen: bool) -> None:
    html = part(
        b"Content-Type: text/html; charset=utf-8", f'<p style="{style}"><a href={LINK}>x</a></p>'.encode()
    )
    assert [a.tournament for a in read(whole(b"mixed", html)).addresses] == ([NUMBER] if seen else [])


@pytest.mark.parametrize("charset", ["utf-32", "utf-32-le", "utf-32-be", "utf-16"])
@pytest.mark.parametrize("kind", ["text/plain", "text/html"])
def test_a_link_is_found_whatever_width_the_signs_have(charset: str, kind: str) -> None:
    named = charset.replace("-le", "le").replace("-be", "be")
    headers = f"Content-Type: {kind}; charset={named}\nContent-Transfer-Encoding: base64".encode()
    text = base64.b64encode(f"結果 {LINK} 以上".encode(charset))
    assert [a.tournament for a in read(whole(b"mixed", part(headers, text))).addresses] == [NUMBER]

"""Mails as real mail programs write them, built by hand as bytes; every name and address is invented.

`SHAPES` is what the mutations damage and what the first test reads: the bytes, the tournaments, the names
of the files, the codes of what has to be asked.
"""

from __future__ import annotations

import base64
import quopri
from collections.abc import Mapping
from dataclasses import dataclass
from email.header import Header
from urllib.parse import quote

SITE = "https://chess-results.com"
NUMBER = 9900001
LINK = f"{SITE}/tnr{NUMBER}.aspx?lan=1&art=1&rd=3"
OTHER = 9900002
TRF = b"012 Invented Rapid 2026\n001    1 m    Mori, Sora                        1700 JPN\n"
GAMES = b"Round,White,Result,Black\n1,Mori Sora,1-0,Hata Rin\n"


@dataclass(frozen=True)
class Shape:
    """One mail and what is in it."""

    raw: bytes
    tournaments: tuple[int, ...] = (NUMBER,)
    files: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    subject: str | None = None
    sender_name: str | None = None


def head(
    *more: bytes,
    subject: bytes = b"Results",
    sender: bytes = b"Invented Club <club@example.jp>",
    received: bytes | None = b"Mon, 05 Oct 2026 10:00:00 +0900",
    date: bytes | None = b"Mon, 05 Oct 2026 09:59:58 +0900",
    message_id: bytes | None = b"<one@example.jp>",
) -> bytes:
    """The headers of a mail, with the line that ends them."""
    lines = []
    if received is not None:
        lines += [
            b"Received: from mx.example.jp (mx.example.jp [192.0.2.1])",
            b"\tby office.example.jp with ESMTPS id abc; " + received,
            b"Received: from pc by mx.example.jp; Mon, 05 Oct 2026 09:59:59 +0900",
        ]
    lines += [b"From: " + sender, b"To: rating@example.jp", b"Subject: " + subject]
    if date is not None:
        lines.append(b"Date: " + date)
    if message_id is not None:
        lines.append(b"Message-ID: " + message_id)
    return b"\r\n".join([*lines, b"MIME-Version: 1.0", *more]) + b"\r\n\r\n"


def mail(body: str = f"The results: {LINK}\r\n", **more: bytes | None) -> bytes:
    """A plain mail in UTF-8."""
    return head(b"Content-Type: text/plain; charset=utf-8", **more) + body.encode()  # type: ignore[arg-type]


def part(headers: bytes, body: bytes) -> bytes:
    return headers.replace(b"\n", b"\r\n") + b"\r\n\r\n" + body + b"\r\n"


def multipart(kind: bytes, *parts: bytes, boundary: bytes = b"=_bound") -> bytes:
    """A Content-Type with its parts, to be put behind `head`'s other lines."""
    inside = b"".join(b"--" + boundary + b"\r\n" + p for p in parts)
    return (
        b"Content-Type: multipart/"
        + kind
        + b'; boundary="'
        + boundary
        + b'"\r\n\r\n'
        + inside
        + (b"--" + boundary + b"--\r\n")
    )


def whole(kind: bytes, *parts: bytes, **more: bytes) -> bytes:
    return head(**more)[:-2] + multipart(kind, *parts)  # type: ignore[arg-type]


def attached(name: bytes, data: bytes, kind: bytes = b"application/octet-stream") -> bytes:
    """An attached file in base64. `name` is the whole parameter, e.g. `filename="a.trf"`."""
    headers = (
        b"Content-Type: "
        + kind
        + b"\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment; "
        + name
    )
    return part(headers, base64.encodebytes(data))


PLAIN = part(b"Content-Type: text/plain; charset=utf-8", b"see the file")
JAPANESE = "大会結果のご報告"
HALFWIDTH = b"\x1b$B7k2L\x1b(I@^6@\x1b(B"  # 結果 and four halfwidth katakana, raw

SAFE = (
    f"https://nam02.safelinks.protection.outlook.com/?url={quote(LINK, safe='')}&data=05%7C01%7C&reserved=0"
)


SAVED = b"""<!DOCTYPE html><html><head><title>Chess-Results Server Chess-results.com - Open A</title></head>
<body><form method="post" action="./tnr9900001.aspx?lan=1&amp;art=0"><h2>Open A</h2><h2>Starting rank</h2>
<a href="https://chess-results.com/tnr9900007.aspx">Open B</a></form></body></html>
"""


def html(link: str, words: str = "results") -> bytes:
    return (
        "<html><head><title>x</title><style>a {color: red}</style></head><body><p>Dear officer,<br>the"
        f' <a href="{link.replace("&", "&amp;")}">{words}</a></p></body></html>'
    ).encode()


def winmail(files: Mapping[str, bytes]) -> bytes:
    """Files as Outlook packs them (MS-OXTNEF), with Japanese names."""

    def attribute(level: int, number: int, data: bytes) -> bytes:
        head = bytes([level]) + number.to_bytes(4, "little") + len(data).to_bytes(4, "little")
        return head + data + (sum(data) & 0xFFFF).to_bytes(2, "little")

    packed = b"\x78\x9f\x3e\x22\x01\x00" + attribute(1, 0x00089006, b"\x00\x00\x01\x00")
    packed += attribute(1, 0x00069007, (932).to_bytes(8, "little"))
    for name, data in files.items():
        packed += attribute(2, 0x00069002, b"\x01\x00" + b"\xff" * 12) + attribute(2, 0x0006800F, data)
        packed += attribute(2, 0x00018010, name.encode("cp932") + b"\x00")
    return packed


SIGNED = bytes.fromhex("3082010006092a864886f70d010702a0820100") + b"\x00" * 60
ENVELOPED = bytes.fromhex("3082010006092a864886f70d010703a0820100") + b"\x00" * 60
"""How S/MIME begins (RFC 5652): a sequence, what it is, and the content."""


def whole_part(kind: bytes, data: bytes) -> bytes:
    """A mail that is one part in base64."""
    return head(b"Content-Type: " + kind + b"\r\nContent-Transfer-Encoding: base64") + base64.encodebytes(
        data
    )


def _shapes() -> dict[str, Shape]:
    return {
        "plain": Shape(mail(), subject="Results", sender_name="Invented Club"),
        "iso-2022-jp": Shape(
            head(
                b"Content-Type: text/plain; charset=ISO-2022-JP\r\nContent-Transfer-Encoding: 7bit",
                subject=Header(JAPANESE, "iso-2022-jp").encode().encode(),
                sender=Header("森 空", "iso-2022-jp").encode().encode() + b" <mori@example.jp>",
            )
            + f"結果です。\r\n{LINK}\r\n以上".encode("iso-2022-jp"),
            subject=JAPANESE,
            sender_name="森 空",
        ),
        "raw halfwidth katakana": Shape(
            head(b"Content-Type: text/plain; charset=iso-2022-jp", subject=HALFWIDTH)
            + HALFWIDTH
            + b"\r\n"
            + LINK.encode(),
            subject="結果ﾀﾞｶﾀ",
        ),
        "cp932 called iso-2022-jp": Shape(
            head(b"Content-Type: text/plain; charset=ISO-2022-JP") + f"①結果 {LINK}".encode("cp932")
        ),
        "cp932 called utf-8, 8-bit headers": Shape(
            head(
                b"Content-Type: text/plain; charset=UTF-8",
                subject=JAPANESE.encode("cp932"),
                sender="森クラブ".encode("cp932") + b" <mori@example.jp>",
            )
            + f"結果 {LINK}".encode("cp932"),
            subject=JAPANESE,
            sender_name="森クラブ",
        ),
        "utf-8 8-bit headers": Shape(mail(subject=JAPANESE.encode()), subject=JAPANESE),
        "quoted-printable": Shape(
            head(b"Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable")
            + quopri.encodestring(f"結果はこちらです。長い行になりますのでここで折れます {LINK}\n".encode())
        ),
        "quoted-printable that was not said": Shape(
            head(b"Content-Type: text/plain; charset=utf-8")
            + b"results: https://chess-results.com/tnr99000=\r\n01.aspx?lan=3D1&art=3D1\r\n"
        ),
        "base64": Shape(
            head(b"Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64")
            + base64.encodebytes(f"結果 {LINK}".encode())
        ),
        "format=flowed": Shape(
            head(b"Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes")
            + b"results: https://chess-results.com/tnr99 \r\n00001.aspx?lan=1\r\n-- \r\nClub\r\n"
        ),
        "format=flowed, broken before tnr": Shape(
            head(b"Content-Type: text/plain; charset=utf-8; format=flowed")
            + b"results: https://chess-results.com/ \r\ntnr9900001.aspx?lan=1\r\n-- \r\nClub\r\n"
        ),
        "quoted, format=flowed": Shape(
            head(b"Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes")
            + b"> results: https://chess-results.com/tnr99 \r\n> 00001.aspx?lan=1\r\n-- \r\nClub\r\n",
            (),
            codes=("mail-link-quoted",),
        ),
        "a link broken in two": Shape(mail("see https://chess-results.com/\r\n> tnr9900001.aspx?lan=1\r\n")),
        "a link broken in its number": Shape(
            mail("see https://chess-results.com/tnr99000\r\n01.aspx?lan=1\r\n"), (), codes=("address-broken",)
        ),
        "html only": Shape(head(b"Content-Type: text/html; charset=utf-8") + html(LINK)),
        "html only, the link in its words": Shape(
            head(b"Content-Type: text/html") + html("https://click.example.com/t/abc", LINK)
        ),
        "html that says another": Shape(
            head(b"Content-Type: text/html") + html(f"{SITE}/tnr{OTHER}.aspx", f"{SITE}/tnr{NUMBER}.aspx"),
            (NUMBER, OTHER),
            codes=("mail-links-differ",),
        ),
        "safelinks": Shape(mail(f"see {SAFE}\r\n")),
        "safelinks in html": Shape(head(b"Content-Type: text/html") + html(SAFE)),
        "google": Shape(mail(f"https://www.google.com/url?q={quote(LINK, safe='')}&sa=D&ust=1")),
        "proofpoint": Shape(
            mail(
                "https://urldefense.proofpoint.com/v2/url?u="
                "https-3A__chess-2Dresults.com_tnr9900001.aspx-3Flan-3D1&d=DwMFaQ"
            )
        ),
        "wrapped twice": Shape(mail(f"https://l.facebook.com/l.php?u={quote(SAFE, safe='')}&h=AT")),
        "alternative": Shape(
            whole(
                b"alternative",
                part(b"Content-Type: text/plain", LINK.encode()),
                part(b"Content-Type: text/html", html(LINK)),
            )
        ),
        "alternative that differs": Shape(
            whole(
                b"alternative",
                part(b"Content-Type: text/plain", LINK.encode()),
                part(b"Content-Type: text/html", html(f"{SITE}/tnr{OTHER}.aspx?lan=1")),
            ),
            (NUMBER, OTHER),
            codes=("mail-links-differ",),
        ),
        "broken in the text, whole in the html": Shape(
            whole(
                b"alternative",
                part(b"Content-Type: text/plain", b"https://chess-results.com/tnr99000\r\n01.aspx?lan=1"),
                part(b"Content-Type: text/html", html(LINK)),
            )
        ),
        "several reports": Shape(mail(f"{LINK}\r\n{SITE}/tnr{OTHER}.aspx\r\n{LINK}\r\n"), (NUMBER, OTHER)),
        "forwarded inline": Shape(
            mail(
                "FYI\r\n\r\n-------- Forwarded Message --------\r\nSubject: results\r\n"
                "From: x@example.jp\r\n\r\n"
                f"Dear officer,\r\n{LINK}\r\n> {SITE}/tnr{OTHER}.aspx\r\n"
            )
        ),
        "forwarded inline, quoted in it": Shape(
            mail(
                "FYI\r\n\r\n-------- Forwarded Message --------\r\nSubject: results\r\n"
                "From: x@example.jp\r\n\r\n"
                f"> Dear officer,\r\n> > {LINK}\r\n"
            ),
            (),
            codes=("mail-link-quoted",),
        ),
        "forwarded as a file, twice": Shape(
            whole(
                b"mixed",
                part(b"Content-Type: text/plain", b"two times"),
                part(b"Content-Type: message/rfc822", mail()),
                part(
                    b'Content-Type: message/rfc822\nContent-Disposition: attachment; filename="a.eml"', mail()
                ),
            )
        ),
        "forwarded in base64": Shape(
            whole(
                b"mixed",
                part(
                    b"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64",
                    base64.encodebytes(mail()),
                ),
            )
        ),
        "forwarded as an .eml file": Shape(
            whole(b"mixed", PLAIN, attached(b'filename="original.eml"', mail()))
        ),
        "forwarded with its file": Shape(
            whole(
                b"mixed",
                PLAIN,
                part(
                    b"Content-Type: message/rfc822",
                    whole(b"mixed", PLAIN, attached(b'filename="open.trf"', TRF)),
                ),
            ),
            (),
            files=("open.trf",),
        ),
        "a file twice": Shape(
            whole(b"mixed", PLAIN, attached(b'filename="a.trf"', TRF), attached(b'filename="b.trf"', TRF)),
            (),
            files=("a.trf",),
        ),
        "a japanese file name, rfc 2231": Shape(
            whole(
                b"mixed",
                PLAIN,
                attached(
                    b"filename*0*=UTF-8''%E5%A4%A7%E4%BC%9A;\n\tfilename*1*=%E7%B5%90%E6%9E%9C;"
                    b"\n\tfilename*2=.trf",
                    TRF,
                ),
            ),
            (),
            files=("大会結果.trf",),
        ),
        "a japanese file name, rfc 2047": Shape(
            whole(
                b"mixed",
                PLAIN,
                attached(b'filename="' + Header("結果.trf", "iso-2022-jp").encode().encode() + b'"', TRF),
            ),
            (),
            files=("結果.trf",),
        ),
        "a japanese file name, bare": Shape(
            whole(b"mixed", PLAIN, attached('filename="結果.trf"'.encode("cp932"), TRF)),
            (),
            files=("結果.trf",),
        ),
        "winmail.dat": Shape(
            whole(
                b"mixed",
                PLAIN,
                attached(b'filename="winmail.dat"', b"\x78\x9f\x3e\x22rubbish", b"application/ms-tnef"),
            ),
            (),
            codes=("mail-winmail",),
        ),
        "winmail.dat with files": Shape(
            whole(
                b"mixed",
                PLAIN,
                attached(
                    b'filename="winmail.dat"',
                    winmail({"結果.trf": TRF, "plan.pdf": b"%PDF"}),
                    b"application/ms-tnef",
                ),
            ),
            (),
            files=("結果.trf",),
            codes=("mail-file-unknown",),
        ),
        "a picture of the crosstable": Shape(
            whole(b"mixed", PLAIN, attached(b'filename="table.pdf"', b"%PDF-1.7 x", b"application/pdf")),
            (),
            codes=("mail-file-unknown",),
        ),
        "a saved page, which links other groups": Shape(
            whole(b"mixed", PLAIN, attached('filename="大会.html"'.encode(), SAVED, b"text/html")), (9900001,)
        ),
        "a saved page as any file": Shape(
            whole(b"mixed", PLAIN, attached(b'filename="x.htm"', SAVED)), (9900001,)
        ),
        "the moves of the games": Shape(
            whole(
                b"mixed", PLAIN, attached(b'filename="open.pgn"', b'[Event "x"]\n\n1. e4 *', b"text/plain")
            ),
            (),
            codes=("file-of-another-program",),
        ),
        "a list of games": Shape(
            whole(b"mixed", PLAIN, attached(b'filename="a.csv"', GAMES, b"text/csv")),
            (),
            files=("a.csv",),
        ),
        "encrypted": Shape(
            whole(
                b'encrypted; protocol="application/pgp-encrypted"',
                part(b"Content-Type: application/pgp-encrypted", b"Version: 1"),
                part(b"Content-Type: application/octet-stream", b"-----BEGIN PGP MESSAGE-----"),
            ),
            (),
            codes=("mail-encrypted",),
        ),
        "a signature and a logo": Shape(
            whole(
                b"mixed",
                part(b"Content-Type: text/plain", LINK.encode() + b"\r\n-- \r\nhttps://chess-results.com/"),
                attached(b'filename="logo.png"', b"\x89PNG", b"image/png"),
                attached(b'filename="signature.asc"', b"-----BEGIN", b"application/pgp-signature"),
            )
        ),
        "a footer alone": Shape(
            mail(
                "Thanks!\r\n-- \r\nhttps://chess-results.com/\r\nhttps://chess-results.com/fed.aspx?lan=1&fed=JPN"
            ),
            (),
        ),
        "no character set": Shape(head(b"Content-Type: text/plain") + f"結果 {LINK}".encode("cp932")),
        "no content type": Shape(head() + LINK.encode()),
        "an unknown character set": Shape(
            head(b"Content-Type: text/plain; charset=x-invented") + f"結果 {LINK}".encode()
        ),
        "a boundary that is not there": Shape(
            head(b'Content-Type: multipart/mixed; boundary="none"') + b"--other\r\n\r\n" + LINK.encode()
        ),
        "a boundary that does not end": Shape(
            head(b'Content-Type: multipart/mixed; boundary="=_b"')
            + b"--=_b\r\nContent-Type: text/plain\r\n\r\n"
            + LINK.encode()
        ),
        "a multipart without a boundary": Shape(head(b"Content-Type: multipart/mixed") + LINK.encode()),
        "unix lines and a byte order mark": Shape(b"\xef\xbb\xbf" + mail().replace(b"\r\n", b"\n")),
        "a shortened link": Shape(
            mail("The results: https://bit.ly/3aBcDeF\r\n"), (), codes=("mail-link-hidden",)
        ),
        "a link that Mimecast rewrote": Shape(
            head(b"Content-Type: text/html")
            + html("https://protect-eu.mimecast.com/s/AbCdE?domain=chess-results.com"),
            (),
            codes=("mail-link-hidden",),
        ),
        "a link to another site": Shape(
            mail("The results: https://docs.example.jp/d/abc\r\n"), (), codes=("mail-link-elsewhere",)
        ),
        "a number alone": Shape(mail("The event is tnr9900001, thank you\r\n")),
        "full width": Shape(
            mail(
                "結果：ｈｔｔｐｓ：／／ｃｈｅｓｓ－ｒｅｓｕｌｔｓ．ｃｏｍ／ｔｎｒ９９００００１．ａｓｐｘ\r\n"
            )
        ),
        "signed in one piece": Shape(
            whole_part(b'application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"', SIGNED),
            (),
            codes=("mail-signed",),
        ),
        "signed in one piece, not said": Shape(
            whole_part(b'application/x-pkcs7-mime; name="smime.p7m"', SIGNED), (), codes=("mail-signed",)
        ),
        "encrypted by S/MIME": Shape(
            whole_part(b'application/pkcs7-mime; smime-type=enveloped-data; name="smime.p7m"', ENVELOPED),
            (),
            codes=("mail-encrypted",),
        ),
        "nothing in it": Shape(mail("see you on sunday"), ()),
    }


SHAPES = _shapes()

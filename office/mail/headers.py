"""A mail's headers as people wrote them: encoded words, bare 8-bit bytes, several of one name.

They are read from the bytes as they came (policy `compat32` keeps them); the parsers of structured headers
in `email` give up on headers that real mail programs write.
"""

import re
from binascii import Error as BinasciiError
from binascii import a2b_base64
from collections.abc import Sequence
from datetime import UTC, datetime
from email.message import Message
from email.utils import getaddresses, parseaddr, parsedate_to_datetime
from urllib.parse import unquote, unquote_to_bytes

from office.mail.charsets import text_of

LONGEST = 20_000
"""So many characters of one header are looked at."""

_WORD = re.compile(r"=\?([^?*\s]{1,40})(?:\*[^?\s]{0,20})?\?([bq])\?([^?]*)\?=", re.IGNORECASE)
_BETWEEN = re.compile(r"(\?=)\s+(?==\?)")
_MAILBOX = re.compile(r"([^<>]*)<\s*([^<>\s]+@[^<>\s]+)\s*>")
_CARRIER = re.compile(r"\"([A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+)\"(?=@)")
"""What stands before the `@` of addresses that mobile carriers gave away, as `mori..s.`: some programs set it
in quotation marks, as the standard wants it, others do not."""

_PARAMETER = re.compile(
    r";\s*(?P<name>[A-Za-z0-9\-]+)(?:\*(?P<part>[0-9]{1,2}))?(?P<coded>\*)?\s*=\s*"
    r"(?:\"(?P<quoted>(?:[^\"\\]|\\.)*)\"|(?P<bare>[^;]*))",
    re.DOTALL,
)


def values(message: "Message[str, str]", name: str) -> list[str]:
    """Every header of that name, topmost first, as it came (8-bit bytes as surrogates), cut at `LONGEST`."""
    return [v[:LONGEST] for n, v in message.raw_items() if n.lower() == name]


def text(message: "Message[str, str]", name: str) -> str:
    """The first header of that name in readable text on one line; empty where there is none."""
    found = values(message, name)
    return one_line(decoded(found[0])) if found else ""


def decoded(value: str) -> str:
    """Encoded words (RFC 2047) and bare bytes in readable text. Words of one character set that stand one
    behind the other are read as one: programs cut characters in two."""
    value = _BETWEEN.sub(r"\1", value[:LONGEST])
    runs: list[tuple[str | None, bytes]] = []
    at = 0
    for word in _WORD.finditer(value):
        charset, data = word[1].lower(), _word_bytes(word[2].lower(), word[3])
        if at < word.start():
            runs.append((None, _raw(value[at : word.start()])))
        if runs and runs[-1][0] == charset:
            data = runs.pop()[1] + data
        runs.append((charset, data))
        at = word.end()
    runs.append((None, _raw(value[at:])))
    return "".join(text_of(data, charset) for charset, data in runs)


FROM = ("from", "sender", "return-path")


def sender(message: "Message[str, str]", named: Sequence[str] = FROM) -> tuple[str, str]:
    """The name and the address of who wrote it, by the first of these headers that has one; empty where
    unknown."""
    for name in named:
        for value in values(message, name):
            whole = _MAILBOX.fullmatch(value.strip())
            shown, address = whole.groups() if whole else _address(value)
            if "@" in address and not re.search(r"[\s<>]", address):
                plain = _CARRIER.sub(r"\1", _printable(address))
                return one_line(decoded(shown.strip().strip('"'))), one_line(plain)
    return "", ""


def writer(message: "Message[str, str]") -> tuple[str, str]:
    """The same; of a mail whose From is the address of the mailing list that passed it on, who wrote to the
    list, where it names him alone, else no address: behind the list's are many people."""
    name, address = sender(message)
    lists = list_addresses(message)
    if address.casefold() not in lists:
        return name, address
    for header in ("x-original-from", "reply-to"):
        shown, theirs = answered(message, lists, header)
        if theirs:
            return shown or name, theirs
    return name or address, ""


def answered(
    message: "Message[str, str]", lists: frozenset[str], header: str = "reply-to"
) -> tuple[str, str]:
    """The name and the address of the one person in a header, beside mailing lists; empty where there is
    none, or more than one."""
    if not lists:
        return sender(message, (header,))
    people = {address.casefold(): (name, address) for name, address in _people(message, header)}
    found = [person for address, person in people.items() if address not in lists]
    return found[0] if len(found) == 1 else ("", "")


def _people(message: "Message[str, str]", header: str) -> list[tuple[str, str]]:
    """The names and addresses in a header."""
    try:
        told = getaddresses([_printable(value) for value in values(message, header)])
    except RecursionError:  # comments in one another without end
        return []
    return [(one_line(decoded(name)), one_line(address)) for name, address in told if "@" in address]


def _address(value: str) -> tuple[str, str]:
    try:
        return parseaddr(_printable(value))
    except RecursionError:
        return "", ""


def list_addresses(message: "Message[str, str]") -> frozenset[str]:
    """The addresses of the mailing list that passed a mail on, in small letters: where one writes to it (RFC
    2369), and what its name stands for (RFC 2919). Of one that says neither, whose bounces the Sender takes;
    and where a mail to it would be answered to where it was written to, that address."""
    told = " ".join(_printable(value) for value in values(message, "list-post"))
    found = {unquote(address).casefold() for address in _POST.findall(told)}
    named = " ".join(_printable(value) for value in values(message, "list-id")).casefold()
    names = set(re.findall(r"<\s*([^<>\s]+)\s*>", named))
    found |= {a for a in _those(message, "from", "reply-to") if a.replace("@", ".") in names}
    found |= {_BOUNCES.sub("@", a) for a in _those(message, "sender") if _BOUNCES.search(a)}
    if "list" in " ".join(values(message, "precedence")).casefold().split():
        to = _those(message, "to")  # who writes to a list is himself in Cc at times
        found |= (_those(message, "from") & to) | (_those(message, "reply-to") & (to | _those(message, "cc")))
    return frozenset(found)


def _those(message: "Message[str, str]", *headers: str) -> set[str]:
    """The addresses in these headers, in small letters."""
    return {address.casefold() for header in headers for _name, address in _people(message, header)}


_BOUNCES = re.compile(r"-bounces(?:\+[^@]*)?@")
# No sign can belong to two of its parts: else a long header is tried in all ways.
_POST = re.compile(r"<\s*mailto:([^<>?@\s]+@[^<>?@\s]+)(?=[>?\s])", re.IGNORECASE)


def message_ids(message: "Message[str, str]", name: str) -> list[str]:
    """The identifiers `<…@…>` in Message-ID, In-Reply-To or References."""
    said = " ".join(_printable(value) for value in values(message, name))
    return re.findall(r"<[!-;=?-~]{1,990}>", said)


def parameter(message: "Message[str, str]", header: str, name: str) -> str | None:
    """A parameter such as a file name, in readable text: RFC 2231 with its continuations, encoded words,
    bare bytes. Programs write it in both ways, for those that know only one: RFC 2231 says more."""
    for value in values(message, header):
        plain: list[tuple[int, bool, str]] = []
        parts: dict[int, tuple[int, bool, str]] = {}
        for found in _PARAMETER.finditer(";" + value.partition(";")[2]):
            if found["name"].lower() == name:
                quoted = found["quoted"]
                content = re.sub(r"\\(.)", r"\1", quoted) if quoted is not None else found["bare"].strip()
                one = (int(found["part"] or 0), bool(found["coded"]), content)
                if found["part"] or found["coded"]:
                    parts.setdefault(one[0], one)
                else:
                    plain.append(one)
        if parts or plain:
            return _joined([parts[number] for number in sorted(parts)] or plain[:1])
    return None


def _joined(parts: Sequence[tuple[int, bool, str]]) -> str:
    if not any(coded for _, coded, _ in parts):
        return one_line(decoded("".join(content for _, _, content in parts)))
    charset = None
    data = b""
    for number, (_, coded, content) in enumerate(parts):
        if coded and number == 0 and content.count("'") >= 2:
            charset, _, content = content.split("'", 2)
        data += unquote_to_bytes(_raw(content)) if coded else _raw(content)
    return one_line(text_of(data, charset or "utf-8"))


def moment_of(value: str) -> datetime | None:
    """The moment of a date in a header; None for what is none, or has no zone that is known: taken for UTC,
    an evening in Japan would be the next day."""
    text = _OFFSET.sub(r" \g<sign>\g<hours>\g<minutes>", value.encode("ascii", "replace").decode())
    text = _JAPAN.sub(" +0900", text)
    try:
        moment = parsedate_to_datetime(text)
        if moment.tzinfo is None:
            return moment.replace(tzinfo=UTC) if _NO_ZONE.search(text) else None
        return moment.astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


_END = r"(?=\s*(?:\([^()]*\)\s*)?$)"
_OFFSET = re.compile(rf"\s(?:GMT|UTC)?(?P<sign>[+-])(?P<hours>\d\d):?(?P<minutes>\d\d){_END}")
_JAPAN = re.compile(rf"\s(?:JST|\(JST\)|(?:GMT|UTC)\+0?9){_END}")
_NO_ZONE = re.compile(rf"-0000{_END}")
"""`+09:00`, `JST` and `GMT+9` stand for +0900 in real mails; -0000 is UTC (RFC 5322, 3.3)."""


def one_line(text: str) -> str:
    """The text on one line, without what cannot be shown."""
    return "".join(c for c in " ".join(text.split()) if c.isprintable()).strip()


def _word_bytes(encoding: str, content: str) -> bytes:
    raw = _raw(content)
    if encoding == "q":
        return re.sub(rb"=([0-9A-Fa-f]{2})", lambda m: bytes((int(m[1], 16),)), raw.replace(b"_", b" "))
    raw = re.sub(rb"[^A-Za-z0-9+/]", b"", raw)
    if len(raw) % 4 == 1:
        raw = raw[:-1]  # a character too many says nothing
    try:
        return a2b_base64(raw + b"=" * (-len(raw) % 4))
    except BinasciiError:
        return b""


def _raw(value: str) -> bytes:
    return value.encode("utf-8", "surrogateescape")


def _printable(value: str) -> str:
    return _raw(value).decode("utf-8", "replace")

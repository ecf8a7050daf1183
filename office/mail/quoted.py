"""Which lines of a mail are its sender's own words, which it quotes of earlier mails, which sign it.

Told line by line, as mail programs mark them: `>` before each line; a line that says who wrote what follows;
the headers of an earlier mail; `-- ` before a signature, or a rule before the sender's address. What follows
a line that says that it forwards a mail is the sender's own, but for what that mail quotes itself. Lines that
a program broke are put together again before.
"""

import re
import unicodedata
from collections.abc import Sequence

OWN, QUOTED, SIGNATURE = "own", "quoted", "signature"

WHERE = {QUOTED: "quoted lines", SIGNATURE: "a signature"}
"""Where a link stands that is shown and not taken."""

_MARKS = re.compile(r"^[ \t\u3000]*(?:[>＞〉][ \u3000]?)+")
_FORWARDS = re.compile(
    r"^[-_=* ]*(?:(?:begin )?forwarded (?:message|mail|by\b)|fwd?:? ?message|weitergeleitete nachricht"
    r"|message transféré|転送された?メッセージ|転送メッセージ|転送メール|ここから転送)",
    re.IGNORECASE,
)
_LISTED = r"\s*(?:[\[【][^\[\]【】]{0,60}[\]】]\s*){0,3}"
"""What lists and gateways set before a subject: `[list:12]`, `[EXTERNAL]`."""
_FORWARDING = re.compile(
    rf"{_LISTED}(?:(?:re|aw|sv|antw)\s*:\s*)*\[?(?:fwd?|wg|tr|rv|転送)\s*:", re.IGNORECASE
)
_REPLYING = re.compile(
    rf"{_LISTED}(?:re|aw|sv|antw|返信)\s*(?:\[[0-9]{{1,3}}\]|\([0-9]{{1,3}}\)|\^[0-9]{{1,3}})?\s*:",
    re.IGNORECASE,
)
_ORIGINAL = re.compile(
    r"^[-_=* ]{2,}(?:original (?:message|appointment)|ursprüngliche nachricht|message d'origine"
    r"|元のメッセージ|オリジナルメッセージ|原文)[-_=* ]*$",
    re.IGNORECASE,
)
_WROTE = re.compile(
    r"^\(?(?=.*(?:[0-9]{1,2}[:.][0-9]{2}|(?:19|20)[0-9]{2}|@))"
    r"(?:on\b.{5,300}\bwrote|am\b.{5,300}\bschrieb\b.{0,200}|le\b.{5,300}a écrit|el\b.{5,300}escribió"
    r"|(?:(?:19|20)[0-9]{2}[年/.\-]).{3,250}(?:<\S+@\S+>|＜\S+@\S+＞|wrote|さん[はが]書きました|のメール|書きました))"
    r"\s*[:：]\s*$",
    re.IGNORECASE,
)
_WROTE_ENDS = re.compile(r"(?:.{0,80}\s)?(?:wrote|schrieb|a écrit|escribió)\s?[:：]")
_FROM = re.compile(r"^\*?(?:from|von|de|差出人|送信者|発信者)\s?\*?\s?[:：]", re.IGNORECASE)
_HEADER = re.compile(
    r"^\*?(?:sent|date|to|cc|subject|gesendet|datum|an|betreff|envoyé|à|objet|送信日時|送信日|日時|日付|宛先|件名)"
    r"\s?\*?\s?[:：]",
    re.IGNORECASE,
)
_SIGNS = re.compile(r"^(?:--|—|––) ?$")
_RULE = re.compile(r"^\s*([-=*_━─＝＊～~☆★◇◆■□●○+＋・♪－―‐ー＿…〓^/]{1,3}\s?)\1{5,}.{0,3}\s*$")
_CONTACT = re.compile(
    r"[\w.+\-]+[@＠][\w\-]+\.\w|(?:\btel|電話|\bfax|携帯|〒|\bmobile|\bphone)", re.IGNORECASE
)
_SENT_FROM = re.compile(
    r"(?:sent from my [\w ]{1,30}|get outlook for [\w ]{1,20}|(?:iphone|ipad)\s?から送信)\.?", re.IGNORECASE
)
"""What telephones write below a mail by themselves."""

LONGEST_SIGNATURE = 15
"""Lines; a block behind a rule with more is a part of the mail."""

LONGEST_LINE = 500
"""So many characters of a line can mark what follows."""

_SIGNATURE_MARK = re.compile(r"[> ]*-- ?$")
_SIGNATURE_PIECES = 20
"""A paragraph of more lines is no mark of a signature; so its lines are not put together for each of them."""
_BREAK = r"[ \t]*\r?\n[>＞ \t]*"
_JOINS = (
    # Each break stands where no address can end and the next line goes on with what has to follow.
    re.compile(rf"(chess-results\.com/+){_BREAK}(?=tnr[0-9]+\.aspx)", re.ASCII | re.IGNORECASE),
    re.compile(rf"(chess-results\.com){_BREAK}(?=/+tnr[0-9]+\.aspx)", re.ASCII | re.IGNORECASE),
    re.compile(rf"(chess-){_BREAK}(?=results\.com/+tnr[0-9]+\.aspx)", re.ASCII | re.IGNORECASE),
    re.compile(rf"(chess-results\.com/+tnr?){_BREAK}(?=r?[0-9]+\.aspx)", re.ASCII | re.IGNORECASE),
    re.compile(rf"(chess-results\.com/+tnr[0-9]+\.a?s?p?){_BREAK}(?=a?s?p?x\b)", re.ASCII | re.IGNORECASE),
    re.compile(rf"(https?://){_BREAK}(?=(?:[a-z0-9]+\.)?chess-results\.com/)", re.ASCII | re.IGNORECASE),
)


def unflowed(text: str, *, delete_space: bool) -> str:
    """Text of `format=flowed` (RFC 3676) with its paragraphs on one line each; quoting stays.
    `delete_space`: the parameter DelSp says that the blank at a line's end belongs to the break."""
    found: list[str] = []
    pieces: list[str] = []  # of the paragraph at hand
    depth_before = -1
    for line in text.split("\n"):
        line = line.removesuffix("\r")
        depth = len(line) - len(line.lstrip(">"))
        content = line[depth:].removeprefix(" ")
        if depth_before == depth:
            pieces.append(content)
        else:
            found += ["".join(pieces)] if pieces else []
            pieces = [">" * depth + (" " if depth else "") + content]
        depth_before = -1
        while len(pieces) > 1 and not pieces[-1]:
            pieces.pop()
        signs = len(pieces) < _SIGNATURE_PIECES and _SIGNATURE_MARK.match("".join(pieces))
        if pieces[-1].endswith(" ") and not signs:
            depth_before = depth
            if delete_space:
                pieces[-1] = pieces[-1][:-1]
    return "\n".join([*found, "".join(pieces)])


def whole_links(text: str) -> str:
    """The text with links in one piece where a line break can only be a program's."""
    for join in _JOINS:
        text = join.sub(r"\1", text)
    return text


def kinds(lines: Sequence[str], *, subject: str = "", own: bool = True) -> list[str]:
    """The kind of each line. `subject`: of the mail, which can say that it forwards the mail whose headers
    stand in it, or that it answers one; `own`: what it forwards counts as its sender's own words (R67)."""
    forwards, answers = forwarding_subject(subject), replying_subject(subject)
    found: list[str] = []
    marks = [marked[0] if (marked := _MARKS.match(line)) else "" for line in lines]
    depths = [len(re.sub(r"\s", "", mark)) for mark in marks]
    bare = [line.removeprefix(mark)[:LONGEST_LINE].strip() for line, mark in zip(lines, marks, strict=True)]
    signs = _rule_before_contact(bare, depths)
    state, base, headers_met = OWN, 0, False
    for at, text in enumerate(bare):
        deeper = depths[at] > base
        if deeper and forwards and not answers and _FORWARDS.match(text):
            deeper = not _begins(bare, depths, at, base)  # Apple Mail marks this line, too
        if text and not deeper and state != QUOTED:
            earlier = _earlier(bare, at)
            if _FORWARDS.match(text) or (earlier and forwards and not headers_met):
                state, base = (OWN, _next_depth(bare, depths, at)) if own else (QUOTED, base)
                found.append(state)
                headers_met |= earlier
                continue
            told = _attribution(bare, at) and _next_depth(bare, depths, at) <= base
            if told or (earlier and not _just_forwarded(bare, at, forwards)):
                state = QUOTED
            elif _SIGNS.match(text) or at == signs:
                state = SIGNATURE
        found.append(QUOTED if deeper else state)
    return found


def said(lines: Sequence[str], kinds: Sequence[str]) -> str:
    """The words of a text without blanks and marks of quoting, so that they are the same however a program
    broke and marked them: without signatures, and without the line and headers that stand above a mail which
    it forwards."""
    found: list[str] = []
    bare = [_MARKS.sub("", line).strip() for line in lines]
    above = met = False  # within what stands above a forwarded mail; headers were met there
    for at, (text, kind) in enumerate(zip(bare, kinds, strict=True)):
        short = text[:LONGEST_LINE]
        if _FORWARDS.match(short) or _earlier(bare, at):
            above, met = True, _FROM.match(short) is not None
        elif above and (_FROM.match(short) or _HEADER.match(short)):
            met = True
        else:
            above = above and not text and not met
            if kind != SIGNATURE and not _SENT_FROM.fullmatch(short):
                found.append("".join(text.split()))
    return "".join(found)


def plain_subject(subject: str) -> str:
    """A subject without what programs set before it when a mail is answered or forwarded."""
    text = unicodedata.normalize("NFKC", subject).strip()
    while marked := _FORWARDING.match(text) or _REPLYING.match(text):
        text = text[marked.end() :].strip(" ]")
    return " ".join(text.split()).casefold()


def forwards_a_mail(text: str) -> bool:
    """Whether a text begins by saying that it forwards a mail."""
    return _FORWARDS.match(text) is not None


def forwarding_subject(subject: str) -> bool:
    """Whether a subject says that the mail forwards another."""
    return _FORWARDING.match(unicodedata.normalize("NFKC", subject)) is not None


def replying_subject(subject: str) -> bool:
    """Whether a subject says that the mail answers another."""
    return _REPLYING.match(unicodedata.normalize("NFKC", subject)) is not None


def subject_kind(subject: str, *, own: bool) -> str:
    """The kind of a subject: that of a reply is quoted. `own`: as for `kinds`."""
    if replying_subject(subject):
        return QUOTED
    return QUOTED if forwarding_subject(subject) and not own else OWN


def _begins(bare: Sequence[str], depths: Sequence[int], at: int, base: int) -> bool:
    """Whether a marked line is the first of them, and nobody is said to have written it."""
    before = [n for n in range(max(0, at - 4), at) if bare[n]]
    return all(depths[n] <= base for n in before) and not any(_attribution(bare, n) for n in before)


def _next_depth(bare: Sequence[str], depths: Sequence[int], at: int) -> int:
    """How deep the next line with words stands, but for the end of who wrote what follows."""
    after = zip(bare[at + 1 :], depths[at + 1 :], strict=True)
    return next((depth for text, depth in after if text and not _WROTE_ENDS.fullmatch(text)), 0)


def _attribution(bare: Sequence[str], at: int) -> bool:
    """Whether who wrote what follows is said in this line, or in this and the next one or two."""
    return any(_WROTE.match(" ".join(bare[at : at + n])) for n in (1, 2, 3))


def _earlier(bare: Sequence[str], at: int) -> bool:
    """Whether an earlier mail begins here: the line that says so, or its headers."""
    if _FROM.match(bare[at]):
        return sum(_HEADER.match(text) is not None for text in bare[at + 1 : at + 6]) >= 2
    return _ORIGINAL.match(bare[at]) is not None


def _just_forwarded(bare: Sequence[str], at: int, forwards: bool) -> bool:
    """Whether these headers are those of the mail that was forwarded a line or two before."""
    before = bare[max(0, at - 3) : at]
    return any(_FORWARDS.match(text) or (forwards and _ORIGINAL.match(text)) for text in before)


def _rule_before_contact(bare: Sequence[str], depths: Sequence[int]) -> int | None:
    """The rule that stands before the sender's address, phone or mail address at the end; None: there is
    none."""
    last = len(bare)
    while last and (not bare[last - 1] or _RULE.match(bare[last - 1]) or depths[last - 1]):
        last -= 1
    for at in range(last - 1, max(-1, last - 2 - LONGEST_SIGNATURE), -1):
        if _RULE.match(bare[at]) and not depths[at]:
            return at if any(_CONTACT.search(text) for text in bare[at + 1 : last]) else None
    return None

"""The text of a mail as its sender wrote it: lines put together again."""

import re

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
    re.compile(
        r"(https?://)" + _BREAK + r"(?=(?:[a-z0-9]+\.)?chess-results\.com/)", re.ASCII | re.IGNORECASE
    ),
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

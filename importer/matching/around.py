"""What stands around a printed name: chess titles, forms of address, a club in brackets."""

import re
import unicodedata

BRACKETS = "([<（［＜【〔〈《"
_BRACKETED = re.compile(r"[(\[<【〔〈《][^)\]>】〕〉》]*(?:[)\]>】〕〉》]|$)")
_TITLE = re.compile("W?[GIFCN]M|A[GIFC]M")
_ADDRESS = re.compile(r"(?:mrs?|ms|miss|dr|prof)\.?", re.IGNORECASE)
_BEHIND = re.compile(r"[\s・]*(?:様|さま|さん|先生|氏|殿|選手|くん|ちゃん)$")
_MAYBE = re.compile(
    r"[(\[<（［＜【〔〈《]|[様まん生氏殿手君]\s*$|\b(?:[A-Z]{2,3}|(?i:mrs?|ms|miss|dr|prof))\b"
)
_APART = re.compile(r"(?<=\S)\s+君$")


def bare(name: str) -> str:
    """The name without them; as it stands where no name would be left. A title is one in capitals, unless the
    whole name is (Im is a Korean surname); 君 is taken off where it stands apart (it ends Chinese names)."""
    if not _MAYBE.search(name):
        return name
    text = " ".join(_BRACKETED.sub(" ", unicodedata.normalize("NFKC", name)).split())
    for behind in (_BEHIND, _APART):
        if len(behind.sub("", text)) > 1:
            text = behind.sub("", text)
    words = text.split()
    titled = any(not w.isupper() for w in words)
    kept = [w for w in words if not _is_around(w, titled=titled)]
    whole = len(kept) > 1 or (kept and not kept[0].isascii())
    return " ".join(kept) if whole else text or name


def _is_around(word: str, *, titled: bool) -> bool:
    return bool((titled and _TITLE.fullmatch(word)) or _ADDRESS.fullmatch(word))

"""What a check of a public archive says in the end, and the key that it is given: the same by either door."""

from office.chain.minisign import PublicKey, Unfit, public_key
from office.errors import refusal
from office.words import _, n_
from publication.bundle.signed import told
from publication.bundle.verify import Verified


def key_given(text: str) -> PublicKey:
    """A public key as somebody gave it; refused where it is none."""
    try:
        return public_key(text)
    except Unfit as error:
        remedy = "copy it from the office's website: it begins with RW"
        expected = "a public key in the format of minisign"
        raise refusal("key-unfit", "--key", expected, str(error), remedy) from None


def result(found: Verified, name: str, key: PublicKey | None) -> list[str]:
    """What was shown of an archive without a fault, first in one line, and then what no check can know."""
    made = n_(
        "{n} version made again from {file} alone",
        "{n} versions made again from {file} alone",
        found.versions,
        file=name,
    )
    same = (
        _("all as published, signed by the key {key}", key=key.id)
        if key is not None
        else _("the archive agrees with itself")
    )
    but = [_("{n} of them without who is withheld", n=found.withheld)] if found.withheld else []
    if found.unworded:
        but.append(_("{n} of them without the office's own words", n=found.unworded))
    assert found.key is not None
    cannot = told(found.key, found.newest, name, known=key is not None)
    return [_(", ").join([f"{made}: {same}", *but]), *cannot]

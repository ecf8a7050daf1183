"""Finding members by any part of any of their names, or of an ID."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain

from sqlmodel import Session, col, select

from importer.known import known_members
from importer.matching import Known
from importer.matching.agreement import names_of
from importer.matching.spelling import other_ways, spelled
from importer.merged import merged
from importer.names import folded
from importer.tables import MembershipRow
from office.errors import refusal

Forms = tuple[str, ...]
Named = Sequence[tuple[str, Forms]]
"""Names, each with its forms."""


@dataclass(frozen=True, slots=True)
class Found:
    """A member, the last day of his last membership, and the names by which he was found beside `name`."""

    member: Known
    until: date | None
    by: tuple[str, ...]


def search(session: Session, text: str) -> list[Found]:
    """Every member of whom each word of the text is part of a name, in any spelling (romanisations, kana,
    forms of a kanji), or of an ID; in the order of the IDs. Refused where there is nothing to look for."""
    words = _forms([text])[0]
    if not words[0].strip():
        remedy = "give a part of a name in any spelling, or of an ID"
        raise refusal("no-such-member", "search", "letters or digits", f"“{text}”", remedy)
    members = known_members(session, {})
    ways = [[w for name in names_of(m) for w in (name, *other_ways(name))] for m in members]
    forms, until = iter(_forms([*chain(*ways)])), last_days(session)
    held = ([(name, next(forms)) for name in mine] for mine in ways)
    return [
        Found(member, until.get(member.member_id), _others(member, mine, words))
        for member, mine in zip(members, held, strict=True)
        if _is(member, mine, words)
    ]


def last_days(session: Session) -> dict[int, date]:
    """The last day of each member's last membership, by row; of a merged entry, the kept member's."""
    one, found = merged(session), dict[int, date]()
    query = select(col(MembershipRow.member_id), col(MembershipRow.last_day))
    for number, day in session.exec(query.where(col(MembershipRow.known_until).is_(None))):
        member = one.row(number)
        found[member] = max(day, found.get(member, day))
    return found


def _forms(names: Sequence[str]) -> list[Forms]:
    """Each name as it is written and with its spellings brought together, with and without its blanks."""
    written = folded(names)
    pairs = zip(written, spelled(written), strict=True)
    return [(one, other, one.replace(" ", ""), other.replace(" ", "")) for one, other in pairs]


def _is(member: Known, mine: Named, words: Forms) -> bool:
    ids = " ".join((member.federation_id, *member.other_ids, member.fide_id or "")).casefold()
    whole = zip(words[0].split(), words[1].split(), strict=False)
    return all(
        (word in ids and any(map(str.isdigit, word)))
        or any(word in form or other in form for _, forms in mine for form in forms)
        for word, other in whole
    )


def _others(member: Known, mine: Named, words: Forms) -> tuple[str, ...]:
    """Names that are shown only where they were the way to him: kana, other spellings, former names."""
    shown, named = (member.name, member.kanji), names_of(member)
    parts = [*words[0].split(), *words[1].split()]
    hit = {name: None for name, forms in mine if any(p in f for p in parts for f in forms)}
    return tuple(name for name in hit if name not in shown and name in named)

"""Finding members by any part of any of their names, or of an ID."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sqlmodel import Session, col, select

from importer.known import known_members
from importer.matching import Known
from importer.matching.agreement import names_of
from importer.matching.spelling import other_ways, spelled
from importer.merged import merged
from importer.names import folded
from importer.tables import MembershipRow
from office.errors import refusal


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
    names = [
        (way, n)
        for n, member in enumerate(members)
        for name in names_of(member)
        for way in (name, *other_ways(name))
    ]
    held: list[list[tuple[str, tuple[str, ...]]]] = [[] for _ in members]
    for (name, n), forms in zip(names, _forms([name for name, _ in names]), strict=True):
        held[n].append((name, forms))
    until = last_days(session)
    return [
        Found(member, until.get(member.member_id), _others(member, mine, words))
        for member, mine in zip(members, held, strict=True)
        if _is(member, mine, words)
    ]


def last_days(session: Session) -> dict[int, date]:
    """The last day of each member's last membership, by row; of a merged entry, the kept member's."""
    one, found = merged(session), dict[int, date]()
    rows = session.exec(
        select(col(MembershipRow.member_id), col(MembershipRow.last_day)).where(
            col(MembershipRow.known_until).is_(None)
        )
    )
    for number, day in rows:
        member = one.row(number)
        found[member] = max(day, found.get(member, day))
    return found


def _forms(names: Sequence[str]) -> list[tuple[str, ...]]:
    """Each name as it is written and with its spellings brought together, with and without its blanks."""
    written = folded(names)
    together = spelled(written)
    return [
        (one, other, one.replace(" ", ""), other.replace(" ", ""))
        for one, other in zip(written, together, strict=True)
    ]


def _is(member: Known, mine: list[tuple[str, tuple[str, ...]]], words: tuple[str, ...]) -> bool:
    ids = " ".join((member.federation_id, *member.other_ids, member.fide_id or "")).casefold()
    whole = zip(words[0].split(), words[1].split(), strict=False)
    return all(
        (word in ids and any(map(str.isdigit, word)))
        or any(word in form or other in form for _, forms in mine for form in forms)
        for word, other in whole
    )


def _others(
    member: Known, mine: list[tuple[str, tuple[str, ...]]], words: tuple[str, ...]
) -> tuple[str, ...]:
    """Names that are shown only where they were the way to him: kana, other spellings, former names."""
    shown = (member.name, member.kanji)
    parts = [*words[0].split(), *words[1].split()]
    return tuple(
        dict.fromkeys(
            name
            for name, forms in mine
            if name not in shown and name in names_of(member) and any(p in f for p in parts for f in forms)
        )
    )

"""Which member a player of an event is: matched, ambiguous and unknown are three answers.

Order (first that applies decides): federation ID and agreement of the name; FIDE ID and agreement of
the name; the name alone, exact and unique, with nothing speaking against it. Whatever contradicts
itself is ambiguous and goes to the officer with the candidates and why each is one. No person is
ever accepted by likeness.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from importer.names import federation_id, is_person, name_key


@dataclass(frozen=True, slots=True)
class Known:
    """A member as matching sees him."""

    member_id: int
    federation_id: str
    name: str
    kanji: str | None
    fide_id: str | None
    federation: str | None
    sex: str | None
    born: date | None = None
    club: str | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """A player as the source has him."""

    name: str
    national_id: str | None
    fide_id: str | None
    federation: str | None
    sex: str | None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A member the player could be, and why."""

    federation_id: str
    name: str
    why: str


@dataclass(frozen=True, slots=True)
class Match:
    """The answer. `state`: `matched` (then `member` is set), `ambiguous` or `unknown`. `rule` names what
    decided, in words an officer reads."""

    state: str
    rule: str
    member: Known | None = None
    candidates: tuple[Candidate, ...] = ()


class Register:
    """The members, indexed by federation ID, FIDE ID and name key; built once per refresh."""

    def __init__(self, members: Iterable[Known]) -> None:
        self.by_id: dict[str, Known] = {}
        self.by_fide: dict[str, list[Known]] = defaultdict(list)
        self.by_name: dict[str, list[Known]] = defaultdict(list)
        for member in members:
            self.by_id[member.federation_id] = member
            if member.fide_id:
                self.by_fide[member.fide_id].append(member)
            for key in {name_key(member.name), name_key(member.kanji or "")} - {""}:
                self.by_name[key].append(member)

    def match(self, seen: Seen) -> Match:
        """The member behind `seen`, or why it cannot be said."""
        if not is_person(seen.name):
            return Match("unknown", "no name that a person has")
        named = self.by_name.get(name_key(seen.name), [])
        if seen.national_id is not None:
            return self._by_federation_id(seen, seen.national_id, named)
        if seen.fide_id is not None and (holders := self.by_fide.get(seen.fide_id)):
            return self._by_fide_id(seen, holders, named)
        return self._by_name(seen, named)

    def _by_federation_id(self, seen: Seen, printed: str, named: list[Known]) -> Match:
        number = federation_id(printed)
        holder = self.by_id.get(number) if number else None
        if holder is not None and _agrees(seen.name, holder):
            return Match("matched", "federation ID and name", holder)
        if holder is not None:
            rule = f"the ID {printed} belongs to another name"
            return Match(
                "ambiguous", rule, candidates=(_candidate(holder, "holds this ID"), *_named(named, holder))
            )
        rule = f"no member has the ID {printed}"
        if not named:
            return Match("unknown", rule)
        return Match("ambiguous", rule, candidates=_named(named))

    def _by_fide_id(self, seen: Seen, holders: list[Known], named: list[Known]) -> Match:
        agreeing = [m for m in holders if _agrees(seen.name, m)]
        if len(agreeing) == 1:
            return Match("matched", "FIDE ID and name", agreeing[0])
        rule = f"the FIDE ID {seen.fide_id} is held under another name"
        if agreeing:
            rule = f"{len(agreeing)} members of this name are entered with the FIDE ID {seen.fide_id}"
        others = tuple(c for m in named if m not in holders for c in _named([m]))
        return Match(
            "ambiguous", rule, candidates=(*(_candidate(m, "holds this FIDE ID") for m in holders), *others)
        )

    def _by_name(self, seen: Seen, named: list[Known]) -> Match:
        if not named:
            return Match("unknown", "no member has this name")
        if len(named) > 1:
            return Match(
                "ambiguous",
                f"{len(named)} members have this name and no ID is given",
                candidates=_named(named),
            )
        against = _against(seen, named[0])
        if against:
            return Match("ambiguous", f"the name fits one member, but {against}", candidates=_named(named))
        return Match("matched", "name, exact and unique", named[0])


def _agrees(name: str, member: Known) -> bool:
    key = name_key(name)
    return key == name_key(member.name) or (member.kanji is not None and key == name_key(member.kanji))


def _against(seen: Seen, member: Known) -> str | None:
    """What speaks against a member of the same name; None if nothing does."""
    if seen.fide_id and member.fide_id and seen.fide_id != member.fide_id:
        return f"the FIDE ID is {seen.fide_id} and the member's is {member.fide_id}"
    if seen.federation and member.federation and seen.federation != member.federation:
        return f"the federation is {seen.federation} and the member's is {member.federation}"
    if seen.sex and member.sex and seen.sex != member.sex:
        return f"the sex is {seen.sex} and the member's is {member.sex}"
    return None


def _candidate(member: Known, why: str) -> Candidate:
    """A candidate with what tells him from another of the same name."""
    born = f"born {member.born.year}" if member.born else None
    told = ", ".join(t for t in (why, member.kanji, born, member.club) if t)
    return Candidate(member.federation_id, member.name, told)


def _named(members: Iterable[Known], *but: Known) -> tuple[Candidate, ...]:
    return tuple(_candidate(m, "has this name") for m in members if m not in but)

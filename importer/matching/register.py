"""The register, and what is enough to say that a player is a member.

Order (first that applies decides): federation ID and agreement of the name; FIDE ID and agreement of the
name; the name alone, exact and unique, with nothing speaking against it, his federation included. Whatever
contradicts itself is ambiguous and goes to the officer with the candidates, why each is one and what speaks
against him.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from importer.ids import member_number
from importer.matching.agreement import EXACT, LESS, Rule, agreement
from importer.matching.candidates import MOST_LISTED, RATING_GAP, against, candidates, foreign, in_order
from importer.matching.identifiers import as_printed, ids_one_slip_away, other_readings, plain_id
from importer.matching.index import NameIndex
from importer.matching.likeness import Slips, may_be_one_slip, other_given
from importer.matching.records import READ_OTHERWISE, Candidate, Known, Match, Seen
from importer.matching.spelling import bare, with_surname_in_brackets
from importer.names import is_person
from importer.rulings import ABROAD


class Register:
    """The members, indexed by federation ID, FIDE ID and name key; built once per refresh.

    `repair`: R41, an ID with one slip is read as the one member's that it can be. `ask_of_spellings`: R42,
    a name alone is asked about if another member's name can be spelled the same. `home`: R60,
    the federation of members of whom the register says none; a name alone of another one, or of none where
    others have one, is asked about; None takes it. `slips`: R61, a name with one slip beside its ID.
    `rating_gap`: points.
    """

    def __init__(
        self,
        members: Iterable[Known],
        *,
        repair: bool = True,
        ask_of_spellings: bool = True,
        home: str | None = None,
        slips: Slips = Slips.NOT_A_NAME,
        rating_gap: int = RATING_GAP,
    ) -> None:
        self.members = list(members)
        self._repair, self._ask_of_spellings, self._gap = repair, ask_of_spellings, rating_gap
        self._home, self._slips = home, slips
        self.by_id = {member.federation_id: member for member in self.members}
        self.by_fide: dict[str, list[Known]] = defaultdict(list)
        for member in self.members:
            if member.other_ids:
                self.by_id |= dict.fromkeys(member.other_ids, member)
            if member.fide_id:
                self.by_fide[member.fide_id].append(member)

    @cached_property
    def index(self) -> NameIndex:
        """Every way to a member by his name; built when a name is first asked for: of a month in which
        everybody is printed with his ID none is."""
        return NameIndex(self.members)

    def match(self, seen: Seen) -> Match:
        """The member behind `seen`, or why it cannot be said."""
        return self._or_by_brackets(seen, self._match(self.without_noise(seen), seen.name))

    def _or_by_brackets(self, seen: Seen, answer: Match) -> Match:
        """The answer, with whom a surname in brackets makes a candidate where there is none."""
        if answer.state != "unknown" or any(c.likeness is None for c in answer.candidates):
            return answer
        found = self._by_brackets(seen.name)
        return self._asked(seen, answer.rule, found[:MOST_LISTED]) if found else answer

    def _by_brackets(self, printed: str) -> list[tuple[Known, str]]:
        """The members who have the name with the surname that stands in brackets, and why each."""
        ways = with_surname_in_brackets(printed)
        return [(m, "has this name with the surname in brackets") for way in ways for m in self.named(way)]

    def _match(self, seen: Seen, printed: str) -> Match:
        if not is_person(seen.name):
            return Match("unknown", "no name that a person has")
        if seen.national_id is not None:
            return self._by_federation_id(seen, seen.national_id)
        if seen.fide_id is not None and (holders := self.by_fide.get(seen.fide_id)):
            return self._by_fide_id(seen, holders)
        return self._by_name(seen, printed)

    def without_noise(self, seen: Seen) -> Seen:
        """The player without what stands around his name, unless a member is called so; without an ID where
        it says none."""
        if seen.national_id is not None and not plain_id(seen.national_id):
            seen = replace(seen, national_id=None)
        name = bare(seen.name)
        return seen if name == seen.name or self.named(seen.name) else replace(seen, name=name)

    def candidates(self, seen: Seen, first: Sequence[tuple[Known, str]] = ()) -> tuple[Candidate, ...]:
        """Who could be meant, best first."""
        return candidates(self.index, seen, first, self._gap)

    def named(self, name: str) -> list[Known]:
        """The members who have exactly this name."""
        return self.index.named(name)

    def _by_federation_id(self, seen: Seen, printed: str) -> Match:
        number = member_number(plain_id(printed))
        holder = self.by_id.get(number) if number else None
        rule = _agreed(seen, holder) if holder else None
        whole = holder is not None and printed == number and not printed[0].isdigit()
        others = () if whole else other_readings(printed, self.by_id, self.by_fide)
        read = [
            (member, how, agreed)
            for member, how in others
            if member is not holder and (agreed := agreement(seen.name, member)) in EXACT
        ]
        if number and holder and not read:
            how = as_printed(printed, number)
            if holder.federation_id != number:
                how = f"the ID of an entry that was merged into {holder.federation_id}"
            if rule is not None:
                return self._agreeing(seen, holder, rule, "federation ID", how)
            if slip := self._one_slip(seen, holder, "federation ID", how):
                return slip
        if rule is None and len({m.member_id for m, _, _ in read}) == 1:
            member, how, agreed = read[0]
            return self._agreeing(seen, member, agreed, "federation ID", how)
        slips = [] if holder or read else ids_one_slip_away(printed, self.by_id)
        if self._repair and (repaired := self._repaired(seen, slips)):
            return self._agreeing(seen, repaired[0], Rule.SAME, "federation ID", repaired[1])
        first = [(holder, "holds this ID")] if holder else []
        first += [(m, f"has this name and the printed ID is read as his ({how})") for m, how, _ in read]
        first += self._pointed_to(seen, slips, holder)
        told = f"the ID {printed} belongs to another name" if holder else f"no member has the ID {printed}"
        if rule is not None or read:
            told = f"the ID {printed} can be read as that of several members of this name"
        return self._asked(seen, told, first)

    def _pointed_to(
        self, seen: Seen, slips: list[tuple[Known, str]], holder: Known | None
    ) -> list[tuple[Known, str]]:
        """Members that an ID which is nobody's, and the FIDE ID beside it, may have meant."""
        found = [
            (m, f"holds {m.federation_id} with {how} in the printed ID")
            for m, how in slips
            if _agreed(seen, m) is not None
        ]
        if holder is None and seen.fide_id:
            found += [(m, "holds the printed FIDE ID") for m in self.by_fide.get(seen.fide_id, ())]
        return found

    def _repaired(self, seen: Seen, slips: list[tuple[Known, str]]) -> tuple[Known, str] | None:
        """R41: the one member whose ID is one slip away and whose name this is, if nobody else has the name
        or one that can be spelled so, and nothing speaks against him."""
        fitting = [(member, how) for member, how in slips if agreement(seen.name, member) is Rule.SAME]
        if len({m.member_id for m, _ in fitting}) != 1 or len(self.index.spelled_the_same(seen.name)) != 1:
            return None  # of a member who was merged several IDs can be one slip away
        return None if against(seen, fitting[0][0], self._gap) else fitting[0]

    def _by_fide_id(self, seen: Seen, holders: list[Known]) -> Match:
        agreeing = [(m, rule) for m in holders if (rule := _agreed(seen, m)) is not None]
        if len(agreeing) == 1:
            return self._agreeing(seen, *agreeing[0], "FIDE ID", None)
        if len(holders) == 1 and (slip := self._one_slip(seen, holders[0], "FIDE ID", None)):
            return slip
        told = f"the FIDE ID {seen.fide_id} is held under another name"
        if agreeing:
            told = f"{len(agreeing)} members of this name are entered with the FIDE ID {seen.fide_id}"
        return self._asked(seen, told, [(m, "holds this FIDE ID") for m in holders])

    def _one_slip(self, seen: Seen, holder: Known, what: str, how: str | None) -> Match | None:
        """R61: a name that is the holder's but for one slip; asked where it can be somebody else's, or where
        the slip made a given name that others bear. None where it is not one slip."""
        if self._slips is Slips.ASKED or not may_be_one_slip(seen.name, holder):
            return None
        if holder not in self.index.one_slip_away(seen.name):
            return None
        others = self._others(seen, holder)
        first = [(holder, f"holds this ID; {Rule.SLIP.words}"), *others[: MOST_LISTED - 1]]
        told = f"the ID is {holder.federation_id}'s, whose name is one slip away, and "
        if others:
            return self._asked(seen, told + "another member's is as near", first)
        if self._slips is not Slips.TAKEN and any(map(self.index.borne, other_given(seen.name, holder))):
            return self._asked(seen, told + "the slip makes a given name that others have", first)
        return self._agreeing(seen, holder, Rule.SLIP, what, how)

    def _others(self, seen: Seen, member: Known) -> list[tuple[Known, str]]:
        """Who else the printed name can be, by any rule or but for one slip, and why."""
        fitting = [(rule, m) for rule, m in self.index.agreeing(seen.name) if rule is not Rule.SURNAME]
        found = [(m, rule.why) for rule, m in in_order(seen, fitting, self._gap)]
        met = {m.member_id for m, _ in found} | {member.member_id}
        found += [(m, Rule.SLIP.why) for m in self.index.one_slip_away(seen.name) if m.member_id not in met]
        return [(m, why) for m, why in found if m is not member]

    def _agreeing(self, seen: Seen, member: Known, rule: Rule, what: str, how: str | None) -> Match:
        """An ID whose holder has the name; asked all the same where something else contradicts it."""
        others = [m for m in self.by_fide.get(seen.fide_id or "", ()) if m is not member]
        text = f"{what} and {rule.words}"
        if how:
            text = f"{READ_OTHERWISE}{seen.national_id}: {how}) and {rule.words}"
        if rule in (Rule.SLIP, Rule.ORDER):
            text += f": {member.name}"
        if rule is Rule.SAME and (what == "FIDE ID" or not others):  # most of all players
            return Match("matched", text, member)
        first = [(member, f"holds this ID; {rule.words}")]
        if what != "FIDE ID" and others:
            told = f"ID and name are {member.federation_id}'s, and the FIDE ID {seen.fide_id} is another's"
            return self._asked(seen, told, [*first, *((m, "holds the printed FIDE ID") for m in others)])
        if rule is not Rule.SAME:
            namesakes = [m for m in self.named(seen.name) if m is not member]
            if namesakes:
                told = f"the ID is {member.federation_id}'s, and another member has exactly this name"
                return self._asked(seen, told, first)
        if rule in LESS and (more := self._others(seen, member)):
            told = f"the ID is {member.federation_id}'s, and “{seen.name}” can be {len(more)} more"
            return self._asked(seen, told, [*first, *more[: MOST_LISTED - 1]])
        if rule not in EXACT and (speaks := against(seen, member, self._gap)):
            return self._asked(seen, f"{text} agree, but {speaks[0]}", first)
        return Match("matched", text, member)

    def _by_name(self, seen: Seen, printed: str) -> Match:
        named = self.named(seen.name) or self._in_another_form(seen.name)
        if not named:
            return self._asked(seen, "no member has this name", [])
        if len(named) > 1:
            return self._asked(seen, f"{len(named)} members have this name and no ID is given", [])
        others = [(m, why) for m, why in self._by_brackets(printed) if m is not named[0]]
        if others:  # two surnames stand there, and each makes it somebody's name
            number = len({m.member_id for m, _ in others}) + 1
            told = f"{number} members have this name and no ID is given"
            return self._asked(seen, told, others[: MOST_LISTED - 1])
        speaks = against(seen, named[0], self._gap)
        if self._home is not None:
            speaks += foreign(seen, named[0], self._home)
        if speaks:
            return self._asked(seen, f"the name fits one member, but {speaks[0]}", [])
        if self._ask_of_spellings and len(self.index.spelled_the_same(seen.name)) > 1:
            return self._asked(seen, "another member's name can be spelled like this one", [])
        rule = agreement(seen.name, named[0]) or Rule.SAME
        return Match("matched", f"{rule.words}, exact and unique", named[0])

    def _in_another_form(self, name: str) -> list[Known]:
        """The members who have exactly this name but for the form of a kanji: 髙橋 for 高橋."""
        if name.isascii():
            return []
        return [m for m in self.index.spelled_the_same(name) if agreement(name, m) is Rule.FORM]

    def _asked(self, seen: Seen, told: str, first: Sequence[tuple[Known, str]]) -> Match:
        stands_for_name = self.by_id.get(member_number(plain_id(seen.name)) or "")
        if stands_for_name is not None:
            first = [*first, (stands_for_name, "holds this ID")]
        listed = self.candidates(seen, first)
        if any(c.likeness is None for c in listed):
            return Match("ambiguous", told, candidates=listed)
        if self._from_abroad(seen) and all(c.against for c in listed):
            told += f"{ABROAD}{seen.federation}"
        return Match("unknown", told, candidates=listed)

    def _from_abroad(self, seen: Seen) -> bool:
        """Whether another federation is printed for him, and no ID that a member could have."""
        if self._home is None or not seen.federation or seen.federation == self._home:
            return False
        return member_number(plain_id(seen.national_id or "")) is None


def _agreed(seen: Seen, member: Known) -> Rule | None:
    """By which rule the name is one of the member's, if by one that an ID can make certain."""
    rule = agreement(seen.name, member)
    return None if rule is Rule.SURNAME else rule

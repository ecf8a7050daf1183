"""Which member a player is where names have to match the list exactly (QJ Organisers 3, R33).

An ID of the office decides if the name agrees; a national ID of another kind says nothing here. A name
decides if it stands on the register letter for letter, and once, and nothing speaks against its member, such
as the birth date that the organizer has to give (Organisers 3); an entry that was merged into another keeps
its name for it. Everything else, also what would be the same name in another spelling, goes to the officer
with the candidates.
"""

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import replace

from importer.matching import Known, Match, Register, Seen
from importer.matching.candidates import against
from importer.matching.identifiers import plain_id
from importer.names import is_person


class ExactRegister(Register):
    """The register of an office under the Queensland text. `folded`: R33 read otherwise, case, accents
    and the order of names are no difference. Who plays for another federation than `home` and is nobody there
    is a guest."""

    def __init__(
        self,
        members: Iterable[Known],
        member_number: Callable[[str], str | None],
        *,
        folded: bool,
        home: str,
        rating_gap: int,
    ) -> None:
        self._member_number = member_number
        super().__init__(members, rating_gap=rating_gap, home=home)
        self._any_spelling = folded

    def match(self, seen: Seen) -> Match:
        """The member behind `seen`, or why it cannot be said."""
        if not is_person(seen.name):
            return Match("unknown", "no name that a person has")
        alike = self.named(seen.name)
        spelled = letters(seen.name)
        exact = [m for m in alike if self._any_spelling or spelled in map(letters, (m.name, *m.entered_as))]
        number = self._member_number(plain_id(seen.national_id or ""))
        if number is not None:
            return self._by_number(seen, number, exact)
        seen = replace(seen, national_id=None)
        if len(exact) == 1:
            if speaks := against(replace(seen, rating=None), exact[0]):  # another list's is no junior rating
                return self._asked(seen, f"the name fits one member, but {speaks[0]}", [])
            return Match("matched", "name, exact and unique", exact[0])
        if exact:
            return self._asked(seen, f"{len(exact)} players have this very name", [])
        told = "nobody on the register has this name"
        return self._asked(seen, "the name is not exactly that of the register" if alike else told, [])

    def _from_abroad(self, seen: Seen) -> bool:
        """Whether another federation is printed for him, and no ID of the office."""
        return seen.national_id is None and super()._from_abroad(seen)

    def _by_number(self, seen: Seen, number: str, exact: list[Known]) -> Match:
        holder = self.by_id.get(number)
        if holder is None:
            return self._asked(seen, f"nobody on the register has the ID {number}", [])
        if holder in exact:
            return Match("matched", "ID and name", holder)
        return self._asked(seen, f"the ID {number} belongs to another name", [(holder, "holds this ID")])


def letters(name: str) -> str:
    """A name as it is spelled: widths of letters, blanks and the comma behind a surname aside."""
    return " ".join(unicodedata.normalize("NFKC", name).replace(",", " ").split())

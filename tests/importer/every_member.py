"""Candidates by looking at every member: what the index must find too."""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from importer.matching import Known, Seen
from importer.matching.agreement import agreement, names_of, printings, rotations
from importer.matching.candidates import in_order
from importer.matching.likeness import MOST, farthest, likeness

GAP = 500


class EveryMember:
    """The same rules and the same score, every member asked for every name."""

    def __init__(self, members: Sequence[Known]) -> None:
        self.members = list(members)
        self.letters: list[str] = []
        self.owners: list[Known] = []
        for member in members:
            for name in names_of(member):
                for _, spelled in printings(name):
                    self.letters.append("".join(spelled))
                    self.owners.append(member)

    def ranked(self, seen: Seen) -> list[str]:
        """The federation IDs of all who could be meant, best first."""
        agreeing = [(rule, m) for m in self.members if (rule := agreement(seen.name, m)) is not None]
        if agreeing:
            return [m.federation_id for _, m in in_order(seen, agreeing, GAP)]
        forms = sorted({form for _, words in printings(seen.name) for form in rotations(words)})
        near = process.cdist(forms, self.letters, scorer=Levenshtein.distance)
        for letters in range(1, MOST + 1):
            scores: dict[int, tuple[int, Known]] = {}
            for row, form in zip(near, forms, strict=True):
                for n in (row <= letters).nonzero()[0]:
                    if farthest(self.letters[n]) >= letters:
                        score, owner = likeness(form, self.letters[n]), self.owners[n]
                        best = scores.get(owner.member_id, (0, owner))[0]
                        scores[owner.member_id] = (max(best, score), owner)
            if scores:
                return [
                    m.federation_id
                    for _, m in in_order(seen, [(-score, m) for score, m in scores.values()], GAP)
                ]
        return []

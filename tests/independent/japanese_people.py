"""What an office does about members: points by decision (ncs19 5(2), jcf 7(3)), a merge that is taken back
before its list, members who are withheld or erased (7(1))."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tests.independent.japanese_history import named
from tests.independent.japanese_hosts import Deciding
from tests.independent.japanese_reports import SHORT
from tests.independent.japanese_terms import NCS19, TYPES, Ledger, month


@dataclass
class Personal(Deciding):
    """An office that does so."""

    added: dict[int, dict[tuple[str, str], int]] = field(default_factory=dict)
    """By the place of a list, type and ID."""
    erased: set[str] = field(default_factory=set)

    def take(self, at: int) -> None:
        self.give(at)
        super().take(at)
        for who in self.random.sample(sorted(self.members), 2):
            if self.random.random() < 0.3:
                self.hide(who)

    def points(self, at: int) -> Mapping[tuple[str, str], int]:
        """Of who was entered twice his own points stand, else those of the other entry."""
        found = dict(self.added.get(at, {}))
        for second, first in self.twice.items():
            for t in SHORT:
                if (t, second) in found:
                    found.setdefault((t, first), found[t, second])
                    del found[t, second]
        return found

    def give(self, at: int) -> None:
        """Points on the list of this place, for who holds a rating on the list before; of who holds none and
        of a rating that is no more they are refused."""
        made = self.history.months[at]
        held = self.holders(at)
        if not held or not self.foreseen(at):
            return
        self.on(month(made.list, -1), 2)
        announced = ["--announced", month(made.list, -6)] if made.edition == NCS19 else []
        for t in SHORT:
            for who in self.random.sample(sorted({*self.members} - {*self.twice}), 2):
                points = self.random.choice((-700, -30, -1, 1, 12, 600))
                words = ["--type", t, f"--points={points}", "--reference", "Board 7", *announced]
                said = self.work.run("rule", "adjustment", who, *words, "--reason", "the board")
                if t in TYPES[made.edition] and who in held.get(t, ()):
                    assert said.code == 0, said.all
                    self.added.setdefault(at, {})[t, who] = points
                else:
                    assert said.problem()["code"] in ("adjustment-of-nobody", "unknown-type"), said.all

    def holders(self, at: int) -> Mapping[str, set[str]]:
        """Who holds a rating on the list before; `ncs` has become `standard` (R13)."""
        before: Ledger = self.ledgers[at]
        goes_on = {"ncs": "standard"} if self.history.months[at].edition != NCS19 else {}
        return {
            goes_on.get(t, t): {*rows} | {a for a, b in self.twice.items() if b in rows}
            for t, rows in before.ratings.items()
        }

    def hide(self, who: str) -> None:
        """From now on he is seen nowhere; the numbers of others stand on his as before."""
        if who in {*self.twice, *self.twice.values(), *self.hidden}:
            return
        if self.random.random() < 0.5:
            text = f"ID,Name,Memberships,Withheld\n{who},{named(who)},,yes\n"
            self.work.done("members", "import", self.work.file(text, "withheld.csv"))
        else:
            said = self.work.run("members", "erase", who, "--yes", "--reason", "a letter")
            if said.code:
                assert {found["code"] for found in said.problems()} == {"erasure-too-early"}, said.all
                return
            self.erased.add(who)
        self.hidden.add(who)

    def answered(
        self, at: int, problem: str, code: str, subject: str, place: str, key: str
    ) -> Sequence[object]:
        """Who was erased is found by his ID, which stands for his name."""
        if code.startswith("member-") and (told := re.search(r"N\d{8}", subject)) and told[0] in self.erased:
            return problem, "--match", told[0]
        return super().answered(at, problem, code, subject, place, key)

    def part(self) -> None:
        """Two who were thought to be one are two after all."""
        ((number,),) = self.work.rows("SELECT id FROM ruling WHERE kind = 'merge' ORDER BY id DESC LIMIT 1")
        self.work.done("resolve", "--take-back", number, "--reason", "two people")
        del self.twice[next(reversed(self.twice))]

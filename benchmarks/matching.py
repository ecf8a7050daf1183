"""Finding the members behind a 200-player event, against scoring every member for every player.

`python -m benchmarks.matching [MEMBERS]`, 100,000 without a number, prints what the register costs to
index, both times and their ratio, and for how many players the first candidate is that of a look at every
member. How sure it is, says benchmarks/matching_trial.py. The floor is rapidfuzz alone, in C, over
every name of every member (Roman, kanji, kana, former) and both orders of the words, as the score has it;
it knows none of the rules. Members are invented.
"""

import random
import sys
import time
from collections.abc import Callable

from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from benchmarks.timing import Ratio, compare
from importer.matching import Known, Register, Seen
from importer.matching.agreement import printings, rotations
from importer.matching.spelling import words_of
from tests.importer.every_member import EveryMember
from tests.importer.people import Person, people
from tests.importer.spellings import Way, known, ways

MEMBERS, SHORT, PLAYERS, COMPARED, ROUNDS = 100_000, 20_000, 200, 25, 3
TENTH = 10
"""The floor scores every tenth player only, and its time is taken tenfold."""

USUAL = {
    "as on the register": 70, "given name first": 8, "without the N": 5, "another romanisation": 5,
    "as on the register, no ID": 5, "misspelled": 3, "slip in the ID": 2, "misspelled, no ID": 2,
}  # fmt: skip
"""What a usual event looks like, in parts of a hundred: ours to suppose."""


def measure() -> Ratio:
    """The hardest event on a smaller register: nobody has an ID, and every name is misspelled."""
    everybody = people(SHORT)
    members = [known(n, person) for n, person in enumerate(everybody, start=1)]
    return ratio(Register(members), EveryMember(members), hardest(everybody), "every name misspelled")


def ratio(register: Register, floor: EveryMember, event: list[Seen], what: str) -> Ratio:
    """Matching all players of an event, names not looked at before, and scoring every member for each."""
    name = f"{PLAYERS} players, {what}, {len(register.members)} members / every member scored by rapidfuzz"
    some = event[::TENTH]
    return compare(
        name, lambda: _match(register, event), lambda: _score(floor, some), ROUNDS, share=1 / TENTH
    )


def hardest(everybody: list[Person]) -> list[Seen]:
    """An event without IDs in which every name has a letter wrong."""
    return _event(everybody, {"misspelled, no ID": 100})


def _event(everybody: list[Person], parts: dict[str, int]) -> list[Seen]:
    dice, every = random.Random(2026), ways()
    players: list[Seen] = []
    while len(players) < PLAYERS:
        way: Way = every[dice.choices(list(parts), list(parts.values()))[0]]
        player = way(dice.choice(everybody), dice)
        if player is not None:
            players.append(player)
    return players


def _match(register: Register, event: list[Seen]) -> list[object]:
    words_of.cache_clear()
    return [register.match(player) for player in event]


def _score(floor: EveryMember, event: list[Seen]) -> list[object]:
    return [
        process.extract(form, floor.letters, scorer=Levenshtein.normalized_similarity, limit=5)
        for player in event
        for _, words in printings(player.name)
        for form in rotations(words)
    ]


def _timed(what: str, run: Callable[[], object]) -> None:
    start = time.process_time()
    run()
    print(f"{what}: {time.process_time() - start:.2f} s of the processor")


def _same_first(register: Register, floor: EveryMember, event: list[Seen]) -> tuple[int, int]:
    asked = [player for player in event if register.candidates(player)][:COMPARED]
    same = sum(register.candidates(p)[0].federation_id == floor.ranked(p)[0] for p in asked)
    return same, len(asked)


def main(count: int) -> None:
    """The whole benchmark, printed."""
    everybody = people(count)
    members: list[Known] = [known(n, person) for n, person in enumerate(everybody, start=1)]
    _timed(f"exact keys of {count} members", lambda: Register(members))
    register, floor = Register(members), EveryMember(members)
    _timed("index of spellings, when first needed", lambda: register.index.spelled_the_same("Mori Sora"))
    _timed("index of likeness, when first needed", lambda: register.index.alike("Qxzzqxw Vvqqxzzwq"))
    usual = _event(everybody, USUAL)
    for event, what in ((usual, "a usual event"), (hardest(everybody), "every name misspelled")):
        measured = ratio(register, floor, event, what)
        print(f"{measured}: {1 / measured.ratio:.0f} times faster")
        same, of = _same_first(register, floor, event)
        print(f"  the same first candidate: {same} of {of} players looked at")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else MEMBERS)

"""The articles against the columns on random periods: `python -m benchmarks.differential [LINES [FROM]]`, a
million lines of games without LINES; seeds are counted from FROM, else from 0.

Every edition that is reckoned game by game has its turn, with our readings and with random ones. Outcomes and
refusals have to be the same to the letter. Prints each difference with its edition and seed, and how many
lines of each edition were compared, how many of them counted, and the reasons and kinds of K that were met.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rating import editions
from rating.columns import engine as columns
from rating.columns.engine import missing
from rating.edition import Edition
from rating.engine import rate
from rating.errors import RatingError
from rating.interpretations import Interpretations
from rating.outcome import Outcome
from rating.rulings import RULINGS

WHOLE_RUN = 1_000_000
LARGEST = 400
"""Games of a period at most."""


@dataclass(slots=True)
class Compared:
    """What was compared of one edition: lines, those that counted, periods that both refused alike, and how
    often each reason and each kind of K was met."""

    lines: int = 0
    counted: int = 0
    refused: int = 0
    met: Counter[str] = field(default_factory=Counter)


def laws() -> tuple[Edition, ...]:
    """The editions that both engines reckon."""
    held = map(editions.load, editions.names())
    return tuple(law for law in held if not law.by_event and not missing(law))


def switches_of(seed: int) -> Interpretations:
    """Our readings for every other seed, random ones for the rest."""
    if seed % 2:
        return Interpretations()
    chance = random.Random(seed)
    return Interpretations(**{ruling.switch: chance.choice(ruling.words) for ruling in RULINGS.values()})


def compare(law: Edition, seed: int, compared: Compared) -> str | None:
    """One period of an edition by both engines: what differs, None where nothing does."""
    from tests.rating.columns_periods import LIST, earlier_lists, period

    size = random.Random(seed).choice((10, 60, LARGEST))
    members, events = period(law, seed, size)
    switches, lists = switches_of(seed), earlier_lists(law, seed)

    def outcome(second: bool) -> Outcome | tuple[object, ...]:
        reckon = columns.rate if second else rate
        try:
            return reckon(
                members, events, list_date=LIST, edition=law, switches=switches, earlier_lists=lists
            )
        except RatingError as error:
            return error.problems

    plain, fast = outcome(second=False), outcome(second=True)
    if not isinstance(plain, Outcome):
        compared.refused += 1
        return None if plain == fast else f"refused with {plain}, on columns {_told(fast)}"
    compared.lines += len(plain.lines)
    for line in plain.lines:
        compared.counted += line.counts
        compared.met.update((line.k_reason,) if line.k_reason else (item.reason for item in line.reasons))
    if repr(fast) == repr(plain):
        return None
    if not isinstance(fast, Outcome):
        return f"{len(plain.lines)} lines, on columns {_told(fast)}"
    for ours, theirs in zip(plain.lines, fast.lines, strict=False):
        if repr(ours) != repr(theirs):
            return f"{ours}, on columns {theirs}"
    return "lists, decisions or notices"


def _told(found: Outcome | tuple[object, ...]) -> str:
    return "a list" if isinstance(found, Outcome) else f"refused with {found}"


def run(lines: int, first: int, found: dict[str, Compared]) -> Iterator[str]:
    """Seeds from the first one on, an edition each, until so many lines are compared: what differs."""
    held, seed = laws(), first
    while sum(compared.lines for compared in found.values()) < lines:
        law = held[(seed // 2) % len(held)]  # both kinds of readings for each
        compared = found.setdefault(law.id, Compared())
        if (told := compare(law, seed, compared)) is not None:
            yield f"{law.id}, seed {seed}: {told}"
        seed += 1


def main(lines: int = WHOLE_RUN, first: int = 0) -> int:
    """Runs, prints, and says whether anything differed."""
    found: dict[str, Compared] = {}
    began, differing = time.process_time(), 0
    for told in run(lines, first, found):
        differing += 1
        sys.stdout.write(f"{told}\n")
    for law, compared in sorted(found.items()):
        met = ", ".join(f"{name} {times}" for name, times in sorted(compared.met.items()))
        sys.stdout.write(
            f"{law}: {compared.lines} lines, {compared.counted} counted, {compared.refused} periods refused"
            f" alike; {met}\n"
        )
    total = sum(compared.lines for compared in found.values())
    seconds = time.process_time() - began
    sys.stdout.write(f"{total} lines, {differing} periods differ; {seconds:.0f} s of the processor\n")
    return 1 if differing else 0


def asked(words: Sequence[str] | None = None) -> tuple[int, int]:
    """LINES and FROM of the command line; a usage line and an end with 2 where they are no whole numbers."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.differential",
        description="The articles against the columns on random periods of every edition.",
    )
    for name, usual, told in (("lines", WHOLE_RUN, "lines of games"), ("from", 0, "the first seed")):
        parser.add_argument(name, metavar=name.upper(), nargs="?", type=int, default=usual, help=told)
    given = vars(parser.parse_args(words))
    lines, first = given["lines"], given["from"]
    if lines < 1 or first < 0:
        parser.error("LINES from 1, FROM from 0")
    return lines, first


if __name__ == "__main__":
    sys.exit(main(*asked()))

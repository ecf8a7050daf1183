"""How much stands on one page before the rest is on the next: a laptop shows it in a second. At the desk and
on the website."""

ROWS, CELLS = 500, 5_000


def crosstable_rows(rounds: int) -> int:
    """So many players of a crosstable with this many rounds; of nearly every event that is all."""
    return max(1, min(ROWS, CELLS // max(1, rounds)))

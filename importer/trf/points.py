"""The points that a TRF file states, against the results it states: a slip in either shows here."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from importer.trf.lines import Line
from scraper.records import Kind, Pairing, Player, Problem, Result

HALF = Fraction(1, 2)
WHITE: Mapping[Result, Fraction] = {
    Result.WHITE_WINS: Fraction(1),
    Result.DRAW: HALF,
    Result.WHITE_BY_FORFEIT: Fraction(1),
    Result.BYE_ONE: Fraction(1),
    Result.BYE_HALF: HALF,
}
BLACK: Mapping[Result, Fraction] = {
    Result.BLACK_WINS: Fraction(1),
    Result.DRAW: HALF,
    Result.BLACK_BY_FORFEIT: Fraction(1),
}
OWN_POINTS = ("162", "299", "362")
"""Lines by which an event counts points in its own way; then nothing is compared."""


def points(pairings: Iterable[Pairing]) -> dict[int, Fraction]:
    """Each player's points: 1 for a win, a full bye or a forfeit won, ½ for a draw or a half-point bye."""
    total: dict[int, Fraction] = defaultdict(Fraction)
    for p in pairings:
        if p.result is not None:
            total[p.white] += WHITE.get(p.result, Fraction(0))
            if p.black is not None:
                total[p.black] += BLACK.get(p.result, Fraction(0))
    return total


def points_disagree(
    lines: Mapping[str, list[Line]],
    at: Mapping[int, Line],
    players: Mapping[int, Player],
    pairings: Iterable[Pairing],
    file: str,
) -> Iterator[Problem]:
    """A player whose points cannot come from his results, as long as every result is known. What a round
    without opponent brought is often not said in it (seen): there, anything up to a point is possible."""
    pairings = list(pairings)
    if any(code in lines for code in OWN_POINTS) or any(p.kind is Kind.PENDING for p in pairings):
        return
    reckoned = points(pairings)
    out = Counter(p.white for p in pairings if p.kind is Kind.NOT_PAIRED)
    for number, line in at.items():
        text = line.at(81, 84)
        stated = _points(text)
        least = reckoned[number]
        if stated is not None and not least <= stated <= least + out[number]:
            more = f" to {_shown(least + out[number])}" if out[number] else ""
            yield Problem(
                "trf-points-disagree",
                f"{file}, line {line.number}, {players[number].name}",
                f"{_shown(least)}{more} points, as his results give",
                text,
                "ask the organizer; import a corrected file, or accept the results as they are",
            )


def _shown(points_: Fraction) -> str:
    whole, half = divmod(points_ * 2, 2)
    return f"{whole}.{5 * half}"


def _points(text: str) -> Fraction | None:
    parts = text.replace(",", ".").split(".")
    if len(parts) > 2 or not all(p.isascii() and p.isdigit() for p in parts):
        return None
    return Fraction(text.replace(",", "."))

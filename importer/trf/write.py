"""An event as a TRF26 file, for FIDE. The same record gives the same bytes.

Layout: shared/formats.md and the text of TRF26 (reported). Left out because no record has it: the encoded
type (192) and the tie-breaks (202, 212), which FIDE wants of title events only; deputies (112).
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date

from importer.given import HOME
from importer.plain_text import shown
from importer.trf.games import WITH, points
from importer.trf.games import shown as shown_points
from importer.trf.lines import FIRST, WIDTH
from scraper.records import EventRecord, Kind, Pairing, Player, Result, System

END = "\r\n"
DAY = "%Y/%m/%d"
TYPES = {
    System.SWISS: "Individual: Swiss-System",
    System.ROUND_ROBIN: "Individual: Round-Robin",
    System.DOUBLE_ROUND_ROBIN: "Individual: Double Round-Robin",
    System.TEAM_SWISS: "Team: Swiss-System",
    System.TEAM_ROUND_ROBIN: "Team: Round-Robin",
}
RANKED: Mapping[str, Callable[[int, int], int]] = {
    "FIDE": lambda fide, _: fide,
    "NRO": lambda _, national: national,
    "FIDON": lambda fide, national: fide or national,
    "NIDOF": lambda fide, national: national or fide,
    "HBFN": max,
    "LBFN": lambda fide, national: min(fide or national, national or fide),
}
"""The ways of line 172: FIDE's rating, the national one, one where the other is missing, the higher, the
lower; 0 for who has none."""
ALONE = {Kind.BYE: "U", Kind.HALF_BYE: "H", Kind.NOT_PAIRED: "Z"}
SIGNS = {(kind, result): signs for signs, (result, kind) in WITH.items() if result is not None}


def write_trf(record: EventRecord, time_code: str | None = None, home: str = HOME) -> bytes:
    """The file, in UTF-8. `time_code`: the time control encoded as line 222 has it, if it is known; `home`:
    the federation whose IDs and national ratings the record has. Birth dates are written as the record has
    them: who calls this knows that the file goes to FIDE."""
    rated = sum(p.rating_international is not None for p in record.players)
    kind = f" ({record.time_control.printed_kind.capitalize()})" if record.time_control.printed_kind else ""
    type_ = TYPES[record.system] + kind if record.system else kind.strip(" ()")
    lines = [
        ("012", record.name),
        ("022", record.place),
        ("032", record.federation),
        ("042", record.first_day and record.first_day.strftime(DAY)),
        ("052", record.last_day and record.last_day.strftime(DAY)),
        ("062", str(len(record.players))),
        ("072", str(rated)),
        ("092", type_),
        ("102", record.arbiter),
        ("122", record.time_control.text),
        ("142", str(record.round_count) if record.round_count else None),
        ("222", time_code),
    ]
    text = [f"{code} {_plain(value)}" for code, value in lines if value]
    if any(r.date for r in record.rounds):
        text.append(_round_days({r.number: r.date for r in record.rounds}))
    national = [p for p in record.players if p.national_id or p.rating_national is not None]
    if national:
        text.append(f"172 {home} {_start_ranked(record.players)}")
    scores = points(record.pairings)
    ordered = sorted((scores[p.number] for p in record.players), reverse=True)
    cells = _cells(record.pairings)
    last = max((r for r, _ in cells), default=0)
    for player in record.players:  # places by points alone; ties share them (1, 2, 2, 4)
        line = _static("001", player, player.rating_international, player.federation, player.fide_id)
        line += f" {shown_points(scores[player.number]):>4} {ordered.index(scores[player.number]) + 1:>4}"
        for number in range(1, last + 1):
            line += "  " + cells.get((number, player.number), " " * 8)
        text.append(line.rstrip())
    for player in national:
        origin = player.club if player.club and len(player.club) <= 3 else None
        line = _static(home, player, player.rating_national, origin, player.national_id)
        text.append(line.rstrip())
    return (END.join(text) + END).encode("utf-8", "replace")


def _start_ranked(players: Sequence[Player]) -> str:
    """By which ratings the starting numbers are given (line 172), told from the numbers themselves: of the
    ways that fit all of them the one that parts most players; OTHER where none does."""
    ordered = sorted(players, key=lambda p: p.number)
    fitting = []
    for name, way in RANKED.items():
        ratings = [way(p.rating_international or 0, p.rating_national or 0) for p in ordered]
        if ratings == sorted(ratings, reverse=True) and any(ratings):
            fitting.append((len(set(ratings)), name))
    return max(fitting, key=lambda one: one[0])[1] if fitting else "OTHER"


def _static(code: str, player: Player, rating: int | None, federation: str | None, number: str | None) -> str:
    """Columns 1 to 79."""
    sex = {"m": "m", "f": "w"}.get(player.sex or "", " ")
    born = (player.born or "").replace("-", "/")
    return (
        f"{code} {player.number:>4} {sex}{_cut(player.title, 3):>3} {_cut(player.name, 33):<33}"
        f" {'' if rating is None else rating:>4} {_cut(federation, 3):>3} {_cut(number, 11):>11} {born:<10}"
    )


def _cells(pairings: Sequence[Pairing]) -> dict[tuple[int, int], str]:
    """Columns 92 to 99 of each player's round."""
    found = {}
    for p in pairings:
        if p.black is None:
            # A forfeit on a team's board whose other side is empty is a bye to its player.
            sign = ALONE.get(p.kind, "F" if p.result is Result.WHITE_BY_FORFEIT else "Z")
            found[p.round, p.white] = f"0000 - {sign}"
            continue
        white, black = SIGNS.get((p.kind, p.result), (" ", " ")) if p.result else (" ", " ")
        colours = ("w", "b") if p.colours else ("-", "-")
        found[p.round, p.white] = f"{p.black:>4} {colours[0]} {white}"
        found[p.round, p.black] = f"{p.white:>4} {colours[1]} {black}"
    return found


def _round_days(days: Mapping[int, date | None]) -> str:
    line = "132"
    for number, day in sorted(days.items()):
        if day is not None:
            line = line.ljust(FIRST - 1 + WIDTH * (number - 1)) + day.strftime("%y/%m/%d")
    return line


def _plain(text: str) -> str:
    return shown(" ".join(text.split()))


def _cut(text: str | None, width: int) -> str:
    return _plain(text or "")[:width]

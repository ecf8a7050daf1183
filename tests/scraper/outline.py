"""The outline of a reading: everything but what is personal, which is only hashed.

Counts, numbers, results, days and problem codes stand as they are; names, IDs and ratings are the SHA-256 of
their canonical JSON. `python -m tests.scraper.outline NAME` prints one; a new one is compared with the saved
page by eye before it is put into tests/scraper/expected.
"""

from __future__ import annotations

import hashlib
import json
import sys
from dataclasses import asdict
from typing import Any

from scraper.errors import PageError
from scraper.page import PageReading
from scraper.pages.card import PlayerCard
from scraper.pages.crosstable import CrossRow, Crosstable, Grid, Legs
from scraper.pages.not_paired import NotPaired
from scraper.pages.pairings import AllRounds, RoundPage
from scraper.pages.player_list import PlayerList, StartList
from scraper.pages.schedule import Schedule
from scraper.pages.team_boards import Board, BoardPairings, BoardRound
from scraper.pages.team_composition import Composition, SheetPlayer
from scraper.pages.team_pairings import MatchRound, TeamPairings
from scraper.reading import read_page
from scraper.records import LATER, Player, SavedPage
from tests.samples import saved


def outline(reading: PageReading) -> dict[str, Any]:
    """A JSON document without personal data."""
    head, details = reading.head, reading.details
    told = None
    if details is not None:
        told = {k: v for k, v in plain(asdict(details)).items() if k not in ("organizer", "federation")}
    return {
        "kind": reading.kind.value,
        "language": head.language.code,
        "tournament": head.tournament,
        "view": head.view,
        "gate": head.gate,
        "last_update": plain(head.last_update),
        "rounds": [head.rounds_paired, head.round_count],
        "details": told,
        "problems": [p.code for p in reading.problems],
        **_content(reading.content),
    }


def outlined(page: SavedPage) -> dict[str, Any]:
    """The outline of a page, or the code under which it is refused."""
    try:
        return outline(read_page(page))
    except PageError as error:
        return {"refused": error.problem.code}


def _facts(player: Player) -> dict[str, Any]:
    """What a list says of a player; a card's year of birth stands beside it."""
    return {k: v for k, v in asdict(player).items() if k not in LATER}


def plain(value: Any) -> Any:
    """Through JSON and back, days and moments as text."""
    return json.loads(json.dumps(value, default=str))


def hashed(value: Any) -> str:
    """SHA-256 of the canonical JSON."""
    text = json.dumps(plain(value), ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _content(content: object) -> dict[str, Any]:
    match content:
        case StartList():
            players = [_facts(p) for p in content.players]
            return {"numbers": _runs([p.number for p in content.players]), "people": hashed(players)}
        case PlayerList():
            return {
                "after": content.after,
                "rows": [f"{r.rank} {r.player.number} {r.points}" for r in content.rows],
                "people": hashed([_facts(r.player) for r in content.rows]),
                "others": hashed([r.others for r in content.rows]),
            }
        case RoundPage():
            return _round(content)
        case AllRounds():
            return {"round_robin": content.round_robin, "all": [_round(r) for r in content.rounds]}
        case Crosstable():
            return {
                "points_column": content.points_column,
                "rows": [
                    f"{r.number}: {' '.join(m.text for _, m in sorted(r.marks.items()))} = {r.points}"
                    for r in content.rows.values()
                ],
                "people": hashed([[r.name, r.title, r.federation, r.rating] for r in content.rows.values()]),
            }
        case Grid():
            return {
                "rows": [f"{r.number}: {_scores(r)} = {r.points}" for r in content.rows.values()],
                "people": hashed([[r.name, r.title, r.federation, r.rating] for r in content.rows.values()]),
            }
        case NotPaired():
            return {"missed": [f"{m.number} {m.round} {m.mark}" for m in content.missed]}
        case Schedule():
            return {"schedule": [plain(asdict(r)) for _, r in content.rounds]}
        case BoardPairings():
            return {"boards": [_board_round(r) for r in content.rounds]}
        case TeamPairings():
            return {"matches": [_match_round(r) for r in content.rounds]}
        case Composition():
            sheets = [f"{t.rank}: {len(t.players)} players" for t in content.teams]
            everybody = [p for t in content.teams for p in t.players]
            facts = [_sheet_facts(p) for p in everybody]
            return {
                "round_columns": list(content.rounds),
                "teams": sheets,
                "players": [_sheet_line(p) for p in everybody],
                "people": hashed([[t.name for t in content.teams], facts]),
            }
        case PlayerCard():
            games = [f"{g.round} {g.opponent} {g.colour} {g.score}" for g in content.games]
            born = content.player.born
            card = [_facts(content.player), born and int(born), [g.name for g in content.games]]
            return {
                "number": content.player.number,
                "games": games,
                "people": hashed(card),
            }
    return {}


def _scores(row: CrossRow[Legs]) -> str:
    return " ".join(f"{o}:{''.join(s)}" for o, s in sorted(row.marks.items()))


def _round(content: RoundPage) -> dict[str, Any]:
    rows = []
    for r in content.rows:
        black = r.black.number if r.black else "-"
        token = f"{r.token.kind} {r.token.text}".strip() if r.token else None
        rows.append(f"{r.board}: {r.white.number} {black} {token}")
    return {
        "number": content.number,
        "date": plain(content.date),
        "time": content.time,
        "stated": content.stated,
        "pairings": rows,
        "people": hashed([[asdict(r.white), r.black and asdict(r.black)] for r in content.rows]),
    }


def _board_round(round: BoardRound) -> dict[str, Any]:
    people: list[list[str | int | None] | None] = []
    for match in round.matches:
        people.append([match.first, match.second])
        for seat in (s for b in match.boards for s in (b.first, b.second)):
            people.append([seat.name, seat.title, seat.rating] if seat else None)
    return {
        "number": round.number,
        "date": plain(round.date),
        "time": round.time,
        "stated": round.stated,
        "scores": [_half(m.score) for m in round.matches],
        "pairings": [_board_line(b) for m in round.matches for b in m.boards],
        "people": hashed(people),
    }


def _board_line(board: Board) -> str:
    colour = {True: "w", False: "b", None: "?"}[board.first_white]
    first, second = (s.number if s else "-" for s in (board.first, board.second))
    token = f"{board.token.kind} {board.token.text}".strip() if board.token else None
    return f"{board.match}.{board.number}: {first} {colour} {second} {token}"


def _match_round(round: MatchRound) -> dict[str, Any]:
    return {
        "number": round.number,
        "date": plain(round.date),
        "time": round.time,
        "stated": round.stated,
        "scores": [_half(m.score) for m in round.matches],
        "people": hashed([[m.first, m.second] for m in round.matches]),
    }


def _half(score: tuple[int, int] | None) -> str:
    """A match's score in half points, as `0:8`."""
    return f"{score[0]}:{score[1]}" if score else ""


def _sheet_line(player: SheetPlayer) -> str:
    marks = " ".join(f"{round}:{mark}" for round, mark in sorted(player.marks.items()))
    return f"{player.board} {player.number}: {marks} = {player.points}"


def _sheet_facts(player: SheetPlayer) -> list[str | int | None]:
    p = player.listed
    return [p.name, p.title, p.rating, p.federation, p.fide_id]


def _runs(numbers: list[int]) -> list[str]:
    """Numbers as runs, `1-108`, in the order of the page."""
    runs: list[list[int]] = []
    for n in numbers:
        if runs and n == runs[-1][1] + 1:
            runs[-1][1] = n
        else:
            runs.append([n, n])
    return [f"{a}-{b}" if a != b else str(a) for a, b in runs]


if __name__ == "__main__":
    sys.stdout.write(json.dumps(outlined(saved(sys.argv[1])), ensure_ascii=False, indent=1) + "\n")

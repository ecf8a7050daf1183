"""The matches of a round of a team event, art=2: `No. | Team | Team | Res. | : | Res.`.

Seen with one round on a page; several rounds on one page are reported for round robins of teams. A
team without an opponent has a row `MUSAS J | bye | 3 | : | (empty)`: it gives no game.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from scraper.errors import OtherPageKind
from scraper.pages.head import Head
from scraper.pages.marks import Marks
from scraper.pages.round_heading import RoundHeading
from scraper.pages.team_lines import Line, round_heading, team_lines
from scraper.pages.team_round import round_asked, starts_once
from scraper.pages.team_words import TEAM_ALONE
from scraper.problems import place, problem
from scraper.records import Problem
from scraper.values import half_points, name_as_printed, whole

MATCH_HEADINGS = ("No.", "Team", "Team", "Res.", ":", "Res.")
"""Seen: portugal2026_team_pairings_r1."""


@dataclass(frozen=True, slots=True)
class Match:
    """One match as printed; `second` is None for a bye (`alone` says which word), scores in half points."""

    row: int
    table: int
    number: int | None
    first: str
    second: str | None
    score: tuple[int, int] | None
    alone: str | None = None


@dataclass(frozen=True, slots=True)
class MatchRound:
    """A round's matches in the order of the page; `stated` says that the page itself names the round."""

    number: int
    date: date | None
    time: str | None
    matches: tuple[Match, ...]
    stated: bool = True


@dataclass(frozen=True, slots=True)
class TeamPairings:
    """The rounds of a page of team pairings; without rounds none is paired yet."""

    rounds: tuple[MatchRound, ...]


def read_team_pairings(marks: Marks, head: Head, origin: str) -> tuple[TeamPairings, list[Problem]]:
    """The rounds of the page; a row that cannot be read is left out and named.

    OtherPageKind if the table has other headings.
    """
    problems: list[Problem] = []
    rounds: list[tuple[RoundHeading, bool, list[Match]]] = []
    columns: _Columns | None = None
    for line in team_lines(marks.lists, head.language):
        heading = round_heading(line)
        if heading is not None:
            starts_once(heading, [r[0].number for r in rounds], line, origin, problems)
            rounds.append((heading, True, []))
            columns = None
            continue
        if line.heads:
            columns = _columns(line, origin)
            continue
        if columns is None:
            raise _no_headings(line, origin)
        if not rounds:
            assumed = round_asked(head, origin, problems)
            if assumed is None:
                return TeamPairings(()), problems
            rounds.append((assumed, False, []))
        match = _match(line, columns, rounds[-1][0].number, origin, problems)
        if match is not None:
            rounds[-1][2].append(match)
    read = (MatchRound(h.number, h.date, h.time, tuple(ms), stated) for h, stated, ms in rounds)
    return TeamPairings(tuple(read)), problems


@dataclass(frozen=True, slots=True)
class _Columns:
    number: int
    first: int
    second: int
    left: int
    right: int
    width: int


def _columns(line: Line, origin: str) -> _Columns:
    """The two columns Team, and the scores left and right of the colon; others can stand between them (seen:
    cnyt2026_g14_teams_r1). Where each side has two, the inner one is the name, the outer one its short form
    (reported)."""
    texts = line.headings
    teams = [i for i, t in enumerate(texts) if t == "Team"]
    scores = [i for i, t in enumerate(texts) if t == "Res."]
    colon = [i for i, t in enumerate(texts) if t == ":"]
    if len(teams) == 4 and len(colon) == 1 and teams[1] < colon[0] < teams[2]:
        teams = teams[1:3]
    if len(teams) != 2 or len(scores) != 2 or len(colon) != 1 or not scores[0] < colon[0] < scores[1]:
        raise _no_headings(line, origin)
    number = texts.index("No.") if "No." in texts else len(texts)
    return _Columns(number, teams[0], teams[1], scores[0], scores[1], len(texts))


def _no_headings(line: Line, origin: str) -> OtherPageKind:
    expected, found = f"the headings {' | '.join(MATCH_HEADINGS)}", " | ".join(line.texts) or "an empty row"
    where = place(origin, table=line.table, row=line.number)
    return OtherPageKind(problem("headings-unknown", where, expected=expected, found=found[:200]))


def _match(line: Line, columns: _Columns, round: int, origin: str, problems: list[Problem]) -> Match | None:
    if len(line.texts) != columns.width:
        where = line.where(origin, round=round)
        expected, found = f"{columns.width} cells", f"{len(line.texts)} cells"
        problems.append(problem("row-width", where, expected=expected, found=found))
        return None
    first, second = name_as_printed(line.text(columns.first)), name_as_printed(line.text(columns.second))
    if not first or not second:
        where = line.where(origin, "Team", round)
        problems.append(problem("cell-unreadable", where, expected="two teams", found="an empty cell"))
        return None
    number = whole(line.text(columns.number))
    alone = line.language.alone_of.get(second, second)
    if alone in TEAM_ALONE:
        return Match(line.number, line.table, number, first, None, None, alone)
    left, right = line.text(columns.left), line.text(columns.right)
    score: tuple[int, int] | None = None
    if left or right:
        a, b = half_points(left), half_points(right)
        if a is None or b is None:
            where = line.where(origin, "Res.", round)
            expected = "a score such as 2½ : 1½, or nothing before the match"
            problems.append(problem("cell-unreadable", where, expected=expected, found=f"{left} : {right}"))
        else:
            score = (a, b)
    return Match(line.number, line.table, number, first, second, score)

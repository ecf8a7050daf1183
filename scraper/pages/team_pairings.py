"""The matches of a round of a team event, art=2: `No. | Team | Team | Res. | : | Res.`.

Seen with one round on a page; several rounds on one page are reported for round robins of teams. A
team without an opponent has a row `MUSAS J | bye | 3 | : | (empty)`: it gives no game.
"""

from dataclasses import dataclass

from scraper.errors import OtherPageKind
from scraper.pages.head import Head, Marks
from scraper.pages.team_lines import Line, TeamMatch, TeamRound, TeamRounds, team_lines
from scraper.problems import Notes
from scraper.values import half_points, name_as_printed
from scraper.words import TEAM_ALONE

MATCH_HEADINGS = ("No.", "Team", "Team", "Res.", ":", "Res.")
"""Seen: portugal2026_team_pairings_r1."""


@dataclass(frozen=True, slots=True)
class ListedMatch(TeamMatch):
    """One match as printed, scores in half points."""

    score: tuple[int, int] | None


MatchRound = TeamRound[ListedMatch]


@dataclass(frozen=True, slots=True)
class TeamPairings:
    """The rounds of a page of team pairings; without rounds none is paired yet."""

    rounds: tuple[MatchRound, ...]


def read_team_pairings(marks: Marks, head: Head, notes: Notes) -> TeamPairings:
    """The rounds of the page; a row that cannot be read is left out and named.

    OtherPageKind if the table has other headings.
    """
    rounds = TeamRounds[ListedMatch](head, notes)
    columns: _Columns | None = None
    for line in team_lines(marks.lists, head.language):
        if rounds.begun_by(line):
            columns = None
        elif line.heads:
            columns = _columns(line, notes)
        elif columns is None:
            raise _no_headings(line, notes)
        elif (here := rounds.here()) is None:
            break
        elif (match := _match(line, columns, here.number, notes)) is not None:
            here.matches.append(match)
    return TeamPairings(tuple(rounds))


_Columns = tuple[int, int, int, int, int]
"""Those of the two teams and of their scores, and how many there are."""


def _columns(line: Line, notes: Notes) -> _Columns:
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
        raise _no_headings(line, notes)
    return teams[0], teams[1], scores[0], scores[1], len(texts)


def _no_headings(line: Line, notes: Notes) -> OtherPageKind:
    return line.refused(notes, f"the headings {' | '.join(MATCH_HEADINGS)}")


def _match(line: Line, columns: _Columns, round: int, notes: Notes) -> ListedMatch | None:
    *cells, width = columns
    if len(line.texts) != width:
        notes.met("row-width", f"{width} cells", f"{len(line.texts)} cells", **line.at(round=round))
        return None
    first, second, left, right = (line.texts[column] for column in cells)
    first, second = name_as_printed(first), name_as_printed(second)
    if not first or not second:
        notes.met("cell-unreadable", "two teams", "an empty cell", **line.at("Team", round))
        return None
    if line.language.alone.get(second, second) in TEAM_ALONE:
        return ListedMatch(line.table, line.number, first, None, None)
    a, b = half_points(left), half_points(right)
    score = None if a is None or b is None else (a, b)
    if score is None and (left or right):
        expected = "a score such as 2½ : 1½, or nothing before the match"
        notes.met("cell-unreadable", expected, f"{left} : {right}", **line.at("Res.", round))
    return ListedMatch(line.table, line.number, first, second, score)

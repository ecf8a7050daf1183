"""How far a player is from a first rating, edition by edition."""

from datetime import date

import pytest

from rating.editions import load
from rating.interpretations import Interpretations
from rating.records import EarlierGame
from rating.steps import Towards, UnratedGames

NOVEMBER = date(2026, 11, 1)
OURS = Interpretations()


def games(*scores, day=date(2026, 10, 4), rating=1500, event=None):
    return [EarlierGame("standard", day, rating, score, event=event) for score in scores]


def towards(edition, earlier=(), new=(), switches=OURS):
    law = load(edition)
    played = UnratedGames(earlier, new, law.shapes.period(law, NOVEMBER))
    return law.shapes.towards_initial(law, played, switches)


@pytest.mark.parametrize(
    ("edition", "scores", "found"),
    [
        ("jcf-2024-10", (1, 1), Towards(2, 6)),
        ("jcf-2024-10", (2,) * 5, Towards(5, 6)),
        ("jcf-2024-10", (2,) * 6, Towards(6, 6, "all-won")),
        ("jcf-2024-10", (0,) * 7, Towards(7, 6, "all-lost")),
        ("ncs-2022-09", (2,) * 4, Towards(4, 4)),
        ("ncs-2022-09", (0,) * 4, Towards(4, 4, "all-lost")),
        ("ncs-2019-09", (2,) * 4, Towards(4, 4, "all-won")),
        ("ncs-2019-09", (1,), Towards(1, 4)),
        ("fide-2025-10", (0, 0, 1), Towards(3, 5)),
        ("fide-2025-10", (0, 0, 0, 0, 1), Towards(5, 5, "too-low")),
        ("jcf-2024-10", (), Towards(0, 6)),
    ],
)
def test_the_games_there_are_and_what_still_stands_against_them(edition, scores, found):
    assert towards(edition, new=games(*scores, rating=1400)) == found


def test_games_before_the_window_do_not_count_and_are_told_apart():
    # The period ends on 20 October 2026; its two years begin on 21 October 2024.
    old, first = games(1, day=date(2024, 10, 20)), games(1, day=date(2024, 10, 21))
    assert towards("jcf-2024-10", (*old, *first)) == Towards(1, 6, outside=1)
    # By the other reading of R63 they end with the new game of 4 October.
    by_game_day = Interpretations(r63="any-game-day")
    assert towards("jcf-2024-10", (*old, *first), games(1), by_game_day) == Towards(3, 6)
    assert towards("ncs-2022-09", games(1, day=date(1999, 1, 1))) == Towards(1, 4)
    assert towards("fide-2025-10", games(1, day=date(2024, 8, 29))) == Towards(0, 5, outside=1)
    assert towards("fide-2025-10", games(1, day=date(2024, 8, 30))) == Towards(1, 5)


def test_a_first_event_without_a_point_counts_for_nothing_at_fide():
    zero = games(0, 0, day=date(2026, 9, 1), event="first")
    assert towards("fide-2025-10", zero, games(1, 1, event="second")) == Towards(2, 5)

"""Rating changes that the site itself printed, reckoned anew with Table 1 (FIDE's, with its limit of 400).

Real figures, made by other software: the columns K and rtg+/- of a player's card, game by game, and the
columns n, w, we, w-we, K and rtg+/- of a final ranking, whose opponents are not on the page.
"""

from __future__ import annotations

import re

from rating.articles.expected_score import table_1_up_to_limit
from rating.editions import load
from scraper.pages.card import CardGame, PlayerCard
from scraper.pages.player_list import Listed, PlayerList
from scraper.reading import read_page
from tests.samples import saved

SCORES = {"1": 100, "½": 50, "0": 0}


def hundredths(text: str) -> int:
    """`-36,80` and `-8,2` as -3680 and -820."""
    m = re.fullmatch(r"(-?)(\d+)(?:,(\d{1,2}))?", text)
    assert m is not None, text
    value = int(m[2]) * 100 + int((m[3] or "").ljust(2, "0"))
    return -value if m[1] else value


def card() -> PlayerCard:
    content = read_page(saved("belyaladya2019_player_card")).content
    assert isinstance(content, PlayerCard)
    return content


def ranking() -> PlayerList:
    content = read_page(saved("portimao2024_final_ranking_gated")).content
    assert isinstance(content, PlayerList)
    return content


def change(own: int, game: CardGame) -> int:
    assert game.rating_international is not None
    expected = table_1_up_to_limit(load("jcf-2024-10"), own, game.rating_international, "standard")
    return (SCORES[game.score] - expected.pd) * int(game.k)


def test_every_rated_game_of_a_real_card_changes_the_rating_as_printed() -> None:
    own = card().player.rating_international
    assert own is not None
    rated = [g for g in card().games if g.change]
    assert [(change(own, g), hundredths(g.change)) for g in rated] == [
        (hundredths(g.change), hundredths(g.change)) for g in rated
    ]
    assert len(rated) == 8


def test_the_sum_of_a_real_card_is_that_of_its_games() -> None:
    assert sum(hundredths(g.change) for g in card().games if g.change) == hundredths(card().change) == -6360


def test_the_only_game_of_the_card_without_a_change_is_against_an_opponent_without_a_rating() -> None:
    without = [g for g in card().games if not g.change]
    assert [(g.round, g.rating_international) for g in without] == [(2, None)]


def columns(row: Listed) -> list[str]:
    return [row.others[h] for h in ("w", "we", "w-we", "K", "rtg+/-")]


def test_every_rated_row_of_a_real_ranking_adds_up() -> None:
    rated = [r for r in ranking().rows if r.player.rating_international is not None]
    assert len(rated) == 93
    for row in rated:
        w, we, difference, k, printed = columns(row)
        assert hundredths(w) - hundredths(we) == hundredths(difference), row.player.number
        assert hundredths(difference) * int(k) == hundredths(printed), row.player.number
        assert k in ("10", "20", "40")


def test_the_rows_of_a_real_ranking_that_have_no_change_are_the_unrated_players() -> None:
    unrated = [r for r in ranking().rows if r.player.rating_international is None]
    assert sorted(r.player.number for r in unrated) == [94, 95, 96, 97, 98, 99]
    assert all(columns(r)[1:] == ["", "", "", ""] for r in unrated)


def test_expected_scores_are_never_more_than_the_games_they_are_reckoned_from() -> None:
    for row in ranking().rows:
        if row.player.rating_international is not None:
            games, w, we = int(row.others["n"]), row.others["w"], row.others["we"]
            assert 0 <= hundredths(we) <= 92 * games
            assert 0 <= hundredths(w) <= 100 * games

"""Ratings in a report that lie far from ours: another person, or a rating of another kind."""

from collections.abc import Iterator, Mapping, Sequence

from importer.checks.facts import Facts
from importer.checks.people import DECIDED
from importer.findings import Finding
from scraper.records import Kind

GAME = Kind.GAME.value


def rating_far_off(facts: Facts, ratings: Mapping[int, Sequence[int]], gap: int) -> Iterator[Finding]:
    """Players whose printed rating is more than `gap` from each of the member's; `ratings`: by row id.
    One finding for the event: it may be FIDE's ratings that are printed. Whom the officer matched himself is
    not asked about: he saw the ratings."""
    played = {
        number
        for p in facts.view.pairings
        if p.kind == GAME
        for number in (p.white, p.black)
        if number is not None
    }
    told = []
    for number in sorted(played & facts.view.players.keys()):
        player = facts.view.players[number]
        printed, ours = player.rating_national or player.rating, ratings.get(player.member_id or 0)
        if not printed or not ours or any(abs(rating - printed) <= gap for rating in ours):
            continue
        if not player.match_rule.startswith(DECIDED):
            nearest = min(ours, key=lambda rating: abs(rating - printed))
            told.append(f"\n{number} {player.name}: {printed}, and the member's is {nearest}")
    if told:
        expected = f"ratings within {gap} points of the last list's"
        found = f"{len(told)} of {len(played)} are farther off:" + "".join(told)
        remedy = (
            "look whether it is somebody else: banzuke resolve EVENT --player NUMBER --match ID;"
            " without an answer the match stands"
        )
        yield facts.finding(
            "rating-far-off", {}, "ratings of the players", expected, found, remedy, blocks=False
        )

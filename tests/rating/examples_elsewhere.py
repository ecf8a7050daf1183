"""An example for each reading of FIDE's and of the Queensland text: what comes out under each alternative."""

from dataclasses import replace
from datetime import date

from rating.records import AcfRating, Adjustment

from .federation import earlier, event, game, held, member, outcome, rows


def r9(switches):
    return qj(switches, games=((("N", "A", "1-0"),),))


def r10(switches):
    # 60 % of twenty games, then 55 % of twenty-two: 1072 and 1036 on average 1054, by games a little less.
    first = [("A", "B", "1-0")] * 12 + [("A", "B", "0-1")] * 8
    second = [("A", "B", "1-0")] * 12 + [("A", "B", "0-1")] * 10
    return qj(switches, games=(tuple(first), tuple(second)))


def r98(switches):
    """A is on an ACF list of the day after the game."""
    people = [member("A", acf=(AcfRating(date(2026, 10, 5), 1400),)), member("B", ratings={"qj": held(1000)})]
    played = event(game("A", "B"), type=None, time_class="open")
    return rows(people, played, edition="qjrl", switches=switches)


def r73(switches):
    long_gone = outcome([member("A", ratings={"qj": held(1000)})], edition="qjrl", switches=switches)
    return [row.listed for row in long_gone.lists["qj"]], [item.detail for item in long_gone.notices]


def r74(switches):
    # A was on September's list, when the event began, and has fallen off it since.
    day = {"first_day": date(2026, 9, 27), "last_day": date(2026, 9, 27)}
    then = {date(2026, 9, 1): {"A": {"standard": 1402}, "B": {"standard": 1500}}}
    played = slow(game("A", "B", **day), last_day=day["last_day"])
    return rows([member("A"), member("B", 1500)], played, switches=switches, earlier_lists=then, **FIDE)


def r75(switches):
    people = [member("U", earlier_games=earlier(4, rating=1800)), member("A", 1800)]
    two = (game("U", "A", "1/2-1/2", round=n) for n in (1, 2))
    return rows(people, slow(*two), switches=switches, **FIDE)


def r80(switches):
    fallen = member("A", held(2200, peak=2310), born=date(2010, 5, 5))
    return rows([fallen, member("B", 2200)], slow(game("A", "B")), switches=switches, **FIDE)


def r81(switches):
    # 18 in 2026: a game of December on the list of January and, reported then, on that of February.
    day = {"first_day": date(2026, 12, 20), "last_day": date(2026, 12, 20)}
    played = slow(game("A", "B", **day), last_day=day["last_day"], reported=date(2027, 1, 5))
    people = [member("A", 1800, born=date(2008, 6, 1)), member("B", 1800)]
    then = {date(2026, 12, 1): {id: {"standard": 1800} for id in "AB"}}
    how = {"list_date": date(2027, 2, 1), "edition": FIDE["edition"], "earlier_lists": then}
    return rows(people, played, switches=switches, **how)


def r82(switches):
    people = [member("U", earlier_games=earlier(4, rating=1800)), member("A", 1800)]
    return rows(people, slow(game("U", "A", "1/2-1/2")), switches=switches, **FIDE)


def r83(switches):
    # The first of the 26 periods begins on 30 August 2024, or is September; he plays on 4 October 2026.
    def rated(*days):
        games = tuple(game for day in days for game in earlier(2, rating=1800, day=day))
        people = [member("U", earlier_games=games), member("A", 1800)]
        return rows(people, slow(game("U", "A", "1/2-1/2")), switches=switches, **FIDE)

    august = date(2024, 8, 20), date(2024, 8, 30)
    return [rated(august[0], august[0]), rated(august[1], august[1])]


def r84(switches):
    # July's third list is that of 1 October, which closes on 28 September.
    day = {"first_day": date(2026, 7, 9), "last_day": date(2026, 7, 9)}
    played = slow(game("A", "B", **day), last_day=day["last_day"], reported=date(2026, 9, 20))
    people = [member("A", 1800), member("B", 1800)]
    then = {date(2026, 7, 1): {id: {"standard": 1800} for id in "AB"}}
    how = {"list_date": date(2026, 10, 1), "edition": FIDE["edition"], "earlier_lists": then}
    return rows(people, played, switches=switches, **how)


def r85(switches):
    joining = member("J", fide={"standard": 1700}, joined=date(2026, 10, 9))
    return rows([joining], switches=switches, **FIDE)


def in_september(*games, **more):
    """Rapid games of 27 September, which the list of 1 November takes; A stood at 1600 when they began."""
    day = {"first_day": date(2026, 9, 27), "last_day": date(2026, 9, 27)}
    played = event(*(replace(game, **day) for game in games), type="rapid", last_day=day["last_day"], **more)
    return played, {date(2026, 9, 1): {"A": {"standard": 1600, "rapid": 1600}}}


def r99(switches):
    # 1900 now, and unrated when the event of 60 minutes began.
    played, then = in_september(game("N", "A"))
    played = replace(played, type=None, minutes_at_60=60)
    people = [member("N", 1900), member("A", 1600)]
    return rows(people, played, switches=switches, earlier_lists=then, **FIDE)


def r100(switches):
    people = [member("A", 2400), member("B", rapid=2400)]
    return rows(people, event(game("A", "B"), type="rapid"), switches=switches, **FIDE)


def r101(switches):
    # Zero against A, and a win against V, who is unrated too; then five draws with A.
    first = slow(game("U", "A", "0-1"), game("U", "V", round=2), id="E1")
    later = {"first_day": date(2026, 10, 5), "last_day": date(2026, 10, 5)}
    drawn = (game("U", "A", "1/2-1/2", round=n, **later) for n in range(1, 6))
    second = slow(*drawn, game("B", "A", round=9, **later), id="E2", last_day=later["last_day"])
    people = [member("U"), member("V"), member("A", 1800), member("B", 1800)]
    return rows(people, first, second, switches=switches, **FIDE)


def r102(switches):
    # A falls off the list, and has four draws with 1800 since; then he wins.
    rated = [member("A", held(1402, games=60, peak=1700)), member("B", 1402)]
    fell = outcome(rated, slow(game("B", "A")), switches=switches, **FIDE)
    games = (*earlier(4, rating=1800), *fell.earlier_games.get("A", ()))
    then = member("A", ratings=fell.fallen["A"], earlier_games=games)
    return rows([then, member("B", 1800)], slow(game("A", "B")), switches=switches, **FIDE)


def r103(switches):
    """N has a standard rating since, A another one."""
    played, then = in_september(game("N", "B"), game("A", "B", round=2))
    then[date(2026, 9, 1)] = {"A": {"standard": 1600}, "B": {"rapid": 1600}}
    people = [member("N", 1500), member("A", 1700), member("B", rapid=1600)]
    return rows(people, played, switches=switches, earlier_lists=then, **FIDE)


def r104(switches):
    # N draws two games in one event and wins one in another.
    two, one = (("N", "A", "1/2-1/2"), ("N", "B", "1/2-1/2")), (("N", "A", "1-0"),)
    return qj(switches, games=(two, one))


def r107(switches):
    provisional = member("P", ratings={"qj": replace(held(700), provisional=True)})
    return qj(switches, games=[(("P", "A", "1/2-1/2"),)], more=[provisional])


def r108(switches):
    """N beats A and draws with O, who is new too: each follows the other up, cycle by cycle."""
    return qj(switches, games=[(("N", "A", "1-0"), ("N", "O", "1/2-1/2"))], more=[member("O")])


def lost_long_ago():
    """U lost five games of August 2024, of which the list of 1 November 2026 takes none any more."""
    lost = earlier(5, rating=1500, score=0, day=date(2024, 8, 3))
    return member("U", earlier_games=(*lost, *earlier(5, rating=1500, day=date(2025, 1, 5))))


def r109(switches):
    return rows([lost_long_ago()], switches=switches, **FIDE)


def r110(switches):
    zero = tuple(replace(one, event="E0", date=date(2026, 9, 20)) for one in earlier(4, score=0))
    people = [member("U", earlier_games=(*zero, *earlier(4))), member("A", 1500)]
    return rows(people, slow(game("U", "A", "1/2-1/2")), switches=switches, **FIDE)


def r111(switches):
    sixty = event(game("U", "A"), type=None, minutes_at_60=60)
    return rows([member("U", earlier_games=earlier(4)), member("A", 1500)], sixty, switches=switches, **FIDE)


def r112(switches):
    """The second of three games is the second point of A, by forfeit."""
    games = game("A", "B"), game("A", "B", "+--", round=2), game("A", "B", "1/2-1/2", round=3)
    match = event(*games, type=None, minutes_at_60=120, match_games=3)
    return rows([member("A", 1500), member("B", 1500)], match, switches=switches, **FIDE)


def r116(switches):
    given = [Adjustment("A", "standard", 12, "Board 7")]
    return rows([member("A", 1500)], adjustments=given, switches=switches, **FIDE)


def slow(*games, **more):
    return event(*games, type=None, minutes_at_60=120, **more)


FIDE = {"edition": "fide-2025-10"}


def qj(switches, games, more=()):
    """A (1000) and B (1000), N new, in one open event for each group of games."""
    people = [member(id, ratings={"qj": held(1000)}) for id in "AB"]
    events = [
        event(
            *(game(*pair, round=n) for n, pair in enumerate(group, 1)),
            id=f"E{number}",
            type=None,
            time_class="open",
        )
        for number, group in enumerate(games)
    ]
    return rows([*people, *more, member("N")], *events, edition="qjrl", switches=switches)

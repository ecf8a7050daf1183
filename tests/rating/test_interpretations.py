"""Every ruling has alternatives, one switch, one place where it is consulted, and makes a difference."""

import re
from dataclasses import fields, replace
from datetime import date
from pathlib import Path

import pytest

import rating
from rating.editions import edition_for, load, names
from rating.errors import RatingError
from rating.fee_statement import fee_statements
from rating.interpretations import Interpretations, markdown
from rating.records import AcfRating, Adjustment
from rating.rulings import CORRECTIONS, RULINGS
from rating.time_control import minutes_at_60

from .federation import earlier, event, game, held, member, outcome

ROOT = Path(rating.__file__).parent
PAGE = ROOT.parent / "docs" / "interpretations.md"
IN_RATING = sorted(number for number, ruling in RULINGS.items() if "rating/" in ruling.consulted_in)


def rows(*args, **more):
    result = outcome(*args, **more)
    return {type: [(row.id, row.rating, row.games) for row in rows] for type, rows in result.lists.items()}


def r0(switches):
    try:
        return edition_for(date(2024, 10, 1), switches).id
    except RatingError:
        return "refused"


def r1(switches):
    drawn = event(game("A", "B", "1/2-1/2"))
    return rows([member("A", held(2000, peak=2400)), member("B", 1965)], drawn, switches=switches)


def r2(switches):
    drawn = event(*(game("A", "B", "1/2-1/2", round) for round in (1, 2)))
    return rows([member("A", held(2000, peak=2400)), member("B", 1965)], drawn, switches=switches)


def r3(switches):
    young = member("A", 1800, born=date(2008, 1, 1))
    old_year = {"first_day": date(2026, 12, 30), "last_day": date(2026, 12, 30)}
    played = event(game("A", "B", **old_year), reported=date(2027, 1, 5), last_day=date(2026, 12, 30))
    return rows([young, member("B", 1800)], played, list_date=date(2027, 2, 1), switches=switches)


def r4(switches):
    strong = member("A", held(2420, games=5))
    return rows([strong, member("B", 2420)], event(game("A", "B")), switches=switches)


def r5(switches):
    two_adopters = event(game("A", "B"), type="rapid")
    return rows([member("A", 1500), member("B", 1500)], two_adopters, switches=switches)


def r6(switches):
    # Five draws, then a win: 58.33 % and an average of 1501.67 in one, 67 or 66 % in the other.
    small = (*earlier(2, rating=1501, score=1), *earlier(3, rating=1502, score=1))
    large = earlier(5, rating=1500, score=2)[:3] + earlier(2, rating=1500, score=0)
    members = [
        member("U", earlier_games=small),
        member("V", earlier_games=large),
        member("A", 1502),
        member("B", 1500),
    ]
    return rows(members, event(game("U", "A"), game("V", "B")), switches=switches)


def r12(switches):
    both = member("A", held(1500, games=29), held(1500, games=29))
    return rows([both, member("B", 1500)], event(game("A", "B")), switches=switches)


def r14(switches):
    return rows(
        [member("A", 1500), member("B", rapid=1500)], event(game("A", "B"), type="rapid"), switches=switches
    )


def r19(switches):
    joining = member("A", fide={"standard": 1850}, joined=date(2026, 10, 25))
    return rows([joining], switches=switches)


def r20(switches):
    spread = {"first_day": date(2024, 10, 19), "last_day": date(2024, 10, 22)}
    games = event(game("U", "A", "1/2-1/2", **spread), last_day=date(2024, 10, 22), late_accepted=True)
    members = [member("U", earlier_games=earlier(5)), member("A", 1500)]
    return rows(members, games, switches=switches)


def r21(switches):
    return minutes_at_60("2x 60 min", switches)


def r22(switches):
    born = member("A", 1800, born=date(2007, 1, 2))
    return rows([born, member("B", 1800)], event(game("A", "B")), switches=switches)


def r7(switches):
    return rows([member("A", 1500), member("U")], event(game("A", "U")), edition=NCS_2022, switches=switches)


def r8(switches):
    def played(result, **more):
        games = event(*(game("A", "U", result, n) for n in range(1, 5)))
        return rows([member("A", 1500), member("U", **more)], games, edition=NCS_2022, switches=switches)

    return played("1-0"), played("1/2-1/2", earlier_games=earlier(4, score=0))


def r9(switches):
    return qj(switches, games=((("N", "A", "1-0"),),))


def r10(switches):
    # 60 % of twenty games, then 55 % of twenty-two: 1072 and 1036 on average 1054, by games a little less.
    first = [("A", "B", "1-0")] * 12 + [("A", "B", "0-1")] * 8
    second = [("A", "B", "1-0")] * 12 + [("A", "B", "0-1")] * 10
    return qj(switches, games=(tuple(first), tuple(second)))


def r11(switches):
    ten = event(game("A", "B"), type=None, minutes_at_60=10)
    return rows(ncs(1500, 1500), ten, switches=switches, **IN_2019)


def r13(switches):
    return rows([member("A", held(950)), member("B", held(1300))], event(game("A", "B")), switches=switches)


def r15(switches):
    people = [*ncs(1500), member("N", jca=1500, fide={"standard": 1600, "rapid": 1700})]
    return rows(people, event(game("N", "A")), switches=switches, **IN_2019)


def r96(switches):
    people = [*ncs(1500), member("N", jca=1500, foreign=1600)]
    return rows(people, event(game("N", "A")), switches=switches, **IN_2019)


def r97(switches):
    """A may take 1500 over from rapid; U is UR."""
    otherwise = replace(switches, r5="rated-for-holders", r7="rated-at-zero")
    people = [member("A", rapid=1500), member("U")]
    return rows(people, event(game("A", "U")), edition=NCS_2022, switches=otherwise)


def r98(switches):
    """A is on an ACF list of the day after the game."""
    people = [member("A", acf=(AcfRating(date(2026, 10, 5), 1400),)), member("B", ratings={"qj": held(1000)})]
    played = event(game("A", "B"), type=None, time_class="open")
    return rows(people, played, edition="qjrl", switches=switches)


def r30(switches):
    spread = {"first_day": date(2026, 7, 6), "last_day": date(2026, 7, 8)}
    played = event(game("A", "B", **spread), last_day=date(2026, 7, 8))
    people = [member("A", 1500), member("B", 1500)]
    return rows(people, played, edition=NCS_2022, switches=switches)


def r31(switches):
    worked = outcome([member("A", held(1500, games=17))], edition=NCS_2022, switches=switches)
    return [row.marks for row in worked.lists["standard"]]


def r32(switches):
    law = load("ncs-2019-09")
    twice = [event(game("A", "B"), id=id, organizer=club) for id, club in (("E1", "C"), ("E2", "D"))]
    return law.shapes.fees(law, twice, switches)


def r37(switches):
    law = load("ncs-2022-09")
    period = law.shapes.period(law, date(2022, 12, 1))
    return law.shapes.fee_due(law, date(2022, 10, 25), period, switches)


def r62(switches):
    strong_in_rapid = member("A", held(1900), held(2300, peak=2400))
    return rows([strong_in_rapid, member("B", 1900)], event(game("A", "B")), switches=switches)


def r63(switches):
    # The period ends on 20 October, the new game was played on the 4th.
    years_ago = earlier(5, day=date(2024, 10, 10))
    members = [member("U", earlier_games=years_ago), member("A", 1500)]
    return rows(members, event(game("U", "A", "1/2-1/2")), switches=switches)


def r64(switches):
    won = (*earlier(5, score=2, day=date(2024, 6, 1)), *earlier(1, score=2, day=date(2026, 5, 1)))
    members = [member("U", earlier_games=won), member("A", 1500)]
    return rows(members, event(game("A", "U")), switches=switches)


def r65(switches):
    people = [*ncs(1500), member("U", earlier_games=earlier(3, type="ncs"))]
    return rows(people, event(game("U", "A", "1/2-1/2")), switches=switches, **IN_2019)


def r66(switches):
    return rows([member("N", jca=1500)], switches=switches, **IN_2019)


def r68(switches):
    # 18 × 40 = 720.
    often = event(*(game("A", "B", round=n) for n in range(1, 19)))
    return rows([member("A", held(1500, games=3)), member("B", 1500)], often, switches=switches)


def r70(switches):
    drawn = event(*(game("U", "V", "1/2-1/2", n) for n in range(1, 5)))
    return rows([member("U"), member("V")], drawn, edition=NCS_2022, switches=switches)


def r72(switches):
    people = [member(id, held(1500), held(1500)) for id in "AB"]
    fifty = event(game("A", "B"), type=None, minutes_at_60=50)
    return rows(people, fifty, edition=NCS_2022, switches=switches)


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


def r105(switches):
    # Five draws with A when he stood at 1500; he has 1600 now.
    met = tuple(replace(game, opponent="A") for game in earlier(5))
    people = [member("U", earlier_games=met), member("A", 1600)]
    return rows(people, event(game("U", "A", "1/2-1/2")), switches=switches)


def r106(switches):
    people = [member("U", earlier_games=earlier(4, type="ncs", score=2))]
    return outcome(people, switches=switches, **IN_2019).decisions


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


def r114(switches):
    left_out = event(game("A", "B"), organizer="C", excluded="arranged")
    return fee_statements(load(NCS_2022), [left_out], date(2026, 11, 1), switches)


def r115(switches):
    """The 30th game is the first of two events of two games."""
    people = [member("A", held(1500, games=29)), member("B", 1500)]
    two = [event(game("A", "B"), game("A", "B", round=2), id=id) for id in ("E1", "E2")]
    return rows(people, *two, switches=switches)


def r116(switches):
    given = [Adjustment("A", "standard", 12, "Board 7")]
    return rows([member("A", 1500)], adjustments=given, switches=switches, **FIDE)


def r117(switches):
    people = [member("U", earlier_games=(*earlier(4), *earlier(1, "rapid"))), member("A", 1500)]
    return rows(people, event(game("U", "A")), switches=switches)


def r118(switches):
    return rows([member("A", fide={"standard": 1850}, joined=date(2015, 4, 1))], switches=switches)


def slow(*games, **more):
    return event(*games, type=None, minutes_at_60=120, **more)


FIDE = {"edition": "fide-2025-10"}
NCS_2022 = "ncs-2022-09"
IN_2019 = {"edition": "ncs-2019-09"}


def ncs(*ratings):
    return [member(id, ratings={"ncs": held(rating)}) for id, rating in zip("AB", ratings, strict=False)]


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


@pytest.mark.parametrize("number", IN_RATING)
def test_every_alternative_changes_an_outcome(number):
    ruling = RULINGS[number]
    example = globals()[ruling.switch]
    results = [example(Interpretations(**{ruling.switch: word})) for word in ruling.words]
    assert len({repr(result) for result in results}) == len(ruling.words)
    assert len(ruling.words) > 1


@pytest.mark.parametrize("number", sorted(RULINGS))
def test_the_first_alternative_is_the_one_followed(number):
    ruling = RULINGS[number]
    assert getattr(Interpretations(), ruling.switch) == ruling.words[0]
    assert ruling.article
    assert ruling.left_open
    assert all(ruling.alternatives.values())


def test_every_switch_has_a_ruling_and_every_ruling_a_switch():
    assert [field.name for field in fields(Interpretations)] == [ruling.switch for ruling in RULINGS.values()]


@pytest.mark.parametrize("number", IN_RATING)
def test_a_switch_is_consulted_in_one_place_the_one_named(number):
    ruling = RULINGS[number]
    places = [
        path.relative_to(ROOT.parent).as_posix()
        for path in ROOT.rglob("*.py")
        if "columns" not in path.parts
        for _ in re.findall(rf"switches\.{ruling.switch}\b", path.read_text(encoding="utf-8"))
    ]
    assert places == [ruling.consulted_in.strip("`")]


def test_the_page_of_the_interpretations_is_the_generated_one():
    assert PAGE.read_text(encoding="utf-8").startswith(markdown())
    assert all(item.text in markdown() for item in CORRECTIONS)


@pytest.mark.parametrize("edition", names())
def test_an_edition_and_the_rulings_name_each_other_under_the_same_article(edition):
    articles = {entry.article for entry in load(edition).entries}
    for ruling in RULINGS.values():
        assert set(ruling.articles) <= set(names())
        named = set(filter(None, ruling.articles.get(edition, "").split(", ")))
        assert named <= articles, ruling.number
        open_in = {entry.article for entry in load(edition).entries if ruling.number in entry.rulings}
        assert open_in <= named, ruling.number

"""An example for each reading of the Japanese texts: what comes out under each alternative."""

from dataclasses import replace
from datetime import date

from rating.editions import edition_for, load
from rating.errors import RatingError
from rating.fee_statement import fees_owed
from rating.records import Adjustment
from rating.time_control import minutes_at_60

from .federation import earlier, event, game, held, member, outcome, rows


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


def r105(switches):
    # Five draws with A when he stood at 1500; he has 1600 now.
    met = tuple(replace(game, opponent="A") for game in earlier(5))
    people = [member("U", earlier_games=met), member("A", 1600)]
    return rows(people, event(game("U", "A", "1/2-1/2")), switches=switches)


def r106(switches):
    people = [member("U", earlier_games=earlier(4, type="ncs", score=2))]
    return outcome(people, switches=switches, **IN_2019).decisions


def r114(switches):
    left_out = event(game("A", "B"), organizer="C", excluded="arranged")
    return fees_owed(load(NCS_2022), [left_out], date(2026, 11, 1), switches)


def r115(switches):
    """The 30th game is the first of two events of two games."""
    people = [member("A", held(1500, games=29)), member("B", 1500)]
    two = [event(game("A", "B"), game("A", "B", round=2), id=id) for id in ("E1", "E2")]
    return rows(people, *two, switches=switches)


def r117(switches):
    people = [member("U", earlier_games=(*earlier(4), *earlier(1, "rapid"))), member("A", 1500)]
    return rows(people, event(game("U", "A")), switches=switches)


def r118(switches):
    return rows([member("A", fide={"standard": 1850}, joined=date(2015, 4, 1))], switches=switches)


def r121(switches):
    absent = event(game("A", "B", "+--"), organizer="C")
    return fees_owed(load(NCS_2022), [absent], date(2026, 11, 1), switches)


def r122(switches):
    (a,) = ncs(1500)
    guest = member("B", ratings={"ncs": held(1500)}, membership=())
    return rows([a, guest], event(game("A", "B"), one_time=("B",)), switches=switches, **IN_2019)


def r123(switches):
    guest = member("B", 1500, membership=())
    return rows([member("A", 1500), guest], event(game("A", "B")), edition=NCS_2022, switches=switches)


def r124(switches):
    law = load("ncs-2019-09")
    return law.shapes.adjustment(law, date(2019, 9, 25), date(2020, 4, 1), switches)


def r125(switches):
    played = event(game("A", "E1#2"), organizer="C")
    return fees_owed(load(NCS_2022), [played], date(2026, 11, 1), switches, {"E1#2"})


def r126(switches):
    people = [member("A", 1000), member("B", 1500)]
    points = (Adjustment("A", "standard", 15, "Board 2026/3"),)
    return rows(people, event(game("A", "B", "0-1")), adjustments=points, switches=switches)


NCS_2022 = "ncs-2022-09"
IN_2019 = {"edition": "ncs-2019-09"}


def ncs(*ratings):
    return [member(id, ratings={"ncs": held(rating)}) for id, rating in zip("AB", ratings, strict=False)]

"""The rulings that concern the editions held: what is open, what is followed, what else there is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Alternative:
    """One reading: the word that selects it, and what it does."""

    word: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """A point the text leaves open. The first alternative is the one followed."""

    number: str
    name: str
    article: str
    left_open: str
    alternatives: tuple[Alternative, ...]
    consulted_in: str

    @property
    def switch(self) -> str:
        """The field of `Interpretations`, and the setting, that selects the alternative."""
        return self.number.lower()

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(alternative.word for alternative in self.alternatives)


def _ruling(
    number: str, name: str, article: str, left_open: str, consulted_in: str, **alternatives: str
) -> Ruling:
    return Ruling(
        number,
        name,
        article,
        left_open,
        tuple(Alternative(word.replace("_", "-"), meaning) for word, meaning in alternatives.items()),
        consulted_in,
    )


_ALL = (
    _ruling(
        "R0",
        "Which edition a list falls under",
        "3(6), 7(4)",
        "An edition names the day from which it is in force, not the first list made under it.",
        "`rating/editions/__init__.py`",
        period_end="the edition in force on the last day of the list's period; a list under an edition "
        "that is not "
        "held, or before the first, is refused unless a recorded ruling names the edition.",
        list_date="the edition in force on the date of the list.",
    ),
    _ruling(
        "R1",
        "Rounding of the total",
        "5(2), 7(2)",
        "The total is rounded (四捨五入); the text does not say where halves below zero go.",
        "`rating/articles/rounding.py`",
        half_away_from_zero="to the nearest whole, halves away from zero, as FIDE does: −2.5 is −3.",
        half_up="to the nearest whole, halves upward: −2.5 is −2.",
    ),
    _ruling(
        "R2",
        "One total for a period",
        "5(1), 5(2)",
        "Whether each game or only the total is rounded. Ratings, counts and peaks are those of the list "
        "before, "
        "whatever the day a game was played or reported (003: 算入時).",
        "`rating/articles/rounding.py`",
        one_sum="all rated games of one type in one period are one sum, rounded once.",
        game_by_game="the change of each game is rounded, then added.",
    ),
    _ruling(
        "R3",
        "The year of a junior's age",
        "5(1)",
        "“Age is determined as of January 1 of that year”: of which year. Without a birth date no junior "
        "rule "
        "applies, and a notice says so where it could have.",
        "`rating/articles/k_factor.py`",
        year_of_game="the year in which the game was played.",
        year_of_list="the year of the list's date.",
    ),
    _ruling(
        "R4",
        "Precedence of K",
        "5(1)",
        "Several rules for K can hold at once; the text gives no order.",
        "`rating/articles/k_factor.py`",
        ten_first="10 before 40 before 20, also for an adopted rating without games.",
        forty_first="40 before 10 before 20.",
    ),
    _ruling(
        "R5",
        "Who may adopt a rating, met before he has",
        "6(2), 6(3)",
        "The other type's rating is adopted when the missing one “is first calculated”: whether the "
        "player is rated "
        "for those he meets before.",
        "`rating/articles/other_type.py`",
        rated_for_everyone="he counts as rated at that rating for everyone, UR included, and two such "
        "players rate their "
        "game; but he adopts, and gets a row, only with a rated game.",
        rated_for_holders="he counts as rated only against a player who holds a rating of that type.",
    ),
    _ruling(
        "R6",
        "Fractions in the performance rating",
        "6(4)",
        "Whether a fraction of the average or of the percentage is rounded or dropped. Rounding the average "
        "half up before dp is added is the same as rounding the sum, since dp is whole.",
        "`rating/articles/performance.py`",
        exact_mean="RA is the exact mean, the percentage is rounded half up to a whole percent, RA + dp is "
        "rounded once, half up.",
        cut_mean="the fraction of the average is dropped.",
        cut_percentage="the fraction of the percentage is dropped.",
    ),
    _ruling(
        "R12",
        "Games and peaks by type",
        "5(1)",
        "Whether 30 games, 2000 and 2400 are meant type by type or over both (001 5(2) says by type).",
        "`rating/articles/k_factor.py`",
        by_type="each type has its own count and its own peak.",
        both_types="the games of both types are added, the higher peak counts.",
    ),
    _ruling(
        "R14",
        "K of who takes a rating over",
        "5(1), 6(1), 6(2)",
        "Whether the rule for few games also holds for who adopted a rating (001 5(2) literally names UR).",
        "`rating/articles/k_factor.py`",
        like_everyone="K 40 by the number of games, like everyone.",
        initial_only="the rule for few games holds only for who came by an initial rating.",
    ),
    _ruling(
        "R16",
        "The day a link was reported",
        "3(6), 4(4)",
        "A link can be sent before the results are complete.",
        "`office/`",
        complete_on_arrival="the day it arrived if no result was pending then, else the day the office "
        "found it complete.",
        arrival="the day it arrived, complete or not.",
    ),
    _ruling(
        "R17",
        "Which register facts a run uses",
        "3(5), 5(1), 6(1)",
        "Membership, birth date or FIDE rating can become known after the list was made.",
        "`office/`",
        known_at_run="those known when the run is made, frozen in it; what is learned later is a correction.",
        known_at_period_end="those known on the last day of the period.",
    ),
    _ruling(
        "R18",
        "Printed columns of the list",
        "3(6)",
        "The text does not describe the columns `Mem`, `Act` and the ranks.",
        "`office/`",
        members_on_list_date="`Mem`: membership valid on the list's date; `Act`: a rated game of either "
        "type in the "
        "twelve months before it; ranks among members by rating, ties share.",
        everyone_ranked="the same `Mem` and `Act`; ranks among all who hold a rating, members or not.",
    ),
    _ruling(
        "R19",
        "From which list a joining member's FIDE rating is held",
        "6(1)",
        "A member can join between the last day of the period and the date of the list.",
        "`rating/articles/fide_adoption.py`",
        list_date="who joined by the list's date is on it with his FIDE rating.",
        period_end="who joined by the last day of the period; later joiners are on the next list.",
    ),
    _ruling(
        "R20",
        "The day of a UR player's game without a date",
        "6(3)",
        "Games of the past two years count; a game may be known only by the days of its event.",
        "`rating/articles/initial_rating.py`",
        last_day="it counts as of the last day it can have been played on.",
        first_day="it counts as of the first day it can have been played on.",
    ),
    _ruling(
        "R21",
        "“2x” before a time control",
        "2(2), Note 1",
        "Pages print “2x 1,5 h/40 + 30 min”: the time of each of the two players, or a stage played twice.",
        "`rating/time_control.py`",
        each_player="at the head of the whole text it names the two players.",
        asked="it is not certain: the officer is asked.",
    ),
    _ruling(
        "R22",
        "Who is of age on 1 January",
        "5(1)",
        "Whether a year of age is complete on the birthday or, as Japan's law on counting age has it, on "
        "the day before: "
        "it matters to who was born on 2 January.",
        "`rating/articles/k_factor.py`",
        birthday="on the birthday.",
        day_before="on the day before the birthday.",
    ),
    _ruling(
        "R23",
        "The K printed beside a rating",
        "5(1)",
        "K belongs to a game; the published list has a column for it.",
        "`office/runs/columns.py`",
        next_game="the K of a game played on the list's date, by the count and the peak of this list.",
        this_period="the K by the count and the peak of the list before, which the games of this period had.",
    ),
    _ruling(
        "R24",
        "How `Act` and `Mem` are written",
        "3(6)",
        "The columns say yes or no; nothing says in which signs.",
        "`office/exports/japanese_list.py`",
        one_and_zero="1 for yes, 0 for no.",
        yes_or_empty="Y for yes, empty for no.",
    ),
)

RULINGS: Mapping[str, Ruling] = MappingProxyType({ruling.number: ruling for ruling in _ALL})

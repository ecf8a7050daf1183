"""Rulings R0 to R15: what counts, how it is reckoned, how a rating begins."""

from rating.ruling import ruling

RECKONING = (
    ruling(
        "R0",
        "Which edition a list falls under",
        {"jcf-2024-10": "3(6), 7(4)", "ncs-2022-09": "3(3), Revisions", "ncs-2019-09": "2(1), 5(5)"},
        "An edition names the day from which it is in force, not the first list made under it.",
        "`rating/editions/__init__.py`",
        period_end="the edition in force on the last day of the list's period; a list under an edition "
        "that is not "
        "held, or before the first, is refused unless a recorded ruling names the edition.",
        list_date="the edition in force on the date of the list.",
    ),
    ruling(
        "R1",
        "Rounding of the total",
        {
            "jcf-2024-10": "5(2), 7(2)",
            "ncs-2022-09": "5(2), 7(2)",
            "ncs-2019-09": "2(2), 4(5)",
            "qjrl": "1",
        },
        "The total is rounded (四捨五入); the text does not say where halves below zero go. The "
        "edition of 2019 rounds the resulting rating, half up, whatever is chosen: 1600 − 2.5 is 1598.",
        "`rating/articles/rounding.py`",
        half_away_from_zero="to the nearest whole, halves away from zero, as FIDE does: −2.5 is −3.",
        half_up="to the nearest whole, halves upward: −2.5 is −2.",
    ),
    ruling(
        "R2",
        "One total for a period",
        {
            "jcf-2024-10": "3(6), 5(1), 5(2)",
            "ncs-2022-09": "3(3), 5(2)",
            "ncs-2019-09": "2(1), 4(1), 4(5)",
            "qjrl": "intro, 1",
        },
        "Whether each game or only the total is rounded. Ratings, counts and peaks are those of the list "
        "before, "
        "whatever the day a game was played or reported (003: 算入時).",
        "`rating/articles/rounding.py`",
        one_sum="all rated games of one type in one period are one sum, rounded once.",
        game_by_game="the change of each game is rounded, then added.",
    ),
    ruling(
        "R3",
        "The year of a junior's age",
        {"jcf-2024-10": "5(1)", "ncs-2022-09": "5(1)", "ncs-2019-09": "4(3)"},
        "“Age is determined as of January 1 of that year”: of which year. Without a birth date no junior "
        "rule "
        "applies, and a notice says so where it could have.",
        "`rating/articles/k_factor.py`",
        year_of_game="the year in which the game was played.",
        year_of_list="the year of the list's date.",
    ),
    ruling(
        "R4",
        "Precedence of K",
        {"jcf-2024-10": "5(1)", "ncs-2022-09": "5(2)", "ncs-2019-09": "4(3)"},
        "Several rules for K can hold at once; the text gives no order.",
        "`rating/articles/k_factor.py`",
        ten_first="10 before 40 before 20, also for an adopted rating without games.",
        forty_first="40 before 10 before 20.",
    ),
    ruling(
        "R5",
        "Who may adopt a rating, met before he has",
        {"jcf-2024-10": "6(2), 6(3)", "ncs-2022-09": "6(1), 6(2)", "ncs-2019-09": "2(3)"},
        "The other type's rating is adopted when the missing one “is first calculated”: whether the "
        "player is rated "
        "for those he meets before.",
        "`rating/articles/other_type.py`",
        rated_for_everyone="he counts as rated at that rating for everyone, UR included, and two such "
        "players rate their "
        "game; but he adopts, and gets a row, only with a rated game.",
        rated_for_holders="he counts as rated only against a player who holds a rating of that type.",
    ),
    ruling(
        "R6",
        "Fractions in the performance rating",
        {"jcf-2024-10": "6(4)", "ncs-2022-09": "6(4)", "ncs-2019-09": "2(4)"},
        "Whether a fraction of the average or of the percentage is rounded or dropped. Rounding the average "
        "half up before dp is added is the same as rounding the sum, since dp is whole.",
        "`rating/articles/performance.py`",
        exact_mean="RA is the exact mean, the percentage is rounded half up to a whole percent, RA + dp is "
        "rounded once, half up.",
        cut_mean="the fraction of the average is dropped.",
        cut_percentage="the fraction of the percentage is dropped.",
    ),
    ruling(
        "R7",
        "A rated player's game against a UR player",
        {"ncs-2022-09": "5(3), 6(3)"},
        "5(3) excludes only games of UR players with each other, and 6(3) calls the rating of a UR player "
        "zero; the editions before and after leave such games out.",
        "`rating/articles/not_rated.py`",
        not_rated="the game is not rated for the rated player.",
        rated_at_zero="it is rated for the rated player, against a rating of zero.",
    ),
    ruling(
        "R8",
        "A first score of zero",
        {"ncs-2022-09": "6(3), 6(4)"},
        "FIDE's calculator gives no rating to who has not scored; the text does not say what then.",
        "`rating/articles/initial_rating.py`",
        still_unrated="he is still UR; the games stay in the count and in later averages.",
        dp_of_zero="he is rated at RA and the table's value for 0 %.",
    ),
    ruling(
        "R9",
        "The ceiling of a performance",
        {"qjrl": "2, 4b ii, Table 2"},
        "A ceiling is also used for performances close to 100 % or 0 %, for which the table has no value; "
        "the text does not say which.",
        "`rating/articles/event_performance.py`",
        four_hundred_up_five_hundred_down="dp is held to what an opponent can be below and above: +400 and "
        "-500.",
        five_hundred_up_four_hundred_down="dp is held to +500 and -400.",
    ),
    ruling(
        "R10",
        "Who overshoots",
        {"qjrl": "4c"},
        "Players who play “a large number of games” and gain “many points” do not rise above the average of "
        "their performances; how many is not said, nor how the average is made.",
        "`rating/articles/overshoot.py`",
        simple_mean="20 games or more, two events or more and a gain of 50 points or more, rounded (three "
        "values of the edition): at most the simple mean of the event performances, half up, never below the "
        "old rating; a smaller gain stands.",
        weighted_mean="the same with the mean weighted by games.",
        never="nobody is held back.",
    ),
    ruling(
        "R11",
        "Which games are too fast in 2019",
        {"ncs-2019-09": "1(1)"},
        "The text rates standard and rapid games and gives no minutes.",
        "`rating/articles/rating_types.py`",
        above_ten="as the Reference of 001: more than 10 minutes at move 60 (60 or more is standard).",
        ten_is_rapid="10 minutes are rapid, as later under JCF 2(2).",
    ),
    ruling(
        "R12",
        "Games and peaks by type",
        {"jcf-2024-10": "5(1)", "ncs-2022-09": "5(2)", "ncs-2019-09": "4(3)"},
        "Whether 30 games, 2000 and 2400 are meant type by type or over both (001 5(2) says by type).",
        "`rating/articles/k_factor.py`",
        by_type="each type has its own count and its own peak.",
        both_types="the games of both types are added, the higher peak counts.",
    ),
    ruling(
        "R13",
        "The new floor where the edition changes",
        {"jcf-2024-10": "5(3)", "ncs-2022-09": "5(5), 1(3)", "ncs-2019-09": "2(2)"},
        "A rating of the last list before can be below the floor of the first list of an edition. `ncs` goes "
        "on as `standard` with its games and peak.",
        "`rating/articles/floor.py`",
        from_first_list="the first list of the edition has the floor; its games are reckoned with the "
        "rating as it was published.",
        from_last_list="the rating is the floor before the games of that list are reckoned.",
    ),
    ruling(
        "R14",
        "K of who takes a rating over",
        {"jcf-2024-10": "5(1), 6(1), 6(2)", "ncs-2022-09": "5(2)", "ncs-2019-09": "4(3)"},
        "Whether the rule for few games also holds for who adopted a rating (001 5(2) literally names UR).",
        "`rating/articles/k_factor.py`",
        like_everyone="K 40 by the number of games, like everyone.",
        initial_only="the rule for few games holds only for who came by an initial rating.",
    ),
    ruling(
        "R15",
        "Which FIDE rating is taken beside a JCA rating",
        {"ncs-2019-09": "2(3)"},
        "“The higher of JCA and FIDE rating”: FIDE gives three.",
        "`rating/articles/outside_rating.py`",
        fide_standard="the FIDE standard rating.",
        any_fide="the highest of the FIDE ratings.",
    ),
)

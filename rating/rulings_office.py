"""Rulings from R16 on: days, ages, what is printed, what is owed."""

from rating.ruling import ruling

OFFICE = (
    ruling(
        "R16",
        "The day a link was reported",
        {"jcf-2024-10": "3(6), 4(4)", "ncs-2022-09": "3(3), 4(2)", "ncs-2019-09": "2(1), 3(3)"},
        "A link can be sent before the results are complete.",
        "`office/`",
        complete_on_arrival="the day it arrived if no result was pending then, else the day the office "
        "found it complete.",
        arrival="the day it arrived, complete or not.",
    ),
    ruling(
        "R17",
        "Which register facts a run uses",
        {"jcf-2024-10": "3(5), 5(1), 6(1)", "ncs-2022-09": "2(2), 5(1), 6(2)", "ncs-2019-09": "1(1), 2(3)"},
        "Membership, birth date or FIDE rating can become known after the list was made.",
        "`office/`",
        known_at_run="those known when the run is made, frozen in it; what is learned later is a correction.",
        known_at_period_end="those known on the last day of the period.",
    ),
    ruling(
        "R18",
        "Printed columns of the list",
        {"jcf-2024-10": "3(6)", "ncs-2022-09": "3(3)", "ncs-2019-09": "2(1)"},
        "The text does not describe the columns `Mem`, `Act` and the ranks.",
        "`office/`",
        members_on_list_date="`Mem`: membership valid on the list's date; `Act`: a rated game of either "
        "type in the "
        "twelve months before it; ranks among members by rating, ties share.",
        everyone_ranked="the same `Mem` and `Act`; ranks among all who hold a rating, members or not.",
    ),
    ruling(
        "R19",
        "From which list a joining member's FIDE rating is held",
        {"jcf-2024-10": "6(1)"},
        "A member can join between the last day of the period and the date of the list.",
        "`rating/articles/fide_adoption.py`",
        list_date="who joined by the list's date is on it with his FIDE rating.",
        period_end="who joined by the last day of the period; later joiners are on the next list.",
    ),
    ruling(
        "R20",
        "The day of a UR player's game without a date",
        {"jcf-2024-10": "6(3)", "ncs-2022-09": "6(3)", "ncs-2019-09": "2(4)"},
        "Games of the past two years count; a game may be known only by the days of its event.",
        "`rating/articles/initial_rating.py`",
        last_day="it counts as of the last day it can have been played on.",
        first_day="it counts as of the first day it can have been played on.",
    ),
    ruling(
        "R21",
        "“2x” before a time control",
        {"jcf-2024-10": "2(2), Note 1", "ncs-2022-09": "4(6)", "ncs-2019-09": "1(1)"},
        "Pages print “2x 1,5 h/40 + 30 min”: the time of each of the two players, or a stage played twice.",
        "`rating/time_control.py`",
        each_player="at the head of the whole text it names the two players.",
        asked="it is not certain: the officer is asked.",
    ),
    ruling(
        "R22",
        "Who is of age on 1 January",
        {"jcf-2024-10": "5(1)", "ncs-2022-09": "5(1)", "ncs-2019-09": "4(3)"},
        "Whether a year of age is complete on the birthday or, as Japan's law on counting age has it, on "
        "the day before: "
        "it matters to who was born on 2 January.",
        "`rating/articles/k_factor.py`",
        birthday="on the birthday.",
        day_before="on the day before the birthday.",
    ),
    ruling(
        "R23",
        "The K printed beside a rating",
        {"jcf-2024-10": "5(1)", "ncs-2022-09": "5(2)", "ncs-2019-09": "4(3)"},
        "K belongs to a game; the published list has a column for it.",
        "`office/runs/columns.py`",
        next_game="the K of a game played on the list's date, by the count and the peak of this list.",
        this_period="the K by the count and the peak of the list before, which the games of this period had.",
    ),
    ruling(
        "R24",
        "How `Act` and `Mem` are written",
        {"jcf-2024-10": "3(6)", "ncs-2022-09": "3(3)", "ncs-2019-09": "2(1)"},
        "The columns say yes or no; nothing says in which signs.",
        "`office/exports/japanese_list.py`",
        one_and_zero="1 for yes, 0 for no.",
        yes_or_empty="Y for yes, empty for no.",
    ),
    ruling(
        "R25",
        "When a link arrived that could not be read at first",
        {"jcf-2024-10": "3(6), 4(4)"},
        "The site can be down, or an event of a kind not read yet, on the day the link comes.",
        "`importer/view.py`",
        first_arrival="the day the link first came, if the event was complete when it could be read.",
        first_reading="the day of the report on which it could be read.",
    ),
    ruling(
        "R30",
        "Ninety days of a game without a day of its own",
        {"ncs-2022-09": "3(6)"},
        "The ninety days run from the day of the game; a game may be known only by the days of its event.",
        "`rating/articles/lateness.py`",
        last_day="from the last day it can have been played on.",
        first_day="from the first day it can have been played on.",
    ),
    ruling(
        "R31",
        "How long an initial rating counts for no qualification",
        {"ncs-2022-09": "6(3)"},
        "“This rating shall not be used for qualification examinations” follows a sentence on the first 18 "
        "games.",
        "`rating/articles/marks.py`",
        first_list="on the list on which it is the initial rating.",
        first_games="as long as K is that of the first 18 games, unless the rating was taken over.",
    ),
    ruling(
        "R32",
        "The fee of who plays for two organizers in one period",
        {"ncs-2019-09": "3(4)"},
        "JPY 200 a player in a period, however many games; several reporters may name him.",
        "`rating/articles/fees.py`",
        first_report="once, with the first report of the period that names him.",
        each_organizer="once with each organizer.",
    ),
)

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
        "`publication/exports/japanese_list.py`",
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
    ruling(
        "R33",
        "When a name matches the list exactly",
        {"qjrl": "Organisers 3"},
        "“Names to match exactly how they appear in the QJRL”: in every letter, or as the same name; and "
        "capital surnames are only asked to be avoided.",
        "`importer/matching_exact.py`",
        as_printed="every letter, capitals and the order of names included; the officer decides the rest.",
        folded="case, accents, hyphens and the order of names make no difference.",
    ),
    ruling(
        "R34",
        "Who is among the most improved",
        {"qjrl": "Organisers 6"},
        "“There is also a file with Top players/most improved”: nothing says whose ratings are compared.",
        "`publication/exports/queensland_top.py`",
        full_ratings="who had a full rating on the list before and is listed now, by points gained since.",
        all_ratings="also who had a provisional one.",
    ),
    ruling(
        "R36",
        "A fee that nobody recorded as paid or unpaid",
        {"ncs-2022-09": "3(5)"},
        "A report may be left out if the payment of its fees is not confirmed; the office need not have "
        "recorded every payment when the list is made.",
        "`office/runs/decisions.py`",
        rated="its games are rated until the officer says that the fee was not paid in time.",
        not_rated="its games are not rated until the officer says that it was paid, or accepts it unpaid.",
    ),
    ruling(
        "R37",
        "By the end of which month fees are paid",
        {"ncs-2022-09": "3(5)"},
        "“By the end of the month”: fees are charged for a period, which lies in two months.",
        "`rating/articles/fees.py`",
        of_period_end="of the month in which the period ends, the day before the list.",
        of_report="of the month in which the report arrived.",
    ),
    ruling(
        "R38",
        "Organizers where the office keeps no register of them",
        {"jcf-2024-10": "3(3), 3(4)", "ncs-2022-09": "2(1)"},
        "Only registered organizers host rated games, after an application; an office can begin its work "
        "before it has entered any organizer or application.",
        "`office/desk/asked.py`",
        not_asked="nothing is asked of an event as long as no organizer, or no application, is entered at "
        "all.",
        asked="every event waits for the officer.",
    ),
    ruling(
        "R39",
        "Whether a collegiate membership is one",
        {"jcf-2024-10": "3(5)", "ncs-2022-09": "2(2)", "ncs-2019-09": "1(1)"},
        "The text asks for annual membership; members of collegiate circles can be on the register by their "
        "circle's.",
        "`office/runs/inputs.py`",
        annual_and_collegiate="a collegiate membership holds on its days as an annual one does.",
        annual_only="only an annual membership counts.",
    ),
    ruling(
        "R41",
        "An ID with one slip",
        {"jcf-2024-10": "4(3)", "ncs-2022-09": "4(1)"},
        "A report names players by name and ID; an ID can be mistyped in one digit or by two digits changed "
        "round.",
        "`importer/matching/register.py`",
        repaired="where the printed ID is nobody's, exactly one member's ID is one slip away, the name is "
        "his and nobody else's (nor spelled like anybody else's), and nothing speaks against him, it is he; "
        "shown as a repair.",
        asked="the officer is asked.",
    ),
    ruling(
        "R42",
        "A name without an ID that another member's name can be spelled like",
        {"jcf-2024-10": "4(3)", "ncs-2022-09": "4(1)"},
        "Ono and Ohno are two names in Japan, and both are written both ways.",
        "`importer/matching/register.py`",
        asked="the officer is asked which of them it is.",
        exact="the member who is on the register with exactly these letters is taken.",
    ),
    ruling(
        "R43",
        "When two reports may be of one event",
        {"jcf-2024-10": "3(6), 4(4)", "ncs-2022-09": "3(3), 4(2)", "ncs-2019-09": "2(1), 3(1)"},
        "An event can be reported by link and by form, and counts once; two events of one club on one day "
        "can have games between the same people.",
        "`importer/twice.py`",
        half_of_games="they can be on the same days, and at least half of the games of the smaller one are "
        "between the same people, three or more unless the events have one name: the officer is asked.",
        any_game="one game between the same people on the same days is enough to ask.",
    ),
    ruling(
        "R46",
        "When a report by mail arrived",
        {"jcf-2024-10": "3(6), 4(5)", "ncs-2022-09": "3(3), 4(2)", "ncs-2019-09": "2(1), 3(3)"},
        "A mail names when it was sent and when servers took it over; the office may look at it days later.",
        "`office/mail/arrival.py`",
        received="when the server that took it last says (the topmost Received header), else its Date header;"
        " one in the future or before 2000 is not believed; without any, the day the office saw it.",
        sent="its Date header, which its sender sets, else the Received header.",
        seen="the day the office saw it.",
    ),
    ruling(
        "R48",
        "How long a Queensland list can be corrected",
        {"qjrl": "intro"},
        "The text says nothing of errors in a list that is out.",
        "`office/corrections/open_lists.py`",
        never_closed="every list from the error on is recalculated, as where a text closes none.",
        ninety_days="lists published ninety days before the report of the error, or earlier, are closed.",
    ),
    ruling(
        "R51",
        "When a member plays in two events at once",
        {"jcf-2024-10": "4(3)", "ncs-2022-09": "4(1)", "ncs-2019-09": "3(2)", "qjrl": "Organisers 3"},
        "Nobody plays in two halls at the same time, and an ID of another person shows in this way; a club "
        "evening can follow a tournament of the same day.",
        "`office/desk/possible.py`",
        same_day="where he has a game in both on one day; the officer is told, and no list waits.",
        days_overlap="where the days of the two events overlap at all.",
        same_time="where he has a game in both on one day, and both rounds begin at the same hour.",
    ),
    ruling(
        "R52",
        "How many games a day are possible",
        {"jcf-2024-10": "4(3)", "ncs-2022-09": "4(1)", "ncs-2019-09": "3(2)"},
        "The texts set no limit; a wrong time control or wrong days show by games that no day holds.",
        "`office/desk/possible.py`",
        twelve_hours="games of 60 moves that fill more than twelve hours of one day are shown (the limit of "
        "FIDE's regulations for rated events); no list waits.",
        twenty_four_hours="only more than the day has hours.",
    ),
    ruling(
        "R53",
        "Which rating a member goes on with who was entered twice",
        {"jcf-2024-10": "5(2), 7(3)", "ncs-2022-09": "3(7)", "ncs-2019-09": "4(5)"},
        "One person held ratings under two IDs on a list that is not recalculated: closed, taken over, or "
        "not corrected.",
        "`office/runs/merged.py`",
        own="the kept member's own rating of the type stands; where he has none, that of the other entry; "
        "the games of both count, and the highest peak. What is still wrong is an adjustment.",
        more_games="of the ratings of one type the one with more games stands.",
        own_alone="nothing of the other entry counts: neither rating, nor games, nor peak.",
    ),
    ruling(
        "R54",
        "Who reported and who ran an event: when the office asks",
        {"jcf-2024-10": "3(3), 4(2)", "ncs-2022-09": "2(1), 3(2)"},
        "Annual members run an event, the organizer or a member whom he authorised reports it; no text says "
        "what becomes of a report of which this is not known.",
        "`office/desk/asked.py`",
        shown_once_entered="from the day on which the office has entered who reports for any organizer or "
        "runs his events, it is asked of every event, and before that of whom a report itself names; it is "
        "shown, and no list waits.",
        shown="it is asked of every event, and no list waits.",
        waits="it is asked of every event, and its list waits for the officer.",
    ),
    ruling(
        "R55",
        "By whom a report is",
        {"jcf-2024-10": "4(2)", "ncs-2022-09": "3(2)"},
        "A mail has a sender, the form names who reports, and the officer can take in what the Federation "
        "played itself.",
        "`office/desk/who.py`",
        sender_or_named="by the sender of its mail and by whom the form or the officer names: one of them "
        "who may report is enough; an event of the Federation that came without a mail and a name is "
        "reported by the Federation.",
        sender="by the sender of its mail, where it came by mail, whoever is named; else as above.",
        federation_too="as the first, but of an event of the Federation it is asked too.",
    ),
)

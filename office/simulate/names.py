"""What a draft changes, in words of the field: a number by what it is, a function by its article."""

from office.words import N_, _
from office.words.formats import listed
from rating.citation import REGISTRY
from rating.edition_changes import Change

VALUES = {
    "types": N_("types of rating"),
    "event_types": N_("types of events"),
    "time_classes": N_("classes of events by time"),
    "mark_at_move": N_("move up to which time is counted"),
    "standard_from_minutes": N_("minutes from which a game is standard"),
    "standard_from_minutes_unless_fide": N_("minutes from which a game is standard outside FIDE's events"),
    "rapid_from_minutes": N_("minutes from which a game is rapid"),
    "rapid_above_minutes": N_("minutes above which a game is rapid"),
    "blitz_above_minutes": N_("minutes above which a game is blitz"),
    "slower_from_rating": N_("rating from which a standard game takes longer"),
    "slower_minutes": N_("minutes of a standard game from that rating"),
    "slowest_from_rating": N_("rating from which a standard game takes longest"),
    "slowest_minutes": N_("minutes of a standard game from the highest such rating"),
    "expected_scores": N_("Table 1, expected scores"),
    "percentage_expected": N_("Table 1, percentages expected"),
    "dp": N_("Table 2, rating differences dp"),
    "performance_difference": N_("Table 2, rating differences"),
    "difference_limit": N_("largest difference that counts"),
    "no_limit_from_rating": N_("rating from which every difference counts"),
    "no_limit_types": N_("types in which every difference can count"),
    "apart_from_points": N_("difference from which a game is not rated"),
    "apart_above_rating": N_("rating above which that difference matters"),
    "apart_types": N_("types in which that difference matters"),
    "k_usual": N_("usual K"),
    "k_new": N_("K of new players"),
    "k_new_below_games": N_("games below which a player is new"),
    "k_junior": N_("K of juniors"),
    "k_junior_below_age": N_("age below which a player is a junior"),
    "k_junior_until_age": N_("age of a junior's last year"),
    "k_junior_below_peak": N_("highest rating ever, below which the juniors' K holds"),
    "k_junior_below_rating": N_("rating below which the juniors' K holds"),
    "k_top": N_("K of the highest rated"),
    "k_top_from_peak": N_("highest rating ever, from which the lowest K holds"),
    "k_top_from_rating": N_("rating from which the lowest K holds"),
    "k_times_games": N_("limit on K times the games of a period"),
    "k_lightning": N_("K of lightning events"),
    "k_open": N_("K of open events"),
    "k_club": N_("K of club and school events"),
    "k_short": N_("K of other short events"),
    "floor": N_("lowest rating"),
    "listed_from": N_("lowest rating on the list"),
    "listed_above": N_("rating above which a player is listed"),
    "inactive_after_months": N_("months without a game after which a player is off the list"),
    "provisional_below_games": N_("games below which a rating is provisional"),
    "full_from_games": N_("games from which a rating is a full one"),
    "class_not_counted": N_("class of events that does not count towards them"),
    "initial_from_games": N_("games for a first rating"),
    "initial_window_years": N_("years whose games make a first rating"),
    "initial_window_months": N_("months whose games make a first rating"),
    "initial_maximum": N_("highest first rating"),
    "hypothetical_opponents": N_("supposed opponents of a first rating"),
    "hypothetical_rating": N_("rating of the supposed opponents"),
    "points_for_half_point": N_("points for each half point over one half"),
    "unrated_opponent": N_("rating at which an unrated opponent counts"),
    "unrated_rating": N_("rating of a player without one, for his opponents"),
    "taken_from_type": N_("type whose rating is taken over"),
    "fide_order": N_("order of FIDE's ratings that are taken over"),
    "fide_taken": N_("FIDE rating that is taken over"),
    "carried_over_from": N_("types of rating before"),
    "carried_over_to": N_("type that they become"),
    "ceiling_above": N_("most that an opponent counts above a player"),
    "ceiling_below": N_("most that an opponent counts below a player"),
    "cycles": N_("rounds of performance ratings"),
    "percent_less": N_("percentage less that is expected"),
    "overshoot_from_games": N_("games from which a gain is held back"),
    "overshoot_from_events": N_("events from which a gain is held back"),
    "overshoot_from_points": N_("points from which a gain is held back"),
    "rated_players_needed": N_("rated players that an event needs"),
    "assumed_of_junior_event": N_("class of a junior event that states none"),
    "list_day": N_("day of the month of a list"),
    "first_list_month": N_("month of the first list of a year"),
    "months_between_lists": N_("months between two lists"),
    "closing_days_before": N_("days before its date on which a list closes"),
    "report_first_day": N_("first day of a period"),
    "report_first_months_before": N_("months before the list in which a period begins"),
    "report_last_day": N_("last day of a period"),
    "report_last_months_before": N_("months before the list in which a period ends"),
    "report_within_days": N_("days within which an event is reported"),
    "late_after_days": N_("days after which a game is reported too late"),
    "late_after_months": N_("months after which an event is reported too late"),
    "late_from_list": N_("last list after an event that can take it"),
    "closed_after_days": N_("days after which a published list is closed"),
    "adjustment_notice_months": N_("months by which an adjustment is announced before"),
    "application_days": N_("days before an event by which it is applied for"),
    "fide_notice_months": N_("months before a FIDE event by which it is announced"),
    "fee_yen": N_("renewal fee in yen"),
    "fee_within_days": N_("days within which the fee is paid"),
    "event_forms": N_("forms of events"),
    "hosts": N_("who may run rated events"),
    "run_by": N_("by whom an event is run"),
    "reporters": N_("who may report an event"),
    "report_items": N_("what a report contains"),
    "regional_items": N_("what the report of a regional contains"),
    "newcomer_items": N_("what is reported of a newcomer"),
    "fide_items": N_("what is reported of a FIDE event"),
    "reported_names": N_("how names are written in a report"),
    "time_zone": N_("time zone of the office"),
}
FUNCTION = "function "
OTHERS = {
    "reason ": N_("why a game does not count"),
    "says": N_("what it says"),
    "repeats": N_("what it repeats"),
}


def told_name(change: Change) -> str:
    """What changes: a number, a line of a table (`Table 1, 0–3`), or how something is worked out. A name that
    has no words here stands as in the file."""
    if change.name.startswith(FUNCTION):
        return _("how it is worked out")
    for start, words in OTHERS.items():
        if change.name.startswith(start):
            return _(words)
    name, comma, line = change.name.partition(", ")
    return _(VALUES[name]) + comma + line if name in VALUES else change.name


def told_value(change: Change, value: str | None) -> str | None:
    """A number as it is; of a function the articles whose shape it is."""
    cited = REGISTRY.get(value or "") if change.name.startswith(FUNCTION) else None
    if cited is None:
        return value
    articles = (_("{article} of {edition}", article=a, edition=e) for e, a in cited.articles.items())
    return _("as in {articles}", articles=listed(articles))

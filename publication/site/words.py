"""The site's words by the keys its templates use: English here, other languages in the catalogues."""

from __future__ import annotations

from collections.abc import Mapping

from office.words import LANGUAGES as SPOKEN
from office.words import N_, _, speaking

Words = Mapping[str, str]

OTHER = {"en": "日本語", "ja": "English"}
"""What the link to the other language is called: in that language."""

ENGLISH: Words = {
    "rating_list": N_("Rating list"),
    "rating_lists": N_("Rating lists"),
    "skip": N_("To the content"),
    "home": N_("Home"),
    "members": N_("Players"),
    "events": N_("Events"),
    "arrived": N_("Has my event arrived?"),
    "top": N_("Top players"),
    "statistics": N_("Statistics"),
    "corrections": N_("Corrections"),
    "about": N_("About"),
    "newest_list": N_("The newest list"),
    "list_of": N_("List of {day}"),
    "version": N_("Version {number}"),
    "versions": N_("Versions"),
    "standing": N_("the version in force"),
    "replaced": N_("replaced by version {number}, which is in force; this one stays readable"),
    "published_on": N_("published on {day}"),
    "opening": N_("taken over from before this office"),
    "edition": N_("Edition"),
    "sha": N_("SHA-256 of the list's text"),
    "rank": N_("Rank"),
    "id": N_("ID"),
    "name": N_("Name"),
    "kanji": N_("Kanji"),
    "rating": N_("Rating"),
    "change": N_("Change"),
    "games": N_("Rated games in all"),
    "games_now": N_("Games this period"),
    "k": N_("K"),
    "active": N_("Active"),
    "new": N_("new"),
    "sex": N_("Sex"),
    "m": N_("men"),
    "f": N_("women"),
    "club": N_("Club"),
    "federation": N_("Federation"),
    "age_class": N_("Age class"),
    "u10": N_("under 10"),
    "u12": N_("under 12"),
    "u14": N_("under 14"),
    "u16": N_("under 16"),
    "u18": N_("under 18"),
    "u20": N_("under 20"),
    "senior": N_("50 and over"),
    "all": N_("all"),
    "search": N_("Search"),
    "search_hint": N_("Name (Roman, kanji or kana) or ID"),
    "search_none": N_("Nobody found. Try a part of the name, or the index of names."),
    "found": N_("{count} found"),
    "show_more": N_("Show {count} more"),
    "sort": N_("Sort by"),
    "only_active": N_("active only"),
    "page_of": N_("Page {page} of {pages}"),
    "pages": N_("Pages"),
    "rows": N_("places {first} to {last}"),
    "empty_list": N_("Nobody is on this list."),
    "names_index": N_("Index of names"),
    "names_with": N_("Names with {letter}"),
    "standard": N_("Standard"),
    "rapid": N_("Rapid"),
    "ncs": N_("NCS"),
    "qj": N_("QJ"),
    "no_rating": N_("no rating yet"),
    "peak": N_("Highest rating"),
    "graph": N_("Ratings over time"),
    "graph_text": N_("{name}: {type} from {first} to {last}, between {low} and {high}"),
    "best_wins": N_("Best wins"),
    "history": N_("List by list"),
    "withheld": N_("(name withheld)"),
    "event": N_("Event"),
    "round": N_("Round"),
    "round_short": N_("R"),
    "day": N_("Date"),
    "points": N_("Points"),
    "counted": N_("Rated games"),
    "effect": N_("Rating change"),
    "rated": N_("calculated"),
    "crosstable": N_("Crosstable"),
    "place": N_("No."),
    "organizer": N_("Organizer"),
    "time_control": N_("Time control"),
    "days": N_("Days"),
    "rated_on": N_("Rated on"),
    "source": N_("Source"),
    "on_chess_results": N_("the event on Chess-Results"),
    "left_out": N_("Games that were not rated"),
    "bye": N_("bye"),
    "half-bye": N_("half-point bye"),
    "not-paired": N_("not paired"),
    "forfeit": N_("forfeit"),
    "pending": N_("not finished"),
    "reported_on": N_("Arrived on"),
    "state": N_("State"),
    "list": N_("List"),
    "state_rated": N_("rated on a list"),
    "state_ready": N_("complete; will be rated"),
    "state_questions": N_("the office still has questions to settle: {count}"),
    "state_incomplete": N_("arrived, but results are still missing"),
    "state_excluded": N_("not rated"),
    "state_closed": N_("arrived, and closed by the office; ask it if you think it should be rated"),
    "state_unread": N_("arrived, but could not be read yet; the office is looking into it"),
    "a_file": N_("a file"),
    "arrived_text": N_(
        "Every report the office has received. An event that is not here has not arrived: send the link "
        "again."
    ),
    "no_reports": N_("No report has arrived yet."),
    "no_events": N_("No event has been rated yet."),
    "juniors": N_("Juniors"),
    "top_of": N_("{type}: the highest ratings"),
    "improved_of": N_("{type}: the greatest gains on the list of {day}"),
    "distribution_text": N_("{type}, list of {day}: players in bands of {band} points"),
    "activity_text": N_("{type}: rated games on each list"),
    "inflation_text": N_("{type}: median rating of active players on each list"),
    "band": N_("Rating from"),
    "players": N_("Number of players"),
    "median": N_("Median"),
    "rated_players": N_("Rated"),
    "played": N_("Played"),
    "about_text": N_(
        "All figures come from published lists, which are never changed: a correction makes a new version"
        " beside the old one. Every rating can be followed to its games on the player's page."
    ),
    "privacy_text": N_(
        "Birth dates, addresses and e-mails are never shown. A player who does not wish to be named here "
        "can ask the office."
    ),
    "machine_text": N_(
        "Every page has its figures as a file beside it: lists as CSV and JSON, players and events as "
        "JSON. Feeds tell of new lists and events."
    ),
    "correct_text": N_(
        "A wrong result, a game that is missing, the wrong person: tell the office {term}. These details "
        "are needed."
    ),
    "correct_before": N_("before {days} days have passed since the list was published"),
    "correct_within": N_("within {days} days of the day on which the list was published"),
    "correct_list": N_("Which list"),
    "correct_event": N_("Which event (name, or its link on Chess-Results)"),
    "correct_round": N_("Round"),
    "correct_who": N_("Your name and ID"),
    "correct_opponent": N_("The opponent"),
    "correct_wrong": N_("What is printed"),
    "correct_right": N_("What is right"),
    "correct_proof": N_("How it can be seen (score sheet, the arbiter's word, a link)"),
    "correct_needed": N_("* is needed."),
    "correct_mail": N_("Write the e-mail"),
    "correct_copy": N_("Copy the text"),
    "correct_copied": N_("Copied. Paste it into an e-mail to the office."),
    "correct_where": N_("It goes to"),
    "correct_no_mail": N_("Copy the text and send it to the rating office."),
    "correct_this": N_("Something wrong on this page?"),
    "explained": N_("How it came about"),
    "next": N_("next"),
    "previous": N_("previous"),
    "download": N_("The figures of this page"),
    "feed_lists": N_("Feed of lists"),
    "feed_events": N_("Feed of events"),
    "not_found": N_("This page does not exist"),
    "not_found_text": N_(
        "Addresses here stay for ever, so the link was probably mistyped. Try the newest list or the "
        "index of names."
    ),
    "footer": N_("Published lists do not change. Made from the stored games of each list."),
    "by_rating": N_("by rating"),
    "by_name": N_("by name"),
    "by_change": N_("by change"),
    "by_games": N_("by games"),
    "whole_list": N_("Whole list"),
    "none": N_("none"),
    "difference": N_("What changed since version {number}"),
    "was": N_("Old"),
    "now": N_("New"),
    "gone": N_("no longer on it"),
    "joined": N_("new on it"),
    "and_more": N_("and {count} more"),
    "merged_text": N_(
        "This entry turned out to be the same person as {id}: newer lists have the ratings there."
    ),
    "provisional": N_("provisional"),
    "not-for-qualification": N_("not used for qualification"),
    "marks": N_("Marks"),
    "performance_text": N_("{performance} with {points} from {games}"),
    "best_events": N_("Best events"),
    "best_events_note": N_("Performance over the rated games of an event with at least {count} of them."),
    "school": N_("School"),
    "level": N_("Level"),
    "HS": N_("high school"),
    "PS": N_("primary school"),
    "level_club": N_("club level"),
    "location": N_("Place"),
    "unrated": N_("over before both players had moved"),
    "as_table": N_("The figures of this plot"),
    "correct_open": N_(
        "A wrong result, a game that is missing, the wrong person: tell the office. These details are needed."
    ),
    "menu": N_("Menu"),
    "comma": N_(", "),
    "one_game": N_("1 game"),
    "some_games": N_("{count} games"),
    "table_title": N_("{type}, list of {day}"),
    "rules": N_("How ratings are calculated"),
    "rules_text": N_(
        "Every list is calculated under the edition of the regulations that was in force for it. These "
        "are their articles."
    ),
    "k_text": N_("K is {values}."),
    "columns_text": N_(
        "Own and opponent's rating are those of the list before. Expected is the score that table 1 gives"
        " for their difference; change = (score − expected) × K."
    ),
    "cross_text": N_(
        "2w½: against number 2 with white, half a point. + and − are wins and losses by forfeit, + also a"
        " bye; = is a half-point bye, – not paired, * not finished. Rating: on the list before. Rating "
        "change: of the games that counted, before the list rounds the sum."
    ),
    "cross_text_events": N_(
        "2w½: against number 2 with white, half a point. + and − are wins and losses by forfeit, + also a"
        " bye; = is a half-point bye, – not paired, * not finished. Rating: as the event took it. Rating "
        "change: of this event, before the list rounds the sum."
    ),
    "article": N_("Article"),
    "settles": N_("What it settles"),
    "law_rating_type": N_("which games are standard and which rapid"),
    "law_membership": N_("membership on the day"),
    "law_expected_score": N_("expected score"),
    "law_k_factor": N_("K-factor"),
    "law_change": N_("change of a game"),
    "law_unrated": N_("games against players without a rating"),
    "law_forfeit": N_("games that were not played"),
    "law_rounding": N_("sum and rounding"),
    "law_floor": N_("lowest rating"),
    "law_fide": N_("a FIDE rating at joining"),
    "law_other_type": N_("a rating taken over from the other type"),
    "law_initial": N_("initial rating"),
    "law_performance": N_("performance rating"),
    "law_is_open": N_("how long errors are corrected"),
    "law_decision": N_("ratings the federation decides"),
    "law_adjustment": N_("adjustment by decision"),
    "law_event_k": N_("K-factor of an event"),
    "law_average_opposition": N_("average of the opponents"),
    "law_held_opponent": N_("how far away an opponent counts"),
    "law_expected_of_event": N_("expected score of an event"),
    "law_less_percent": N_("percentage points taken off"),
    "law_event_change": N_("change of an event"),
    "law_overshoot": N_("limit by the performances"),
    "law_estimates": N_("estimates for new players"),
    "law_event_performance": N_("performance rating"),
    "law_pooled": N_("mean of the performances"),
    "law_adult_rating": N_("adults with an ACF rating"),
    "law_listed": N_("who is on the list"),
    "law_active": N_("how long a player stays on it"),
}


def _in(language: str) -> Words:
    with speaking(language):
        return {"other": OTHER[language], **{key: _(text) for key, text in ENGLISH.items()}}


LANGUAGES: Mapping[str, Words] = {language: _in(language) for language in SPOKEN}

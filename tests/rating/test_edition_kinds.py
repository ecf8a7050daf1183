"""Values of an edition, kind by kind: kept as what they are, or refused with what was expected."""

import pytest

from rating.edition_kinds import read_value

WHOLE = "a whole number, not negative"


EACH_ONCE = "each of {} once at most"


TYPES = "standard, rapid, blitz"


CLASSES = "lightning, open, short, club"


@pytest.mark.parametrize(
    ("name", "raw", "kept"),
    [
        ("floor", 1000, 1000),
        ("floor", 0, 0),
        ("floor", 3_999, 3_999),
        ("k_usual", 99_999, 99_999),
        ("initial_window_years", 100, 100),
        ("late_after_months", 1_200, 1_200),
        ("closed_after_days", 36_500, 36_500),
        ("months_between_lists", 1, 1),
        ("mark_at_move", 1, 1),
        ("cycles", 1, 1),
        ("rated_players_needed", 1, 1),
        ("list_day", 1, 1),
        ("list_day", 28, 28),
        ("report_first_day", 28, 28),
        ("report_last_day", 28, 28),
        ("time_zone", "Asia/Tokyo", "Asia/Tokyo"),
        ("time_zone", "Australia/Brisbane", "Australia/Brisbane"),
        *(("carried_over_from", word, word) for word in ("anything",)),
        *(("carried_over_to", word, word) for word in ("anything",)),
        *((name, word, word) for name in ("fide_taken", "taken_from_type") for word in TYPES.split(", ")),
        *(
            (name, word, word)
            for name in ("class_not_counted", "assumed_of_junior_event")
            for word in CLASSES.split(", ")
        ),
        *(
            (name, ["a", "b"], ("a", "b"))
            for name in ("types", "event_types", "event_forms", "hosts", "run_by", "reporters")
        ),
        *(
            (name, ["a"], ("a",))
            for name in ("report_items", "regional_items", "newcomer_items", "fide_items")
        ),
        *(
            (name, ["blitz", "standard", "rapid"], ("blitz", "standard", "rapid"))
            for name in ("fide_order", "no_limit_types", "apart_types")
        ),
        ("time_classes", ["club", "short", "open", "lightning"], ("club", "short", "open", "lightning")),
        (
            "reported_names",
            ["no-comma", "roman", "surname-first"],
            ("no-comma", "roman", "surname-first"),
        ),
    ],
)
def test_a_value_is_kept_as_what_it_is(name, raw, kept):
    found = read_value(name, raw)
    assert found == kept
    assert type(found) is type(kept)


@pytest.mark.parametrize(
    ("name", "raw", "wanted"),
    [
        ("floor", -1, WHOLE),
        ("floor", True, WHOLE),
        ("floor", False, WHOLE),
        ("floor", 1.0, WHOLE),
        ("floor", "1", WHOLE),
        ("floor", None, WHOLE),
        *(
            (name, 0, "a whole number, one or more")
            for name in (
                "months_between_lists",
                "mark_at_move",
                "cycles",
                "cycles_fewer",
                "rated_players_needed",
                "initial_from_games",
                "overshoot_from_events",
            )
        ),
        *(
            (name, day, "a day that every month has")
            for name in ("list_day", "report_first_day", "report_last_day")
            for day in (0, 29, 31)
        ),
        ("list_day", -1, WHOLE),
        *((name, 100_000, "a whole number, 99999 at most") for name in ("k_usual", "list_day", "cycles")),
        ("floor", 4_000, "a whole number, 3999 at most"),
        ("initial_window_years", 101, "a whole number, 100 at most"),
        *(
            (name, 1_201, "a whole number, 1200 at most")
            for name in ("late_after_months", "months_between_lists", "late_from_list")
        ),
        ("report_first_months_before", 1_201, "a whole number, 1200 at most"),
        ("late_after_days", 36_501, "a whole number, 36500 at most"),
        *((name, 5, "a text") for name in ("time_zone", "carried_over_from", "carried_over_to")),
        *((name, "", "a text") for name in ("time_zone", "carried_over_from", "carried_over_to")),
        ("time_zone", "Asia/Kyoto", "a time zone, as Asia/Tokyo"),
        ("time_zone", "/etc/localtime", "a time zone, as Asia/Tokyo"),
        ("time_zone", "Asia", "a time zone, as Asia/Tokyo"),
        *((name, "slow", f"one of {TYPES}") for name in ("fide_taken", "taken_from_type")),
        *((name, "", f"one of {TYPES}") for name in ("fide_taken", "taken_from_type")),
        *(
            (name, raw, f"one of {CLASSES}")
            for name in ("class_not_counted", "assumed_of_junior_event")
            for raw in ("rapid", 5, ["club"])
        ),
        *(
            (name, raw, "a list of texts")
            for name in ("types", "hosts")
            for raw in ("a", [], [5], [""], ["a", 5])
        ),
        *((name, ["a", "a"], "each text once") for name in ("types", "event_types", "event_forms", "hosts")),
        *((name, ["a", "a"], "each text once") for name in ("run_by", "reporters", "report_items")),
        *(
            (name, ["a", "a"], "each text once")
            for name in ("regional_items", "newcomer_items", "fide_items")
        ),
        *(
            (name, raw, EACH_ONCE.format(TYPES))
            for name in ("fide_order", "no_limit_types", "apart_types")
            for raw in (["slow"], ["rapid", "rapid"], ["rapid", "slow"])
        ),
        *(("time_classes", raw, EACH_ONCE.format(CLASSES)) for raw in (["rapid"], ["club", "club"])),
        *(
            ("reported_names", raw, EACH_ONCE.format("roman, surname-first, no-comma"))
            for raw in (["latin"], ["roman", "roman"])
        ),
        *(
            (name, ["a"], "the table as printed")
            for name in ("expected_scores", "dp", "percentage_expected", "performance_difference")
        ),
    ],
)
def test_a_value_of_another_kind_is_refused_with_what_was_expected(name, raw, wanted):
    with pytest.raises(ValueError) as refused:
        read_value(name, raw)
    assert str(refused.value) == wanted

"""What stands above every list: event, group, menu, update line, details; on real and invented pages."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from scraper.page import PageReading
from scraper.reading import read_page
from scraper.records import SavedPage, System
from tests.samples import saved
from tests.scraper.invented import DETAILS, Invented, page, table
from tests.scraper.whole import codes


def test_the_head_names_event_group_view_and_update() -> None:
    head = read_page(saved("gate_form_transcribed")).head
    assert (head.name, head.group) == ("WCIB CHESS CHAMPIONSHIP 2025", "U14 + G14")
    assert (head.tournament, head.view, head.gate) == (1193905, "Starting rank", True)
    assert head.last_update == datetime.fromisoformat("2025-06-07T10:17:37")


def test_the_menu_tells_the_number_of_rounds_even_where_the_current_one_is_no_link() -> None:
    head = read_page(saved("british2026_champ_r5")).head
    assert (head.rounds_paired, head.round_count, head.gate) == (6, 9, False)
    assert read_page(saved("british2026_champ_r9")).head.rounds_paired == 9
    gated = read_page(saved("portimao2024_r9_gated")).head
    assert (gated.rounds_paired, gated.round_count, gated.gate) == (None, None, True)
    assert read_page(saved("notstarted2026_no_art")).head.rounds_paired == 0


def test_line_breaks_and_blanks_in_a_name_become_one_blank() -> None:
    reading = read_page(
        page("Starting rank", table(["No.", "Name"], [["1", "A,"]]), name="A\n\t Long  Name ")
    )
    assert reading.head.name == "A Long Name"


def test_details_are_read_wherever_they_are_shown() -> None:
    details = read_page(saved("prague2026_starting_rank_details")).details
    assert details is not None
    assert (details.organizer, details.federation) == ("Novy Bor Chess Club", "CZE")
    assert (details.time_control, details.time_control_kind) == (
        "2x 1,5 h/40 + 30 min + 30 s/move",
        "standard",
    )
    assert (details.round_count, details.system) == (9, System.SWISS)
    assert (details.first_day, details.last_day) == (date(2026, 2, 26), date(2026, 3, 6))
    assert read_page(saved("british2026_champ_r6_finished")).details is not None
    assert read_page(saved("british2026_champ_r5")).details is None
    assert read_page(saved("portimao2024_r9_gated")).details is None


def of_rows(*rows: tuple[str, str]) -> PageReading:
    return read_page(page("Starting rank", table(["No.", "Name"], [["1", "A,"]]), details=dict(rows)))


def test_the_details_are_known_by_their_first_label_or_by_two() -> None:
    """Rows are left out when they are empty, so that few can be left."""
    only = of_rows(("Organizer(s)", "Koyo Chess Club")).details
    assert only is not None and only.organizer == "Koyo Chess Club"
    director = ("Tournament director", "Mori, Sora")
    assert of_rows(director, ("Date", "2025/06/07")).details is None
    two = of_rows(director, ("Federation", "Japan ( JPN )"), ("Date", "2025/06/07")).details
    assert two is not None and (two.federation, two.first_day) == ("JPN", date(2025, 6, 7))


def test_a_kind_of_time_control_that_is_not_known_is_named_by_its_label() -> None:
    reading = of_rows(("Organizer(s)", "Koyo Chess Club"), ("Time control (Slow)", "90 min"))
    assert [(p.code, p.found) for p in reading.problems] == [("detail-unreadable", "Slow")]
    assert "Time control (Slow)" in reading.problems[0].place
    assert reading.details is not None and reading.details.time_control == "90 min"


def test_a_word_before_the_time_that_is_no_kind_says_nothing() -> None:
    text = "Time: 90 min + 30 s/move"
    reading = of_rows(("Organizer(s)", "Koyo Chess Club"), ("Time control", text))
    assert reading.problems == () and reading.details is not None
    assert (reading.details.time_control, reading.details.time_control_kind) == (text, None)


def test_a_time_control_without_text_is_none() -> None:
    details = of_rows(("Organizer(s)", "Koyo Chess Club"), ("Time control (Rapid)", "")).details
    assert details is not None and (details.time_control, details.time_control_kind) == (None, None)


def invented(details: dict[str, str]) -> PageReading:
    return read_page(page("Starting rank", table(["No.", "Name"], [["1", "A,"]]), details=DETAILS | details))


def test_one_day_and_no_rating_calculation() -> None:
    details = invented({"Date": "2025/06/07", "Rating calculation": " - "}).details
    assert details is not None
    assert (details.first_day, details.last_day) == (date(2025, 6, 7), date(2025, 6, 7))
    assert details.rating_calculation is None


def test_the_kind_of_time_control_stands_in_the_label_or_before_the_text() -> None:
    with_kind = {k: v for k, v in DETAILS.items() if not k.startswith("Time")}
    text = "Blitz: 3min +2sec increment per move starting from move 1"
    reading = read_page(
        page(
            "Starting rank", table(["No.", "Name"], [["1", "A,"]]), details=with_kind | {"Time control": text}
        )
    )
    assert reading.details is not None
    assert (reading.details.time_control, reading.details.time_control_kind) == (text, "blitz")


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("Federation", "Nowhere"),
        ("Number of rounds", "some"),
        ("Number of rounds", "0"),
        ("Date", "2026/08/32 to 2026/09/01"),
        ("Date", "2026/08/09 to 2026/08/08"),
        ("Date", "soon"),
    ],
)
def test_a_detail_that_cannot_be_read_is_named_and_absent(label: str, text: str) -> None:
    reading = invented({label: text})
    assert [(p.code, p.found) for p in reading.problems] == [("detail-unreadable", text)]
    assert f"column {label}" in reading.problems[0].place
    details = reading.details
    assert details is not None
    read = {
        "Federation": details.federation,
        "Number of rounds": details.round_count,
        "Date": details.first_day,
    }
    assert read[label] is None


def test_bytes_that_are_no_utf8_are_named() -> None:
    whole = Invented().start_page()
    broken = SavedPage(whole.body.replace(b"Akagi", b"Ak\xe9gi"), whole.origin, whole.sha256)
    reading = read_page(broken)
    assert codes(reading) == ["bytes-not-utf8"]


def test_a_form_that_posts_to_no_readable_address_asks_for_nothing() -> None:
    start = Invented().start_page()
    body = start.body.replace(b'action="./', b'action="http://[x/')
    reading = read_page(SavedPage(body, start.origin, start.sha256))
    assert (reading.head.tournament, reading.head.asked) == (990001, {})


def test_an_update_line_that_cannot_be_read_is_named() -> None:
    reading = read_page(page("Starting rank", table(["No.", "Name"], [["1", "A,"]]), updated="yesterday"))
    assert codes(reading) == ["last-update-unreadable"]
    assert reading.head.last_update is None

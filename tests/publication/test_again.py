"""Who is on a list of Queensland again is not new on it, wherever new ratings are counted."""

from __future__ import annotations

from datetime import UTC, date, datetime

from tests.office.test_queensland import ANNA, BEN, CARL, DORA, NAMES, event, rated
from tests.publication.test_site import shown, site_of
from tests.queensland import number, opening, register
from tests.workplace import Workplace

LOW = number(7)


def test_who_is_on_a_list_again_is_not_new_on_it_and_who_comes_up_to_it_is(queensland: Workplace) -> None:
    """Ben's last game is too long ago for the list of November; Low's rating was never high enough for one;
    Dora has none yet. In January all three are listed."""
    people = {**NAMES, LOW: "Low Lee"}
    register(queensland, *({"ID": i, "Name": n} for i, n in people.items()))
    held = ((ANNA, 1000, "2026-08-01"), (BEN, 900, "2025-04-30"), (CARL, 950, "2026-08-01"))
    held += ((LOW, 495, "2026-08-01"),)
    opening(queensland, ({"ID": i, "Name": people[i], "QJ": r, "Last-Game": day} for i, r, day in held))
    rated(queensland)
    queensland.moment = datetime(2027, 1, 2, 1, tzinfo=UTC)
    games = ((BEN, ANNA, "1-0"), (LOW, CARL, "1-0"), (DORA, ANNA, "1-0"), (CARL, DORA, "1/2-1/2"))
    record = event(*games, number=1400002, day=date(2026, 11, 29), names=people)
    rated(queensland, record, arrived=date(2026, 12, 1))
    now = dict(queensland.rows("SELECT federation_id, rating FROM list_rating WHERE version_id = 3"))
    report = queensland.done("preview", "--list", "2027-01-01").out
    assert "QJ: 5 on the list: 2 new, 3 changed, 0 unchanged; 0 left it" in report
    assert f"  on the list again: {BEN} Baker Ben, {now[BEN]}\n" in report
    assert f"  new: {LOW} Low Lee, {now[LOW]}\n" in report
    site = site_of(queensland)
    home = shown(site / "en/index.html")
    assert "New ratings2" in home
    new = home.split("New on the list: QJ")[1]
    assert "Low Lee" in new and "Dean Dora" in new and "Baker Ben" not in new.split("Events")[0]
    feed = shown(site / "feeds/lists-en.xml").split("rated, ")[1]
    assert feed.startswith("3 changed.") and "Baker Ben" not in feed.split("New: ")[1].split(".")[0]
    news = queensland.done("announce", "--lang", "en").out
    assert "New on the list (2): " in news and "3 ratings changed" in news


def test_the_report_marks_what_is_worked_out_anew(queensland: Workplace) -> None:
    """Ben's rating had a `P` and is worked out from his performances; Anna's moved by her games."""
    register(queensland, *({"ID": i, "Name": n} for i, n in NAMES.items()))
    held = ((ANNA, 1000, ""), (BEN, 700, "P"), (CARL, 900, ""))
    rows = ({"ID": i, "Name": NAMES[i], "QJ": r, "P": p, "Last-Game": "2026-08-01"} for i, r, p in held)
    opening(queensland, rows)
    rated(queensland, event((BEN, ANNA, "1-0"), (ANNA, CARL, "1-0"), (ANNA, CARL, "1-0")))
    ((now, p),) = queensland.rows(
        "SELECT r.rating, m.provisional FROM list_rating r JOIN event_rating m"
        " ON m.version_id = r.version_id AND m.federation_id = r.federation_id"
        " WHERE r.version_id = 2 AND r.federation_id = ?",
        BEN,
    )
    assert p
    gains = queensland.done("preview", "--list", "2026-11-01").out.split("Biggest gains:\n")[1].splitlines()
    (line,) = [x.split() for x in gains if "Baker Ben" in x]
    assert line[:3] == [f"+{now - 700}", "700P", f"{now}P"]

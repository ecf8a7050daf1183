"""FIDE's Rating Regulations (B.02) and Rapid and Blitz Rating Regulations: articles by number, those of the
second chapter after `RB`. No office works under them."""

from rating.families.family import Family

EDITIONS = ("fide-2024-03", "fide-2024-12", "fide-2025-10")
SINCE_OCTOBER_2025 = EDITIONS[2:]
BEFORE_OCTOBER_2025 = EDITIONS[:2]
SINCE_DECEMBER_2024 = EDITIONS[1:]

FAMILY = Family(
    editions=dict.fromkeys(EDITIONS, "rating.editions"),
    by_event=False,
    places=(r"(\d+)(?:\.(\d+))?(?:\.(\d+))?", r"RB (\d+)(?:\.(\d+))?(?:\.(\d+))?"),
    example="8.3.1 or RB 7.3.1",
    reasons=("excluded-by-officer", "organizer"),
)

"""The Queensland junior list: questions and answers, event by event."""

from rating.families.family import Family

EDITION = "qjrl"

FAMILY = Family(
    editions={EDITION: "rating.editions"},
    by_event=True,
    places=(r"intro", r"(\d+)([a-z])?(?: (i+))?", r"Players (\d+)", r"Organisers (\d+)", r"Table (\d+)"),
    example="4b ii, Players 1 or Table 1",
    reasons=("excluded-by-officer",),
    types=1,
)

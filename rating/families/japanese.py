"""The Japanese regulations: articles by number, games one by one."""

from rating.families.family import Family

FAMILY = Family(
    editions=dict.fromkeys(("ncs-2019-09", "ncs-2022-09", "jcf-2024-10"), "rating.editions"),
    by_event=False,
    places=(r"(\d+)\((\d+)\)", r"Revisions", r"Table(?: (\d+))?", r"Reference", r"Note (\d+)"),
    example="5(1), Table 1 or Note 1",
    reasons=("excluded-by-officer", "organizer"),
)

"""Why a game does not count. All that hold are kept, in this order; the first one is shown."""

REASONS = (
    "excluded-by-officer",
    "organizer",
    "too-fast",
    "not-a-member",
    "forfeit",
    "late",
    "fee-unpaid",
    "unrated-player",
    "too-far-apart",
    "unrated-match",
    "match-won",
    "no-rated-player",
)

"""Every problem the importer can name: what it means and what is done about it. docs/problems.md shows it."""

CODES: dict[str, tuple[str, str]] = {
    # files
    "bad-encoding": ("The file is text in neither UTF-8 nor CP932.", "Save it as CSV UTF-8."),
    "bad-heading": ("A column is missing, stands twice or is not known.", "Correct the heading row."),
    "bad-line": ("A line has more cells than the heading row.", "Quote cells that hold a comma."),
    "bad-cell": ("A cell cannot be taken; nothing of the file was.", "Correct the cell, import again."),
    # rulings
    "ruling-incomplete": ("A decision without a reason, or without who decides.", "Say both."),
    "ruling-no-longer-fits": (
        "A ruling met other facts than those it was made on, and does not act.",
        "Decide again, or take the ruling back.",
    ),
    # an event
    "event-without-days": (
        "Without its first and last day nothing can be said of membership, age or lateness (4(3) a).",
        "The organizer enters the dates and uploads again; or exclude the event.",
    ),
    "organizer-missing": ("The page names no organizer (4(3) a). Shown; no list waits for it.", "Ask."),
    "time-control-missing": ("No time control is printed (4(3) a).", "Ask; rule with --time-control."),
    "time-control-unreadable": (
        "The time control is not certain; it is never guessed (2(2)).",
        "Ask; rule with --time-control.",
    ),
    "time-control-contradicts-kind": (
        "The page calls the event standard, rapid or blitz, and the minutes say otherwise.",
        "Accept the minutes, or rule with --time-control.",
    ),
    "round-without-date": (
        "Nobody dates the round. A list waits only where the day matters: for membership (3(5)) or age (R3).",
        "Ask; rule with --date.",
    ),
    "round-outside-event": ("A round is dated outside the event's days.", "Rule with --date, or accept."),
    "result-pending": (
        "A pairing has no result; until then the event is not reported (R16).",
        "Import again when it has; or accept: an unfinished game is not rated.",
    ),
    "round-not-paired": ("A round has no pairings yet.", "Import again, or accept if it is not played."),
    "report-day-open": (
        "What was missing is accepted; the day the event counts as reported is not said (R16).",
        "Rule with --reported.",
    ),
    "member-unknown": (
        "A player who had a game is nobody on the register.",
        "Match to a member, or rule that he is a guest: his games do not count (3(5)).",
    ),
    "member-ambiguous": (
        "A player could be several members, or ID and name disagree. Never guessed.",
        "Match to one of the candidates.",
    ),
    "member-twice": ("Two players of an event are taken for one member.", "Match the wrong one anew."),
    "changed-after-publication": (
        "The source is other than what a published list stands on. The list stands.",
        "A correction under 7(3).",
    ),
}

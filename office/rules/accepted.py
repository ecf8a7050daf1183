"""What it decides to take a question as it is, where that could be read otherwise."""

from office.words import N_

ACCEPTED = {
    "changed-after-publication": N_("the published list stands"),
    "decision-needed": N_("no rating until a later list asks"),
    "decision-set-aside": N_("it does not hold for this report"),
    "event-name-missing": N_("call it by the name of its file"),
    "excluded-reported-again": N_("rate this report"),
    "late-report": N_("leave it unrated as late"),
    "player-twice": N_("rate every one of these games"),
    "reported-twice": N_("they are two events"),
    "reread-differs": N_("keep the reading that is stored"),
    "result-pending": N_("without a result it is not rated"),
    "round-not-paired": N_("it is not played any more"),
    "time-control-contradicts-kind": N_("rate it by the minutes"),
}
"""What `--accept` decides of a question that a list waits for, where “take it as it is” could be read
otherwise."""

"""Every problem the office can name: what it means and what is done about it. docs/problems.md shows it."""

CODES: dict[str, tuple[str, str]] = {
    # the office itself
    "no-office": ("There is no office in this folder.", "banzuke init, or --office DIR."),
    "office-exists": ("There is an office already.", "Work with it, or name another folder."),
    "database-version": ("The database was made by another Banzuke.", "banzuke migrate, or a newer Banzuke."),
    "database-unreachable": ("The database server does not answer.", "Start it, or correct banzuke.toml."),
    "database-unwritable": ("The database cannot be written.", "Check rights and room on the disk."),
    "database-busy": ("Another command is writing.", "Try again when it is done."),
    "database-damaged": ("The file is no database, or a damaged one.", "Put a backup back."),
    "file-trouble": ("A file cannot be read or written.", "Check name, rights and room on the disk."),
    "no-driver": ("PostgreSQL needs psycopg.", "pip install 'banzuke[postgresql]'."),
    "settings-unreadable": ("banzuke.toml does not name a database.", "Correct the file."),
    "nobody": ("A decision needs somebody who makes it.", "--who NAME."),
    # reports
    "no-link": ("No Chess-Results link stands in the text.", "Paste the link."),
    "page-not-a-mail": (
        "A saved page of Chess-Results was given to import: it links many events and reports none.",
        "Paste its link, or look at it with banzuke read.",
    ),
    "folder-not-a-mail": (
        "A folder was given to import.",
        "banzuke read FOLDER reads saved pages; import takes links, or text that holds them.",
    ),
    "many-links": (
        "More than ten tournaments stand in what was given; nothing was fetched.",
        "Give the links that were reported, or add --all.",
    ),
    "no-such-source": ("What is to be read is neither a file nor an address.", "Check the name."),
    "no-pages": ("The folder holds no saved pages.", "Save the event's pages into it."),
    "no-cassette": ("The folder holds no recorded conversation.", "Check --replay."),
    "day-to-come": ("A report cannot have arrived tomorrow.", "Give the day the e-mail arrived."),
    "other-tournament": ("The pages are of another tournament than the link.", "Check the link."),
    "federation-id-missing": (
        "Players stand without federation ID (4(3) b); told before reporting.",
        "Enter the IDs in Swiss-Manager.",
    ),
    "name-unclear": ("A name is not surname and first name (4 Note 4).", "Correct it in Swiss-Manager."),
    # looking again
    "poll-running": ("Another poll is at work in this office.", "Wait; the next one looks at the same."),
    "reread-differs": (
        "Today's reader reads the saved pages of a frozen reading otherwise; the frozen one stands.",
        "banzuke import LINK --offline takes the newer reading; --accept keeps the frozen one.",
    ),
    "no-saved-pages": ("A frozen reading names no saved pages.", "Nothing to compare."),
    "layout-drift": (
        "A page is built otherwise than those that were read before.",
        "Look at it; save it for the reader's samples; do not rely on what is read of it.",
    ),
    "nothing-kept": ("No page was kept to compare with.", "banzuke import LINK first."),
    # an event and its list
    "no-edition": ("No edition of the regulations that is held is in force for the list (R0).", "A ruling."),
    "reported-before-end": (
        "The report day lies before the event's last day. Shown; the day stands until ruled otherwise.",
        "Rule with --reported.",
    ),
    "late-report": (
        "Reported after the deadline (3(7)); not rated unless the officer accepts it.",
        "--accept-late rates it, --accept leaves it unrated.",
    ),
    "list-already-published": (
        "The event was reported for a list that is published already.",
        "Defer it to the next list, or exclude it.",
    ),
    # decisions
    "no-such-problem": ("No problem has this number now.", "banzuke problems."),
    "no-such-event": ("No event has this number.", "banzuke events."),
    "no-such-game": ("The round has no such board.", "--round and --board."),
    "no-such-member": ("Nobody on the register has this ID or name.", "Give the ID, or import the member."),
    "name-of-several": ("Several members have this name.", "Give the ID."),
    "no-such-ruling": ("No ruling in force has this number.", "banzuke rulings."),
    "event-published": ("A published list holds the event.", "A correction under 7(3)."),
    "not-a-day": ("The day cannot be read.", "YYYY-MM-DD."),
    "decision-does-not-fit": ("The decision says nothing about this problem.", "banzuke resolve --help."),
    # lists
    "opening-repeated": ("The opening balance is taken over once.", "Later changes are corrections."),
    "no-opening": ("There is no list to start from.", "banzuke opening import."),
    "list-date": ("A list is dated the 1st of a month (3(6)).", "Give such a date."),
    "list-published": ("The list is published.", "It does not change; make the next one."),
    "list-skips": ("A list between was not made; no list holds two periods.", "Make the next list first."),
    "no-such-list": ("No list of this date is held.", "Name one that is."),
    "interpretation": ("An interpretation is written R1=word.", "docs/interpretations.md."),
    "open-problems": ("The list waits for answers.", "banzuke problems; resolve each, or defer the event."),
    "no-draft": ("There is no draft to publish.", "banzuke rate."),
    "draft-out-of-date": ("Something changed since the draft was made.", "banzuke rate; banzuke preview."),
    "draft-changed": ("Rows of the draft were changed in the database.", "banzuke rate."),
    "period-open": ("Reports can still arrive for this list.", "Publish when its period is over."),
    "sum-does-not-hold": (
        "A stored rating is not what its stored games give.",
        "Do not publish; banzuke rate.",
    ),
    "not-published": ("Only published lists are exported.", "banzuke publish."),
    "whatif-game": ("A supposed game is a score and an opponent.", "--game “win 1850”."),
    "whatif-type": ("The edition has no such rating type.", "standard or rapid."),
    "simulation-rules": ("Two sets of rules at once.", "Give one of them."),
    "simulation-range": ("No published list lies in the range.", "Name a range that holds one."),
    "simulation-types": ("The edition has other rating types than the history.", "Another edition."),
    "no-plots": ("Plots need matplotlib.", "pip install 'banzuke[plots]'."),
    # the demo
    "not-a-demo": ("The folder holds something else than an old demo.", "banzuke demo --to DIR."),
    "demo": ("The demo met a problem it has no answer for.", "Report it: data and code differ."),
}

"""Every problem the importer can name: what it means and what is done about it. docs/problems.md shows it."""

CODES: dict[str, tuple[str, str]] = {
    # files
    "bad-encoding": ("The file is text in neither UTF-8 nor CP932.", "Save it as CSV UTF-8."),
    "bad-heading": ("A column is missing, stands twice or is not known.", "Correct the heading row."),
    "bad-line": ("A line has more cells than the heading row.", "Quote cells that hold a comma."),
    "bad-cell": ("A cell cannot be taken; nothing of the file was.", "Correct the cell, import again."),
    "file-empty": ("The file is empty.", "Check which file it is."),
    "file-too-large": (
        "The file, what it unpacks to, or a cell far out on a sheet is beyond the limit.",
        "Send what belongs to the report or register alone.",
    ),
    "workbook-encrypted": ("The workbook has a password.", "Save it without one."),
    "workbook-broken": (
        "The file begins as a workbook does and cannot be read as one.",
        "Open it in a spreadsheet program and save it as .xlsx.",
    ),
    # reports that come as files
    "file-unknown": (
        "The file is none that the office reads: no form, Swiss Perfect, TRF, nor a zip of these.",
        "Send the report as one of these, or its link.",
    ),
    "archive-broken": ("The zip cannot be unpacked.", "Pack it again and send it again."),
    "archive-encrypted": ("The zip has a password.", "Send it without one."),
    "archive-nested": ("A zip stands in a zip.", "Pack the files themselves into one zip."),
    "archive-too-large": ("The zip unpacks to more than any report has.", "Send the report's files alone."),
    "workbook-macros": ("The workbook holds macros.", "Save it as .xlsx and send it again."),
    "workbook-too-large": (
        "The workbook is larger than any report, or has a cell far out.",
        "Copy the report into an empty form.",
    ),
    "form-unknown": ("The workbook is not the Rating Report Form.", "banzuke form writes the form."),
    "form-version": ("The form is of another version than the current one.", "Use the current form."),
    "form-sheet": ("A sheet of the form is missing.", "Put it back."),
    "form-heading": ("A heading or item of the form is missing, or stands twice.", "Put it back."),
    "form-cell": ("A cell of the form cannot be taken; nothing of the form was.", "Correct the cell."),
    "form-empty": ("A sheet of the form is not filled in.", "Fill it in and send the form again."),
    "swiss-perfect-incomplete": (
        "Of the three files of a Swiss Perfect tournament one is missing.",
        "Send the .ini, .trn and .sco file together.",
    ),
    "swiss-perfect-mixed": (
        "The three files have different names: they may be of different tournaments.",
        "Send the three files of one tournament.",
    ),
    "swiss-perfect-no-players": ("The .trn file holds no players.", "Send the files again."),
    "swiss-perfect-value": (
        "A value of a Swiss Perfect file cannot be taken; nothing of the event was.",
        "Correct it in Swiss Perfect and send the three files again.",
    ),
    "swiss-perfect-day-hint": (
        "Swiss Perfect keeps no days; one stands in the organiser's field. It is shown, not taken.",
        "Rule with --days; accept the hint.",
    ),
    "dbase-unreadable": ("A .trn or .sco file is no whole dBase table.", "Send the three files again."),
    "event-name-missing": ("The file does not name the event (4(3) a).", "Ask for a file that does."),
    "trf-line": ("A line of a TRF file cannot be taken; nothing of the file was.", "Correct the line."),
    "trf-no-players": ("The TRF file has no players.", "Send the whole file."),
    "trf-lines-disagree": (
        "The two players' lines tell one pairing otherwise; it has no result.",
        "Import a corrected file; or accept: it is not rated.",
    ),
    "trf-points-disagree": (
        "A player's points cannot come from his results.",
        "Ask; accept the results, or import a corrected file.",
    ),
    "trf-day": ("A day is not written as the format has it, and could be another.", "Rule with --date."),
    "trf-time-controls-disagree": (
        "The time control in words and the encoded one differ.",
        "Ask; rule with --time-control.",
    ),
    "same-name-other-players": (
        "A file has the name and first day of a stored event, and other players.",
        "Name the group in the report.",
    ),
    "reported-twice": (
        "Two events have so many games in common that they may be one (R43).",
        "--same-as sets one of them aside; --accept says that they are two.",
    ),
    "fide-list-unclear": (
        "The file is not FIDE's rating list, is cut off, or does not say its month or kind.",
        "Download it again; say --month or --type.",
    ),
    # rulings
    "ruling-incomplete": ("A decision without a reason, or without who decides.", "Say both."),
    "ruling-no-longer-fits": (
        "A ruling met other facts than those it was made on, and does not act.",
        "Decide again, or take the ruling back.",
    ),
    # an event
    "event-without-days": (
        "Without its first and last day nothing can be said of membership, age or lateness (4(3) a).",
        "Rule with --days; or the organizer enters them and uploads again; or exclude the event.",
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
    "event-class-missing": (
        "An event of a Queensland office: lightning, open, short or club decides its K (QJ 1).",
        "Ask; rule with --class; --class junior for a junior club or school event that states nothing.",
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
    "ids-read": (
        "IDs that lost their letter or zeros, are FIDE IDs, or have one slip (R41), and are certain. Shown.",
        "Tell the organizer; match the player anew where one is another.",
    ),
    "federation-ids-missing": (
        "Members stand in the report without their federation ID (4(3) b). Shown; their names were enough.",
        "Send the organizer docs/organizers.md.",
    ),
    "rating-far-off": (
        "A printed rating is more than 500 points from the member's on the last list. Shown.",
        "Look whether it is somebody else; match the player anew.",
    ),
    "member-in-two-events": (
        "A member had games in two events at the same time (R51). Shown; both are rated.",
        "Look whether an ID is another person's; match the player anew.",
    ),
    "too-many-games-a-day": (
        "Somebody played more games on a day than it holds by the time control (R52). Shown.",
        "Ask; rule with --time-control, or --round and --date.",
    ),
    "time-control-against-days": (
        "The rounds do not fit into the event's days by the time control (R52). Shown.",
        "Ask; rule with --time-control, or --days.",
    ),
    "member-twice": ("Two players of an event are taken for one member.", "Match the wrong one anew."),
    # what an edition asks of a report
    "organizer-unregistered": (
        "The organizer is on no register of organizers on the event's days (3(3); 2022 2(1)).",
        "Enter him; or rule with --organizer accepted, or refused: its games are not rated.",
    ),
    "reporter-unknown": (
        "Nobody says who reported the event (4(2); 2022 3(2)). Shown, unless R54 has lists wait for it.",
        "Rule with --reported-by; banzuke import --reporter says it at once.",
    ),
    "reporter-not-authorised": (
        "Nobody told the office that the organizer authorised who reported (4(2); 2022 3(2)). Shown.",
        "Ask the organizer; --authorised ID (or organizer) holds for whatever he reports for him.",
    ),
    "reporter-not-a-member": (
        "Who reported for an organizer is no member on that day (4(2); 2022 3(2)). Shown.",
        "Ask; --reported-by organizer, if he is the organizer himself.",
    ),
    "run-by-unknown": (
        "Nobody says who ran the event, which annual members do (3(3); 2022 2(1)). Shown.",
        "Rule with --run-by; or enter who is in charge of the organizer's events (banzuke rule person).",
    ),
    "not-run-by-a-member": (
        "Who ran the event is no annual member on all of its days (3(3); 2022 2(1)). Shown.",
        "Ask; --run-by, if it was another; enter a membership that is missing.",
    ),
    "application-missing": (
        "No application for the event is known (3(4)). Shown; no list waits for it.",
        "Enter it if it came.",
    ),
    "application-late": (
        "The application came later than the regulations ask (3(4)). Shown.",
        "Tell the organizer.",
    ),
    "application-other-type": (
        "The event was applied for as another type than its time control gives. Shown; the minutes decide.",
        "Ask which was played; rule with --time-control.",
    ),
    "application-not-announced": (
        "The announcement did not name the event as rated, with its type (3(4)). Shown.",
        "Tell the organizer.",
    ),
    "fide-notice-late": (
        "The office was not told of a FIDE official event in time (2022 2(3)). Shown.",
        "Tell the organizer; --not-fide-official if it is none.",
    ),
    "report-item-missing": (
        "A report does not say something the regulations ask of it (4(3); 2022 3(1), 4(1), 4(7); 2019 3(1)).",
        "Ask the organizer; --accept when it came apart from the report.",
    ),
    "non-members-differ": (
        "The reported number of participants who are no members is not what the office finds (4(3) d).",
        "Look who was taken for a guest.",
    ),
    "name-not-as-asked": (
        "Names of a form are not in Roman letters, or have a comma (Note 4; 2022 4(3)). Shown.",
        "Tell the organizer; --accept takes them as they are.",
    ),
    "newcomer-incomplete": (
        "Of a member in his first event the register lacks what a report gives (2022 4(5)). Shown.",
        "Ask; enter it with banzuke members import; --accept for an e-mail address, which is kept nowhere.",
    ),
    "fee-open": (
        "Nobody recorded whether the renewal fees were paid (2022 3(4), 3(5); 2019 3(4)). Shown.",
        "Rule with --fee-paid, --fee-unpaid or --fee-accepted; banzuke fees shows the statement.",
    ),
    "changed-after-publication": (
        "The source is other than what a published list stands on. The list stands.",
        "A correction under 7(3).",
    ),
}

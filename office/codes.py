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
    "office-family": (
        "The command is for offices of the other family of regulations.",
        "banzuke init --family makes one.",
    ),
    "unknown-family": (
        "The office works under a family of regulations that this Banzuke does not know.",
        "Work with the Banzuke that made the office.",
    ),
    "edition-family": (
        "An office works under one family of regulations, for which it was made.",
        "Name an edition of it; banzuke init --family makes another office.",
    ),
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
    "mail-not-one": ("What was given to inbox does not begin with a mail's headers.", "Save it as .eml."),
    "mail-empty": ("The file of a mail is empty.", "Save it again."),
    "mail-too-large": (
        "A mail of more than 30 MB; neither fetched nor parsed.",
        "Look at it in a mail program; ask for the link.",
    ),
    "mail-too-many-parts": (
        "A mail with more parts, parts in parts or headers than any report has; not read further.",
        "Look at it in a mail program; ask for a plain mail.",
    ),
    "mail-day-unbelievable": (
        "A header that dates the mail lies in the future, before 2000, or cannot be read (R46).",
        "The day taken instead is shown; banzuke resolve E… --reported.",
    ),
    "mail-winmail": (
        "Outlook packed the mail into winmail.dat (TNEF), and no file could be taken out of it.",
        "The sender sends it again as plain text or HTML.",
    ),
    "mail-encrypted": ("The mail is encrypted.", "Open it in a mail program; import the link or the files."),
    "mail-file-unknown": (
        "An attached file is no form, Swiss Perfect, TRF or zip of these, and no text.",
        "Look at it; ask for a report that can be read.",
    ),
    "mail-links-differ": (
        "The words of a link, or the text and HTML versions, name other tournaments; all were taken.",
        "Ask which is meant; exclude the other event.",
    ),
    "mail-no-sender": ("The mail names no address to answer to.", "Write by hand."),
    "no-such-mail": ("No mail has this number.", "banzuke inbox list."),
    "no-mails": ("The folder holds no mails.", "Name a folder with .eml or mbox files, or a Maildir."),
    "inbox-running": ("Another look at mails is at work here.", "Wait; the next looks at the same."),
    "template-broken": ("templates/reply.txt cannot be followed.", "Correct or delete it."),
    "imap-settings": ("The mailbox is not named, or a setting cannot be.", "[inbox] in banzuke.toml."),
    "imap-no-password": (
        "There is neither a password nor a token for the mailbox.",
        "BANZUKE_IMAP_PASSWORD, BANZUKE_IMAP_TOKEN, or the keyring.",
    ),
    "imap-unprotected": ("A connection without TLS to another machine.", "security = “tls”."),
    "imap-no-tls": ("The server does not speak TLS on this port.", "Check port and security."),
    "imap-certificate": ("The server's certificate is not to be trusted.", "Check the host; SSL_CERT_FILE."),
    "imap-login-refused": (
        "The server refuses the user, the password or the token.",
        "Check them; a token is valid for about an hour.",
    ),
    "imap-no-folder": ("The mailbox has no such folder.", "Check its name."),
    "imap-unreachable": ("The mail server does not answer.", "Check host, port and network; repeat."),
    "imap-lost": ("The connection broke off. What was kept is kept.", "Repeat the command."),
    "day-to-come": ("A report cannot have arrived tomorrow.", "Give the day the e-mail arrived."),
    "other-tournament": ("The pages are of another tournament than the link.", "Check the link."),
    "federation-id-missing": (
        "Players stand without federation ID (4(3) b); told before reporting.",
        "Enter the IDs in Swiss-Manager.",
    ),
    "name-unclear": ("A name is not surname and first name (4 Note 4).", "Correct it in Swiss-Manager."),
    "form-name": ("The form is an Excel workbook.", "Name it FILE.xlsx."),
    "trf-incomplete": (
        "FIDE takes no event without city, federation, days, chief arbiter and every result.",
        "Give what is missing: --city, --arbiter, --federation, or a ruling.",
    ),
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
    "rulings-file": ("The file holds no rulings as they are exported.", "banzuke rulings export FILE."),
    "ruling-other-here": (
        "A ruling that is to be taken over answers a question otherwise than one in force here.",
        "Take one of the two back.",
    ),
    "merge-impossible": ("Two entries cannot be merged: one of them is merged already.", "Give both IDs."),
    "merge-facts-differ": (
        "Two entries that are to be merged have another birth date, FIDE ID or sex.",
        "Ask; --anyway with a reason; or correct the register first.",
    ),
    "merge-played-together": (
        "Two entries that are to be merged played in one event, so they may be two persons.",
        "Look at the event; --anyway with a reason: a game of both against each other is left out.",
    ),
    "merge-ratings-differ": (
        "Two entries that are to be merged hold different ratings on the last list, or an adjustment each.",
        "--anyway with a reason: R53 says which rating stands; banzuke rule adjustment puts it right.",
    ),
    "no-such-report": ("No report of this number waits to be read.", "banzuke status."),
    "no-such-ruling": ("No ruling in force has this number.", "banzuke rulings."),
    "event-published": ("A published list holds the event.", "A correction under 7(3)."),
    "decision-needed": (
        "All games towards a first rating were won or all lost: the office decides (2019 2(4)).",
        "--rating N gives it; --accept leaves the player unrated until the next list asks.",
    ),
    "not-a-rating": ("No rating is that high or that low.", "Correct it."),
    "adjustment-of-nothing": ("An adjustment of no points.", "--points."),
    "adjustment-reference": ("An adjustment names the decision it rests on.", "--reference."),
    "adjustment-not-announced": (
        "The members have to be told some months before an adjustment (2019 5(2)).",
        "--announced; or a later list.",
    ),
    "adjustment-of-nobody": ("Who holds no rating of the type is not adjusted.", "Check member and type."),
    "list-open": (
        "A list that is still open is corrected itself; an adjustment makes good the error of a closed one.",
        "Correct the list.",
    ),
    "no-such-organizer": (
        "Nobody of this name is an organizer on the register, or named by an event.",
        "Write him as his events do.",
    ),
    "person-of-organizer": (
        "What was said of somebody who reports for an organizer, or runs his events, cannot be.",
        "banzuke rule person --help.",
    ),
    "not-a-day": ("The day cannot be read.", "YYYY-MM-DD."),
    "event-class": ("No class of event has this name.", "--class lightning, open, short, club or junior."),
    "decision-does-not-fit": ("The decision says nothing about this problem.", "banzuke resolve --help."),
    "no-fide-list": ("No list of FIDE is held, or none of this month.", "banzuke fide import FILE."),
    # lists
    "opening-repeated": ("The opening balance is taken over once.", "Later changes are corrections."),
    "no-opening": ("There is no list to start from.", "banzuke opening import."),
    "list-date": ("A list is dated the 1st of a month (3(6)).", "Give such a date."),
    "list-published": ("The list is published.", "It does not change; make the next one."),
    "rebuild-differs": (
        "A published list, or a reading under it, is not what was frozen.",
        "Restore the office from a copy made before.",
    ),
    "bundle-differs": (
        "The public facts do not give the list as published.",
        "A fault of the program: report it.",
    ),
    "not-a-bundle": ("The file is no public archive of ours.", "Download it again; banzuke bundle makes it."),
    "verify-differs": ("A public archive is not what it says.", "Do not trust it; ask the office."),
    "list-closed": (
        "The list was published too long before the error was reported (7(3)).",
        "It stays; banzuke rule adjustment can make the error good in the next list.",
    ),
    "not-reopened": ("The event was not taken up again.", "See: banzuke correction preview."),
    "nothing-to-correct": (
        "Every open list comes out as it is published.",
        "Take an event up again: banzuke correction open EVENT; or enter what was learned.",
    ),
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
    "rating-impossible": (
        "An alarm: a rating below the floor, or higher than any ever was.",
        "Look at it; --accept-alarm takes it as it is.",
    ),
    "games-impossible": (
        "An alarm: fewer games in all than in the period or than on the list before.",
        "Look at it; --accept-alarm takes it as it is.",
    ),
    "rating-jump": (
        "An alarm: a rating moved by more points than the office's setting.",
        "banzuke explain; --accept-alarm takes it as it is; --alarm-jump sets the limit.",
    ),
    "games-many": (
        "An alarm: more games of one member in a period than the office's setting.",
        "banzuke explain; --accept-alarm takes it as it is; --alarm-games sets the limit.",
    ),
    "draft-not-seen": (
        "The draft was made anew, with other figures, since it was previewed.",
        "banzuke preview; or --accept-alarm draft-not-seen.",
    ),
    "no-such-alarm": ("No alarm, or more than one, has this name.", "Name each as banzuke preview does."),
    "not-published": ("Only published lists are exported.", "banzuke publish."),
    "letters-missing": (
        "Names have letters that the asked-for encoding cannot write; nothing was written.",
        "Write UTF-8, or --replace.",
    ),
    "export-option": ("The format cannot do what an option asks.", "Leave the option out."),
    "no-parquet": ("Parquet needs pyarrow.", "pip install 'banzuke[parquet]'."),
    "whatif-game": ("A supposed game is a score and an opponent.", "--game “win 1850”."),
    "whatif-type": ("The edition has no such rating type.", "standard or rapid."),
    "simulation-rules": ("Two sets of rules at once.", "Give one of them."),
    "simulation-interpretation": (
        "A point that is read before a run freezes its inputs, or that moves no rating, cannot be simulated.",
        "Leave it out.",
    ),
    "simulation-range": ("No published list lies in the range.", "Name a range that holds one."),
    "simulation-types": ("The edition has other rating types than the history.", "Another edition."),
    "no-plots": ("Plots need matplotlib.", "pip install 'banzuke[plots]'."),
    # the website
    "site-address": ("The address of the website is none.", "--address https://example.org/rating/."),
    "site-mail": ("The address for corrections is no mail address.", "--mail rating@example.org."),
    "site-target": (
        "The folder for the website holds something else; nothing was written.",
        "Name another folder, or move this one away.",
    ),
    "site-not-written": (
        "The website could not be written; the one before stands as it was.",
        "Make room, check rights, and repeat it.",
    ),
    "site-running": ("Another banzuke site is at work.", "Wait until it is done."),
    "announcement-broken": (
        "A changed template of announcements cannot be followed.",
        "Correct it, or delete it: banzuke announce --template writes the first one again.",
    ),
    # the words
    "catalogue-unreadable": (
        "A catalogue of words is damaged, or of another language; nothing was built from it.",
        "Correct it where it is damaged, or take the last good version back from git.",
    ),
    "translation-unfit": (
        "A translation has other placeholders, or fewer plural forms, than its English text.",
        "Write each placeholder as the English text does.",
    ),
    "translation-of-nothing": (
        "A translation is of a text that the program does not say; no translation was taken.",
        "Take context and text as the catalogue writes them.",
    ),
    # the demo
    "not-a-demo": ("The folder holds something else than an old demo.", "banzuke demo --to DIR."),
    "demo": ("The demo met a problem it has no answer for.", "Report it: data and code differ."),
}

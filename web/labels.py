"""What the fields of the desk's forms are called, as their pages say it: so a refusal names them too."""

from __future__ import annotations

import re

from importer.register_cells import FIELDS, NAME_COLUMNS
from office.words import N_, _
from web.fields import field_of

NAMED = re.compile(r"(?:the field |--)([a-z_-]+)")
COLUMNS = {field_of(column): column for column in (*FIELDS.values(), *NAME_COLUMNS.values())}
"""Fields that are called as the column of the register's file that they stand for."""

DOUBTED = (
    ("place", N_("the page")),
    ("list", N_("the list")),
    ("event", N_("the event")),
    ("round", N_("the round")),
    ("member", N_("the member's ID")),
    ("opponent", N_("the opponent")),
    ("wrong", N_("what is printed")),
    ("right", N_("what is right")),
    ("proof", N_("what shows it")),
)
"""The fields of the website's form, in their order (docs/site.md)."""

LABELS: dict[str | tuple[str, str], str] = {
    ("/settings/notices", "address"): N_("E-mail address"),
    ("/site", "address"): N_("Where the site stands, https://…/"),
    "against": N_("against: a rating or an ID"),
    ("/members/", "announced"): N_("The day the members were told (2019 5(2))"),
    ("/members/applications", "announced"): N_("Announced as rated, with its type"),
    "applied": N_("The day the application came"),
    "arbiter": N_("Chief arbiter"),
    "birth": N_("Birth date"),
    "board": N_("Board"),
    "by": N_("Officer"),
    "cards": N_("Starting numbers whose player cards are fetched too, for the year of birth; one page each"),
    "city": N_("Where it was held"),
    "closed-list": N_("The closed list whose error this makes up for (7(3))"),
    "club": N_("Club"),
    ("/enter", "code"): N_("The link, or what comes after its #"),
    ("/sent", "code"): N_("The private link that you were shown when you sent it"),
    ("/settings", "code"): N_("Its current code"),
    ("/sign-in", "code"): N_("Code of the authenticator, if you have one"),
    "contact": N_(
        "Where Chess-Results can reach the office: an e-mail address or web page, sent with every request"
    ),
    "day": N_("When they are played; if empty, on the last day of the period"),
    "desk": N_("The desk that takes corrections, https://…"),
    "edition": N_("Edition"),
    "error-reported": N_("The day that error was pointed out"),
    ("/members/applications", "event"): N_("The event's name"),
    ("/settings/journal", "event"): N_("Event, as E3"),
    ("/office/drift", "events"): N_("Of these events; of all without one"),
    ("/office/reread", "events"): N_("Events, as E3 E7; all without one"),
    ("/events", "federation"): N_("The federation's three letters"),
    ("/members", "federation"): N_("Federation, three capital letters"),
    "fide-id": N_("FIDE ID"),
    ("/lists", "first"): N_("First list"),
    ("/members", "first"): N_("first day"),
    "first-day": N_("first day"),
    "form": N_("Form (3(2))"),
    "former-names": N_("Former names, separated by semicolons"),
    "from": N_("first day"),
    "id": N_("ID"),
    "in-charge": N_("Members who run its events (3(3)), each with the ID"),
    ("/lists", "interpretation"): N_(
        "Other readings of the text, e.g. R1=half-up; separate several with spaces"
    ),
    ("/lists/whatif", "interpretation"): N_("Another reading of the text, e.g. R1=half-up"),
    "into": N_("ID of the entry that is kept"),
    "joined": N_("The day of first joining (6(1))"),
    "kana": N_("The name in kana"),
    "kanji": N_("The name in kanji"),
    "key": N_(
        "The public key of the office that made it, from its website; "
        "without it the archive is only compared with itself"
    ),
    "known": N_("Day"),
    ("/lists", "last"): N_("Last list"),
    ("/members", "last"): N_("last day"),
    "last-day": N_("last day"),
    "links": N_("The tournaments its links lead to; empty: those that it only quotes"),
    ("/members/", "list"): N_("The list; if empty, the next one"),
    ("/members/fees", "list"): N_("List"),
    ("/take", "list"): N_("The date of the list"),
    ("/doubt", "mail"): N_("Your e-mail address, for questions"),
    ("/organizers", "mail"): N_("Your e-mail address, for questions"),
    ("/site", "mail"): N_("E-mail address for corrections"),
    "mails": N_("Mails, and what was sent in, older than so many days, of lists that are closed"),
    ("/lists/whatif", "member"): N_("The member's ID or full name"),
    ("/members/organizers", "member"): N_("The ID of the member whose address it is"),
    ("/settings/journal", "member"): N_("Member: ID or name"),
    ("/settings/notices", "member"): N_("The member's ID or full name; leave empty for an officer"),
    "month": N_("Its month, where the file does not say it"),
    ("/doubt", "name"): N_("Your name"),
    ("/members", "name"): N_("The name in Roman letters, surname first, no comma"),
    ("/members/organizers", "name"): N_("Name; one that is there is changed"),
    ("/organizers", "name"): N_("Your name"),
    ("/settings", "name"): N_("Name; it is recorded with every decision"),
    ("/settings/programs", "name"): N_("Which program it is"),
    ("/sign-in", "name"): N_("Name"),
    "name_en": N_("The federation's name on English pages"),
    "name_ja": N_("The federation's name on Japanese pages"),
    "names": N_("Other names, separated by semicolons"),
    "on": N_("Only those registered on"),
    ("/members/applications", "organizer"): N_("Who applied"),
    ("/members/fees", "organizer"): N_("Organizer"),
    ("/members/organizers", "organizer"): N_("Organizer"),
    "pages": N_("Saved pages older than so many days that nothing rests on"),
    "paid": N_("paid on"),
    ("/members/organizers/erase", "person"): N_("An e-mail address; or a name, with the organizer"),
    "person": N_("A member's ID, or the address that reports come from"),
    "player": N_("Starting number"),
    ("/members/", "points"): N_("Points, + or −"),
    ("/settings/rules", "points"): N_("points"),
    "rating": N_("Rating"),
    "reason": N_("Reason"),
    ("/lists/next/alarms", "reason"): N_("Why it is right"),
    ("/questions", "reason"): N_("Why (if empty, the text beside the answer)"),
    "reference": N_("The decision it rests on; the website prints it"),
    "report": N_("The number or address of its upload"),
    ("/corrections", "reported"): N_("The day on which the error was pointed out"),
    ("/reports", "reported"): N_("The day it arrived here; a mail has its own date"),
    "reporter": N_("Who reported (4(2)): a member's ID, a name, an address, or organizer"),
    "reporters": N_("Members who report for it (4(2)), each with the ID"),
    "representatives": N_("Representatives: name, ID, address, days; separated by semicolons"),
    "requests": N_("Requests a day"),
    "role": N_("What the person does"),
    "round": N_("Round"),
    "schedule": N_("minute, hour, day, month, day of the week"),
    "sender": N_("All mails of this address, and what was sent in from it, whatever their age"),
    "since": N_("It holds from this day on; if empty, from the beginning"),
    "source": N_("Who says so; if empty, you"),
    "until": N_("last day"),
    "valid": N_("Registered: FIRST/LAST, or FIRST/ to this day; separated by semicolons"),
    "value": N_("The value, if there is one"),
    **{("/doubt", field): label for field, label in DOUBTED},
}
"""By the name of the field; with the beginning of the page's address where the name is that of several."""


def label_of(named: str, path: str) -> str | None:
    """What the page at an address calls a field that a problem names, or the option it stands for; None where
    it names none of ours."""
    if (met := NAMED.fullmatch(named)) is None:
        return None
    if path.endswith("/correct") and met[1] in COLUMNS:
        return _(COLUMNS[met[1]])
    keys = [key for key in LABELS if isinstance(key, tuple) and key[1] == met[1] and path.startswith(key[0])]
    key = max(keys, key=lambda key: len(key[0]), default=None)
    label = LABELS.get(met[1] if key is None else key) or COLUMNS.get(met[1])
    return _(label) if label else None

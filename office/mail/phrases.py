"""What the office asks an organizer in a reply, by the problem's code; the catalogue has the Japanese.

`{place}` and `{found}` are what the source shows, `{expected}` what its format wants; nothing from the
register stands here. What has no words of its own is said as the problem says it.
"""

from office.words import N_, _, speaking
from office.words.problems import in_language
from scraper.records import Problem

ASKED: dict[str, str] = {
    "federation-id-missing": N_(
        "Please enter the federation IDs (N and eight digits) of the members: {found}."
    ),
    "member-unknown": N_(
        "We find no member for {place} ({found}). Is the ID right, or is the player a guest?"
    ),
    "member-ambiguous": N_("We cannot tell which member {place} is. Please tell us the ID."),
    "organizer-missing": N_("The event names no organizer. Please enter it."),
    "event-without-days": N_("The event has no first and last day. Please enter them."),
    "time-control-missing": N_("The event states no time control. Please enter it."),
    "time-control-unreadable": N_(
        "We cannot read the time control: {found}. Please write it as “90 min + 30 sec”."
    ),
    "round-without-date": N_("Please enter the day of {place}."),
    "round-not-paired": N_("{place} is not paired. Please pair it, or correct the number of rounds."),
    "result-pending": N_("Results are missing ({place}). The event counts as reported when all are there."),
    "name-unclear": N_("The name of {place} is not surname and first name: {found}."),
    "name-not-as-asked": N_("Please write names in Roman letters, surname first, without a comma: {found}."),
    "late-report": N_("The report came after the deadline: {found}. The officer decides on it."),
    "reporter-unknown": N_("Who reports the event? Please tell us the name and the federation ID."),
    "reporter-not-authorised": N_(
        "We do not know yet that you report for the organizer. Please tell us your federation ID, and let"
        " the organizer confirm it."
    ),
    "reporter-not-a-member": N_(
        "Who reports for the organizer has to be an annual member of the Federation. Please tell us the "
        "name and the federation ID, or whether the organizer reports himself."
    ),
    "run-by-unknown": N_(
        "Who was in charge of the event? Please tell us the name and the federation ID of the annual member."
    ),
    "not-run-by-a-member": N_(
        "An annual member of the Federation runs a rated event. Please tell us the name and the "
        "federation ID of who was in charge."
    ),
    "no-link": N_("We found no link of a tournament and no report file in your mail."),
    "form-cell": N_("{place}: we found {found}, and expect {expected}."),
    "form-heading": N_("{place}: we found {found}, and expect {expected}. Please put it back."),
    "form-sheet": N_("{place}: a sheet of the form is missing: {expected}. Please put it back."),
    "form-version": N_(
        "{place} is another version of the form ({found}). Please copy what you filled in into {expected}."
    ),
    "form-unknown": N_("{place} is a workbook, but not the Rating Report Form. Please fill in {expected}."),
    "form-empty": N_("{place}: nothing is filled in. Please fill in the form and send it again."),
    "workbook-encrypted": N_("{place} has a password. Please save it without one and send it again."),
    "workbook-broken": N_("{place} is damaged ({found}). Please save it anew and send it again."),
    "workbook-macros": N_("{place} holds macros. Please save it as .xlsx and send it again."),
    "file-unknown": N_(
        "We cannot read {place}. Please send the report form, Swiss Perfect or TRF files, or the link."
    ),
    "swiss-perfect-incomplete": N_(
        "{place}: {found}. Please send the .ini, .trn and .sco file together, or one zip of the three."
    ),
    "trf-line": N_(
        "{place}: we found {found}, and expect {expected}. Please correct the line and send the file again."
    ),
    "mail-winmail": N_(
        "We cannot open {place} (Outlook's “Rich Text”). Please send it again as plain text or HTML."
    ),
    "mail-file-unknown": N_(
        "We cannot read the attached file {place}. Please send the report form, Swiss Perfect or TRF "
        "files, or the link."
    ),
    "mail-encrypted": N_("We cannot read an encrypted mail. Please send it again without encryption."),
    "mail-links-differ": N_("Your mail links different tournaments for one: {found}. Which do you mean?"),
    "address-broken": N_("A link is broken by a line end: {place}. Please send it on one line."),
}


def asked(problem: Problem) -> tuple[str, str]:
    """The question in English and in Japanese."""
    return _in("en", problem), _in("ja", problem)


def _in(language: str, problem: Problem) -> str:
    with speaking(language):
        told = in_language(problem)
        texts = (told.place, told.found, told.expected, told.remedy)
        facts = dict(zip(("place", "found", "expected", "remedy"), map(_line, texts), strict=True))
        unnamed = N_("{place}: {found}; expected {expected}. Please {remedy}.")
        return _(ASKED.get(problem.code, unnamed), **facts)


def nothing_found() -> tuple[str, str]:
    """What is said to a mail that reports nothing."""
    english = ASKED["no-link"]
    with speaking("ja"):
        return english, _(english)


def _line(text: str) -> str:
    return " ".join(text.split())[:500]

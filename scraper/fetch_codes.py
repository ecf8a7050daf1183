"""What can go wrong between an address and its saved page: what it means and what to do about it."""

from __future__ import annotations

from scraper.codes import Code

CODES: dict[str, Code] = {
    "address-not-chess-results": Code(
        "The address does not lead to Chess-Results.",
        "Give the address of the tournament on Chess-Results, such as https://chess-results.com/tnr1234567.aspx.",
    ),
    "address-not-a-tournament": Code(
        "The address leads to Chess-Results, but to none of its tournaments.",
        "Open the tournament itself and copy that address; it has the form https://chess-results.com/tnr1234567.aspx.",
    ),
    "address-broken": Code(
        "The address is broken by a blank or a line end inside its number.",
        "Paste the link itself, whole and on one line.",
    ),
    "address-refused": Code(
        "The client was asked for an address outside chess-results.com and its nodes.",
        "Only https addresses of chess-results.com, without port or user name, are fetched.",
    ),
    "redirect-outside": Code(
        "The site sent the request on to an address outside chess-results.com; it was not followed.",
        "Open the address in a browser; if the site has moved, the list of its hosts has to be changed.",
    ),
    "redirect-loop": Code(
        "The site kept sending the request on.",
        "Try again later; if it stays, give the address of the tournament without its parameters.",
    ),
    "not-found": Code(
        "The site says that there is no such page (404 or 410).",
        "Check the number in the address with the organizer; the tournament may have been deleted.",
    ),
    "refused-by-site": Code(
        "The site refuses to answer this client (401, 403 or 451); nothing more was asked of it.",
        "Stop fetching, wait a day, and write to the site if it stays; save the pages by browser meanwhile.",
    ),
    "too-many-requests": Code(
        "The site asks for fewer requests (429) and was still asking after the bounded retries.",
        "Wait for the time the site names, then repeat the command.",
    ),
    "server-error": Code(
        "The site failed (5xx) on every bounded retry.",
        "Repeat the command later; a tournament that does not exist can also look like this.",
    ),
    "connection-failed": Code(
        "The connection was refused, reset or broken off on every bounded retry.",
        "Repeat the command later.",
    ),
    "timed-out": Code(
        "The answer, or all answers together, took longer than allowed.",
        "Repeat the command later; pages received so far are kept.",
    ),
    "too-large": Code(
        "The answer is larger than any page of a tournament; reading was cut off.",
        "Open the address in a browser to see what it is.",
    ),
    "not-a-page": Code(
        "The answer is not an HTML page.",
        "Open the address in a browser; what was received is kept in the archive.",
    ),
    "gate-not-opened": Code(
        "The button that shows the details of an old tournament was pressed and the details stayed hidden.",
        "Press the button in a browser, save the page and read the saved page instead.",
    ),
    "rounds-unknown": Code(
        "The start list does not say how many rounds the tournament has.",
        "Ask the organizer to complete the tournament's details on Chess-Results, or read saved pages.",
    ),
    "blocked-by-site": Code(
        "The answer is a page that asks for a captcha or says that access is blocked; the run stops.",
        "Open the site in a browser here; wait a day before the next run; save pages by browser.",
    ),
    "daily-budget": Code(
        "The requests allowed for a day (UTC) are used up, or the count cannot be read; nothing was asked.",
        "Go on tomorrow, or allow more: banzuke budget NUMBER.",
    ),
    "offline": Code(
        "Only the archive was to answer (--offline), and it does not hold this page.",
        "Repeat the command without --offline, or give the saved pages to banzuke read.",
    ),
    "no-network": Code(
        "The name of the site cannot be resolved or the network cannot be reached.",
        "Check this machine's connection to the internet, then repeat the command.",
    ),
    "not-recorded": Code(
        "A replayed conversation was asked for something that is not in it.",
        "Record the conversation again with this request, or ask only for what it holds.",
    ),
    "cassette-damaged": Code(
        "A recorded conversation is incomplete, unreadable or says two things about one request.",
        "Record it again.",
    ),
    "archive-torn-line": Code(
        "A line of the archive's index is incomplete, as after a power cut; the other lines are used.",
        "Nothing to do for the pages listed; fetch the event again if its page is missing.",
    ),
    "archive-page-missing": Code(
        "The archive's index lists a page whose file is not there.",
        "Restore the archive folder from its backup.",
    ),
    "archive-page-damaged": Code(
        "A page in the archive is not what its SHA-256 says.",
        "Restore the archive folder from its backup; do not rely on this page.",
    ),
    "archive-page-unlisted": Code(
        "The archive holds a page that its index does not list, as after an interruption.",
        "Nothing to do; the page is whole and will be listed when it is received again.",
    ),
    "archive-leftover": Code(
        "The archive holds an unfinished file of an interrupted write.",
        "It can be deleted.",
    ),
}
"""Stable codes; docs/problems.md lists them with the reader's."""


def remedy(code: str) -> str:
    """What the reader of a problem can do; a KeyError for a code that is not listed."""
    return CODES[code].remedy

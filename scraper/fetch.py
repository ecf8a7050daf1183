"""All pages of one event, from a link to any of its views: the first page tells which others are needed.

At most rounds + 3 pages (scraper/plan.py), and one before them where the link is to a list of tournaments;
redirects, the gate's post and the cards that were asked for come on top. A page that was received before in
the same run is not asked for again.
"""

from collections.abc import Callable, Sequence

from scraper.addresses import Address, ListAddress
from scraper.client import Client
from scraper.errors import OtherPageKind, SearchPage
from scraper.hops import Answer
from scraper.page import PageReading, if_read
from scraper.plan import BOARDS, PAIRINGS, START_LIST, View, plan, without_shown
from scraper.reading import read_page
from scraper.records import SavedPage

EVENT_SECONDS = 1800.0
"""How long one event may take, with every wait."""

Progress = Callable[[int, int | None, str], None]
"""Told after each page: pages done, pages in all (None until the first page is read), what was done."""


def fetch_event(
    address: Address,
    client: Client,
    *,
    cards: Sequence[int] = (),
    progress: Progress | None = None,
    read: list[PageReading] | None = None,
) -> list[SavedPage]:
    """The pages of an event as received, the first page (start list with details) first. `cards`: starting
    numbers of the players whose cards are fetched as well, a page each. `read`: takes what was read of them,
    for `read_event`: of what the archive has, all that tells of a tournament.

    Raises FetchError where the site does not give a page and PageError where the first page is none of
    this tournament. What was received until then is in the client's archive.
    """
    deadline = client.clock.monotonic() + EVENT_SECONDS
    tell: Progress = progress or (lambda _done, _total, _text: None)
    tell(0, None, f"tournament {address.tournament}")

    start = client.page(address.page(START_LIST, details=True), deadline=deadline)
    planned = plan(start.page)
    if read is not None and planned.reading is not None:
        read.append(planned.reading)
    if planned.teams and cards:
        expected, found = "views of a team event from which something is taken", "players' cards asked for"
        remedy = "Leave --card out: nothing is taken from the cards of a team event."
        raise OtherPageKind.because("view-not-needed", address.url, expected, found, remedy)
    views = planned.views
    pages = [start.page]
    rounds = f"; {planned.rounds} rounds" if planned.rounds else ""
    tell(1, 1 + len(views) + len(cards), f"{planned.kind}{rounds}")

    def shown(view: View, *, looked: bool) -> Answer:
        asked = address.page(view.art, view.round, details=view.details)
        answer = client.get(asked, deadline=deadline, looked=looked)
        # A gated page has the whole list, but names without links. Pairings without a number column (F: the
        # British pages) then say no starting number at all.
        nameless = view.needs_links and (view.art != PAIRINGS or b">No.<" not in answer.page.body)
        return client.open_gate(answer, deadline=deadline) if answer.gate is not None and nameless else answer

    unlooked: dict[int, View] = {}
    while views:
        view, views = views[0], views[1:]
        boards = planned.teams and view.art == BOARDS  # what it shows says which pages follow
        answer = shown(view, looked=boards or not client.offline)
        if client.offline and not boards:
            unlooked[len(pages)] = view
        pages.append(answer.page)
        if boards:
            views = without_shown(views, answer.page)
        tell(len(pages), len(pages) + len(views) + len(cards), view.words)
    for place, view in unlooked.items():  # all at once: each among the others takes longer
        if (reading := if_read(pages[place])) is None:
            pages[place] = shown(view, looked=True).page
        elif read is not None:
            read.append(reading)
    for nth, number in enumerate(cards, start=1):
        pages.append(client.page(address.card(number), deadline=deadline).page)
        tell(len(pages), len(pages) + len(cards) - nth, f"card of {number}")
    return pages


def event_behind(address: ListAddress, client: Client) -> Address:
    """The address of the one tournament that the list names.

    FetchError where the site does not give the page; SearchPage where it names none or several, and any
    other PageError where it is no list.
    """
    try:
        reading = read_page(client.get(address.url).page)
    except SearchPage as error:
        if error.tournament is None:
            raise
        return Address(error.tournament, met=address.met)
    return Address(reading.head.tournament, met=address.met)

"""The event behind a page that lists tournaments: the one that it names, or a refusal that names them all.

One page is asked for, before those of the event (rounds + 3).
"""

from scraper.addresses import Address
from scraper.client import Client
from scraper.errors import SearchPage
from scraper.list_address import ListAddress
from scraper.reading import read_page


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

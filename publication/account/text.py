"""An account as plain text and as one HTML page that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from office.words import _, speaking
from publication.account.blocks import Block, Reader, Table, Told, as_html, as_text
from publication.account.words import columns, made_under, title
from publication.families import family_named

if TYPE_CHECKING:
    from publication.account.model import Account, Reading
    from scraper.records import PageSource


def told(account: Account, reader: Reader) -> list[Told]:
    """The account part by part, in the language spoken."""
    tell = family_named(account.version.family).tell
    return [tell(account, part, reader) for part in account.parts]


def explain_text(account: Account, language: str = "en") -> str:
    """Everything behind the ratings of one member on one list, types one after the other."""
    with speaking(language):
        lines = [title(account), made_under(account)]
        for part in told(account, Reader()):
            lines += ["", part.heading, *(f"  {line}" for line in part.lines), *as_text(part.how)]
        lines += [] if account.parts else ["", nothing()]
        for block in saved_pages(account):
            lines += ["", *as_text([block])]
    return "\n".join(lines) + "\n"


def explain_page(account: Account, language: str = "en") -> str:
    """The same as a page for a browser, and which saved pages the games were read from: no script, no font,
    no other file; every name escaped."""
    from jinja2 import Environment, PackageLoader, StrictUndefined  # as text, no template is needed

    environment = Environment(
        loader=PackageLoader("publication.account", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    with speaking(language):
        return environment.get_template("page.html").render(
            language=language,
            title=title(account),
            made_under=made_under(account),
            parts=told(account, Reader()),
            nothing=nothing(),
            html=as_html,
            pages=[*saved_pages(account)],
        )


def nothing() -> str:
    """What is told of who has no rating and no game on a list."""
    return _("Nothing: no rating and no games towards one.")


def saved_pages(account: Account) -> Iterator[Block]:
    """The saved pages that the games were read from, with what proves that they are unchanged."""
    rounds: dict[str, set[int]] = {}
    for part in account.parts:
        for game in part.games:
            rounds.setdefault(game.event_key, set()).add(game.round)
    rows = [
        (reading.event_name, round_, _read_from(reading, page), page.sha256)
        for reading in account.readings
        for round_ in sorted(rounds.get(reading.event_key, ()))
        if (page := reading.page(round_))
    ]
    if rows:
        yield Table(_("Saved pages"), columns("Event", "Round", "Read from", "SHA-256"), rows)


def _read_from(reading: Reading, page: PageSource) -> str:
    """The address of a page; of one of the site that the office saved by hand, the name of its file."""
    by_hand = page.address is None and reading.event_key.startswith("chess-results:")
    return _("{name}, saved by hand", name=page.origin) if by_hand else page.origin

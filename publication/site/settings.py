"""How a site is built: what the office set, and what it turned on."""

import re
from dataclasses import dataclass

from sqlmodel import Session, select

from importer.lengths import NAME, bounded
from office.errors import refusal
from office.families import family_of
from office.tables import SettingRow
from publication.families import family_named
from rating.families import family_named as rules_of

LANGUAGES = ("ja", "en")


@dataclass(frozen=True, slots=True)
class SiteSettings:
    """`name`: the federation's; `name_ja`, `name_en`: as it is called in a language, where that is another
    one. `address`: where the site will stand, with a final slash (feeds, sitemap
    and the 404 page need it; None: they use what works without). `mail`: where corrections are sent.
    `desk`: the address of the office's desk, without a final slash, that takes them instead where one runs.
    `ages`: whether age classes are shown at all, off unless the office turned it on (minors are many).
    `archive`: whether the public archive (`banzuke bundle`) stands on the site. It tells of each member in
    which years he was a junior, of whom the site shows no age otherwise, and has who is withheld under a
    number: off unless the office turned it on.
    `pictures`: whether each player and list has a picture for messengers, off unless the office turned it on
    (they take time and room). `family`: of the office's regulations."""

    name: str
    family: str
    address: str | None = None
    mail: str | None = None
    desk: str | None = None
    ages: bool = False
    archive: bool = False
    name_ja: str | None = None
    name_en: str | None = None
    pictures: bool = False

    def named(self, language: str) -> str:
        """The federation's name in a language."""
        return {"ja": self.name_ja, "en": self.name_en}.get(language) or self.name

    @property
    def home(self) -> str:
        """What lists are filtered by: `club` or `school`."""
        return family_named(self.family).home

    @property
    def calculator(self) -> bool:
        """Whether players can work out supposed games: where a list moves ratings game by game."""
        return not rules_of(self.family).by_event


def load_settings(session: Session) -> SiteSettings:
    """The settings as they were stored."""
    stored = {row.name: row.value for row in session.exec(select(SettingRow))}
    return SiteSettings(
        name=stored.get("name", ""),
        family=family_of(session).name,
        address=stored.get("site-address") or None,
        mail=stored.get("site-mail") or None,
        desk=stored.get("site-desk") or None,
        ages=stored.get("site-ages") == "on",
        archive=stored.get("site-archive") == "on",
        name_ja=stored.get("site-name-ja") or None,
        name_en=stored.get("site-name-en") or None,
        pictures=stored.get("site-pictures") == "on",
    )


def store_settings(
    session: Session,
    *,
    address: str | None = None,
    mail: str | None = None,
    ages: bool | None = None,
    archive: bool | None = None,
    desk: str | None = None,
    name_ja: str | None = None,
    name_en: str | None = None,
    pictures: bool | None = None,
) -> None:
    """Remembers what is given; None leaves a setting as it is, "" takes it away. Refused where it is no
    address or no mail address."""
    names = {"--name-ja": name_ja, "--name-en": name_en}
    bounded({"--address": address, "--mail": mail, "--desk": desk, **names}, NAME)
    if address:
        _checked_address(address, "--address", "give it whole, e.g. https://example.org/rating/")
        address = address if address.endswith("/") else f"{address}/"
    if desk:
        _checked_address(desk, "--desk", "give it whole, e.g. https://desk.example.org")
        desk = desk.rstrip("/")
    if mail and not re.fullmatch(r"[^@\s\"'<>?&]+@[^@\s\"'<>?&]+\.[^@\s\"'<>?&]+", mail):
        remedy = "give it as rating@example.org"
        raise refusal("site-mail", "--mail", "a mail address", mail, remedy)
    stored = {
        "site-address": address,
        "site-mail": mail,
        "site-ages": _switch(ages),
        "site-archive": _switch(archive),
        "site-pictures": _switch(pictures),
        "site-desk": desk,
        "site-name-ja": name_ja,
        "site-name-en": name_en,
    }
    for name, value in stored.items():
        if value is not None:
            session.merge(SettingRow(name=name, value=value))


def _switch(on: bool | None) -> str | None:
    return None if on is None else ("on" if on else "off")


def _checked_address(address: str, option: str, remedy: str) -> None:
    if not re.fullmatch(r"https?://[^/\s?#\"'<>]+(/[^\s?#\"'<>]*)?", address):
        raise refusal("site-address", option, "an address, https://…/", address, remedy)

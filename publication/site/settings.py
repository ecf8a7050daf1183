"""How a site is built: what the office set, and what it turned on; and the site's words by the keys its
templates use, English in words.toml, the rest in catalogues."""

import re
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from sqlmodel import Session, select

from importer.lengths import NAME, bounded
from office.errors import refusal
from office.families import family_of
from office.house import federation_name
from office.tables import SettingRow
from office.words import LANGUAGES as SPOKEN
from office.words import _, speaking
from publication.exports.fields import Audience
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
    def sent_to(self) -> str:
        """Where the form for corrections goes, as a browser's rules name it: the desk without its path, or
        any mail program; "" where nothing is sent."""
        if self.desk:
            return _in_policy(*self.desk.split("/")[:3:2])
        return "mailto:" if self.mail else ""

    @property
    def home(self) -> str:
        """What lists are filtered by: `club` or `school`."""
        return family_named(self.family).home

    @property
    def juniors(self) -> bool:
        """Whether its lists are of juniors: of girls and boys."""
        return family_named(self.family).audience is Audience.JUNIORS

    @property
    def unlisted(self) -> bool:
        """Whether who is on no list can have a rating all the same, or will have none (QJ 3, Players 2), so
        that of nobody it is said that he has none yet."""
        return not _game_by_game(self.family)

    @property
    def calculator(self) -> bool:
        """Whether players can work out supposed games: where a list moves ratings game by game."""
        return _game_by_game(self.family)


@cache
def _game_by_game(family: str) -> bool:
    return not rules_of(family).by_event


def _in_policy(scheme: str, host: str) -> str:
    """A server as Content-Security-Policy can name it (CSP 3, 2.3.1): letters of other alphabets as they go
    over the line; `https:` alone for what it has no words for, as the number of a machine in IPv6."""
    with suppress(UnicodeError):
        named = host.encode("idna").decode()
        if re.fullmatch(r"[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.?(:[0-9]+)?", named):
            return f"{scheme}//{named}"
    return scheme


SWITCHES = ("ages", "archive", "pictures")
STORED = {
    name: f"site-{name.replace('_', '-')}"
    for name in ("address", "mail", *SWITCHES, "desk", "name_ja", "name_en")
}
"""Under which name each is stored; what is no switch is a text."""


def load_settings(session: Session) -> SiteSettings:
    stored = {row.name: row.value for row in session.exec(select(SettingRow))}
    held: dict[str, Any] = {
        name: stored.get(at) == "on" if name in SWITCHES else stored.get(at) or None
        for name, at in STORED.items()
    }
    return SiteSettings(name=stored.get("name", ""), family=family_of(session).name, **held)


def store_settings(session: Session, **given: Any) -> None:
    """Remembers what is given, by the names of the settings; None leaves one as it is, "" takes it away.
    Refused where it is no address, no mail address or no name."""
    given = checked(given)
    for name, at in STORED.items():
        if (value := given.get(name)) is not None:
            told = ("on" if value else "off") if name in SWITCHES else value
            session.merge(SettingRow(name=at, value=told))


def checked(given: Mapping[str, Any]) -> dict[str, Any]:
    """What is given as it is stored; refused in the same way."""
    given = dict(given)
    texts = {name: given.get(name) for name in STORED if name not in SWITCHES}
    bounded({f"--{name.replace('_', '-')}": text for name, text in texts.items()}, NAME)
    for name in ("name_ja", "name_en"):
        if text := texts[name]:
            given[name] = federation_name(text, f"--{name.replace('_', '-')}")
    address, mail, desk = texts["address"], texts["mail"], texts["desk"]
    if address:
        _checked_address(address, "--address", "give it whole, e.g. https://example.org/rating/")
        given["address"] = address if address.endswith("/") else f"{address}/"
    if desk:
        _checked_address(desk, "--desk", "give it whole, e.g. https://desk.example.org")
        given["desk"] = desk.rstrip("/")
    if mail and not re.fullmatch(r"[^@\s\"'<>?&]+@[^@\s\"'<>?&]+\.[^@\s\"'<>?&]+", mail):
        remedy = "give it as rating@example.org"
        raise refusal("site-mail", "--mail", "a mail address", mail, remedy)
    return given


def _checked_address(address: str, option: str, remedy: str) -> None:
    if not re.fullmatch(r"https?://[^/\s?#@\"'<>;,]+(/[^\s?#\"'<>]*)?", address):
        raise refusal("site-address", option, "an address, https://…/", address, remedy)


Words = Mapping[str, str]


class _Words(dict[str, str]):
    """Words of a language. A template's `w.key` asks for an attribute first, and only where there is none for
    the key: here each word is both, which is twice as fast."""

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.__dict__.update(words)


OTHER = {"en": "日本語", "ja": "English"}
"""What the link to the other language is called: in that language."""

ENGLISH: Words = tomllib.loads(files(__package__).joinpath("words.toml").read_text("utf-8"))


def _in(language: str) -> Words:
    with speaking(language):
        return _Words({"other": OTHER[language], **{key: _(text) for key, text in ENGLISH.items()}})


WORDS: Mapping[str, Words] = {language: _in(language) for language in SPOKEN}

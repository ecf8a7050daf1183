"""Pictures for messengers, where the office turned them on: of players with a rating and of versions."""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from publication.site.builder import Site
from publication.site.pictures import Painter
from publication.site.render import SHARED
from publication.site.settings import SiteSettings
from publication.site.state import signature
from publication.site.versions import Version
from publication.site.words import LANGUAGES as WORDS


@cache
def _painter(settings: SiteSettings) -> Painter:
    return Painter(settings.named("en"), settings.named("ja"))


def _both(key: str) -> str:
    return " ".join(dict.fromkeys((WORDS["en"][key], WORDS["ja"][key])))


def player_picture(site: Site, number: str) -> str:
    """Where a player's picture stands; "" without one."""
    has = site.settings.pictures and site.people.shown[number].ratings
    return f"pictures/members/{number}.png" if has else ""


def list_picture(site: Site, version: Version) -> str:
    """Where a version's picture stands; "" without one."""
    return f"pictures/lists/{version.slug}.png" if site.settings.pictures else ""


def player_pictures(site: Site, touched_by: Mapping[str, Sequence[tuple[str, bool]]]) -> None:
    """Those of all players; drawn anew where a name or a rating is another one."""
    days = {version.mark: version.list_date for version in site.versions}
    for person in site.people.shown.values():
        if path := player_picture(site, person.id):
            since = max((days[mark] for mark, _ in touched_by.get(person.id, ())), default=None)
            facts = (person.name, person.kanji, person.ratings, str(since or ""))
            if not site.kept([path], signature(site.state.base, *facts)):
                ratings = [(_both(type_), rating) for type_, rating in person.ratings]
                site.make(path, _painter(site.settings).person(person.name, person.kanji, ratings, facts[3]))


def list_pictures(site: Site) -> None:
    """Those of all versions."""
    for version in site.versions:
        counts = site.state.tables[version.mark]
        path = list_picture(site, version)
        if path and not site.kept([path], signature(site.state.base, version.mark, counts)):
            told = [(_both(type_), count) for type_, count in counts.items()]
            site.make(
                path, _painter(site.settings).listing(str(version.list_date), _both("rating_list"), told)
            )


def shared_picture(site: Site) -> None:
    """That of every other page: with the federation's name where pictures are drawn."""
    if not site.settings.pictures:
        site.write(SHARED, (files("publication.design") / "share.png").read_bytes())
    elif not site.kept([SHARED], signature(site.state.base, WORDS["en"]["rating_list"])):
        site.make(SHARED, _painter(site.settings).plain(_both("rating_list")))

"""Files of published lists and members for whoever needs them, the text that announces a list, the public
archive: each as it is made by `banzuke export`, `announce` and `bundle`."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote, urlencode

from fastapi import APIRouter
from sqlmodel import Session
from starlette.responses import Response

from office.chain.statements import write_statements
from office.desk.refresh import refresh
from office.desk.targets import event_named
from office.errors import refusal
from office.families import family_of as of_office
from office.families import require
from office.lists.chain import latest_published
from office.tables import ListVersionRow
from office.words import language
from publication.announce.facts import USES, facts_for, template
from publication.bundle.write import write_bundle
from publication.exports.cells import Writing
from publication.exports.files import File, zipped
from publication.exports.formats import COMMON, PAIRING, known, list_files, members_file, require_public
from publication.exports.told import replaced_told, unspelled_told
from publication.exports.trf import trf_of
from publication.families import family_of
from publication.site.settings import LANGUAGES
from web.asked import Asked, Deciding, Reading, no_page
from web.fields import Number
from web.pages.lists import version_of
from web.render import download

routes = APIRouter()

LISTS = "look at the address, or begin at Lists"


@routes.get("/lists/{number}/files")
def every(asked: Reading, number: Number) -> Response:
    """All formats in which a list can be had. `?kind=` leads to one of them, as the form asks for it."""
    given = asked.request.query_params
    if kind := given.get("kind"):
        return asked.see(f"/lists/{number}/files/{quote(kind, safe='')}?{urlencode(given.multi_items())}")
    with asked.reading() as session:
        version, family = published(session, number), family_of(session)
        return asked.page(
            "files.html", held=version, formats={**family.formats, **COMMON},
            games=family.export_games is not None and version.how == "run",
            japan=of_office(session).home == "JPN",
        )  # fmt: skip


@routes.get("/lists/{number}/files/{kind}")
def one(asked: Reading, number: Number, kind: str) -> Response:
    """A list in a format. `?letters=`: an encoding; `ids=no`: without IDs; `replace=yes`: 〓 for letters that
    the encoding lacks."""
    writing = Writing(
        _letters(asked.request.query_params.get("letters", "utf-8")), asked.query("replace") == "yes"
    )
    if kind not in known():
        raise no_page(f"/lists/{number}/files/{kind[:40]}", "a format", LISTS)
    with asked.reading() as session:
        version = published(session, number)
        (file,) = list_files(session, version, [kind], writing, hide_ids=asked.query("ids") == "no")
    told = [*unspelled_told(file), *replaced_told(writing)]
    return _saved(asked, file, told, writing.encoding)


@routes.get("/lists/{number}/games.zip")
def games(asked: Reading, number: Number) -> Response:
    """The rated games of a list, one file a type."""
    with asked.reading() as session:
        games_files = require(session, "export games", lambda family: family.export_games, "publication")
        version = published(session, number)
        files = games_files(session, version, Writing(), hide_ids=False)
        parts = [(name, data) for name, (data, _games) in files.items()]
    later = "" if version.version == 1 else f"-v{version.version}"
    return download(f"games-{version.list_date}{later}.zip", zipped(parts))


@routes.get("/lists/{number}/announcement")
def announced(asked: Reading, number: Number) -> Response:
    """The text that announces the list or its correction."""
    given = asked.request.query_params
    use, lang = given.get("for", "news"), given.get("in", language())
    if use not in USES or lang not in LANGUAGES:
        found, remedy = f"“{use[:40]}” in “{lang[:40]}”", "begin at Lists"
        raise refusal("no-such-page", "the announcement", "news or mail, in ja or en", found, remedy)
    with asked.reading() as session:
        facts = asked.desk.kept.of(
            session,
            ("announcement", number, lang),
            lambda: facts_for(session, published(session, number).list_date, lang),
        )
        version = published(session, number)
    text = template(asked.desk.office.place, use, lang).followed(facts)
    other = facts["version"] if facts["version"] != version.version else None
    choices = {"uses": USES, "in_": LANGUAGES, "use": use, "tongue": lang}
    return asked.page("announcement.html", **choices, newer=other, held=version, text=text)


@routes.post("/lists/archive")
def archive(asked: Deciding) -> Response:
    """The public archive of all published lists, signed; anybody can check it."""
    place = asked.desk.office.place
    with asked.reading() as session:
        write_statements(place, session)
        data, _versions = write_bundle(session, place, lambda _line: None)
        newest = latest_published(session)
    day = newest.list_date if newest else asked.now.date()
    return download(f"lists-{day}.zip", data)


@routes.get("/members/for/{program}")
def members_for(asked: Reading, program: str) -> Response:
    """The members with ID and rating as a list that organizers load into their pairing program."""
    if program not in PAIRING:
        remedy = "look at the address, or begin at Members"
        raise no_page(f"/members/for/{program[:40]}", ", ".join(PAIRING), remedy)
    with asked.reading() as session:
        file, _list_date = members_file(session, program, asked.today(session))
    return _saved(asked, file, unspelled_told(file))


@routes.post("/events/{number}/trf")
def trf(asked: Deciding, number: Number) -> Response:
    """An event as a TRF26 file for FIDE, birth dates included."""
    stated = (asked.given(name) or None for name in ("city", "arbiter", "federation"))
    with asked.reading() as session:
        row = event_named(refresh(session).events, f"E{number}").view.event
        name, data, _without = trf_of(session, row, *stated)
    return download(name, data)


def _saved(asked: Asked, file: File, told: Sequence[str], letters: str = "utf-8") -> Response:
    """The file; before it what is to be told of it, where that is anything, with a link that saves it."""
    if told and asked.query("anyway") != "yes":
        anyway = asked.request.url.include_query_params(anyway="yes")
        return asked.page(
            "file_told.html", file=file.name, lines=told, anyway=f"{anyway.path}?{anyway.query}"
        )
    return download(file.name, file.data, letters)


def published(session: Session, number: int) -> ListVersionRow:
    """A version by its number; refused for a draft."""
    version = version_of(session, number, LISTS)
    require_public(version)
    return version


def _letters(name: str) -> str:
    known = ("utf-8", "utf-8-sig", "cp932")
    if name not in known:
        remedy = f"one of {', '.join(known)}"
        raise refusal("export-option", "letters", remedy, f"“{name[:40]}”", remedy)
    return name

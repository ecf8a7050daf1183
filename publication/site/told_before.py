"""What the files of a member that stand tell already. What a list said does not change: with a new list only
what is new has to be told. The rest is taken from the files where they are, to the byte, as they were
written, by the same program under the same settings; else everything is told anew."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from importer.plain_text import written
from publication.site import data
from publication.site.addresses import member_page
from publication.site.builder import Site
from publication.site.career import Career, career_of
from publication.site.settings import LANGUAGES
from publication.site.state import signature_of
from publication.site.stories import Story, games_csv

BEGINS, ENDS = '<section class="entry"', "</section>\n"
"""Of what is told of a list; names are escaped, so that none can be taken for one of them."""
BEHIND = '<p class="note on-screen">'
"""Of the page's foot, which stands behind what is told of the last one."""
OPENED, CLOSED = "<details open>", "<details>"
EARLIER = Markup("<!--earlier-->")
"""Stands in a page for a history of which something was told before: the bytes of it take the place, and need
not be looked at again."""

LISTS, AFTER_LISTS = b'"lists":[', b'],"peaks":'
"""What stands around the lists of a member's figures; a quote within a text is escaped."""
END_OF_LINE = b"\r\n"


class Told(NamedTuple):
    """What is told already, of all lists that the build before knew: the history by language, the lines of
    the games with their headings, the lists among the figures; and what these say in sum."""

    history: Mapping[str, bytes]
    games: bytes
    lists: bytes
    career: Career


def of_member(number: str) -> list[str]:
    """The files of a member that tell of lists: his pages, his figures, his games."""
    return [
        *(member_page(lang, number) for lang in LANGUAGES),
        f"data/members/{number}.json",
        f"data/members/{number}.csv",
    ]


def known_before(site: Site) -> frozenset[int]:
    """The versions that the build before knew; none where a list has come in among theirs, as a correction
    does, or the site is made under other settings: then everything is told anew."""
    if site.before.base != site.state.base:
        return frozenset()
    known = [v for v in site.versions if v.mark in site.before.versions]
    new = [v.list_date for v in site.versions if v.mark not in site.before.versions]
    if known and new and min(new) <= max(v.list_date for v in known):
        return frozenset()
    return frozenset(v.id for v in known)


def note_told(site: Site, number: str, said: Sequence[str], told: Sequence[bytes], career: Career) -> None:
    """Keeps what a member's files tell for the next build: `told` as `_taken` takes it from them. `said`:
    which versions say something of the member."""
    kept = career.to_json()
    site.kept.keep(number, _sum(site, said, told, kept), kept)


def told_before(site: Site, number: str, said: Sequence[str]) -> Told | None:
    """What stands of a member; None where anything of it is not as it was written, or was not made from just
    what these versions `said`."""
    if (kept := site.kept.of(number)) is None:
        return None
    known, career = kept
    *histories, lists, games = taken = _taken(
        [site.release.standing(path) or b"" for path in of_member(number)]
    )
    if known != _sum(site, said, taken, career):
        return None
    return Told(dict(zip(LANGUAGES, histories, strict=True)), games, lists, career_of(career))


def _sum(site: Site, said: Sequence[str], taken: Sequence[bytes], career: bytes) -> str:
    return signature_of(f"{site.state.base} {[*said]} {[*map(len, taken)]}".encode(), *taken, career)


def _taken(files: Sequence[bytes]) -> list[bytes]:
    """What is taken of a member's files, whoever wrote them: the history of each page, none where no list
    said anything yet; the lists among the figures; and all games."""
    *pages, figures, games = files
    begins, ends = BEGINS.encode(), f"{ENDS}{BEHIND}".encode()
    told = []
    for page in pages:
        begin = page.find(begins)
        told.append(b"" if begin < 0 else page[begin : page.find(ends, begin) + len(ENDS)])
    return [*told, figures[figures.find(LISTS) + len(LISTS) : figures.find(AFTER_LISTS)], games]


def history_of(story: Story, new: Markup, lang: str, before: Told | None) -> bytes:
    """All of a history in a language, of which `new` is told now: what was the first entry is not unfolded
    any more where there are new ones."""
    if before is None:
        return written(new)
    told = before.history[lang]
    if story.entries:
        told = told.replace(OPENED.encode(), CLOSED.encode(), 1)
    return written(new) + told


def whole(page: bytes, history: bytes, before: Told | None) -> bytes:
    """A page with the history in its place."""
    return page if before is None else history.join(page.split(EARLIER.encode(), 1))


def figures_of(
    story: Story, career: Career, following: data.NextList | None, before: Told | None
) -> tuple[bytes, bytes]:
    """The figures of a member's page as JSON, and of them all lists."""
    told = written(f"{data.plain(data.member_values(story, career, following))}\n")
    begin, end = told.index(LISTS) + len(LISTS), told.index(AFTER_LISTS)
    lists = told[begin:end]
    if before is None:
        return told, lists
    lists = b"".join((lists, b"," if story.entries and before.lists else b"", before.lists))
    return b"".join((told[:begin], lists, told[end:])), lists


def games_of(story: Story, before: Told | None) -> bytes:
    """All games of a member as CSV."""
    lines = games_csv(story.person, story.accounts)
    return lines if before is None else before.games + lines[lines.index(END_OF_LINE) + len(END_OF_LINE) :]

"""What the files of a member that stand tell already. What a list said does not change: with a new list only
what is new has to be told. The rest is taken from the files where they are, to the byte, as they were
written, by the same program under the same settings; else everything is told anew."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

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
OPENED, CLOSED = "<details open>", "<details>"
EARLIER = "<!--earlier-->"
"""Stands in a page for what was told before: its bytes take the place, and need not be looked at again."""

LISTS, AFTER_LISTS = b'"lists":[', b'],"peaks":'
"""What stands around the lists of a member's figures; a quote within a text is escaped."""
END_OF_LINE = b"\r\n"


class Told(NamedTuple):
    """What is told already, of all lists that the build before knew: the history by language, the lines of
    the games with their headings, the lists among the figures; and what these say in sum."""

    history: Mapping[str, Sequence[bytes]]
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


def note_told(site: Site, number: str, said: Sequence[str], files: Sequence[bytes], career: Career) -> None:
    """Keeps what these files tell for the next build. `said`: which versions say something of the member."""
    kept = career.to_json()
    site.kept.keep(number, _sum(site, said, files, kept), kept)


def told_before(site: Site, number: str, said: Sequence[str]) -> Told | None:
    """What stands of a member; None where anything of it is not as it was written, or was not made from just
    what these versions `said`."""
    if (kept := site.kept.of(number)) is None:
        return None
    files = [site.release.standing(path) or b"" for path in of_member(number)]
    known, career = kept
    if known != _sum(site, said, files, career):
        return None
    *pages, figures, games = files
    lists = figures[figures.index(LISTS) + len(LISTS) : figures.index(AFTER_LISTS)]
    history = {lang: _history(page) for lang, page in zip(LANGUAGES, pages, strict=True)}
    return Told(history, games, lists, career_of(career))


def _sum(site: Site, said: Sequence[str], files: Sequence[bytes], career: bytes) -> str:
    return signature_of(f"{site.state.base} {[*said]}".encode(), *files, career)


def _history(page: bytes) -> tuple[bytes, bytes]:
    """The first entry of a page, and those behind it; none where no list said anything yet."""
    begins, ends = BEGINS.encode(), ENDS.encode()
    begin = page.find(begins)
    if begin < 0:
        return b"", b""
    second = page.index(ends, begin) + len(ends)
    return page[begin:second], page[second : page.index(ends, page.rindex(begins)) + len(ends)]


def whole(page: bytes, lang: str, story: Story, before: Told | None) -> bytes:
    """A page with what was told before in its place: the first entry is not unfolded any more where there are
    new ones."""
    if before is None:
        return page
    first, rest = before.history[lang]
    if story.entries:
        first = first.replace(OPENED.encode(), CLOSED.encode())
    here, earlier, behind = page.partition(EARLIER.encode())
    return b"".join((here, first, rest, behind)) if earlier else page


def figures_of(story: Story, career: Career, following: data.NextList | None, before: Told | None) -> bytes:
    """The figures of a member's page as JSON."""
    told = written(f"{data.plain(data.member_values(story, career, following))}\n")
    if before is None:
        return told
    at = told.index(AFTER_LISTS)
    between = b"," if story.entries and before.lists else b""
    return b"".join((told[:at], between, before.lists, told[at:]))


def games_of(story: Story, before: Told | None) -> bytes:
    """All games of a member as CSV."""
    lines = games_csv(story.person, story.accounts)
    return lines if before is None else before.games + lines[lines.index(END_OF_LINE) + len(END_OF_LINE) :]

"""What the files of a member that stand tell already. What a list said does not change: with a new list only
what is new has to be told. The rest is taken from the files where they are, to the byte, as they were
written, by the same program under the same settings; else everything is told anew."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from importer.plain_text import written
from publication.site import data
from publication.site.addresses import member_page
from publication.site.builder import Site
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
_LIST = re.compile(rb'\{"list":"([^"]*)","version":(\d+),"replaced_by":([^,]*),')


class Told(NamedTuple):
    """What is told already of all lists but the `new` newest of a story: the history by language, the lines
    of the games with their headings, the lists among the figures."""

    new: int
    history: Mapping[str, bytes]
    games: bytes
    lists: bytes


def of_member(number: str) -> list[str]:
    """The files of a member that tell of lists: his pages, his figures, his games."""
    return [
        *(member_page(lang, number) for lang in LANGUAGES),
        f"data/members/{number}.json",
        f"data/members/{number}.csv",
    ]


def note_told(site: Site, number: str, files: list[bytes]) -> None:
    """Keeps the sum of these files for the next build."""
    site.state.sums[number] = signature_of(*files)


def days_told(site: Site) -> frozenset[str]:
    """The days of the lists whose versions that stand were known when the site was made before."""
    return frozenset(str(v.list_date) for v in site.versions if v.newest and v.mark in site.before.versions)


def told_before(site: Site, story: Story, days: frozenset[str]) -> Told | None:
    """What stands of a member's lists; None where anything of it is not as it was written, or is not just
    what the lists say but for those that are new. `days`: of lists that were known before."""
    number = story.person.id
    if (known := site.before.sums.get(number)) is None:
        return None
    files = [site.release.standing(path) or b"" for path in of_member(number)]
    if signature_of(*files) != known:
        return None
    *pages, figures, games = files
    versions = [(str(e.version.list_date), e.version.version) for e in story.entries]
    new = next((n for n, (day, _) in enumerate(versions) if day in days), len(versions))
    lists = figures[figures.index(LISTS) + len(LISTS) : figures.index(AFTER_LISTS)]
    stood = [(day.decode(), int(version), replaced) for day, version, replaced in _LIST.findall(lists)]
    if not stood or stood != [(day, version, b"null") for day, version in versions[new:]]:
        return None
    histories = {lang: _history(page, new) for lang, page in zip(LANGUAGES, pages, strict=True)}
    return Told(new, histories, games, lists)


def _history(page: bytes, new: int) -> bytes:
    """The entries of a page; the first is not unfolded any more where there are new ones."""
    begins, ends = BEGINS.encode(), ENDS.encode()
    begin = page.index(begins)
    second = page.index(ends, begin) + len(ends)
    end = page.index(ends, page.rindex(begins)) + len(ends)
    first = page[begin:second]
    return (first.replace(OPENED.encode(), CLOSED.encode()) if new else first) + page[second:end]


def whole(page: bytes, lang: str, before: Told | None) -> bytes:
    """A page with what was told before in its place."""
    return page if before is None else page.replace(EARLIER.encode(), before.history[lang], 1)


def figures_of(story: Story, following: data.NextList | None, before: Told | None) -> bytes:
    """The figures of a member's page as JSON."""
    told = written(f"{data.plain(data.member_values(story, following, before and before.new))}\n")
    if before is None:
        return told
    at = told.index(AFTER_LISTS)
    return b"".join((told[:at], b"," if before.new else b"", before.lists, told[at:]))


def games_of(story: Story, before: Told | None) -> bytes:
    """All games of a member as CSV."""
    if before is None:
        return games_csv(story.person, story.accounts)
    new = [e for e in story.entries[: before.new] if e.version.id not in story.replaced]
    lines = games_csv(story.person, new)
    return before.games + lines[lines.index(END_OF_LINE) + len(END_OF_LINE) :]

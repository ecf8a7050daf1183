"""The site of an office, all of it."""

from collections.abc import Callable

from sqlmodel import Session

from office.place import Place
from publication.site.builder import Part, build_site
from publication.site.pages_archive import archive_pages, proof_pages
from publication.site.pages_events import arrival_page, event_pages
from publication.site.pages_figures import figure_pages
from publication.site.pages_fixed import fixed_pages
from publication.site.pages_home import home_page
from publication.site.pages_lists import list_pages
from publication.site.pages_members import compare_page, index_pages, member_pages
from publication.site.pages_rankings import club_pages, group_pages
from publication.site.pages_rules import calculator_page, rules_pages
from publication.site.proof import UNPROVEN, proof_of
from publication.site.settings import load_settings
from publication.site.target import Target, Written

PARTS: tuple[Part, ...] = (
    proof_pages,
    archive_pages,
    list_pages,
    member_pages,
    index_pages,
    event_pages,
    arrival_page,
    home_page,
    figure_pages,
    group_pages,
    club_pages,
    compare_page,
    calculator_page,
    rules_pages,
    fixed_pages,
)


def write_site(
    session: Session, target: Target, place: Place | None = None, tell: Callable[[str], None] = lambda _: None
) -> Written:
    """Writes the site of this office into `target`; only what changed is written. `place`: where its key and
    its signed statements lie; without it the site shows none. `tell`: is told what takes long."""
    proof = proof_of(place, session) if place else UNPROVEN
    return build_site(session, load_settings(session), target, PARTS, proof, tell)

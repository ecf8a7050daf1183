"""What a question about supposed games can name: kinds of rating, classes of events."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session

from importer.rulings import Rulings
from office.families import family_of
from office.lists.chain import list_after, require_published
from office.runs.rate import edition_of
from rating.interpretations import Interpretations


@dataclass(frozen=True, slots=True)
class Choices:
    """`types`: of the next list's edition, its first one first; `classes`: where K hangs on them."""

    types: Sequence[str]
    classes: Sequence[str]


def choices(session: Session) -> Choices:
    """Those of the next list. Refused where there is no list to start from."""
    coming = list_after(require_published(session))
    law = edition_of(coming, Rulings.in_force(session), Interpretations())
    return Choices(law.shapes.types(law), family_of(session).event_classes)

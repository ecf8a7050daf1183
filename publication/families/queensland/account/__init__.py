"""The account of a Queensland rating, which moves event by event."""

from publication.families.queensland.account.document import document
from publication.families.queensland.account.events import beside
from publication.families.queensland.account.telling import tell

__all__ = ["beside", "document", "tell"]

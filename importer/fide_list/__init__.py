"""FIDE's monthly rating list: read as a stream, of which the office keeps its country and its members.

`read_list` gives what is to be kept; `store_list` stores it; `suggestions` says where the register and the
list disagree or the list could fill a gap. Nothing on the register is changed here.
"""

from importer.fide_list.players import Wanted
from importer.fide_list.read import Contents, read_list
from importer.fide_list.store import StoredList, Suggestion, store_list, suggestions, wanted_by

__all__ = [
    "Contents",
    "StoredList",
    "Suggestion",
    "Wanted",
    "read_list",
    "store_list",
    "suggestions",
    "wanted_by",
]

"""Which member a player of an event is: matched, ambiguous and unknown are three answers.

No person is ever accepted by likeness, but for one slip beside the right ID (R61). What accepts is in
`register.py`, what may count as the same name in `agreement.py`; docs/matching.md holds the rules in a table.
Everything else only puts candidates in order for the officer.
"""

from importer.matching.records import Candidate, Known, Match, Seen
from importer.matching.register import Register

__all__ = ["Candidate", "Known", "Match", "Register", "Seen"]

"""Reports in a mail that a person has to read: pasted into its text, as pictures, as texts without a link."""

import re

from importer.files import unknown_file
from importer.kinds import is_report
from importer.other_programs import other_program
from office.errors import problem_of
from office.mail.parts import Parts, unknown
from office.mail.quoted import OWN, SIGNATURE
from scraper.records import Problem

_PACKED = re.compile(rb"^begin [0-7]{3,4} \S", re.MULTILINE)
"""How a file begins that an old mail program wrote into the text (uuencode)."""

LISTED = 10
"""So many files are named."""


def only_for_people(parts: Parts, *, alone: bool) -> list[Problem]:
    """Such reports of a mail: in the text itself, whose columns mail programs break; and where nothing else
    of it is a report (`alone`), what another program wrote there, pictures and attached texts. Beside a
    report, pictures are of the prize-giving."""
    own, place, problems = [text.of(OWN).encode() for text in parts.texts], "the text of the mail", []
    signed = [text.of(SIGNATURE).encode() for text in parts.texts]  # programs pack behind it
    if any(map(is_report, own)) or any(map(_PACKED.search, (*own, *signed))):
        expected, found = "a report as an attached file", "lines of a report file"
        problems.append(problem_of("mail-report-in-text", place, expected, found))
    if alone:
        problems += [unknown_file(place, text) for text in own if other_program("", text)][:1]
    if alone and parts.beside:
        names, told = (dict.fromkeys(each) for each in zip(*parts.beside[:LISTED], strict=True))
        problems.append(unknown(", ".join(names), "; ".join(told)))
    return problems

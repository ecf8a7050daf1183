"""What of a mail a person has to read: reports pasted into its text, as pictures, as texts without a link;
answers to notices; doubts that the website's form wrote."""

import re
import unicodedata

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


_CORRECTION = re.compile(r"banzuke ?[=:] ?correction", re.IGNORECASE)
"""The line by which the website's form for corrections is known, as a browser writes it into a mail and as it
is copied (publication/site/templates/corrections.html)."""


def asks_for_correction(parts: Parts) -> bool:
    """Whether a mail's own words are the website's form for corrections. It reports nothing: what it links is
    what it doubts."""
    return any(
        _CORRECTION.fullmatch(line.strip())
        for text in parts.texts
        for kind in (OWN, SIGNATURE)  # some programs set who writes above the form apart by a rule
        for line in text.of(kind).splitlines()
    )


_STOP = frozenset({"stop", "unsubscribe", "停止", "配信停止"})
_BEFORE = re.compile(r"(?:(?:re|aw|返信)\s*:\s*)+", re.IGNORECASE)


def wants_none(subject: str, parts: Parts) -> bool:
    """Whether a mail says “stop”, as each notice asks of who wants no more: by its subject, as the button of
    mail programs writes it, or by the first line of its own words."""
    lines = [line for text in parts.texts for line in text.of(OWN).splitlines() if line.strip()]
    said = [_BEFORE.sub("", unicodedata.normalize("NFKC", text).strip()) for text in (subject, *lines[:1])]
    return any(re.sub(r"[^\w ]", "", text).strip().casefold() in _STOP for text in said)

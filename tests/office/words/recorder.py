"""Which texts of problems have no template: BANZUKE_WORDS=record writes them down at the end of a run.

Each line of the file names the field, the code and the text. Texts that are only data (a name, a cell as it
was found) stand among them; a sentence of ours that does is one that `office.words.flow` cannot follow.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import importer.findings
import rating.errors
import scraper.records
from office.words import codes, problems, sources
from office.words.templates import Templates

FIELDS = ("place", "expected", "found", "remedy")
MADE = (scraper.records.Problem, rating.errors.Problem, importer.findings.Finding)
FILE = "words-without-template.tsv"

met: Counter[tuple[str, str, str]] = Counter()


def start(put: Callable[[object, str, object], None] = setattr) -> None:
    """Every problem made from here on is noted."""
    for cls in MADE:
        plain = cls.__init__

        def noted(self: object, *args: object, _plain: object = plain, **named: object) -> None:
            _plain(self, *args, **named)  # type: ignore[operator]
            for field in FIELDS:
                met[field, str(self.code), str(getattr(self, field))] += 1  # type: ignore[attr-defined]

        put(cls, "__init__", noted)


def templates() -> Templates:
    """The templates of the sources, each told as itself in brackets."""
    texts = {said.text for _, said in sources.every() if said.context == codes.CONTEXT}
    return Templates({text: f"⟦{text}⟧" for text in texts})


def has_words(text: str) -> bool:
    """Whether there is anything to translate: two words of small letters in a row."""
    return re.search(r"\b[a-z]{2,} [a-z]{2,}", text) is not None


def write(folder: Path) -> Path:
    """What has words of ours and no template."""
    known = templates()
    lines = [
        f"{field}\t{code}\t{text!r}\n"
        for (field, code, text) in sorted(met)
        if has_words(text) and not told(known, field, text)
    ]
    file = folder / f"{os.environ.get('PYTEST_XDIST_WORKER', '')}{FILE}"
    file.write_text("".join(lines), "utf-8")
    return file


def told(known: Templates, field: str, text: str) -> bool:
    """Whether the text, or each of its parts that has words, was made from a template."""
    separator = ", " if field == "place" else "; "
    return any(
        all(part in known.exact or known.find(part, problems.SAID) or not has_words(part) for part in parts)
        for parts in ([text], text.split("\n"), text.split(separator), text.split(", "))
    )

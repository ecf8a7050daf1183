"""`python -m office.words`: the catalogues brought up to the sources and compiled (`make words`).

compile             compiles only
import FILE...      takes translations from .po, .json or .tsv into a catalogue (--lang, otherwise ja)
open                prints what is not translated, as .tsv to be filled in
"""

import argparse
import sys
from pathlib import Path

from babel.messages.catalog import Catalog

from office.errors import OfficeError
from office.words import LANGUAGES, po, sources

SHOWN = 100
OPEN = "what is not translated: python -m office.words open --lang LANGUAGE"


def main() -> int:
    """Does what was asked; what is refused is printed and ends with 1."""
    asked = argparse.ArgumentParser(prog="python -m office.words", description=__doc__)
    asked.formatter_class = argparse.RawDescriptionHelpFormatter
    asked.add_argument("do", nargs="?", default="update", choices=("update", "compile", "import", "open"))
    asked.add_argument("files", nargs="*", type=Path)
    asked.add_argument("--lang", choices=LANGUAGES, default="ja")
    given = asked.parse_intermixed_args()
    try:
        if given.do == "update":
            update_all()
        elif given.do == "import":
            taken(given.files, given.lang)
        elif given.do == "open":
            for context, text in po.untranslated(po.read(po.path(given.lang), given.lang)):
                print(context, text.replace("\n", "\\n").replace("\t", "\\t"), "", sep="\t")
        if given.do != "open":
            po.compile_all()
    except OfficeError as error:
        for problem in error.problems[:SHOWN]:
            print(f"{problem.code}: {problem.place}\n    expected  {problem.expected}", file=sys.stderr)
            print(f"    found     {problem.found}\n    do        {problem.remedy}", file=sys.stderr)
        if (more := len(error.problems) - SHOWN) > 0:
            print(f"and {more} more; {OPEN}", file=sys.stderr)
        return 1
    return 0


def update_all() -> None:
    said = sources.template()
    for language in LANGUAGES:
        file = po.path(language)
        had = po.read(file, language) if file.exists() else Catalog(locale=language, domain="banzuke")
        new = po.updated(had, said, language)
        po.write(new, file, language)
        todo = len(po.untranslated(new)) if language != "en" else 0
        print(
            f"{language}: {len(po.messages(new))} texts, {todo} not translated, {len(new.obsolete)} obsolete"
        )


def taken(files: list[Path], language: str) -> None:
    """Translations from files into a catalogue; nothing is written if one of them is refused."""
    file = po.path(language)
    catalog = po.read(file, language)
    if language == "en":  # whose file leaves out what it says as the sources do
        catalog = po.updated(catalog, sources.template(), language)
    changed = {given.name: po.take(catalog, po.entries(given, language), given.name) for given in files}
    if problems := list(po.unfit(catalog, language)):
        raise OfficeError(*problems)
    po.write(catalog, file, language)
    for name, entries in changed.items():
        print(f"{name}: {entries} changed")


if __name__ == "__main__":
    sys.exit(main())

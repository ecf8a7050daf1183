"""Announcements from templates: those Banzuke brings, or the office's own beside its database."""

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment

from office.errors import OfficeError, refusal
from office.mail.template import TEMPLATE_FAULTS
from office.place import Place
from office.words.formats import day_in
from publication.account.figures import plus
from scraper.unfinished import put

USES = ("news", "mail")
LANGUAGES = ("ja", "en")


def template_file(place: Place, use: str, lang: str) -> Path:
    """The office's own text for a use and language."""
    return place.folder / "templates" / f"{use}-{lang}.txt"


def template_of(place: Place, use: str, lang: str) -> str:
    """The office's own text, else the one that Banzuke brings."""
    file = template_file(place, use, lang)
    try:
        return file.read_text("utf-8") if file.is_file() else _ours(use, lang)
    except UnicodeDecodeError as error:
        raise _broken(file.name, str(error)) from None


def write_templates(place: Place) -> list[Path]:
    """Puts all texts into the office to be changed; those that are there are left as they are."""
    found = []
    for use in USES:
        for lang in LANGUAGES:
            file = template_file(place, use, lang)
            file.parent.mkdir(exist_ok=True)
            if not file.exists():
                put(file, _ours(use, lang).encode(), mode=0o600)
            found.append(file)
    return found


def announcement(template: str, facts: Mapping[str, Any], name: str) -> str:
    """The text; refused by name where the template cannot be followed."""
    environment = ImmutableSandboxedEnvironment(
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # plain text
    )
    environment.filters.update(plus=plus, day=day_in)
    try:
        return environment.from_string(template).render(facts)
    except TEMPLATE_FAULTS as error:
        line = getattr(error, "lineno", None)
        raise _broken(name, f"{error}" + (f" (line {line})" if line else "")) from None


def _ours(use: str, lang: str) -> str:
    return (files("publication.announce") / f"{use}-{lang}.txt").read_text("utf-8")


def _broken(name: str, found: str) -> OfficeError:
    expected = "a text with the names that docs/site.md lists"
    remedy = "correct it, or delete it: banzuke announce --template writes the first one again"
    return refusal("announcement-broken", f"templates/{name}", expected, found[:300], remedy)

"""A text that an office can change: a template of plain text."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from jinja2 import StrictUndefined, TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from office.errors import refusal
from office.place import Place
from office.words.formats import day_in
from scraper.unfinished import put

TEMPLATE_FAULTS = (
    *(TemplateError, ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError),
)
"""What a text that somebody changed can raise."""


@dataclass(frozen=True, slots=True)
class Template:
    """The office's own text of this `name` below `templates/`, else the one that Banzuke brings (`ours`).
    `expected`, `remedy` and `code`: what is said of one that cannot be followed; `filters`: those it may use
    beside `day`."""

    place: Place
    name: str
    ours: Traversable
    expected: str
    remedy: str
    code: str = "template-broken"
    filters: Mapping[str, Callable[..., Any]] = field(default_factory=dict)

    @property
    def file(self) -> Path:
        """Where the office's own text is, or would be."""
        return self.place.folder / "templates" / self.name

    def put(self) -> Path:
        """Puts the text into the office to be changed; one that is there is left as it is."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        if not self.file.exists():
            put(self.file, self.ours.read_bytes(), mode=0o600)
        return self.file

    def followed(self, facts: Mapping[str, Any]) -> str:
        """The plain text with these facts; refused by name where it cannot be followed."""
        environment = ImmutableSandboxedEnvironment(
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            autoescape=False,  # plain text
        )
        environment.filters |= {"day": day_in, **self.filters}
        try:
            text = (self.file if self.file.is_file() else self.ours).read_text("utf-8")
            return environment.from_string(text).render(facts)
        except TEMPLATE_FAULTS as error:
            line = getattr(error, "lineno", None)
            found = f"{error}" + (f" (line {line})" if line else "")
            place = f"templates/{self.name}"
            raise refusal(self.code, place, self.expected, found[:300], self.remedy) from None

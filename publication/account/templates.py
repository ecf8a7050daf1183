"""Pages from the templates of this folder: base.html frames them all, and needs no other file."""

from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined


def rendered(template: str, **facts: Any) -> str:
    """A template with its facts; every name escaped, a fact that is missing refused."""
    environment = Environment(
        loader=PackageLoader("publication.account", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(template).render(**facts)

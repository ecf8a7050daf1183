"""The settings, each with what it is and where it comes from: banzuke settings."""

import os

import typer

from cli.out import note, say
from office.words import _


def settings_(context: typer.Context) -> None:
    """Show every setting of the office, its value, and whether the environment or banzuke.toml set it."""
    from office.place import Place
    from office.settings import settings
    from office.text_table import column

    place = Place(context.obj).require()
    _made, shown = settings(place, os.environ)
    names = {
        "environment": _("environment"), "file": _("file"), "default": _("default"),
        "set": _("set"), "none": _("not set"),
    }  # fmt: skip
    for one in shown:
        words = ((one.name, 18), (names[one.by], 12), (one.variable, 28), (one.value, 1))
        say(" ".join(column(*word) for word in words).rstrip())
    note(_("What each means: docs/settings.md. Secrets are never shown."))

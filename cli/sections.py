"""The commands as `banzuke --help` lists them: by what an officer wants to do."""

from typing import Any

from typer.core import TyperGroup

from cli.commands import COMMANDS, Commands
from office.words import N_, _

SECTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (N_("Every month"), ("status", "import", "problems", "resolve", "rate", "preview", "publish", "export")),
    (N_("Reports"), ("inbox", "events", "read", "form")),
    (N_("Members and organizers"), ("members", "organizers", "applications", "fide", "fees")),
    (
        N_("Lists and ratings"),
        ("lists", "explain", "correction", "rule", "rulings", "whatif", "simulate", "assess"),
    ),
    (N_("Website and public files"), ("site", "announce", "bundle", "verify")),
    (N_("Beginning"), ("demo", "init", "opening", "serve", "account")),
    (
        N_("Looking after the office"),
        (
            *("jobs", "work", "notices", "journal", "backup", "restore", "database", "contact"),
            *("doctor", "poll", "reread", "drift", "rebuild", "budget", "key", "language", "migrate"),
            *("retention", "settings", "install", "shell", "calculate"),
        ),
    ),
)


class Sections(TyperGroup):
    """The program's commands under headings; each stands under exactly one (a test holds it)."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.commands = Commands(COMMANDS)  # type: ignore[assignment]  # typer only reads them

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Writes the list of commands."""
        room = formatter.width - 6 - max(map(len, self.commands))
        for title, names in SECTIONS:
            with formatter.section(_(title)):
                formatter.write_dl([(name, self.commands[name].get_short_help_str(room)) for name in names])

"""The table of commands, and how `banzuke --help` lists them. A command's module is loaded, and its options
are built, when it is named or listed: starting `banzuke status` costs nothing for the other eighty."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, wraps
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from office.words import N_, _

Finish = Callable[[Any], None]
App = partial(typer.Typer, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
"""Commands in plain text, whose faults are told by `cli/main.py`."""


@dataclass(frozen=True, slots=True)
class Group:
    """Commands below a word. `cls`: the class of the group where it is not typer's own; `alone`: what the
    word does by itself; without it, the word alone shows the help."""

    help: str
    commands: Mapping[str, str]
    cls: str | None = None
    alone: str | None = None


SECTIONS: Mapping[str, Mapping[str, str | Group]] = {
    N_("Every month"): {
        "status": "desk.status", "import": "intake.import_", "problems": "desk.problems",
        "resolve": "resolve.resolve", "rate": "lists.rate", "preview": "lists.preview",
        "publish": "lists.publish",
        "export": Group("Files for the website and others.", {
            "list": "export.export_list", "games": "export.export_games", "members": "export.export_members",
            "trf": "export.export_trf",
        }),
    },
    N_("Reports"): {
        "inbox": Group("Take reports out of mails: FILE… or --imap. More: banzuke inbox take --help.", {
            "take": "inbox.take", "list": "inbox.list_", "reply": "inbox.reply",
            "import": "inbox.import_", "close": "inbox.close",
        }, cls="inbox.Inbox"),
        "events": "desk.events", "read": "reading.read", "form": "intake.form",
    },
    N_("Members and organizers"): {
        "members": Group("The register of members.", {
            "import": "register.members_import", "export": "register.members_export",
            "show": "register.members_show", "search": "register.members_search",
            "add": "register.members_add", "renew": "register.members_renew", "lapsed": "personal.lapsed_",
            "duplicates": "register.members_duplicates", "merge": "register.members_merge",
            "apart": "register.members_apart", "acf": "organizers.members_acf",
            "newcomers": "newcomers.members_newcomers",
            "everything": "personal.everything_", "erase": "personal.erase",
        }),
        "organizers": Group("Who may host rated games.", {
            "import": "organizers.organizers_import", "list": "organizers.organizers_list",
        }),
        "applications": Group("Applications for rated events.", {
            "import": "organizers.applications_import", "add": "organizers.applications_add",
            "list": "organizers.applications_list",
        }),
        "fide": Group("FIDE's monthly rating list.", {
            "import": "fide.fide_import", "fetch": "fide.fide_fetch", "suggest": "fide.fide_suggest",
        }),
        "fees": "organizers.fees",
    },
    N_("Lists and ratings"): {
        "lists": "lists.lists", "explain": "lists.explain",
        "correction": Group(
            "Correct published lists (7(3)). A corrected list is a new version beside the old one.", {
            "list": "correction.list_", "open": "correction.open_event", "close": "correction.close_event",
            "preview": "correction.preview", "publish": "correction.publish",
        }),
        "rule": Group(
            "Enter what no question asks for. Adjustments, outside ratings, fees, people of organizers.", {
            "adjustment": "rule.adjustment", "outside": "rule.outside", "fees": "rule.fees",
            "person": "rule.person", "rating-gap": "rule.rating_gap", "known": "rule.known",
        }),
        "rulings": Group("Every decision: what, about what, why, who and when.", {
            "export": "rule.export", "import": "rule.take",
        }, alone="rule.rulings"),
        "whatif": "tryout.whatif", "simulate": "tryout.simulate", "assess": "tryout.assess",
    },
    N_("Website and public files"): {
        "site": "site.site", "announce": "site.announce", "bundle": "site.bundle", "verify": "site.verify",
    },
    N_("Beginning"): {
        "demo": "setup.demo", "init": "setup.init",
        "opening": Group("The last list from before this office.", {
            "import": "setup.opening_import", "split": "newcomers.opening_split",
        }),
        "serve": "serve.serve",
        "account": Group("Who can sign in at the desk in the browser.", {
            "add": "accounts.add", "list": "accounts.list_", "role": "accounts.role",
            "revoke": "accounts.revoke", "reset": "accounts.reset",
            "token": "accounts.token", "tokens": "accounts.tokens",
        }),
    },
    N_("Looking after the office"): {
        "jobs": Group("What the office does by itself.", {
            "run": "jobs.run", "on": "jobs.on", "off": "jobs.off", "change": "jobs.change", "log": "jobs.log",
        }, alone="jobs.jobs"),
        "work": "serve.work",
        "notices": Group("What the office tells people by itself.", {
            "preview": "notices.preview", "on": "notices.on", "off": "notices.off", "send": "notices.send",
            "sent": "notices.sent", "text": "notices.text", "people": "notices.people",
            "address": "notices.address", "stop": "notices.stop", "allow": "notices.allow",
        }, alone="notices.notices"),
        "journal": "jobs.journal", "backup": "house.backup", "restore": "house.restore",
        "database": Group("The database in which the office is.", {"copy": "house.database_copy"}),
        "contact": "setup.contact", "doctor": "house.doctor", "poll": "watch.poll", "reread": "watch.reread",
        "drift": "watch.drift", "rebuild": "house.rebuild", "budget": "watch.budget", "key": "house.key",
        "language": "setup.language", "officer": "setup.officer_", "migrate": "setup.migrate",
        "retention": "personal.retention", "settings": "house.settings_", "install": "install.install",
        "shell": "shell.shell", "calculate": "tryout.calculate",
    },
}  # fmt: skip
"""The commands as `banzuke --help` lists them: by what an officer wants to do."""
COMMANDS = {name: what for commands in SECTIONS.values() for name, what in commands.items()}


def without_values(words: Sequence[str]) -> list[str]:
    """Of a command line the commands and options, without what was given to them."""
    groups = (one.commands for one in COMMANDS.values() if isinstance(one, Group))
    known = {*COMMANDS, *(name for commands in groups for name in commands)}
    return [word.partition("=")[0] for word in words if word.startswith("--") or word in known]


class Commands(Mapping[str, Any]):
    """Built commands by name, each built when somebody asks for it."""

    def __init__(self, table: Mapping[str, str | Group]) -> None:
        self._table = table
        self._built: dict[str, Any] = {}
        self._finish: list[Finish] = []

    def __getitem__(self, name: str) -> Any:
        if name not in self._built:
            command = _build(name, self._table[name])
            for finish in self._finish:
                finish(command)
            self._built[name] = command
        return self._built[name]

    def __contains__(self, name: object) -> bool:
        return name in self._table

    def __iter__(self) -> Iterator[str]:
        return iter(self._table)

    def __len__(self) -> int:
        return len(self._table)

    def each(self, finish: Finish) -> None:
        """Does this with every command: with those that are built now, with others as soon as they are."""
        for command in self._built.values():
            finish(command)
        self._finish.append(finish)


class Sections(TyperGroup):
    """The program's commands under headings."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.commands = Commands(COMMANDS)  # type: ignore[assignment]  # typer only reads them

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        room = formatter.width - 6 - max(map(len, self.commands))
        for title, names in SECTIONS.items():
            with formatter.section(_(title)):
                formatter.write_dl([(name, self.commands[name].get_short_help_str(room)) for name in names])


def _build(name: str, what: str | Group) -> Any:
    if isinstance(what, str):
        one = App()
        one.command(name)(_named(what))
        return get_command(one)
    command: Any = get_command(
        App(
            name=name,
            cls=_named(what.cls) if what.cls else None,
            callback=_alone(what.alone) if what.alone else lambda: None,
            invoke_without_command=what.alone is not None,
            no_args_is_help=what.alone is None and what.cls is None,
            help=what.help,
        )
    )
    command.commands = Commands(what.commands)
    return command


def _named(place: str) -> Any:
    """What stands at `MODULE.NAME` below this folder."""
    module, _dot, name = place.partition(".")
    return getattr(import_module(f"cli.{module}"), name)


def _alone(place: str) -> Any:
    """What a group's word does by itself, and does not do before one of its commands."""
    does = _named(place)

    @wraps(does)
    def alone(context: typer.Context, **given: Any) -> None:
        if context.invoked_subcommand is None:
            does(context, **given)
        else:  # rulings --all export
            from cli.options import is_typed, refuse_both

            for name in given:
                if is_typed(context, name):
                    refuse_both(context, name, context.invoked_subcommand)

    return alone

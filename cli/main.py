"""`banzuke`: the commands, in the order an officer meets them, and the way every refusal is shown."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from cli import (
    assess,
    correction,
    desk,
    export,
    fide,
    files,
    inbox,
    inbox_answers,
    intake,
    key,
    lapsed,
    lists,
    organizers,
    publish,
    rebuild,
    register,
    resolve,
    rule,
    setup,
    site,
    tools,
    watch,
)
from cli.sections import Sections
from office.words import LANGUAGES, _, known, speak
from office.words.start import asked, office_of

app = typer.Typer(
    name="banzuke",
    cls=Sections,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="The rating office of a chess federation: from a Chess-Results link to the published list.",
    epilog="A month: import the links; problems; resolve each; rate; preview; publish; export list."
    " Exit codes: 0 done, 1 refused, 2 wrong usage, 3 something has to be decided first, 70 a fault of the"
    " program.",
)
COMMANDS: dict[str, Callable[..., object]] = {
    "status": desk.status, "import": intake.import_, "problems": desk.problems, "resolve": resolve.resolve,
    "rate": lists.rate, "preview": lists.preview, "publish": publish.publish,
    "events": desk.events, "read": intake.read, "form": files.form, "fees": organizers.fees,
    "lists": lists.lists, "explain": lists.explain, "whatif": lists.whatif, "simulate": lists.simulate,
    "assess": assess.assess,
    "site": site.site, "announce": site.announce, "bundle": rebuild.bundle, "verify": rebuild.verify,
    "demo": tools.demo, "init": setup.init, "poll": watch.poll, "reread": watch.reread, "drift": watch.drift,
    "rebuild": rebuild.rebuild, "budget": watch.budget, "language": setup.language,
    "contact": setup.contact, "key": key.key, "migrate": setup.migrate,
    "calculate": tools.calculate,
}  # fmt: skip
GROUPS: dict[str, tuple[str, dict[str, Callable[..., object]]]] = {
    "export": ("Files for the website and others.", {
        "list": export.export_list, "games": export.export_games, "members": fide.export_members,
        "trf": files.export_trf,
    }),
    "members": ("The register of members.", {
        "import": register.members_import, "export": register.members_export,
        "show": register.members_show, "search": register.members_search, "add": register.members_add,
        "renew": register.members_renew, "lapsed": lapsed.lapsed_,
        "duplicates": register.members_duplicates,
        "merge": register.members_merge, "apart": register.members_apart, "acf": setup.members_acf,
    }),
    "organizers": ("Who may host rated games.", {
        "import": organizers.organizers_import, "list": organizers.organizers_list,
    }),
    "applications": ("Applications for rated events.", {
        "import": organizers.applications_import, "add": organizers.applications_add,
        "list": organizers.applications_list,
    }),
    "fide": ("FIDE's monthly rating list.", {"import": fide.fide_import, "suggest": fide.fide_suggest}),
    "correction": (
        "Correct published lists (7(3)). A corrected list is a new version beside the old one.", {
        "list": correction.list_, "open": correction.open_event, "close": correction.close_event,
        "preview": correction.preview, "publish": correction.publish,
    }),
    "rule": (
        "Enter what no question asks for. Adjustments, outside ratings, fees, people of organizers.", {
        "adjustment": rule.adjustment, "outside": rule.outside, "fees": rule.fees, "person": rule.person,
        "rating-gap": rule.rating_gap, "known": rule.known,
    }),
    "opening": ("The last list from before this office.", {"import": setup.opening_import}),
    "inbox": ("Take reports out of mails: FILE… or --imap. More: banzuke inbox take --help.", {
        inbox.TAKE: inbox.take, "list": inbox.list_, "reply": inbox.reply,
        "import": inbox_answers.import_, "close": inbox_answers.close,
    }),
    "rulings": ("Every decision: what, about what, why, who and when.", {
        "export": rule.export, "import": rule.take,
    }),
}  # fmt: skip
WITHOUT_A_WORD = {
    "inbox": typer.Typer(cls=inbox.Inbox, rich_markup_mode=None),
    "rulings": typer.Typer(rich_markup_mode=None),
}
"""Groups that do something by themselves."""

for name, command in COMMANDS.items():
    app.command(name)(command)
for name, (told, words) in GROUPS.items():
    group = WITHOUT_A_WORD.get(name) or typer.Typer(no_args_is_help=True, rich_markup_mode=None)
    for word, command in words.items():
        group.command(word)(command)
    app.add_typer(group, name=name, help=told)
WITHOUT_A_WORD["rulings"].callback(invoke_without_command=True)(rule.rulings)


@app.callback()
def banzuke(
    context: typer.Context,
    office: Annotated[
        Path, typer.Option(envvar="BANZUKE_OFFICE", help="The office's folder.", show_default="this folder")
    ] = Path("."),
    lang: Annotated[
        str | None,
        typer.Option(
            envvar="BANZUKE_LANG", help="The language: en or ja.", show_default="as the office was set up"
        ),
    ] = None,
) -> None:
    source = context.get_parameter_source("lang")
    if known(lang) is None and source is not None and source.name == "COMMANDLINE":
        raise typer.BadParameter(
            _("{lang} is none of {languages}", lang=lang, languages=", ".join(LANGUAGES)), param_hint="--lang"
        )
    context.obj = office


def main() -> None:
    """Runs the command; what it refuses is printed with place, expected, found and remedy."""
    from cli.terminal import letters, only_text, private_files

    letters()
    with private_files():
        try:
            speak(asked(sys.argv[1:], os.environ))
            only_text(sys.argv[1:])
            from cli.help_pages import run

            run(app)
        except Exception as error:  # noqa: BLE001  the last net; nothing is swallowed
            from cli.net import problems_or_report
            from cli.out import show_problem

            problems, code = problems_or_report(error, office_of(sys.argv[1:], os.environ), sys.argv[1:])
            for problem in problems:
                show_problem(problem)
            sys.exit(code)


if __name__ == "__main__":
    main()

"""The website: site."""

from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Adds this command."""
    app.command()(site)


def site(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(help="The site's folder; what is served or sent to a server.")],
    address: Annotated[
        str | None, typer.Option(help="Where the site will stand, https://…/; remembered.")
    ] = None,
    mail: Annotated[str | None, typer.Option(help="Where corrections are sent; remembered.")] = None,
    ages: Annotated[
        bool | None, typer.Option("--ages/--no-ages", help="Show age classes; off at first, remembered.")
    ] = None,
) -> None:
    """Write the website from the published lists; again, only what changed is written."""
    from office.cli.out import note, say
    from office.cli.session import open_office
    from office.database.engine import look, transaction
    from office.site.settings import store_settings
    from office.site.target import Target
    from office.site.whole import write_site

    office = open_office(context.obj)
    if address is not None or mail is not None or ages is not None:
        with transaction(office.engine) as session:
            store_settings(session, address=address, mail=mail, ages=ages)
    target = Target(folder.absolute())
    with look(office.engine) as session:
        written = write_site(session, target)
    say(
        f"{folder}/index.html: {written.pages} files, {len(written.changed)} of them new or changed,"
        f" {len(written.deleted)} gone"
    )
    if written.changed or written.deleted:
        note(f"What to send to a server: {target.changed_list}, {target.deleted_list}")

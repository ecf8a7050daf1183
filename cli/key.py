"""The office's key: what its published lists are signed with."""

from typing import Annotated

import typer

from cli.out import note, say
from cli.publish import Yes, refuse_unseen, said_yes
from cli.session import open_office
from office.words import _


def key(
    context: typer.Context,
    new: Annotated[
        bool, typer.Option("--new", help="Make another key, for one that is lost or not secret any more.")
    ] = False,
    yes: Yes = False,
) -> None:
    """Show the public key by which anybody can check the published lists."""
    from office.chain.renew import key_shown

    office = open_office(context.obj)
    if new and not yes:
        refuse_unseen("banzuke key --new", "be sure that the old one is lost, then: banzuke key --new --yes")
        say(
            _(
                "Whoever checks lists with the old key will then be told that they are not signed by it:"
                " everybody has to be told of the new one."
            )
        )
        if not said_yes(_("Make a new key? yes or no:")):
            note(_("The key stays as it is"))
            raise typer.Exit(1)
    public = key_shown(office, renew=new)
    say(public.text)
    note(
        _(
            "Key {id}; everybody checks with it: banzuke verify FILE --key {key}",
            id=public.id,
            key=public.text,
        )
    )
    if new:
        note(
            _(
                "Announce it where you announced the old one; then write site and archive anew:"
                " banzuke site DIR, banzuke bundle FILE"
            )
        )

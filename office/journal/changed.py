"""A change that the journal noted, in words."""

from collections.abc import Iterator, Mapping
from typing import Any

from office.accounts.roles import NAMES, Role
from office.jobs.times import when
from office.words import N_, _, n_, p_
from office.words.formats import day

HOSTS = ("organizer", "application")
"""Tables of whose changes only the entry that names their rows tells."""

KINDS = {
    "rows": N_("organizers and applications: {now}"),
    "register": N_("register: {now}"),
    "setting": N_("setting {name}: {now}"),
    "account": N_("account {name}: {now}"),
    "job": N_("job {name}: {now}"),
    "notice_kind": N_("notices of the kind {name}: {now}"),
    "notice_recipient": N_("address {name} for notices: {now}"),
    "token": N_("token of {name}: {now}"),
    "budget": N_("requests a day: {now}"),
    "key": N_("new key {name}: {now}"),
    "draft": N_("draft of the list of {name}: {now}"),
}
"""By the kind of the entry; one that is not here is called as it is."""


def changed(kind: str, subject: str, now: Mapping[str, Any]) -> str:
    """What stands since: never what is kept as a hash, only that it is there."""
    told = _(", ").join(_parts(now)) or (_("nothing more is known") if now else _("gone"))
    name = day(subject) if kind == "draft" else subject
    return _(KINDS.get(kind, kind + " {name}: {now}"), name=name, now=told)


def _parts(now: Mapping[str, Any]) -> Iterator[str]:
    if "role" in now:
        yield _(NAMES[Role(now["role"])])
    if "members" in now:
        yield n_("{n} member", "{n} members", now["members"])
    if rows := sum(len(told) for table, told in now.items() if table.startswith(HOSTS)):
        yield n_("{n} row", "{n} rows", rows)
    if "closed_at" in now:
        yield p_("account", "closed")
    if "switched_on" in now:
        yield _("on") if now["switched_on"] else _("off")
    if "schedule" in now:
        yield when(str(now["schedule"]))
    shown = ("value", "program", "language")
    yield from (str(now[name]) for name in shown if name in now)
    if "text" in now:
        yield _("SHA-256 {text}…", text=now["text"][:12])
    if "revoked" in now:
        yield _("taken back") if now["revoked"] else _("made")
    if now.get("officer"):
        yield _("an officer")
    if "member_id" in now:
        yield _("a member")
    if "stopped_at" in now:
        yield _("wants none")
    if "password" in now:
        yield _("with a password")
    if "second" in now:
        yield _("with an authenticator")

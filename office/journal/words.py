"""An entry of the journal in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from office.accounts.roles import NAMES, Role
from office.words import N_, _, n_

KINDS = {
    "register": N_("register: {now}"),
    "setting": N_("setting {name}: {now}"),
    "account": N_("account {name}: {now}"),
    "job": N_("job {name}: {now}"),
    "notice_kind": N_("notices of the kind {name}: {now}"),
}
"""By table; one that is not here is called as it is."""


def changed(kind: str, subject: str, now: Mapping[str, Any]) -> str:
    """What stands since: never what is kept as a hash, only that it is there."""
    told = ", ".join(_parts(now)) or _("gone")
    return _(KINDS.get(kind, kind + " {name}: {now}"), name=subject, now=told)


def _parts(now: Mapping[str, Any]) -> Iterator[str]:
    if "role" in now:
        yield _(NAMES[Role(now["role"])])
    if "members" in now:
        yield n_("{n} member", "{n} members", now["members"])
    if "closed_at" in now:
        yield _("closed")
    if "switched_on" in now:
        yield _("on") if now["switched_on"] else _("off")
    yield from (str(now[name]) for name in ("schedule", "value") if name in now)
    if "password" in now:
        yield _("with a password")
    if "second" in now:
        yield _("with an authenticator")

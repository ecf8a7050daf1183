"""What a run froze of a member or an event, in words: fields by name, values as people write them."""

from typing import Any

from office.words import N_, _

FIELDS = {
    "acf": N_("ACF ratings"),
    "decided": N_("first rating decided"),
    "excluded": N_("left out because"),
    "fide": N_("FIDE rating"),
    "first_day": N_("first day"),
    "for_list": N_("for the list"),
    "foreign": N_("rating of another country"),
    "jca": N_("JCA rating"),
    "joined": N_("first joined"),
    "last_day": N_("last day"),
    "late_accepted": N_("accepted though late"),
    "membership": N_("memberships"),
    "merged": N_("the same person as"),
    "minutes_at_60": N_("minutes at move 60"),
    "reported": N_("reported on"),
    "time_control": N_("time control"),
}


def changed(name: str, was: Any, now: Any) -> str:
    """A line that says what a field was and is."""
    field = _(FIELDS[name]) if name in FIELDS else name.replace("_", " ")
    return _("{field}: {was} → {now}", field=field, was=shown(was), now=shown(now))


def shown(value: Any) -> str:
    """A frozen value: lists and mappings without their brackets, a pair of days as from and to."""
    if value is None or value == [] or value == {}:
        return _("none")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, dict):
        return "; ".join(f"{key} {shown(v)}" for key, v in sorted(value.items()))
    if isinstance(value, list | tuple):
        return ", ".join(_span(item) for item in value)
    return str(value)


def _span(item: Any) -> str:
    if isinstance(item, list | tuple) and len(item) == 2 and all(isinstance(part, str) for part in item):
        return _("{first} to {last}", first=item[0], last=item[1])
    return " ".join(map(shown, item)) if isinstance(item, list | tuple) else shown(item)

"""What an ID of a member is. Each family of regulations has a form of its own (`Family.member_number`), and
none can be taken for another's."""

from rating.families import FAMILIES, part


def member_number(text: str) -> str | None:
    """The ID that a text is, in the form of one of the families; None for no ID."""
    numbers = (part(name, "importer").member_number(text) for name in FAMILIES)
    return next(filter(None, numbers), None)


def short_number(text: str) -> str | None:
    """The ID that a text can be if zeros in front of it were lost; None where that is read into none."""
    numbers = (part(name, "importer").short_number(text) for name in FAMILIES)
    return next(filter(None, numbers), None)


def fide_number(printed: str | None) -> str | None:
    """A FIDE ID as the register has it, without zeros in front; None where nothing but zeros is printed."""
    return (printed or "").lstrip("0") or None


def office_names() -> tuple[str, ...]:
    """What organizers write in front of an ID: names of the offices that gave it."""
    return tuple(word for name in FAMILIES for word in part(name, "importer").office_names)


def forms() -> str:
    """The form of IDs in each family, in words."""
    return " or ".join(part(name, "importer").id_form for name in FAMILIES)

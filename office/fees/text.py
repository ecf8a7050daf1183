"""A statement of fees as text and as CSV."""

import csv
import io
from collections import Counter
from itertools import groupby

from office.fees.statement import FeeLine, FeeSheet
from office.words import _, n_, p_
from office.words.formats import day

COLUMNS = (
    "list", "organizer", "event", "event name", "reported", "ID", "name", "yen", "due", "state", "paid on",
)  # fmt: skip
RUNNING = tuple("=+-@\t\r")
"""What makes a spreadsheet take a cell for a formula; names come from outside."""


def fee_text(sheet: FeeSheet) -> str:
    """By organizer and event, one line a player, and the sums."""
    head = _(
        "Renewal fees for the list of {day}, reports from {first} to {last}",
        day=day(sheet.list_date),
        first=day(sheet.first),
        last=day(sheet.last),
    )
    if sheet.article is None:
        return f"{head}\n" + _("{edition} has no renewal fees.", edition=sheet.edition) + "\n"
    effect = (
        _("Games may be left out if their fees are not paid in time ({article}).", article=sheet.sanction)
        if sheet.sanction
        else _("A fee that is not paid in time is shown as a problem; it does not change ratings.")
    )
    lines = [f"{head} ({sheet.edition} {sheet.article})", effect]
    for organizer, of_organizer in groupby(sheet.lines, key=lambda line: line.organizer):
        mine = list(of_organizer)
        lines += ["", f"{organizer}: {_sums(mine)}"]
        for (name, key, reported, due), fees in groupby(
            sorted(mine, key=lambda line: (line.reported, line.event_key, line.name)),
            key=lambda line: (line.event_name, line.event_key, line.reported, line.due),
        ):
            told = _("{event} ({key}), reported {day}, due {due}", event=name, key=key, day=reported, due=due)
            lines.append(f"  {told}")
            lines += [f"    {line.name}{_number(line)}: JPY {line.yen}, {_state(line)}" for line in fees]
    if not sheet.lines:
        lines += ["", _("Nobody owes a fee in this period.")]
    else:
        lines += ["", _("Total: {sums}", sums=_sums(sheet.lines))]
    return "\n".join(lines) + "\n"


def fee_csv(sheet: FeeSheet) -> bytes:
    """Every fee, one line each."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for line in sheet.lines:
        writer.writerow(
            (
                sheet.list_date, _cell(line.organizer), line.event_key, _cell(line.event_name), line.reported,
                line.player, _cell(line.name), line.yen, line.due, line.state, line.paid_on or "",
            )
        )  # fmt: skip
    return text.getvalue().encode()


def _cell(text: str) -> str:
    return f"'{text}" if text.startswith(RUNNING) else text


def _sums(lines: list[FeeLine] | tuple[FeeLine, ...]) -> str:
    by_state: Counter[str] = Counter()
    for line in lines:
        by_state[line.state] += line.yen
    parts = ", ".join(f"{p_('fee', state)} {yen}" for state, yen in sorted(by_state.items()))
    total = sum(line.yen for line in lines)
    return n_(
        "{n} fee, JPY {total} ({parts})",
        "{n} fees, JPY {total} ({parts})",
        len(lines),
        total=total,
        parts=parts,
    )


def _number(line: FeeLine) -> str:
    return f" ({line.player})" if line.player else ", " + _("not on the register")


def _state(line: FeeLine) -> str:
    state = p_("fee", line.state)
    return _("{state} on {day}", state=state, day=line.paid_on) if line.paid_on else state

"""A statement of fees as text and as CSV."""

import csv
import io
from collections import Counter
from itertools import groupby

from office.fees.statement import FeeLine, FeeSheet

COLUMNS = (
    "list", "organizer", "event", "event name", "reported", "ID", "name", "yen", "due", "state", "paid on",
)  # fmt: skip
RUNNING = tuple("=+-@\t\r")
"""What makes a spreadsheet take a cell for a formula; names come from outside."""


def fee_text(sheet: FeeSheet) -> str:
    """By organizer and event, one line a player, and the sums."""
    head = f"Renewal fees for the list of {sheet.list_date}, reports from {sheet.first} to {sheet.last}"
    if sheet.article is None:
        return f"{head}\n{sheet.edition} knows no renewal fees.\n"
    effect = (
        f"games may be left out where they are not paid in time ({sheet.sanction})"
        if sheet.sanction
        else "a fee not paid in time is a problem shown, without effect on ratings"
    )
    lines = [f"{head}, {sheet.edition} {sheet.article}; {effect}"]
    for organizer, of_organizer in groupby(sheet.lines, key=lambda line: line.organizer):
        mine = list(of_organizer)
        lines += ["", f"{organizer}: {_sums(mine)}"]
        for (name, key, reported, due), fees in groupby(
            sorted(mine, key=lambda line: (line.reported, line.event_key, line.name)),
            key=lambda line: (line.event_name, line.event_key, line.reported, line.due),
        ):
            lines.append(f"  {name} ({key}), reported {reported}, due {due}")
            lines += [f"    {line.name}{_number(line)}: JPY {line.yen}, {_state(line)}" for line in fees]
    if not sheet.lines:
        lines += ["", "Nobody owes a fee in this period."]
    else:
        lines += ["", f"Together: {_sums(sheet.lines)}"]
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
    parts = ", ".join(f"{state} {yen}" for state, yen in sorted(by_state.items()))
    people = "1 fee" if len(lines) == 1 else f"{len(lines)} fees"
    return f"{people}, JPY {sum(line.yen for line in lines)} ({parts})"


def _number(line: FeeLine) -> str:
    return f" ({line.player})" if line.player else ", on no register"


def _state(line: FeeLine) -> str:
    return f"{line.state} on {line.paid_on}" if line.paid_on else line.state

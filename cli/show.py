"""A reading and its questions as an organizer or officer reads them."""

from collections import Counter

from cli.out import problem_lines
from office.intake.asked import asked_before_reporting, hints_of_a_form, names_before_reporting
from office.text_table import table
from scraper.records import EventRecord


def event_page(record: EventRecord, *, problems: bool) -> str:
    """The head of an event, its rounds with counts, and what the reading met."""
    control = record.time_control
    minutes = (
        f"{control.minutes_at_60} minutes at move 60" if control.minutes_at_60 is not None else "not read"
    )
    printed = f"; the page calls it {control.printed_kind}" if control.printed_kind else ""
    head = [
        record.name + (f" [{record.group}]" if record.group else ""),
        f"  {record.first_day or '?'} to {record.last_day or '?'}, {record.round_count or '?'} rounds,"
        f" {record.system.value if record.system else 'system unknown'}, {len(record.players)} players",
        f"  organizer {record.organizer or 'not stated'}; federation {record.federation or 'not stated'}",
        f"  time control {control.text or 'not stated'} ({minutes}{printed})",
        f"  last update {record.last_update or 'not stated'}",
    ]
    dates = {r.number: r for r in record.rounds}
    rows = []
    for number in sorted({p.round for p in record.pairings}):
        kinds = Counter(p.kind.value for p in record.pairings if p.round == number)
        when = dates.get(number)
        rows.append(
            (
                number,
                (when.date if when else None) or "no date",
                *(kinds.get(k, "") for k in ("game", "forfeit", "bye", "half-bye", "not-paired", "pending")),
            )
        )
    headings = ("round", "date", "games", "forfeits", "byes", "half-byes", "not paired", "pending")
    text = "\n".join(head) + "\n\n" + table(rows, headings) + "\n"
    if problems:
        text += f"\n{len(record.problems)} problem{'' if len(record.problems) == 1 else 's'}\n"
        text += "\n".join(line for p in record.problems for line in problem_lines(p))
    return text.rstrip()


def asked(record: EventRecord) -> tuple[str, int]:
    """What the office would ask, and how many questions that is."""
    questions = asked_before_reporting(record) + names_before_reporting(record)
    lines = ["The office would ask nothing: this can be reported."]
    if questions:
        title = f"Before you report, the office would ask {len(questions)} question"
        lines = [title + ("" if len(questions) == 1 else "s") + ":"]
    for number, problem in enumerate(questions, start=1):
        lines += problem_lines(problem, f"{number}. ")
    hints = hints_of_a_form(record)
    if hints:
        lines.append("A hint: the office may ask for this too, where it does not know the answer.")
    for problem in hints:
        lines += problem_lines(problem)
    return "\n".join(lines), len(questions)

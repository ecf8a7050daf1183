"""A reading and its questions as an organizer or officer reads them."""

from cli.out import problem_lines
from office.intake.before import WouldAsk, asked_of
from office.intake.event_text import event_text
from office.words import _, n_
from scraper.records import EventRecord


def event_page(record: EventRecord, *, problems: bool) -> str:
    """The head of an event, its rounds with counts, and what the reading met."""
    text = event_text(record)
    if problems:
        text += "\n" + n_("{n} problem", "{n} problems", len(record.problems)) + "\n"
        text += "\n".join(line for p in record.problems for line in problem_lines(p))
    return text.rstrip()


def asked(record: EventRecord, desk: WouldAsk) -> tuple[str, int]:
    """What the office would ask, and how many questions that is. `desk`: what its register and its other
    events make it ask, empty where there is no office."""
    questions, hints = asked_of(record, desk)
    lines = [_("The office would ask nothing: this can be reported.")]
    if questions:
        lines = [
            n_(
                "Before you report, the office would ask {n} question:",
                "Before you report, the office would ask {n} questions:",
                len(questions),
            )
        ]
    for number, problem in enumerate(questions, start=1):
        lines += problem_lines(problem, f"{number}. ")
    if hints:
        lines.append(_("The office may ask for this too, if it does not know the answer."))
    for problem in hints:
        lines += problem_lines(problem)
    return "\n".join(lines), len(questions)

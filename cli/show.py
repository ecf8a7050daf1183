"""A reading and its questions as an organizer or officer reads them."""

from collections import Counter

from cli.out import problem_lines
from office.intake.asked import asked_before_reporting, hints_of_a_form, merged, names_before_reporting
from office.intake.before import WouldAsk
from office.text_table import table
from office.words import _, n_
from scraper.records import EventRecord


def event_page(record: EventRecord, *, problems: bool) -> str:
    """The head of an event, its rounds with counts, and what the reading met."""
    control = record.time_control
    minutes = (
        n_("{n} minute at move 60", "{n} minutes at move 60", control.minutes_at_60)
        if control.minutes_at_60 is not None
        else _("not read")
    )
    printed = "; " + _("the page calls it {kind}", kind=control.printed_kind) if control.printed_kind else ""
    unknown = _("not stated")
    rounds = (
        n_("{n} round", "{n} rounds", record.round_count) if record.round_count else _("rounds not stated")
    )
    system = record.system.value if record.system else _("system unknown")
    players = n_("{n} player", "{n} players", len(record.players))
    head = [
        record.name + (f" [{record.group}]" if record.group else ""),
        "  "
        + _("{first} to {last}", first=record.first_day or "?", last=record.last_day or "?")
        + f", {rounds}, {system}, {players}",
        "  "
        + _("organizer {name}", name=record.organizer or unknown)
        + "; "
        + _("federation {name}", name=record.federation or unknown),
        "  " + _("time control {text}", text=control.text or unknown) + f" ({minutes}{printed})",
        "  " + _("last update {moment}", moment=record.last_update or unknown),
    ]
    dates = {r.number: r for r in record.rounds}
    rows = []
    for number in sorted({p.round for p in record.pairings}):
        kinds = Counter(p.kind.value for p in record.pairings if p.round == number)
        when = dates.get(number)
        rows.append(
            (
                number,
                (when.date if when else None) or _("no date"),
                *(kinds.get(k, "") for k in ("game", "forfeit", "bye", "half-bye", "not-paired", "pending")),
            )
        )
    headings = (
        *(_("round"), _("date"), _("games"), _("forfeits"), _("byes"), _("half-point byes")),
        *(_("not paired"), _("pending")),
    )
    text = "\n".join(head) + "\n\n" + table(rows, headings) + "\n"
    if problems:
        text += "\n" + n_("{n} problem", "{n} problems", len(record.problems)) + "\n"
        text += "\n".join(line for p in record.problems for line in problem_lines(p))
    return text.rstrip()


def asked(record: EventRecord, desk: WouldAsk) -> tuple[str, int]:
    """What the office would ask, and how many questions that is. `desk`: what its register and its other
    events make it ask, empty where there is no office."""
    questions = asked_before_reporting(record) + names_before_reporting(record)
    told = {problem.code for problem in questions}
    questions += merged(problem for problem in desk.blocking if problem.code not in told)
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
    hints = hints_of_a_form(record)
    told |= {problem.code for problem in hints}
    hints += merged(problem for problem in desk.shown if problem.code not in told)
    if hints:
        lines.append(_("The office may ask for this too, if it does not know the answer."))
    for problem in hints:
        lines += problem_lines(problem)
    return "\n".join(lines), len(questions)

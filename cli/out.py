"""What is printed, and how: plain text that also reads well in a file."""

import sys
from typing import TYPE_CHECKING

from importer.plain_text import shown, shown_line
from office.words import _, n_

if TYPE_CHECKING:
    from office.words.problems import ProblemLike
    from scraper.fetch import Progress


def say(text: str = "") -> None:
    """A line on standard output; at once, so that it stands in order with what `note` says. What steers a
    terminal is shown, not obeyed: names and file names come from outside."""
    print(shown(text), flush=True)


def ask(text: str) -> str:
    """What is typed in answer to a question."""
    print(shown(text), end=" ", flush=True)
    return sys.stdin.readline()


def note(text: str) -> None:
    """A line on standard error: progress, next steps, what is not the result itself."""
    print(shown(text), file=sys.stderr)


def problem_lines(problem: "ProblemLike", label: str = "") -> list[str]:
    """A problem in four lines, in the language spoken: what and where, expected, found, what to do."""
    from office.text_table import column
    from office.words.problems import in_language

    told = in_language(problem)
    labels = (_("expected"), _("found"), _("do"))
    expected, found, do = (f"    {column(label, 10)}" for label in labels)
    return [
        f"{label}{problem.code}: {shown_line(told.place)}",
        f"{expected}{told.expected}",
        found + told.found.replace("\n", "\n" + " " * 14),
        f"{do}{told.remedy}",
    ]


def show_problem(problem: "ProblemLike") -> None:
    """A problem on standard error."""
    note("\n".join(problem_lines(problem)))


def progress_line(label: str) -> "Progress":
    """Progress of one event: on a terminal one line that moves, elsewhere one line at the end."""
    terminal = sys.stderr.isatty()

    def tell(done: int, total: int | None, text: str) -> None:
        line = "  " + _(
            "{event}: page {n} of {total}, {what}", event=label, n=done, total=total or "?", what=text
        )
        if terminal:
            end = "\n" if total is not None and done >= total else ""
            print(f"\r\x1b[K{shown_line(line)}", end=end, file=sys.stderr, flush=True)
        elif total is not None and done >= total:
            note("  " + n_("{event}: {n} page", "{event}: {n} pages", done, event=label))

    return tell


def after_alarms(waiting: int, command: str) -> str:
    """The next step after a preview: the alarms to answer first, if there are any."""
    if not waiting:
        return _("Next: {step}", step=command)
    return n_(
        "{n} alarm to look at: answer it with --accept-alarm NAME --reason …, then: {step}",
        "{n} alarms to look at: answer each with --accept-alarm NAME --reason …, then: {step}",
        waiting,
        step=command,
    )

"""What is printed, and how: plain text that also reads well in a file."""

import os
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from importer.plain_text import shown, shown_line
from office.words import _, n_, p_

if TYPE_CHECKING:
    from office.words.problems import ProblemLike
    from scraper.fetch import Progress


def say(text: str = "") -> None:
    """A line on standard output; at once, so that it stands in order with what `note` says. What steers a
    terminal is shown, not obeyed: names and file names come from outside."""
    try:
        print(shown(text), flush=True)
    except BrokenPipeError:  # whoever read has read enough
        raise
    except OSError as error:
        from office.errors import refusal

        quiet()
        expected, found = "room for what the command says", error.strerror or str(error)
        raise refusal("answer-unwritten", "standard output", expected, found) from None


def quiet() -> None:
    """What could not be written to standard output is not tried again at the end."""
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  there to the end of the process


def say_lines(lines: Iterable[str], indent: str = "") -> None:
    """Each as a line on standard output; nothing where there are none."""
    from office.text_table import hung

    for line in lines:
        say(hung(line, indent))


def say_table(rows: list[tuple[Any, ...]], *headings: str, right: Iterable[int] = ()) -> None:
    """Columns of plain text. `right`: those of numbers."""
    from office.text_table import table

    say(table(rows, headings, right={*right}))


def say_json(values: object) -> None:
    """Values for a program."""
    import json

    say(json.dumps(values, ensure_ascii=False, indent=1))


def save(path: Path, data: bytes, *, public: bool = False) -> None:
    """A file that leaves the office, there whole or not at all."""
    from publication.exports.files import write_whole

    write_whole(path, data, public=public)


def save_beside(path: Path, data: bytes, *, replace: bool) -> None:
    """The same where a file of this name may hold what is nowhere else, as one to be taken in or a filled-in
    form does: another file that is there stays, unless `replace`."""
    refuse_there(path, data, replace=replace)
    save(path, data)


def refuse_there(path: Path, data: bytes, *, replace: bool) -> None:
    """Refuses to write over another file, unless `replace`: of several, before one of them is written."""
    there = path.read_bytes() if path.is_file() and not replace else b""
    if there and there != data:
        from office.errors import refusal

        expected, found = "a name that no other file has", f"another file, {len(there)} bytes"
        raise refusal("file-there", str(path), expected, found)


def refuse_unseen(code: str, command: str, remedy: str) -> None:
    """Without a terminal nobody can be asked: refused, for `--yes` says that a script may."""
    from office.errors import refusal

    if not sys.stdin.isatty():
        expected, found = "a yes at a terminal, or --yes", "neither"
        raise refusal(code, command, expected, found, remedy)


def said_yes(question: str) -> bool:
    """Asks at the terminal; everything but a yes is a no."""
    print(shown(question), end=" ", flush=True)
    return sys.stdin.readline().strip().casefold() in (_("yes"), "yes", "y")


def end_without_yes(question: str, otherwise: str) -> None:
    """Asks at the terminal; without a yes the command ends, and says what was not done."""
    if not said_yes(question):
        note(otherwise)
        raise typer.Exit(1)


def note(text: str) -> None:
    """A line on standard error: progress, next steps, what is not the result itself."""
    print(shown(text), file=sys.stderr)


def note_left(folder: str, left: list[str]) -> None:
    """What lies in a folder and was not read, by name."""
    if left:
        names = _(", ").join(map(shown_line, left))
        note(_("Not read in {folder}, give them by themselves: {names}", folder=folder, names=names))


def problem_lines(problem: "ProblemLike", label: str = "") -> list[str]:
    """A problem in four lines, in the language spoken: what and where, expected, found, what to do."""
    from office.text_table import column
    from office.words import problems

    told = problems.shown(problem)
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


MOST_OF_A_KIND = 200
"""So many problems of one kind are shown at once; the others are counted."""


def show_problems(problems: "Iterable[ProblemLike]") -> None:
    """Each of them, as it is reached; of one kind not without end: a whole column may be out of place."""
    met: Counter[str] = Counter()
    for problem in problems:
        met[problem.code] += 1
        if met[problem.code] <= MOST_OF_A_KIND:
            show_problem(problem)
    for code, more in (met - Counter(dict.fromkeys(met, MOST_OF_A_KIND))).items():
        note(f"{code}{p_('punctuation', ': ')}" + n_("and {n} more", "and {n} more", more))


def notice(text: str) -> None:
    """What is said of a request while it lasts: that it is tried again, or asked elsewhere."""
    from office.words.problems import said

    note(said(text))


def progress_line(label: str) -> "Progress":
    """Progress of one event: on a terminal one line that moves, elsewhere one line at the end."""
    from office.words.problems import place, said

    terminal, label = sys.stderr.isatty(), place(label)

    def tell(done: int, total: int | None, text: str) -> None:
        line = "  " + _(
            "{event}: page {n} of {total}, {what}", event=label, n=done, total=total or "?", what=said(text)
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

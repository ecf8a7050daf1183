"""What is printed, and how: plain text that also reads well in a file."""

import sys
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from scraper.fetch import Progress


class ProblemLike(Protocol):
    """A problem of any layer."""

    @property
    def code(self) -> str: ...
    @property
    def place(self) -> str: ...
    @property
    def expected(self) -> str: ...
    @property
    def found(self) -> str: ...
    @property
    def remedy(self) -> str: ...


def say(text: str = "") -> None:
    """A line on standard output; at once, so that it stands in order with what `note` says."""
    print(text, flush=True)


def note(text: str) -> None:
    """A line on standard error: progress, next steps, what is not the result itself."""
    print(text, file=sys.stderr)


def problem_lines(problem: ProblemLike, label: str = "") -> list[str]:
    """A problem in four lines: what and where, expected, found, what to do."""
    return [
        f"{label}{problem.code}: {problem.place}",
        f"    expected  {problem.expected}",
        "    found     " + problem.found.replace("\n", "\n              "),
        f"    do        {problem.remedy}",
    ]


def show_problem(problem: ProblemLike) -> None:
    """A problem on standard error."""
    note("\n".join(problem_lines(problem)))


def progress_line(label: str) -> "Progress":
    """Progress of one event: on a terminal one line that moves, elsewhere one line at the end."""
    terminal = sys.stderr.isatty()

    def tell(done: int, total: int | None, text: str) -> None:
        line = f"  {label}: page {done} of {total or '?'}, {text}"
        if terminal:
            end = "\n" if total is not None and done >= total else ""
            print(f"\r\x1b[K{line}", end=end, file=sys.stderr, flush=True)
        elif total is not None and done >= total:
            note(f"  {label}: {done} pages")

    return tell

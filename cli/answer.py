"""One command line, answered: what it refuses is printed with place, expected, found and remedy."""

import os
from collections.abc import Callable, Sequence
from typing import Any

from cli.terminal import only_text
from office.words import asked, office_of, speak


def answered(tree: Callable[[], Any], words: Sequence[str]) -> int:
    """The exit code. `tree`: the built commands, asked for once it is known which language is spoken;
    `words`: the command line without the program's name."""
    try:
        speak(asked(words, os.environ))
        only_text(words)
        from cli.help_pages import run

        return run(tree(), words)
    except Exception as error:  # noqa: BLE001  the last net; nothing is swallowed
        from cli.out import show_problem
        from office.faults import problems_or_report

        problems, code = problems_or_report(error, office_of(words, os.environ), words)
        for problem in problems:
            show_problem(problem)
        return code

"""What the office asks an organizer in a reply: the words stand in `phrases.toml`, by the problem's code.
What has none of its own is said as the problem says it."""

import tomllib
from pathlib import Path

from office.words import N_, _, speaking
from office.words.problems import in_language
from scraper.records import Problem

ASKED: dict[str, str] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def asked(problem: Problem) -> tuple[str, str]:
    """The question in English and in Japanese."""
    return _in("en", problem), _in("ja", problem)


def _in(language: str, problem: Problem) -> str:
    with speaking(language):
        told = in_language(problem)
        texts = (told.place, told.found, told.expected, told.remedy)
        facts = dict(zip(("place", "found", "expected", "remedy"), map(_line, texts), strict=True))
        unnamed = N_("{place}: {found}; expected {expected}. Please {remedy}.")
        return _(ASKED.get(problem.code, unnamed), **facts)


def nothing_found() -> tuple[str, str]:
    """What is said to a mail that reports nothing."""
    english = ASKED["no-link"]
    with speaking("ja"):
        return english, _(english)


def _line(text: str) -> str:
    return " ".join(text.split())[:500]

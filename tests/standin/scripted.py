"""A server that answers as a test says, whatever it is asked: late, broken, or too much."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.standin import serving
from tests.standin.serving import Serving

PAGE = (
    b'<html><head><title>a page</title></head><body><form action="./tnr1234567.aspx" id="form1">'
    b"<h2>invented</h2><h2>a view</h2></form></body></html>"
)


@dataclass(frozen=True)
class Says(serving.Says):
    """One answer; without a body of its own it is a small page."""

    body: bytes = PAGE


Script = Callable[[str, str, int], serving.Says]
"""From method, URL (as the client sees it) and the number of the request, counted from 1."""


class Scripted(Serving):
    """The server; a context manager."""

    def __init__(self, script: Script) -> None:
        super().__init__(lambda asked: script(asked.method, asked.url, asked.number))

    def __enter__(self) -> Scripted:
        super().__enter__()
        return self


def in_turn(*answers: serving.Says) -> Script:
    """One answer after the other; the last one for ever."""
    return lambda method, url, number: answers[min(number, len(answers)) - 1]
